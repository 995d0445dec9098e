//! Points of a game of draughts: the formula for two (RULES.md section 8, "Draughts").

use serde::{Deserialize, Serialize};

use super::level::Level;
use super::star::ScoreError;
use super::steps::{DESERTION, Farm, Parts, Score, duel_placing, encouragement};
use crate::rules::{OutReason, Seat, draughts};

/// "Encouragement = pieces taken / 2, rounded down, at most 10."
const MOST_ENCOURAGEMENT: u8 = 10;

/// "Too early": a game decided before each side has made so many moves.
const EARLY_MOVES: u32 = 10;

/// The pieces of a side.
const PIECES: u8 = 20;

/// Why a seat lost before the board decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// Gave up.
    Resigned,
    /// Left the game.
    Left,
    /// Stalled.
    Stalled,
    /// Let three turns in a row run out.
    TimedOut,
    /// The flag fell: an ordinary loss.
    Flag,
}

impl Out {
    const fn is_desertion(self) -> bool {
        matches!(self, Self::Left | Self::Stalled | Self::TimedOut)
    }
}

impl From<OutReason> for Out {
    fn from(why: OutReason) -> Self {
        match why {
            OutReason::Resigned => Self::Resigned,
            OutReason::Left => Self::Left,
            OutReason::Stalled => Self::Stalled,
            OutReason::TimedOut => Self::TimedOut,
            OutReason::Flag => Self::Flag,
        }
    }
}

impl From<draughts::OutReason> for Out {
    fn from(why: draughts::OutReason) -> Self {
        match why {
            draughts::OutReason::Resigned => Self::Resigned,
            draughts::OutReason::Left => Self::Left,
            draughts::OutReason::Flag => Self::Flag,
            draughts::OutReason::TimedOut => Self::TimedOut,
        }
    }
}

/// How a game ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// Which seat.
    pub seat: Seat,
    /// Its player's level before the game.
    pub level: Level,
    /// 1 or 2; both 1 in a draw.
    pub place: u8,
    /// Why it lost before the board decided.
    #[serde(default)]
    pub out: Option<Out>,
    /// The opponent's pieces it took, 0..=20.
    pub taken: u8,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Whether it was drawn.
    pub draw: bool,
    /// The moves that each side has made: the smaller number of the two.
    pub moves: u32,
    /// Both seats.
    pub seats: Vec<SeatResult>,
    /// The factor against farming.
    #[serde(default)]
    pub farm: Farm,
}

/// What a game of draughts is worth to both seats, in the order of the result.
///
/// # Errors
///
/// [`ScoreError`] for a result that no game can have.
pub fn score(result: &GameResult) -> Result<Vec<Score>, ScoreError> {
    let &[one, two] = result.seats.as_slice() else {
        return Err(ScoreError::SeatCount);
    };
    if one.seat == two.seat {
        return Err(ScoreError::SeatTwice);
    }
    if one.taken.max(two.taken) > PIECES {
        return Err(ScoreError::InCamp);
    }
    let places = (one.place.min(two.place), one.place.max(two.place));
    if !(result.draw && one.place == two.place || !result.draw && places == (1, 2)) {
        return Err(ScoreError::Places);
    }
    let of = |own: &SeatResult, other| Score::of(own.seat, result.parts(own, other));
    Ok(vec![of(&one, &two), of(&two, &one)])
}

impl GameResult {
    fn parts(&self, own: &SeatResult, opponent: &SeatResult) -> Parts {
        if self.draw {
            return Parts::default();
        }
        let mut parts = Parts::default();
        if own.out.is_some_and(Out::is_desertion) {
            parts.placing = DESERTION;
        } else {
            let won = own.place == 1;
            parts.placing = duel_placing(own.level, opponent.level, won);
            if !won {
                parts.encouragement =
                    encouragement((own.taken / 2).min(MOST_ENCOURAGEMENT), own.level);
            }
        }
        if own.out == Some(Out::Resigned) {
            parts.cap_above();
        }
        if self.moves < EARLY_MOVES {
            parts.cap_above();
        }
        parts.reduce(self.farm);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(levels: [u8; 2], moves: u32, out: Option<Out>, taken: u8) -> [i32; 2] {
        let seat = |n: usize, out| SeatResult {
            seat: Seat::ALL[n],
            level: Level::new(levels[n]).unwrap(),
            place: if n == 0 { 1 } else { 2 },
            out,
            taken,
        };
        let seats = vec![seat(0, None), seat(1, out)];
        let result = GameResult {
            draw: false,
            moves,
            seats,
            farm: Farm::Whole,
        };
        let scores = score(&result).unwrap();
        [scores[0].points, scores[1].points]
    }

    #[test]
    fn encouragement_is_half_of_what_was_taken_then_doubled_for_beginners() {
        assert_eq!(points([6, 6], 10, None, 13), [25, -25 + 6]);
        assert_eq!(points([5, 5], 10, None, 13), [25, -25 + 12]);
        assert_eq!(points([5, 5], 10, None, 20), [25, -25 + 20]);
    }

    #[test]
    fn a_fallen_flag_is_an_ordinary_loss_and_leaving_is_not() {
        assert_eq!(points([6, 6], 10, Some(Out::Flag), 12), [25, -19]);
        assert_eq!(points([6, 6], 10, Some(Out::TimedOut), 12), [25, -50]);
        assert_eq!(points([6, 6], 10, Some(Out::Left), 12), [25, -50]);
    }

    #[test]
    fn resigning_may_only_cost() {
        assert_eq!(points([25, 1], 10, Some(Out::Resigned), 12), [10, 0]);
        assert_eq!(points([25, 1], 10, None, 12), [10, 11]);
    }

    #[test]
    fn before_ten_moves_of_each_side_nobody_gains() {
        assert_eq!(points([6, 6], 9, None, 4), [0, -23]);
        assert_eq!(points([25, 1], 9, None, 12), [0, 0]);
    }

    #[test]
    fn impossible_results_are_refused() {
        let seat = |n: usize, place, taken| SeatResult {
            seat: Seat::ALL[n],
            level: Level::LOWEST,
            place,
            out: None,
            taken,
        };
        let check = |draw, seats: &[SeatResult]| {
            score(&GameResult {
                draw,
                moves: 30,
                seats: seats.to_vec(),
                farm: Farm::Whole,
            })
        };
        assert_eq!(check(false, &[seat(0, 1, 0)]), Err(ScoreError::SeatCount));
        assert_eq!(
            check(false, &[seat(0, 1, 0), seat(0, 2, 0)]),
            Err(ScoreError::SeatTwice)
        );
        assert_eq!(
            check(false, &[seat(0, 1, 0), seat(1, 1, 0)]),
            Err(ScoreError::Places)
        );
        assert_eq!(
            check(false, &[seat(0, 1, 21), seat(1, 2, 0)]),
            Err(ScoreError::InCamp)
        );
        let drawn = check(true, &[seat(0, 1, 9), seat(1, 1, 9)]).unwrap();
        assert!(drawn.iter().all(|score| score.points == 0));
    }
}
