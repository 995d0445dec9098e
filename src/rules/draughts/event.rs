//! What happened in a game: stored for ever and sent to every viewer.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::colour::Colour;
use super::set::SquareSet;
use super::square::Square;

/// One fact of a game. The state is the fold of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsEvent"))]
#[serde(tag = "type", content = "d", rename_all = "snake_case")]
pub enum Event {
    /// A piece moved; this ended the turn.
    Moved {
        /// Whose piece.
        colour: Colour,
        /// Where it began.
        from: Square,
        /// Where it ended.
        to: Square,
        /// The squares of the pieces it took.
        taken: SquareSet,
        /// Every square it touched down on, `from` first and `to` last.
        route: Vec<Square>,
        /// Whether it became a king.
        promoted: bool,
    },
    /// A turn ran out. The same side stays on turn: no one can pass in draughts.
    TurnExpired {
        /// Whose turn.
        colour: Colour,
        /// How many in a row with this one, 1..=3.
        count: u8,
    },
    /// A side gave the game up or lost it away from the board.
    Out {
        /// Which side.
        colour: Colour,
        /// Why.
        why: OutReason,
    },
    /// The game is over.
    Ended {
        /// Who won; none in a draw.
        winner: Option<Colour>,
        /// What ended it.
        reason: EndReason,
    },
}

/// Why a side lost before the board decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsOutReason"))]
#[serde(rename_all = "snake_case")]
pub enum OutReason {
    /// 認輸: gave up.
    Resigned,
    /// 退出: left the game.
    Left,
    /// The clock for the whole game ran out: an ordinary loss.
    Flag,
    /// 逾時: let three turns in a row run out.
    TimedOut,
}

impl OutReason {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Left => "left",
            Self::Flag => "flag",
            Self::TimedOut => "timed_out",
        }
    }
}

impl fmt::Display for OutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<OutReason> for crate::rules::OutReason {
    fn from(why: OutReason) -> Self {
        match why {
            OutReason::Resigned => Self::Resigned,
            OutReason::Left => Self::Left,
            OutReason::Flag => Self::Flag,
            OutReason::TimedOut => Self::TimedOut,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsEndReason"))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The side to move has no piece left (FMJD 7.2).
    NoPieces,
    /// The side to move has no legal move (FMJD 7.2).
    NoMoves,
    /// A side is out.
    Out,
    /// 和棋: both agreed.
    Agreement,
    /// The same position, with the same side to move, stood for the third time (FMJD 6.1).
    Repetition,
    /// 25 moves of each side by kings only, without capture (FMJD 6.2).
    KingsOnly,
    /// 16 moves of each side with three pieces against a lone king (FMJD 6.3).
    ThreeAgainstKing,
    /// 5 moves of each side with one or two pieces against a lone king (FMJD 6.4).
    TwoAgainstKing,
    /// 100 plies without capture and without promotion (`plyyard`).
    QuietPlies,
}

impl EndReason {
    /// Whether it is a draw.
    pub const fn is_draw(self) -> bool {
        !matches!(self, Self::NoPieces | Self::NoMoves | Self::Out)
    }
}
