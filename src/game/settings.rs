//! What a room plays.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Millis;
use crate::rules::Seat;
use crate::rules::star::{Preset, seating};

/// The settings of a room: what is played, by how many, and for what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The rule set.
    #[schema(value_type = String, example = "qq")]
    pub preset: Preset,
    /// How many play: 2, 3, 4 or 6.
    pub players: u8,
    /// Seconds a turn, 10..=300.
    #[serde(default = "default_turn_seconds")]
    pub turn_seconds: u16,
    /// Whether the game counts: accounts only, one person a seat, no bots.
    #[serde(default)]
    pub rated: bool,
    /// Whether only those with the code or link find the room.
    #[serde(default)]
    pub private: bool,
    /// Who starts: drawn by the server when absent; only unrated rooms may choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    #[cfg_attr(test, ts(optional))]
    pub first: Option<Seat>,
}

/// The turn limit when nothing is said (RULES.md section 4).
const DEFAULT_TURN_SECONDS: u16 = 30;

fn default_turn_seconds() -> u16 {
    DEFAULT_TURN_SECONDS
}

/// Why settings make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// Not 2, 3, 4 or 6 players.
    Players,
    /// Not 10..=300 seconds a turn.
    TurnSeconds,
    /// This preset, or a chosen start, cannot be rated.
    Rated,
    /// Nobody sits on the seat that shall start.
    First,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Players => "players: 2, 3, 4 or 6",
            Self::TurnSeconds => "turn_seconds: 10 to 300",
            Self::Rated => "rated: not with this preset or a chosen start",
            Self::First => "first: no such seat",
        })
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// Checks that the settings make a game.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SettingsError> {
        let seats = self.seats();
        if seats.is_empty() {
            return Err(SettingsError::Players);
        }
        if !(10..=300).contains(&self.turn_seconds) {
            return Err(SettingsError::TurnSeconds);
        }
        if self.rated && (!self.preset.may_be_rated() || self.first.is_some()) {
            return Err(SettingsError::Rated);
        }
        if self.first.is_some_and(|seat| !seats.contains(&seat)) {
            return Err(SettingsError::First);
        }
        Ok(())
    }

    /// The camps in use, in turn order; empty for a count of players that does not exist.
    #[must_use]
    pub fn seats(&self) -> &'static [Seat] {
        seating(usize::from(self.players))
    }

    /// The turn limit.
    #[must_use]
    pub fn turn_limit(&self) -> Millis {
        Millis::from(self.turn_seconds) * 1_000
    }
}
