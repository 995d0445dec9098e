//! Work in progress: commands that wait for their room, and streams to follow or leave.

use futures_util::FutureExt as _;

use crate::auth::{AuthError, Session};
use crate::game::Millis;
use crate::protocol::{ByeCode, Cid, Code, Command, Refusal, RoomId, ServerMessage, Stream};
use crate::room::registry::{Request, Subscriber};
use crate::web::ws::MAX_STREAMS;
use crate::web::ws::connection::Connection;
use crate::web::ws::connection::frames::MAX_OVER_RATE;

/// Commands of one connection that wait for an answer.
const MAX_COMMANDS: usize = 8;
/// Further ones that act in a turn: a queue of chatter never costs anybody the turn.
const MAX_TURN_COMMANDS: usize = 2;
/// When to try again after one command too many.
const COMMANDS_RETRY_MS: u32 = 250;

/// A followed stream. At most one job a stream is under way; what is asked meanwhile waits, and
/// only the last of it counts.
#[derive(Debug, Default)]
pub(super) struct Following {
    busy: bool,
    next: Option<Wish>,
}

/// What is wished of a stream.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    Follow {
        since: Option<(u64, Option<String>)>,
    },
    Leave,
}

/// A job's end.
pub(super) enum Done {
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

impl Connection {
    /// Hands a command to its room. One over the rate is refused, unless it acts in a turn: the
    /// seat on turn gets its legal move in, and only one that the room refuses counts against
    /// the connection.
    pub(super) fn command(
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
    pub(super) fn wish(&mut self, s: Stream, wish: Wish) {
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
    pub(super) fn done(&mut self, done: Done) -> Result<(), ByeCode> {
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
}
