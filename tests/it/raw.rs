//! One socket without a client around it: frames as they are.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tiaoqi::cli::load::site::{Session, Site, Socket};
use tiaoqi::protocol::{Cid, ClientMessage, Command, RoomId, ServerMessage, Stream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes out of a socket.
#[derive(Debug)]
pub(crate) enum Came {
    Frame(Box<ServerMessage>),
    /// Closed with this code; 1006: without one.
    Closed(u16),
}

/// A socket.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) socket: Socket,
}

impl Raw {
    /// A socket that has not said hello.
    pub(crate) async fn open(site: &Site, session: &Session) -> Self {
        Self {
            socket: site.open(session).await.unwrap(),
        }
    }

    /// A socket that was welcomed.
    pub(crate) async fn hello(site: &Site, session: &Session) -> Self {
        let mut raw = Self::open(site, session).await;
        raw.say(&ClientMessage::Hello {
            build: "test".into(),
            caps: Vec::new(),
        })
        .await;
        raw.until(|message| matches!(message, ServerMessage::Welcome { .. }))
            .await;
        raw
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        self.send(Message::text(serde_json::to_string(message).unwrap()))
            .await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    pub(crate) async fn command(
        &mut self,
        room: RoomId,
        cid: Cid,
        ply: Option<u32>,
        command: Command,
    ) {
        self.say(&ClientMessage::Cmd {
            s: Stream::Room(room),
            cid,
            ply,
            command,
        })
        .await;
    }

    /// The next frame, or the end.
    pub(crate) async fn next(&mut self) -> Came {
        match self.next_text().await {
            Ok(text) => Came::Frame(Box::new(serde_json::from_str(&text).unwrap())),
            Err(code) => Came::Closed(code),
        }
    }

    /// The next frame's text, or the close code.
    async fn next_text(&mut self) -> Result<Utf8Bytes, u16> {
        loop {
            let read = timeout(PATIENCE, self.socket.next()).await;
            match read.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// The first frame of this kind; others are passed over.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            match self.next().await {
                Came::Frame(message) if wanted(&message) => return *message,
                Came::Frame(_) => {}
                Came::Closed(code) => panic!("closed with {code}"),
            }
        }
    }

    /// Passes over frames until the close, and answers its code.
    pub(crate) async fn close_code(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next_text().await {
                return code;
            }
        }
    }
}

/// The answer to this command.
pub(crate) fn answers(cid: Cid) -> impl Fn(&ServerMessage) -> bool {
    move |message| match message {
        ServerMessage::Ok { cid: of, .. } => *of == cid,
        ServerMessage::No { cid: of, .. } => *of == Some(cid),
        _ => false,
    }
}
