//! Using items: what a use does, and what a power marble has begun (RULES.md section 6).

use serde::{Deserialize, Serialize};

use super::event::Event;
use super::game::Game;
use super::hole::Hole;
use super::item::{Item, ItemUse, Shift};
use super::set::HoleSet;
use super::turn::{Decision, IllegalAct};
use crate::rules::Seat;

/// What has happened so far in a turn that is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Acting {
    /// The item used, the first one where a power marble allowed a further one.
    pub(super) used: Option<Item>,
    pub(super) power: Option<Power>,
}

impl Acting {
    /// Whether the turn has only begun.
    pub(super) const fn is_fresh(&self) -> bool {
        self.used.is_none()
    }
}

/// A power marble at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Power {
    /// Where the marble stands that must act.
    pub marble: Hole,
    /// Where it stood at first: it may not end there.
    pub origin: Hole,
    /// Whether its first act is done; the second may be declined.
    pub acted: bool,
    /// Whether wings or a swap have taken the place of its first act: then no further item may be
    /// used.
    pub further: bool,
}

impl Game {
    /// Whether items are played with.
    pub const fn has_items(&self) -> bool {
        self.extras.items
    }

    /// The items the seat still has.
    pub fn hand(&self, seat: Seat) -> super::item::Hand {
        self.hands[seat]
    }

    /// The power marble of the running turn.
    pub const fn power(&self) -> Option<Power> {
        self.acting.power
    }

    /// The item used first in the running turn.
    pub const fn item_in_turn(&self) -> Option<Item> {
        self.acting.used
    }

    /// Uses an item; `deal` says, for a tornado, where each marble of
    /// [`TornadoGround::marbles`](super::TornadoGround) comes to stand. It was drawn beforehand; the
    /// other items have nothing to deal.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Forbidden`] for an item that the seat may not use now,
    /// [`IllegalAct::Illegal`] for a target that it may not be used on.
    pub fn use_item(
        &self,
        seat: Seat,
        what: &ItemUse,
        deal: &[Hole],
    ) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(seat)?;
        let result = self.resolve(seat, what, deal)?;
        let mut decision = Decision::on(self);
        let event = Event::ItemUsed {
            seat,
            what: *what,
            result,
        };
        decision.act(seat, event);
        Ok(decision.settle())
    }

    /// Whether the seat has the item and the turn has room for it: one item a turn, and under a power
    /// marble one more, for one of the marble's acts.
    pub(super) fn may_use(&self, seat: Seat, item: Item) -> bool {
        let has_room = match self.acting.power {
            None => self.acting.used.is_none(),
            Some(power) => item.replaces_move() && !power.further,
        };
        has_room && self.hands[seat].contains(item)
    }

    /// Which marbles a use moves where.
    pub(super) fn resolve(
        &self,
        seat: Seat,
        what: &ItemUse,
        deal: &[Hole],
    ) -> Result<Vec<Shift>, IllegalAct> {
        if !self.may_use(seat, what.item()) {
            return Err(IllegalAct::Forbidden);
        }
        let legal = |holds: bool| {
            if holds {
                Ok(())
            } else {
                Err(IllegalAct::Illegal)
            }
        };
        let own = self.marbles(seat);
        match *what {
            ItemUse::Roadblock { hole } | ItemUse::RoadWorker { hole } => {
                legal(self.placing_holes(seat).contains(hole))?;
                Ok(Vec::new())
            }
            ItemUse::PowerMarble { from } => {
                legal(self.power_marbles(seat).contains(from))?;
                Ok(Vec::new())
            }
            ItemUse::Wings { from, to } => {
                legal(own.contains(from) && self.wing_holes(seat, from).contains(to))?;
                Ok(vec![Shift { seat, from, to }])
            }
            ItemUse::Swap { from, with } => {
                legal(own.contains(from) && self.swap_marbles(seat, from).contains(with))?;
                let victim = self.position.owner(with).ok_or(IllegalAct::Illegal)?;
                let mine = Shift {
                    seat,
                    from,
                    to: with,
                };
                let theirs = Shift {
                    seat: victim,
                    from: with,
                    to: from,
                };
                Ok(vec![mine, theirs])
            }
            ItemUse::Tornado { hole } => {
                let ground = self.tornado_ground(hole).ok_or(IllegalAct::Illegal)?;
                let holes: HoleSet = deal.iter().copied().collect();
                let fits = deal.len() == ground.marbles.len()
                    && usize::from(holes.len()) == deal.len()
                    && deal.iter().all(|to| ground.holes.contains(to));
                legal(fits)?;
                let shift = |(&from, &to): (&Hole, &Hole)| {
                    let seat = self.position.owner(from)?;
                    Some(Shift { seat, from, to })
                };
                Ok(ground.marbles.iter().zip(deal).filter_map(shift).collect())
            }
        }
    }

    /// Whether the event is what this use does here.
    pub(super) fn fits_use(&self, seat: Seat, what: &ItemUse, result: &[Shift]) -> bool {
        let deal: Vec<Hole> = match what {
            ItemUse::Tornado { .. } => result.iter().map(|shift| shift.to).collect(),
            _ => Vec::new(),
        };
        self.resolve(seat, what, &deal)
            .is_ok_and(|expected| expected == result)
    }

    pub(super) fn fold_item(&mut self, seat: Seat, what: &ItemUse, result: &[Shift]) {
        for shift in result {
            self.position.marbles[shift.seat].remove(shift.from);
        }
        for shift in result {
            self.position.marbles[shift.seat].insert(shift.to);
        }
        self.hands[seat].remove(what.item());
        self.acting.used = self.acting.used.or(Some(what.item()));
        self.count_act(seat, true);
        match *what {
            ItemUse::Roadblock { hole } | ItemUse::RoadWorker { hole } => {
                self.place_thing(seat, what.item(), hole);
            }
            ItemUse::PowerMarble { from } => {
                self.acting.power = Some(Power {
                    marble: from,
                    origin: from,
                    acted: false,
                    further: false,
                });
            }
            ItemUse::Wings { to, .. } | ItemUse::Swap { with: to, .. } => {
                if let Some(power) = &mut self.acting.power {
                    power.further = true;
                }
                self.act_done(seat, to);
            }
            ItemUse::Tornado { .. } => {}
        }
    }

    /// A marble has acted and stands on `to`: the end of the turn, but for the first act under a
    /// power marble.
    pub(super) fn act_done(&mut self, seat: Seat, to: Hole) {
        match &mut self.acting.power {
            Some(power) if !power.acted => {
                power.acted = true;
                power.marble = to;
            }
            _ => self.complete_turn(seat),
        }
    }
}

#[cfg(test)]
#[path = "item_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "placing_tests.rs"]
mod placing_tests;

#[cfg(test)]
#[path = "wings_tests.rs"]
mod wings_tests;

#[cfg(test)]
#[path = "tornado_tests.rs"]
mod tornado_tests;

#[cfg(test)]
#[path = "power_tests.rs"]
mod power_tests;
