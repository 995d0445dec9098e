//! What items put on the board, and for how long (RULES.md section 6).

use serde::{Deserialize, Serialize};

use super::game::Game;
use super::hole::Hole;
use super::item::Item;
use crate::rules::Seat;

/// For how many turns of the seat that placed it a thing stays: it vanishes as the third begins.
pub const THING_TURNS: u8 = 3;

/// The most things at once: each seat has one roadblock and one road worker.
pub(super) const MOST_THINGS: usize = 2 * Seat::COUNT;

/// A roadblock or a road worker on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thing {
    /// Where it stands.
    pub hole: Hole,
    /// `roadblock` or `road_worker`.
    pub item: Item,
    /// Who placed it.
    pub seat: Seat,
    /// How many turns of that seat have still to begin until it vanishes with the last of them, 1..=3.
    pub left: u8,
}

impl Game {
    /// The roadblocks and road workers on the board, in the order in which they were placed.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    pub(super) fn place_thing(&mut self, seat: Seat, item: Item, hole: Hole) {
        let set = match item {
            Item::Roadblock => &mut self.position.roadblocks,
            _ => &mut self.position.road_workers,
        };
        set.insert(hole);
        self.things.push(Thing {
            hole,
            item,
            seat,
            left: THING_TURNS,
        });
    }

    /// Counts the turns that begin when the turn passes from one seat to another.
    ///
    /// A turn that a seat would have had, were it not finished or out, counts like one: so its things
    /// vanish at the same count of rounds.
    pub(super) fn count_things_down(&mut self, after: Seat, next: Seat) {
        let at = self.order.iter().position(|&seat| seat == after);
        let Some(at) = at.filter(|_| !self.things.is_empty()) else {
            return;
        };
        for n in 1..=self.order.len() {
            let seat = self.order[(at + n) % self.order.len()];
            for thing in self.things.iter_mut().filter(|thing| thing.seat == seat) {
                thing.left = thing.left.saturating_sub(1);
            }
            if seat == next {
                break;
            }
        }
    }

    /// The first thing whose time is over.
    pub(super) fn expired_thing(&self) -> Option<Thing> {
        self.things.iter().find(|thing| thing.left == 0).copied()
    }

    pub(super) fn remove_thing(&mut self, hole: Hole) {
        self.things.retain(|thing| thing.hole != hole);
        self.position.roadblocks.remove(hole);
        self.position.road_workers.remove(hole);
    }
}
