//! Steps, hops and chains: which holes a marble reaches, and by which path (RULES.md section 2).
//!
//! Legal moves are a set of (from, to). Reachable holes are found by flooding, never by listing
//! paths: one marble can have 18 ends and more than 300,000 paths to them.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::board::{self, Army, Direction};
use super::hole::Hole;
use super::position::Position;
use super::rule_set::{Hop, Permission};
use super::set::HoleSet;
use crate::rules::{BySeat, Seat};

/// The most holes a path may name, both ends included.
///
/// No chain needs more than the board has; the bound only keeps a player from circling for ever.
pub const LONGEST_PATH: usize = Hole::COUNT;

/// What a legal move does with the hole it ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// The hole was empty.
    Move,
    /// `blocked_target: swap`: the foreign marble on it goes to where the move began.
    Swap,
}

/// One legal move with one shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LegalMove {
    /// Where the marble stands.
    pub from: Hole,
    /// Where it comes to rest.
    pub to: Hole,
    /// Every hole it touches, `from` first and `to` last.
    pub path: Vec<Hole>,
    /// What happens at `to`.
    pub kind: MoveKind,
}

/// What of a rule set, and of the progress of a game, bears on where a move may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRules {
    /// How far a hop reaches.
    pub hop: Hop,
    /// Which holes are home and target.
    pub army: Army,
    /// Whether a marble in its target may end outside.
    pub leave_target: Permission,
    /// Whether a move may end in a camp that is neither the mover's home nor its target.
    pub rest_in_foreign_camp: Permission,
    /// Whether a marble in a full target may be exchanged.
    pub swap: bool,
    /// Seats that may not end a move in their home any more.
    pub home_closed: BySeat<bool>,
    /// Seats whose marbles may not be displaced, because they have finished.
    pub settled: BySeat<bool>,
    /// The one marble that may move: it stands here under a power marble.
    pub only: Option<Hole>,
    /// Where the mover's marble may not end: where it stood before a power marble's first act.
    pub barred: Option<Hole>,
}

impl MoveRules {
    /// Where a marble of `seat` that stands on `from` may come to rest, as far as switches go.
    pub fn resting(&self, seat: Seat, from: Hole) -> HoleSet {
        let mut rest = HoleSet::FULL;
        if self.rest_in_foreign_camp.is_forbidden() {
            rest -= board::foreign_camps(seat);
        }
        if self.leave_target.is_forbidden() && board::target(self.army, seat).contains(from) {
            rest &= board::target(self.army, seat);
        }
        if self.home_closed[seat] {
            rest -= board::home(self.army, seat);
        }
        rest
    }

    /// [`Self::resting`] for the marble that moves itself, which `only` and `barred` bind as well.
    pub(super) fn landing(&self, seat: Seat, from: Hole) -> HoleSet {
        if self.only.is_some_and(|only| only != from) {
            return HoleSet::EMPTY;
        }
        let mut rest = self.resting(seat, from);
        if let Some(barred) = self.barred {
            rest.remove(barred);
        }
        rest
    }
}

/// A board from which the moving marble has been lifted.
///
/// Its origin therefore counts as empty, and it can never be its own pivot.
#[derive(Clone, Copy)]
struct Field {
    /// What nothing can stand on or fly across.
    solid: HoleSet,
    /// What can be hopped over.
    pivots: HoleSet,
    hop: Hop,
}

impl Field {
    fn without(position: &Position, hop: Hop, lifted: HoleSet) -> Self {
        let pivots = (position.all_marbles() | position.road_workers) - lifted;
        Self {
            solid: pivots | position.roadblocks,
            pivots,
            hop,
        }
    }

    /// Where one hop along a direction lands.
    fn hop(&self, from: Hole, direction: Direction) -> Option<Hole> {
        match self.hop {
            Hop::Short => {
                let pivot = board::step(from, direction)?;
                let landing = board::step(pivot, direction)?;
                (self.pivots.contains(pivot) && !self.solid.contains(landing)).then_some(landing)
            }
            Hop::Long => {
                let pivot = board::nearest(from, direction, self.solid)?;
                let landing = board::mirror(from, pivot)?;
                let behind = board::ray(pivot, direction) - board::ray(landing, direction);
                (self.pivots.contains(pivot) && self.solid.is_disjoint(behind)).then_some(landing)
            }
        }
    }

    fn steps(&self, from: Hole) -> HoleSet {
        board::neighbours(from) - self.solid
    }

    /// Every hole but `from` that one step or one chain reaches.
    fn reach(&self, from: Hole) -> HoleSet {
        let mut reached = HoleSet::of(from);
        let mut frontier = reached;
        while let Some(hole) = frontier.first() {
            frontier.remove(hole);
            for direction in Direction::ALL {
                if let Some(landing) = self.hop(hole, direction)
                    && reached.insert(landing)
                {
                    frontier.insert(landing);
                }
            }
        }
        reached.remove(from);
        reached | self.steps(from)
    }

    /// The shortest chains to every hole that hops reach; see [`Position::path`] for the tie-break.
    fn chains(&self, from: Hole) -> Chains {
        let mut chains = Chains {
            from,
            steps: self.steps(from),
            reached: HoleSet::of(from),
            came_from: [from; Hole::COUNT],
        };
        let mut queue = ArrayVec::<Hole, { Hole::COUNT }>::new();
        queue.push(from);
        let mut next = 0;
        while let Some(&hole) = queue.get(next) {
            next += 1;
            for direction in Direction::ALL {
                if let Some(landing) = self.hop(hole, direction)
                    && chains.reached.insert(landing)
                {
                    chains.came_from[landing.index()] = hole;
                    queue.push(landing);
                }
            }
        }
        chains
    }

    /// Whether the path is one step or one chain.
    fn admits(&self, path: &[Hole]) -> bool {
        let hops = |pair: &[Hole]| {
            Direction::ALL
                .into_iter()
                .any(|direction| self.hop(pair[0], direction) == Some(pair[1]))
        };
        match path {
            [] | [_] => false,
            &[from, to] if self.steps(from).contains(to) => true,
            _ => path.len() <= LONGEST_PATH && path.windows(2).all(hops),
        }
    }
}

/// A shortest way to every hole that a marble reaches.
struct Chains {
    from: Hole,
    steps: HoleSet,
    reached: HoleSet,
    came_from: [Hole; Hole::COUNT],
}

impl Chains {
    /// Every hole but the origin that one step or one chain reaches.
    fn ends(&self) -> HoleSet {
        (self.reached | self.steps) - self.from.into()
    }

    /// The holes touched on the way to one of the [`Self::ends`].
    fn path(&self, to: Hole) -> Vec<Hole> {
        let mut path = vec![to];
        let mut at = if self.steps.contains(to) {
            self.from
        } else {
            self.came_from[to.index()]
        };
        while at != self.from {
            path.push(at);
            at = self.came_from[at.index()];
        }
        path.push(self.from);
        path.reverse();
        path
    }
}

impl Position {
    /// Where the seat's marble on `from` may end an ordinary move.
    pub fn ends(&self, rules: &MoveRules, seat: Seat, from: Hole) -> HoleSet {
        let field = Field::without(self, rules.hop, from.into());
        field.reach(from) & rules.landing(seat, from)
    }

    /// Which foreign marbles the seat's marble on `from` may change places with
    /// (`blocked_target: swap`).
    pub fn swap_ends(&self, rules: &MoveRules, seat: Seat, from: Hole) -> HoleSet {
        let target = board::target(rules.army, seat);
        if !rules.swap || target.contains(from) || !target.is_subset(self.occupied()) {
            return HoleSet::EMPTY;
        }
        let mut ends = HoleSet::EMPTY;
        for (victim, &marbles) in self.marbles.iter() {
            if victim == seat || rules.settled[victim] {
                continue;
            }
            for hole in marbles & target & rules.landing(seat, from) {
                let lifted = HoleSet::of(from) | hole.into();
                if rules.resting(victim, hole).contains(from)
                    && Field::without(self, rules.hop, lifted)
                        .reach(from)
                        .contains(hole)
                {
                    ends.insert(hole);
                }
            }
        }
        ends
    }

    /// Where the seat's marble on `from` may end a move of any kind.
    pub fn all_ends(&self, rules: &MoveRules, seat: Seat, from: Hole) -> HoleSet {
        self.ends(rules, seat, from) | self.swap_ends(rules, seat, from)
    }

    /// Whether the seat has a legal move.
    pub fn has_move(&self, rules: &MoveRules, seat: Seat) -> bool {
        self.marbles[seat]
            .iter()
            .any(|from| !self.all_ends(rules, seat, from).is_empty())
    }

    /// The seat's legal moves, sorted by from, then to.
    pub fn legal_moves(&self, rules: &MoveRules, seat: Seat) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        let movable = rules.only.map_or(HoleSet::FULL, HoleSet::of);
        for from in self.marbles[seat] & movable {
            let chains = Field::without(self, rules.hop, from.into()).chains(from);
            let ends = chains.ends() & rules.landing(seat, from);
            let swaps = self.swap_ends(rules, seat, from);
            for to in ends | swaps {
                let (kind, path) = if swaps.contains(to) {
                    (MoveKind::Swap, self.path(rules.hop, from, to))
                } else {
                    (MoveKind::Move, Some(chains.path(to)))
                };
                if let Some(path) = path {
                    moves.push(LegalMove {
                        from,
                        to,
                        path,
                        kind,
                    });
                }
            }
        }
        moves
    }

    /// What a move to this hole would be.
    pub(super) fn kind_of_end(&self, to: Hole) -> MoveKind {
        if self.all_marbles().contains(to) {
            MoveKind::Swap
        } else {
            MoveKind::Move
        }
    }

    /// A path with the fewest hops from one hole to another; the marbles on both are lifted.
    ///
    /// Among paths with equally few, the tie-break is fixed: holes are visited first come, first
    /// served, from each of them in the order of [`Direction::ALL`] (clockwise from the upper
    /// right), and the first visit of a hole counts.
    pub fn path(&self, hop: Hop, from: Hole, to: Hole) -> Option<Vec<Hole>> {
        let lifted = HoleSet::of(from) | self.marble_at(to);
        let chains = Field::without(self, hop, lifted).chains(from);
        chains.ends().contains(to).then(|| chains.path(to))
    }

    /// Whether the path is one step or one chain of the marble on its first hole.
    pub fn admits(&self, hop: Hop, path: &[Hole]) -> bool {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
            return false;
        };
        let lifted = HoleSet::of(from) | self.marble_at(to);
        from != to && Field::without(self, hop, lifted).admits(path)
    }

    fn marble_at(&self, hole: Hole) -> HoleSet {
        self.all_marbles() & hole.into()
    }
}
