//! The fifty dark squares by their numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A dark square, 1..=50, row by row from Black's side (FMJD Annex 1, article 2.8).
///
/// ```
/// use tiaoqi::rules::draughts::Square;
///
/// assert_eq!(Square::new(50).map(|square| square.row()), Some(9));
/// assert_eq!(Square::new(0), None);
/// assert_eq!(Square::new(51), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "number"))]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: u8 = 50;

    /// The square with this number, 1..=50.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Every square, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(|index| Self(index + 1))
    }

    /// The number, 1..=50.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The row from Black's side, 0..=9.
    pub const fn row(self) -> u8 {
        (self.0 - 1) / 5
    }

    /// Its bit in a [`super::SquareSet`]: one unused bit stands after every second row, so that
    /// each diagonal direction is one constant shift, and a step off the board falls on such a
    /// bit or beyond the ends.
    pub(super) const fn bit(self) -> u64 {
        let index = self.0 - 1;
        1 << (index + index / 10)
    }

    /// The square of the lowest bit.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub(super) const fn of_lowest(bits: u64) -> Option<Self> {
        let at = bits.trailing_zeros() as u8;
        Self::new(at - at / 11 + 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

/// Not the number of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a number from 1 to 50")
    }
}

impl std::error::Error for ParseSquareError {}

impl TryFrom<u8> for Square {
    type Error = ParseSquareError;

    fn try_from(number: u8) -> Result<Self, ParseSquareError> {
        Self::new(number).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_a_checked_integer_on_the_wire() {
        for square in Square::all() {
            let text = serde_json::to_string(&square).unwrap();
            assert_eq!(text, square.to_string());
            assert_eq!(serde_json::from_str::<Square>(&text).unwrap(), square);
            assert_eq!(Square::of_lowest(square.bit()), Some(square));
        }
        for text in ["0", "51", "-1", "256", "\"1\""] {
            assert!(serde_json::from_str::<Square>(text).is_err(), "{text}");
        }
    }
}
