//! The rules of the two families, as pure functions of a position, a rule set and a command.
//!
//! Nothing in here reads a clock, draws a number or knows a socket: time arrives as a command ("the
//! turn ran out") and whatever chance decided arrives as a value.
//!
//! What both families share stands in this module: [`Seat`], [`BySeat`], [`Seed`],
//! [`OutReason`] and [`Finality`]. [`star`] is Chinese checkers (跳棋), [`draughts`] the 10x10
//! international draughts (國際跳棋).

use std::fmt;

use serde::{Deserialize, Serialize};

pub mod draughts;
mod point;
mod seat;
mod seed;
pub mod star;

pub use point::{NoPoint, Point};
pub use seat::{BySeat, ParseSeatError, Seat};
pub use seed::{ParseSeedError, Seed};

/// Why a seat is out before its game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OutReason {
    /// 認輸: gave up, or had no legal move where the rule set makes that a loss.
    Resigned,
    /// 退出: left the game.
    Left,
    /// 消極: too few marbles away from home at a checkpoint.
    Stalled,
    /// 逾時: let three turns in a row run out.
    TimedOut,
    /// The clock for the whole game ran out: an ordinary loss, in draughts alone.
    Flag,
}

impl OutReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::Resigned,
        Self::Left,
        Self::Stalled,
        Self::TimedOut,
        Self::Flag,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Left => "left",
            Self::Stalled => "stalled",
            Self::TimedOut => "timed_out",
            Self::Flag => "flag",
        }
    }

    /// Whether the seat counts as having left (RULES.md section 8, "Left"): everything but resigning and a
    /// fallen flag.
    pub const fn is_desertion(self) -> bool {
        !matches!(self, Self::Resigned | Self::Flag)
    }
}

impl fmt::Display for OutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The kind of event that made a seat's place final (RULES.md section 8, "Too early").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finality {
    /// A seat finished, a team won, or the game was drawn.
    #[default]
    Finish,
    /// A seat went out, for whatever reason.
    Out,
}
