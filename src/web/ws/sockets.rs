//! Every open socket of this process, by account: so that a log-out, a newer tab or the end of
//! the server reaches it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::protocol::{ByeCode, RoomId, UserId};
use crate::room::outbox::Outbox;
use crate::store::SessionHash;

/// The most sockets one account may have open.
pub(super) const MAX_SOCKETS: usize = 16;

/// The open sockets. Cheap to clone.
#[derive(Clone, Default)]
pub struct Sockets(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    /// The number of the newest connection.
    last: u64,
    by_user: HashMap<UserId, Vec<Socket>>,
    /// Set when the server ends: who comes now is sent away.
    closing: Option<ByeCode>,
}

struct Socket {
    conn: u64,
    session: SessionHash,
    outbox: Outbox,
    rooms: HashSet<RoomId>,
}

/// A socket's place among the open ones, given back when dropped.
pub(super) struct Registration {
    sockets: Sockets,
    user: UserId,
    conn: u64,
}

impl Sockets {
    /// Notes a new socket; none when the account has too many.
    pub(super) fn open(
        &self,
        user: UserId,
        session: SessionHash,
        outbox: Outbox,
    ) -> Option<Registration> {
        let mut inner = self.lock();
        if let Some(code) = inner.closing {
            outbox.close(code);
        }
        inner.last += 1;
        let conn = inner.last;
        let sockets = inner.by_user.entry(user).or_default();
        if sockets.len() >= MAX_SOCKETS {
            return None;
        }
        sockets.push(Socket {
            conn,
            session,
            outbox,
            rooms: HashSet::new(),
        });
        Some(Registration {
            sockets: self.clone(),
            user,
            conn,
        })
    }

    /// Closes what belongs to a session that ended.
    pub fn end_session(&self, session: SessionHash) {
        let inner = self.lock();
        for socket in inner.by_user.values().flatten() {
            if socket.session == session {
                socket.outbox.close(ByeCode::Auth);
            }
        }
    }

    /// The sessions that have sockets.
    #[must_use]
    pub fn sessions(&self) -> HashSet<SessionHash> {
        self.lock()
            .by_user
            .values()
            .flatten()
            .map(|socket| socket.session)
            .collect()
    }

    /// Closes every socket, and those still to come.
    pub fn close_all(&self, code: ByeCode) {
        let mut inner = self.lock();
        inner.closing = Some(code);
        for socket in inner.by_user.values().flatten() {
            socket.outbox.close(code);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registration {
    /// The connection's number, unique in this process.
    pub(super) fn conn(&self) -> u64 {
        self.conn
    }

    /// The socket follows a room. A player has one table: older sockets of the account there
    /// are closed; who only watches may have many.
    pub(super) fn enter(&self, room: RoomId, seated: bool) {
        let mut inner = self.sockets.lock();
        for socket in inner.by_user.get_mut(&self.user).into_iter().flatten() {
            if socket.conn == self.conn {
                socket.rooms.insert(room);
            } else if seated && socket.conn < self.conn && socket.rooms.contains(&room) {
                socket.outbox.close(ByeCode::TakenOver);
            }
        }
    }

    /// The socket no longer follows a room.
    pub(super) fn leave(&self, room: RoomId) {
        let mut inner = self.sockets.lock();
        for socket in inner.by_user.get_mut(&self.user).into_iter().flatten() {
            if socket.conn == self.conn {
                socket.rooms.remove(&room);
            }
        }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut inner = self.sockets.lock();
        if let Some(sockets) = inner.by_user.get_mut(&self.user) {
            sockets.retain(|socket| socket.conn != self.conn);
            if sockets.is_empty() {
                inner.by_user.remove(&self.user);
            }
        }
    }
}

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sockets").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::outbox::{Out, OutboxReader};

    const ROOM: RoomId = RoomId::from_u128(9);
    const USER: UserId = UserId::from_u128(1);

    fn open(sockets: &Sockets, session: u8) -> (Registration, Outbox, OutboxReader) {
        let (outbox, reader) = Outbox::pair();
        let registration = sockets
            .open(USER, SessionHash([session; 32]), outbox.clone())
            .unwrap();
        (registration, outbox, reader)
    }

    #[tokio::test]
    async fn a_players_newer_tab_takes_over_and_watchers_stay() {
        let sockets = Sockets::default();
        let (older, _, mut older_reader) = open(&sockets, 1);
        let (newer, newer_outbox, _reader) = open(&sockets, 1);
        older.enter(ROOM, false);
        newer.enter(ROOM, false);
        assert!(!newer_outbox.is_closed());
        older.enter(ROOM, true);
        assert!(!newer_outbox.is_closed());
        newer.enter(ROOM, true);
        assert_eq!(older_reader.next().await, Out::Close(ByeCode::TakenOver));
        assert!(!newer_outbox.is_closed());
    }

    #[tokio::test]
    async fn only_the_ended_sessions_sockets_close() {
        let sockets = Sockets::default();
        let (_one, _, mut one) = open(&sockets, 1);
        let (_two, two, _reader) = open(&sockets, 2);
        sockets.end_session(SessionHash([1; 32]));
        assert_eq!(one.next().await, Out::Close(ByeCode::Auth));
        assert!(!two.is_closed());
    }

    #[tokio::test]
    async fn an_account_has_so_many_sockets_and_gets_its_places_back() {
        let sockets = Sockets::default();
        let mut open: Vec<_> = (0..MAX_SOCKETS).map(|_| open(&sockets, 1)).collect();
        let (outbox, _reader) = Outbox::pair();
        assert!(
            sockets
                .open(USER, SessionHash([1; 32]), outbox.clone())
                .is_none()
        );
        open.pop();
        let registration = sockets.open(USER, SessionHash([1; 32]), outbox);
        assert!(registration.is_some());
        drop((open, registration));
        assert!(sockets.lock().by_user.is_empty());
    }

    #[tokio::test]
    async fn who_comes_while_the_server_ends_is_sent_away() {
        let sockets = Sockets::default();
        sockets.close_all(ByeCode::Restart);
        let (_seat, _, mut reader) = open(&sockets, 1);
        assert_eq!(reader.next().await, Out::Close(ByeCode::Restart));
    }
}
