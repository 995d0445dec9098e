//! The shell around the list: subscribers, and the task that tells them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::lobby::list::{Change, List};
use crate::protocol::{
    HallEvent, HallFrame, LobbyRoom, LobbyState, Me, RoomId, ServerMessage, Snapshot, Stream,
    StreamState, UserId,
};
use crate::room::outbox::{Frame, Outbox};
use crate::room::ports::{Clock, Hall};
use crate::scoring::level_of;

/// How often changes are told: no room is told of more than twice a second.
pub const WINDOW: Duration = Duration::from_millis(500);

/// The hall. Cheap to clone.
#[derive(Clone)]
pub struct Lobby {
    inner: Arc<Mutex<Inner>>,
    clock: Arc<dyn Clock>,
}

#[derive(Default)]
struct Inner {
    list: List,
    /// The snapshot of `list`, as long as nothing changes.
    snap: Option<Frame>,
    lobby: HashMap<u64, Outbox>,
    me: HashMap<UserId, Vec<Listener>>,
    /// Numbers the events of every `me` stream.
    me_seq: u64,
}

/// A connection that follows its own account.
struct Listener {
    conn: u64,
    outbox: Outbox,
    /// What it was told; none before the account has been read.
    me: Option<Me>,
    /// Points that were told of meanwhile.
    points: Option<i64>,
}

impl Lobby {
    /// An empty hall.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            inner: Arc::default(),
            clock,
        }
    }

    /// Tells subscribers what changed, until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(WINDOW);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = ticks.tick() => self.tell(),
            }
        }
    }

    /// The list as it is now.
    #[must_use]
    pub fn state(&self) -> LobbyState {
        self.lock().list.state()
    }

    /// A connection opened.
    pub fn opened(&self) {
        let mut inner = self.lock();
        inner.list.opened();
        inner.snap = None;
    }

    /// A connection closed: it hears nothing more.
    pub fn closed(&self, conn: u64, user: UserId) {
        let mut inner = self.lock();
        inner.list.closed();
        inner.snap = None;
        inner.lobby.remove(&conn);
        inner.leave_me(conn, user);
    }

    /// Sends the list as a snapshot, and from then on every change.
    pub fn subscribe(&self, conn: u64, outbox: Outbox) {
        let mut inner = self.lock();
        let frame = match &inner.snap {
            Some(frame) => Arc::clone(frame),
            None => {
                let state = StreamState::Lobby(inner.list.state());
                let frame = snapshot(Stream::Lobby, inner.list.seq(), state);
                inner.snap.insert(frame).clone()
            }
        };
        outbox.send(frame);
        inner.lobby.insert(conn, outbox);
    }

    /// Ends a subscription to the list.
    pub fn unsubscribe(&self, conn: u64) {
        self.lock().lobby.remove(&conn);
    }

    /// Begins a subscription to one's own account. What happens from now on is not missed;
    /// [`Lobby::introduce`] follows when the account has been read.
    pub fn subscribe_me(&self, conn: u64, user: UserId, outbox: Outbox) {
        let mut inner = self.lock();
        inner.leave_me(conn, user);
        let listener = Listener {
            conn,
            outbox,
            me: None,
            points: None,
        };
        inner.me.entry(user).or_default().push(listener);
    }

    /// Sends a subscriber what its account is.
    pub fn introduce(&self, conn: u64, mut me: Me) {
        let mut inner = self.lock();
        let seq = inner.me_seq;
        let listeners = inner.me.get_mut(&me.user).into_iter().flatten();
        for listener in listeners.filter(|listener| listener.conn == conn) {
            if let Some(points) = listener.points {
                score(&mut me, points);
            }
            listener
                .outbox
                .send(snapshot(Stream::Me, seq, StreamState::Me(me.clone())));
            listener.me = Some(me.clone());
        }
    }

    /// Ends a subscription to one's own account.
    pub fn unsubscribe_me(&self, conn: u64, user: UserId) {
        self.lock().leave_me(conn, user);
    }

    /// Tells what changed since the last call. Frames go out after the lock is given back.
    fn tell(&self) {
        let at = self.clock.now();
        let mut inner = self.lock();
        let changes = inner.list.take_changes();
        if changes.is_empty() {
            return;
        }
        inner.snap = None;
        let outboxes: Vec<Outbox> = inner.lobby.values().cloned().collect();
        drop(inner);
        for (seq, change) in changes {
            let (key, event) = match change {
                Change::Room(room) => (format!("lobby:{}", room.id), HallEvent::Room(room)),
                Change::Gone(id) => (format!("lobby:{id}"), HallEvent::Gone { id }),
                Change::Online(n) => ("lobby".to_owned(), HallEvent::Online { n }),
            };
            let frame = json(&HallFrame {
                s: Stream::Lobby,
                seq,
                at,
                event,
            });
            for outbox in &outboxes {
                outbox.send_latest(&key, Arc::clone(&frame));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn leave_me(&mut self, conn: u64, user: UserId) {
        if let Some(listeners) = self.me.get_mut(&user) {
            listeners.retain(|listener| listener.conn != conn);
            if listeners.is_empty() {
                self.me.remove(&user);
            }
        }
    }
}

impl Hall for Lobby {
    fn listed(&self, room: LobbyRoom) {
        let mut inner = self.lock();
        inner.list.put(room);
        inner.snap = None;
    }

    fn unlisted(&self, room: RoomId) {
        let mut inner = self.lock();
        inner.list.remove(room);
        inner.snap = None;
    }

    fn points(&self, user: UserId, points: i64) {
        let at = self.clock.now();
        let mut inner = self.lock();
        inner.me_seq += 1;
        let seq = inner.me_seq;
        for listener in inner.me.get_mut(&user).into_iter().flatten() {
            listener.points = Some(points);
            let Some(me) = &mut listener.me else { continue };
            score(me, points);
            let event = HallEvent::Points(me.clone());
            listener.outbox.send_latest(
                "me",
                json(&HallFrame {
                    s: Stream::Me,
                    seq,
                    at,
                    event,
                }),
            );
        }
    }
}

impl fmt::Debug for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lobby")
    }
}

fn score(me: &mut Me, points: i64) {
    me.points = points;
    me.level = level_of(points).number();
}

fn snapshot(s: Stream, seq: u64, state: StreamState) -> Frame {
    json(&ServerMessage::Snap(Box::new(Snapshot {
        s,
        seq,
        h: None,
        state,
        clock: None,
        you: None,
        legal: None,
        items: None,
        answered: Vec::new(),
    })))
}

/// The frame's text. Wire types have string keys and finite numbers, so they always have one.
fn json(frame: &impl Serialize) -> Frame {
    serde_json::to_string(frame)
        .expect("wire types serialise")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Millis;
    use crate::lobby::list::tests::room;
    use crate::protocol::LobbyStatus;
    use crate::room::outbox::{Out, OutboxReader};

    struct At(Millis);

    impl Clock for At {
        fn now(&self) -> Millis {
            self.0
        }
    }

    fn lobby() -> Lobby {
        Lobby::new(Arc::new(At(1_000)))
    }

    async fn text(reader: &mut OutboxReader) -> serde_json::Value {
        match reader.next().await {
            Out::Frame(frame) => serde_json::from_str(&frame).unwrap(),
            Out::Close(code) => panic!("closed with {code:?}"),
        }
    }

    #[tokio::test]
    async fn a_subscriber_gets_the_list_and_then_the_latest_of_each_change() {
        let lobby = lobby();
        lobby.listed(room(1, 10, LobbyStatus::Waiting));
        lobby.tell();
        let (outbox, mut reader) = Outbox::pair();
        lobby.subscribe(7, outbox);
        let snap = text(&mut reader).await;
        assert_eq!((&snap["t"], &snap["s"]), (&"snap".into(), &"lobby".into()));
        assert_eq!(snap["state"]["rooms"][0]["code"], "CODE0001");

        lobby.listed(room(1, 10, LobbyStatus::Playing));
        lobby.tell();
        lobby.unlisted(RoomId::from_u128(1));
        lobby.tell();
        let gone = text(&mut reader).await;
        assert_eq!(gone["type"], "gone");
        assert_eq!(gone["d"]["id"], RoomId::from_u128(1).to_string());
        assert!(gone["seq"].as_u64() > snap["seq"].as_u64());

        lobby.opened();
        lobby.tell();
        let online = text(&mut reader).await;
        assert_eq!((&online["t"], &online["d"]["n"]), (&"ev".into(), &1.into()));
    }

    #[tokio::test]
    async fn points_reach_the_connections_of_that_account_alone() {
        let lobby = lobby();
        let me = |user| Me {
            user: UserId::from_u128(user),
            name: "甲".to_owned(),
            guest: false,
            points: 0,
            level: 1,
        };
        let (outbox, mut mine) = Outbox::pair();
        lobby.subscribe_me(1, UserId::from_u128(1), outbox);
        lobby.introduce(1, me(1));
        let (outbox, mut other) = Outbox::pair();
        lobby.subscribe_me(2, UserId::from_u128(2), outbox.clone());
        lobby.introduce(2, me(2));
        assert_eq!(text(&mut mine).await["state"]["points"], 0);
        assert_eq!(text(&mut other).await["state"]["points"], 0);

        lobby.points(UserId::from_u128(1), 60);
        let event = text(&mut mine).await;
        assert_eq!(
            (&event["type"], &event["d"]["points"]),
            (&"points".into(), &60.into())
        );
        outbox.close(crate::protocol::ByeCode::Normal);
        assert_eq!(
            other.next().await,
            Out::Close(crate::protocol::ByeCode::Normal)
        );
    }

    #[tokio::test]
    async fn points_told_while_the_account_is_read_are_not_lost() {
        let lobby = lobby();
        let user = UserId::from_u128(1);
        let (outbox, mut reader) = Outbox::pair();
        lobby.subscribe_me(1, user, outbox);
        lobby.points(user, 60);
        lobby.introduce(
            1,
            Me {
                user,
                name: "甲".to_owned(),
                guest: false,
                points: 0,
                level: 1,
            },
        );
        let snap = text(&mut reader).await;
        assert_eq!(
            (&snap["state"]["points"], &snap["state"]["level"]),
            (&60.into(), &2.into())
        );
    }

    #[tokio::test]
    async fn a_closed_connection_is_forgotten() {
        let lobby = lobby();
        let (outbox, _reader) = Outbox::pair();
        lobby.opened();
        lobby.subscribe(1, outbox);
        lobby.closed(1, UserId::nil());
        let inner = lobby.lock();
        assert!(inner.lobby.is_empty() && inner.me.is_empty());
        assert_eq!(inner.list.state().online, 0);
    }
}
