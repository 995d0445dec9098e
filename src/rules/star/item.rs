//! The six items (道具, RULES.md section 6), the hands that hold them, and how a use of one is named.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hole::Hole;
use crate::rules::Seat;

/// One of the six kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// 路障: for three rounds nothing stands on the hole, hops over it or crosses it.
    Roadblock,
    /// 修路工: for three rounds a fixed marble of nobody stands on the hole.
    RoadWorker,
    /// 動力彈珠: one own marble acts twice.
    PowerMarble,
    /// 飛天翼: an own marble goes to an empty hole within 4.
    Wings,
    /// 移形換位: an own marble and another seat's within 4 change places.
    Swap,
    /// 龍捲風: the marbles of seven holes are dealt anew.
    Tornado,
}

impl Item {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Roadblock,
        Self::RoadWorker,
        Self::PowerMarble,
        Self::Wings,
        Self::Swap,
        Self::Tornado,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Roadblock => "roadblock",
            Self::RoadWorker => "road_worker",
            Self::PowerMarble => "power_marble",
            Self::Wings => "wings",
            Self::Swap => "swap",
            Self::Tornado => "tornado",
        }
    }

    /// Whether it takes the place of a move (and may be the further item of a power marble); the
    /// others are used before the move of the same turn.
    pub const fn replaces_move(self) -> bool {
        matches!(self, Self::Wings | Self::Swap)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The items a seat still has: at most one of each kind. On the wire a list of their names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "Item[]"))]
pub struct Hand(u8);

impl Hand {
    /// Nothing.
    pub const EMPTY: Self = Self(0);

    /// One of each kind.
    pub const FULL: Self = Self((1 << Item::ALL.len()) - 1);

    /// Whether the item is in it.
    pub const fn contains(self, item: Item) -> bool {
        self.0 & item.bit() != 0
    }

    /// Whether it holds nothing.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes an item out.
    pub const fn remove(&mut self, item: Item) {
        self.0 &= !item.bit();
    }

    /// The items, in the order of [`Item::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Item> {
        Item::ALL
            .into_iter()
            .filter(move |&item| self.contains(item))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Item> for Hand {
    fn from_iter<I: IntoIterator<Item = Item>>(items: I) -> Self {
        Self(items.into_iter().fold(0, |bits, item| bits | item.bit()))
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Item>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

/// An item and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "item", rename_all = "snake_case", deny_unknown_fields)]
pub enum ItemUse {
    /// A roadblock.
    Roadblock {
        /// Where it shall stand.
        hole: Hole,
    },
    /// A road worker.
    RoadWorker {
        /// Where it shall stand.
        hole: Hole,
    },
    /// A power marble.
    PowerMarble {
        /// The marble that shall act twice.
        from: Hole,
    },
    /// Wings.
    Wings {
        /// The marble that flies.
        from: Hole,
        /// The hole it flies to.
        to: Hole,
    },
    /// A swap.
    Swap {
        /// The own marble.
        from: Hole,
        /// The other seat's marble.
        with: Hole,
    },
    /// A tornado.
    Tornado {
        /// The middle of its seven holes.
        hole: Hole,
    },
}

impl ItemUse {
    /// The kind.
    pub const fn item(&self) -> Item {
        match self {
            Self::Roadblock { .. } => Item::Roadblock,
            Self::RoadWorker { .. } => Item::RoadWorker,
            Self::PowerMarble { .. } => Item::PowerMarble,
            Self::Wings { .. } => Item::Wings,
            Self::Swap { .. } => Item::Swap,
            Self::Tornado { .. } => Item::Tornado,
        }
    }
}

/// A marble that an item moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shift {
    /// Whose.
    pub seat: Seat,
    /// Where it stood.
    pub from: Hole,
    /// Where it stands now; a tornado may leave it where it was.
    pub to: Hole,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_a_list_of_names_on_the_wire() {
        let mut hand = Hand::FULL;
        assert_eq!(hand.iter().count(), 6);
        for item in [Item::Roadblock, Item::PowerMarble, Item::Tornado] {
            hand.remove(item);
            assert!(!hand.contains(item));
        }
        let text = serde_json::to_string(&hand).unwrap();
        assert_eq!(text, r#"["road_worker","wings","swap"]"#);
        assert_eq!(serde_json::from_str::<Hand>(&text).unwrap(), hand);
        assert_eq!(serde_json::to_string(&Hand::EMPTY).unwrap(), "[]");
    }

    #[test]
    fn a_use_names_the_item_and_its_target_and_nothing_else() {
        for (text, item) in [
            (r#"{"item":"roadblock","hole":60}"#, Item::Roadblock),
            (r#"{"item":"road_worker","hole":60}"#, Item::RoadWorker),
            (r#"{"item":"power_marble","from":3}"#, Item::PowerMarble),
            (r#"{"item":"wings","from":3,"to":31}"#, Item::Wings),
            (r#"{"item":"swap","from":3,"with":40}"#, Item::Swap),
            (r#"{"item":"tornado","hole":60}"#, Item::Tornado),
        ] {
            let read: ItemUse = serde_json::from_str(text).unwrap();
            assert_eq!(read.item(), item);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
            let more = text.replace('}', r#","x":1}"#);
            assert!(serde_json::from_str::<ItemUse>(&more).is_err());
        }
    }
}
