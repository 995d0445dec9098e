//! All rooms of this process: made, found, loaded when somebody asks, woken when due.

use std::sync::Arc;

use crate::game::{Millis, Settings};
use crate::protocol::{Cid, Command, Refusal, RoomId, RoomRef, UserId};
use crate::room::outbox::Outbox;
use crate::room::ports::{Clock, Hall, Ids, Journal, JournalError};

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest's.
    pub guest: bool,
}

/// A connection that wants a room's events.
#[derive(Clone, Debug)]
pub struct Subscriber {
    /// The connection's number, unique in this process.
    pub conn: u64,
    /// Who is behind it.
    pub person: Person,
    /// Where its frames go.
    pub outbox: Outbox,
    /// The last event it has, and the hash there.
    pub since: Option<(u64, String)>,
}

/// A command as it came in.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who sent it.
    pub person: Person,
    /// Its id.
    pub cid: Cid,
    /// The ply it is for.
    pub ply: Option<u32>,
    /// What is asked.
    pub command: Command,
    /// When the frame was read from the socket: a move that arrived in time wins over the timer.
    pub arrived: Millis,
}

/// All rooms of this process. Cheap to clone.
#[derive(Clone)]
pub struct Rooms {
    _inner: Arc<()>,
}

impl Rooms {
    /// A registry without rooms.
    #[must_use]
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        hall: Arc<dyn Hall>,
    ) -> Self {
        let _ = (journal, clock, ids, hall);
        unimplemented!("written on the core branch")
    }
    /// Takes up every unfinished room of the store. Call once, before serving.
    pub async fn recover(&self) -> Result<(), JournalError> {
        unimplemented!("written on the core branch")
    }
    /// Makes a room; its maker is its host and sits on the first seat.
    pub async fn create(&self, host: &Person, settings: Settings) -> Result<RoomRef, Refusal> {
        let _ = (host, settings);
        unimplemented!("written on the core branch")
    }
    /// The room with this code (letters in either case) or id.
    pub async fn find(&self, code_or_id: &str) -> Result<RoomRef, Refusal> {
        let _ = code_or_id;
        unimplemented!("written on the core branch")
    }
    /// Where an account is seated.
    #[must_use]
    pub fn of_user(&self, user: UserId) -> Vec<RoomRef> {
        let _ = user;
        unimplemented!("written on the core branch")
    }
    /// Subscribes a connection: the room itself sends `snap` or `evs`, then every event, into
    /// the outbox.
    pub async fn subscribe(&self, room: RoomId, subscriber: Subscriber) -> Result<(), Refusal> {
        let _ = (room, subscriber);
        unimplemented!("written on the core branch")
    }
    /// Ends a subscription (also when the connection closes).
    pub async fn unsubscribe(&self, room: RoomId, conn: u64) {
        let _ = (room, conn);
        unimplemented!("written on the core branch")
    }
    /// Runs a command; answers, after the commit, with the number of its last event.
    pub async fn command(&self, room: RoomId, request: Request) -> Result<u64, Refusal> {
        let _ = (room, request);
        unimplemented!("written on the core branch")
    }
    /// Stops every room after what it is doing; nothing new is accepted.
    pub async fn shutdown(&self) {
        unimplemented!("written on the core branch")
    }
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rooms")
    }
}
