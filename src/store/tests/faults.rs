//! The database refuses, fills up, locks, and breaks the connection.

use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{ConnectOptions as _, Executor as _, PgConnection};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::game::Family;
use crate::room::ports::{Appended, Journal as _, JournalError};
use crate::store::db::{Db, on};
use crate::store::test_support::{
    TestStore, batch, booking, command, id, new_room, on_postgresql, on_sqlite, open, playing,
    store_test,
};

async fn rooms(store: &TestStore, count: u128) {
    for room in 1..=count {
        let made = store
            .create(new_room(id(room), &format!("CODE{room}")))
            .await;
        assert_eq!(made, Ok(true));
    }
}

store_test!(a_batch_the_database_refuses_fails_alone, |store| {
    async move {
        rooms(&store, 30).await;
        // Asked for at once, so that they share a transaction.
        let asked: Vec<_> = (1..=30)
            .map(|room| {
                let mut next = batch(id(room), 1, 1, &["x"]);
                if room == 17 {
                    // Two people on one seat.
                    next.projection = playing(&[id(5), id(6)]);
                    next.projection.seated[1].0 = next.projection.seated[0].0;
                }
                store.append(next)
            })
            .collect();
        for (room, answer) in (1..).zip(join_all(asked).await) {
            if room == 17 {
                assert!(
                    matches!(answer, Err(JournalError::Corrupt(_))),
                    "{answer:?}"
                );
            } else {
                assert_eq!(answer, Ok(Appended::Committed), "room {room}");
            }
        }
        assert_eq!(store.events(id(17), 0, 10).await.unwrap().len(), 1);
        assert_eq!(
            store.append(batch(id(17), 1, 1, &["x"])).await,
            Ok(Appended::Committed)
        );
        let stats = store.journal_stats();
        assert_eq!((stats.committed, stats.refused), (30, 1));
    }
});

store_test!(one_group_answers_each_of_its_batches, |store| {
    async move {
        rooms(&store, 4).await;
        let asked = vec![
            store.append(batch(id(1), 1, 1, &["a"])),
            store.append(batch(id(1), 1, 2, &["b"])),
            store.append(batch(id(1), 1, 2, &["late"])),
            store.append(command(id(2), 1, id(7), id(8), &["c", "d"])),
            store.append(command(id(2), 1, id(7), id(8), &["c", "d"])),
            store.append(batch(id(3), 9, 1, &["not mine"])),
            store.append(batch(id(4), 1, u64::MAX, &["no such number"])),
            store.append(batch(id(4), 1, 1, &["e"])),
        ];
        let answers = join_all(asked).await;
        assert_eq!(answers[0], Ok(Appended::Committed));
        assert_eq!(answers[1], Ok(Appended::Committed));
        assert_eq!(answers[2], Ok(Appended::Fenced));
        assert_eq!(answers[3], Ok(Appended::Committed));
        assert_eq!(answers[4], Ok(Appended::Duplicate { seq: 2 }));
        assert_eq!(answers[5], Ok(Appended::Fenced));
        assert!(matches!(answers[6], Err(JournalError::Corrupt(_))));
        assert_eq!(answers[7], Ok(Appended::Committed));
    }
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_acknowledges_nothing_and_needs_no_restart() {
    on_sqlite(|store| async move {
        rooms(&store, 1).await;
        let Db::Lite { write, .. } = &store.db else {
            panic!("SQLite")
        };
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count")
            .fetch_one(write)
            .await
            .unwrap();
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {}", pages + 4));
        write.execute(limit).await.unwrap();
        let page = "x".repeat(4_000);
        let mut written = 1;
        loop {
            match store.append(batch(id(1), 1, written, &[&page])).await {
                Ok(Appended::Committed) => written += 1,
                other => break assert_eq!(other, Err(JournalError::Unavailable)),
            }
        }
        assert!(written < 10, "the limit holds");
        assert_eq!(
            store.events(id(1), 0, 99).await.unwrap().len() as u64,
            written
        );
        write
            .execute("PRAGMA max_page_count = 1000000")
            .await
            .unwrap();
        let again = store.append(batch(id(1), 1, written, &[&page])).await;
        assert_eq!(again, Ok(Appended::Committed));
        assert!(store.health().await.is_good());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_sqlite_ended_by_itself_does_not_wedge_the_writer() {
    on_sqlite(|store| async move {
        rooms(&store, 1).await;
        let mut tx = store.db.write_tx().await.unwrap();
        // What SQLite may do on an I/O error or a full disk.
        on!(tx, c => (&mut *c).execute("ROLLBACK").await.map(drop)).unwrap();
        assert!(tx.commit().await.is_err());
        let next = store.append(batch(id(1), 1, 1, &["x"])).await;
        assert_eq!(next, Ok(Appended::Committed));
    })
    .await;
}

/// A connection beside the store's.
async fn beside(store: &TestStore) -> PgConnection {
    let options: sqlx::postgres::PgConnectOptions = store.url().parse().unwrap();
    options.connect().await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_room_holds_the_others_up_for_a_moment_only() {
    on_postgresql(|store| async move {
        rooms(&store, 3).await;
        let mut other = beside(&store).await;
        other.execute("BEGIN").await.unwrap();
        other
            .execute("SELECT id FROM room WHERE code = 'CODE2' FOR UPDATE")
            .await
            .unwrap();
        let asked = (1..=3).map(|room| store.append(batch(id(room), 1, 1, &["x"])));
        let answers = tokio::time::timeout(Duration::from_secs(20), join_all(asked)).await;
        assert_eq!(
            answers.expect("the lock's time runs out"),
            [
                Ok(Appended::Committed),
                Err(JournalError::Unavailable),
                Ok(Appended::Committed)
            ]
        );
        other.execute("ROLLBACK").await.unwrap();
        let again = store.append(batch(id(2), 1, 1, &["x"])).await;
        assert_eq!(again, Ok(Appended::Committed));
    })
    .await;
}

/// What a room does when it does not know what became of its append: takes the log up again,
/// and sends the command again under its id.
async fn play(store: &TestStore, room: u128, commands: u128) {
    let (mut epoch, mut last_seq) = (1, 1);
    for number in 1..=commands {
        let cid = id(room << 32 | number);
        loop {
            let mut next = command(id(room), last_seq, id(room), cid, &["a", "b"]);
            next.epoch = epoch;
            match store.append(next).await {
                Ok(Appended::Committed) => {
                    last_seq += 2;
                    break;
                }
                Ok(Appended::Duplicate { seq }) => {
                    assert_eq!(seq + 1, last_seq, "the one just sent");
                    break;
                }
                Ok(Appended::Fenced) => panic!("room {room} has one owner"),
                Err(JournalError::Corrupt(what)) => panic!("{what}"),
                Err(JournalError::Unavailable) => loop {
                    if let Ok(adopted) = store.adopt(id(room)).await {
                        let adopted = adopted.unwrap();
                        epoch = adopted.epoch;
                        last_seq = adopted.events.last().unwrap().seq;
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                },
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_connections_lose_and_double_nothing() {
    const ROOMS: u128 = 20;
    const COMMANDS: u128 = 150;
    on_postgresql(|store| async move {
        rooms(&store, ROOMS).await;
        let store = std::sync::Arc::new(store);
        let games: Vec<_> = (1..=ROOMS)
            .map(|room| {
                let store = std::sync::Arc::clone(&store);
                tokio::spawn(async move { play(&store, room, COMMANDS).await })
            })
            .collect();
        let mut killer = beside(&store).await;
        let mut kills = 0;
        while games.iter().any(|game| !game.is_finished()) {
            tokio::time::sleep(Duration::from_millis(60)).await;
            let killed: Vec<bool> = sqlx::query_scalar(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND application_name = 'tiaoqi'",
            )
            .fetch_all(&mut killer)
            .await
            .unwrap();
            kills += killed.len();
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        for game in games {
            game.await.unwrap();
        }
        let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM event")
            .fetch_one(&mut killer)
            .await
            .unwrap();
        let expected = i64::try_from(ROOMS + ROOMS * COMMANDS * 2).unwrap();
        assert_eq!(events, expected, "{kills} kills");
        let stats = store.journal_stats();
        assert!(
            stats.reconnects > 0 && kills > 0,
            "{stats:?}, {kills} kills"
        );
    })
    .await;
}

store_test!(a_game_is_booked_once_however_often_it_comes, |store| {
    async move {
        rooms(&store, 10).await;
        // Ten rooms end ten games of the same two at once, and each comes twice.
        let asked: Vec<_> = (1..=10)
            .flat_map(|room| {
                let mut ending = command(id(room), 1, id(7), id(8), &["ended", "scored"]);
                ending.booking = Some(booking(id(500 + room), 3, &[(id(70), 20), (id(71), -15)]));
                [store.append(ending.clone()), store.append(ending)]
            })
            .collect();
        for pair in join_all(asked).await.chunks(2) {
            assert_eq!(
                pair,
                [Ok(Appended::Committed), Ok(Appended::Duplicate { seq: 2 })]
            );
        }
        let standings = store
            .standings(vec![id(70), id(71)], Family::Star, 3)
            .await
            .unwrap();
        assert_eq!(standings.points, [200, -150]);
        // Before and after of each change meet those of the next.
        let mut ledger = store.ledger_of(id(70), None, 100).await.unwrap();
        assert_eq!(ledger.len(), 10);
        ledger.sort_by_key(|entry| entry.before);
        for (entry, before) in ledger.iter().zip((0..).step_by(20)) {
            assert_eq!(
                (entry.before, entry.delta, entry.after),
                (before, 20, before + 20)
            );
        }
    }
});

/// A way to the server of a database that can fall silent: what was sent is not answered, and
/// nothing says so.
struct Relay {
    url: String,
    silent: tokio::sync::watch::Sender<bool>,
}

impl Relay {
    async fn to(url: &str) -> Self {
        let target: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let database = target.get_database().unwrap();
        let url = format!(
            "postgres://{}@127.0.0.1:{port}/{database}",
            target.get_username()
        );
        let (silent, heard) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            loop {
                let (near, _) = listener.accept().await.unwrap();
                let socket = target.get_socket();
                let path = socket.map(|path| path.join(format!(".s.PGSQL.{}", target.get_port())));
                let heard = heard.clone();
                match path {
                    Some(path) => {
                        let far = tokio::net::UnixStream::connect(path).await.unwrap();
                        tokio::spawn(relay(near, far, heard));
                    }
                    None => {
                        let far = (target.get_host(), target.get_port());
                        let far = TcpStream::connect(far).await.unwrap();
                        tokio::spawn(relay(near, far, heard));
                    }
                }
            }
        });
        Self { url, silent }
    }
}

/// Passes bytes on both ways for as long as it is not silent.
async fn relay<F>(near: TcpStream, far: F, heard: tokio::sync::watch::Receiver<bool>)
where
    F: AsyncRead + AsyncWrite + Unpin,
{
    let (mut near_read, mut near_write) = near.into_split();
    let (mut far_read, mut far_write) = tokio::io::split(far);
    let there = pass(&mut near_read, &mut far_write, heard.clone());
    let back = pass(&mut far_read, &mut near_write, heard);
    tokio::select! {
        () = there => {}
        () = back => {}
    }
}

async fn pass(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut heard: tokio::sync::watch::Receiver<bool>,
) {
    let mut bytes = [0; 4_096];
    loop {
        let Ok(read @ 1..) = from.read(&mut bytes).await else {
            return;
        };
        if heard.wait_for(|silent| !silent).await.is_err() {
            return;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_falls_silent_is_given_up_in_time() {
    on_postgresql(|direct| async move {
        rooms(&direct, 2).await;
        let relay = Relay::to(direct.url()).await;
        let store = open(&relay.url).await.unwrap();
        let appended = store.append(batch(id(1), 1, 1, &["x"])).await;
        assert_eq!(appended, Ok(Appended::Committed));

        relay.silent.send_replace(true);
        let within = Duration::from_secs(11);
        let asked = async {
            let append = store.append(batch(id(1), 1, 2, &["y"]));
            let read = store.standings(vec![id(7)], Family::Star, 1);
            let (append, read, taken) = tokio::join!(append, read, store.adopt(id(2)));
            assert_eq!(append, Err(JournalError::Unavailable));
            assert_eq!(read, Err(JournalError::Unavailable));
            assert_eq!(taken, Err(JournalError::Unavailable));
            assert!(!store.health().await.is_good());
        };
        tokio::time::timeout(within, asked)
            .await
            .expect("an answer");

        relay.silent.send_replace(false);
        let back = async {
            let adopted = loop {
                if let Ok(adopted) = store.adopt(id(1)).await {
                    break adopted.unwrap();
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            // What became of the append was unknown; the log says it.
            let last_seq = adopted.events.last().unwrap().seq;
            assert!((2..=3).contains(&last_seq), "{last_seq}");
            store
                .append(batch(id(1), adopted.epoch, last_seq, &["z"]))
                .await
        };
        let appended = tokio::time::timeout(within, back).await;
        assert_eq!(appended.expect("it works again"), Ok(Appended::Committed));
        store.close().await;
    })
    .await;
}
