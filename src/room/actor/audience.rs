//! How many people watch: no event of the room, but told to everybody in it, soon and seldom.

use crate::game::Millis;
use crate::protocol::{ServerMessage, Stream, UserId};
use crate::room::actor::Actor;
use crate::room::load::{Viewers, text};
use crate::room::outbox::Frame;

/// How long a change of the number may wait for others to come or go.
const WINDOW: Millis = 500;

/// What viewers know of the number of spectators.
#[derive(Default)]
pub(super) struct Audience {
    told: u32,
    /// When to count again.
    pub(super) due: Option<Millis>,
}

impl Actor {
    /// Somebody came, went, sat down or stood up.
    pub(super) fn recount(&mut self) {
        let now = self.shared.clock.now();
        self.audience.due.get_or_insert(now + WINDOW);
    }

    /// Counts again when it is time, and tells everybody when the number is another.
    pub(super) fn tell_audience(&mut self, now: Millis, viewers: &Viewers) {
        if self.audience.due.is_none_or(|due| due > now) {
            return;
        }
        let before = self.audience.told;
        self.counted(viewers);
        if self.audience.told != before {
            let frame = self.audience(viewers);
            for viewer in viewers.values() {
                viewer.outbox.send(Frame::clone(&frame));
            }
        }
    }

    /// Everybody has just been sent the number.
    pub(super) fn counted(&mut self, viewers: &Viewers) {
        self.audience = Audience {
            told: self.spectators(viewers),
            due: None,
        };
    }

    /// The number, as a frame.
    pub(super) fn audience(&self, viewers: &Viewers) -> Frame {
        text(&ServerMessage::Watching {
            s: Stream::Room(self.id),
            spectators: self.spectators(viewers),
        })
    }

    /// How many people without a seat are watching.
    pub(super) fn spectators(&self, viewers: &Viewers) -> u32 {
        let mut spectators: Vec<UserId> = viewers
            .values()
            .map(|viewer| viewer.person.user)
            .filter(|user| self.room.seat_of(*user).is_none())
            .collect();
        spectators.sort_unstable();
        spectators.dedup();
        u32::try_from(spectators.len()).unwrap_or(u32::MAX)
    }
}
