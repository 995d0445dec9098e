//! Rooms over a journal in memory, under tokio's paused time.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;
use tiaoqi::game::{Millis, Settings};
use tiaoqi::protocol::{ByeCode, Cid, Command, LobbyRoom, Refusal, RoomId, UserId};
use tiaoqi::room::Room;
use tiaoqi::room::lag::Lag;
use tiaoqi::room::outbox::{Out, Outbox, OutboxReader};
use tiaoqi::room::ports::{Clock, Hall, Ids, Journal};
use tiaoqi::room::registry::{Options, Person, Request, Rooms, Subscriber};
use tiaoqi::store::testing::MemoryJournal;
use tokio::time::Instant;
use uuid::Uuid;

use crate::support::person;

/// Tokio's clock, counted from a fixed day; it can be made to leap.
pub(crate) struct TokioClock(Instant, AtomicI64);

impl TokioClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the paused clock is the test's clock"
    )]
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(Instant::now(), AtomicI64::new(0)))
    }
}

impl Clock for TokioClock {
    fn now(&self) -> Millis {
        let elapsed = Millis::try_from(self.0.elapsed().as_millis()).expect("a short test");
        1_750_000_000_000 + elapsed + self.leapt()
    }

    fn leapt(&self) -> Millis {
        self.1.load(Ordering::Relaxed)
    }
}

/// Ids and seeds that count up; shared by all servers of a test, as ids are unique for ever.
#[derive(Default)]
struct Counter(AtomicU64);

impl Ids for Counter {
    fn id(&self) -> Uuid {
        Uuid::from_u64_pair(7, self.seed())
    }

    fn seed(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// Notes what points it was told of.
#[derive(Default)]
struct Told(Mutex<Vec<(UserId, i64)>>);

impl Hall for Told {
    fn listed(&self, _: LobbyRoom) {}
    fn unlisted(&self, _: RoomId) {}
    fn points(&self, user: UserId, points: i64) {
        self.0.lock().unwrap().push((user, points));
    }
}

/// A server's rooms, and what stays when it is restarted.
pub(crate) struct Server {
    pub(crate) journal: MemoryJournal,
    pub(crate) rooms: Rooms,
    clock: Arc<TokioClock>,
    ids: Arc<Counter>,
    hall: Arc<Told>,
    conns: AtomicU64,
    /// How far away everybody is.
    pub lag: Lag,
}

impl Server {
    pub(crate) async fn new() -> Self {
        let journal = MemoryJournal::new();
        Self::over(
            journal.clone(),
            Arc::new(journal),
            TokioClock::new(),
            Arc::default(),
        )
        .await
    }

    /// A server whose rooms append through `port`, a journal around `journal`.
    pub(crate) async fn with(journal: MemoryJournal, port: Arc<dyn Journal>) -> Self {
        Self::over(journal, port, TokioClock::new(), Arc::default()).await
    }

    async fn over(
        journal: MemoryJournal,
        port: Arc<dyn Journal>,
        clock: Arc<TokioClock>,
        ids: Arc<Counter>,
    ) -> Self {
        let hall = Arc::<Told>::default();
        let rooms = Rooms::new(
            port,
            Arc::<TokioClock>::clone(&clock),
            Arc::<Counter>::clone(&ids),
            Arc::<Told>::clone(&hall),
            Options::default(),
        );
        rooms.recover().await.expect("a journal that answers");
        Self {
            journal,
            rooms,
            clock,
            ids,
            hall,
            conns: AtomicU64::new(1),
            lag: Lag::default(),
        }
    }

    /// Stops, stays away for so long, and comes back.
    pub(crate) async fn restart(self, away: Duration) -> Self {
        self.journal
            .alive(self.now())
            .await
            .expect("a journal that answers");
        self.crash(away).await
    }

    /// Stops without a last sign of life.
    pub(crate) async fn crash(self, away: Duration) -> Self {
        self.rooms.shutdown().await;
        tokio::time::sleep(away).await;
        let port = Arc::new(self.journal.clone());
        Self::over(self.journal, port, self.clock, self.ids).await
    }

    /// Sets the clock forward.
    pub(crate) fn leap(&self, by: Duration) {
        let by = Millis::try_from(by.as_millis()).expect("a short leap");
        self.clock.1.fetch_add(by, Ordering::Relaxed);
    }

    /// The points accounts were told of, in this order.
    pub(crate) fn told(&self) -> Vec<(UserId, i64)> {
        self.hall.0.lock().unwrap().clone()
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(crate) async fn sleep_until(&self, at: Millis) {
        let wait = u64::try_from(at - self.now()).expect("a time to come");
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }

    pub(crate) fn cid(&self) -> Cid {
        self.ids.id()
    }

    /// The room as its log says.
    pub(crate) fn room(&self, id: RoomId) -> Room {
        Room::fold(&self.journal.log(id)).expect("a log that folds")
    }

    /// The names of the room's events.
    pub(crate) fn events(&self, id: RoomId) -> Vec<String> {
        self.payloads(id)
            .iter()
            .map(|event| event["type"].as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) fn payloads(&self, id: RoomId) -> Vec<Value> {
        let log = self.journal.log(id);
        log.iter()
            .map(|event| serde_json::from_str(&event.payload).unwrap())
            .collect()
    }

    pub(crate) fn count(&self, id: RoomId, event: &str) -> usize {
        self.events(id).iter().filter(|name| *name == event).count()
    }

    pub(crate) async fn create(&self, host: &Person, settings: Settings) -> RoomId {
        self.rooms.create(host, settings).await.expect("a room").id
    }

    pub(crate) fn request(&self, person: &Person, command: Command) -> Request {
        Request {
            person: person.clone(),
            cid: self.cid(),
            ply: None,
            command,
            arrived: self.now(),
        }
    }

    pub(crate) async fn ask(
        &self,
        room: RoomId,
        person: &Person,
        command: Command,
    ) -> Result<u64, Refusal> {
        self.rooms
            .command(room, self.request(person, command))
            .await
    }

    pub(crate) async fn must(&self, room: RoomId, person: &Person, command: Command) -> u64 {
        self.ask(room, person, command)
            .await
            .expect("a command that is taken")
    }

    pub(crate) async fn watch(&self, room: RoomId, person: &Person) -> Tab {
        self.resume(room, person, None).await
    }

    pub(crate) async fn resume(
        &self,
        room: RoomId,
        person: &Person,
        since: Option<(u64, Option<String>)>,
    ) -> Tab {
        let conn = self.conns.fetch_add(1, Ordering::Relaxed);
        let (outbox, reader) = Outbox::pair();
        let person = person.clone();
        let subscriber = Subscriber {
            conn,
            person,
            outbox,
            lag: self.lag.clone(),
            since,
        };
        self.rooms
            .subscribe(room, subscriber)
            .await
            .expect("a subscription");
        Tab { conn, reader }
    }

    /// Two people in a game of two; the first has the first turn.
    pub(crate) async fn duel(&self) -> Duel {
        let (a, b) = (person(1, "A"), person(2, "B"));
        let first = tiaoqi::rules::Seat::new(0);
        let settings = Settings {
            first,
            ..crate::support::settings(2)
        };
        let room = self.create(&a, settings).await;
        let tab_a = self.watch(room, &a).await;
        let tab_b = self.watch(room, &b).await;
        let seat = tiaoqi::rules::Seat::new(3).expect("a seat");
        self.must(room, &b, Command::Sit { seat }).await;
        self.must(room, &b, Command::Ready {}).await;
        self.must(room, &a, Command::Start {}).await;
        Duel {
            room,
            a,
            b,
            tab_a,
            tab_b,
        }
    }

    pub(crate) fn deadline(&self, room: RoomId) -> Millis {
        let room = self.room(room);
        room.playing()
            .and_then(tiaoqi::game::Game::deadline)
            .expect("a running turn")
    }

    /// A legal move of the seat on turn, for the ply it is on.
    pub(crate) fn move_of(&self, room: RoomId, person: &Person) -> Request {
        let state = self.room(room);
        let star = state
            .playing()
            .expect("a game")
            .star()
            .expect("a star game");
        let found = star.legal_moves().swap_remove(0);
        Request {
            ply: Some(star.ply()),
            ..self.request(
                person,
                Command::Move {
                    from: found.from.into(),
                    to: found.to.into(),
                    path: None,
                },
            )
        }
    }
}

pub(crate) struct Duel {
    pub(crate) room: RoomId,
    pub(crate) a: Person,
    pub(crate) b: Person,
    pub(crate) tab_a: Tab,
    pub(crate) tab_b: Tab,
}

/// A connection.
pub(crate) struct Tab {
    pub(crate) conn: u64,
    reader: OutboxReader,
}

impl Tab {
    /// All that has come so far, and how the connection was closed if it was.
    pub(crate) async fn read(&mut self) -> (Vec<Value>, Option<ByeCode>) {
        let mut frames = Vec::new();
        // Under paused time this waits for whatever the rooms are doing, and no longer.
        while let Ok(out) = tokio::time::timeout(Duration::from_millis(1), self.reader.next()).await
        {
            match out {
                Out::Frame(text) => frames.push(serde_json::from_str(&text).unwrap()),
                Out::Close(code) => return (frames, Some(code)),
            }
        }
        (frames, None)
    }

    pub(crate) async fn frames(&mut self) -> Vec<Value> {
        let (frames, closed) = self.read().await;
        assert_eq!(closed, None);
        frames
    }

    pub(crate) async fn closed(&mut self) -> Option<ByeCode> {
        self.read().await.1
    }
}
