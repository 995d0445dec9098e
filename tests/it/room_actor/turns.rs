//! The end of a turn: the deadline, moves that were read before it, and the lag.

use std::sync::Arc;
use std::time::Duration;

use tiaoqi::game::Millis;
use tiaoqi::protocol::{Code, Command};

use super::{kinds, seat};
use crate::support::server::{Duel, Server};

#[tokio::test(start_paused = true)]
async fn a_move_that_arrived_in_time_wins_over_the_timer() {
    let server = Server::new().await;
    let Duel { room, a, b, .. } = server.duel().await;
    let deadline = server.deadline(room);
    let mut request = server.move_of(room, &a);
    request.arrived = deadline;
    server.sleep_until(deadline + 40).await;
    // What somebody else sends after the deadline does not overtake it.
    server.must(room, &b, Command::OfferDraw {}).await;
    server
        .rooms
        .command(room, request)
        .await
        .expect("a move in time");
    assert_eq!(server.count(room, "turn_expired"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_move_in_time_that_waits_for_a_slow_store_wins_over_the_timer() {
    let server = Arc::new(Server::new().await);
    let Duel { room, a, b, .. } = server.duel().await;
    let deadline = server.deadline(room);
    server.sleep_until(deadline - 100).await;
    server.journal.stall();
    let requests = [
        server.request(&b, Command::OfferDraw {}),
        server.move_of(room, &a),
    ];
    let asked = requests.map(|request| {
        let rooms = server.rooms.clone();
        tokio::spawn(async move { rooms.command(room, request).await })
    });
    server.sleep_until(deadline + 5_000).await;
    server.journal.release();
    for asked in asked {
        asked.await.unwrap().expect("both were in time");
    }
    assert_eq!(server.count(room, "turn_expired"), 0);
    assert_eq!(server.count(room, "resumed"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_move_that_arrived_late_loses_before_the_timer_fires() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    let deadline = server.deadline(room);
    let mut request = server.move_of(room, &a);
    request.arrived = deadline + 1;
    server.sleep_until(deadline + 10).await;
    let refusal = server.rooms.command(room, request).await.unwrap_err();
    assert_eq!(refusal.code, Code::StalePly);
    assert_eq!(
        (
            server.count(room, "turn_expired"),
            server.count(room, "moved")
        ),
        (1, 0)
    );
}

/// Asks the made-up connections how far away they are: so far.
fn far_away(server: &Server, lag: Millis) {
    server.lag.asked(1_000);
    server.lag.heard(1_000 + lag);
}

#[tokio::test(start_paused = true)]
async fn a_move_on_its_way_when_the_turn_ran_out_counts_and_the_lag_is_in_the_log() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    far_away(&server, 400);
    let deadline = server.deadline(room);
    let mut request = server.move_of(room, &a);
    request.arrived = deadline + 400;
    server.sleep_until(deadline + 449).await;
    assert_eq!(server.count(room, "turn_expired"), 0, "the timer waits");
    let seq = server.rooms.command(room, request).await.expect("in time");
    let events = server.events(room);
    assert_eq!(events[events.len() - 2..], ["resumed", "moved"]);
    assert_eq!(usize::try_from(seq).unwrap(), events.len() - 1);
    let game = server.room(room);
    assert_eq!(game.game().expect("a game").lag_of(seat(0)), 400);
}

#[tokio::test(start_paused = true)]
async fn a_move_later_than_the_lag_explains_is_too_late() {
    let server = Server::new().await;
    let Duel { room, a, .. } = server.duel().await;
    far_away(&server, 400);
    let deadline = server.deadline(room);
    let mut request = server.move_of(room, &a);
    request.arrived = deadline + 401;
    server.sleep_until(deadline + 410).await;
    let refusal = server.rooms.command(room, request).await.unwrap_err();
    assert_eq!(refusal.code, Code::StalePly);
    assert_eq!(server.count(room, "resumed"), 0);
}

#[tokio::test(start_paused = true)]
async fn the_lag_of_a_whole_game_has_a_quota() {
    let server = Server::new().await;
    let Duel { room, a, b, .. } = server.duel().await;
    far_away(&server, 500);
    for _ in 0..10 {
        let mut request = server.move_of(room, &a);
        request.arrived = server.deadline(room) + 500;
        server.sleep_until(request.arrived).await;
        server.rooms.command(room, request).await.expect("in time");
        let answer = server.move_of(room, &b);
        server.rooms.command(room, answer).await.expect("a move");
    }
    let lag = |server: &Server| server.room(room).game().map(|game| game.lag_of(seat(0)));
    assert_eq!(lag(&server), Some(tiaoqi::game::LAG_QUOTA));
    let mut request = server.move_of(room, &a);
    request.arrived = server.deadline(room) + 1;
    server.sleep_until(request.arrived).await;
    assert!(server.rooms.command(room, request).await.is_err());
    assert_eq!(lag(&server), Some(tiaoqi::game::LAG_QUOTA));
}

#[tokio::test(start_paused = true)]
async fn a_turn_expires_at_its_deadline_and_the_third_in_a_row_is_the_last() {
    let server = Server::new().await;
    let Duel {
        room,
        mut tab_a,
        tab_b: _tab_b,
        ..
    } = server.duel().await;
    let deadline = server.deadline(room);
    server.sleep_until(deadline + 49).await;
    assert_eq!(server.count(room, "turn_expired"), 0);
    server.sleep_until(deadline + 51).await;
    assert_eq!(server.count(room, "turn_expired"), 1);
    tokio::time::sleep(Duration::from_secs(125)).await;
    let events = server.events(room);
    assert_eq!(
        events[events.len() - 4..],
        ["turn_expired", "out", "ended", "scored"]
    );
    assert_eq!(server.count(room, "turn_expired"), 5);
    let state = server.room(room);
    let game = state.game().expect("a game");
    assert_eq!(game.star().expect("a star game").timeouts(seat(0)), 3);
    assert_eq!(game.ended().expect("an end").places[0].seat, seat(3));
    assert_eq!(kinds(&tab_a.frames().await).last(), Some(&"scored"));
}
