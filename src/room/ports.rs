//! What a room needs from above: a journal that stores events, people's standings, a clock,
//! and a source of ids and seeds. Plain types; `store` implements them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use uuid::Uuid;

use crate::game::{Family, Millis};
use crate::protocol::{Cid, RoomId, UserId};
use crate::rules::{OutReason, Seat};
use crate::scoring::Farm;

/// A future a port answers with.
pub type PortFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The store failed to answer. Whether an append took effect is then unknown: never retry it
/// blindly, read the log again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// The store does not answer, or its answer was lost.
    Unavailable,
    /// What is stored cannot be read back.
    Corrupt(String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable => f.write_str("the store does not answer"),
            Self::Corrupt(what) => write!(f, "the store holds what cannot be read: {what}"),
        }
    }
}

impl std::error::Error for JournalError {}

/// One event on its way to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When it happened.
    pub at: Millis,
    /// Set on the first event of a command: who sent it, and its id.
    pub command: Option<(UserId, Cid)>,
    /// The event's JSON: `{"type":…,"d":…}`.
    pub payload: String,
}

/// What other parts of the server need to know of a room without reading its log: a
/// projection, written with each append, that can be made anew from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// Whether it waits, plays or is closed.
    pub status: RoomStatus,
    /// When the room next needs attention by itself: the turn's deadline, now when a bot is on
    /// turn, the end of its idle time. None when closed.
    pub wake_at: Option<Millis>,
    /// Who sits where; the store replaces the room's seats by these.
    pub seated: Vec<(Seat, UserId)>,
}

/// A room's status in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomStatus {
    /// No game is running.
    Waiting,
    /// A game is running.
    Playing,
    /// Nothing more happens in it.
    Closed,
}

/// Events of one room, appended as a whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The room.
    pub room: RoomId,
    /// The epoch under which the room was adopted; a later adoption fences this one out.
    pub epoch: i64,
    /// The number of the room's last event before these.
    pub last_seq: u64,
    /// The events, numbered `last_seq + 1` and on.
    pub entries: Vec<Entry>,
    /// The room after them.
    pub projection: Projection,
    /// Set when the events end a game: its result, booked in the same transaction.
    pub booking: Option<Booking>,
}

/// The result of a game, booked in the same transaction as its ending events; unique by
/// (game, seat).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The game.
    pub game: Uuid,
    /// The family, `star` or `draughts`.
    pub family: &'static str,
    /// The preset, as `qq`.
    pub preset: &'static str,
    /// Whether it counts.
    pub rated: bool,
    /// When it started.
    pub started: Millis,
    /// When it ended.
    pub ended: Millis,
    /// Number of its `started` event.
    pub first_seq: u64,
    /// Number of its `scored` event.
    pub last_seq: u64,
    /// The day (days since 1970-01-01 in UTC+8) the game counts for against farming.
    pub day: i64,
    /// One for each seat.
    pub seats: Vec<BookedSeat>,
}

/// One seat's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookedSeat {
    /// The camp.
    pub seat: Seat,
    /// The account; none for a bot.
    pub user: Option<UserId>,
    /// The name it played under.
    pub name: String,
    /// The place.
    pub place: u8,
    /// How it went out.
    pub out: Option<OutReason>,
    /// Own marbles in the target at the end; 0 in draughts.
    pub in_camp: u8,
    /// The opponent's pieces it took; 0 in Chinese checkers.
    pub taken: u8,
    /// The round in which the place became final.
    pub round: u16,
    /// What is added to the account's points (may be negative).
    pub points: i32,
    /// The parts of the sum, as JSON.
    pub parts: String,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Committed,
    /// Nothing was written: the command had been stored before, its first event has this number.
    Duplicate {
        /// The number of the stored command's first event: the one that carries its id.
        seq: u64,
    },
    /// Nothing was written: the room is another's now, or its log has grown.
    Fenced,
}

/// A room about to exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// Its id.
    pub room: RoomId,
    /// Its code, unique among all rooms.
    pub code: String,
    /// Its first events, numbered from 1.
    pub entries: Vec<Entry>,
    /// The room after them.
    pub projection: Projection,
}

/// One stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// Whose command it was the first event of.
    pub command: Option<(UserId, Cid)>,
    /// Its JSON.
    pub payload: String,
}

/// A room's log, and the epoch under which this server now owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adopted {
    /// The new epoch.
    pub epoch: i64,
    /// Every event from 1.
    pub events: Vec<Stored>,
}

/// A room that is not closed, as found at start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The room.
    pub room: RoomId,
    /// Its code.
    pub code: String,
    /// Whether a game is running.
    pub playing: bool,
    /// When it next needs attention.
    pub wake_at: Millis,
    /// Who sits where.
    pub seated: Vec<(Seat, UserId)>,
}

/// A span in which the server was down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Its last sign of life.
    pub from: Millis,
    /// When it served again.
    pub until: Millis,
}

/// The log of all rooms.
///
/// The writer must never be cancelled in the middle of an append; implementations run it in a
/// task of their own, and dropping one of these futures drops the answer only.
pub trait Journal: Send + Sync + 'static {
    /// Makes a room with epoch 1. `Ok(false)`: the code is taken.
    fn create(&self, room: NewRoom) -> PortFuture<'_, Result<bool, JournalError>>;
    /// Appends a batch; answers after it is on disk.
    fn append(&self, batch: Batch) -> PortFuture<'_, Result<Appended, JournalError>>;
    /// Takes the room over: raises its epoch and reads its whole log. `None`: no such room.
    fn adopt(&self, room: RoomId) -> PortFuture<'_, Result<Option<Adopted>, JournalError>>;
    /// Events of a room after `since`, at most `limit`, oldest first.
    fn events(
        &self,
        room: RoomId,
        since: u64,
        limit: u32,
    ) -> PortFuture<'_, Result<Vec<Stored>, JournalError>>;
    /// The room a code belongs to.
    fn find(&self, code: &str) -> PortFuture<'_, Result<Option<RoomId>, JournalError>>;
    /// Every room that is not closed.
    fn unfinished(&self) -> PortFuture<'_, Result<Vec<Unfinished>, JournalError>>;
    /// Records a sign of life, at most one second apart while serving.
    fn alive(&self, now: Millis) -> PortFuture<'_, Result<(), JournalError>>;
    /// Called once before serving: records the span since the last sign of life as an outage
    /// (none on a new database) and answers every outage that ended after the oldest
    /// unfinished room's last event.
    fn begin(&self, now: Millis) -> PortFuture<'_, Result<Vec<Outage>, JournalError>>;
    /// What a starting game needs of its accounts: their points of the family now, and the factor against
    /// farming that applies to a rated game among them on `day` (see [`Booking::day`]).
    fn standings(
        &self,
        users: Vec<UserId>,
        family: Family,
        day: i64,
    ) -> PortFuture<'_, Result<Standings, JournalError>>;
}

/// Accounts as a starting game finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Points by account, in the order asked for.
    pub points: Vec<i64>,
    /// The smallest factor of any pair among them (RULES.md section 8).
    pub farm: Farm,
}

/// The server's clock.
pub trait Clock: Send + Sync + 'static {
    /// Now. Never steps back while the process lives.
    fn now(&self) -> Millis;

    /// By how much, in all, it has leapt: it was set forward, or the process or the machine stood
    /// still. Nobody could act in that time, so nobody is charged for it.
    fn leapt(&self) -> Millis {
        0
    }
}

/// Where ids and seeds are drawn.
pub trait Ids: Send + Sync + 'static {
    /// A new UUID v7.
    fn id(&self) -> Uuid;
    /// A seed of 64 unpredictable bits.
    fn seed(&self) -> u64;
}

/// The hall around the rooms: who is told when a room's line in the lobby or an account's
/// points change. Calls return at once.
pub trait Hall: Send + Sync + 'static {
    /// A room that is not private is new, or its line changed.
    fn listed(&self, room: crate::protocol::LobbyRoom);
    /// A room is no longer listed.
    fn unlisted(&self, room: RoomId);
    /// An account's points changed.
    fn points(&self, user: UserId, points: i64);
}
