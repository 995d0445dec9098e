//! Counting move sequences, to compare move generators.

use super::movegen::MoveRules;
use super::position::Position;
use crate::rules::Seat;

/// The number of sequences of `depth` moves, the seats moving in this order; `on_turn` is an index
/// into `order`. A move is (from, to); finishing does not matter here.
pub fn perft(
    position: &Position,
    rules: &MoveRules,
    order: &[Seat],
    on_turn: usize,
    depth: u32,
) -> u64 {
    let Some(&seat) = order.get(on_turn) else {
        return 0;
    };
    match depth {
        0 => 1,
        1 => position.marbles[seat]
            .iter()
            .map(|from| u64::from(position.ends(rules, seat, from).len()))
            .sum(),
        _ => {
            let mut nodes = 0;
            let mut child = *position;
            for from in position.marbles[seat] {
                for to in position.ends(rules, seat, from) {
                    child.shift(seat, from, to);
                    nodes += perft(&child, rules, order, (on_turn + 1) % order.len(), depth - 1);
                    child.shift(seat, to, from);
                }
            }
            nodes
        }
    }
}
