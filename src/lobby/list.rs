//! The list of rooms, as a value: what is in it, and what has changed since it was last told.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::protocol::{LobbyRoom, LobbyState, LobbyStatus, RoomId};

/// The most rooms a snapshot holds, so that it stays well below what one frame may carry.
pub const MAX_LISTED: usize = 400;

/// Open rooms and the connections, with what changed and was not told yet.
#[derive(Clone, Debug, Default)]
pub struct List {
    rooms: BTreeMap<RoomId, LobbyRoom>,
    changed: BTreeSet<RoomId>,
    online: u32,
    told_online: u32,
    seq: u64,
}

/// What to tell of one key: only its latest form counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The room is new, or its line is another.
    Room(LobbyRoom),
    /// The room is no longer listed.
    Gone(RoomId),
    /// So many connections are open.
    Online(u32),
}

impl List {
    /// Puts a room's line into the list.
    pub fn put(&mut self, room: LobbyRoom) {
        if self.rooms.get(&room.id) != Some(&room) {
            self.changed.insert(room.id);
            self.rooms.insert(room.id, room);
        }
    }

    /// Takes a room off the list.
    pub fn remove(&mut self, room: RoomId) {
        if self.rooms.remove(&room).is_some() {
            self.changed.insert(room);
        }
    }

    /// A connection opened.
    pub fn opened(&mut self) {
        self.online = self.online.saturating_add(1);
    }

    /// A connection closed.
    pub fn closed(&mut self) {
        self.online = self.online.saturating_sub(1);
    }

    /// Takes out what was not told yet: each with a number of its own, above every earlier one.
    pub fn take_changes(&mut self) -> Vec<(u64, Change)> {
        let mut changes = Vec::new();
        for id in std::mem::take(&mut self.changed) {
            changes.push(
                self.rooms
                    .get(&id)
                    .cloned()
                    .map_or(Change::Gone(id), Change::Room),
            );
        }
        if self.online != self.told_online {
            self.told_online = self.online;
            changes.push(Change::Online(self.online));
        }
        let numbered = changes.into_iter().zip(self.seq + 1..);
        let numbered: Vec<_> = numbered.map(|(change, seq)| (seq, change)).collect();
        self.seq = numbered.last().map_or(self.seq, |(seq, _)| *seq);
        numbered
    }

    /// The number of the last change told.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The list as it is now: waiting rooms before running ones, newest first.
    #[must_use]
    pub fn state(&self) -> LobbyState {
        let mut rooms: Vec<&LobbyRoom> = self.rooms.values().collect();
        rooms.sort_by_key(|room| {
            (
                room.status == LobbyStatus::Playing,
                Reverse(room.created),
                Reverse(room.id),
            )
        });
        let rooms = rooms.into_iter().take(MAX_LISTED).cloned().collect();
        LobbyState {
            rooms,
            online: self.online,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::Settings;

    /// A room's line.
    pub(in crate::lobby) fn room(id: u128, created: i64, status: LobbyStatus) -> LobbyRoom {
        LobbyRoom {
            id: RoomId::from_u128(id),
            code: format!("CODE{id:04}"),
            host: "小明".to_owned(),
            settings: Settings {
                preset: "qq".parse().unwrap(),
                players: 2,
                turn_seconds: 30,
                rated: false,
                private: false,
                first: None,
                ..Settings::default()
            },
            taken: 1,
            status,
            created,
        }
    }

    #[test]
    fn only_the_latest_form_of_a_room_is_told_and_only_once() {
        let mut list = List::default();
        list.put(room(1, 10, LobbyStatus::Waiting));
        list.put(room(1, 10, LobbyStatus::Playing));
        list.put(room(2, 20, LobbyStatus::Waiting));
        list.remove(RoomId::from_u128(2));
        assert_eq!(
            list.take_changes(),
            [
                (1, Change::Room(room(1, 10, LobbyStatus::Playing))),
                (2, Change::Gone(RoomId::from_u128(2))),
            ]
        );
        list.put(room(1, 10, LobbyStatus::Playing));
        assert_eq!(list.take_changes(), []);
        assert_eq!(list.seq(), 2);
    }

    #[test]
    fn connections_are_counted_and_told_when_their_number_is_another() {
        let mut list = List::default();
        list.opened();
        list.opened();
        assert_eq!(list.take_changes(), [(1, Change::Online(2))]);
        list.closed();
        list.opened();
        assert_eq!(list.take_changes(), []);
    }

    #[test]
    fn waiting_rooms_come_first_and_then_the_newest() {
        let mut list = List::default();
        list.put(room(1, 10, LobbyStatus::Waiting));
        list.put(room(2, 30, LobbyStatus::Playing));
        list.put(room(3, 20, LobbyStatus::Waiting));
        let order: Vec<u128> = list
            .state()
            .rooms
            .iter()
            .map(|room| room.id.as_u128())
            .collect();
        assert_eq!(order, [3, 1, 2]);
    }

    #[test]
    fn a_snapshot_stays_below_what_one_frame_may_carry() {
        let mut list = List::default();
        for id in 0..2_000 {
            list.put(room(id, 0, LobbyStatus::Waiting));
        }
        let state = list.state();
        assert_eq!(state.rooms.len(), MAX_LISTED);
        assert!(serde_json::to_string(&state).unwrap().len() < 200 * 1024);
    }
}
