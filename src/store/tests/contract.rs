//! The journal's contract, on SQLite, PostgreSQL and in memory alike.

use std::sync::Arc;

use crate::game::Family;
use crate::room::ports::{
    Appended, Entry, Journal, Outage, Projection, RoomStatus, Standings, Stored,
};
use crate::rules::Seat;
use crate::scoring::Farm;
use crate::store::test_support::{
    batch, booking, command, id, new_id, new_room, playing, store_test,
};
use crate::store::testing::MemoryJournal;

/// The same body for the three of them.
macro_rules! journal_test {
    ($name:ident, |$journal:ident| $body:block) => {
        mod $name {
            use super::*;

            async fn body($journal: Arc<dyn Journal>) $body

            store_test!(stored, |store| async move { body(Arc::new(store.handle())).await });

            #[tokio::test]
            async fn in_memory() {
                body(Arc::new(MemoryJournal::new())).await;
            }
        }
    };
}

journal_test!(a_room_is_made_once_a_code, |journal| {
    assert_eq!(journal.create(new_room(id(1), "AAAA")).await, Ok(true));
    assert_eq!(
        journal.create(new_room(id(2), "AAAA")).await,
        Ok(false),
        "the code is taken"
    );
    assert_eq!(
        journal.create(new_room(id(1), "AAAA")).await,
        Ok(true),
        "the same room again"
    );
    assert_eq!(
        journal.create(new_room(id(1), "BBBB")).await,
        Ok(false),
        "the id is taken"
    );
    assert_eq!(journal.find("AAAA").await, Ok(Some(id(1))));
    assert_eq!(journal.find("BBBB").await, Ok(None));
    assert_eq!(journal.find("A\0").await, Ok(None));
});

journal_test!(events_come_back_as_they_went_in, |journal| {
    let payload = "{\"type\":\"sat\",\"d\":{\"name\":\"棋\\u0000\\n\\\"😀'$1\"}}";
    journal.create(new_room(id(1), "AAAA")).await.unwrap();
    let mut both = command(id(1), 1, id(7), id(8), &[payload, "b"]);
    both.entries[1].at = 1_001;
    assert_eq!(journal.append(both).await, Ok(Appended::Committed));
    let event = |seq, at, command, payload: &str| Stored {
        seq,
        at,
        command,
        payload: payload.to_owned(),
    };
    let whole = vec![
        event(1, 500, None, "created"),
        event(2, 1_000, Some((id(7), id(8))), payload),
        event(3, 1_001, None, "b"),
    ];
    assert_eq!(journal.events(id(1), 0, 10).await, Ok(whole.clone()));
    assert_eq!(journal.events(id(1), 1, 1).await, Ok(whole[1..2].to_vec()));
    assert_eq!(journal.events(id(1), u64::MAX, 10).await, Ok(vec![]));
    assert_eq!(journal.events(id(2), 0, 10).await, Ok(vec![]));
    let adopted = journal.adopt(id(1)).await.unwrap().unwrap();
    assert_eq!((adopted.epoch, adopted.events), (2, whole));
    assert_eq!(journal.adopt(id(2)).await, Ok(None));
});

journal_test!(an_adoption_fences_the_owner_out, |journal| {
    journal.create(new_room(id(1), "AAAA")).await.unwrap();
    let first = journal.adopt(id(1)).await.unwrap().unwrap();
    let second = journal.adopt(id(1)).await.unwrap().unwrap();
    assert_eq!((first.epoch, second.epoch), (2, 3));
    assert_eq!(
        journal.append(batch(id(1), 1, 1, &["x"])).await,
        Ok(Appended::Fenced)
    );
    assert_eq!(
        journal.append(batch(id(1), 2, 1, &["x"])).await,
        Ok(Appended::Fenced)
    );
    assert_eq!(
        journal.append(batch(id(1), 3, 1, &["x"])).await,
        Ok(Appended::Committed)
    );
    assert_eq!(
        journal.append(batch(id(1), 3, 1, &["y"])).await,
        Ok(Appended::Fenced)
    );
    assert_eq!(
        journal.append(batch(id(1), 3, 3, &["y"])).await,
        Ok(Appended::Fenced)
    );
    assert_eq!(
        journal.append(batch(id(9), 1, 0, &["y"])).await,
        Ok(Appended::Fenced)
    );
    assert_eq!(journal.events(id(1), 0, 10).await.unwrap().len(), 2);
});

journal_test!(
    a_stored_command_is_answered_with_its_first_event,
    |journal| {
        journal.create(new_room(id(1), "AAAA")).await.unwrap();
        let mut sent = command(id(1), 1, id(7), id(70), &["a", "b", "c"]);
        assert_eq!(journal.append(sent.clone()).await, Ok(Appended::Committed));
        assert_eq!(
            journal.append(sent.clone()).await,
            Ok(Appended::Duplicate { seq: 2 })
        );
        // Also when it is sent on top of what came after it, or by a later owner.
        assert_eq!(
            journal.append(batch(id(1), 1, 4, &["d"])).await,
            Ok(Appended::Committed)
        );
        sent.last_seq = 5;
        assert_eq!(
            journal.append(sent.clone()).await,
            Ok(Appended::Duplicate { seq: 2 })
        );
        sent.epoch = 9;
        assert_eq!(
            journal.append(sent).await,
            Ok(Appended::Duplicate { seq: 2 })
        );
        // Another person's command with the same id is another command.
        let others = command(id(1), 5, id(8), id(70), &["e"]);
        assert_eq!(journal.append(others).await, Ok(Appended::Committed));
        assert_eq!(journal.events(id(1), 0, 10).await.unwrap().len(), 6);
    }
);

journal_test!(
    two_commands_of_one_batch_know_their_own_beginnings,
    |journal| {
        journal.create(new_room(id(1), "AAAA")).await.unwrap();
        let mut both = command(id(1), 1, id(7), id(70), &["a", "b", "c", "d"]);
        both.entries[2].command = Some((id(8), id(80)));
        assert_eq!(journal.append(both).await, Ok(Appended::Committed));
        let again = command(id(1), 5, id(7), id(70), &["a"]);
        assert_eq!(
            journal.append(again).await,
            Ok(Appended::Duplicate { seq: 2 })
        );
        let again = command(id(1), 5, id(8), id(80), &["a"]);
        assert_eq!(
            journal.append(again).await,
            Ok(Appended::Duplicate { seq: 4 })
        );
    }
);

journal_test!(fifty_identical_commands_make_one_event, |journal| {
    journal.create(new_room(id(1), "AAAA")).await.unwrap();
    let asked: Vec<_> = (0..50)
        .map(|_| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move {
                journal
                    .append(command(id(1), 1, id(7), id(70), &["a", "b"]))
                    .await
            })
        })
        .collect();
    let mut committed = 0;
    for asked in asked {
        match asked.await.unwrap().unwrap() {
            Appended::Committed => committed += 1,
            other => assert_eq!(other, Appended::Duplicate { seq: 2 }),
        }
    }
    assert_eq!(committed, 1);
    assert_eq!(journal.events(id(1), 0, 10).await.unwrap().len(), 3);
});

journal_test!(the_projection_follows_the_log, |journal| {
    journal.create(new_room(id(1), "AAAA")).await.unwrap();
    journal.create(new_room(id(2), "BBBB")).await.unwrap();
    let seats = |seats: &[(u8, u128)]| {
        seats
            .iter()
            .map(|&(seat, user)| (Seat::new(seat).unwrap(), id(user)))
            .collect::<Vec<_>>()
    };
    // Grow, change, swap, shrink, empty.
    let steps: [&[(u8, u128)]; 6] = [
        &[(0, 5), (3, 6)],
        &[(0, 5), (3, 7)],
        &[(0, 7), (3, 5)],
        &[(3, 5)],
        &[],
        &[(5, 9)],
    ];
    for (last_seq, step) in (1..).zip(steps) {
        let mut next = batch(id(1), 1, last_seq, &["x"]);
        next.projection = Projection {
            status: RoomStatus::Waiting,
            wake_at: (last_seq > 1).then_some(last_seq as i64 * 100),
            seated: seats(step).into_iter().rev().collect(),
        };
        assert_eq!(journal.append(next).await, Ok(Appended::Committed));
        let open = journal.unfinished().await.unwrap();
        assert_eq!(
            open.iter().map(|room| room.room).collect::<Vec<_>>(),
            [id(1), id(2)]
        );
        assert_eq!(open[0].seated, seats(step));
        assert!(!open[0].playing && open[1].playing);
        // Without a time of its own a room is due since its last event.
        let due = if last_seq > 1 {
            last_seq as i64 * 100
        } else {
            1_000
        };
        assert_eq!((open[0].wake_at, open[0].code.as_str()), (due, "AAAA"));
    }
    let mut last = batch(id(1), 1, 7, &["closed"]);
    last.projection = Projection {
        status: RoomStatus::Closed,
        wake_at: None,
        seated: vec![],
    };
    assert_eq!(journal.append(last).await, Ok(Appended::Committed));
    assert_eq!(journal.unfinished().await.unwrap().len(), 1);
});

journal_test!(down_time_is_recorded_and_told_to_open_rooms, |journal| {
    assert_eq!(journal.begin(1_000).await, Ok(vec![]), "a new database");
    journal.alive(2_000).await.unwrap();
    journal.alive(1_500).await.unwrap();
    assert_eq!(journal.begin(5_000).await, Ok(vec![]), "no room to tell");
    let mut room = new_room(id(1), "AAAA");
    room.entries[0].at = 4_500;
    journal.create(room).await.unwrap();
    journal.alive(6_000).await.unwrap();
    let first = Outage {
        from: 2_000,
        until: 5_000,
    };
    let second = Outage {
        from: 6_000,
        until: 7_000,
    };
    assert_eq!(journal.begin(7_000).await, Ok(vec![first, second]));
    // A clock that was set back makes no outage.
    assert_eq!(journal.begin(6_500).await, Ok(vec![first, second]));
    // What ended before the last event of every open room is old news.
    let mut next = batch(id(1), 1, 1, &["x"]);
    next.entries[0].at = 7_000;
    journal.append(next).await.unwrap();
    assert_eq!(journal.begin(7_000).await, Ok(vec![]));
});

journal_test!(
    points_are_booked_once_and_count_against_farming,
    |journal| {
        let (a, b, c) = (new_id(), new_id(), new_id());
        let standings = |users: Vec<_>, day| {
            let journal = Arc::clone(&journal);
            async move { journal.standings(users, Family::Star, day).await.unwrap() }
        };
        assert_eq!(
            standings(vec![a, b], 5).await,
            Standings {
                points: vec![0, 0],
                farm: Farm::Whole
            }
        );
        for game in 0..7_u32 {
            let expected = match game {
                0..=2 => Farm::Whole,
                3..=5 => Farm::Half,
                _ => Farm::None,
            };
            let game_id = id(1_000 + u128::from(game));
            assert_eq!(
                standings(vec![a, b], 5).await.farm,
                expected,
                "before game {game}"
            );
            let room = new_id();
            journal
                .create(new_room(room, &format!("ROOM{game}")))
                .await
                .unwrap();
            let mut ending = batch(room, 1, 1, &["scored"]);
            ending.booking = Some(booking(game_id, 5, &[(a, 25), (b, -20)]));
            assert_eq!(
                journal.append(ending.clone()).await,
                Ok(Appended::Committed)
            );
            assert_eq!(journal.append(ending.clone()).await, Ok(Appended::Fenced));
            // A game that comes again under other events is not booked again.
            ending.last_seq = 2;
            assert_eq!(journal.append(ending).await, Ok(Appended::Committed));
        }
        let today = standings(vec![b, c, a], 5).await;
        assert_eq!(
            today,
            Standings {
                points: vec![-140, 0, 175],
                farm: Farm::None
            }
        );
        assert_eq!(
            standings(vec![a, c], 5).await.farm,
            Farm::Whole,
            "another pair"
        );
        assert_eq!(
            standings(vec![a, b], 6).await.farm,
            Farm::Whole,
            "another day"
        );
        assert_eq!(
            standings(vec![], 5).await,
            Standings {
                points: vec![],
                farm: Farm::Whole
            }
        );
        // Unrated games change no points and do not count.
        let room = new_id();
        journal.create(new_room(room, "UNRATED")).await.unwrap();
        let mut ending = batch(room, 1, 1, &["scored"]);
        let mut unrated = booking(id(2_000), 6, &[(a, 0), (b, 0)]);
        unrated.rated = false;
        ending.booking = Some(unrated);
        journal.append(ending).await.unwrap();
        assert_eq!(
            standings(vec![a, b], 6).await,
            Standings {
                points: vec![175, -140],
                farm: Farm::Whole
            }
        );
    }
);

journal_test!(
    an_append_of_nothing_changes_the_projection_alone,
    |journal| {
        journal.create(new_room(id(1), "AAAA")).await.unwrap();
        let mut nothing = batch(id(1), 1, 1, &[]);
        nothing.projection = playing(&[id(3)]);
        assert_eq!(journal.append(nothing).await, Ok(Appended::Committed));
        assert_eq!(journal.unfinished().await.unwrap()[0].seated.len(), 1);
        let next = batch(id(1), 1, 1, &["x"]);
        assert_eq!(journal.append(next).await, Ok(Appended::Committed));
    }
);

#[tokio::test(start_paused = true)]
async fn the_memory_journals_switches_fail_as_a_database_does() {
    use crate::room::ports::JournalError::Unavailable;

    let journal = MemoryJournal::new();
    journal.create(new_room(id(1), "AAAA")).await.unwrap();
    journal.set_down(true);
    assert_eq!(
        journal.append(batch(id(1), 1, 1, &["x"])).await,
        Err(Unavailable)
    );
    assert_eq!(journal.adopt(id(1)).await, Err(Unavailable));
    assert_eq!(
        journal.create(new_room(id(2), "BBBB")).await,
        Err(Unavailable)
    );
    journal.set_down(false);
    journal.fail_appends(1);
    assert_eq!(
        journal.append(batch(id(1), 1, 1, &["x"])).await,
        Err(Unavailable)
    );
    assert_eq!(journal.log(id(1)).len(), 1);
    journal.lose_answers(1);
    assert_eq!(
        journal.append(batch(id(1), 1, 1, &["x"])).await,
        Err(Unavailable)
    );
    assert_eq!(journal.log(id(1)).len(), 2, "written, the answer lost");

    journal.stall();
    let stalled = journal.append(batch(id(1), 1, 2, &["y"]));
    drop(journal.append(batch(id(1), 1, 3, &["z"])));
    assert_eq!((journal.waiting(), journal.log(id(1)).len()), (2, 2));
    journal.release();
    assert_eq!(stalled.await, Ok(Appended::Committed));
    assert_eq!(
        journal.log(id(1)).len(),
        4,
        "a dropped future drops the answer only"
    );

    journal.stall();
    let killed = journal.append(batch(id(1), 1, 4, &["k"]));
    journal.crash();
    assert_eq!(killed.await, Err(Unavailable));
    assert_eq!(journal.log(id(1)).len(), 4);
    assert_eq!(journal.appends(), 6);
    let entry = Entry {
        at: 0,
        command: None,
        payload: String::new(),
    };
    assert_eq!(
        journal
            .append(crate::room::ports::Batch {
                entries: vec![entry],
                ..batch(id(1), 1, 4, &[])
            })
            .await,
        Ok(Appended::Committed)
    );
}
