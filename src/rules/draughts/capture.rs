//! Captures (FMJD chapter 4): a search over what a route has come to, never over routes.
//!
//! A state is (piece, square, set of taken squares). All states after the same number of captures
//! form a layer; equal ones are merged, each keeping one way back. The last layer that is not
//! empty holds exactly the routes that take the most pieces (FMJD 4.13), so the majority rule
//! costs nothing, and a million routes for fifty moves are no more than their states.

use std::ops::Range;

use super::position::Position;
use super::rule_set::{RuleSet, TakenLeave};
use super::set::{Direction, single_bits};

/// What a route has come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Where the piece began, one bit.
    pub(super) from: u64,
    /// Where it is, one bit.
    pub(super) at: u64,
    /// The squares of the pieces it took.
    pub(super) taken: u64,
    /// The state before, as an index into the arena; [`State::FIRST`] after the first capture.
    parent: u32,
}

impl State {
    const FIRST: u32 = u32::MAX;

    const fn key(&self) -> Key {
        (self.from, self.at, self.taken)
    }
}

/// By what equal states are known.
pub(super) type Key = (u64, u64, u64);

/// Layers longer than this are merged by [`merge`]; sorting is faster for short ones.
const LONG: usize = 256;

/// Leaves one of all items with the same key, from `start` on: the first with the highest rank.
pub(super) fn merge<T: Copy>(
    items: &mut Vec<T>,
    start: usize,
    key: impl Fn(&T) -> Key,
    rank: impl Fn(&T) -> usize,
) {
    const FREE: u32 = u32::MAX;
    let layer = &mut items[start..];
    let mut table = vec![FREE; (2 * layer.len()).next_power_of_two()];
    let mut kept = 0;
    for index in 0..layer.len() {
        let item = layer[index];
        let (a, b, c) = key(&item);
        let mixed = (a.rotate_left(13) ^ b.rotate_left(29) ^ c).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 32) as usize;
        loop {
            slot &= table.len() - 1;
            if table[slot] == FREE {
                table[slot] = u32::try_from(kept).expect("fewer items than 2^32");
                layer[kept] = item;
                kept += 1;
                break;
            }
            let other = &mut layer[table[slot] as usize];
            if key(other) == (a, b, c) {
                if rank(other) < rank(&item) {
                    *other = item;
                }
                break;
            }
            slot += 1;
        }
    }
    items.truncate(start + kept);
}

/// Where the last layers of a search stand in its arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The first index of this search.
    base: usize,
    /// The legal captures.
    pub(super) legal: Range<usize>,
    /// The end of those that take as many pieces but fewer kings than king priority asks for.
    end: usize,
}

/// The board as the capturing side sees it.
pub(super) struct Field {
    men: u64,
    kings: u64,
    foes: u64,
    foe_kings: u64,
    empty: u64,
    leave: TakenLeave,
    king_priority: bool,
}

impl Field {
    #[inline]
    pub(super) fn new(position: &Position, rules: &RuleSet) -> Self {
        let mover = position.to_move;
        Self {
            men: position.men[mover].bits(),
            kings: position.kings[mover].bits(),
            foes: position.pieces(mover.other()).bits(),
            foe_kings: position.kings[mover.other()].bits(),
            empty: position.empty().bits(),
            leave: rules.taken_leave,
            king_priority: rules.king_priority,
        }
    }

    /// Calls `found` with the landing and the taken square of each first capture of a king.
    fn king_rays(at: u64, foes: u64, empty: u64, mut found: impl FnMut(u64, u64)) {
        for direction in Direction::ALL {
            let mut over = direction.step(at);
            while over & empty != 0 {
                over = direction.step(over);
            }
            if over & foes == 0 {
                continue;
            }
            let mut landing = direction.step(over) & empty;
            while landing != 0 {
                found(landing, over);
                landing = direction.step(landing) & empty;
            }
        }
    }

    /// The first layer.
    #[inline]
    fn begin(&self, arena: &mut Vec<State>) {
        for direction in Direction::ALL {
            let landings = direction.step(direction.step(self.men) & self.foes) & self.empty;
            for landing in single_bits(landings) {
                let over = direction.opposite().step(landing);
                arena.push(State {
                    from: direction.opposite().step(over),
                    at: landing,
                    taken: over,
                    parent: State::FIRST,
                });
            }
        }
        for from in single_bits(self.kings) {
            Self::king_rays(from, self.foes, self.empty, |at, taken| {
                arena.push(State {
                    from,
                    at,
                    taken,
                    parent: State::FIRST,
                });
            });
        }
    }

    /// Calls `found` with the landing and the taken squares of each way to go on.
    pub(super) fn go_on(&self, from: u64, at: u64, taken: u64, mut found: impl FnMut(u64, u64)) {
        let foes = self.foes & !taken;
        let empty = match self.leave {
            TakenLeave::AtEnd => self.empty | from,
            TakenLeave::AtOnce => self.empty | from | taken,
        };
        if from & self.kings != 0 {
            Self::king_rays(at, foes, empty, |landing, over| {
                found(landing, taken | over);
            });
        } else {
            for direction in Direction::ALL {
                let over = direction.step(at) & foes;
                let landing = direction.step(over) & empty;
                if landing != 0 {
                    found(landing, taken | over);
                }
            }
        }
    }

    /// Whether there is anything to take.
    pub(super) fn can_take(&self) -> bool {
        let mut arena = Vec::new();
        self.begin(&mut arena);
        !arena.is_empty()
    }

    /// Appends every state to the arena, layer after layer, and says where the last ones stand.
    #[inline]
    pub(super) fn search(&self, arena: &mut Vec<State>) -> Found {
        let base = arena.len();
        self.begin(arena);
        let mut layer = base..arena.len();
        while !layer.is_empty() {
            let next = self.next_layer(arena, &layer);
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        let end = layer.end;
        if self.king_priority && self.foe_kings != 0 && layer.len() > 1 {
            layer.end = self.put_most_kings_first(&mut arena[layer.clone()]) + layer.start;
        }
        Found {
            base,
            legal: layer,
            end,
        }
    }

    fn next_layer(&self, arena: &mut Vec<State>, layer: &Range<usize>) -> Range<usize> {
        for index in layer.clone() {
            let State {
                from, at, taken, ..
            } = arena[index];
            let parent = u32::try_from(index).unwrap_or(State::FIRST);
            self.go_on(from, at, taken, |at, taken| {
                arena.push(State {
                    from,
                    at,
                    taken,
                    parent,
                });
            });
        }
        let next = layer.end..arena.len();
        if next.len() > LONG {
            merge(arena, next.start, State::key, |_| 0);
        } else if next.len() > 1 {
            arena[next.clone()].sort_unstable_by_key(State::key);
            let mut kept = next.start;
            for index in next.start + 1..next.end {
                if arena[index].key() != arena[kept].key() {
                    kept += 1;
                    arena[kept] = arena[index];
                }
            }
            arena.truncate(kept + 1);
        }
        layer.end..arena.len()
    }

    /// Moves those that take the most kings to the front; how many they are.
    fn put_most_kings_first(&self, layer: &mut [State]) -> usize {
        let kings = |state: &State| (state.taken & self.foe_kings).count_ones();
        let most = layer.iter().map(kings).max().unwrap_or_default();
        let mut front = 0;
        for index in 0..layer.len() {
            if kings(&layer[index]) == most {
                layer.swap(front, index);
                front += 1;
            }
        }
        front
    }
}

impl Found {
    /// The captures that only king priority forbids.
    pub(super) fn too_few_kings<'a>(&self, arena: &'a [State]) -> &'a [State] {
        &arena[self.legal.end..self.end]
    }

    /// All that was reached before the last layer.
    pub(super) fn earlier<'a>(&self, arena: &'a [State]) -> &'a [State] {
        &arena[self.base..self.legal.start]
    }

    /// One route to a state of this search: the bits of its squares, the origin first.
    pub(super) fn route(arena: &[State], state: &State) -> Vec<u64> {
        let mut route = vec![state.at];
        let mut parent = state.parent;
        while let Some(before) = usize::try_from(parent).ok().and_then(|at| arena.get(at)) {
            route.push(before.at);
            parent = before.parent;
        }
        route.push(state.from);
        route.reverse();
        route
    }
}
