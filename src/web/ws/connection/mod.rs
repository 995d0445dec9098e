//! The reading half of a socket: frames in, commands and subscriptions out.

mod frames;
mod jobs;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, SplitStream};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, timeout};

use crate::auth::Session;
use crate::protocol::{ByeCode, Cid, ClientMessage, Refusal, ServerMessage, Stream};
use crate::room::lag::Lag;
use crate::room::outbox::Outbox;
use crate::web::BUILD;
use crate::web::session::Credential;
use crate::web::state::Site;
use crate::web::ws::LIMITS;
use crate::web::ws::bucket::{Bucket, FRAMES, Strikes};
use crate::web::ws::connection::jobs::{Done, Following};
use crate::web::ws::sockets::Registration;
use crate::web::ws::writer::{self, PING, Pinger};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// A connection from which nothing came for so long is closed.
pub(super) const IDLE: Duration = Duration::from_secs(60);
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
        let Refusal {
            code,
            retry_ms,
            why,
            ..
        } = refusal;
        let hint = hint.or(refusal.hint).map(str::to_owned);
        self.send(&ServerMessage::No {
            cid,
            s,
            code,
            why: why.map(str::to_owned),
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
