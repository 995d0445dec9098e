//! Frames to a client.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Millis, Settings};
use crate::protocol::{Cid, Code, Event, RoomId, RoomState, Stream, TurnView, UserId};
use crate::rules::Seat;
use crate::rules::star::ItemTargets;
use crate::rules::{draughts, star};

/// One frame to a client.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The server's time.
        now: Millis,
        /// The build the server serves; another than the client's: reload outside a game.
        build: String,
        /// What the client has to keep to.
        limits: Limits,
        /// Who the session is.
        me: Me,
        /// Where this account is seated or was playing.
        rooms: Vec<RoomRef>,
    },
    /// Whole state of a stream at a number.
    Snap(Box<Snapshot>),
    /// One event.
    Ev(Box<EventFrame>),
    /// Several events of one stream, in order.
    Evs {
        /// The stream.
        s: Stream,
        /// The events.
        events: Vec<EventFrame>,
    },
    /// How many people watch a room, when that has changed. No event: the latest counts.
    Watching {
        /// The room's stream.
        s: Stream,
        /// People without a seat.
        spectators: u32,
    },
    /// The command is committed. Every retry gets the same answer.
    Ok {
        /// The command.
        cid: Cid,
        /// The number of its first event; of the room's last one when it changed nothing.
        seq: u64,
    },
    /// Refused; nothing changed.
    No {
        /// The command or the stream asked for, when there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        cid: Option<Cid>,
        /// The stream that was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        s: Option<Stream>,
        /// Why.
        code: Code,
        /// What exactly is wrong with settings, as `team_players`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        why: Option<String>,
        /// A detail for developers, never shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        hint: Option<String>,
        /// After how many milliseconds to try again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        retry_ms: Option<u32>,
    },
    /// The answer to `ping`.
    Pong {
        /// Echoed.
        n: u64,
        /// The server's time.
        now: Millis,
    },
    /// The last frame before the server closes.
    Bye {
        /// The close code.
        code: u16,
        /// When to come back, if ever.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        retry_ms: Option<u32>,
        /// For developers.
        reason: String,
    },
}

/// Close codes of the socket; there are no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum ByeCode {
    /// All is said.
    Normal = 4000,
    /// The server restarts.
    Restart = 4001,
    /// The client broke the protocol.
    Protocol = 4400,
    /// The session ended.
    Auth = 4401,
    /// Not allowed.
    Forbidden = 4403,
    /// No such stream.
    NoStream = 4404,
    /// The client reads too slowly.
    Slow = 4408,
    /// The same account's newer tab took over.
    TakenOver = 4409,
    /// The client is too old.
    Version = 4426,
    /// Too many frames.
    Rate = 4429,
}

/// What a client has to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Limits {
    /// Bytes a frame.
    pub frame: u32,
    /// Streams a connection.
    pub streams: u32,
    /// The server closes a connection silent for this long, in milliseconds.
    pub idle_ms: u32,
}

/// Who the session is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The account.
    #[schema(value_type = uuid::Uuid)]
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest's: no password, no rated games.
    pub guest: bool,
    /// Points of the star family.
    pub points: i64,
    /// Their level, 1..=25.
    pub level: u8,
}

/// A room somebody has to do with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomRef {
    /// The room.
    #[schema(value_type = uuid::Uuid)]
    pub id: RoomId,
    /// What people type to join.
    pub code: String,
    /// Whether a game is running there.
    pub playing: bool,
}

/// Whole state of a stream at a number.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// The stream.
    pub s: Stream,
    /// The number of the last event in it.
    pub seq: u64,
    /// The game's hash, 16 hex digits; rooms with a game only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub h: Option<String>,
    /// The state.
    pub state: StreamState,
    /// The clock of a running game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockView>,
    /// What the viewer is there; rooms only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub you: Option<You>,
    /// Every legal move with its path, for the seat on turn alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub legal: Option<Arc<Legal>>,
    /// What each item may be used on now, for the seat on turn alone, in games with items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub items: Option<Arc<ItemTargets>>,
    /// The answers to the viewer's last 16 committed commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Answer>>"))]
    pub answered: Vec<Answer>,
}

/// The legal moves of the seat on turn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Legal {
    /// In Chinese checkers.
    Star(Vec<star::LegalMove>),
    /// In draughts: one for each different (from, to, squares taken).
    Draughts(Vec<draughts::LegalMove>),
}

impl Legal {
    /// Those of Chinese checkers.
    #[must_use]
    pub fn star(&self) -> &[star::LegalMove] {
        match self {
            Self::Star(moves) => moves,
            Self::Draughts(_) => &[],
        }
    }
}

/// The state of each kind of stream.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum StreamState {
    /// Of a room.
    Room(Box<RoomState>),
    /// Of the lobby.
    Lobby(LobbyState),
    /// Of one's own account.
    Me(Me),
}

/// What the viewer of a room is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct You {
    /// One's seat; none for spectators.
    pub seat: Option<Seat>,
    /// Whether one is the host.
    pub host: bool,
}

/// A committed command and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answer {
    /// The command.
    pub cid: Cid,
    /// The number of its first event.
    pub seq: u64,
}

/// One event as a frame. An event the viewer has no right to comes with its number alone.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EventFrame {
    /// The stream; absent inside `evs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub s: Option<Stream>,
    /// Its number in the stream.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// `type` and `d`.
    #[serde(flatten)]
    pub event: Event,
    /// After turn events: what the rules say of the turn that comes now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turn: Option<TurnView>,
    /// The clock, where the event changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockView>,
    /// Legal moves, for the seat on turn alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub legal: Option<Arc<Legal>>,
    /// What each item may be used on now, for the seat on turn alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub items: Option<Arc<ItemTargets>>,
    /// The game's hash after the event, 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub h: Option<String>,
}

/// The clock of a running game. A client renders `left - (now - at)` and counts nothing down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// The seat whose time runs; none when it stands still.
    pub running: Option<Seat>,
    /// Milliseconds left for each seat still playing, at `at`.
    #[cfg_attr(test, ts(type = "{ [seat: string]: number }"))]
    #[serde(with = "crate::protocol::by_seat")]
    pub left: BTreeMap<Seat, Millis>,
    /// Milliseconds left to say whether to play on; nobody's turn runs meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ask: Option<Millis>,
    /// The server's time this was true at.
    pub at: Millis,
}

/// The lobby: open rooms, then running games, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyState {
    /// The rooms.
    pub rooms: Vec<LobbyRoom>,
    /// Connections now.
    pub online: u32,
}

/// A room as the lobby lists it. Private rooms are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyRoom {
    /// The room.
    #[schema(value_type = uuid::Uuid)]
    pub id: RoomId,
    /// What people type to join.
    pub code: String,
    /// The host's name.
    pub host: String,
    /// What is played.
    pub settings: Settings,
    /// Seats taken.
    pub taken: u8,
    /// Whether it waits or plays.
    pub status: LobbyStatus,
    /// When it was made.
    pub created: Millis,
}

/// Whether a listed room waits or plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LobbyStatus {
    /// Seats may be free.
    Waiting,
    /// A game is running.
    Playing,
}

/// One difference on the streams `lobby` and `me`, as an `ev` frame. The latest of a room, and the
/// latest of the rest, is all that counts: numbers rise but have gaps, and what is not above the
/// snapshot's number is older than it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename = "ev")]
pub struct HallFrame {
    /// The stream.
    pub s: Stream,
    /// Its number.
    pub seq: u64,
    /// When it was told.
    pub at: Millis,
    /// `type` and `d`.
    #[serde(flatten)]
    pub event: HallEvent,
}

/// What can change on the streams `lobby` and `me`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", content = "d", rename_all = "snake_case")]
pub enum HallEvent {
    /// `lobby`: a room is new, or its line changed.
    Room(LobbyRoom),
    /// `lobby`: a room is no longer listed.
    Gone {
        /// The room.
        id: RoomId,
    },
    /// `lobby`: how many connections there are.
    Online {
        /// So many.
        n: u32,
    },
    /// `me`: the account's points changed.
    Points(Me),
}
