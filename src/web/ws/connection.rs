//! The reading half of a socket: frames in, commands and subscriptions out.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, SplitStream};
use futures_util::{FutureExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, timeout};

use crate::auth::{AuthError, Session};
use crate::game::Millis;
use crate::protocol::{
    ByeCode, Cid, ClientMessage, Code, Command, Refusal, RoomId, ServerMessage, Stream,
};
use crate::room::lag::Lag;
use crate::room::outbox::Outbox;
use crate::room::registry::{Request, Subscriber};
use crate::web::BUILD;
use crate::web::session::Credential;
use crate::web::state::Site;
use crate::web::ws::bucket::{Bucket, FRAMES, Strikes};
use crate::web::ws::sockets::Registration;
use crate::web::ws::writer::{self, PING, Pinger};
use crate::web::ws::{LIMITS, MAX_STREAMS};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// A connection from which nothing came for so long is closed.
pub(super) const IDLE: Duration = Duration::from_secs(60);
/// Commands of one connection that wait for an answer.
const MAX_COMMANDS: usize = 8;
/// Further ones that act in a turn: a queue of chatter never costs anybody the turn.
const MAX_TURN_COMMANDS: usize = 2;
/// When to try again after one command too many.
const COMMANDS_RETRY_MS: u32 = 250;
/// Malformed frames, less the good ones, until the connection is closed.
const MAX_MALFORMED: u32 = 10;
/// Frames over the rate, less the good ones, until the connection is closed.
const MAX_OVER_RATE: u32 = 60;
/// The most characters of a hint.
const MAX_HINT: usize = 200;
/// How long the peer may take to close its side after a good-bye.
const FAREWELL: Duration = Duration::from_secs(1);

/// One connection after its upgrade.
pub(super) struct Connection {
    site: Site,
    credential: Credential,
    session: Session,
    registration: Registration,
    outbox: Outbox,
    lag: Lag,
    streams: HashMap<Stream, Following>,
    /// Work in progress. The first poll of each is in the order of the frames, so commands reach
    /// a room in the order they were sent.
    jobs: FuturesUnordered<BoxFuture<'static, Done>>,
    commands: usize,
    frames: Bucket,
    malformed: Strikes,
    over_rate: Strikes,
}

/// A followed stream. At most one job a stream is under way; what is asked meanwhile waits, and
/// only the last of it counts.
#[derive(Debug, Default)]
struct Following {
    busy: bool,
    next: Option<Wish>,
}

/// What is wished of a stream.
#[derive(Clone, Debug)]
enum Wish {
    Follow {
        since: Option<(u64, Option<String>)>,
    },
    Leave,
}

/// A job's end.
enum Done {
    Command {
        cid: Cid,
        over_rate: bool,
        result: Result<u64, Refusal>,
    },
    Followed {
        room: RoomId,
        result: Result<(), Refusal>,
    },
    Me {
        result: Result<Option<Session>, AuthError>,
    },
    Left {
        room: RoomId,
    },
}

/// As much of a frame as can be read when it is not right.
#[derive(Debug, Default, Deserialize)]
struct Envelope {
    #[serde(default)]
    t: serde_json::Value,
    #[serde(default)]
    cid: serde_json::Value,
}

impl Connection {
    /// Serves the socket until either side ends it.
    pub(super) async fn run(
        site: Site,
        credential: Credential,
        session: Session,
        socket: WebSocket,
    ) {
        let (sink, mut stream) = socket.split();
        let (outbox, reader) = Outbox::pair();
        let lag = Lag::default();
        let pinger = Pinger::new(lag.clone(), Arc::clone(&site.clock));
        let mut writer = tokio::spawn(writer::run(sink, reader, pinger, site.ids.seed()));
        let Some(registration) = site
            .sockets
            .open(session.user, session.hash, outbox.clone())
        else {
            outbox.close(ByeCode::Rate);
            return finish(stream, Some(writer)).await;
        };
        site.lobby.opened();
        let mut connection = Self {
            site,
            credential,
            session,
            registration,
            outbox,
            lag,
            streams: HashMap::new(),
            jobs: FuturesUnordered::new(),
            commands: 0,
            frames: Bucket::new(FRAMES),
            malformed: Strikes::default(),
            over_rate: Strikes::default(),
        };
        let (reason, writer) = tokio::select! {
            reason = connection.serve(&mut stream) => (reason, Some(writer)),
            _ = &mut writer => (None, None),
        };
        connection.outbox.close(reason.unwrap_or(ByeCode::Normal));
        connection.leave().await;
        finish(stream, writer).await;
    }

    /// Reads until there is a reason to close; none when the peer closed.
    async fn serve(&mut self, stream: &mut SplitStream<WebSocket>) -> Option<ByeCode> {
        match timeout(HELLO, self.greet(stream)).await {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => return reason,
            Err(_) => return Some(ByeCode::Protocol),
        }
        let mut ticks = tokio::time::interval(PING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut quiet = Duration::ZERO;
        loop {
            tokio::select! {
                message = next(stream) => {
                    quiet = Duration::ZERO;
                    match message {
                        Ok(Heard::Text(text)) => {
                            if let Err(code) = self.read(text.as_str()) {
                                return Some(code);
                            }
                            // Answers go out before more is read, or a burst would fill the
                            // outbox of a peer that does read.
                            tokio::task::yield_now().await;
                        }
                        Ok(Heard::Pong) => self.lag.heard(self.site.clock.now()),
                        Ok(Heard::Ping) => {}
                        Err(reason) => return reason,
                    }
                }
                Some(done) = self.jobs.next() => if let Err(code) = self.done(done) {
                    return Some(code);
                },
                _ = ticks.tick() => {
                    if quiet >= IDLE {
                        return Some(ByeCode::Slow);
                    }
                    quiet += PING;
                }
            }
        }
    }

    /// Waits for `hello` and answers it.
    async fn greet(&mut self, stream: &mut SplitStream<WebSocket>) -> Result<(), Option<ByeCode>> {
        let text = loop {
            match next(stream).await? {
                Heard::Text(text) => break text,
                Heard::Pong => self.lag.heard(self.site.clock.now()),
                Heard::Ping => {}
            }
        };
        let Ok(ClientMessage::Hello { .. }) = serde_json::from_str(text.as_str()) else {
            return Err(Some(ByeCode::Protocol));
        };
        // The socket is known now: what ends the session from here on reaches it, and what ended
        // it before is seen here.
        match self.credential.session(&self.site.auth).await {
            Ok(Some(session)) => self.session = session,
            Ok(None) => return Err(Some(ByeCode::Auth)),
            Err(error) => tracing::warn!(%error, "a session is believed unread"),
        }
        self.send(&ServerMessage::Welcome {
            now: self.site.clock.now(),
            build: BUILD.to_owned(),
            limits: LIMITS,
            me: self.session.me(),
            rooms: self.site.rooms.of_user(self.session.user),
        });
        Ok(())
    }

    /// Deals with one text frame.
    ///
    /// # Errors
    /// The code to close with.
    fn read(&mut self, text: &str) -> Result<(), ByeCode> {
        // A move counts from here on, whatever is in its way.
        let arrived = self.site.clock.now();
        let within = self.frames.take(arrived);
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return self.misread(text, &error),
        };
        self.malformed.forgive();
        if let ClientMessage::Cmd {
            s,
            cid,
            ply,
            command,
        } = message
        {
            return self.command(s, cid, ply, command, arrived, within);
        }
        if let Err(retry_ms) = within {
            let s = match message {
                ClientMessage::Sub { s, .. } | ClientMessage::Unsub { s } => Some(s),
                _ => None,
            };
            return self.too_many(None, s, retry_ms);
        }
        self.over_rate.forgive();
        match message {
            ClientMessage::Ping { n } => {
                self.send(&ServerMessage::Pong {
                    n,
                    now: self.site.clock.now(),
                });
            }
            ClientMessage::Sub { s, since, h } => {
                self.wish(
                    s,
                    Wish::Follow {
                        since: since.map(|since| (since, h)),
                    },
                );
            }
            ClientMessage::Unsub { s } => self.wish(s, Wish::Leave),
            ClientMessage::Hello { .. } | ClientMessage::Cmd { .. } => {
                self.no(
                    None,
                    None,
                    Code::BadRequest.into(),
                    Some("hello comes first and once"),
                );
                return self.malformed();
            }
        }
        Ok(())
    }

    /// Answers a frame that cannot be read as well as it can be.
    fn misread(&mut self, text: &str, error: &serde_json::Error) -> Result<(), ByeCode> {
        let envelope: Envelope = serde_json::from_str(text).unwrap_or_default();
        let cid = envelope.cid.as_str().and_then(|cid| cid.parse().ok());
        let known = ["hello", "sub", "unsub", "cmd", "ping"];
        let code = match envelope.t.as_str() {
            Some(t) if !known.contains(&t) => Code::UnknownType,
            _ => Code::BadRequest,
        };
        let hint: String = error.to_string().chars().take(MAX_HINT).collect();
        self.no(cid, None, code.into(), Some(&hint));
        self.malformed()
    }

    fn malformed(&mut self) -> Result<(), ByeCode> {
        if self.malformed.strike(MAX_MALFORMED) {
            Err(ByeCode::Protocol)
        } else {
            Ok(())
        }
    }

    fn too_many(
        &mut self,
        cid: Option<Cid>,
        s: Option<Stream>,
        retry_ms: u32,
    ) -> Result<(), ByeCode> {
        let retry_ms = Some(retry_ms);
        self.no(
            cid,
            s,
            Refusal {
                code: Code::Rate,
                retry_ms,
                hint: None,
            },
            None,
        );
        if self.over_rate.strike(MAX_OVER_RATE) {
            Err(ByeCode::Rate)
        } else {
            Ok(())
        }
    }

    /// Hands a command to its room. One over the rate is refused, unless it acts in a turn: the
    /// seat on turn gets its legal move in, and only one that the room refuses counts against
    /// the connection.
    fn command(
        &mut self,
        s: Stream,
        cid: Cid,
        ply: Option<u32>,
        command: Command,
        arrived: Millis,
        within: Result<(), u32>,
    ) -> Result<(), ByeCode> {
        let Stream::Room(room) = s else {
            self.no(
                Some(cid),
                None,
                Code::BadRequest.into(),
                Some("commands go to rooms"),
            );
            return self.malformed();
        };
        let user = self.session.user;
        let within = within.and_then(|()| self.site.limits.commands().take(&user));
        let in_turn = command.acts_in_turn();
        match within {
            Err(retry_ms) if !in_turn => return self.too_many(Some(cid), None, retry_ms),
            Ok(()) => self.over_rate.forgive(),
            Err(_) => {}
        }
        let most = MAX_COMMANDS + if in_turn { MAX_TURN_COMMANDS } else { 0 };
        if self.commands >= most {
            return self.too_many(Some(cid), None, COMMANDS_RETRY_MS);
        }
        self.commands += 1;
        let rooms = self.site.rooms.clone();
        let request = Request {
            person: self.session.person(),
            cid,
            ply,
            command,
            arrived,
        };
        let over_rate = within.is_err();
        let job = async move {
            let result = rooms.command(room, request).await;
            Done::Command {
                cid,
                over_rate,
                result,
            }
        };
        self.jobs.push(job.boxed());
        Ok(())
    }

    /// Follows or leaves a stream, after what is under way with it.
    fn wish(&mut self, s: Stream, wish: Wish) {
        if let Some(following) = self.streams.get_mut(&s)
            && following.busy
        {
            following.next = Some(wish);
            return;
        }
        match (&wish, self.streams.contains_key(&s)) {
            (Wish::Leave, false) => return,
            (Wish::Follow { .. }, false) if self.streams.len() >= MAX_STREAMS => {
                let hint = format!("at most {MAX_STREAMS} streams");
                self.no(None, Some(s), Code::BadRequest.into(), Some(&hint));
                return;
            }
            _ => {}
        }
        self.streams.entry(s).or_default().busy = true;
        let (conn, user) = (self.registration.conn(), self.session.user);
        match (s, wish) {
            (Stream::Lobby, Wish::Follow { .. }) => {
                self.site.lobby.subscribe(conn, self.outbox.clone());
                self.settled(s, true);
            }
            (Stream::Lobby, Wish::Leave) => {
                self.site.lobby.unsubscribe(conn);
                self.settled(s, false);
            }
            (Stream::Me, Wish::Follow { .. }) => {
                self.site
                    .lobby
                    .subscribe_me(conn, user, self.outbox.clone());
                let (credential, auth) = (self.credential.clone(), self.site.auth.clone());
                let job = async move {
                    Done::Me {
                        result: credential.session(&auth).await,
                    }
                };
                self.jobs.push(job.boxed());
            }
            (Stream::Me, Wish::Leave) => {
                self.site.lobby.unsubscribe_me(conn, user);
                self.settled(s, false);
            }
            (Stream::Room(room), Wish::Follow { since }) => {
                let rooms = self.site.rooms.clone();
                let person = self.session.person();
                let subscriber = Subscriber {
                    conn,
                    person,
                    outbox: self.outbox.clone(),
                    lag: self.lag.clone(),
                    since,
                };
                let job = async move {
                    Done::Followed {
                        room,
                        result: rooms.subscribe(room, subscriber).await,
                    }
                };
                self.jobs.push(job.boxed());
            }
            (Stream::Room(room), Wish::Leave) => {
                self.registration.leave(room);
                let rooms = self.site.rooms.clone();
                let job = async move {
                    rooms.unsubscribe(room, conn).await;
                    Done::Left { room }
                };
                self.jobs.push(job.boxed());
            }
        }
    }

    /// A stream is followed, or is not; what was wished meanwhile comes now.
    fn settled(&mut self, s: Stream, followed: bool) {
        let Some(following) = self.streams.get_mut(&s) else {
            return;
        };
        following.busy = false;
        let next = following.next.take();
        if !followed {
            self.streams.remove(&s);
        }
        if let Some(wish) = next {
            self.wish(s, wish);
        }
    }

    /// Deals with a job's end.
    ///
    /// # Errors
    /// The code to close with.
    fn done(&mut self, done: Done) -> Result<(), ByeCode> {
        match done {
            Done::Command {
                cid,
                over_rate,
                result,
            } => {
                self.commands -= 1;
                match result {
                    Ok(seq) => self.send(&ServerMessage::Ok { cid, seq }),
                    Err(refusal) => {
                        self.no(Some(cid), None, refusal, None);
                        if over_rate && self.over_rate.strike(MAX_OVER_RATE) {
                            return Err(ByeCode::Rate);
                        }
                    }
                }
            }
            Done::Followed { room, result } => {
                let s = Stream::Room(room);
                match result {
                    Ok(()) => {
                        let rooms = self.site.rooms.of_user(self.session.user);
                        self.registration
                            .enter(room, rooms.iter().any(|seated| seated.id == room));
                    }
                    Err(refusal) => self.no(None, Some(s), refusal, None),
                }
                self.settled(s, result.is_ok());
            }
            Done::Me { result } => match result {
                Ok(Some(session)) => {
                    self.site
                        .lobby
                        .introduce(self.registration.conn(), session.me());
                    self.session = session;
                    self.settled(Stream::Me, true);
                }
                Ok(None) => return Err(ByeCode::Auth),
                Err(error) => {
                    self.site
                        .lobby
                        .unsubscribe_me(self.registration.conn(), self.session.user);
                    self.no(None, Some(Stream::Me), (&error).into(), None);
                    self.settled(Stream::Me, false);
                }
            },
            Done::Left { room } => self.settled(Stream::Room(room), false),
        }
        Ok(())
    }

    /// Leaves every stream. What was under way is dropped: a room finishes a command without us.
    async fn leave(mut self) {
        self.jobs.clear();
        let conn = self.registration.conn();
        self.site.lobby.closed(conn, self.session.user);
        for (s, _) in self.streams.drain() {
            if let Stream::Room(room) = s {
                self.site.rooms.unsubscribe(room, conn).await;
            }
        }
    }

    fn no(&self, cid: Option<Cid>, s: Option<Stream>, refusal: Refusal, hint: Option<&str>) {
        let Refusal { code, retry_ms, .. } = refusal;
        let hint = hint.or(refusal.hint).map(str::to_owned);
        self.send(&ServerMessage::No {
            cid,
            s,
            code,
            hint,
            retry_ms,
        });
    }

    /// Queues a frame. When the outbox is full it closes by itself.
    fn send(&self, message: &ServerMessage) {
        let text = serde_json::to_string(message).expect("wire types serialise");
        self.outbox.send(text.into());
    }
}

/// What came from the peer.
enum Heard {
    Text(axum::extract::ws::Utf8Bytes),
    Ping,
    Pong,
}

/// The next message.
///
/// # Errors
/// The code to close with; none when the peer closed.
async fn next(stream: &mut SplitStream<WebSocket>) -> Result<Heard, Option<ByeCode>> {
    match stream.next().await {
        Some(Ok(Message::Text(text))) => Ok(Heard::Text(text)),
        Some(Ok(Message::Ping(_))) => Ok(Heard::Ping),
        Some(Ok(Message::Pong(_))) => Ok(Heard::Pong),
        // No binary frames in this protocol; and no text that is too long or not UTF-8.
        Some(Ok(Message::Binary(_)) | Err(_)) => Err(Some(ByeCode::Protocol)),
        Some(Ok(Message::Close(_))) | None => Err(None),
    }
}

/// Waits until the good-bye is out and the peer has closed its side, but not for long: a peer
/// that goes on sending would otherwise have its last words from us cut off.
async fn finish(mut stream: SplitStream<WebSocket>, writer: Option<JoinHandle<()>>) {
    if let Some(writer) = writer
        && writer.await.is_err()
    {
        tracing::error!("a socket's writer failed");
    }
    let rest = async { while matches!(stream.next().await, Some(Ok(_))) {} };
    // Whoever does not close in time is cut off.
    let _ = timeout(FAREWELL, rest).await;
}
