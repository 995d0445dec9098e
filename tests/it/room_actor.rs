//! The shell around a room: what is stored, answered, sent and timed, in which order, and what
//! becomes of a room when its store, its code or its viewers fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use tiaoqi::game::{Family, Millis, Settings};
use tiaoqi::protocol::{ByeCode, Code, Command, RoomId, UserId};
use tiaoqi::room::ports::{
    Adopted, Appended, Batch, Journal, JournalError, NewRoom, Outage, PortFuture, Standings,
    Stored, Unfinished,
};
use tiaoqi::rules::Seat;
use tiaoqi::store::testing::MemoryJournal;

use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

const SECOND: Duration = Duration::from_secs(1);

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn kinds(frames: &[Value]) -> Vec<&str> {
    frames
        .iter()
        .filter_map(|frame| frame["type"].as_str())
        .collect()
}

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
async fn viewers_of_a_room_that_another_took_over_are_told() {
    let server = Server::new().await;
    let Duel {
        room,
        a,
        mut tab_a,
        mut tab_b,
        ..
    } = server.duel().await;
    server.journal.adopt(room).await.unwrap();
    let refusal = server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Unavailable);
    assert_eq!(server.count(room, "moved"), 0);
    assert_eq!(tab_a.closed().await, Some(ByeCode::Restart));
    assert_eq!(tab_b.closed().await, Some(ByeCode::Restart));
}

/// Panics at the next appends for one room.
#[derive(Default)]
struct Panicking {
    inner: MemoryJournal,
    room: std::sync::Mutex<Option<RoomId>>,
    times: AtomicU32,
}

impl Panicking {
    fn panic_on(&self, room: RoomId, times: u32) {
        *self.room.lock().unwrap() = Some(room);
        self.times.store(times, Ordering::Relaxed);
    }
}

impl Journal for Panicking {
    fn append(&self, batch: Batch) -> PortFuture<'_, Result<Appended, JournalError>> {
        let this = *self.room.lock().unwrap() == Some(batch.room);
        if this && self.times.load(Ordering::Relaxed) > 0 {
            self.times.fetch_sub(1, Ordering::Relaxed);
            panic!("an append that was to fail");
        }
        self.inner.append(batch)
    }

    fn create(&self, room: NewRoom) -> PortFuture<'_, Result<bool, JournalError>> {
        self.inner.create(room)
    }

    fn adopt(&self, room: RoomId) -> PortFuture<'_, Result<Option<Adopted>, JournalError>> {
        self.inner.adopt(room)
    }

    fn events(
        &self,
        room: RoomId,
        since: u64,
        limit: u32,
    ) -> PortFuture<'_, Result<Vec<Stored>, JournalError>> {
        self.inner.events(room, since, limit)
    }

    fn find(&self, code: &str) -> PortFuture<'_, Result<Option<RoomId>, JournalError>> {
        self.inner.find(code)
    }

    fn unfinished(&self) -> PortFuture<'_, Result<Vec<Unfinished>, JournalError>> {
        self.inner.unfinished()
    }

    fn alive(&self, now: Millis) -> PortFuture<'_, Result<(), JournalError>> {
        self.inner.alive(now)
    }

    fn begin(&self, now: Millis) -> PortFuture<'_, Result<Vec<Outage>, JournalError>> {
        self.inner.begin(now)
    }

    fn standings(
        &self,
        users: Vec<UserId>,
        family: Family,
        day: i64,
    ) -> PortFuture<'_, Result<Standings, JournalError>> {
        self.inner.standings(users, family, day)
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_that_fails_is_rebuilt_once_and_then_frozen_alone() {
    let journal = Arc::new(Panicking::default());
    let server = Server::with(journal.inner.clone(), Arc::<Panicking>::clone(&journal)).await;
    let Duel {
        room,
        a,
        b,
        mut tab_b,
        ..
    } = server.duel().await;
    let (c, d) = (person(3, "C"), person(4, "D"));
    let other = server.create(&c, settings(2)).await;
    let _tab = server.watch(other, &c).await;

    journal.panic_on(room, 1);
    let poison = server.move_of(room, &a);
    let refusal = server
        .rooms
        .command(room, poison.clone())
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Internal);
    // The command that made it fail is not tried again; the room plays on.
    let refusal = server.rooms.command(room, poison).await.unwrap_err();
    assert_eq!(refusal.code, Code::Internal);
    let seq = server
        .rooms
        .command(room, server.move_of(room, &a))
        .await
        .expect("a move");
    assert_eq!(seq, server.room(room).seq());
    tab_b.frames().await;

    journal.panic_on(room, 1);
    server
        .rooms
        .command(room, server.move_of(room, &b))
        .await
        .unwrap_err();
    let refusal = server
        .rooms
        .command(room, server.move_of(room, &b))
        .await
        .unwrap_err();
    assert_eq!(refusal.code, Code::Frozen);
    let notice = tab_b.frames().await.pop().unwrap();
    assert_eq!(
        (&notice["t"], &notice["code"]),
        (&"no".into(), &"frozen".into())
    );

    // Another room has not noticed, and a frozen one holds nobody's seat.
    server.must(other, &d, Command::Sit { seat: seat(3) }).await;
    assert_eq!(server.rooms.of_user(a.user), []);
    server.create(&a, settings(2)).await;
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
