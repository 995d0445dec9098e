//! What a player must take and why, and which move an act means.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::capture::{Field, Found, State, merge};
use super::movegen::LegalMove;
use super::position::Position;
use super::rule_set::RuleSet;
use super::set::SquareSet;
use super::square::Square;

/// What narrows the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DutyReason {
    /// 有吃必吃: there is something to take, so it must be taken (FMJD 4.13).
    MustCapture,
    /// 吃多數: some captures take fewer pieces than others and are not legal (FMJD 4.13).
    MostPieces,
    /// 優先吃王: some take as many pieces but fewer kings, and this rule set forbids those.
    KingPriority,
}

/// The obligation to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Duty {
    /// The pieces that can meet it.
    pub pieces: SquareSet,
    /// The strictest rule that excluded a capture; `must_capture` when none did.
    pub reason: DutyReason,
}

/// Why an act means no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// No piece of the side to move can move like this.
    Illegal,
    /// One could, but for the obligation to take.
    Duty(DutyReason),
    /// Several legal moves fit.
    Ambiguous,
}

impl NoMove {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Duty(DutyReason::MustCapture) => "must_capture",
            Self::Duty(DutyReason::MostPieces) => "most_pieces",
            Self::Duty(DutyReason::KingPriority) => "king_priority",
            Self::Ambiguous => "ambiguous",
        }
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "no such move",
            Self::Duty(DutyReason::MustCapture) => "a capture is obligatory",
            Self::Duty(DutyReason::MostPieces) => "the most pieces must be taken",
            Self::Duty(DutyReason::KingPriority) => "the most kings must be taken",
            Self::Ambiguous => "several captures fit: say the whole route",
        })
    }
}

impl std::error::Error for NoMove {}

/// A route that follows a given path, as far as it has come.
#[derive(Clone, Copy)]
struct Trail {
    at: u64,
    taken: u64,
    /// How many squares of the path it has touched.
    touched: usize,
    parent: Option<usize>,
}

impl Position {
    /// The obligation to take; none when there is nothing to take.
    pub fn duty(&self, rules: &RuleSet) -> Option<Duty> {
        let mut arena = Vec::new();
        let field = Field::new(self, rules);
        let found = field.search(&mut arena);
        if found.legal.is_empty() {
            return None;
        }
        let ends_early = |from, at, taken| {
            let mut ends = true;
            field.go_on(from, at, taken, |_, _| ends = false);
            ends
        };
        let reason = if !found.too_few_kings(&arena).is_empty() {
            DutyReason::KingPriority
        } else if found
            .earlier(&arena)
            .iter()
            .any(|state| ends_early(state.from, state.at, state.taken))
        {
            DutyReason::MostPieces
        } else {
            DutyReason::MustCapture
        };
        let pieces = arena[found.legal]
            .iter()
            .fold(0, |all, state| all | state.from);
        Some(Duty {
            pieces: SquareSet::from_bits(pieces),
            reason,
        })
    }

    /// The legal move that a path means: `from`, any landing squares in order, `to`.
    ///
    /// Only `from` and `to` will do where one legal move fits; the move then has a route of the
    /// generator's. Landing squares may be left out; with all of them exactly one move fits.
    ///
    /// # Errors
    ///
    /// [`NoMove`] when no legal move fits, or more than one.
    pub fn find_move(&self, rules: &RuleSet, path: &[Square]) -> Result<LegalMove, NoMove> {
        let (&[from, ..], &[.., to], 2..) = (path, path, path.len()) else {
            return Err(NoMove::Illegal);
        };
        let mut arena = Vec::new();
        let field = Field::new(self, rules);
        let found = field.search(&mut arena);
        if found.legal.is_empty() {
            let mut quiet = None;
            self.for_each_quiet(|start, end| {
                if (start, end) == (from.bit(), to.bit()) {
                    quiet = LegalMove::quiet((start, end));
                }
            });
            return quiet.filter(|_| path.len() == 2).ok_or(NoMove::Illegal);
        }
        let legal = || arena[found.legal.clone()].iter();
        let mut fitting = legal().filter(|state| (state.from, state.at) == (from.bit(), to.bit()));
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(self.why_not(&found, &arena, from.bit(), to.bit())),
            (Some(only), None) if path.len() == 2 => {
                LegalMove::capture(only.taken, &Found::route(&arena, only)).ok_or(NoMove::Illegal)
            }
            (Some(_), Some(_)) if path.len() == 2 => Err(NoMove::Ambiguous),
            (Some(first), _) => {
                let pieces = first.taken.count_ones();
                let path: Vec<u64> = path.iter().map(|square| square.bit()).collect();
                let is_legal = |taken| {
                    legal().any(|state| {
                        (state.from, state.at, state.taken) == (from.bit(), to.bit(), taken)
                    })
                };
                follow(&field, &path, pieces, is_legal)
            }
        }
    }

    /// Why no legal move leads from one square to another while there is something to take.
    fn why_not(&self, found: &Found, arena: &[State], from: u64, to: u64) -> NoMove {
        let fits = |states: &[State]| {
            states
                .iter()
                .any(|state| (state.from, state.at) == (from, to))
        };
        if fits(found.too_few_kings(arena)) {
            return NoMove::Duty(DutyReason::KingPriority);
        }
        if fits(found.earlier(arena)) {
            return NoMove::Duty(DutyReason::MostPieces);
        }
        let mut quiet = false;
        self.for_each_quiet(|start, end| quiet |= (start, end) == (from, to));
        if quiet {
            NoMove::Duty(DutyReason::MustCapture)
        } else {
            NoMove::Illegal
        }
    }
}

/// The one legal move with `pieces` captures among whose routes is one that touches the squares
/// of the path in order.
fn follow(
    field: &Field,
    path: &[u64],
    pieces: u32,
    is_legal: impl Fn(u64) -> bool,
) -> Result<LegalMove, NoMove> {
    let (from, rest) = path.split_first().ok_or(NoMove::Illegal)?;
    let mut trails = vec![Trail {
        at: *from,
        taken: 0,
        touched: 0,
        parent: None,
    }];
    let mut layer = 0..1;
    for to_go in (0..pieces as usize).rev() {
        let end = trails.len();
        for index in layer {
            let trail = trails[index];
            field.go_on(*from, trail.at, trail.taken, |at, taken| {
                // To touch a square of the path as soon as possible loses no way to touch all.
                let hit = rest.get(trail.touched) == Some(&at);
                let touched = trail.touched + usize::from(hit);
                // So many squares are left that no way to go on touches them all.
                if touched + to_go < rest.len() {
                    return;
                }
                trails.push(Trail {
                    at,
                    taken,
                    touched,
                    parent: Some(index),
                });
            });
        }
        // Of two that can go on alike, the one that has touched more can do all the other can.
        let key = |trail: &Trail| (0, trail.at, trail.taken);
        merge(&mut trails, end, key, |trail| trail.touched);
        layer = end..trails.len();
    }
    let to = rest.last();
    let mut ends = trails[layer]
        .iter()
        .filter(|end| end.touched == rest.len() && Some(&end.at) == to && is_legal(end.taken));
    let end = ends.next().ok_or(NoMove::Illegal)?;
    if ends.next().is_some() {
        return Err(NoMove::Ambiguous);
    }
    let mut route = vec![end.at];
    let mut parent = end.parent;
    while let Some(before) = parent.and_then(|index| trails.get(index)) {
        route.push(before.at);
        parent = before.parent;
    }
    route.reverse();
    LegalMove::capture(end.taken, &route).ok_or(NoMove::Illegal)
}
