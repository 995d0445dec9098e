//! Places at the table, and tables indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A place in a room: 0..=5, clockwise from the top camp.
///
/// ```
/// use tiaoqi::rules::Seat;
///
/// let seat = Seat::new(1).expect("0..=5");
/// assert_eq!(seat.facing().to_string(), "4");
/// assert_eq!(Seat::new(6), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "number"))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// How many seats there are at most.
    pub const COUNT: usize = 6;

    /// Every seat, clockwise from the top.
    pub const ALL: [Self; Self::COUNT] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The seat with this number, 0..=5.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// The number as an index, 0..=5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat on the other side of the board, whose camp is this seat's target.
    #[must_use]
    pub const fn facing(self) -> Self {
        Self((self.0 + 3) % 6)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// Not the number of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeatError;

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seat is a number from 0 to 5")
    }
}

impl std::error::Error for ParseSeatError {}

impl TryFrom<u8> for Seat {
    type Error = ParseSeatError;

    fn try_from(number: u8) -> Result<Self, ParseSeatError> {
        Self::new(number).ok_or(ParseSeatError)
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(s: &str) -> Result<Self, ParseSeatError> {
        match s.as_bytes() {
            [digit @ b'0'..=b'5'] => Ok(Self(digit - b'0')),
            _ => Err(ParseSeatError),
        }
    }
}

/// One value for each of the six seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>([T; Seat::COUNT]);

impl<T> BySeat<T> {
    /// A table from its six values, clockwise from the top.
    pub const fn new(values: [T; Seat::COUNT]) -> Self {
        Self(values)
    }

    /// A table filled by asking `value` for each seat.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(value))
    }

    /// All seats with their values, clockwise from the top.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> + DoubleEndedIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_faces_the_one_three_further() {
        for seat in Seat::ALL {
            assert_eq!(seat.facing().index(), (seat.index() + 3) % 6);
            assert_eq!(seat.facing().facing(), seat);
        }
    }

    #[test]
    fn a_seat_is_a_checked_integer_on_the_wire() {
        for seat in Seat::ALL {
            let text = serde_json::to_string(&seat).unwrap();
            assert_eq!(text, seat.to_string());
            assert_eq!(serde_json::from_str::<Seat>(&text).unwrap(), seat);
            assert_eq!(text.parse(), Ok(seat));
        }
        assert!(serde_json::from_str::<Seat>("6").is_err());
        assert!(serde_json::from_str::<Seat>("-1").is_err());
        assert_eq!("6".parse::<Seat>(), Err(ParseSeatError));
        assert_eq!("00".parse::<Seat>(), Err(ParseSeatError));
    }

    #[test]
    fn a_table_by_seat_is_an_array_on_the_wire() {
        let table = BySeat::from_fn(Seat::index);
        assert_eq!(serde_json::to_string(&table).unwrap(), "[0,1,2,3,4,5]");
        assert_eq!(table[Seat::ALL[4]], 4);
        assert!(table.iter().all(|(seat, &value)| seat.index() == value));
    }
}
