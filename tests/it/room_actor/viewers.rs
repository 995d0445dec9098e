//! Who watches: crowds, slow readers, tabs, and connections that come back.

use futures_util::future::join_all;
use serde_json::Value;
use tiaoqi::protocol::{ByeCode, Command};

use super::{SECOND, kinds, seat};
use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

#[tokio::test(start_paused = true)]
async fn a_crowd_at_the_door_refuses_nobody_and_holds_no_move_up() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    let strangers: Vec<_> = (100..600).map(|number| person(number, "S")).collect();
    let crowd = join_all(strangers.iter().map(|who| server.watch(room, who)));
    let request = server.move_of(room, &a);
    let (tabs, moved) = tokio::join!(crowd, server.rooms.command(room, request));
    moved.expect("a move");
    assert_eq!(tabs.len(), 500);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_is_closed_and_holds_nobody_up() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let room = server.create(&a, settings(2)).await;
    let mut tab_a = server.watch(room, &a).await;
    let mut slow = server.watch(room, &b).await;
    server.must(room, &b, Command::Sit { seat: seat(3) }).await;
    for _ in 0..40 {
        server.must(room, &a, Command::Ready {}).await;
        server.must(room, &a, Command::Unready {}).await;
        tab_a.frames().await;
    }
    assert_eq!(slow.read().await, (Vec::new(), Some(ByeCode::Slow)));
    // Its owner has no other connection: the seat says so, and is freed in time.
    server.rooms.unsubscribe(room, slow.conn).await;
    tokio::time::sleep(4 * SECOND).await;
    assert_eq!(server.events(room).last().unwrap(), "disconnected");
    tokio::time::sleep(30 * SECOND).await;
    assert_eq!(server.events(room).last().unwrap(), "stood");
}

#[tokio::test(start_paused = true)]
async fn resuming_brings_what_was_missed_or_a_snapshot() {
    let server = Server::new().await;
    let Duel {
        room,
        a,
        b,
        mut tab_b,
        ..
    } = server.duel().await;
    let last = tab_b.frames().await.pop().unwrap();
    let (since, hash) = (
        last["seq"].as_u64().unwrap(),
        last["h"].as_str().map(str::to_owned),
    );
    assert!(hash.is_some());
    server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .unwrap();

    let mut resumed = server.resume(room, &b, Some((since, hash.clone()))).await;
    let frames = resumed.frames().await;
    assert_eq!(frames[0]["t"], "evs");
    let events = frames[0]["events"].as_array().unwrap();
    assert_eq!(kinds(events), ["moved"]);
    assert!(
        events[0]["legal"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty())
    );
    assert_eq!(events[0]["clock"]["running"], 3);

    for (since, hash) in [
        (since, Some("0123456789abcdef".to_owned())),
        (since, None),
        (since + 99, hash.clone()),
        (0, hash.clone()),
    ] {
        let mut tab = server.resume(room, &b, Some((since, hash))).await;
        let frames = tab.frames().await;
        assert_eq!((&frames[0]["t"], frames.len()), (&"snap".into(), 1));
    }
}

#[tokio::test(start_paused = true)]
async fn up_to_sixty_four_missed_events_are_sent_again() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let room = server.create(&a, settings(2)).await;
    let mut tab = server.watch(room, &a).await;
    for _ in 0..40 {
        server.must(room, &a, Command::Ready {}).await;
        server.must(room, &a, Command::Unready {}).await;
        tab.frames().await;
    }
    let last = server.room(room).seq();
    let mut kinds = Vec::new();
    for missed in [64, 65] {
        let mut tab = server.resume(room, &b, Some((last - missed, None))).await;
        let frame = tab.frames().await.swap_remove(0);
        kinds.push((
            frame["t"].clone(),
            frame["events"].as_array().map_or(0, Vec::len),
        ));
    }
    assert_eq!(kinds, [("evs".into(), 64), ("snap".into(), 0)]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_obeys_its_newest_tab_and_watchers_may_have_many() {
    let server = Server::new().await;
    let Duel {
        room,
        a,
        mut tab_a,
        tab_b: _tab_b,
        ..
    } = server.duel().await;
    let mut newer = server.watch(room, &a).await;
    assert_eq!(tab_a.closed().await, Some(ByeCode::TakenOver));
    server.rooms.unsubscribe(room, tab_a.conn).await;
    let c = person(3, "C");
    let (mut one, mut two) = (server.watch(room, &c).await, server.watch(room, &c).await);
    server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .unwrap();
    for tab in [&mut newer, &mut one, &mut two] {
        assert_eq!(kinds(&tab.frames().await), ["moved"]);
    }
    tokio::time::sleep(5 * SECOND).await;
    assert_eq!(server.count(room, "disconnected"), 0);
}

#[tokio::test(start_paused = true)]
async fn everybody_is_told_how_many_watch_and_nobody_more_than_twice_a_second() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let room = server.create(&a, settings(2)).await;
    let mut tab_a = server.watch(room, &a).await;
    let told = |frames: &[Value]| -> Vec<u64> {
        let watching = frames.iter().filter(|frame| frame["t"] == "watching");
        watching
            .map(|frame| frame["spectators"].as_u64().unwrap())
            .collect()
    };
    // Who comes by link, and then sits down, watches no more.
    let mut tab_b = server.watch(room, &b).await;
    assert_eq!(tab_b.frames().await[0]["state"]["spectators"], 1);
    tokio::time::sleep(SECOND).await;
    for tab in [&mut tab_a, &mut tab_b] {
        assert_eq!(told(&tab.frames().await), [1]);
    }
    server.must(room, &b, Command::Sit { seat: seat(3) }).await;
    tokio::time::sleep(SECOND).await;
    for tab in [&mut tab_a, &mut tab_b] {
        assert_eq!(told(&tab.frames().await), [0]);
    }
    // A crowd is told of together, and who only comes back is told of to nobody.
    let mut crowd = Vec::new();
    for number in 10..60 {
        crowd.push(server.watch(room, &person(number, "W")).await);
    }
    tokio::time::sleep(SECOND).await;
    assert_eq!(told(&tab_a.frames().await), [50]);
    server.rooms.unsubscribe(room, crowd[0].conn).await;
    let back = server.watch(room, &person(10, "W")).await;
    tokio::time::sleep(SECOND).await;
    assert_eq!(told(&tab_a.frames().await), Vec::<u64>::new());
    server.rooms.unsubscribe(room, back.conn).await;
    tokio::time::sleep(SECOND).await;
    assert_eq!(told(&tab_a.frames().await), [49]);
    // Who resumes has an old number.
    let seq = server.room(room).seq();
    let mut tab = server.resume(room, &a, Some((seq, None))).await;
    assert_eq!(told(&tab.frames().await), [49]);
}
