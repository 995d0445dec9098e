//! Points of a game of the star.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::level::Level;
use super::steps::{DESERTION, Farm, Parts, Score, duel_placing, encouragement};
use crate::rules::star::{Army, Hop, SeatOutcome, Team};
use crate::rules::{Finality, OutReason, Seat};

/// "Free-for-all": 3 seats.
const FREE_3: [i32; 3] = [30, 15, -15];
/// "Free-for-all": 4 seats.
const FREE_4: [i32; 4] = [35, 25, 15, -15];
/// "Free-for-all": 6 seats.
const FREE_6: [i32; 6] = [45, 35, 25, 15, -15, -25];
/// "Teams": 2v2, a winner and a loser.
const TEAM_2V2: [i32; 2] = [30, -10];
/// "Teams": 3v3, a winner and a loser.
const TEAM_3V3: [i32; 2] = [40, -15];
/// "Too early": the first round in which a finish or a team win with short hops is not too early.
const EARLY_FINISH_SHORT: u16 = 18;
/// "Too early": the same with long hops.
const EARLY_FINISH_LONG: u16 = 10;
/// "Too early": the first round in which a seat's going out is not too early.
const EARLY_OUT: u16 = 11;

/// Who plays against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Two players.
    Duel,
    /// Three, four or six, each alone.
    Free,
    /// Two against two or three against three.
    Team,
}

/// How a game ended for one seat, as far as points go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// Which seat, that is, which camp.
    pub seat: Seat,
    /// Its team, in a team game.
    #[serde(default)]
    pub team: Option<Team>,
    /// Its player's level before the game.
    pub level: Level,
    /// Its place, from 1; a shared place is one number. In a team game 1 for the winners, 2 for the
    /// losers.
    pub place: u8,
    /// Whether its target is full.
    pub finished: bool,
    /// Why it went out.
    #[serde(default)]
    pub out: Option<OutReason>,
    /// Own marbles in the target at the end, 0..=19; for a seat out: just before they left the board.
    pub in_camp: u8,
    /// The round in which its place became final, from 1.
    pub round: u16,
    /// The kind of event that made its place final.
    #[serde(default)]
    pub by: Finality,
}

impl SeatResult {
    /// The result of a seat of a finished game.
    pub const fn new(outcome: &SeatOutcome, team: Option<Team>, level: Level) -> Self {
        let SeatOutcome {
            seat,
            place,
            finished,
            out,
            in_camp,
            round,
            by,
        } = *outcome;
        Self {
            seat,
            team,
            level,
            place,
            finished,
            out,
            in_camp,
            round,
            by,
        }
    }

    fn has_deserted(&self) -> bool {
        self.out.is_some_and(OutReason::is_desertion)
    }

    /// "Draw": whether a draw is this seat's result.
    const fn was_playing(&self) -> bool {
        !self.finished && self.out.is_none()
    }

    /// "Too early": before the limit for the event that made this seat's place final.
    const fn is_too_early(&self, hop: Hop) -> bool {
        let limit = match (self.by, hop) {
            (Finality::Out, _) => EARLY_OUT,
            (Finality::Finish, Hop::Short) => EARLY_FINISH_SHORT,
            (Finality::Finish, Hop::Long) => EARLY_FINISH_LONG,
        };
        self.round < limit
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Who played against whom.
    pub mode: Mode,
    /// How far hops reached.
    pub hop: Hop,
    /// Whether those who still played drew.
    pub draw: bool,
    /// Every seat, in turn order.
    pub seats: Vec<SeatResult>,
    /// The smallest factor against farming of any pair.
    #[serde(default)]
    pub farm: Farm,
}

/// A result that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// The mode is not played by so many seats.
    SeatCount,
    /// A seat twice.
    SeatTwice,
    /// Teams outside a team game, or sides of different size.
    Teams,
    /// Places that cannot have been given together.
    Places,
    /// More marbles in a target than a side has.
    InCamp,
    /// A round or number of moves that does not exist.
    Round,
}

impl ScoreError {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::SeatCount => "seat_count",
            Self::SeatTwice => "seat_twice",
            Self::Teams => "teams",
            Self::Places => "places",
            Self::InCamp => "in_camp",
            Self::Round => "round",
        }
    }
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SeatCount => "this mode is not played by so many seats",
            Self::SeatTwice => "a seat twice",
            Self::Teams => "a team game has two teams of equal size, another mode none",
            Self::Places => "no game can end with these places",
            Self::InCamp => "more marbles in the target than a side has",
            Self::Round => "rounds count from 1",
        })
    }
}

impl std::error::Error for ScoreError {}

impl GameResult {
    fn check(&self) -> Result<(), ScoreError> {
        let seats = self.seats.as_slice();
        let count = seats.len();
        let ensure = |holds: bool, error| if holds { Ok(()) } else { Err(error) };
        ensure(
            match self.mode {
                Mode::Duel => count == 2,
                Mode::Free => self.free_table().is_some(),
                Mode::Team => matches!(count, 4 | 6),
            },
            ScoreError::SeatCount,
        )?;
        let twice = |n: usize| seats[..n].iter().any(|other| other.seat == seats[n].seat);
        ensure(!(0..count).any(twice), ScoreError::SeatTwice)?;
        let members = |team| seats.iter().filter(|seat| seat.team == team).count();
        ensure(
            match self.mode {
                Mode::Duel | Mode::Free => members(None) == count,
                Mode::Team => [Team::A, Team::B]
                    .iter()
                    .all(|&t| 2 * members(Some(t)) == count),
            },
            ScoreError::Teams,
        )?;
        let most = Army::Nineteen.marbles();
        ensure(
            seats.iter().all(|seat| seat.in_camp <= most),
            ScoreError::InCamp,
        )?;
        ensure(seats.iter().all(|seat| seat.round >= 1), ScoreError::Round)?;
        ensure(self.has_sound_places(), ScoreError::Places)
    }

    /// Each place is one more than the seats before it; a team shares its place.
    fn has_sound_places(&self) -> bool {
        let before = |place| self.seats.iter().filter(|seat| seat.place < place).count();
        match self.mode {
            Mode::Duel | Mode::Free => self
                .seats
                .iter()
                .all(|seat| before(seat.place) + 1 == usize::from(seat.place)),
            Mode::Team if self.draw => self.seats.iter().all(|seat| (1..=2).contains(&seat.place)),
            Mode::Team => {
                let place = |team| self.seats.iter().find(|s| s.team == team).map(|s| s.place);
                self.seats
                    .iter()
                    .all(|seat| Some(seat.place) == place(seat.team))
                    && self.seats.iter().any(|seat| seat.place == 1)
                    && before(2) * 2 == self.seats.len()
                    && self.seats.iter().all(|seat| seat.place <= 2)
            }
        }
    }

    fn free_table(&self) -> Option<&'static [i32]> {
        match self.seats.len() {
            3 => Some(&FREE_3),
            4 => Some(&FREE_4),
            6 => Some(&FREE_6),
            _ => None,
        }
    }

    /// The first step: what the place alone brings.
    fn placing(&self, seat: &SeatResult) -> i32 {
        if seat.has_deserted() {
            return DESERTION;
        }
        match self.mode {
            Mode::Duel => self
                .seats
                .iter()
                .find(|other| other.seat != seat.seat && other.place != seat.place)
                .map_or(0, |other| {
                    duel_placing(seat.level, other.level, seat.place < other.place)
                }),
            Mode::Free => self.mean_of_shared(seat.place),
            Mode::Team => {
                let [win, loss] = if self.seats.len() == 4 {
                    TEAM_2V2
                } else {
                    TEAM_3V3
                };
                // "Left": the leaver bears all deductions, team mates lose nothing.
                let borne = self
                    .seats
                    .iter()
                    .any(|mate| mate.team == seat.team && mate.has_deserted());
                match seat.place {
                    1 => win,
                    _ if borne => 0,
                    _ => loss,
                }
            }
        }
    }

    /// "A shared place gets the mean of the places it covers, rounded toward zero."
    fn mean_of_shared(&self, place: u8) -> i32 {
        let sharing = self.seats.iter().filter(|seat| seat.place == place).count();
        let first = usize::from(place) - 1;
        let covered = self
            .free_table()
            .and_then(|table| table.get(first..first + sharing));
        covered.map_or(0, |points| {
            points.iter().sum::<i32>() / i32::try_from(sharing).unwrap_or(1)
        })
    }

    /// The second step: who is encouraged.
    fn deserves_encouragement(&self, seat: &SeatResult, placing: i32) -> bool {
        !seat.has_deserted()
            && match self.mode {
                Mode::Duel | Mode::Free => placing < 0,
                Mode::Team => seat.place == 2,
            }
    }

    /// All steps in their order.
    fn parts(&self, seat: &SeatResult) -> Parts {
        if self.draw && seat.was_playing() {
            return Parts::default();
        }
        let placing = self.placing(seat);
        let mut parts = Parts {
            placing,
            ..Parts::default()
        };
        if self.deserves_encouragement(seat, placing) {
            parts.encouragement = encouragement(seat.in_camp, seat.level);
        }
        if seat.out == Some(OutReason::Resigned) {
            parts.cap_above();
        }
        let faces_staller = self
            .seats
            .iter()
            .any(|other| other.seat == seat.seat.facing() && other.out == Some(OutReason::Stalled));
        if faces_staller {
            parts.cap_below();
        }
        if seat.is_too_early(self.hop) {
            parts.cap_above();
        }
        parts.reduce(self.farm);
        parts
    }
}

/// What a game of the star is worth to each seat, in the order of the result.
///
/// # Errors
///
/// [`ScoreError`] for a result that no game can have.
pub fn score(result: &GameResult) -> Result<Vec<Score>, ScoreError> {
    result.check()?;
    Ok(result
        .seats
        .iter()
        .map(|seat| Score::of(seat.seat, result.parts(seat)))
        .collect())
}

#[cfg(test)]
#[path = "star_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "star_sentence_tests.rs"]
mod sentence_tests;
