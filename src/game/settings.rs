//! What a room plays.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Millis;
use crate::game::family::{DRAUGHTS_SEATS, Family, Preset, Rules};
use crate::game::time::MainClock;
use crate::rules::Seat;
use crate::rules::star::{self, SetupError, Switches, Team, seating};

/// The settings of a room: what is played, by how many, and for what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The rule set.
    #[schema(value_type = String, example = "qq")]
    pub preset: Preset,
    /// How many play: 2, 3, 4 or 6; 2 in draughts.
    pub players: u8,
    /// Seconds a turn, 10..=300; means nothing where there is a main clock.
    #[serde(default = "default_turn_seconds")]
    pub turn_seconds: u16,
    /// Time for the whole game instead, in draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<MainClock>,
    /// Whether the game counts: accounts only, one person a seat, no bots.
    #[serde(default)]
    pub rated: bool,
    /// Whether only those with the code or link find the room.
    #[serde(default)]
    pub private: bool,
    /// 組隊: two teams, A and B in turn by the order of the seats; with 4 or 6 players.
    #[serde(default, skip_serializing_if = "is_off")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub teams: bool,
    /// 道具: with items.
    #[serde(default, skip_serializing_if = "is_off")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub items: bool,
    /// 同屏: one person sits on all seats, of a private, unrated room.
    #[serde(default, skip_serializing_if = "is_off")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub local: bool,
    /// The switches that differ from the preset; in unrated rooms only.
    #[serde(default, skip_serializing_if = "Switches::is_empty")]
    #[schema(value_type = Object)]
    #[cfg_attr(test, ts(optional, as = "Option<Switches>"))]
    pub switches: Switches,
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

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_off(switch: &bool) -> bool {
    !switch
}

/// Why settings make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// Not 2, 3, 4 or 6 players.
    Players,
    /// Not 10..=300 seconds a turn.
    TurnSeconds,
    /// This preset, a changed one, or a chosen start cannot be rated.
    Rated,
    /// Nobody sits on the seat that shall start, or it is not for the room to say.
    First,
    /// A main clock out of bounds, or in a game that has none.
    Clock,
    /// What only Chinese checkers has.
    Draughts,
    /// Teams or items with a preset that has none.
    Extras,
    /// One person on all seats of a room that is public or rated.
    Local,
    /// No checkpoints in a public room.
    StallRule,
    /// Another family than the room's, whose points are others.
    Family,
    /// The switches, seats and teams do not go together.
    Rules(SetupError),
}

impl SettingsError {
    /// A stable code; the client has words for each (`bad.<code>`) in every language.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::TurnSeconds => "turn_seconds",
            Self::Rated => "rated",
            Self::First => "first",
            Self::Clock => "clock",
            Self::Draughts => "draughts",
            Self::Extras => "extras",
            Self::Local => "local",
            Self::StallRule => "stall_rule",
            Self::Family => "family",
            Self::Rules(error) => error.code(),
        }
    }

    /// What is wrong, for developers.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Players => "players: 2, 3, 4 or 6",
            Self::TurnSeconds => "turn_seconds: 10 to 300",
            Self::Rated => "rated: only unchanged presets that may be, with a drawn start",
            Self::First => "first: no such seat",
            Self::Clock => "clock: in draughts only, 0 to 10800 s and 0 to 180 s, not both 0",
            Self::Draughts => "draughts: 2 players, no teams, items or switches",
            Self::Extras => "teams, items: not with this preset",
            Self::Local => "local: only in private, unrated rooms",
            Self::StallRule => "checkpoints: off in private rooms only",
            Self::Family => "preset: another game is another room",
            Self::Rules(error) => error.reason(),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl std::error::Error for SettingsError {}

impl Default for Settings {
    /// An unrated public `qq` room for two.
    fn default() -> Self {
        Self {
            preset: Preset::Star(star::Preset::Qq),
            players: 2,
            turn_seconds: DEFAULT_TURN_SECONDS,
            clock: None,
            rated: false,
            private: false,
            teams: false,
            items: false,
            local: false,
            switches: Switches::default(),
            first: None,
        }
    }
}

impl Settings {
    /// Checks that the settings make a game (RULES.md section 7).
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
        let unchanged = self.switches.is_empty() && self.first.is_none();
        if self.rated && !(self.preset.may_be_rated() && unchanged) {
            return Err(SettingsError::Rated);
        }
        if self.first.is_some_and(|seat| !seats.contains(&seat)) {
            return Err(SettingsError::First);
        }
        if self.local && (self.rated || !self.private) {
            return Err(SettingsError::Local);
        }
        match self.preset {
            Preset::Star(preset) => self.check_star(preset),
            Preset::Draughts(_) => self.check_draughts(),
        }
    }

    fn check_draughts(&self) -> Result<(), SettingsError> {
        if self.first.is_some() {
            return Err(SettingsError::First);
        }
        if self.teams || self.items || !self.switches.is_empty() {
            return Err(SettingsError::Draughts);
        }
        if self.clock.is_some_and(|clock| !clock.is_sound()) {
            return Err(SettingsError::Clock);
        }
        Ok(())
    }

    fn check_star(&self, preset: star::Preset) -> Result<(), SettingsError> {
        let seats = self.seats();
        if self.clock.is_some() {
            return Err(SettingsError::Clock);
        }
        if (self.teams || self.items) && !preset.may_have_teams_and_items() {
            return Err(SettingsError::Extras);
        }
        let rules = self.switches.over(preset);
        let checked = if self.teams {
            rules.check_teams(seats.len())
        } else {
            rules.check(seats.len())
        };
        checked.map_err(SettingsError::Rules)?;
        if rules.checkpoints.last().is_none() && !self.private {
            return Err(SettingsError::StallRule);
        }
        Ok(())
    }

    /// The rule set: the preset's with the switches of this room.
    #[must_use]
    pub fn rules(&self) -> Rules {
        match self.preset {
            Preset::Star(preset) => Rules::Star(self.switches.over(preset)),
            Preset::Draughts(preset) => Rules::Draughts(preset.rules()),
        }
    }

    /// What is played.
    #[must_use]
    pub fn family(&self) -> Family {
        self.preset.family()
    }

    /// The team of a seat, by its place in turn order; none without teams.
    #[must_use]
    pub fn team(&self, seat: Seat) -> Option<Team> {
        let at = self.seats().iter().position(|&other| other == seat)?;
        self.teams.then(|| Team::at(at))
    }

    /// The camps in use, in turn order; empty for a count of players that does not exist.
    #[must_use]
    pub fn seats(&self) -> &'static [Seat] {
        match (self.preset, self.players) {
            (Preset::Star(_), players) => seating(usize::from(players)),
            (Preset::Draughts(_), 2) => &DRAUGHTS_SEATS,
            (Preset::Draughts(_), _) => &[],
        }
    }

    /// The turn limit.
    #[must_use]
    pub fn turn_limit(&self) -> Millis {
        Millis::from(self.turn_seconds) * 1_000
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
