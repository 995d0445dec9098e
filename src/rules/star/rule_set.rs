//! The switches of the family, the presets that fix them, and what does not go together.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::board::Army;

/// The round whose end is a draw (RULES.md section 3).
pub const ROUND_LIMIT: u16 = 300;

/// The round that stands in for the last checkpoint where a rule set has none (section 2).
pub const ROUND_WITHOUT_CHECKPOINTS: u16 = 30;

/// Turns run out in a row that put a seat out (section 4).
pub const TIMEOUTS_UNTIL_OUT: u8 = 3;

/// The turn of the one checkpoint of the preset `turns` (section 7).
const TURNS_CHECKPOINT: u16 = 30;

/// How many own turns before a checkpoint a player is warned (section 4).
pub const WARNING_TURNS: u16 = 5;

/// How far a hop reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Hop {
    /// 一子跳: over a neighbouring marble to the hole right behind it.
    #[default]
    Short,
    /// 空跳: over a marble at any distance to the hole as far behind it.
    Long,
}

/// Whether something may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// It may.
    #[default]
    Allowed,
    /// It may not.
    Forbidden,
}

impl Permission {
    /// Whether it may not be done.
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Self::Forbidden)
    }
}

/// What helps a seat whose target others stand in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BlockedTarget {
    /// Nothing: every hole must hold an own marble.
    #[default]
    Strict,
    /// A full target counts when more than half of it is own and the others are late.
    OccupiedCounts,
    /// A foreign marble in a full target may be exchanged.
    Swap,
}

/// Voluntary passing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// No one may pass.
    #[default]
    Never,
    /// The players agreed that one may.
    ByAgreement,
}

/// What happens, by itself, to a seat that has no legal move on its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoLegalMove {
    /// The turn passes.
    #[default]
    Pass,
    /// The seat is out.
    Forfeit,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EndRule {
    /// With the first seat that finishes.
    FirstWinner,
    /// When at most one seat is neither finished nor out.
    #[default]
    PlayOn,
    /// With the first seat that finishes, unless all others agree to play on.
    Ask,
}

/// What decides the places of seats that finish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RankBy {
    /// The order in which they finish.
    #[default]
    FinishOrder,
    /// The count of turns: who finishes in the same round shares the place.
    Turns,
}

/// After `turn` own turns at least `away` marbles must be away from home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Checkpoint {
    /// The own turn at whose end it is checked, 1..=300.
    pub turn: u16,
    /// The least number of marbles that must not stand in the home, 1..=army.
    pub away: u8,
}

/// The checkpoints of the stall rule, by ascending turn; none where the rule is off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "Checkpoint[]"))]
#[serde(transparent)]
pub struct Checkpoints(ArrayVec<Checkpoint, 8>);

impl Checkpoints {
    /// How many checkpoints there may be.
    pub const MOST: usize = 8;

    /// The list with these checkpoints, unless there are too many of them.
    pub fn new(list: &[Checkpoint]) -> Option<Self> {
        ArrayVec::try_from(list).ok().map(Self)
    }

    /// The one checkpoint of `classic`: all marbles after three turns for each.
    pub fn classic(army: Army) -> Self {
        let away = army.marbles();
        Self(ArrayVec::from_iter([Checkpoint {
            turn: 3 * u16::from(away),
            away,
        }]))
    }

    /// The checkpoints, by ascending turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Checkpoint> + DoubleEndedIterator {
        self.0.iter().copied()
    }

    /// The last checkpoint.
    pub fn last(&self) -> Option<Checkpoint> {
        self.0.last().copied()
    }

    /// The checkpoint of exactly this turn.
    pub(super) fn at(&self, turn: u16) -> Option<Checkpoint> {
        self.iter().find(|checkpoint| checkpoint.turn == turn)
    }

    fn are_sound(&self, army: Army) -> bool {
        self.0.windows(2).all(|pair| pair[0].turn < pair[1].turn)
            && self.iter().all(|Checkpoint { turn, away }| {
                (1..=ROUND_LIMIT).contains(&turn) && (1..=army.marbles()).contains(&away)
            })
    }
}

/// All switches of the family (RULES.md sections 2 to 4). A rated game uses an unchanged [`Preset`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleSet {
    /// How far a hop reaches.
    pub hop: Hop,
    /// How many marbles a side has.
    pub army: Army,
    /// Whether a marble in its target may end its move outside.
    pub leave_target: Permission,
    /// Whether a move may end in a camp that is neither the mover's home nor its target.
    pub rest_in_foreign_camp: Permission,
    /// The stall rule.
    pub checkpoints: Checkpoints,
    /// Whether a move may end in the mover's home once its last checkpoint has passed.
    pub reenter_home: Permission,
    /// What helps a seat whose target others stand in.
    pub blocked_target: BlockedTarget,
    /// Voluntary passing.
    pub passing: Passing,
    /// What happens to a seat without a legal move.
    pub no_legal_move: NoLegalMove,
    /// Whether the first seat that brings a marble into its target loses its next turn.
    pub first_in_skips: bool,
    /// When the game is over.
    pub end: EndRule,
    /// What decides the places.
    pub rank_by: RankBy,
}

impl RuleSet {
    /// Whether so many players can play by these rules.
    ///
    /// # Errors
    ///
    /// The first reason of RULES.md section 7 against it.
    pub fn check(&self, players: usize) -> Result<(), SetupError> {
        if super::board::seating(players).is_empty() {
            Err(SetupError::Players)
        } else if !self.army.suits(players) {
            Err(SetupError::Army)
        } else if !self.checkpoints.are_sound(self.army) {
            Err(SetupError::Checkpoints)
        } else if self.end == EndRule::FirstWinner && self.rank_by == RankBy::Turns {
            Err(SetupError::FirstWinnerByTurns)
        } else {
            Ok(())
        }
    }

    /// Whether so many players can play by these rules in two teams.
    ///
    /// # Errors
    ///
    /// The first reason of RULES.md section 7 against it.
    pub fn check_teams(&self, players: usize) -> Result<(), SetupError> {
        self.check(players)?;
        if !matches!(players, 4 | 6) {
            Err(SetupError::TeamPlayers)
        } else if self.rank_by == RankBy::Turns
            || self.end == EndRule::Ask
            || self.blocked_target != BlockedTarget::Strict
        {
            Err(SetupError::TeamSwitches)
        } else {
            Ok(())
        }
    }
}

/// Why a game cannot be set up like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupError {
    /// Not 2, 3, 4 or 6 players.
    Players,
    /// The seats are no rotation of the table of section 1, or the first seat is none of them.
    Seats,
    /// So many marbles a side do not go with so many players.
    Army,
    /// Checkpoints that do not ascend, or ask for the impossible.
    Checkpoints,
    /// `first_winner` with `rank_by: turns`.
    FirstWinnerByTurns,
    /// Teams with 2 or 3 seats.
    TeamPlayers,
    /// Teams with `rank_by: turns`, `end: ask`, `occupied_counts` or `swap`.
    TeamSwitches,
}

impl SetupError {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Seats => "seats",
            Self::Army => "army",
            Self::Checkpoints => "checkpoints",
            Self::FirstWinnerByTurns => "first_winner_by_turns",
            Self::TeamPlayers => "team_players",
            Self::TeamSwitches => "team_switches",
        }
    }
}

impl SetupError {
    /// What is wrong, for developers.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Players => "the star is played by 2, 3, 4 or 6",
            Self::Seats => "these camps are no seating of the star",
            Self::Army => "so many marbles do not go with so many players",
            Self::Checkpoints => {
                "checkpoints must ascend, up to turn 300 and the marbles of a side"
            }
            Self::FirstWinnerByTurns => "first_winner does not go with rank_by turns",
            Self::TeamPlayers => "teams need 4 or 6 seats",
            Self::TeamSwitches => {
                "teams go neither with rank_by turns nor end ask, and need blocked_target strict"
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl std::error::Error for SetupError {}

/// A named rule set (RULES.md section 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// 一子跳.
    #[default]
    Qq,
    /// 空跳.
    QqLong,
    /// The traditional game: the first winner ends it.
    Classic,
    /// Places by count of turns.
    Turns,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 4] = [Self::Qq, Self::QqLong, Self::Classic, Self::Turns];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Qq => "qq",
            Self::QqLong => "qq_long",
            Self::Classic => "classic",
            Self::Turns => "turns",
        }
    }

    /// Whether games by it may move points.
    pub const fn may_be_rated(self) -> bool {
        matches!(self, Self::Qq | Self::QqLong)
    }

    /// Whether teams and items may be switched on.
    pub const fn may_have_teams_and_items(self) -> bool {
        matches!(self, Self::Qq | Self::QqLong)
    }

    /// The checkpoints for so many marbles a side, where the table names them by that number.
    pub(super) fn checkpoints(self, army: Army) -> Option<Checkpoints> {
        match self {
            Self::Qq | Self::QqLong => None,
            Self::Classic => Some(Checkpoints::classic(army)),
            Self::Turns => Some(Checkpoints(ArrayVec::from_iter([Checkpoint {
                turn: TURNS_CHECKPOINT,
                away: army.marbles(),
            }]))),
        }
    }

    /// What it stands for: one column of the table.
    pub fn rules(self) -> RuleSet {
        let qq = RuleSet {
            hop: Hop::Short,
            army: Army::Ten,
            leave_target: Permission::Allowed,
            rest_in_foreign_camp: Permission::Forbidden,
            checkpoints: Checkpoints(ArrayVec::from_iter([
                Checkpoint { turn: 20, away: 5 },
                Checkpoint { turn: 25, away: 8 },
                Checkpoint { turn: 30, away: 10 },
            ])),
            reenter_home: Permission::Forbidden,
            blocked_target: BlockedTarget::Strict,
            passing: Passing::Never,
            no_legal_move: NoLegalMove::Pass,
            first_in_skips: false,
            end: EndRule::PlayOn,
            rank_by: RankBy::FinishOrder,
        };
        match self {
            Self::Qq => qq,
            Self::QqLong => RuleSet {
                hop: Hop::Long,
                ..qq
            },
            Self::Classic => RuleSet {
                leave_target: Permission::Forbidden,
                rest_in_foreign_camp: Permission::Allowed,
                checkpoints: Checkpoints::classic(Army::Ten),
                blocked_target: BlockedTarget::OccupiedCounts,
                end: EndRule::FirstWinner,
                ..qq
            },
            Self::Turns => RuleSet {
                checkpoints: Checkpoints::classic(Army::Ten),
                rank_by: RankBy::Turns,
                ..qq
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
        f.write_str("a preset is qq, qq_long, classic or turns")
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
    fn every_preset_survives_the_wire_under_its_name() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            assert_eq!(
                serde_json::to_string(&preset).unwrap(),
                format!("\"{preset}\"")
            );
            let rules = preset.rules();
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), rules);
            for players in [2, 3, 4, 6] {
                assert_eq!(rules.check(players), Ok(()));
            }
        }
        assert_eq!("QQ".parse::<Preset>(), Err(ParsePresetError));
    }

    #[test]
    fn the_wire_form_is_plain() {
        let text = serde_json::to_string(&Preset::QqLong.rules()).unwrap();
        assert_eq!(
            text,
            r#"{"hop":"long","army":10,"leave_target":"allowed","rest_in_foreign_camp":"forbidden","#
                .to_owned()
                + r#""checkpoints":[{"turn":20,"away":5},{"turn":25,"away":8},{"turn":30,"away":10}],"#
                + r#""reenter_home":"forbidden","blocked_target":"strict","passing":"never","#
                + r#""no_legal_move":"pass","first_in_skips":false,"end":"play_on","#
                + r#""rank_by":"finish_order"}"#
        );
    }

    #[test]
    fn what_section_7_refuses_is_refused() {
        let rules = Preset::Qq.rules();
        for players in [0, 1, 5, 7] {
            assert_eq!(rules.check(players), Err(SetupError::Players));
        }
        for army in Army::ALL {
            let rules = RuleSet {
                army,
                ..rules.clone()
            };
            for players in [2, 3, 4, 6] {
                let plays = match army {
                    Army::Ten => true,
                    Army::Thirteen => players == 4,
                    Army::Fifteen | Army::Nineteen => players == 2,
                };
                let expected = if plays { Ok(()) } else { Err(SetupError::Army) };
                assert_eq!(rules.check(players), expected, "{army:?} {players}");
            }
        }
        let first = RuleSet {
            end: EndRule::FirstWinner,
            ..Preset::Turns.rules()
        };
        assert_eq!(first.check(2), Err(SetupError::FirstWinnerByTurns));
        let ask = RuleSet {
            end: EndRule::Ask,
            ..rules.clone()
        };
        assert_eq!(ask.check(4), Ok(()));
        assert_eq!(ask.check_teams(4), Err(SetupError::TeamSwitches));
        assert_eq!(rules.check_teams(2), Err(SetupError::TeamPlayers));
        assert_eq!(rules.check_teams(3), Err(SetupError::TeamPlayers));
        assert_eq!(rules.check_teams(4), Ok(()));
        assert_eq!(rules.check_teams(6), Ok(()));
        assert_eq!(
            Preset::Turns.rules().check_teams(4),
            Err(SetupError::TeamSwitches)
        );
        assert_eq!(
            Preset::Classic.rules().check_teams(4),
            Err(SetupError::TeamSwitches)
        );
        let swap = RuleSet {
            blocked_target: BlockedTarget::Swap,
            ..rules
        };
        assert_eq!(swap.check_teams(4), Err(SetupError::TeamSwitches));
    }

    #[test]
    fn checkpoints_must_ascend_and_be_possible() {
        let with = |list: &[(u16, u8)]| {
            let list: Vec<_> = list
                .iter()
                .map(|&(turn, away)| Checkpoint { turn, away })
                .collect();
            RuleSet {
                checkpoints: Checkpoints::new(&list).unwrap(),
                ..Preset::Qq.rules()
            }
            .check(2)
        };
        assert_eq!(with(&[]), Ok(()));
        assert_eq!(with(&[(1, 1), (300, 10)]), Ok(()));
        for bad in [
            &[(20, 5), (20, 6)][..],
            &[(0, 1)],
            &[(301, 1)],
            &[(5, 0)],
            &[(5, 11)],
        ] {
            assert_eq!(with(bad), Err(SetupError::Checkpoints), "{bad:?}");
        }
        assert_eq!(
            Checkpoints::new(&[Checkpoint { turn: 1, away: 1 }; 9]),
            None
        );
    }

    #[test]
    fn classic_grows_with_the_army() {
        let turns = Army::ALL.map(|army| Checkpoints::classic(army).last().unwrap().turn);
        assert_eq!(turns, [30, 39, 45, 57]);
    }
}
