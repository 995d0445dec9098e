//! Which rooms there are, who sits where, which have a task, and when the others are due. A
//! plain structure behind one short lock; everything in it can be made anew from the store.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use crate::game::Millis;
use crate::protocol::{RoomId, RoomRef, UserId};
use crate::room::mailbox::Mailbox;
use crate::room::ports::{Projection, RoomStatus, Unfinished};

/// The rooms that are not closed, and those with a task.
#[derive(Debug, Default)]
pub(super) struct Directory {
    lines: HashMap<RoomId, Line>,
    codes: HashMap<String, RoomId>,
    seats: HashMap<UserId, BTreeSet<RoomId>>,
    mailboxes: HashMap<RoomId, Mailbox>,
    /// Rooms without a task, by when they are due.
    wakes: BTreeSet<(Millis, RoomId)>,
    /// Accounts about to sit down, where, and in how many commands at once.
    claims: HashMap<UserId, (Option<RoomId>, u32)>,
}

#[derive(Debug)]
struct Line {
    code: String,
    playing: bool,
    wake_at: Millis,
    seated: Vec<UserId>,
}

impl Directory {
    /// A room found in the store at start.
    pub(super) fn restore(&mut self, room: Unfinished) {
        let seated = room.seated.into_iter().map(|(_, user)| user).collect();
        let line = Line {
            code: room.code,
            playing: room.playing,
            wake_at: room.wake_at,
            seated,
        };
        self.wakes.insert((line.wake_at, room.room));
        self.put(room.room, line);
    }

    /// A room after a step.
    pub(super) fn update(&mut self, id: RoomId, code: &str, projection: &Projection) {
        self.forget(id);
        let Some(wake_at) = projection.wake_at else {
            return;
        };
        let line = Line {
            code: code.to_owned(),
            playing: projection.status == RoomStatus::Playing,
            wake_at,
            seated: projection.seated.iter().map(|(_, user)| *user).collect(),
        };
        if !self.mailboxes.contains_key(&id) {
            self.wakes.insert((wake_at, id));
        }
        self.put(id, line);
    }

    fn put(&mut self, id: RoomId, line: Line) {
        self.codes.insert(line.code.clone(), id);
        for user in &line.seated {
            self.seats.entry(*user).or_default().insert(id);
        }
        self.lines.insert(id, line);
    }

    /// A room that holds nobody any more.
    pub(super) fn forget(&mut self, id: RoomId) {
        let Some(line) = self.lines.remove(&id) else {
            return;
        };
        self.codes.remove(&line.code);
        self.wakes.remove(&(line.wake_at, id));
        for user in line.seated {
            if let Some(rooms) = self.seats.get_mut(&user) {
                rooms.remove(&id);
                if rooms.is_empty() {
                    self.seats.remove(&user);
                }
            }
        }
    }

    /// A room's task began.
    pub(super) fn loaded(&mut self, id: RoomId, mailbox: Mailbox) {
        self.mailboxes.insert(id, mailbox);
        if let Some(line) = self.lines.get(&id) {
            self.wakes.remove(&(line.wake_at, id));
        }
    }

    /// A room's task ended.
    pub(super) fn unloaded(&mut self, id: RoomId) {
        self.mailboxes.remove(&id);
        if let Some(line) = self.lines.get(&id) {
            self.wakes.insert((line.wake_at, id));
        }
    }

    pub(super) fn mailbox(&self, id: RoomId) -> Option<Mailbox> {
        self.mailboxes.get(&id).cloned()
    }

    pub(super) fn mailboxes(&self) -> Vec<Mailbox> {
        self.mailboxes.values().cloned().collect()
    }

    /// The rooms to load now, and when the next one is due.
    pub(super) fn due(&self, now: Millis) -> (Vec<RoomId>, Option<Millis>) {
        let due = self
            .wakes
            .iter()
            .take_while(|(at, _)| *at <= now)
            .map(|(_, id)| *id)
            .collect();
        let next = self
            .wakes
            .iter()
            .find(|(at, _)| *at > now)
            .map(|(at, _)| *at);
        (due, next)
    }

    pub(super) fn find(&self, code: &str, id: &str) -> Option<RoomRef> {
        let id = self.codes.get(code).copied().or_else(|| id.parse().ok())?;
        self.reference(id)
    }

    pub(super) fn of_user(&self, user: UserId) -> Vec<RoomRef> {
        let rooms = self.seats.get(&user);
        rooms
            .into_iter()
            .flatten()
            .filter_map(|id| self.reference(*id))
            .collect()
    }

    fn reference(&self, id: RoomId) -> Option<RoomRef> {
        let line = self.lines.get(&id)?;
        Some(RoomRef {
            id,
            code: line.code.clone(),
            playing: line.playing,
        })
    }

    /// Claims the right to sit an account down in `room`; answers whether it was free (or this
    /// room's already: the same command again), and the other rooms the account sits in.
    pub(super) fn claim(&mut self, user: UserId, room: Option<RoomId>) -> (bool, Vec<RoomRef>) {
        let elsewhere = self
            .of_user(user)
            .into_iter()
            .filter(|other| Some(other.id) != room)
            .collect();
        let free = match self.claims.entry(user) {
            Entry::Vacant(entry) => {
                entry.insert((room, 1));
                true
            }
            Entry::Occupied(mut entry) if room.is_some() && entry.get().0 == room => {
                entry.get_mut().1 += 1;
                true
            }
            Entry::Occupied(_) => false,
        };
        (free, elsewhere)
    }

    pub(super) fn release(&mut self, user: UserId) {
        if let Entry::Occupied(mut entry) = self.claims.entry(user) {
            entry.get_mut().1 -= 1;
            if entry.get().1 == 0 {
                entry.remove();
            }
        }
    }
}
