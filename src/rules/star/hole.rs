//! The 121 holes of the board: numbers, cube coordinates and names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Cube coordinates; x + y + z = 0 on every hole.
///
/// The screen row is z (-8 is the top tip), the screen column x + z/2.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "[i8; 3]", into = "[i8; 3]")]
pub struct Cube {
    /// Grows to the right.
    pub x: i8,
    /// Grows to the upper left.
    pub y: i8,
    /// Grows downwards.
    pub z: i8,
}

impl Cube {
    /// How many steps lie between two holes of an empty board.
    pub const fn distance(self, other: Self) -> u8 {
        let x = self.x.abs_diff(other.x);
        let y = self.y.abs_diff(other.y);
        let z = self.z.abs_diff(other.z);
        let larger = if x > y { x } else { y };
        if z > larger { z } else { larger }
    }
}

impl From<[i8; 3]> for Cube {
    fn from([x, y, z]: [i8; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Cube> for [i8; 3] {
    fn from(cube: Cube) -> Self {
        [cube.x, cube.y, cube.z]
    }
}

/// How many holes each of the seventeen rows has, from the top.
const ROWS: [u8; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// The number of holes before each row.
const ROW_START: [u8; 17] = {
    let mut starts = [0; 17];
    let mut row = 1;
    while row < 17 {
        starts[row] = starts[row - 1] + ROWS[row - 1];
        row += 1;
    }
    starts
};

/// The x of the leftmost hole of each row.
const ROW_LEFT: [i8; 17] = [
    4, 3, 2, 1, -4, -4, -4, -4, -4, -5, -6, -7, -8, -4, -4, -4, -4,
];

/// Where a marble may stand: 0..=120 in reading order, `a1` = 0 (the top tip), `q1` = 120.
///
/// ```
/// use tiaoqi::rules::star::{Cube, Hole};
///
/// let hole: Hole = "e13".parse().expect("a hole");
/// assert_eq!(hole.index(), 22);
/// assert_eq!(hole.cube(), Cube { x: 8, y: -4, z: -4 });
/// assert_eq!(hole.to_string(), "e13");
/// assert!("e14".parse::<Hole>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "number"))]
#[serde(try_from = "u8", into = "u8")]
pub struct Hole(u8);

impl Hole {
    /// How many holes the board has.
    pub const COUNT: usize = 121;

    /// Every hole, in reading order.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut number: u8 = 0;
        while (number as usize) < Self::COUNT {
            all[number as usize] = Self(number);
            number += 1;
        }
        all
    };

    /// The hole with this number, 0..=120.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number as an index, 0..=120.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 (top) to 16, and the place in it from the left, from 0.
    const fn row_and_place(self) -> (usize, u8) {
        let mut row = 16;
        while ROW_START[row] > self.0 {
            row -= 1;
        }
        (row, self.0 - ROW_START[row])
    }

    /// The cube coordinates.
    #[expect(clippy::cast_possible_truncation, reason = "rows are 0..=16")]
    pub const fn cube(self) -> Cube {
        let (row, place) = self.row_and_place();
        let x = ROW_LEFT[row] + place.cast_signed();
        let z = row as i8 - 8;
        Cube { x, y: -x - z, z }
    }

    /// The hole at these coordinates, if there is one.
    pub const fn from_cube(cube: Cube) -> Option<Self> {
        let Cube { x, y, z } = cube;
        if x < -8 || x > 8 || y < -8 || y > 8 || z < -8 || z > 8 || x + y + z != 0 {
            return None;
        }
        let row = (z + 8).cast_unsigned() as usize;
        let place = x - ROW_LEFT[row];
        if place < 0 || place.cast_unsigned() >= ROWS[row] {
            return None;
        }
        Some(Self(ROW_START[row] + place.cast_unsigned()))
    }

    /// How many steps lie between two holes of an empty board.
    pub const fn distance(self, other: Self) -> u8 {
        self.cube().distance(other.cube())
    }

    /// The name for people and files: the row letter, then the place in the row from 1.
    pub fn name(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, place) = self.row_and_place();
        write!(f, "{}{}", char::from(b"abcdefghijklmnopq"[row]), place + 1)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Hole> for u8 {
    fn from(hole: Hole) -> Self {
        hole.0
    }
}

/// Not a hole of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseHoleError;

impl fmt::Display for ParseHoleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a hole of the board")
    }
}

impl std::error::Error for ParseHoleError {}

impl TryFrom<u8> for Hole {
    type Error = ParseHoleError;

    fn try_from(number: u8) -> Result<Self, ParseHoleError> {
        Self::new(number).ok_or(ParseHoleError)
    }
}

impl TryFrom<Cube> for Hole {
    type Error = ParseHoleError;

    fn try_from(cube: Cube) -> Result<Self, ParseHoleError> {
        Self::from_cube(cube).ok_or(ParseHoleError)
    }
}

impl FromStr for Hole {
    type Err = ParseHoleError;

    fn from_str(s: &str) -> Result<Self, ParseHoleError> {
        let (row, place) = match s.as_bytes() {
            [row @ b'a'..=b'q', place @ b'1'..=b'9'] => (row - b'a', place - b'1'),
            [row @ b'a'..=b'q', b'1', place @ b'0'..=b'3'] => (row - b'a', place - b'0' + 9),
            _ => return Err(ParseHoleError),
        };
        let row = usize::from(row);
        if place < ROWS[row] {
            Ok(Self(ROW_START[row] + place))
        } else {
            Err(ParseHoleError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_two_crossed_triangles() {
        let mut holes = 0;
        for x in -9..=9_i8 {
            for z in -9..=9_i8 {
                let cube = Cube { x, y: -x - z, z };
                let all = [cube.x, cube.y, cube.z];
                let on_board = all.iter().all(|&c| c >= -4) || all.iter().all(|&c| c <= 4);
                assert_eq!(Hole::from_cube(cube).is_some(), on_board, "{cube:?}");
                holes += usize::from(on_board);
            }
        }
        assert_eq!(holes, Hole::COUNT);
        assert_eq!(Hole::from_cube(Cube { x: 1, y: 1, z: 1 }), None);
        assert_eq!(
            Hole::from_cube(Cube {
                x: 127,
                y: 1,
                z: -128
            }),
            None
        );
    }

    #[test]
    fn numbers_cubes_and_names_are_one_to_one() {
        for (number, hole) in Hole::ALL.into_iter().enumerate() {
            assert_eq!(hole.index(), number);
            assert_eq!(Hole::from_cube(hole.cube()), Some(hole));
            assert_eq!(hole.name().parse(), Ok(hole));
        }
        assert_eq!(Hole::new(121), None);
        for wrong in [
            "", "a", "a0", "a2", "e14", "r1", "A1", "a01", "e1 ", "i10", "e99",
        ] {
            assert_eq!(wrong.parse::<Hole>(), Err(ParseHoleError), "{wrong}");
        }
    }

    #[test]
    fn names_follow_the_screen() {
        assert_eq!(Hole::ALL[0].cube(), Cube { x: 4, y: 4, z: -8 });
        assert_eq!(Hole::ALL[120].name(), "q1");
        assert_eq!(Hole::ALL[10].name(), "e1");
        assert_eq!("i5".parse::<Hole>().unwrap().cube(), Cube::default());
    }

    #[test]
    fn a_hole_is_a_checked_integer_on_the_wire() {
        assert_eq!(serde_json::to_string(&Hole::ALL[120]).unwrap(), "120");
        assert_eq!(serde_json::from_str::<Hole>("0").unwrap(), Hole::ALL[0]);
        assert!(serde_json::from_str::<Hole>("121").is_err());
        assert_eq!(
            serde_json::to_string(&Hole::ALL[0].cube()).unwrap(),
            "[4,4,-8]"
        );
    }

    #[test]
    fn distance_counts_steps() {
        assert_eq!(Hole::ALL[0].distance(Hole::ALL[120]), 16);
        assert_eq!(Hole::ALL[0].distance(Hole::ALL[0]), 0);
        assert_eq!(Hole::ALL[0].distance(Hole::ALL[2]), 1);
    }
}
