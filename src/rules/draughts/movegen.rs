//! The legal moves of a position (FMJD chapters 3 and 4).

use serde::{Deserialize, Serialize};

use super::capture::{Field, Found};
use super::position::Position;
use super::rule_set::RuleSet;
use super::set::{Direction, SquareSet, single_bits};
use super::square::Square;

/// What makes a move this move and no other: two routes that begin, end and take alike are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece begins.
    pub from: Square,
    /// Where it ends; with captures it may be where it began.
    pub to: Square,
    /// The squares of the pieces it takes; empty for a quiet move.
    pub taken: SquareSet,
}

/// A legal move with one of its routes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DraughtsMove"))]
pub struct LegalMove {
    /// Where the piece begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The squares of the pieces it takes; empty for a quiet move.
    pub taken: SquareSet,
    /// Every square it touches down on, `from` first and `to` last: one more than pieces taken.
    pub route: Vec<Square>,
}

impl LegalMove {
    /// What makes it this move.
    pub const fn identity(&self) -> Move {
        Move {
            from: self.from,
            to: self.to,
            taken: self.taken,
        }
    }

    pub(super) fn quiet((from, to): (u64, u64)) -> Option<Self> {
        let (from, to) = (Square::of_lowest(from)?, Square::of_lowest(to)?);
        Some(Self {
            from,
            to,
            taken: SquareSet::EMPTY,
            route: vec![from, to],
        })
    }

    pub(super) fn capture(taken: u64, route: &[u64]) -> Option<Self> {
        let route: Vec<Square> = route
            .iter()
            .filter_map(|&bit| Square::of_lowest(bit))
            .collect();
        Some(Self {
            from: *route.first()?,
            to: *route.last()?,
            taken: SquareSet::from_bits(taken),
            route,
        })
    }
}

impl Position {
    /// The legal moves, each different one once, sorted by from, to and taken squares.
    ///
    /// ```
    /// use tiaoqi::rules::draughts::{Position, Preset};
    ///
    /// // 47 takes four pieces on its way to 36 in two different ways, which are two moves.
    /// let position = Position::from_fen("W:WK47:B14,19,29,31,42")?;
    /// let moves = position.legal_moves(&Preset::Fmjd.rules());
    /// assert_eq!(moves.len(), 2);
    /// assert!(moves.iter().all(|found| found.taken.len() == 4));
    /// # Ok::<(), tiaoqi::rules::draughts::FenError>(())
    /// ```
    pub fn legal_moves(&self, rules: &RuleSet) -> Vec<LegalMove> {
        let mut arena = Vec::new();
        let found = Field::new(self, rules).search(&mut arena);
        let mut moves: Vec<LegalMove> = if found.legal.is_empty() {
            let mut moves = Vec::new();
            self.for_each_quiet(|from, to| moves.extend(LegalMove::quiet((from, to))));
            moves
        } else {
            arena[found.legal]
                .iter()
                .filter_map(|state| LegalMove::capture(state.taken, &Found::route(&arena, state)))
                .collect()
        };
        moves.sort_unstable_by_key(LegalMove::identity);
        moves
    }

    /// How many legal moves there are, without making a list.
    pub fn count_moves(&self, rules: &RuleSet) -> usize {
        let mut arena = Vec::new();
        let found = Field::new(self, rules).search(&mut arena);
        if found.legal.is_empty() {
            self.count_quiet() as usize
        } else {
            found.legal.len()
        }
    }

    /// Whether the side to move can move; if not it has lost (FMJD 7.2).
    pub fn has_move(&self, rules: &RuleSet) -> bool {
        self.count_quiet() > 0 || Field::new(self, rules).can_take()
    }

    /// How many moves there are that take nothing, whether or not there is something to take.
    #[inline]
    pub(super) fn count_quiet(&self) -> u32 {
        let mover = self.to_move;
        let empty = self.empty().bits();
        let men = self.men[mover].bits();
        let mut count = 0;
        for direction in Direction::forward(mover) {
            count += (direction.step(men) & empty).count_ones();
        }
        let kings = self.kings[mover].bits();
        if kings != 0 {
            for direction in Direction::ALL {
                let mut reached = direction.step(kings) & empty;
                while reached != 0 {
                    count += reached.count_ones();
                    reached = direction.step(reached) & empty;
                }
            }
        }
        count
    }

    /// Calls `visit` with from and to of every move that takes nothing.
    #[inline]
    pub(super) fn for_each_quiet(&self, mut visit: impl FnMut(u64, u64)) {
        let mover = self.to_move;
        let empty = self.empty().bits();
        let men = self.men[mover].bits();
        for direction in Direction::forward(mover) {
            for to in single_bits(direction.step(men) & empty) {
                visit(direction.opposite().step(to), to);
            }
        }
        for from in single_bits(self.kings[mover].bits()) {
            for direction in Direction::ALL {
                let mut to = direction.step(from) & empty;
                while to != 0 {
                    visit(from, to);
                    to = direction.step(to) & empty;
                }
            }
        }
    }
}
