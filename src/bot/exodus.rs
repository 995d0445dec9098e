//! How marbles get out of a home before others close the way.

use arrayvec::ArrayVec;

use crate::rules::Seat;
use crate::rules::star::{self, Game, Hole, HoleSet};

/// Counted for a marble that finds no way out: more steps than any way through a home takes.
const ENCLOSED: u16 = 8;

/// The marbles of one seat that are still at home, and where they can walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exodus {
    home: HoleSet,
    at_home: HoleSet,
    /// Where the seat's marbles may rest, whoever stands there.
    rest: HoleSet,
    /// The part of `rest` where no one stands but those still at home: they will move on.
    way: HoleSet,
}

impl Exodus {
    pub(super) fn new(game: &Game, seat: Seat) -> Self {
        let rules = game.rules();
        let home = star::home(rules.army, seat);
        let at_home = game.marbles(seat) & home;
        let barred = if rules.rest_in_foreign_camp.is_forbidden() {
            star::foreign_camps(seat)
        } else {
            HoleSet::EMPTY
        };
        let rest = !barred;
        let way = rest - (game.position().occupied() - at_home);
        Self {
            home,
            at_home,
            rest,
            way,
        }
    }

    /// How many marbles are still at home.
    pub(super) const fn len(&self) -> u8 {
        self.at_home.len()
    }

    /// Whether a marble moved like this comes out of the home.
    pub(super) const fn leaves(&self, from: Hole, to: Hole) -> bool {
        self.home.contains(from) && !self.home.contains(to)
    }

    /// Whether what happens on this hole can matter to the way out.
    pub(super) fn touches(&self, hole: Hole) -> bool {
        self.home.contains(hole) || !self.home.is_disjoint(star::neighbours(hole))
    }

    /// How it stands after a marble of this seat moved.
    #[must_use]
    pub(super) fn after_own(mut self, from: Hole, to: Hole) -> Self {
        if self.at_home.remove(from) && self.home.contains(to) {
            self.at_home.insert(to);
        }
        self.after_other(from, to)
    }

    /// How it stands after a marble of another seat moved.
    #[must_use]
    pub(super) fn after_other(mut self, from: Hole, to: Hole) -> Self {
        self.way.insert(from);
        self.way.remove(to);
        self.way = (self.way | self.at_home) & self.rest;
        self
    }

    /// The steps out of each marble at home, as long as no one else moves; ascending.
    pub(super) fn steps(&self) -> ArrayVec<u16, 19> {
        let mut steps: ArrayVec<u16, 19> = self
            .at_home
            .iter()
            .map(|from| self.steps_from(from))
            .collect();
        steps.sort_unstable();
        steps
    }

    /// How many marbles at home find no way out.
    pub(super) fn enclosed(&self) -> usize {
        self.at_home
            .iter()
            .filter(|&from| self.steps_from(from) == ENCLOSED)
            .count()
    }

    /// How many foreign marbles stand in the home.
    pub(super) fn guests(&self, game: &Game) -> u8 {
        (game.position().all_marbles() & (self.home - self.at_home)).len()
    }

    fn steps_from(&self, from: Hole) -> u16 {
        let mut reached = HoleSet::of(from);
        for steps in 0..ENCLOSED {
            if !reached.is_subset(self.home) {
                return steps;
            }
            for hole in reached {
                reached |= star::neighbours(hole) & self.way;
            }
        }
        ENCLOSED
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::{Preset, seating};

    fn hole(name: &str) -> Hole {
        name.parse().unwrap()
    }

    #[test]
    fn at_the_start_every_row_is_one_step_further_in() {
        let game = Game::new(Preset::Qq.rules(), seating(2), seating(2)[0]).unwrap();
        let exodus = Exodus::new(&game, seating(2)[0]);
        assert_eq!(exodus.steps().as_slice(), [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]);
        assert_eq!(
            (exodus.len(), exodus.enclosed(), exodus.guests(&game)),
            (10, 0, 0)
        );
    }

    #[test]
    fn a_move_out_and_a_move_in_the_way_are_seen() {
        let game = Game::new(Preset::Qq.rules(), seating(2), seating(2)[0]).unwrap();
        let exodus = Exodus::new(&game, seating(2)[0]);
        assert!(exodus.leaves(hole("d1"), hole("e5")));
        let out = exodus.after_own(hole("d1"), hole("e5"));
        assert_eq!(out.len(), 9);
        assert_eq!(out.steps().iter().sum::<u16>(), 19);
        let exits = ["e5", "e6", "e7", "e8", "e9"].map(hole);
        let closed = exits
            .into_iter()
            .fold(exodus, |e, exit| e.after_other(hole("i5"), exit));
        assert_eq!(closed.enclosed(), 10);
        assert!(exits.into_iter().all(|exit| exodus.touches(exit)));
        assert!(!exodus.touches(hole("f6")));
    }
}
