//! What stands where.

use super::board::{self, Army};
use super::hole::Hole;
use super::set::HoleSet;
use crate::rules::{BySeat, Seat};

/// The marbles of every seat and the things on the board.
///
/// The sets are disjoint; nothing else is promised: any number of marbles may stand anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The marbles of each seat.
    pub marbles: BySeat<HoleSet>,
    /// 路障: nothing may stand on them, hop over them or cross them.
    pub roadblocks: HoleSet,
    /// 修路工: fixed marbles of nobody, to be hopped over like any other.
    pub road_workers: HoleSet,
}

impl Position {
    /// All marbles of these seats at home.
    pub fn start(army: Army, seats: &[Seat]) -> Self {
        let mut position = Self::default();
        for &seat in seats {
            position.marbles[seat] = board::home(army, seat);
        }
        position
    }

    /// The holes with a marble of any seat.
    pub fn all_marbles(&self) -> HoleSet {
        self.marbles
            .iter()
            .fold(HoleSet::EMPTY, |all, (_, &marbles)| all | marbles)
    }

    /// The holes on which nothing more can stand.
    pub fn occupied(&self) -> HoleSet {
        self.all_marbles() | self.road_workers | self.roadblocks
    }

    /// Whose marble stands on the hole.
    pub fn owner(&self, hole: Hole) -> Option<Seat> {
        self.marbles
            .iter()
            .find(|(_, marbles)| marbles.contains(hole))
            .map(|(seat, _)| seat)
    }

    /// Whether no hole is claimed twice.
    pub fn is_disjoint(&self) -> bool {
        let sets = self.marbles.iter().map(|(_, &marbles)| marbles);
        let mut seen = HoleSet::EMPTY;
        sets.chain([self.roadblocks, self.road_workers]).all(|set| {
            let free = seen.is_disjoint(set);
            seen |= set;
            free
        })
    }

    /// Puts a marble from one hole on another, without asking any rule.
    pub(super) fn shift(&mut self, seat: Seat, from: Hole, to: Hole) {
        self.marbles[seat].remove(from);
        self.marbles[seat].insert(to);
    }
}
