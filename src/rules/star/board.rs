//! The geometry of the board as tables: neighbours, rays, camps, homes, targets and seatings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hole::{Cube, Hole};
use super::set::HoleSet;
use crate::rules::{BySeat, Seat};

/// One of the six straight lines out of a hole, clockwise from the upper right.
///
/// This order is the tie-break of shortest paths: see [`super::Position::path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    UpperRight,
    Right,
    LowerRight,
    LowerLeft,
    Left,
    UpperLeft,
}

impl Direction {
    /// Every direction, clockwise from the upper right.
    pub const ALL: [Self; 6] = [
        Self::UpperRight,
        Self::Right,
        Self::LowerRight,
        Self::LowerLeft,
        Self::Left,
        Self::UpperLeft,
    ];

    /// The coordinates one step away from the centre.
    const fn offset(self) -> Cube {
        match self {
            Self::UpperRight => Cube { x: 1, y: 0, z: -1 },
            Self::Right => Cube { x: 1, y: -1, z: 0 },
            Self::LowerRight => Cube { x: 0, y: -1, z: 1 },
            Self::LowerLeft => Cube { x: -1, y: 0, z: 1 },
            Self::Left => Cube { x: -1, y: 1, z: 0 },
            Self::UpperLeft => Cube { x: 0, y: 1, z: -1 },
        }
    }

    /// Whether hole numbers grow along this direction.
    const fn ascends(self) -> bool {
        matches!(self, Self::Right | Self::LowerRight | Self::LowerLeft)
    }
}

/// The hole `steps` away from `from`; every line of holes is contiguous.
const fn walk(from: Hole, direction: Direction, steps: i8) -> Option<Hole> {
    let Cube { x, y, z } = from.cube();
    let by = direction.offset();
    Hole::from_cube(Cube {
        x: x + steps * by.x,
        y: y + steps * by.y,
        z: z + steps * by.z,
    })
}

static STEPS: [[Option<Hole>; 6]; Hole::COUNT] = {
    let mut table = [[None; 6]; Hole::COUNT];
    let mut h = 0;
    while h < Hole::COUNT {
        let mut d = 0;
        while d < 6 {
            table[h][d] = walk(Hole::ALL[h], Direction::ALL[d], 1);
            d += 1;
        }
        h += 1;
    }
    table
};

static NEIGHBOURS: [HoleSet; Hole::COUNT] = {
    let mut table = [HoleSet::EMPTY; Hole::COUNT];
    let mut h = 0;
    while h < Hole::COUNT {
        let mut d = 0;
        while d < 6 {
            if let Some(next) = walk(Hole::ALL[h], Direction::ALL[d], 1) {
                table[h].insert(next);
            }
            d += 1;
        }
        h += 1;
    }
    table
};

static RAYS: [[HoleSet; 6]; Hole::COUNT] = {
    let mut table = [[HoleSet::EMPTY; 6]; Hole::COUNT];
    let mut h = 0;
    while h < Hole::COUNT {
        let mut d = 0;
        while d < 6 {
            let mut at = walk(Hole::ALL[h], Direction::ALL[d], 1);
            while let Some(hole) = at {
                table[h][d].insert(hole);
                at = walk(hole, Direction::ALL[d], 1);
            }
            d += 1;
        }
        h += 1;
    }
    table
};

static MIRROR: [[Option<Hole>; Hole::COUNT]; Hole::COUNT] = {
    let mut table = [[None; Hole::COUNT]; Hole::COUNT];
    let mut h = 0;
    while h < Hole::COUNT {
        let Cube { x, y, z } = Hole::ALL[h].cube();
        let mut p = 0;
        while p < Hole::COUNT {
            let pivot = Hole::ALL[p].cube();
            table[h][p] = Hole::from_cube(Cube {
                x: 2 * pivot.x - x,
                y: 2 * pivot.y - y,
                z: 2 * pivot.z - z,
            });
            p += 1;
        }
        h += 1;
    }
    table
};

/// The largest radius of [`within`].
const LARGEST_RADIUS: usize = 4;

static WITHIN: [[HoleSet; Hole::COUNT]; LARGEST_RADIUS + 1] = {
    let mut table = [[HoleSet::EMPTY; Hole::COUNT]; LARGEST_RADIUS + 1];
    let mut h = 0;
    while h < Hole::COUNT {
        let mut other = 0;
        while other < Hole::COUNT {
            let mut radius = Hole::ALL[h].distance(Hole::ALL[other]) as usize;
            while radius <= LARGEST_RADIUS {
                table[radius][h].insert(Hole::ALL[other]);
                radius += 1;
            }
            other += 1;
        }
        h += 1;
    }
    table
};

/// The holes at most `radius` (0..=4) steps of an empty, boundless board away, `of` among them.
pub fn within(of: Hole, radius: usize) -> HoleSet {
    WITHIN[radius][of.index()]
}

/// The hole one step away, unless the board ends there.
pub fn step(from: Hole, direction: Direction) -> Option<Hole> {
    STEPS[from.index()][direction as usize]
}

/// The up to six holes one step away.
pub fn neighbours(of: Hole) -> HoleSet {
    NEIGHBOURS[of.index()]
}

/// All holes along a direction up to the edge of the board, without `from`.
pub fn ray(from: Hole, direction: Direction) -> HoleSet {
    RAYS[from.index()][direction as usize]
}

/// The hole as far behind `pivot` as `from` is before it, unless it lies off the board.
pub fn mirror(from: Hole, pivot: Hole) -> Option<Hole> {
    MIRROR[from.index()][pivot.index()]
}

/// The hole of `set` that is met first along a direction.
pub(super) fn nearest(from: Hole, direction: Direction, set: HoleSet) -> Option<Hole> {
    let met = set & ray(from, direction);
    if direction.ascends() {
        met.first()
    } else {
        met.last()
    }
}

/// How many marbles each side has. On the wire the number itself.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "number"))]
#[serde(try_from = "u8", into = "u8")]
pub enum Army {
    /// 10: the point.
    #[default]
    Ten,
    /// 13: the point and the middle three of the adjoining row of five.
    Thirteen,
    /// 15: the point and the whole adjoining row of five.
    Fifteen,
    /// 19: the fifteen and the middle four of the next row of six.
    Nineteen,
}

impl Army {
    /// Every size.
    pub const ALL: [Self; 4] = [Self::Ten, Self::Thirteen, Self::Fifteen, Self::Nineteen];

    /// The number of marbles a side.
    pub const fn marbles(self) -> u8 {
        match self {
            Self::Ten => 10,
            Self::Thirteen => 13,
            Self::Fifteen => 15,
            Self::Nineteen => 19,
        }
    }

    /// Whether rooms offer this size to so many players (RULES.md section 1).
    pub const fn suits(self, players: usize) -> bool {
        match self {
            Self::Ten => matches!(players, 2 | 3 | 4 | 6),
            Self::Thirteen => players == 4,
            Self::Fifteen | Self::Nineteen => players == 2,
        }
    }
}

/// Not a number of marbles that is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseArmyError;

impl fmt::Display for ParseArmyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side has 10, 13, 15 or 19 marbles")
    }
}

impl std::error::Error for ParseArmyError {}

impl TryFrom<u8> for Army {
    type Error = ParseArmyError;

    fn try_from(marbles: u8) -> Result<Self, ParseArmyError> {
        Self::ALL
            .into_iter()
            .find(|army| army.marbles() == marbles)
            .ok_or(ParseArmyError)
    }
}

impl std::str::FromStr for Army {
    type Err = ParseArmyError;

    fn from_str(s: &str) -> Result<Self, ParseArmyError> {
        s.parse::<u8>().map_err(|_| ParseArmyError)?.try_into()
    }
}

impl From<Army> for u8 {
    fn from(army: Army) -> Self {
        army.marbles()
    }
}

/// How far a hole lies from the centre towards a camp (5 to 8 in the point itself), and how far
/// from the axis of that camp (0 on it).
const fn depth_and_offset(cube: Cube, seat: usize) -> (i8, u8) {
    let Cube { x, y, z } = cube;
    match seat {
        0 => (-z, x.abs_diff(y)),
        1 => (x, y.abs_diff(z)),
        2 => (-y, x.abs_diff(z)),
        3 => (z, x.abs_diff(y)),
        4 => (-x, y.abs_diff(z)),
        _ => (y, x.abs_diff(z)),
    }
}

const fn home_holes(army: Army, seat: usize) -> HoleSet {
    let mut set = HoleSet::EMPTY;
    let mut h = 0;
    while h < Hole::COUNT {
        let hole = Hole::ALL[h];
        let (depth, offset) = depth_and_offset(hole.cube(), seat);
        let inside = match depth {
            5.. => true,
            4 => match army {
                Army::Ten => false,
                Army::Thirteen => offset <= 2,
                Army::Fifteen | Army::Nineteen => offset <= 4,
            },
            3 => matches!(army, Army::Nineteen) && offset <= 3,
            _ => false,
        };
        if inside {
            set.insert(hole);
        }
        h += 1;
    }
    set
}

static HOMES: [[HoleSet; 6]; 4] = {
    let mut table = [[HoleSet::EMPTY; 6]; 4];
    let mut army = 0;
    while army < 4 {
        let mut seat = 0;
        while seat < 6 {
            table[army][seat] = home_holes(Army::ALL[army], seat);
            seat += 1;
        }
        army += 1;
    }
    table
};

/// The six points together.
pub(super) const ALL_CAMPS: HoleSet = {
    let mut set = HoleSet::EMPTY;
    let mut seat = 0;
    while seat < 6 {
        set = set.union(home_holes(Army::Ten, seat));
        seat += 1;
    }
    set
};

static FOREIGN_CAMPS: [HoleSet; 6] = {
    let mut table = [HoleSet::EMPTY; 6];
    let mut seat = 0;
    while seat < 6 {
        let mut other = 0;
        while other < 6 {
            if other % 3 != seat % 3 {
                table[seat] = table[seat].union(home_holes(Army::Ten, other));
            }
            other += 1;
        }
        seat += 1;
    }
    table
};

/// The ten holes of a point (營區), whatever the number of marbles.
pub fn camp(seat: Seat) -> HoleSet {
    HOMES[Army::Ten as usize][seat.index()]
}

/// The four camps that are neither the seat's own nor the one it must reach.
pub fn foreign_camps(seat: Seat) -> HoleSet {
    FOREIGN_CAMPS[seat.index()]
}

/// The holes on which a seat's marbles start.
pub fn home(army: Army, seat: Seat) -> HoleSet {
    HOMES[army as usize][seat.index()]
}

/// The holes that a seat's marbles must fill: the facing home.
pub fn target(army: Army, seat: Seat) -> HoleSet {
    home(army, seat.facing())
}

/// The starting sets of all six seats.
pub fn homes(army: Army) -> BySeat<HoleSet> {
    BySeat::new(HOMES[army as usize])
}

/// The camps in use by default for so many players, in turn order; empty where no such game exists.
pub fn seating(players: usize) -> &'static [Seat] {
    const S: [Seat; 6] = Seat::ALL;
    match players {
        2 => &[S[0], S[3]],
        3 => &[S[0], S[2], S[4]],
        4 => &[S[0], S[1], S[3], S[4]],
        6 => &Seat::ALL,
        _ => &[],
    }
}

/// Whether these seats, in clockwise order, are a rotation of the default seating.
pub(super) fn is_seating(seats: &[Seat]) -> bool {
    let has = |rotated: &Seat, by: usize| {
        seats
            .iter()
            .any(|seat| seat.index() == (rotated.index() + by) % Seat::COUNT)
    };
    let default = seating(seats.len());
    !default.is_empty() && (0..Seat::COUNT).any(|by| default.iter().all(|seat| has(seat, by)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_there_and_back() {
        for hole in Hole::ALL {
            for (d, direction) in Direction::ALL.into_iter().enumerate() {
                let back = Direction::ALL[(d + 3) % 6];
                if let Some(next) = step(hole, direction) {
                    assert_eq!(step(next, back), Some(hole));
                    assert!(neighbours(hole).contains(next));
                    assert_eq!(ray(hole, direction), ray(next, direction) | next.into());
                    assert_eq!(direction.ascends(), next > hole);
                    assert_eq!(nearest(hole, direction, HoleSet::FULL), Some(next));
                } else {
                    assert!(ray(hole, direction).is_empty());
                }
            }
        }
    }

    #[test]
    fn a_mirror_lies_twice_as_far() {
        for hole in Hole::ALL {
            for pivot in Hole::ALL {
                if let Some(landing) = mirror(hole, pivot) {
                    assert_eq!(mirror(landing, pivot), Some(hole));
                    assert_eq!(hole.distance(landing), 2 * hole.distance(pivot));
                }
            }
        }
    }

    #[test]
    fn what_lies_within_a_radius_is_the_hex_distance() {
        for hole in Hole::ALL {
            for radius in 0..=LARGEST_RADIUS {
                let near: HoleSet = Hole::ALL
                    .into_iter()
                    .filter(|&other| usize::from(hole.distance(other)) <= radius)
                    .collect();
                assert_eq!(within(hole, radius), near);
            }
        }
        assert_eq!(ALL_CAMPS.len(), 60);
    }

    #[test]
    fn camps_stand_clockwise_from_the_top() {
        let tips = ["a1", "e13", "m13", "q1", "m1", "e1"];
        for (seat, tip) in Seat::ALL.into_iter().zip(tips) {
            let tip: Hole = tip.parse().unwrap();
            assert!(camp(seat).contains(tip));
            assert_eq!(tip.distance(Hole::from_cube(Cube::default()).unwrap()), 8);
        }
    }

    #[test]
    fn homes_have_as_many_holes_as_marbles() {
        for army in Army::ALL {
            for seat in Seat::ALL {
                assert_eq!(home(army, seat).len(), army.marbles());
                assert!(camp(seat).is_subset(home(army, seat)));
                let reflected: HoleSet = home(army, seat)
                    .iter()
                    .filter_map(|hole| mirror(hole, Hole::from_cube(Cube::default()).unwrap()))
                    .collect();
                assert_eq!(target(army, seat), reflected);
            }
        }
        let thirteen = home(Army::Thirteen, Seat::ALL[0]) - camp(Seat::ALL[0]);
        let names: Vec<_> = thirteen.iter().map(Hole::name).collect();
        assert_eq!(names, ["e6", "e7", "e8"]);
        let nineteen = home(Army::Nineteen, Seat::ALL[0]) - home(Army::Fifteen, Seat::ALL[0]);
        let names: Vec<_> = nineteen.iter().map(Hole::name).collect();
        assert_eq!(names, ["f5", "f6", "f7", "f8"]);
    }

    #[test]
    fn foreign_camps_are_the_other_four() {
        for seat in Seat::ALL {
            let own = camp(seat) | camp(seat.facing());
            assert_eq!(foreign_camps(seat).len(), 40);
            assert!(foreign_camps(seat).is_disjoint(own));
        }
    }

    #[test]
    fn any_rotation_of_the_table_is_a_seating() {
        let seats = |numbers: &[usize]| numbers.iter().map(|&n| Seat::ALL[n]).collect::<Vec<_>>();
        for good in [
            &[0, 3][..],
            &[2, 5],
            &[1, 3, 5],
            &[1, 2, 4, 5],
            &[0, 2, 3, 5],
            &[0, 1, 2, 3, 4, 5],
        ] {
            assert!(is_seating(&seats(good)), "{good:?}");
        }
        for bad in [
            &[0, 1][..],
            &[],
            &[0],
            &[0, 1, 2],
            &[0, 1, 2, 3],
            &[0, 1, 2, 3, 4],
        ] {
            assert!(!is_seating(&seats(bad)), "{bad:?}");
        }
    }

    #[test]
    fn armies_suit_the_players_of_the_table() {
        let suited: Vec<_> = Army::ALL
            .into_iter()
            .flat_map(|army| {
                (0..=7)
                    .filter(move |&n| army.suits(n))
                    .map(move |n| (u8::from(army), n))
            })
            .collect();
        assert_eq!(
            suited,
            [
                (10, 2),
                (10, 3),
                (10, 4),
                (10, 6),
                (13, 4),
                (15, 2),
                (19, 2)
            ]
        );
    }
}
