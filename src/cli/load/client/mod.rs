//! One client of the wire: an account's connection that comes back by itself, sends a command
//! again under the same id until it is answered, and folds the rooms it follows.
//!
//! Everything happens inside [`Client::next`]; there is no task behind it. It may be dropped
//! at any await and called again.

mod link;
mod receive;
mod seen;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::time::Duration;

use futures_util::StreamExt as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep_until, timeout};

use crate::cli::load::fold::Model;
use crate::cli::load::site::{Session, Site};
use crate::protocol::{Cid, ClientMessage, Code, Command, Me, RoomId, Stream};
use link::Link;

pub use seen::{Note, Noted, Stats};

/// The longest back-off.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Now, on the clock that the timers of this module use.
#[must_use]
pub fn now() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "a load generator measures real time"
    )]
    Instant::now()
}

/// How a client behaves where the protocol leaves it open.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The first back-off; it doubles with every attempt.
    pub pause: Duration,
    /// The longest back-off.
    pub longest_pause: Duration,
    /// A room that says nothing for so long is subscribed again, in case its last event was
    /// lost on the way.
    pub quiet: Duration,
    /// Whether everything sent and received is kept in [`Client::history`].
    pub history: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            pause: Duration::from_millis(400),
            longest_pause: LONGEST_PAUSE,
            quiet: Duration::from_secs(20),
            history: false,
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// The connection is up.
    Welcome,
    /// The connection is gone; the client comes back by itself.
    Lost,
    /// A room's model is new or changed.
    Changed(RoomId),
    /// A command is answered.
    Answered(Cid, Result<u64, Code>),
    /// A room cannot be followed.
    NoRoom(RoomId, Code),
    /// The server ended the session with this close code: there is no coming back.
    Ended(u16),
}

/// A command without an answer.
#[derive(Debug)]
struct Pending {
    text: String,
    is_move: bool,
    first: Option<Instant>,
    due: Instant,
    tries: usize,
}

/// A room that is followed.
#[derive(Debug)]
struct Followed {
    model: Option<Model>,
    /// Ask for a snapshot, not for what was missed.
    afresh: bool,
    /// When to subscribe, again if there was no answer.
    sub_at: Option<Instant>,
    tries: usize,
    heard: Instant,
}

/// A client.
pub struct Client {
    site: Site,
    session: Session,
    options: Options,
    rng: ChaCha8Rng,
    me: Option<Me>,
    link: Option<Link>,
    opened: Instant,
    attempt: u32,
    retry_at: Instant,
    ended: bool,
    rooms: BTreeMap<RoomId, Followed>,
    pending: BTreeMap<Cid, Pending>,
    updates: VecDeque<Update>,
    /// What it counted.
    pub stats: Stats,
    /// What it saw, when [`Options::history`] is set.
    pub history: Vec<Note>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("me", &self.me)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// A client that connects with its first [`Client::next`]. The seed draws its ids and pauses.
    #[must_use]
    pub fn new(site: Site, session: Session, options: Options, seed: u64) -> Self {
        let at = now();
        Self {
            site,
            session,
            options,
            rng: ChaCha8Rng::seed_from_u64(seed),
            me: None,
            link: None,
            opened: at,
            attempt: 0,
            retry_at: at,
            ended: false,
            rooms: BTreeMap::new(),
            pending: BTreeMap::new(),
            updates: VecDeque::new(),
            stats: Stats::default(),
            history: Vec::new(),
        }
    }

    /// Who the session is, once welcomed.
    #[must_use]
    pub fn me(&self) -> Option<&Me> {
        self.me.as_ref()
    }

    /// A followed room as it is known.
    #[must_use]
    pub fn model(&self, room: RoomId) -> Option<&Model> {
        self.rooms.get(&room)?.model.as_ref()
    }

    /// Whether a connection is up.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.link.as_ref().is_some_and(|link| link.welcomed)
    }

    /// Whether a command has no answer yet.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether everything asked for is answered, and the connection is up.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.is_connected()
            && self.pending.is_empty()
            && self
                .rooms
                .values()
                .all(|followed| followed.sub_at.is_none())
    }

    /// Follows a room.
    pub fn follow(&mut self, room: RoomId) {
        let at = now();
        self.rooms.entry(room).or_insert(Followed {
            model: None,
            afresh: false,
            sub_at: Some(at),
            tries: 0,
            heard: at,
        });
    }

    /// Asks for a room's snapshot.
    pub fn refresh(&mut self, room: RoomId) {
        if let Some(followed) = self.rooms.get_mut(&room) {
            followed.afresh = true;
            followed.tries = 0;
            followed.sub_at = Some(now());
        }
    }

    /// Gives a command; it is sent, again and again, by [`Client::next`].
    pub fn submit(&mut self, room: RoomId, command: Command, ply: Option<u32>) -> Cid {
        let cid = uuid::Builder::from_random_bytes(self.rng.random()).into_uuid();
        let is_move = matches!(command, Command::Move { .. });
        self.note(|| Noted::Sent(room, cid, command.clone()));
        let text = text(&ClientMessage::Cmd {
            s: Stream::Room(room),
            cid,
            ply,
            command,
        });
        let due = now();
        self.pending.insert(
            cid,
            Pending {
                text,
                is_move,
                first: None,
                due,
                tries: 0,
            },
        );
        cid
    }

    /// Drops the connection as a lost network does, without a word.
    pub fn cut(&mut self) {
        if self.link.is_some() {
            self.lost(None);
        }
    }

    /// Closes the connection; the client is of no use afterwards.
    pub async fn close(&mut self) {
        if let Some(mut link) = self.link.take() {
            // A connection that is gone is as good as closed.
            drop(timeout(Duration::from_secs(1), link.socket.close(None)).await);
        }
        self.ended = true;
    }

    /// The next thing that happens. For ever pending once [`Update::Ended`] was told.
    pub async fn next(&mut self) -> Update {
        loop {
            if let Some(update) = self.updates.pop_front() {
                return update;
            }
            if self.ended {
                std::future::pending::<()>().await;
            }
            if self.link.is_none() {
                sleep_until(self.retry_at).await;
                self.connect().await;
                continue;
            }
            self.transmit().await;
            let wake = self.wake();
            let Some(link) = &mut self.link else {
                continue;
            };
            let read = tokio::select! {
                biased;
                read = link.socket.next() => read,
                () = sleep_until(wake) => continue,
            };
            match read {
                Some(Ok(message)) => self.receive(message),
                Some(Err(_)) | None => self.lost(None),
            }
        }
    }
}

impl Followed {
    fn sub(&self, room: RoomId) -> ClientMessage {
        let model = self.model.as_ref().filter(|_| !self.afresh);
        ClientMessage::Sub {
            s: Stream::Room(room),
            since: model.map(|model| model.seq),
            h: model.and_then(|model| model.h.clone()),
        }
    }

    fn answered(&mut self, at: Instant) {
        self.heard = at;
        self.sub_at = None;
        self.afresh = false;
        self.tries = 0;
    }
}

fn text(message: &ClientMessage) -> String {
    serde_json::to_string(message).expect("plain data")
}
