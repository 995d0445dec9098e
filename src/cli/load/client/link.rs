//! The connection: made, sent to, found lost, and made again after a pause. What has no answer is
//! sent again.

use std::time::Duration;

use futures_util::SinkExt as _;
use rand::RngExt as _;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use super::seen::Noted;
use super::{Client, Update, now, text};
use crate::cli::load::site::Socket;
use crate::protocol::ClientMessage;

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

/// A connection as long as it lives.
pub(super) struct Link {
    pub(super) socket: Socket,
    pub(super) welcomed: bool,
    pub(super) heard: Instant,
    pub(super) pinged: Option<Instant>,
}

impl Client {
    pub(super) async fn connect(&mut self) {
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

    pub(super) fn end(&mut self, code: u16) {
        self.link = None;
        self.ended = true;
        self.updates.push_back(Update::Ended(code));
    }

    pub(super) fn lost(&mut self, least: Option<Duration>) {
        let was_up = self.link.take().is_some_and(|link| link.welcomed);
        self.stats.losses += 1;
        if was_up {
            self.note(|| Noted::Lost);
            self.updates.push_back(Update::Lost);
        }
        self.back_off(least.unwrap_or_default());
    }

    /// Sends what is due.
    pub(super) async fn transmit(&mut self) {
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
    pub(super) fn wake(&self) -> Instant {
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
}

fn pause(tries: usize) -> Duration {
    RETRIES[tries.min(RETRIES.len() - 1)]
}
