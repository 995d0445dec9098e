//! What the tests of this folder share.

use proptest::prelude::*;

use super::{ByColour, Colour, Game, Move, Position, Preset, Square, SquareSet};

pub(super) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(super) fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

pub(super) fn path(numbers: &[u8]) -> Vec<Square> {
    numbers.iter().copied().map(square).collect()
}

/// Reads a move as the reference data has it: `32-28`, or from, to and the taken squares.
pub(super) fn told(text: &str) -> Move {
    let numbers: Vec<Square> = text
        .split(['-', 'x'])
        .map(|number| square(number.parse().unwrap()))
        .collect();
    Move {
        from: numbers[0],
        to: numbers[1],
        taken: numbers[2..].iter().copied().collect(),
    }
}

/// Writes a move as the reference data has it.
pub(super) fn tell(chosen: &Move) -> String {
    let mut text = format!("{}", chosen.from);
    text.push(if chosen.taken.is_empty() { '-' } else { 'x' });
    text.push_str(&chosen.to.to_string());
    for square in chosen.taken.iter() {
        text.push_str(&format!("x{square}"));
    }
    text
}

/// Lets the events of an act happen.
pub(super) fn commit(game: &mut Game, events: &[super::Event]) {
    for event in events {
        game.apply(event).unwrap();
    }
}

pub(super) fn any_preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL.to_vec())
}

/// Pieces anywhere, up to four kings a side.
pub(super) fn any_position() -> impl Strategy<Value = Position> {
    let squares = prop::collection::vec(0..10_u8, usize::from(Square::COUNT));
    (squares, 0..3_u8, any::<bool>()).prop_map(|(contents, density, white)| {
        let mut men = ByColour::<SquareSet>::default();
        let mut kings = ByColour::<SquareSet>::default();
        for (square, content) in Square::all().zip(contents) {
            let (colour, kind) = match content {
                0 | 1 => (Colour::White, 0),
                2 | 3 => (Colour::Black, 0),
                4 => (Colour::White, 1),
                5 => (Colour::Black, 1),
                6 if density > 0 => (Colour::White, 0),
                7 if density > 0 => (Colour::Black, 0),
                _ => continue,
            };
            if kind == 1 {
                if kings[colour].len() < 4 {
                    kings[colour] |= square.into();
                }
            } else if !SquareSet::far_row(colour).contains(square) {
                men[colour] |= square.into();
            }
        }
        let to_move = if white { Colour::White } else { Colour::Black };
        Position::new(men, kings, to_move).unwrap()
    })
}
