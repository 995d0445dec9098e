//! The wire, `tiaoqi.v1`: what a browser, a bot or a test and the server say to each other.
//!
//! The types here are the only definition; `static/js/protocol.d.ts` is generated from them and
//! a test says when it is not current. Nothing here knows a room's insides, sockets or SQL.

mod by_seat;
mod client;
mod command;
mod event;
mod refusal;
mod server;
#[cfg(test)]
mod typescript;
mod view;

pub use client::{ClientMessage, Stream, StreamError};
pub use command::Command;
pub use event::{CloseReason, Event, RoomEvent, StandReason};
pub use refusal::{Code, Refusal};
pub use server::{
    Answer, ByeCode, ClockView, EventFrame, HallEvent, HallFrame, Legal, Limits, LobbyRoom,
    LobbyState, LobbyStatus, Me, RoomRef, ServerMessage, Snapshot, StreamState, You,
};
pub use view::{
    EndView, GameView, LastMove, OccupantView, OfferView, PiecesView, RoomState, SeatView,
    TeamView, TurnSeat, TurnView,
};

/// The sub-protocol a client asks for in `Sec-WebSocket-Protocol`.
pub const SUBPROTOCOL: &str = "tiaoqi.v1.json";

/// The largest text frame a client may send, in bytes.
pub const MAX_FRAME_BYTES: usize = 8 * 1024;

/// An account's id (UUID v7). Bots have none.
pub type UserId = uuid::Uuid;
/// A room's id (UUID v7), the name of its stream.
pub type RoomId = uuid::Uuid;
/// A command's id, made by the client, the same over all retries.
pub type Cid = uuid::Uuid;
