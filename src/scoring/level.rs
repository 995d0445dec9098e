//! The 25 levels and their titles (等級, RULES.md section 8).

use std::fmt;

use serde::{Deserialize, Serialize};

/// From how many points each level is reached, and its title. The first has no lower bound: points
/// may be negative.
const LEVELS: [(i64, &str); 25] = [
    (i64::MIN, "頑童"),
    (50, "小棋童"),
    (100, "棋童"),
    (150, "小小棋士"),
    (200, "小棋士"),
    (250, "預備棋師"),
    (400, "初級棋師"),
    (600, "中級棋師"),
    (800, "高級棋師"),
    (1000, "首席棋師"),
    (1500, "館主"),
    (2000, "名館主"),
    (2500, "坊主"),
    (3000, "名坊主"),
    (4000, "棋委會理事"),
    (5000, "棋委會元宿"),
    (6000, "棋委會主席"),
    (7000, "霸者"),
    (9000, "天王"),
    (11000, "棋癲"),
    (13000, "棋痴"),
    (15000, "棋賢"),
    (18000, "棋隱"),
    (21000, "棋靈"),
    (25000, "棋魂"),
];

/// A level, 1..=25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

impl Level {
    /// The level of new players.
    pub const LOWEST: Self = Self(1);

    /// The highest level.
    pub const HIGHEST: Self = Self(25);

    /// The level with this number, 1..=25.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Every level, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }

    /// The number, 1..=25.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The title, as players see it.
    pub const fn title(self) -> &'static str {
        LEVELS[self.0 as usize - 1].1
    }

    /// The least points of this level; none for the first.
    pub const fn threshold(self) -> Option<i64> {
        if self.0 == Self::LOWEST.0 {
            None
        } else {
            Some(LEVELS[self.0 as usize - 1].0)
        }
    }

    /// Whether encouragement is doubled: levels 1 to 5.
    pub const fn doubles_encouragement(self) -> bool {
        self.0 <= 5
    }
}

/// The level of a player with so many points: the highest row whose threshold is reached.
///
/// ```
/// use tiaoqi::scoring::level_of;
///
/// assert_eq!(level_of(49).title(), "頑童");
/// assert_eq!(level_of(50).number(), 2);
/// ```
pub fn level_of(points: i64) -> Level {
    Level::all()
        .rev()
        .find(|level| {
            level
                .threshold()
                .is_none_or(|threshold| threshold <= points)
        })
        .unwrap_or(Level::LOWEST)
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

/// Not the number of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number from 1 to 25")
    }
}

impl std::error::Error for LevelError {}

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Self, LevelError> {
        Self::new(number).ok_or(LevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_begins_at_its_threshold() {
        assert_eq!(level_of(i64::MIN), Level::LOWEST);
        assert_eq!(level_of(-1), Level::LOWEST);
        assert_eq!(level_of(0), Level::LOWEST);
        for level in Level::all().skip(1) {
            let from = level.threshold().unwrap();
            assert_eq!(level_of(from), level);
            assert_eq!(level_of(from - 1).number(), level.number() - 1);
        }
        assert_eq!(level_of(49).number(), 1);
        assert_eq!(level_of(50).number(), 2);
        assert_eq!(level_of(24_999).number(), 24);
        assert_eq!(level_of(25_000), Level::HIGHEST);
        assert_eq!(level_of(i64::MAX).title(), "棋魂");
    }

    #[test]
    fn titles_are_different_and_levels_are_checked() {
        let mut titles: Vec<_> = Level::all().map(Level::title).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), 25);
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(26), None);
        assert!(serde_json::from_str::<Level>("26").is_err());
        assert_eq!(serde_json::to_string(&Level::HIGHEST).unwrap(), "25");
    }

    #[test]
    fn the_25_titles_and_from_how_many_points_they_are_held() {
        let table: [(u8, Option<i64>, &str); 25] = [
            (1, None, "頑童"),
            (2, Some(50), "小棋童"),
            (3, Some(100), "棋童"),
            (4, Some(150), "小小棋士"),
            (5, Some(200), "小棋士"),
            (6, Some(250), "預備棋師"),
            (7, Some(400), "初級棋師"),
            (8, Some(600), "中級棋師"),
            (9, Some(800), "高級棋師"),
            (10, Some(1000), "首席棋師"),
            (11, Some(1500), "館主"),
            (12, Some(2000), "名館主"),
            (13, Some(2500), "坊主"),
            (14, Some(3000), "名坊主"),
            (15, Some(4000), "棋委會理事"),
            (16, Some(5000), "棋委會元宿"),
            (17, Some(6000), "棋委會主席"),
            (18, Some(7000), "霸者"),
            (19, Some(9000), "天王"),
            (20, Some(11_000), "棋癲"),
            (21, Some(13_000), "棋痴"),
            (22, Some(15_000), "棋賢"),
            (23, Some(18_000), "棋隱"),
            (24, Some(21_000), "棋靈"),
            (25, Some(25_000), "棋魂"),
        ];
        for (row, (number, from, title)) in table.into_iter().enumerate() {
            let level = Level::new(number).unwrap();
            assert_eq!(level.title(), title);
            assert_eq!(level.threshold(), from, "{title}");
            assert_eq!(level_of(from.unwrap_or(-1)), level, "{title}");
            let to = table.get(row + 1).and_then(|&(_, from, _)| from);
            assert_eq!(level_of(to.map_or(i64::MAX, |to| to - 1)), level, "{title}");
        }
    }
}
