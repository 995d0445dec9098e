//! A place on a board of either family, as it stands on the wire.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::draughts::Square;
use super::star::Hole;

/// A hole of the star (0..=120, in reading order) or a square of the draughts board (1..=50): which
/// of them, the game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(try_from = "u8", into = "u8")]
pub struct Point(u8);

/// Higher than any number of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPoint;

impl fmt::Display for NoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hole is 0 to 120, a square 1 to 50")
    }
}

impl std::error::Error for NoPoint {}

impl Point {
    /// The hole with this number.
    #[must_use]
    pub fn hole(self) -> Option<Hole> {
        Hole::new(self.0)
    }

    /// The square with this number.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        Square::new(self.0)
    }
}

impl TryFrom<u8> for Point {
    type Error = NoPoint;

    fn try_from(number: u8) -> Result<Self, NoPoint> {
        Hole::new(number).map(Self::from).ok_or(NoPoint)
    }
}

impl From<Point> for u8 {
    fn from(point: Point) -> Self {
        point.0
    }
}

impl From<Hole> for Point {
    fn from(hole: Hole) -> Self {
        Self(u8::from(hole))
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Self {
        Self(square.number())
    }
}
