//! Events: the numbered facts a room's state is the fold of.
//!
//! Their JSON (`type`, `d`) is both what is stored for ever and what viewers receive, so a
//! change here has to read every older event.

use serde::{Deserialize, Serialize};

use crate::game::{self, Settings};
use crate::protocol::UserId;
use crate::rules::Seat;

/// One fact of a room.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Event {
    /// A fact about the room around the game.
    Room(RoomEvent),
    /// A fact of the game in it.
    Game(game::Event),
}

/// A fact about the room around the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", content = "d", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The first event of every room.
    Created {
        /// What people type to join, eight letters and digits.
        code: String,
        /// What is to be played.
        settings: Settings,
        /// Who made the room.
        host: UserId,
        /// The maker's name.
        host_name: String,
    },
    /// The host changed the settings; every ready flag fell, and who has no seat under them stands.
    Configured {
        /// All of the settings.
        settings: Settings,
    },
    /// Somebody took a seat.
    Sat {
        /// The camp.
        seat: Seat,
        /// Who.
        user: UserId,
        /// By this name.
        name: String,
        /// Whether the account is a guest's.
        guest: bool,
        /// The account's points then.
        points: i64,
    },
    /// A seat became free.
    Stood {
        /// The camp.
        seat: Seat,
        /// Why.
        why: StandReason,
    },
    /// Ready.
    Readied {
        /// The camp.
        seat: Seat,
    },
    /// No longer ready.
    Unreadied {
        /// The camp.
        seat: Seat,
    },
    /// The host put a bot on a seat.
    BotAdded {
        /// The camp.
        seat: Seat,
        /// The bot's name.
        name: String,
    },
    /// The host took a seat away.
    Kicked {
        /// The camp.
        seat: Seat,
    },
    /// Somebody else is host.
    HostChanged {
        /// Who.
        host: UserId,
        /// By this name.
        host_name: String,
    },
    /// A seat's last connection closed.
    Disconnected {
        /// The camp.
        seat: Seat,
    },
    /// A seat's owner is back.
    Reconnected {
        /// The camp.
        seat: Seat,
    },
    /// A seat asks for another game; when all have, `started` follows.
    Rematch {
        /// The camp.
        seat: Seat,
    },
    /// The sides of draughts are changed, before another game of the same two.
    Swapped {},
    /// The room is no more.
    Closed {
        /// Why.
        why: CloseReason,
    },
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StandReason {
    /// Its owner stood up or left.
    Left,
    /// Its owner was away too long before a game.
    Away,
    /// The new settings have no such seat, or no place for a guest or bot.
    Settings,
}

/// Why a room closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// Nobody was there for ten minutes.
    Empty,
}
