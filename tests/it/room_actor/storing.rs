//! What is stored comes first; and a command has one effect, however often it is sent.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::Value;
use tiaoqi::game::Settings;
use tiaoqi::protocol::{Code, Command};

use super::{SECOND, kinds, seat};
use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

#[tokio::test(start_paused = true)]
async fn nothing_is_answered_or_sent_before_it_is_stored() {
    let server = Arc::new(Server::new().await);
    let Duel {
        room, a, mut tab_b, ..
    } = server.duel().await;
    tab_b.frames().await;
    server.journal.stall();
    let request = server.move_of(room, &a);
    let rooms = server.rooms.clone();
    let asked = tokio::spawn(async move { rooms.command(room, request).await });
    assert_eq!(tab_b.frames().await, Vec::<Value>::new());
    assert!(!asked.is_finished());
    assert_eq!(
        (server.journal.waiting(), server.count(room, "moved")),
        (1, 0)
    );
    server.journal.release();
    let seq = asked.await.unwrap().expect("a move");
    assert_eq!(
        server.events(room)[usize::try_from(seq).unwrap() - 1],
        "moved"
    );
    assert_eq!(kinds(&tab_b.frames().await), ["moved"]);
}

#[tokio::test(start_paused = true)]
async fn a_command_sent_fifty_times_at_once_has_one_effect_and_one_answer() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    let request = server.move_of(room, &a);
    let answers = join_all((0..50).map(|_| server.rooms.command(room, request.clone()))).await;
    assert_eq!(server.count(room, "moved"), 1);
    assert!(
        answers
            .iter()
            .all(|answer| *answer == answers[0] && answer.is_ok()),
        "{answers:?}"
    );

    let c = person(3, "C");
    let other = server.create(&person(4, "D"), settings(2)).await;
    let sit = server.request(&c, Command::Sit { seat: seat(3) });
    let answers = join_all((0..50).map(|_| server.rooms.command(other, sit.clone()))).await;
    assert_eq!(server.count(other, "sat"), 2);
    assert!(answers.iter().all(|answer| *answer == Ok(3)), "{answers:?}");
}

#[tokio::test(start_paused = true)]
async fn a_retry_older_than_the_room_remembers_is_answered_by_the_journal() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let room = server.create(&a, settings(2)).await;
    let _tab = server.watch(room, &b).await;
    server.must(room, &b, Command::Sit { seat: seat(3) }).await;
    let first = server.request(&b, Command::Ready {});
    let answer = server.rooms.command(room, first.clone()).await;
    for _ in 0..10 {
        server.must(room, &b, Command::Unready {}).await;
        server.must(room, &b, Command::Ready {}).await;
    }
    server.must(room, &b, Command::Unready {}).await;
    let events = server.events(room);
    assert_eq!(server.rooms.command(room, first).await, answer);
    assert_eq!(server.events(room), events);
}

#[tokio::test(start_paused = true)]
async fn a_commit_whose_answer_was_lost_is_found_again() {
    let server = Server::new().await;
    let Duel {
        room, a, mut tab_b, ..
    } = server.duel().await;
    tab_b.frames().await;
    server.journal.lose_answers(1);
    let request = server.move_of(room, &a);
    let refusal = server
        .rooms
        .command(room, request.clone())
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Unavailable);
    let seq = server
        .rooms
        .command(room, request)
        .await
        .expect("the answer to the retry");
    assert_eq!(
        server.events(room)[usize::try_from(seq).unwrap() - 1],
        "moved"
    );
    assert_eq!(server.count(room, "moved"), 1);
    let frames = tab_b.frames().await;
    assert_eq!(frames.last().unwrap()["state"]["game"]["turn"]["ply"], 2);
}

#[tokio::test(start_paused = true)]
async fn an_account_is_told_the_points_it_has_and_not_those_of_when_the_game_began() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let rated = Settings {
        rated: true,
        ..settings(2)
    };
    let room = server.create(&a, rated).await;
    let _tabs = (server.watch(room, &a).await, server.watch(room, &b).await);
    server.must(room, &b, Command::Sit { seat: seat(3) }).await;
    server.must(room, &b, Command::Ready {}).await;
    server.must(room, &a, Command::Start {}).await;
    // Another game of theirs ends meanwhile.
    server.journal.set_points(b.user, 700);
    server.must(room, &b, Command::Leave {}).await;
    tokio::time::sleep(SECOND).await;
    let points = server.journal.points(b.user);
    assert!(points < 700, "a leaver loses points");
    assert!(
        server.told().contains(&(b.user, points)),
        "{:?}",
        server.told()
    );
}
