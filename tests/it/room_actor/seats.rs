//! One seat a person, and what becomes of the seat and the room of somebody who is away.

use futures_util::future::join_all;
use tiaoqi::protocol::{Code, Command};
use tiaoqi::room::ports::Journal as _;

use super::{SECOND, seat};
use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

#[tokio::test(start_paused = true)]
async fn nobody_sits_twice() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    let other = server.create(&person(3, "C"), settings(4)).await;
    // Not while a game of theirs is running elsewhere,
    let refusal = server
        .ask(other, &a, Command::Sit { seat: seat(1) })
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::AlreadySeated);
    assert_eq!(
        server.rooms.create(&a, settings(2)).await.unwrap_err().code,
        Code::AlreadySeated
    );
    // nor on a second seat of one room.
    let d = person(4, "D");
    server.must(other, &d, Command::Sit { seat: seat(1) }).await;
    let refusal = server
        .ask(other, &d, Command::Sit { seat: seat(3) })
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::AlreadySeated);
    assert_eq!(server.rooms.of_user(a.user)[0].id, room);
}

#[tokio::test(start_paused = true)]
async fn to_sit_in_another_waiting_room_gives_up_the_first() {
    let server = Server::new().await;
    let c = person(3, "C");
    let first = server.create(&person(1, "A"), settings(2)).await;
    let second = server.create(&person(2, "B"), settings(2)).await;
    let sit = server.request(&c, Command::Sit { seat: seat(3) });
    let answer = server.rooms.command(first, sit.clone()).await;
    // A seat that cannot be had costs nothing.
    let refusal = server
        .ask(second, &c, Command::Sit { seat: seat(0) })
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::SeatTaken);
    assert_eq!(server.room(first).seat_of(c.user), Some(seat(3)));
    server
        .must(second, &c, Command::Sit { seat: seat(3) })
        .await;
    assert_eq!(server.room(first).seat_of(c.user), None);
    assert_eq!(server.room(second).seat_of(c.user), Some(seat(3)));
    // The retry of a command done before gives nothing up either.
    assert_eq!(server.rooms.command(first, sit).await, answer);
    assert_eq!(server.room(second).seat_of(c.user), Some(seat(3)));
}

#[tokio::test(start_paused = true)]
async fn of_two_seats_taken_at_once_in_two_rooms_one_is_had() {
    let server = Server::new().await;
    let c = person(3, "C");
    let first = server.create(&person(1, "A"), settings(2)).await;
    let second = server.create(&person(2, "B"), settings(2)).await;
    let sit = |room| server.ask(room, &c, Command::Sit { seat: seat(3) });
    let answers = join_all([sit(first), sit(second)]).await;
    assert_eq!(
        answers.iter().filter(|answer| answer.is_ok()).count(),
        1,
        "{answers:?}"
    );
    let seated = [first, second].map(|room| server.room(room).seat_of(c.user).is_some());
    assert_eq!(seated.iter().filter(|seated| **seated).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_seat_of_somebody_away_is_freed_after_thirty_seconds() {
    let server = Server::new().await;
    let (a, b) = (person(1, "A"), person(2, "B"));
    let room = server.create(&a, settings(2)).await;
    let tab_a = server.watch(room, &a).await;
    let _tab = server.watch(room, &b).await;
    server.must(room, &b, Command::Sit { seat: seat(3) }).await;
    server.rooms.unsubscribe(room, tab_a.conn).await;
    tokio::time::sleep(2 * SECOND).await;
    let tab_a = server.watch(room, &a).await;
    tokio::time::sleep(40 * SECOND).await;
    // Back within three seconds: nobody was told.
    assert_eq!(server.count(room, "disconnected"), 0);
    server.rooms.unsubscribe(room, tab_a.conn).await;
    tokio::time::sleep(29 * SECOND).await;
    assert_eq!(server.events(room).last().unwrap(), "disconnected");
    tokio::time::sleep(2 * SECOND).await;
    let events = server.events(room);
    assert_eq!(events[events.len() - 2..], ["stood", "host_changed"]);
    // Somebody who sits without ever watching is away as well.
    server
        .must(room, &person(3, "C"), Command::Sit { seat: seat(0) })
        .await;
    tokio::time::sleep(31 * SECOND).await;
    assert_eq!(server.events(room).last().unwrap(), "stood");
}

#[tokio::test(start_paused = true)]
async fn an_empty_room_closes_after_ten_minutes() {
    let server = Server::new().await;
    let a = person(1, "A");
    let room = server.create(&a, settings(2)).await;
    let tab = server.watch(room, &a).await;
    tokio::time::sleep(3_600 * SECOND).await;
    assert_eq!(server.count(room, "closed"), 0);
    server.rooms.unsubscribe(room, tab.conn).await;
    tokio::time::sleep(540 * SECOND).await;
    assert_eq!(
        server.events(room),
        ["created", "sat", "disconnected", "stood"]
    );
    tokio::time::sleep(120 * SECOND).await;
    assert_eq!(server.events(room).last().unwrap(), "closed");
    let refusal = server
        .ask(room, &a, Command::Sit { seat: seat(0) })
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Gone);
    // Only watched, its log tells of nobody's leaving.
    let watched = server.create(&a, settings(2)).await;
    let tab = server.watch(watched, &person(2, "B")).await;
    tokio::time::sleep(3_600 * SECOND).await;
    server.rooms.unsubscribe(watched, tab.conn).await;
    tokio::time::sleep(599 * SECOND).await;
    assert_eq!(server.count(watched, "closed"), 0);
    tokio::time::sleep(2 * SECOND).await;
    assert_eq!(server.events(watched).last().unwrap(), "closed");
    // One that nobody ever came to closes as well.
    let never = server.create(&a, settings(2)).await;
    tokio::time::sleep(601 * SECOND).await;
    assert_eq!(server.events(never).last().unwrap(), "closed");
    assert_eq!(server.rooms.of_user(a.user), []);
}

#[tokio::test(start_paused = true)]
async fn a_waiting_room_nobody_watches_is_unloaded_and_comes_back() {
    let server = Server::new().await;
    let a = person(1, "A");
    let room = server.create(&a, settings(2)).await;
    let tab = server.watch(room, &a).await;
    server.rooms.unsubscribe(room, tab.conn).await;
    tokio::time::sleep(65 * SECOND).await;
    let mut tab = server.watch(room, &a).await;
    assert_eq!(tab.frames().await[0]["state"]["seats"][0]["seat"], 0);
    server.must(room, &a, Command::Sit { seat: seat(0) }).await;
    // Made with 1, loaded, loaded again, and now taken by this test.
    let epoch = server.journal.adopt(room).await.unwrap().unwrap().epoch;
    assert_eq!(epoch, 4);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_being_stored_counts_when_who_asked_has_gone_away() {
    let server = Server::new().await;
    let (host, other, c) = (person(1, "A"), person(2, "B"), person(3, "C"));
    let one = server.create(&host, settings(2)).await;
    let two = server.create(&other, settings(2)).await;
    let _tabs = (
        server.watch(one, &host).await,
        server.watch(two, &other).await,
    );
    server.journal.stall();
    let sit = Command::Sit { seat: seat(3) };
    let asked = server.ask(one, &c, sit.clone());
    // The socket closes before the answer.
    assert!(tokio::time::timeout(SECOND, asked).await.is_err());
    assert_eq!(server.journal.waiting(), 1);
    let refusal = server.ask(two, &c, sit.clone()).await.unwrap_err();
    assert_eq!(refusal.code, Code::AlreadySeated);
    server.journal.release();
    tokio::time::sleep(SECOND).await;
    assert_eq!(server.rooms.of_user(c.user).len(), 1);
    server.must(two, &c, sit).await;
    let rooms: Vec<_> = server
        .rooms
        .of_user(c.user)
        .iter()
        .map(|room| room.id)
        .collect();
    assert_eq!(rooms, [two], "the other seat is given up");
}
