//! A room whose code fails, or that another has taken over.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tiaoqi::game::{Family, Millis};
use tiaoqi::protocol::{ByeCode, Code, Command, RoomId, UserId};
use tiaoqi::room::ports::{
    Adopted, Appended, Batch, Journal, JournalError, NewRoom, Outage, PortFuture, Standings,
    Stored, Unfinished,
};
use tiaoqi::store::testing::MemoryJournal;

use super::seat;
use crate::support::server::{Duel, Server};
use crate::support::{person, settings};

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
