//! Frames from a client.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::protocol::{Cid, Command, RoomId};

/// One frame from a client. Unknown fields of the envelope are ignored, an unknown `t` is
/// refused with `unknown_type`; inside a command's `d` nothing unknown is accepted.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first frame, within 5 s of the upgrade.
    Hello {
        /// The client's build: the hash of the files it was loaded from.
        build: String,
        /// What the client can do beyond v1; unknown words are ignored.
        #[serde(default)]
        caps: Vec<String>,
    },
    /// Subscribe to a stream, or resume it after event `since` if the hash there is `h`.
    Sub {
        /// The stream.
        s: Stream,
        /// The number of the last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u64>,
        /// The state's hash after that event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        h: Option<String>,
    },
    /// End a subscription.
    Unsub {
        /// The stream.
        s: Stream,
    },
    /// The only message that changes anything.
    Cmd {
        /// The room's stream.
        s: Stream,
        /// The command's id, the same over all retries.
        cid: Cid,
        /// Committed acts of this game + 1; required for everything that acts in a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        ply: Option<u32>,
        /// What is asked.
        #[serde(flatten)]
        command: Command,
    },
    /// Keep-alive, and the client's way to measure the round trip.
    Ping {
        /// Echoed in the pong.
        n: u64,
    },
}

/// A stream's name: `room:<id>`, `lobby` or `me`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "string"))]
pub enum Stream {
    /// One room: numbered from 1, contiguous, durable.
    Room(RoomId),
    /// The list of open rooms: a snapshot, then differences; the latest wins.
    Lobby,
    /// What concerns this account alone: its points.
    Me,
}

/// The text is no stream's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamError;

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such stream")
    }
}

impl std::error::Error for StreamError {}

impl FromStr for Stream {
    type Err = StreamError;

    fn from_str(text: &str) -> Result<Self, StreamError> {
        match text {
            "lobby" => Ok(Self::Lobby),
            "me" => Ok(Self::Me),
            _ => text
                .strip_prefix("room:")
                .and_then(|id| id.parse().ok())
                .map(Self::Room)
                .ok_or(StreamError),
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "room:{id}"),
            Self::Lobby => f.write_str("lobby"),
            Self::Me => f.write_str("me"),
        }
    }
}

impl Serialize for Stream {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
