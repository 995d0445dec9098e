//! The server dies in the middle of its work: whatever it acknowledged is there.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::protocol::RoomId;
use crate::room::ports::{Appended, Journal as _};
use crate::store::Store;
use crate::store::test_support::{batch, id, new_room, open, store_test};

const ROOMS: u128 = 40;

/// A server that appends to every room for ever and notes what was acknowledged.
async fn append_for_ever(url: String, acknowledged: Arc<Mutex<HashMap<RoomId, u64>>>) {
    let store = open(&url).await.unwrap();
    let rooms = (1..=ROOMS).map(|room| {
        let (store, acknowledged) = (store.clone(), Arc::clone(&acknowledged));
        tokio::spawn(async move {
            for last_seq in 1.. {
                let payloads = [format!("{room} {}", last_seq * 2), String::from("and")];
                let both = [payloads[0].as_str(), payloads[1].as_str()];
                let answer = store
                    .append(batch(id(room), 1, last_seq * 2 - 1, &both))
                    .await;
                assert_eq!(answer, Ok(Appended::Committed));
                acknowledged
                    .lock()
                    .unwrap()
                    .insert(id(room), last_seq * 2 + 1);
            }
        })
    });
    for room in rooms.collect::<Vec<_>>() {
        room.await.unwrap();
    }
}

store_test!(what_was_acknowledged_outlives_a_server_cut_off, |store| {
    async move {
        for room in 1..=ROOMS {
            store
                .create(new_room(id(room), &format!("CODE{room}")))
                .await
                .unwrap();
        }
        let acknowledged = Arc::new(Mutex::new(HashMap::new()));
        let (url, noted) = (store.url().to_owned(), Arc::clone(&acknowledged));
        // A runtime of its own, dropped with everything in it at whatever it is doing.
        let cut = tokio::task::spawn_blocking(move || {
            let server = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            server.spawn(append_for_ever(url, noted));
            std::thread::sleep(Duration::from_millis(400));
            server.shutdown_background();
        });
        cut.await.unwrap();
        let acknowledged = acknowledged.lock().unwrap().clone();
        assert!(!acknowledged.is_empty(), "it was cut in its work");
        for room in 1..=ROOMS {
            // Fences out what the cut server may still have under way in the database.
            let adopted = store.adopt(id(room)).await.unwrap().unwrap();
            let last = adopted.events.last().unwrap().seq;
            let least = acknowledged.get(&id(room)).copied().unwrap_or(1);
            assert!(last >= least, "room {room}: {last} of {least}");
            assert_eq!(last % 2, 1, "both events of a batch or none");
        }
    }
});

/// Copies a database with its log of `bytes` bytes only.
fn copy_cut(from: &Path, to: &Path, bytes: usize) {
    let wal = |path: &Path| path.with_extension("db-wal");
    std::fs::copy(from, to).unwrap();
    let log = std::fs::read(wal(from)).unwrap();
    std::fs::write(wal(to), &log[..bytes.min(log.len())]).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_ahead_log_cut_anywhere_holds_whole_transactions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiaoqi.db");
    let store = Store::open(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    store.create(new_room(id(1), "AAAA")).await.unwrap();
    for last in 0..40 {
        let answer = store
            .append(batch(id(1), 1, 1 + last * 3, &["a", "b", "c"]))
            .await;
        assert_eq!(answer, Ok(Appended::Committed));
    }
    let log = std::fs::metadata(path.with_extension("db-wal"))
        .unwrap()
        .len();
    let log = usize::try_from(log).unwrap();
    let mut lengths = Vec::new();
    for cut in 0..24 {
        let to = folder.path().join(format!("cut{cut}.db"));
        // Prime steps fall on headers, pages and between.
        copy_cut(&path, &to, log - (cut * 7_919) % log);
        let cut = Store::open(&format!("sqlite:{}", to.display()))
            .await
            .unwrap();
        let length = match cut.adopt(id(1)).await.unwrap() {
            Some(adopted) => adopted.events.len(),
            None => 0,
        };
        assert!(length == 0 || length % 3 == 1, "{length} events");
        lengths.push(length);
        cut.close().await;
    }
    assert_eq!(lengths[0], 121);
    assert!(lengths.iter().any(|length| *length < 121));
    store.close().await;
}
