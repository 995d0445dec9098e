//! A draughts player: alpha-beta over a fixed number of positions, with captures played out.
//!
//! Deterministic: the same game and seed give the same move. It reads no clock; what it may spend is
//! counted in positions.

use crate::rules::draughts::{Colour, Game, LegalMove, Position, RuleSet, SquareSet};

/// How many positions a move may cost; some milliseconds.
const POSITIONS: u32 = 40_000;
/// The deepest search.
const DEPTH: u32 = 12;
/// What a man is worth.
const MAN: i32 = 100;
/// What a king is worth.
const KING: i32 = 280;
/// What a lost game is worth, less the plies to it.
const LOST: i32 = 100_000;

/// The move of the side on turn; none when the game is over.
#[must_use]
pub fn choose(game: &Game, seed: u64) -> Option<LegalMove> {
    game.on_turn()?;
    let position = game.position();
    let mut moves = game.legal_moves();
    if moves.len() < 2 {
        return moves.pop();
    }
    shuffle(&mut moves, seed);
    let mut search = Search {
        rules: game.rules(),
        left: POSITIONS,
    };
    let mut best = 0;
    for depth in 1..=DEPTH {
        let Some(found) = search.root(position, &moves, depth) else {
            break;
        };
        // The best so far is looked at first on the next, deeper turn.
        moves[..=found].rotate_right(1);
        best = 0;
    }
    moves.into_iter().nth(best)
}

struct Search<'a> {
    rules: &'a RuleSet,
    left: u32,
}

impl Search<'_> {
    /// Which of the moves is best at this depth; none when that would cost too much.
    fn root(&mut self, position: &Position, moves: &[LegalMove], depth: u32) -> Option<usize> {
        let mut best = (-2 * LOST, 0);
        for (index, chosen) in moves.iter().enumerate() {
            let after = position.after(&chosen.identity());
            let value = -self.value(&after, depth - 1, -2 * LOST, -best.0, 1)?;
            if value > best.0 {
                best = (value, index);
            }
        }
        Some(best.1)
    }

    /// What the position is worth to the side to move, between the bounds.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        mut low: i32,
        high: i32,
        ply: i32,
    ) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let moves = position.legal_moves(self.rules);
        let Some(first) = moves.first() else {
            return Some(ply - LOST);
        };
        let captures = !first.taken.is_empty();
        if depth == 0 && !captures {
            return Some(worth(position));
        }
        let depth = depth.saturating_sub(u32::from(!captures || depth > 0));
        for chosen in &moves {
            let after = position.after(&chosen.identity());
            let value = -self.value(&after, depth, -high, -low, ply + 1)?;
            if value >= high {
                return Some(value);
            }
            low = low.max(value);
        }
        Some(low)
    }
}

/// Pieces, and how far the men have come and how well they hold the middle.
fn worth(position: &Position) -> i32 {
    let own = position.to_move();
    side(position, own) - side(position, own.other())
}

fn side(position: &Position, colour: Colour) -> i32 {
    let men = position.men(colour);
    let kings = i32::from(position.kings(colour).len()) * KING;
    let way: i32 = men
        .iter()
        .map(|square| {
            let row = i32::from(square.row());
            match colour {
                Colour::White => 9 - row,
                Colour::Black => row,
            }
        })
        .sum();
    let middle = men
        .iter()
        .filter(|square| is_middle(square.number()))
        .count();
    // The last row at home keeps the opponent from crowning.
    let guard = men
        .iter()
        .filter(|square| SquareSet::far_row(colour.other()).contains(*square))
        .count();
    let few = |count: usize| i32::try_from(count).unwrap_or(0);
    i32::from(men.len()) * MAN + kings + way + 3 * few(middle) + 4 * few(guard)
}

/// The squares that see most of the board.
const fn is_middle(number: u8) -> bool {
    matches!(number, 22..=24 | 27..=29 | 32 | 33 | 18 | 19)
}

/// Puts moves in an order that the seed decides, so that equal ones are not always the first.
fn shuffle(moves: &mut [LegalMove], seed: u64) {
    let mut state = seed;
    for end in (1..moves.len()).rev() {
        // An LCG is chance enough among equals (Knuth's MMIX constants).
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from((state >> 33) % (end as u64 + 1)).unwrap_or(0);
        moves.swap(end, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::draughts::Preset;

    fn game(preset: Preset, fen: &str) -> Game {
        Game::new(preset.rules(), Position::from_fen(fen).unwrap()).unwrap()
    }

    #[test]
    fn it_sees_that_a_man_can_be_had_for_nothing() {
        // 27-22 or 28-22 lose a man; 37-31 gives two for one is not there: it must not hang pieces.
        let game = game(Preset::Fmjd, "W:W28,33,38,39:B13,17,18,9");
        let found = choose(&game, 1).unwrap();
        let mut after = game.clone();
        for event in after.play(Colour::White, &[found.from, found.to]).unwrap() {
            after.apply(&event).unwrap();
        }
        let answer = choose(&after, 1).unwrap();
        assert!(
            found.taken.len() >= answer.taken.len(),
            "{found:?} {answer:?}"
        );
    }

    #[test]
    fn it_beats_a_player_who_moves_at_random() {
        for preset in Preset::ALL {
            let mut wins = 0;
            for seed in 0..4 {
                let mut game = Game::standard(preset.rules());
                while let Some(colour) = game.on_turn() {
                    let found = if colour == Colour::White {
                        choose(&game, seed).unwrap()
                    } else {
                        let mut moves = game.legal_moves();
                        shuffle(&mut moves, seed.wrapping_mul(31) + u64::from(game.ply()));
                        moves.remove(0)
                    };
                    for event in game.play_move(colour, &found.identity()).unwrap() {
                        game.apply(&event).unwrap();
                    }
                }
                wins += u32::from(game.outcome().unwrap().winner == Some(Colour::White));
            }
            assert_eq!(wins, 4, "{preset}");
        }
    }

    #[test]
    fn the_same_game_and_seed_give_the_same_move() {
        let game = Game::standard(Preset::Plyyard.rules());
        assert_eq!(choose(&game, 7), choose(&game, 7));
    }
}
