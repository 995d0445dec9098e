//! One client of the wire: an account's connection that comes back by itself, sends a command
//! again under the same id until it is answered, and folds the rooms it follows.
//!
//! Everything happens inside [`Client::next`]; there is no task behind it. It may be dropped
//! at any await and called again.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use super::fold::{Fit, Model};
use super::site::{Session, Site, Socket};
use crate::game::Millis;
use crate::protocol::{
    Cid, ClientMessage, Code, Command, Event, EventFrame, Me, RoomId, ServerMessage, Snapshot,
    Stream,
};

/// Pauses before a command or a subscription without an answer is sent again; the last repeats.
const RETRIES: [Duration; 3] = [
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];
/// How long a connection may take until it is welcomed.
const WELCOME: Duration = Duration::from_secs(5);
/// How often the connection is tried out when nothing comes.
const PING: Duration = Duration::from_secs(15);
/// How long after a ping the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(10);
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

/// Something that a client sent or received.
#[derive(Clone, Debug)]
pub struct Note {
    /// When.
    pub at: Instant,
    /// What.
    pub what: Noted,
}

/// What a [`Note`] is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// A command was given (not each time it was sent).
    Sent(RoomId, Cid, Command),
    /// An `ok`, also one more of the same; also from `answered` in a snapshot.
    Ok(Cid, u64),
    /// A `no` that settled a command.
    No(Cid, Code),
    /// A snapshot at this number, with this hash.
    Snap(RoomId, u64, Option<String>),
    /// An event that went into the model.
    Event(RoomId, u64, Millis, Box<Event>),
    /// The connection was welcomed.
    Welcome,
    /// The connection was lost.
    Lost,
}

/// What a client counts.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Moves accepted.
    pub moves: u64,
    /// From the first sending of an accepted move to its `ok`, in microseconds.
    pub latencies: Vec<u32>,
    /// Commands of other kinds accepted.
    pub others: u64,
    /// Commands sent once more.
    pub retries: u64,
    /// Connections welcomed.
    pub connects: u64,
    /// Connections lost.
    pub losses: u64,
    /// Attempts to connect that failed.
    pub failures: u64,
    /// Times the model and the server disagreed.
    pub desyncs: u64,
    /// Times a snapshot was older than what had been seen: something acknowledged was lost.
    pub regressions: u64,
    /// Frames that could not be read.
    pub garbage: u64,
    /// Refusals by code, `unavailable` and `rate` included.
    pub refusals: BTreeMap<&'static str, u64>,
    /// What the first disagreement was.
    pub trouble: Option<String>,
}

impl Stats {
    /// Adds another client's.
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.latencies.extend(other.latencies);
        self.others += other.others;
        self.retries += other.retries;
        self.connects += other.connects;
        self.losses += other.losses;
        self.failures += other.failures;
        self.desyncs += other.desyncs;
        self.regressions += other.regressions;
        self.garbage += other.garbage;
        for (code, count) in other.refusals {
            *self.refusals.entry(code).or_default() += count;
        }
        self.trouble = self.trouble.take().or(other.trouble);
    }
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

/// A connection as long as it lives.
struct Link {
    socket: Socket,
    welcomed: bool,
    heard: Instant,
    pinged: Option<Instant>,
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

    async fn connect(&mut self) {
        let open = async {
            let mut socket = self.site.open(&self.session).await?;
            let hello = ClientMessage::Hello {
                build: "load".into(),
                caps: Vec::new(),
            };
            socket.send(Message::text(text(&hello))).await?;
            Ok::<_, WsError>(socket)
        };
        match timeout(WELCOME, open).await {
            Ok(Ok(socket)) => {
                self.opened = now();
                self.link = Some(Link {
                    socket,
                    welcomed: false,
                    heard: self.opened,
                    pinged: None,
                });
            }
            Ok(Err(WsError::Http(response))) if response.status().is_client_error() => {
                self.end(response.status().as_u16());
            }
            Ok(Err(_)) | Err(_) => {
                self.stats.failures += 1;
                self.back_off(Duration::ZERO);
            }
        }
    }

    fn back_off(&mut self, least: Duration) {
        let doubled = self.options.pause.saturating_mul(1 << self.attempt.min(10));
        let jitter = self.rng.random_range(0.5..1.5);
        let pause = doubled.min(self.options.longest_pause).mul_f64(jitter);
        self.attempt += 1;
        self.retry_at = now() + pause.max(least);
    }

    fn end(&mut self, code: u16) {
        self.link = None;
        self.ended = true;
        self.updates.push_back(Update::Ended(code));
    }

    fn lost(&mut self, least: Option<Duration>) {
        let was_up = self.link.take().is_some_and(|link| link.welcomed);
        self.stats.losses += 1;
        if was_up {
            self.note(|| Noted::Lost);
            self.updates.push_back(Update::Lost);
        }
        self.back_off(least.unwrap_or_default());
    }

    /// Sends what is due.
    async fn transmit(&mut self) {
        let at = now();
        let Some(link) = &mut self.link else {
            return;
        };
        let silent = link.pinged.is_some_and(|pinged| pinged + SILENCE <= at);
        if silent || (!link.welcomed && self.opened + WELCOME <= at) {
            self.lost(None);
            return;
        }
        if !link.welcomed {
            return;
        }
        let mut frames = Vec::new();
        for (room, followed) in &mut self.rooms {
            let quiet = followed.sub_at.is_none() && followed.heard + self.options.quiet <= at;
            if quiet || followed.sub_at.is_some_and(|due| due <= at) {
                frames.push(text(&followed.sub(*room)));
                followed.sub_at = Some(at + pause(followed.tries));
                followed.tries += 1;
            }
        }
        for pending in self
            .pending
            .values_mut()
            .filter(|pending| pending.due <= at)
        {
            self.stats.retries += u64::from(pending.first.is_some());
            pending.first.get_or_insert(at);
            pending.due = at + pause(pending.tries);
            pending.tries += 1;
            frames.push(pending.text.clone());
        }
        if link.pinged.is_none() && link.heard + PING <= at {
            link.pinged = Some(at);
            frames.push(text(&ClientMessage::Ping { n: 1 }));
        }
        if frames.is_empty() {
            return;
        }
        for frame in frames {
            if link.socket.feed(Message::text(frame)).await.is_err() {
                self.lost(None);
                return;
            }
        }
        if link.socket.flush().await.is_err() {
            self.lost(None);
        }
    }

    /// When there is something to do even if nothing comes.
    fn wake(&self) -> Instant {
        let Some(link) = &self.link else {
            return self.retry_at;
        };
        if !link.welcomed {
            return self.opened + WELCOME;
        }
        let alive = link
            .pinged
            .map_or(link.heard + PING, |pinged| pinged + SILENCE);
        let subs = self.rooms.values().map(|followed| {
            followed
                .sub_at
                .unwrap_or(followed.heard + self.options.quiet)
        });
        self.pending
            .values()
            .map(|pending| pending.due)
            .chain(subs)
            .fold(alive, Instant::min)
    }

    fn receive(&mut self, message: Message) {
        let at = now();
        if let Some(link) = &mut self.link {
            link.heard = at;
            link.pinged = None;
        }
        let frame = match message {
            Message::Text(frame) => frame,
            Message::Close(frame) => {
                self.closed(frame.map_or(1005, |frame| frame.code.into()), None);
                return;
            }
            _ => return,
        };
        let Ok(message) = serde_json::from_str(&frame) else {
            self.stats.garbage += 1;
            self.trouble(|| format!("a frame cannot be read: {frame}"));
            return;
        };
        match message {
            ServerMessage::Welcome { me, .. } => self.welcomed(me),
            ServerMessage::Snap(snap) => self.snapshot(*snap),
            ServerMessage::Ev(frame) => {
                if let Some(Stream::Room(room)) = frame.s {
                    self.events(room, vec![*frame]);
                }
            }
            ServerMessage::Evs {
                s: Stream::Room(room),
                events,
            } => {
                // Where a snapshot is asked for, this was the answer to something else.
                if let Some(followed) = self.rooms.get_mut(&room).filter(|room| !room.afresh) {
                    followed.answered(at);
                    self.updates.push_back(Update::Changed(room));
                }
                self.events(room, events);
            }
            ServerMessage::Ok { cid, seq } => self.settle(cid, Ok(seq)),
            ServerMessage::No {
                cid,
                s,
                code,
                retry_ms,
                ..
            } => self.refused(cid, s, code, retry_ms),
            ServerMessage::Bye { code, retry_ms, .. } => self.closed(code, retry_ms),
            ServerMessage::Evs { .. } | ServerMessage::Pong { .. } => {}
        }
    }

    fn closed(&mut self, code: u16, retry_ms: Option<u32>) {
        match code {
            4401 | 4403 | 4409 | 4426 => self.end(code),
            _ => self.lost(retry_ms.map(|ms| Duration::from_millis(ms.into()))),
        }
    }

    fn welcomed(&mut self, me: Me) {
        let at = now();
        if let Some(link) = &mut self.link {
            link.welcomed = true;
        }
        self.me = Some(me);
        self.attempt = 0;
        self.stats.connects += 1;
        for followed in self.rooms.values_mut() {
            followed.sub_at = Some(at);
            followed.tries = 0;
        }
        for pending in self.pending.values_mut() {
            pending.due = at;
            pending.tries = 0;
        }
        self.note(|| Noted::Welcome);
        self.updates.push_back(Update::Welcome);
    }

    fn snapshot(&mut self, snap: Snapshot) {
        let Stream::Room(room) = snap.s else {
            return;
        };
        for answer in &snap.answered {
            if self.pending.contains_key(&answer.cid) {
                self.settle(answer.cid, Ok(answer.seq));
            } else {
                self.note(|| Noted::Ok(answer.cid, answer.seq));
            }
        }
        self.note(|| Noted::Snap(room, snap.seq, snap.h.clone()));
        let (Some(followed), Some(model)) = (self.rooms.get_mut(&room), Model::of(snap)) else {
            return;
        };
        followed.answered(now());
        let mut trouble = None;
        if !model.agrees() {
            trouble = Some(format!(
                "room {room}: snapshot {} has another hash",
                model.seq
            ));
        }
        if let Some(old) = &followed.model {
            if old.seq > model.seq {
                self.stats.regressions += 1;
                self.stats.trouble.get_or_insert_with(|| {
                    format!(
                        "room {room}: went back from event {} to {}",
                        old.seq, model.seq
                    )
                });
            } else if old.seq == model.seq && !old.same_as(&model) {
                trouble = Some(format!(
                    "room {room} at {}: folded {:?}, snapshot {:?}",
                    old.seq, old.state, model.state
                ));
            }
        }
        followed.model = Some(model);
        if let Some(trouble) = trouble {
            self.stats.desyncs += 1;
            self.stats.trouble.get_or_insert(trouble);
        }
        self.updates.push_back(Update::Changed(room));
    }

    fn events(&mut self, room: RoomId, frames: Vec<EventFrame>) {
        let (Some(me), Some(followed)) = (&self.me, self.rooms.get_mut(&room)) else {
            return;
        };
        let at = now();
        let Some(model) = &mut followed.model else {
            return;
        };
        followed.heard = at;
        let mut changed = false;
        for frame in frames {
            match model.fits(&frame) {
                Fit::Old => continue,
                Fit::Gap => {
                    followed.tries = 0;
                    followed.sub_at = Some(at);
                    break;
                }
                Fit::Next => {}
            }
            if self.options.history {
                let event = Box::new(frame.event.clone());
                let what = Noted::Event(room, frame.seq, frame.at, event);
                self.history.push(Note { at, what });
            }
            model.apply(frame, me.user);
            changed = true;
            if !model.agrees() {
                let seq = model.seq;
                self.stats.desyncs += 1;
                self.stats
                    .trouble
                    .get_or_insert_with(|| format!("room {room}: event {seq} gives another hash"));
                followed.afresh = true;
                followed.tries = 0;
                followed.sub_at = Some(at);
                break;
            }
        }
        if changed {
            self.updates.push_back(Update::Changed(room));
        }
    }

    fn settle(&mut self, cid: Cid, answer: Result<u64, Code>) {
        self.note(|| match answer {
            Ok(seq) => Noted::Ok(cid, seq),
            Err(code) => Noted::No(cid, code),
        });
        let Some(pending) = self.pending.remove(&cid) else {
            return;
        };
        match answer {
            Ok(_) if pending.is_move => {
                let took = pending.first.map(|first| now() - first).unwrap_or_default();
                self.stats.moves += 1;
                self.stats
                    .latencies
                    .push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
            }
            Ok(_) => self.stats.others += 1,
            Err(_) => {}
        }
        self.updates.push_back(Update::Answered(cid, answer));
    }

    fn refused(&mut self, cid: Option<Cid>, s: Option<Stream>, code: Code, retry_ms: Option<u32>) {
        *self.stats.refusals.entry(code.as_str()).or_default() += 1;
        let later = matches!(code, Code::Unavailable | Code::Rate);
        let due = now() + Duration::from_millis(retry_ms.unwrap_or(1_000).into());
        if let Some(cid) = cid {
            match self.pending.get_mut(&cid) {
                Some(pending) if later => pending.due = due,
                _ => self.settle(cid, Err(code)),
            }
        } else if let Some(Stream::Room(room)) = s {
            match self.rooms.get_mut(&room) {
                Some(followed) if later => followed.sub_at = Some(due),
                _ => {
                    self.rooms.remove(&room);
                    self.updates.push_back(Update::NoRoom(room, code));
                }
            }
        }
    }

    fn trouble(&mut self, what: impl FnOnce() -> String) {
        self.stats.trouble.get_or_insert_with(what);
    }

    fn note(&mut self, what: impl FnOnce() -> Noted) {
        if self.options.history {
            self.history.push(Note {
                at: now(),
                what: what(),
            });
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

fn pause(tries: usize) -> Duration {
    RETRIES[tries.min(RETRIES.len() - 1)]
}

fn text(message: &ClientMessage) -> String {
    serde_json::to_string(message).expect("plain data")
}
