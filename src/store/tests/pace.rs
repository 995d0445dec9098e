//! How many appends a second: `cargo test --release --lib store::tests::pace -- --ignored
//! --nocapture --test-threads=1`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::room::ports::{Appended, Journal as _};
use crate::store::Store;
use crate::store::test_support::{command, id, new_room, on_postgresql, on_sqlite, playing};

const SECONDS: u64 = 4;

/// Every room sends its next move right after the answer, as no real room does.
async fn closed_loop(store: Store, name: &str, rooms: u128) {
    for room in 1..=rooms {
        store
            .create(new_room(id(room), &format!("CODE{room}")))
            .await
            .unwrap();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let waits = Arc::new(Mutex::new(Vec::new()));
    let tasks: Vec<_> = (1..=rooms)
        .map(|room| {
            let (store, stop, waits) = (store.clone(), Arc::clone(&stop), Arc::clone(&waits));
            tokio::spawn(async move {
                let mut own = Vec::new();
                let seated = playing(&[id(room << 64), id((room << 64) + 1)]);
                let payload =
                    "{\"type\":\"moved\",\"d\":{\"seat\":0,\"path\":[10,27,44,61]},\"h\":1}";
                for last_seq in 1.. {
                    if stop.load(Relaxed) {
                        break;
                    }
                    let cid = id(room << 64 | u128::from(last_seq));
                    let mut next = command(id(room), last_seq, id(room << 64), cid, &[payload]);
                    next.projection = seated.clone();
                    let asked = now();
                    assert_eq!(store.append(next).await, Ok(Appended::Committed));
                    own.push(now() - asked);
                }
                waits.lock().unwrap().append(&mut own);
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(SECONDS)).await;
    stop.store(true, Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
    let mut waits = waits.lock().unwrap().clone();
    waits.sort_unstable();
    let at = |part: usize| waits[(waits.len() - 1) * part / 100];
    let stats = store.journal_stats();
    println!(
        "{name}, {rooms} rooms: {} appends/s, p50 {:?}, p99 {:?}, {} a transaction",
        waits.len() as u64 / SECONDS,
        at(50),
        at(99),
        stats.committed / stats.groups.max(1)
    );
}

#[expect(clippy::disallowed_methods, reason = "a measurement of real time")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn of_sqlite() {
    for rooms in [1, 64, 256, 1_024] {
        on_sqlite(move |store| async move { closed_loop(store.handle(), "SQLite", rooms).await })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn of_postgresql() {
    for rooms in [1, 64, 256, 1_024] {
        on_postgresql(move |store| async move {
            closed_loop(store.handle(), "PostgreSQL", rooms).await;
        })
        .await;
    }
}
