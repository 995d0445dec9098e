//! A second move generator, slow and plain: rows and columns, every route walked to its end. It
//! shares nothing with the real one but the types it is asked in.
//!
//! It is compiled for tests alone, and once more for `fuzz/checks.rs`: whatever holds this module
//! has to have these names.

use std::collections::BTreeSet;

use super::{Colour, Kind, Piece, Position, RuleSet, Square, TakenLeave};

/// (from, to, taken ascending).
pub(crate) type Found = (u8, u8, Vec<u8>);

/// A board of rows and columns.
pub(crate) struct Board {
    pieces: [[Option<Piece>; 10]; 10],
}

fn column(row: i8, number: u8) -> i8 {
    2 * ((number.cast_signed() - 1) % 5) + 1 - row % 2
}

fn number(row: i8, column: i8) -> u8 {
    (row * 5 + column / 2 + 1).cast_unsigned()
}

fn row(number: u8) -> i8 {
    (number.cast_signed() - 1) / 5
}

fn index(at: i8) -> usize {
    usize::from(at.cast_unsigned())
}

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        let mut pieces = [[None; 10]; 10];
        for square in Square::all() {
            let n = square.number();
            pieces[index(row(n))][index(column(row(n), n))] = position.piece(square);
        }
        Self { pieces }
    }

    fn on_board(row: i8, column: i8) -> bool {
        (0..10).contains(&row) && (0..10).contains(&column)
    }

    fn at(&self, row: i8, column: i8) -> Option<Piece> {
        self.pieces[index(row)][index(column)]
    }

    pub(crate) fn put(&mut self, number: u8, piece: Option<Piece>) -> Option<Piece> {
        let (row, column) = (row(number), column(row(number), number));
        std::mem::replace(&mut self.pieces[index(row)][index(column)], piece)
    }

    fn is_free(&self, row: i8, column: i8) -> bool {
        Self::on_board(row, column) && self.at(row, column).is_none()
    }

    fn quiet(&self, mover: Colour, found: &mut BTreeSet<Found>) {
        let forward = if mover == Colour::White { -1 } else { 1 };
        for from in 1..=50 {
            let (r, c) = (row(from), column(row(from), from));
            let Some(piece) = self.at(r, c).filter(|piece| piece.colour == mover) else {
                continue;
            };
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                if piece.kind == Kind::Man {
                    if down == forward && self.is_free(r + down, c + right) {
                        found.insert((from, number(r + down, c + right), vec![]));
                    }
                } else {
                    let mut far = 1;
                    while self.is_free(r + far * down, c + far * right) {
                        found.insert((from, number(r + far * down, c + far * right), vec![]));
                        far += 1;
                    }
                }
            }
        }
    }

    /// (taken, landing) of each way to go on from a square.
    pub(crate) fn steps(&self, piece: Piece, at: u8, taken: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
        let mut found = Vec::new();
        let (r, c) = (row(at), column(row(at), at));
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let mut far = 1;
            if piece.kind == Kind::King {
                while self.is_free(r + far * down, c + far * right) {
                    far += 1;
                }
            }
            let (over_row, over_column) = (r + far * down, c + far * right);
            if !Self::on_board(over_row, over_column) {
                continue;
            }
            let over = number(over_row, over_column);
            let is_foe = self
                .at(over_row, over_column)
                .is_some_and(|other| other.colour != piece.colour);
            if !is_foe || taken(over) {
                continue;
            }
            let mut behind = far + 1;
            while self.is_free(r + behind * down, c + behind * right) {
                found.push((over, number(r + behind * down, c + behind * right)));
                if piece.kind == Kind::Man {
                    break;
                }
                behind += 1;
            }
        }
        found
    }

    fn captures(
        &mut self,
        piece: Piece,
        from: u8,
        at: u8,
        taken: &mut Vec<u8>,
        leave: TakenLeave,
        found: &mut BTreeSet<Found>,
    ) {
        if !taken.is_empty() {
            let mut squares = taken.clone();
            squares.sort_unstable();
            found.insert((from, at, squares));
        }
        for (over, landing) in self.steps(piece, at, |over| taken.contains(&over)) {
            taken.push(over);
            let removed = match leave {
                TakenLeave::AtEnd => None,
                TakenLeave::AtOnce => self.put(over, None),
            };
            self.captures(piece, from, landing, taken, leave, found);
            if removed.is_some() {
                self.put(over, removed);
            }
            taken.pop();
        }
    }
}

/// The legal moves, the slow way.
pub(crate) fn legal(position: &Position, rules: &RuleSet) -> BTreeSet<Found> {
    let mover = position.to_move();
    let mut board = Board::of(position);
    let mut found = BTreeSet::new();
    for square in position.pieces(mover).iter() {
        let from = square.number();
        if let Some(piece) = board.put(from, None) {
            board.captures(
                piece,
                from,
                from,
                &mut Vec::new(),
                rules.taken_leave,
                &mut found,
            );
            board.put(from, Some(piece));
        }
    }
    if found.is_empty() {
        board.quiet(mover, &mut found);
        return found;
    }
    let most = found.iter().map(|(_, _, taken)| taken.len()).max();
    found.retain(|(_, _, taken)| Some(taken.len()) == most);
    if rules.king_priority {
        let foe_kings = position.kings(mover.other());
        let kings = |(_, _, taken): &Found| {
            let is_king =
                |number: &&u8| Square::new(**number).is_some_and(|s| foe_kings.contains(s));
            taken.iter().filter(is_king).count()
        };
        let most = found.iter().map(kings).max();
        found.retain(|found| Some(kings(found)) == most);
    }
    found
}
