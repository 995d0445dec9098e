//! A text frame: what it asks for, and what becomes of one that is malformed or one too many.

use serde::Deserialize;

use crate::protocol::{ByeCode, Cid, ClientMessage, Code, Refusal, ServerMessage, Stream};
use crate::web::ws::connection::Connection;
use crate::web::ws::connection::jobs::Wish;

/// Malformed frames, less the good ones, until the connection is closed.
const MAX_MALFORMED: u32 = 10;
/// Frames over the rate, less the good ones, until the connection is closed.
pub(super) const MAX_OVER_RATE: u32 = 60;
/// The most characters of a hint.
const MAX_HINT: usize = 200;

/// As much of a frame as can be read when it is not right.
#[derive(Debug, Default, Deserialize)]
struct Envelope {
    #[serde(default)]
    t: serde_json::Value,
    #[serde(default)]
    cid: serde_json::Value,
}

impl Connection {
    /// Deals with one text frame.
    ///
    /// # Errors
    /// The code to close with.
    pub(super) fn read(&mut self, text: &str) -> Result<(), ByeCode> {
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

    pub(super) fn malformed(&mut self) -> Result<(), ByeCode> {
        if self.malformed.strike(MAX_MALFORMED) {
            Err(ByeCode::Protocol)
        } else {
            Ok(())
        }
    }

    pub(super) fn too_many(
        &mut self,
        cid: Option<Cid>,
        s: Option<Stream>,
        retry_ms: u32,
    ) -> Result<(), ByeCode> {
        self.no(cid, s, Refusal::rate(retry_ms), None);
        if self.over_rate.strike(MAX_OVER_RATE) {
            Err(ByeCode::Rate)
        } else {
            Ok(())
        }
    }
}
