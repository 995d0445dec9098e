//! A journal in memory, for tests of rooms and for simulations.
//!
//! It keeps the whole contract of [`Journal`]: fences, duplicates, epochs, bookings once only,
//! outages, standings. It has no clock, no thread and no runtime of its own, so it works under
//! tokio's paused time and under any single-threaded executor. Its switches make it fail in
//! the ways a database does: not answer, answer late, commit and lose the answer.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use uuid::Uuid;

use crate::game::{Family, Millis};
use crate::protocol::{Cid, RoomId, UserId};
use crate::room::ports::{
    Adopted, Appended, Batch, Booking, Entry, Journal, JournalError, NewRoom, Outage, PortFuture,
    Projection, RoomStatus, Standings, Stored, Unfinished,
};
use crate::scoring::Farm;

/// The journal. Clones share everything, so a "restarted" server is given a clone.
#[derive(Clone, Debug, Default)]
pub struct MemoryJournal {
    memory: Arc<Mutex<Memory>>,
}

#[derive(Debug)]
struct Room {
    code: String,
    epoch: i64,
    log: Vec<Stored>,
    /// The first event of each stored command.
    commands: HashMap<(UserId, Cid), u64>,
    projection: Projection,
    touched_at: Millis,
}

#[derive(Debug)]
struct Waiting {
    batch: Batch,
    answer: oneshot::Sender<Result<Appended, JournalError>>,
}

#[derive(Debug, Default)]
struct Memory {
    rooms: BTreeMap<RoomId, Room>,
    booked: BTreeMap<Uuid, Booking>,
    points: HashMap<(UserId, &'static str), i64>,
    alive: Option<Millis>,
    outages: Vec<Outage>,
    down: bool,
    stalled: bool,
    fail: u32,
    lose: u32,
    waiting: VecDeque<Waiting>,
    appends: u64,
}

impl MemoryJournal {
    /// An empty journal.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// While down, everything is answered `Unavailable` and nothing changes.
    pub fn set_down(&self, down: bool) {
        self.lock().down = down;
    }

    /// The next `count` appends are answered `Unavailable` and not written.
    pub fn fail_appends(&self, count: u32) {
        self.lock().fail = count;
    }

    /// The next `count` appends that would be committed are committed, and answered
    /// `Unavailable`: the connection broke after the commit.
    pub fn lose_answers(&self, count: u32) {
        self.lock().lose = count;
    }

    /// Appends are queued and not answered until [`MemoryJournal::release`].
    pub fn stall(&self) {
        self.lock().stalled = true;
    }

    /// Ends a stall: writes and answers what is queued, in the order it came.
    pub fn release(&self) {
        let mut answers = Vec::new();
        {
            let mut memory = self.lock();
            memory.stalled = false;
            while let Some(Waiting { batch, answer }) = memory.waiting.pop_front() {
                let outcome = memory.answer(&batch);
                answers.push((answer, outcome));
            }
        }
        for (answer, outcome) in answers {
            let _ = answer.send(outcome);
        }
    }

    /// Drops what is queued in a stall, unwritten: the server was killed.
    pub fn crash(&self) {
        let mut memory = self.lock();
        memory.stalled = false;
        memory.waiting.clear();
    }

    /// Appends waiting in a stall.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Appends asked for so far.
    #[must_use]
    pub fn appends(&self) -> u64 {
        self.lock().appends
    }

    /// A room's log.
    #[must_use]
    pub fn log(&self, room: RoomId) -> Vec<Stored> {
        self.lock()
            .rooms
            .get(&room)
            .map(|room| room.log.clone())
            .unwrap_or_default()
    }

    /// A room's projection.
    #[must_use]
    pub fn projection(&self, room: RoomId) -> Option<Projection> {
        self.lock()
            .rooms
            .get(&room)
            .map(|room| room.projection.clone())
    }

    /// Every booked game.
    #[must_use]
    pub fn booked(&self) -> Vec<Booking> {
        self.lock().booked.values().cloned().collect()
    }

    /// An account's points.
    #[must_use]
    pub fn points(&self, user: UserId) -> i64 {
        let star = (user, Family::Star.as_str());
        self.lock().points.get(&star).copied().unwrap_or(0)
    }

    /// Sets an account's points, as earlier games would have.
    pub fn set_points(&self, user: UserId, points: i64) {
        let star = (user, Family::Star.as_str());
        self.lock().points.insert(star, points);
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        // Nothing in here leaves the memory half changed, so a panicking test spoils nothing.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn up<T>(&self, ask: impl FnOnce(&mut Memory) -> T) -> PortFuture<'_, Result<T, JournalError>>
    where
        T: Send + 'static,
    {
        let mut memory = self.lock();
        let answer = if memory.down {
            Err(JournalError::Unavailable)
        } else {
            Ok(ask(&mut memory))
        };
        Box::pin(std::future::ready(answer))
    }
}

impl Room {
    fn push(&mut self, entries: &[Entry]) {
        let first = self.last_seq() + 1;
        for (seq, entry) in (first..).zip(entries) {
            if let Some(command) = entry.command {
                self.commands.insert(command, seq);
            }
            let Entry {
                at,
                command,
                payload,
            } = entry.clone();
            self.touched_at = at;
            self.log.push(Stored {
                seq,
                at,
                command,
                payload,
            });
        }
    }

    fn last_seq(&self) -> u64 {
        self.log.last().map_or(0, |event| event.seq)
    }
}

impl Memory {
    /// What the caller is told, after what is done.
    fn answer(&mut self, batch: &Batch) -> Result<Appended, JournalError> {
        if self.down || self.fail > 0 {
            self.fail = self.fail.saturating_sub(1);
            return Err(JournalError::Unavailable);
        }
        let outcome = self.append(batch);
        if outcome == Appended::Committed && self.lose > 0 {
            self.lose -= 1;
            return Err(JournalError::Unavailable);
        }
        Ok(outcome)
    }

    fn append(&mut self, batch: &Batch) -> Appended {
        let Some(room) = self.rooms.get_mut(&batch.room) else {
            return Appended::Fenced;
        };
        let known = batch
            .entries
            .iter()
            .filter_map(|entry| {
                entry
                    .command
                    .and_then(|command| room.commands.get(&command))
            })
            .min();
        if let Some(&seq) = known {
            return Appended::Duplicate { seq };
        }
        if room.epoch != batch.epoch || room.last_seq() != batch.last_seq {
            return Appended::Fenced;
        }
        room.push(&batch.entries);
        room.projection = batch.projection.clone();
        if let Some(booking) = &batch.booking {
            self.book(booking);
        }
        Appended::Committed
    }

    fn book(&mut self, booking: &Booking) {
        if self.booked.contains_key(&booking.game) {
            return;
        }
        if booking.rated {
            for seat in &booking.seats {
                if let Some(user) = seat.user {
                    let key = (user, booking.family);
                    *self.points.entry(key).or_insert(0) += i64::from(seat.points);
                }
            }
        }
        self.booked.insert(booking.game, booking.clone());
    }

    fn standings(&self, users: &[UserId], family: Family, day: i64) -> Standings {
        let points = users.iter().map(|user| {
            self.points
                .get(&(*user, family.as_str()))
                .copied()
                .unwrap_or(0)
        });
        let played =
            |game: &Booking, user: UserId| game.seats.iter().any(|seat| seat.user == Some(user));
        let today: Vec<_> = self
            .booked
            .values()
            .filter(|game| game.rated && game.day == day)
            .collect();
        let mut farm = Farm::Whole;
        for (index, &a) in users.iter().enumerate() {
            for &b in users[index + 1..].iter().filter(|b| **b != a) {
                let together = today
                    .iter()
                    .filter(|game| played(game, a) && played(game, b));
                let games = u32::try_from(together.count()).unwrap_or(u32::MAX);
                farm = farm.min(Farm::after(games));
            }
        }
        Standings {
            points: points.collect(),
            farm,
        }
    }

    fn begin(&mut self, now: Millis) -> Vec<Outage> {
        if let Some(from) = self.alive.filter(|last| *last < now) {
            self.outages.retain(|outage| outage.from != from);
            self.outages.push(Outage { from, until: now });
            self.outages.sort_by_key(|outage| outage.from);
        }
        self.sign_of_life(now);
        let open = self
            .rooms
            .values()
            .filter(|room| room.projection.status != RoomStatus::Closed);
        let Some(oldest) = open.map(|room| room.touched_at).min() else {
            return Vec::new();
        };
        self.outages
            .iter()
            .filter(|outage| outage.until > oldest)
            .copied()
            .collect()
    }

    fn sign_of_life(&mut self, now: Millis) {
        self.alive = Some(self.alive.map_or(now, |last| last.max(now)));
    }
}

impl Journal for MemoryJournal {
    fn create(&self, new: NewRoom) -> PortFuture<'_, Result<bool, JournalError>> {
        self.up(|memory| {
            let holder = memory.rooms.iter().find(|(_, room)| room.code == new.code);
            if let Some((id, _)) = holder {
                return *id == new.room;
            }
            if memory.rooms.contains_key(&new.room) {
                return false;
            }
            let mut room = Room {
                code: new.code,
                epoch: 1,
                log: Vec::new(),
                commands: HashMap::new(),
                projection: new.projection,
                touched_at: 0,
            };
            room.push(&new.entries);
            memory.rooms.insert(new.room, room);
            true
        })
    }

    fn append(&self, batch: Batch) -> PortFuture<'_, Result<Appended, JournalError>> {
        let mut memory = self.lock();
        memory.appends += 1;
        if memory.stalled {
            let (answer, answered) = oneshot::channel();
            memory.waiting.push_back(Waiting { batch, answer });
            return Box::pin(
                async move { answered.await.unwrap_or(Err(JournalError::Unavailable)) },
            );
        }
        let answer = memory.answer(&batch);
        Box::pin(std::future::ready(answer))
    }

    fn adopt(&self, room: RoomId) -> PortFuture<'_, Result<Option<Adopted>, JournalError>> {
        self.up(|memory| {
            memory.rooms.get_mut(&room).map(|room| {
                room.epoch += 1;
                Adopted {
                    epoch: room.epoch,
                    events: room.log.clone(),
                }
            })
        })
    }

    fn events(
        &self,
        room: RoomId,
        since: u64,
        limit: u32,
    ) -> PortFuture<'_, Result<Vec<Stored>, JournalError>> {
        self.up(|memory| {
            let log = memory.rooms.get(&room).map_or(&[][..], |room| &room.log);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            log.iter()
                .filter(|event| event.seq > since)
                .take(limit)
                .cloned()
                .collect()
        })
    }

    fn find(&self, code: &str) -> PortFuture<'_, Result<Option<RoomId>, JournalError>> {
        self.up(|memory| {
            memory
                .rooms
                .iter()
                .find(|(_, room)| room.code == code)
                .map(|(id, _)| *id)
        })
    }

    fn unfinished(&self) -> PortFuture<'_, Result<Vec<Unfinished>, JournalError>> {
        self.up(|memory| {
            let open = memory
                .rooms
                .iter()
                .filter(|(_, room)| room.projection.status != RoomStatus::Closed);
            open.map(|(&id, room)| {
                let mut seated = room.projection.seated.clone();
                seated.sort_unstable();
                Unfinished {
                    room: id,
                    code: room.code.clone(),
                    playing: room.projection.status == RoomStatus::Playing,
                    wake_at: room.projection.wake_at.unwrap_or(room.touched_at),
                    seated,
                }
            })
            .collect()
        })
    }

    fn alive(&self, now: Millis) -> PortFuture<'_, Result<(), JournalError>> {
        self.up(|memory| memory.sign_of_life(now))
    }

    fn begin(&self, now: Millis) -> PortFuture<'_, Result<Vec<Outage>, JournalError>> {
        self.up(|memory| memory.begin(now))
    }

    fn standings(
        &self,
        users: Vec<UserId>,
        family: Family,
        day: i64,
    ) -> PortFuture<'_, Result<Standings, JournalError>> {
        self.up(|memory| memory.standings(&users, family, day))
    }
}
