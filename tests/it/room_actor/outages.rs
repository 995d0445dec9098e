//! Time in which the store or the server was away is charged to nobody.

use std::sync::Arc;

use tiaoqi::game::Settings;
use tiaoqi::protocol::{Code, Command};
use tiaoqi::room::ports::Journal as _;

use super::{SECOND, seat};
use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

#[tokio::test(start_paused = true)]
async fn while_the_store_is_down_all_is_refused_and_no_time_is_charged() {
    let server = Server::new().await;
    let Duel {
        room, a, mut tab_a, ..
    } = server.duel().await;
    tokio::time::sleep(10 * SECOND).await;
    tab_a.frames().await;
    server.journal.set_down(true);
    let began = server.now();
    let request = server.move_of(room, &a);
    for _ in 0..3 {
        let refusal = server
            .rooms
            .command(room, request.clone())
            .await
            .unwrap_err();
        assert_eq!(
            (refusal.code, refusal.retry_ms.is_some()),
            (Code::Unavailable, true)
        );
        tokio::time::sleep(20 * SECOND).await;
    }
    let before = server.deadline(room);
    server.journal.set_down(false);
    tokio::time::sleep(SECOND).await;
    let down = server.now() - began;
    let resumed = server.payloads(room).pop().unwrap();
    assert_eq!(
        (&resumed["type"], &resumed["d"]["why"]),
        (&"resumed".into(), &"store".into())
    );
    let credit = resumed["d"]["credit"].as_i64().unwrap();
    assert!(
        (down - 1_000..=down).contains(&credit),
        "{credit} for {down}"
    );
    assert_eq!(server.deadline(room), before + credit);
    assert_eq!(tab_a.frames().await.last().unwrap()["t"], "snap");
    server
        .rooms
        .command(room, request)
        .await
        .expect("play goes on");
    assert_eq!(server.count(room, "turn_expired"), 0);
}

#[tokio::test(start_paused = true)]
async fn time_owed_is_paid_once_when_paying_it_fails_too() {
    for lost in [false, true] {
        let server = Server::new().await;
        let Duel { room, a, .. } = server.duel().await;
        server.journal.set_down(true);
        server
            .rooms
            .command(room, server.move_of(room, &a))
            .await
            .unwrap_err();
        tokio::time::sleep(20 * SECOND).await;
        // The append that pays is not written, or written and not answered.
        if lost {
            server.journal.lose_answers(1);
        } else {
            server.journal.fail_appends(1);
        }
        server.journal.set_down(false);
        tokio::time::sleep(2 * SECOND).await;
        let credits: Vec<i64> = server
            .payloads(room)
            .iter()
            .filter_map(|event| event["d"]["credit"].as_i64())
            .collect();
        let total: i64 = credits.iter().sum();
        assert!((20_000..21_000).contains(&total), "{credits:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_commit_is_charged_to_nobody() {
    let server = Arc::new(Server::new().await);
    let Duel { room, a, .. } = server.duel().await;
    server.journal.stall();
    let request = server.move_of(room, &a);
    let rooms = server.rooms.clone();
    let asked = tokio::spawn(async move { rooms.command(room, request).await });
    tokio::time::sleep(5 * SECOND).await;
    server.journal.release();
    asked.await.unwrap().expect("a move");
    tokio::time::sleep(SECOND / 100).await;
    assert_eq!(server.events(room).last().unwrap(), "resumed");
    let left = server.deadline(room) - server.now();
    assert!((29_900..=30_000).contains(&left), "{left}");
}

#[tokio::test(start_paused = true)]
async fn time_in_which_the_server_was_down_is_charged_to_nobody() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    tokio::time::sleep(10 * SECOND).await;
    let before = server.deadline(room);
    let server = server.restart(3_600 * SECOND).await;
    let mut tab = server.watch(room, &a).await;
    let resumed = server.payloads(room).pop().unwrap();
    assert_eq!(resumed["d"]["why"], "restart");
    assert_eq!(resumed["d"]["credit"], 3_600_000);
    assert_eq!(server.deadline(room), before + 3_600_000);
    let snap = tab.frames().await.swap_remove(0);
    assert!(
        (19_000..=20_000).contains(&snap["clock"]["left"]["0"].as_i64().unwrap()),
        "{snap}"
    );
    assert_eq!(server.rooms.of_user(a.user)[0].id, room);
    server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .expect("play goes on");
    // The credit is given once, however often the room is read again.
    let server = server.restart(SECOND).await;
    let _tab = server.watch(room, &a).await;
    let credits: Vec<_> = server
        .payloads(room)
        .iter()
        .filter_map(|e| e["d"]["credit"].as_i64())
        .collect();
    assert_eq!(credits, [3_600_000, 1_000]);
}

#[tokio::test(start_paused = true)]
async fn a_game_nobody_watches_goes_on_after_a_restart() {
    let server = Server::new().await;
    let Duel { room, .. } = server.duel().await;
    let server = server.restart(SECOND).await;
    tokio::time::sleep(200 * SECOND).await;
    assert_eq!(
        server
            .events(room)
            .iter()
            .filter(|name| *name == "ended")
            .count(),
        1
    );
}

#[tokio::test(start_paused = true)]
async fn a_bot_plays_without_a_clock_and_again_after_a_restart() {
    let server = Server::new().await;
    let a = person(1, "A");
    let room = server
        .create(
            &a,
            Settings {
                first: Some(seat(3)),
                ..settings(2)
            },
        )
        .await;
    let tab = server.watch(room, &a).await;
    server
        .must(room, &a, Command::AddBot { seat: seat(3) })
        .await;
    server.must(room, &a, Command::Start {}).await;
    assert_eq!(server.room(room).playing().unwrap().deadline(), None);
    tokio::time::sleep(SECOND).await;
    assert_eq!(server.count(room, "moved"), 1);
    server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .expect("a move");
    // Stopped while the bot thinks, it thinks again.
    drop(tab);
    let server = server.restart(SECOND).await;
    tokio::time::sleep(2 * SECOND).await;
    assert_eq!(server.count(room, "moved"), 3);
}

#[tokio::test(start_paused = true)]
async fn where_a_room_can_be_read_and_not_written_it_answers_and_does_not_spin() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    server.journal.fail_appends(u32::MAX);
    let before = (server.now(), server.journal.appends());
    let request = server.move_of(room, &a);
    for _ in 0..5 {
        let asked = server.rooms.command(room, request.clone());
        let answer = tokio::time::timeout(SECOND, asked).await;
        assert_eq!(answer.unwrap().unwrap_err().code, Code::Unavailable);
    }
    tokio::time::sleep(10 * SECOND).await;
    let most = (server.now() - before.0) / 250 + 5;
    let asked = server.journal.appends() - before.1;
    assert!(asked <= most.unsigned_abs(), "{asked} appends in {most}");
    server.journal.fail_appends(0);
    tokio::time::sleep(SECOND).await;
    server.rooms.command(room, request).await.expect("a move");
}

#[tokio::test(start_paused = true)]
async fn who_waited_in_a_room_when_the_server_went_down_finds_it_again() {
    let server = Server::new().await;
    let a = person(1, "A");
    let room = server.create(&a, settings(2)).await;
    let tab = server.watch(room, &a).await;
    tokio::time::sleep(3_600 * SECOND).await;
    assert_eq!(server.count(room, "closed"), 0);
    let server = server.restart(SECOND).await;
    drop(tab);
    tokio::time::sleep(5 * SECOND).await;
    assert_eq!(server.count(room, "closed"), 0);
    let _tab = server.watch(room, &a).await;
    server.must(room, &a, Command::Unready {}).await;
    // Nobody who comes back: then it closes.
    let server = server.restart(SECOND).await;
    tokio::time::sleep(700 * SECOND).await;
    assert_eq!(server.count(room, "closed"), 1);
}

#[tokio::test(start_paused = true)]
async fn the_time_a_room_takes_to_be_read_after_a_restart_is_charged_to_nobody() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    let left = server.deadline(room) - server.now();
    let server = server.restart(SECOND).await;
    server.journal.set_down(true);
    let refusal = server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Unavailable);
    tokio::time::sleep(60 * SECOND).await;
    server.journal.set_down(false);
    // It is tried again every quarter of a second.
    tokio::time::sleep(SECOND).await;
    let _tab = server.watch(room, &a).await;
    tokio::time::sleep(SECOND).await;
    let found = server.deadline(room) - server.now();
    assert!((left - 3_000..=left).contains(&found), "{found} of {left}");
    assert_eq!(server.count(room, "turn_expired"), 0);
}

#[tokio::test(start_paused = true)]
async fn what_the_log_shows_the_server_lived_through_is_no_outage() {
    let server = Server::new().await;
    let Duel { room, a, b, .. } = server.duel().await;
    let sign = server.now();
    server.journal.alive(sign).await.expect("a sign of life");
    tokio::time::sleep(10 * SECOND).await;
    server.must(room, &b, Command::OfferDraw {}).await;
    // Without another sign of life, the outage of the store begins with the last one.
    let server = server.crash(5 * SECOND).await;
    let _tab = server.watch(room, &a).await;
    let payloads = server.payloads(room);
    let credits: Vec<_> = payloads
        .iter()
        .filter_map(|e| e["d"]["credit"].as_i64())
        .collect();
    assert_eq!(credits, [5_000]);
}

#[tokio::test(start_paused = true)]
async fn a_leap_of_the_clock_is_charged_to_nobody() {
    let server = Server::new().await;
    let Duel { room, a, b, .. } = server.duel().await;
    tokio::time::sleep(10 * SECOND).await;
    server.leap(3_600 * SECOND);
    // Whoever notices it first: somebody else's command, the timer, the move itself.
    assert!(server.ask(room, &b, Command::Pass {}).await.is_err());
    let left = server.deadline(room) - server.now();
    assert!((19_000..=20_000).contains(&left), "{left}");
    server.leap(60 * SECOND);
    tokio::time::sleep(15 * SECOND).await;
    server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .expect("a move in time");
    server.leap(40 * SECOND);
    tokio::time::sleep(31 * SECOND).await;
    let names = server.events(room);
    let of = |name: &str| names.iter().filter(|found| *found == name).count();
    assert_eq!(
        (of("resumed"), of("turn_expired"), of("disconnected")),
        (3, 1, 0)
    );
}
