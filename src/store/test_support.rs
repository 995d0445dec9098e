//! What tests of the store and of what stands on it need: a store of each kind, a batch.

use std::future::Future;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _, PgConnection};
use uuid::Uuid;

use crate::protocol::{RoomId, UserId};
use crate::room::ports::{Batch, BookedSeat, Booking, Entry, NewRoom, Projection, RoomStatus};
use crate::rules::Seat;
use crate::store::{FAMILY_STAR, Store, StoreError, StoreOptions};

/// Runs a test's body on SQLite (a file of its own) and on PostgreSQL (a database of its own).
macro_rules! store_test {
    ($name:ident, |$store:ident| $body:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "not every body needs what stands around it")]
            use super::*;
            use $crate::store::test_support::{TestStore, on_postgresql, on_sqlite};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_a_sqlite_file() {
                on_sqlite(|$store: TestStore| $body).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_a_postgresql_database() {
                on_postgresql(|$store: TestStore| $body).await;
            }
        }
    };
}
pub(crate) use store_test;

/// A store, and how to open it again.
#[derive(Debug)]
pub(crate) struct TestStore {
    store: Store,
    url: String,
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl TestStore {
    async fn open(url: String) -> Self {
        let store = open(&url).await.unwrap();
        Self { store, url }
    }

    /// A second server on the same database.
    pub(crate) async fn another(&self) -> Store {
        open(&self.url).await.unwrap()
    }

    /// Where the database is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// A handle of one's own.
    pub(crate) fn handle(&self) -> Store {
        self.store.clone()
    }
}

/// Opens a database a test made.
pub(crate) async fn open(url: &str) -> Result<Store, StoreError> {
    let options = StoreOptions {
        allow_unsafe: true,
        connections: 4,
        ..StoreOptions::default()
    };
    Store::open_with(url, &options).await
}

pub(crate) async fn on_sqlite<B, F>(body: B)
where
    B: FnOnce(TestStore) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("tiaoqi.db");
    let store = TestStore::open(format!("sqlite:{}", path.display())).await;
    let closing = store.handle();
    body(store).await;
    closing.close().await;
}

pub(crate) async fn on_postgresql<B, F>(body: B)
where
    B: FnOnce(TestStore) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    #[expect(
        clippy::disallowed_methods,
        reason = "where the tests' server is, set by the check"
    )]
    let server = std::env::var("TEST_DATABASE_URL");
    let Ok(server) = server else {
        panic!("TEST_DATABASE_URL is not set: a PostgreSQL server's URL is needed for this test");
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "a database's name must be new on the server"
    )]
    let name = format!("tiaoqi_test_{}", Uuid::new_v4().simple());
    let mut admin = connect(&server).await;
    admin
        .execute(AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .await
        .unwrap();
    let url = database_url(&server, &name);
    // In a task of its own, so that the database goes also when the body fails.
    let outcome = tokio::spawn(async move {
        let store = TestStore::open(url).await;
        let closing = store.handle();
        body(store).await;
        closing.close().await;
    });
    let outcome = outcome.await;
    admin
        .execute(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)")))
        .await
        .unwrap();
    if let Err(error) = outcome {
        std::panic::resume_unwind(error.into_panic());
    }
}

async fn connect(url: &str) -> PgConnection {
    let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
    options.connect().await.unwrap()
}

/// The server's URL with another database: the path between the host and the query.
fn database_url(server: &str, name: &str) -> String {
    let (base, query) = server
        .split_once('?')
        .map_or((server, ""), |(base, query)| (base, query));
    let host = base.find("://").map_or(0, |at| at + 3);
    let base = base[host..]
        .find('/')
        .map_or(base, |slash| &base[..host + slash]);
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{base}/{name}{mark}{query}")
}

/// An id with this number.
pub(crate) fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// An id no other call gives.
pub(crate) fn new_id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 32);
    Uuid::from_u128(u128::from(NEXT.fetch_add(1, Relaxed)))
}

/// A projection of a room in play, with people on the first seats.
pub(crate) fn playing(seated: &[UserId]) -> Projection {
    Projection {
        status: RoomStatus::Playing,
        wake_at: Some(90_000),
        seated: Seat::ALL.into_iter().zip(seated.iter().copied()).collect(),
    }
}

/// A batch without a command.
pub(crate) fn batch(room: RoomId, epoch: i64, last_seq: u64, payloads: &[&str]) -> Batch {
    let entries = payloads
        .iter()
        .map(|payload| Entry {
            at: 1_000,
            command: None,
            payload: (*payload).to_owned(),
        })
        .collect();
    Batch {
        room,
        epoch,
        last_seq,
        entries,
        projection: playing(&[]),
        booking: None,
    }
}

/// A batch that is one command of one event or more.
pub(crate) fn command(
    room: RoomId,
    last_seq: u64,
    user: UserId,
    cid: Uuid,
    payloads: &[&str],
) -> Batch {
    let mut batch = batch(room, 1, last_seq, payloads);
    batch.entries[0].command = Some((user, cid));
    batch
}

/// A room with one event.
pub(crate) fn new_room(room: RoomId, code: &str) -> NewRoom {
    let entries = vec![Entry {
        at: 500,
        command: None,
        payload: "created".into(),
    }];
    NewRoom {
        room,
        code: code.to_owned(),
        entries,
        projection: playing(&[]),
    }
}

/// A two-player game's result: who, and the points.
pub(crate) fn booking(game: Uuid, day: i64, seats: &[(UserId, i32)]) -> Booking {
    let seats =
        Seat::ALL
            .into_iter()
            .zip(seats)
            .zip(1..)
            .map(|((seat, &(user, points)), place)| BookedSeat {
                seat,
                user: Some(user),
                name: format!("player {place}"),
                place,
                out: None,
                in_camp: 10,
                taken: 0,
                round: 30,
                points,
                parts: r#"{"placing":0}"#.into(),
            });
    Booking {
        game,
        family: FAMILY_STAR,
        preset: "qq",
        rated: true,
        started: 500,
        ended: 2_000,
        first_seq: 1,
        last_seq: 2,
        day,
        seats: seats.collect(),
    }
}

#[test]
fn a_servers_url_takes_another_database() {
    assert_eq!(
        database_url("postgres://a@h:1/postgres", "x"),
        "postgres://a@h:1/x"
    );
    assert_eq!(database_url("postgres://a@h", "x"), "postgres://a@h/x");
    assert_eq!(
        database_url("postgres://a@h/p?host=/tmp/s", "x"),
        "postgres://a@h/x?host=/tmp/s"
    );
}
