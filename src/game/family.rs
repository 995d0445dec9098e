//! The two families under one name: what is played, by which rules, and who sits for which side.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::draughts::{self, Colour};
use crate::rules::{Seat, star};

/// A family of games: points are kept for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Chinese checkers (跳棋).
    Star,
    /// International draughts (國際跳棋).
    Draughts,
}

impl Family {
    /// The name on the wire and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Draughts => "draughts",
        }
    }
}

/// A named rule set of either family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GamePreset"))]
#[serde(untagged)]
pub enum Preset {
    /// Of Chinese checkers.
    Star(star::Preset),
    /// Of draughts.
    Draughts(draughts::Preset),
}

impl Preset {
    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Star(preset) => preset.as_str(),
            Self::Draughts(preset) => preset.as_str(),
        }
    }

    /// Its family.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Self::Star(_) => Family::Star,
            Self::Draughts(_) => Family::Draughts,
        }
    }

    /// Whether games under it may count.
    #[must_use]
    pub fn may_be_rated(self) -> bool {
        match self {
            Self::Star(preset) => preset.may_be_rated(),
            Self::Draughts(_) => true,
        }
    }
}

/// Not the name of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePresetError;

impl fmt::Display for ParsePresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule sets are qq, qq_long, classic, turns, fmjd and plyyard")
    }
}

impl std::error::Error for ParsePresetError {}

impl FromStr for Preset {
    type Err = ParsePresetError;

    fn from_str(name: &str) -> Result<Self, ParsePresetError> {
        let star = name.parse().map(Self::Star).ok();
        star.or_else(|| name.parse().map(Self::Draughts).ok())
            .ok_or(ParsePresetError)
    }
}

impl From<star::Preset> for Preset {
    fn from(preset: star::Preset) -> Self {
        Self::Star(preset)
    }
}

impl From<draughts::Preset> for Preset {
    fn from(preset: draughts::Preset) -> Self {
        Self::Draughts(preset)
    }
}

/// Every switch of a game's rules, as `started` records them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GameRules"))]
#[serde(untagged)]
pub enum Rules {
    /// Of Chinese checkers.
    Star(star::RuleSet),
    /// Of draughts.
    Draughts(draughts::RuleSet),
}

impl From<star::RuleSet> for Rules {
    fn from(rules: star::RuleSet) -> Self {
        Self::Star(rules)
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GameEndReason"))]
#[serde(untagged)]
pub enum EndReason {
    /// A game of Chinese checkers.
    Star(star::EndReason),
    /// A game of draughts.
    Draughts(draughts::EndReason),
}

impl EndReason {
    /// Whether those still playing drew.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        match self {
            Self::Star(reason) => reason.is_draw(),
            Self::Draughts(reason) => reason.is_draw(),
        }
    }
}

/// The seats of draughts in the order of White, Black (PROTOCOL.md: 0 White, 1 Black).
pub const DRAUGHTS_SEATS: [Seat; 2] = [Seat::ALL[0], Seat::ALL[1]];

/// The seat of a side.
#[must_use]
pub const fn seat_of(colour: Colour) -> Seat {
    match colour {
        Colour::White => DRAUGHTS_SEATS[0],
        Colour::Black => DRAUGHTS_SEATS[1],
    }
}

/// The side of a seat; none for one that has none.
#[must_use]
pub fn colour_of(seat: Seat) -> Option<Colour> {
    Colour::ALL
        .into_iter()
        .find(|colour| seat_of(*colour) == seat)
}
