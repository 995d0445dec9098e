//! Sets of squares, and the four diagonal directions.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::colour::Colour;
use super::square::Square;

/// The bits that are squares: all of the lowest 54 but every eleventh.
pub(super) const BOARD: u64 = {
    let mut bits = 0;
    let mut number = 1;
    while let Some(square) = Square::new(number) {
        bits |= square.bit();
        number += 1;
    }
    bits
};

/// A diagonal direction as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Direction {
    pub(super) const ALL: [Self; 4] =
        [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The directions in which this side's men step (FMJD 3.4).
    pub(super) const fn forward(colour: Colour) -> [Self; 2] {
        match colour {
            Colour::White => [Self::UpLeft, Self::UpRight],
            Colour::Black => [Self::DownLeft, Self::DownRight],
        }
    }

    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    /// All the bits one step further; what leaves the board is gone.
    #[inline]
    pub(super) const fn step(self, bits: u64) -> u64 {
        BOARD
            & match self {
                Self::UpLeft => bits >> 6,
                Self::UpRight => bits >> 5,
                Self::DownLeft => bits << 5,
                Self::DownRight => bits << 6,
            }
    }
}

/// The bits one by one, lowest first.
pub(super) fn single_bits(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// A set of squares. On the wire a list of numbers, ascending.
///
/// ```
/// use tiaoqi::rules::draughts::{Square, SquareSet};
///
/// let set: SquareSet = Square::all().filter(|square| square.row() < 2).collect();
/// assert_eq!(set.len(), 10);
/// assert_eq!(set.iter().last(), Square::new(10));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "Square[]"))]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All fifty.
    pub const FULL: Self = Self(BOARD);

    /// The set with one square.
    pub const fn of(square: Square) -> Self {
        Self(square.bit())
    }

    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits & BOARD)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The row on which this side's men become kings (FMJD 3.5): 1..=5 for White, 46..=50 for
    /// Black.
    pub const fn far_row(colour: Colour) -> Self {
        match colour {
            Colour::White => Self(0b1_1111),
            Colour::Black => Self(0b1_1111 << 49),
        }
    }

    /// Where this side's men begin (FMJD 2.8).
    pub fn camp(colour: Colour) -> Self {
        let squares = match colour {
            Colour::White => 31..=50,
            Colour::Black => 1..=20,
        };
        squares.filter_map(Square::new).collect()
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set, 0..=50.
    #[expect(clippy::cast_possible_truncation, reason = "at most 50")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Whether all of the other set is in this one.
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the sets have no square in common.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The squares, ascending.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        single_bits(self.0).filter_map(Square::of_lowest)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for SquareSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for SquareSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(
            squares
                .into_iter()
                .fold(0, |bits, square| bits | square.bit()),
        )
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(u8::from)).finish()
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let squares = Vec::<Square>::deserialize(deserializer)?;
        let set: Self = squares.iter().copied().collect();
        if usize::from(set.len()) == squares.len() {
            Ok(set)
        } else {
            Err(serde::de::Error::custom("a square is listed twice"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    fn numbers(bits: u64) -> Vec<u8> {
        SquareSet::from_bits(bits).iter().map(u8::from).collect()
    }

    #[test]
    fn a_step_agrees_with_rows_and_columns() {
        // Even rows have their dark squares on odd columns, odd rows on even ones.
        let at = |square: Square| {
            let row = i32::from(square.row());
            let place = i32::from(square.number() - 1) % 5;
            (row, 2 * place + 1 - row % 2)
        };
        for from in Square::all() {
            for (direction, down, right) in [
                (Direction::UpLeft, -1, -1),
                (Direction::UpRight, -1, 1),
                (Direction::DownLeft, 1, -1),
                (Direction::DownRight, 1, 1),
            ] {
                let (row, column) = at(from);
                let expected: Vec<u8> = Square::all()
                    .filter(|&to| at(to) == (row + down, column + right))
                    .map(u8::from)
                    .collect();
                assert_eq!(numbers(direction.step(from.bit())), expected, "{from}");
            }
        }
    }

    #[test]
    fn the_rows_and_camps_are_those_of_the_articles() {
        assert_eq!(
            numbers(SquareSet::far_row(Colour::White).0),
            [1, 2, 3, 4, 5]
        );
        assert_eq!(
            numbers(SquareSet::far_row(Colour::Black).0),
            [46, 47, 48, 49, 50]
        );
        assert_eq!(SquareSet::camp(Colour::White).len(), 20);
        assert!(SquareSet::camp(Colour::White).contains(square(31)));
        assert!(SquareSet::camp(Colour::Black).contains(square(20)));
        assert_eq!(SquareSet::FULL.len(), Square::COUNT);
    }

    #[test]
    fn a_set_is_an_ascending_list_on_the_wire() {
        let set: SquareSet = [50, 1, 11].map(square).into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,11,50]");
        assert_eq!(serde_json::from_str::<SquareSet>("[50,11,1]").unwrap(), set);
        assert!(serde_json::from_str::<SquareSet>("[1,1]").is_err());
        assert!(serde_json::from_str::<SquareSet>("[51]").is_err());
    }
}
