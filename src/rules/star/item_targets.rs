//! What each item may be used on right now (RULES.md section 6).

use serde::{Deserialize, Serialize};

use super::board;
use super::game::Game;
use super::hole::Hole;
use super::item::{Item, ItemUse};
use super::movegen::MoveRules;
use super::rule_set::Permission;
use super::set::HoleSet;
use crate::rules::Seat;

/// How far from an own marble a roadblock or road worker may be placed.
const PLACING_RADIUS: usize = 3;

/// How far wings carry and a swap reaches.
const REACH: usize = 4;

/// How far a tornado reaches from its middle.
const TORNADO_RADIUS: usize = 1;

/// How many holes a tornado covers.
const TORNADO_HOLES: u8 = 7;

/// The legal targets of the seat on turn, by item; empty lists for items it may not use now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ItemTargets {
    /// Holes for a roadblock.
    pub roadblock: HoleSet,
    /// Holes for a road worker.
    pub road_worker: HoleSet,
    /// Own marbles that can act, and so may act twice.
    pub power_marble: HoleSet,
    /// Own marbles with the holes they may fly to, ascending.
    pub wings: Vec<Reach>,
    /// Own marbles with the foreign marbles they may change places with, ascending.
    pub swap: Vec<Reach>,
    /// Middles of tornadoes.
    pub tornado: HoleSet,
}

/// The second steps behind a first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reach {
    /// An own marble.
    pub from: Hole,
    /// The holes (`wings`) or marbles (`swap`) it reaches, at least one.
    pub to: HoleSet,
}

impl ItemTargets {
    /// Every use, by item and then ascending.
    pub fn uses(&self) -> Vec<ItemUse> {
        let pairs = |list: &[Reach]| -> Vec<(Hole, Hole)> {
            list.iter()
                .flat_map(|reach| reach.to.iter().map(|to| (reach.from, to)))
                .collect()
        };
        let mut uses = Vec::new();
        uses.extend(
            self.roadblock
                .iter()
                .map(|hole| ItemUse::Roadblock { hole }),
        );
        uses.extend(
            self.road_worker
                .iter()
                .map(|hole| ItemUse::RoadWorker { hole }),
        );
        uses.extend(
            self.power_marble
                .iter()
                .map(|from| ItemUse::PowerMarble { from }),
        );
        let wings = pairs(&self.wings).into_iter();
        uses.extend(wings.map(|(from, to)| ItemUse::Wings { from, to }));
        let swaps = pairs(&self.swap).into_iter();
        uses.extend(swaps.map(|(from, with)| ItemUse::Swap { from, with }));
        uses.extend(self.tornado.iter().map(|hole| ItemUse::Tornado { hole }));
        uses
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a tornado has to deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornadoGround {
    /// The holes with the marbles it takes up, ascending: at least one.
    pub marbles: Vec<Hole>,
    /// The holes on which it sets them down, ascending: these and the empty ones.
    pub holes: Vec<Hole>,
}

impl Game {
    /// What the seat on turn may use its items on; none in a game without items, while no one is on
    /// turn, and while it is asked whether to play on.
    pub fn item_targets(&self) -> Option<ItemTargets> {
        let seat = self.on_turn.filter(|_| self.extras.items)?;
        if self.asking().is_some() {
            return None;
        }
        let may = |item| self.may_use(seat, item);
        let only = |item, targets: HoleSet| if may(item) { targets } else { HoleSet::EMPTY };
        let placing = self.placing_holes(seat);
        let reaches = |item, of: &dyn Fn(Hole) -> HoleSet| -> Vec<Reach> {
            let marbles = self.marbles(seat).iter().filter(|_| may(item));
            let all = marbles.map(|from| Reach { from, to: of(from) });
            all.filter(|reach| !reach.to.is_empty()).collect()
        };
        Some(ItemTargets {
            roadblock: only(Item::Roadblock, placing),
            road_worker: only(Item::RoadWorker, placing),
            power_marble: only(Item::PowerMarble, self.power_marbles(seat)),
            wings: reaches(Item::Wings, &|from| self.wing_holes(seat, from)),
            swap: reaches(Item::Swap, &|from| self.swap_marbles(seat, from)),
            tornado: only(Item::Tornado, self.tornado_middles()),
        })
    }

    /// Whether the seat has an item that it may use on something right now.
    pub(super) fn has_usable_item(&self, seat: Seat) -> bool {
        let flies = |from| !self.wing_holes(seat, from).is_empty();
        let swaps = |from| !self.swap_marbles(seat, from).is_empty();
        let usable = |item| {
            self.may_use(seat, item)
                && match item {
                    Item::Roadblock | Item::RoadWorker => !self.placing_holes(seat).is_empty(),
                    Item::PowerMarble => !self.power_marbles(seat).is_empty(),
                    Item::Wings => self.marbles(seat).iter().any(flies),
                    Item::Swap => self.marbles(seat).iter().any(swaps),
                    Item::Tornado => !self.tornado_middles().is_empty(),
                }
        };
        self.hands[seat].iter().any(usable)
    }

    /// The restrictions after an item: no marble may rest in a foreign camp, whatever the switch says.
    fn item_rules(&self) -> MoveRules {
        MoveRules {
            rest_in_foreign_camp: Permission::Forbidden,
            ..self.move_rules()
        }
    }

    /// Empty holes outside all camps, near enough to an own marble.
    pub(super) fn placing_holes(&self, seat: Seat) -> HoleSet {
        let near = self
            .marbles(seat)
            .iter()
            .fold(HoleSet::EMPTY, |near, from| {
                near | board::within(from, PLACING_RADIUS)
            });
        near - board::ALL_CAMPS - self.position.occupied()
    }

    /// Own marbles that can act in this turn: a marble that cannot would waste both of its acts.
    pub(super) fn power_marbles(&self, seat: Seat) -> HoleSet {
        let rules = self.move_rules();
        let hand = self.hands[seat];
        let acts = |&from: &Hole| {
            !self.position.all_ends(&rules, seat, from).is_empty()
                || (hand.contains(Item::Wings) && !self.wing_holes(seat, from).is_empty())
                || (hand.contains(Item::Swap) && !self.swap_marbles(seat, from).is_empty())
        };
        self.marbles(seat).iter().filter(acts).collect()
    }

    /// Where the seat's marble may fly.
    pub(super) fn wing_holes(&self, seat: Seat, from: Hole) -> HoleSet {
        let rest = self.item_rules().landing(seat, from);
        (board::within(from, REACH) & rest) - self.position.occupied()
    }

    /// Which foreign marbles the seat's marble may change places with: each must be allowed to rest
    /// where the other stood, and no item moves a finished seat's marbles.
    pub(super) fn swap_marbles(&self, seat: Seat, from: Hole) -> HoleSet {
        let rules = self.item_rules();
        let near = board::within(from, REACH) & rules.landing(seat, from);
        let mut found = HoleSet::EMPTY;
        for victim in self.playing().filter(|&victim| victim != seat) {
            let may_come = |&hole: &Hole| rules.resting(victim, hole).contains(from);
            found.extend((near & self.marbles(victim)).iter().filter(may_come));
        }
        found
    }

    /// Middles of seven holes outside every home, target and camp, with a marble to take up.
    pub(super) fn tornado_middles(&self) -> HoleSet {
        let homes = self.order.iter().fold(board::ALL_CAMPS, |all, &seat| {
            all | board::home(self.rules.army, seat) | board::target(self.rules.army, seat)
        });
        let loose = self.loose_marbles();
        let fits = |&middle: &Hole| {
            let holes = board::within(middle, TORNADO_RADIUS);
            holes.len() == TORNADO_HOLES && holes.is_disjoint(homes) && !holes.is_disjoint(loose)
        };
        (!homes).iter().filter(fits).collect()
    }

    /// What a tornado there has to deal; none where it may not be.
    pub fn tornado_ground(&self, middle: Hole) -> Option<TornadoGround> {
        if !self.tornado_middles().contains(middle) {
            return None;
        }
        let holes = board::within(middle, TORNADO_RADIUS);
        let loose = self.loose_marbles();
        Some(TornadoGround {
            marbles: (holes & loose).iter().collect(),
            holes: (holes - (self.position.occupied() - loose))
                .iter()
                .collect(),
        })
    }

    /// The marbles that items may move: those of the seats still playing.
    fn loose_marbles(&self) -> HoleSet {
        self.playing()
            .fold(HoleSet::EMPTY, |all, seat| all | self.marbles(seat))
    }
}
