//! What was acknowledged is there for whoever opens the database next.

use crate::room::ports::{Appended, Journal as _};
use crate::store::test_support::{batch, id, new_room, store_test};

const ROOMS: u128 = 20;
const APPENDS: u64 = 25;

store_test!(what_was_acknowledged_is_read_by_the_next_server, |store| {
    async move {
        for room in 1..=ROOMS {
            store
                .create(new_room(id(room), &format!("CODE{room}")))
                .await
                .unwrap();
        }
        // Every room appends one event after the other, all rooms at once.
        let rooms = (1..=ROOMS).map(|room| {
            let store = store.handle();
            tokio::spawn(async move {
                for last_seq in 1..=APPENDS {
                    let payload = format!("{room} {last_seq}");
                    let appended = store
                        .append(batch(id(room), 1, last_seq, &[&payload]))
                        .await;
                    assert_eq!(appended, Ok(Appended::Committed));
                }
            })
        });
        for room in rooms.collect::<Vec<_>>() {
            room.await.unwrap();
        }
        let stats = store.journal_stats();
        assert_eq!(stats.committed, 20 * APPENDS);
        assert!(stats.groups < stats.committed, "rooms share transactions");

        // The first server is not closed: it is as if it had been killed.
        let next = store.another().await;
        for room in 1..=ROOMS {
            let adopted = next.adopt(id(room)).await.unwrap().unwrap();
            assert_eq!(adopted.epoch, 2);
            let payloads: Vec<_> = adopted.events.iter().map(|event| &*event.payload).collect();
            let expected: Vec<_> = (1..=APPENDS).map(|seq| format!("{room} {seq}")).collect();
            assert_eq!(payloads[1..], expected);
            // And whoever still believes to own the room is fenced out.
            let stale = batch(id(room), 1, APPENDS + 1, &["stale"]);
            assert_eq!(store.append(stale).await, Ok(Appended::Fenced));
            let own = batch(id(room), 2, APPENDS + 1, &["own"]);
            assert_eq!(next.append(own).await, Ok(Appended::Committed));
        }
        next.close().await;
    }
});

store_test!(
    an_append_whose_answer_nobody_waits_for_is_written,
    |store| {
        async move {
            store.create(new_room(id(1), "AAAA")).await.unwrap();
            drop(store.append(batch(id(1), 1, 1, &["unheard"])));
            // The writer works in order: what comes behind it is answered after it.
            let behind = store.append(batch(id(1), 1, 2, &["heard"])).await;
            assert_eq!(behind, Ok(Appended::Committed));
            let events = store.events(id(1), 0, 10).await.unwrap();
            assert_eq!(events[1].payload, "unheard");
        }
    }
);
