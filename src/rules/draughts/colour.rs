//! The two sides, and pairs of values, one a side.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Begins on 31..=50 and moves toward 1.
    White,
    /// Begins on 1..=20 and moves toward 50.
    Black,
}

impl Colour {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter of FEN and PDN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// The seat of this side where the room gave `white` to White: Black sits facing it.
    #[must_use]
    pub const fn seat(self, white: Seat) -> Seat {
        match self {
            Self::White => white,
            Self::Black => white.facing(),
        }
    }

    /// The side that plays on `seat` where the room gave `white` to White; none for a seat that
    /// is neither White's nor the one facing it.
    ///
    /// ```
    /// use tiaoqi::rules::Seat;
    /// use tiaoqi::rules::draughts::Colour;
    ///
    /// let white = Seat::new(3).expect("0..=5");
    /// assert_eq!(Colour::Black.seat(white).to_string(), "0");
    /// assert_eq!(Colour::at(white.facing(), white), Some(Colour::Black));
    /// ```
    pub fn at(seat: Seat, white: Seat) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|colour| colour.seat(white) == seat)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// One value for each side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ByColour<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    fn index(&self, colour: Colour) -> &T {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_sit_facing_each_other() {
        for white in Seat::ALL {
            assert_eq!(Colour::White.seat(white), white);
            for colour in Colour::ALL {
                assert_eq!(Colour::at(colour.seat(white), white), Some(colour));
                assert_ne!(colour.seat(white), colour.other().seat(white));
            }
            let third = Seat::ALL[(white.index() + 1) % Seat::COUNT];
            assert_eq!(Colour::at(third, white), None);
        }
    }
}
