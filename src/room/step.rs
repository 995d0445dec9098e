//! One step of a room: the events of an input applied to a copy, with all that has to be
//! stored and sent. Nothing of it counts before the journal has committed it.

use crate::game::{self, Millis};
use crate::protocol::{Cid, Event, EventFrame, RoomId, UserId};
use crate::room::ports::{
    Batch, BookedSeat, Booking, Entry, NewRoom, Projection, RoomStatus, Stored,
};
use crate::room::state::{CorruptRoom, Room};
use crate::room::view::{hash_text, turn_view};
use crate::rules::star;

/// How long a room without anybody in it stays, in milliseconds.
pub const IDLE_LIMIT: Millis = 10 * 60 * 1_000;

/// The difference of UTC+8, in whose days rated games are counted.
const DAY_OFFSET: Millis = 8 * 3_600 * 1_000;
const DAY: Millis = 24 * 3_600 * 1_000;

/// The day an instant belongs to, counted from 1970-01-01 in UTC+8.
#[must_use]
pub fn day_of(at: Millis) -> i64 {
    (at + DAY_OFFSET).div_euclid(DAY)
}

/// A step computed and not yet committed.
#[derive(Clone, Debug)]
pub struct Step {
    /// The room after it.
    pub next: Room,
    /// Its events as viewers get them, without what only some may see.
    pub frames: Vec<EventFrame>,
    /// Its events as they are stored.
    pub entries: Vec<Entry>,
}

impl Step {
    /// The step that makes a room.
    ///
    /// # Errors
    /// When the events make no room.
    pub fn open(
        events: &[Event],
        at: Millis,
        command: Option<(UserId, Cid)>,
    ) -> Result<Self, CorruptRoom> {
        let (first, rest) = events.split_first().ok_or(CorruptRoom { seq: 0 })?;
        let mut step = Self {
            next: Room::open(first, at)?,
            frames: Vec::new(),
            entries: vec![entry(first, at, command)],
        };
        step.extend(rest, at, None)?;
        Ok(step)
    }

    /// The step that these events make of a room.
    ///
    /// # Errors
    /// When they do not fit: a fault in the rules, found before anything is stored.
    pub fn of(
        room: &Room,
        events: &[Event],
        at: Millis,
        command: Option<(UserId, Cid)>,
    ) -> Result<Self, CorruptRoom> {
        let mut step = Self {
            next: room.clone(),
            frames: Vec::with_capacity(events.len()),
            entries: Vec::with_capacity(events.len()),
        };
        step.extend(events, at, command)?;
        Ok(step)
    }

    fn extend(
        &mut self,
        events: &[Event],
        at: Millis,
        mut command: Option<(UserId, Cid)>,
    ) -> Result<(), CorruptRoom> {
        for event in events {
            let command = command.take();
            self.next.apply(event, at, command)?;
            self.entries.push(entry(event, at, command));
            self.frames.push(frame(&self.next, event, at));
        }
        if let Some(last) = self.frames.last_mut() {
            last.clock = self.next.clock(at);
        }
        Ok(())
    }

    /// The batch to append.
    #[must_use]
    pub fn batch(&self, room: RoomId, epoch: i64) -> Batch {
        Batch {
            room,
            epoch,
            last_seq: self.next.seq - self.entries.len() as u64,
            entries: self.entries.clone(),
            projection: self.next.projection(),
            booking: self.booking(),
        }
    }

    /// The room to create.
    #[must_use]
    pub fn new_room(&self, room: RoomId) -> NewRoom {
        NewRoom {
            room,
            code: self.next.code.clone(),
            entries: self.entries.clone(),
            projection: self.next.projection(),
        }
    }

    /// The result to book, when the step scores a game.
    fn booking(&self) -> Option<Booking> {
        let index = self.frames.iter().position(|frame| {
            matches!(
                frame.event,
                Event::Game(game::Event::Game(game::GameEvent::Scored { .. }))
            )
        })?;
        let game = self.next.game.as_ref()?;
        let ended = game.ended()?;
        let seats = game
            .scores()
            .iter()
            .map(|score| {
                let player = game.player(score.seat);
                BookedSeat {
                    seat: score.seat,
                    user: player.and_then(|player| player.user),
                    name: player.map(|player| player.name.clone()).unwrap_or_default(),
                    place: score.place,
                    out: game.play().out(score.seat),
                    in_camp: score.in_camp,
                    taken: score.taken.unwrap_or(0),
                    round: score.round,
                    points: score.points,
                    parts: json(&score.parts),
                }
            })
            .collect();
        Some(Booking {
            game: game.id(),
            family: self.next.settings.family().as_str(),
            preset: self.next.settings.preset.as_str(),
            rated: game.is_rated(),
            started: game.started(),
            ended: ended.at,
            first_seq: self.next.game_first_seq,
            last_seq: self.frames[index].seq,
            day: day_of(game.started()),
            seats,
        })
    }
}

impl Room {
    /// Rebuilds a room from its log.
    ///
    /// # Errors
    /// The number of the first event that cannot be read or does not fit.
    pub fn fold<'a>(log: impl IntoIterator<Item = &'a Stored>) -> Result<Self, CorruptRoom> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(CorruptRoom { seq: 0 })?;
        let mut room = Self::open(&parse(first)?, first.at)?;
        for stored in log {
            if stored.seq != room.seq + 1 {
                return Err(CorruptRoom { seq: stored.seq });
            }
            room.apply(&parse(stored)?, stored.at, stored.command)?;
        }
        Ok(room)
    }

    /// What the rest of the server needs to know of the room.
    #[must_use]
    pub fn projection(&self) -> Projection {
        let (status, wake_at) = match self.playing() {
            _ if self.closed => (RoomStatus::Closed, None),
            // A bot on turn has no deadline: the room is to be woken at once.
            Some(game) => (
                RoomStatus::Playing,
                Some(game.deadline().unwrap_or(self.last_at)),
            ),
            None => (RoomStatus::Waiting, Some(self.last_at + IDLE_LIMIT)),
        };
        Projection {
            status,
            wake_at,
            // A closed room holds nobody.
            seated: self
                .occupants
                .iter()
                .filter(|_| !self.closed)
                .filter_map(|(&seat, occupant)| Some((seat, occupant.user?)))
                .collect(),
        }
    }
}

/// One event as viewers get it: turn events carry the turn that comes now and the hash.
pub(super) fn frame(room: &Room, event: &Event, at: Millis) -> EventFrame {
    let game = match event {
        Event::Game(
            game::Event::Star(_)
            | game::Event::Draughts(_)
            | game::Event::Game(game::GameEvent::Started { .. }),
        ) => room.game.as_ref(),
        _ => None,
    };
    EventFrame {
        s: None,
        seq: room.seq,
        at,
        event: public(event),
        turn: game.map(turn_view),
        clock: None,
        legal: None,
        items: None,
        h: game.map(hash_text),
    }
}

/// The event without what nobody may see yet.
fn public(event: &Event) -> Event {
    match event {
        Event::Game(event) => Event::Game(event.clone().public()),
        Event::Room(_) => event.clone(),
    }
}

/// Whether the event changes whose turn it is or what that seat may do.
pub(super) fn is_turn_event(event: &Event) -> bool {
    match event {
        Event::Game(game::Event::Star(event)) => !matches!(event, star::Event::Warned { .. }),
        Event::Game(game::Event::Draughts(_)) => true,
        Event::Game(game::Event::Game(event)) => {
            matches!(
                event,
                game::GameEvent::Started { .. } | game::GameEvent::Resumed { .. }
            )
        }
        Event::Room(_) => false,
    }
}

fn entry(event: &Event, at: Millis, command: Option<(UserId, Cid)>) -> Entry {
    Entry {
        at,
        command,
        payload: json(event),
    }
}

fn parse(stored: &Stored) -> Result<Event, CorruptRoom> {
    serde_json::from_str(&stored.payload).map_err(|_| CorruptRoom { seq: stored.seq })
}

/// Events and scores have string keys and no failing serialisers.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
}
