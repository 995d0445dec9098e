//! What happened in a game: stored for ever and sent to every viewer.

use serde::{Deserialize, Serialize};

use super::hole::Hole;
use super::item::{Item, ItemUse, Shift};
use super::movegen::MoveKind;
use crate::rules::{OutReason, Seat, Seed};

/// One fact of a game. The state is the fold of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "StarEvent"))]
#[serde(tag = "type", content = "d", rename_all = "snake_case")]
pub enum Event {
    /// A marble moved; this ended the seat's turn, unless it was the first act of a power marble.
    Moved {
        /// Whose marble.
        seat: Seat,
        /// Every hole it touched, the origin first.
        path: Vec<Hole>,
        /// Whether a foreign marble took its place at the origin.
        kind: MoveKind,
    },
    /// A turn ended without a move, or without the second one of a power marble.
    Passed {
        /// Whose turn.
        seat: Seat,
        /// At whose wish.
        why: PassReason,
    },
    /// A turn ran out.
    TurnExpired {
        /// Whose turn.
        seat: Seat,
        /// How many in a row with this one, 1..=3.
        count: u8,
    },
    /// A turn was skipped: the price of having been the first in a target (`first_in_skips`).
    TurnSkipped {
        /// Whose turn.
        seat: Seat,
    },
    /// An item was used. Wings and a swap take the place of a move; the turn goes on after the others.
    ItemUsed {
        /// By whom.
        seat: Seat,
        /// Which one, on what.
        #[serde(flatten)]
        what: ItemUse,
        /// The marbles it moved; for a tornado all that it dealt anew.
        result: Vec<Shift>,
    },
    /// A thing on the board vanished, before anything else of the turn that begins.
    ItemExpired {
        /// Who placed it.
        seat: Seat,
        /// A roadblock or a road worker.
        item: Item,
        /// Where it stood.
        hole: Hole,
    },
    /// A seat's marbles fill its target.
    Finished {
        /// Whose.
        seat: Seat,
        /// The place it won, from 1; in a team game 1 for the team that wins.
        place: u8,
    },
    /// A seat is out; its marbles leave the board.
    Out {
        /// Which seat.
        seat: Seat,
        /// Why.
        why: OutReason,
        /// What forced it, where it was not the player's wish.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        cause: Option<OutCause>,
    },
    /// A checkpoint of the stall rule came near while marbles were missing.
    Warned {
        /// Who is warned.
        seat: Seat,
        /// What must be done by when.
        stall: StallNotice,
    },
    /// Somebody has won, and the others are asked whether to play on (`end: ask`).
    PlayOnAsked {},
    /// A seat answered that question; a "no" ends the game.
    PlayOnAnswered {
        /// Which seat.
        seat: Seat,
        /// Whether it wants to play on.
        yes: bool,
    },
    /// The game is over.
    Ended {
        /// The place of every seat, best first, equal places in turn order.
        places: Vec<Placed>,
        /// What ended it.
        reason: EndReason,
        /// What the game's chance was drawn from, published now. The rules only carry it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        seed: Option<Seed>,
    },
}

/// Why a turn passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PassReason {
    /// The player wished it.
    Voluntary,
    /// There was no legal move.
    Blocked,
    /// The second act of a power marble was declined.
    Declined,
}

/// What forced a seat out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OutCause {
    /// There was no legal move (`no_legal_move: forfeit`).
    Blocked,
}

/// How many marbles must still leave home, and by when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StallNotice {
    /// The checkpoint: the own turn at whose end it is checked.
    pub turn: u16,
    /// How many more marbles must leave home, at least 1.
    pub need: u8,
    /// Own turns left for it, the coming or running one included, 1..=5.
    pub left: u16,
}

/// A seat and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Placed {
    /// Which seat.
    pub seat: Seat,
    /// From 1; seats that share a place have the same number.
    pub place: u8,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The places are settled.
    Places,
    /// All who still played agreed on a draw.
    Draw,
    /// Round 300 has ended: a draw.
    RoundLimit,
}

impl EndReason {
    /// Whether the seats still playing drew.
    pub const fn is_draw(self) -> bool {
        !matches!(self, Self::Places)
    }
}
