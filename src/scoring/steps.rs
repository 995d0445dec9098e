//! The steps by which points are reached, in their order: placing, encouragement, the caps, and
//! last the factor against farming. And the formula for two, which both families use.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::level::Level;
use crate::rules::Seat;

/// "Two players": what an even game is worth.
const EVEN_STAKE: i32 = 25;

/// "Two players": the least that a win brings.
const LEAST_WIN: i32 = 10;

/// "Left": flat, for a seat that left, stalled or was timed out.
pub(super) const DESERTION: i32 = -50;

/// "Two players": win max(25 - d, 10), loss -(25 + d), where d = own level - opponent's level.
pub(super) fn duel_placing(own: Level, opponent: Level, won: bool) -> i32 {
    let d = i32::from(own.number()) - i32::from(opponent.number());
    if won {
        (EVEN_STAKE - d).max(LEAST_WIN)
    } else {
        -(EVEN_STAKE + d)
    }
}

/// "Encouragement": doubled for levels 1 to 5.
pub(super) fn encouragement(base: u8, level: Level) -> i32 {
    i32::from(base) * if level.doubles_encouragement() { 2 } else { 1 }
}

/// What a seat's points are made of; they are the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Parts {
    /// What the place brings.
    pub placing: i32,
    /// 鼓勵分, at least 0.
    pub encouragement: i32,
    /// What the resigned cap, the facing-seat protection and the too-early cap changed.
    pub cap: i32,
    /// What the factor against farming took, at most 0.
    pub farm: i32,
}

impl Parts {
    /// The sum.
    pub const fn total(&self) -> i32 {
        self.placing + self.encouragement + self.cap + self.farm
    }

    /// A total above 0 becomes 0.
    pub(super) fn cap_above(&mut self) {
        self.cap -= self.total().max(0);
    }

    /// A total below 0 becomes 0.
    pub(super) fn cap_below(&mut self) {
        self.cap -= self.total().min(0);
    }

    /// The last step; losses stay whole.
    pub(super) fn reduce(&mut self, farm: Farm) {
        let gain = self.total().max(0);
        self.farm -= gain - farm.share(gain);
    }
}

/// The points of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Which seat.
    pub seat: Seat,
    /// The sum of the parts.
    pub points: i32,
    /// What they are made of.
    pub parts: Parts,
}

impl Score {
    pub(super) const fn of(seat: Seat, parts: Parts) -> Self {
        Self {
            seat,
            points: parts.total(),
            parts,
        }
    }
}

/// The factor against farming: how much of a gain counts. On the wire 1, 0.5 or 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "1 | 0.5 | 0"))]
#[serde(try_from = "f64", into = "f64")]
pub enum Farm {
    /// Nothing.
    None,
    /// Half, rounded toward zero.
    Half,
    /// All.
    #[default]
    Whole,
}

impl Farm {
    /// "Gains are whole for the first three games, half for the next three, then 0": the factor of a
    /// rated game between two accounts that have finished so many on this day before.
    pub const fn after(games: u32) -> Self {
        match games {
            0..=2 => Self::Whole,
            3..=5 => Self::Half,
            _ => Self::None,
        }
    }

    const fn share(self, gain: i32) -> i32 {
        match self {
            Self::None => 0,
            Self::Half => gain / 2,
            Self::Whole => gain,
        }
    }
}

/// Not a factor against farming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarmError;

impl fmt::Display for FarmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the farm factor is 1, 0.5 or 0")
    }
}

impl std::error::Error for FarmError {}

impl From<Farm> for f64 {
    fn from(farm: Farm) -> Self {
        match farm {
            Farm::None => 0.0,
            Farm::Half => 0.5,
            Farm::Whole => 1.0,
        }
    }
}

impl TryFrom<f64> for Farm {
    type Error = FarmError;

    fn try_from(factor: f64) -> Result<Self, FarmError> {
        [Self::None, Self::Half, Self::Whole]
            .into_iter()
            .find(|&farm| f64::from(farm) == factor)
            .ok_or(FarmError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duel_moves_what_the_levels_say() {
        for own in Level::all() {
            for opponent in Level::all() {
                let win = duel_placing(own, opponent, true);
                let loss = duel_placing(own, opponent, false);
                assert!((10..=49).contains(&win), "{own} beats {opponent}: {win}");
                assert!(
                    (-49..=-1).contains(&loss),
                    "{own} loses to {opponent}: {loss}"
                );
                let d = i32::from(own.number()) - i32::from(opponent.number());
                assert_eq!(win, if d > 15 { 10 } else { 25 - d });
                assert_eq!(loss, -25 - d);
            }
        }
    }

    #[test]
    fn caps_bring_the_total_to_zero_from_one_side_only() {
        let parts = |placing| Parts {
            placing,
            ..Parts::default()
        };
        for (placing, above, below) in [(7, 0, 7), (0, 0, 0), (-7, -7, 0)] {
            let (mut a, mut b) = (parts(placing), parts(placing));
            a.cap_above();
            b.cap_below();
            assert_eq!((a.total(), b.total()), (above, below));
        }
    }

    #[test]
    fn only_gains_shrink_and_halves_round_toward_zero() {
        let farmed = |placing, farm| {
            let mut parts = Parts {
                placing,
                ..Parts::default()
            };
            parts.reduce(farm);
            parts.total()
        };
        assert_eq!(farmed(35, Farm::Whole), 35);
        assert_eq!(farmed(35, Farm::Half), 17);
        assert_eq!(farmed(35, Farm::None), 0);
        assert_eq!(farmed(-35, Farm::None), -35);
        assert!(Farm::None < Farm::Half && Farm::Half < Farm::Whole);
        let day: Vec<_> = (0..8).map(Farm::after).collect();
        assert_eq!(day[..3], [Farm::Whole; 3]);
        assert_eq!(day[3..6], [Farm::Half; 3]);
        assert_eq!(day[6..], [Farm::None; 2]);
        assert_eq!(serde_json::from_str::<Farm>("1").unwrap(), Farm::Whole);
        assert_eq!(serde_json::from_str::<Farm>("0.5").unwrap(), Farm::Half);
        assert!(serde_json::from_str::<Farm>("2").is_err());
    }
}
