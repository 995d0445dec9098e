//! The switches of the family and the two presets that fix them (RULES.md section 9).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::colour::Colour;

/// Turns run out in a row that put a side out (RULES.md section 9, "Clock").
pub const TIMEOUTS_UNTIL_OUT: u8 = 3;

/// When taken pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TakenLeave {
    /// After the whole route (FMJD 4.11); until then they block, and none may be jumped twice
    /// (FMJD 4.8).
    AtEnd,
    /// As they are jumped: their squares are free for the rest of the route, also to end on, and
    /// a king may turn straight back.
    AtOnce,
}

/// All switches of the family. Limits of `None` are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsRuleSet"))]
pub struct RuleSet {
    /// Who makes the first move of a game (FMJD 3.3).
    pub first_move: Colour,
    /// When taken pieces leave the board (FMJD 4.8, 4.11).
    pub taken_leave: TakenLeave,
    /// Whether among routes that take equally many pieces only those are legal that take the
    /// most kings (FMJD 4.14 lets the player choose).
    pub king_priority: bool,
    /// A draw when the same position, with the same side to move, stands for this time
    /// (FMJD 6.1).
    pub repetition: Option<u8>,
    /// A draw after so many moves of each side in a row by kings only, without capture
    /// (FMJD 6.2).
    pub kings_only_moves: Option<u16>,
    /// A draw after so many moves of each side with three pieces, a king among them, against a
    /// lone king (FMJD 6.3).
    pub three_against_king_moves: Option<u16>,
    /// A draw after so many moves of each side with one or two pieces, a king among them, against
    /// a lone king (FMJD 6.4).
    pub two_against_king_moves: Option<u16>,
    /// A draw after so many plies, of both sides together, without capture and without promotion
    /// (no article; `plyyard`).
    pub quiet_plies: Option<u16>,
}

/// A named rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsPreset"))]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// International draughts as the FMJD plays it.
    Fmjd,
    /// The house rules: Black first, kings first, taken pieces leave at once.
    Plyyard,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 2] = [Self::Fmjd, Self::Plyyard];

    /// The name on the wire and in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fmjd => "fmjd",
            Self::Plyyard => "plyyard",
        }
    }

    /// Its switches.
    pub const fn rules(self) -> RuleSet {
        match self {
            Self::Fmjd => RuleSet {
                first_move: Colour::White,
                taken_leave: TakenLeave::AtEnd,
                king_priority: false,
                repetition: Some(3),
                kings_only_moves: Some(25),
                three_against_king_moves: Some(16),
                two_against_king_moves: Some(5),
                quiet_plies: None,
            },
            Self::Plyyard => RuleSet {
                first_move: Colour::Black,
                taken_leave: TakenLeave::AtOnce,
                king_priority: true,
                repetition: Some(3),
                kings_only_moves: None,
                three_against_king_moves: None,
                two_against_king_moves: None,
                quiet_plies: Some(100),
            },
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Not the name of a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePresetError;

impl fmt::Display for ParsePresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule sets of draughts are fmjd and plyyard")
    }
}

impl std::error::Error for ParsePresetError {}

impl FromStr for Preset {
    type Err = ParsePresetError;

    fn from_str(s: &str) -> Result<Self, ParsePresetError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.as_str() == s)
            .ok_or(ParsePresetError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_has_one_name_everywhere() {
        for preset in Preset::ALL {
            assert_eq!(preset.as_str().parse(), Ok(preset));
            assert_eq!(
                serde_json::to_string(&preset).unwrap(),
                format!("\"{preset}\"")
            );
        }
        assert_eq!("FMJD".parse::<Preset>(), Err(ParsePresetError));
    }

    #[test]
    fn a_rule_set_survives_the_wire() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), rules);
        }
    }
}
