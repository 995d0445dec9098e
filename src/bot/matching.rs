//! The cheapest way to bring a seat's marbles into its target: an assignment of marbles to holes.

use arrayvec::ArrayVec;

use crate::rules::star::Hole;

/// The most marbles a side can have.
const MOST: usize = 19;

/// More than any assignment costs.
const INFINITE: i32 = 1 << 20;

/// Marbles assigned to as many holes so that the sum of the distances is least.
///
/// This sum is the potential that the greedy bot descends. As long as only own marbles stand in the
/// way, some single step always makes it smaller: on a shortest way from a marble to its hole the
/// next hole is empty, or its own marble can take over the rest of the way at the same cost.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    marbles: ArrayVec<Hole, MOST>,
    holes: ArrayVec<Hole, MOST>,
    /// For each hole the index of its marble.
    marble_of: [usize; MOST],
    /// For each marble the index of its hole.
    hole_of: [usize; MOST],
    cost: i32,
}

impl Matching {
    /// The cheapest assignment, by the Hungarian method. Both lists must be equally long.
    pub(super) fn new(
        marbles: impl IntoIterator<Item = Hole>,
        holes: impl IntoIterator<Item = Hole>,
    ) -> Self {
        let mut matching = Self {
            marbles: marbles.into_iter().collect(),
            holes: holes.into_iter().collect(),
            marble_of: [0; MOST],
            hole_of: [0; MOST],
            cost: 0,
        };
        debug_assert_eq!(matching.marbles.len(), matching.holes.len());
        matching.assign();
        matching
    }

    fn distance(&self, marble: usize, hole: usize) -> i32 {
        distance(self.marbles[marble], self.holes[hole])
    }

    /// Adds one marble after the other along a cheapest alternating path; index 0 stands for the
    /// marble just being added, so marbles and holes count from 1 in here.
    fn assign(&mut self) {
        let n = self.marbles.len();
        let mut marble_price = [0; MOST + 1];
        let mut hole_price = [0; MOST + 1];
        let mut marble_at = [0; MOST + 1];
        for marble in 1..=n {
            marble_at[0] = marble;
            let mut least = [INFINITE; MOST + 1];
            let mut before = [0; MOST + 1];
            let mut seen = [false; MOST + 1];
            let mut hole = 0;
            while hole == 0 || marble_at[hole] != 0 {
                seen[hole] = true;
                let at = marble_at[hole];
                let mut delta = INFINITE;
                let mut next = 0;
                for candidate in 1..=n {
                    if seen[candidate] {
                        continue;
                    }
                    let slack = self.distance(at - 1, candidate - 1)
                        - marble_price[at]
                        - hole_price[candidate];
                    if slack < least[candidate] {
                        least[candidate] = slack;
                        before[candidate] = hole;
                    }
                    if least[candidate] < delta {
                        delta = least[candidate];
                        next = candidate;
                    }
                }
                for candidate in 0..=n {
                    if seen[candidate] {
                        marble_price[marble_at[candidate]] += delta;
                        hole_price[candidate] -= delta;
                    } else {
                        least[candidate] -= delta;
                    }
                }
                hole = next;
            }
            while hole != 0 {
                marble_at[hole] = marble_at[before[hole]];
                hole = before[hole];
            }
        }
        for hole in 0..n {
            let marble = marble_at[hole + 1] - 1;
            self.marble_of[hole] = marble;
            self.hole_of[marble] = hole;
            self.cost += self.distance(marble, hole);
        }
    }

    /// The sum of the distances.
    #[cfg(test)]
    pub(super) const fn cost(&self) -> i32 {
        self.cost
    }

    /// The marbles with what remains of the matching when each of them is lifted.
    pub(super) fn lifted(&self) -> impl Iterator<Item = (Hole, Lifted<'_>)> {
        (0..self.marbles.len()).map(|marble| (self.marbles[marble], self.lift(marble)))
    }

    /// Lifts a marble: what does it cost the others to free each hole for it?
    ///
    /// Freeing the marble's own hole costs nothing; any other by letting its marble move on to a
    /// hole that can be freed. The matching is the cheapest, so no cycle of these is negative and
    /// repeated relaxation comes to an end.
    fn lift(&self, marble: usize) -> Lifted<'_> {
        let n = self.holes.len();
        let own = self.hole_of[marble];
        let mut freeing = [INFINITE; MOST];
        freeing[own] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for hole in 0..n {
                if hole == own {
                    continue;
                }
                let owner = self.marble_of[hole];
                let here = self.distance(owner, hole);
                for other in 0..n {
                    let cost = self.distance(owner, other) - here + freeing[other];
                    if cost < freeing[hole] {
                        freeing[hole] = cost;
                        changed = true;
                    }
                }
            }
        }
        Lifted {
            holes: &self.holes,
            freeing,
            before: self.distance(marble, own),
        }
    }
}

/// A matching without one of its marbles.
#[derive(Debug)]
pub(super) struct Lifted<'a> {
    holes: &'a [Hole],
    freeing: [i32; MOST],
    /// What the marble costs where it stands.
    before: i32,
}

impl Lifted<'_> {
    /// How much cheaper the matching becomes when the marble comes down on this hole.
    pub(super) fn gain(&self, to: Hole) -> i32 {
        let after = self
            .holes
            .iter()
            .zip(&self.freeing)
            .map(|(&h, free)| distance(to, h) + free);
        self.before - after.min().unwrap_or(self.before)
    }
}

fn distance(a: Hole, b: Hole) -> i32 {
    i32::from(a.distance(b))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cheapest assignment by trying all.
    fn exhaustive(marbles: &[Hole], holes: &mut Vec<Hole>) -> i32 {
        let Some((&marble, rest)) = marbles.split_first() else {
            return 0;
        };
        (0..holes.len())
            .map(|at| {
                let hole = holes.swap_remove(at);
                let cost = distance(marble, hole) + exhaustive(rest, holes);
                holes.push(hole);
                let last = holes.len() - 1;
                holes.swap(at, last);
                cost
            })
            .min()
            .unwrap()
    }

    fn some_holes(count: usize) -> impl Strategy<Value = Vec<Hole>> {
        prop::sample::subsequence(Hole::ALL.to_vec(), count)
    }

    proptest! {
        #[test]
        fn the_matching_is_the_cheapest(marbles in some_holes(5), mut holes in some_holes(5)) {
            let matching = Matching::new(marbles.clone(), holes.clone());
            prop_assert_eq!(matching.cost(), exhaustive(&marbles, &mut holes));
        }

        #[test]
        fn the_gain_is_the_difference_of_two_matchings(
            marbles in some_holes(10),
            holes in some_holes(10),
            to in prop::sample::select(Hole::ALL.to_vec()),
        ) {
            let before = Matching::new(marbles.clone(), holes.clone());
            for (n, (hole, lifted)) in before.lifted().enumerate() {
                prop_assert_eq!(hole, marbles[n]);
                let mut moved = marbles.clone();
                moved[n] = to;
                let after = Matching::new(moved, holes.clone());
                prop_assert_eq!(lifted.gain(to), before.cost() - after.cost());
            }
        }
    }
}
