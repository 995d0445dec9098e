//! What stands where, and whose move it is.

use std::fmt;

use super::colour::{ByColour, Colour};
use super::movegen::Move;
use super::set::SquareSet;
use super::square::Square;

/// A piece without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A man (FMJD 2.7).
    Man,
    /// A king (FMJD 3.5).
    King,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose.
    pub colour: Colour,
    /// What.
    pub kind: Kind,
}

/// The pieces and the side to move.
///
/// No square holds two pieces and no man stands on its own far row. Any number of pieces may
/// stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) men: ByColour<SquareSet>,
    pub(super) kings: ByColour<SquareSet>,
    pub(super) to_move: Colour,
}

impl Position {
    /// Twenty men each on their first four rows (FMJD 2.8).
    pub fn start(to_move: Colour) -> Self {
        Self {
            men: ByColour {
                white: SquareSet::camp(Colour::White),
                black: SquareSet::camp(Colour::Black),
            },
            kings: ByColour::default(),
            to_move,
        }
    }

    /// The position with these pieces.
    ///
    /// # Errors
    ///
    /// When two pieces share a square or a man stands on its own far row.
    pub fn new(
        men: ByColour<SquareSet>,
        kings: ByColour<SquareSet>,
        to_move: Colour,
    ) -> Result<Self, PositionError> {
        let mut seen = SquareSet::EMPTY;
        for colour in Colour::ALL {
            for set in [men[colour], kings[colour]] {
                if let Some(square) = (seen & set).iter().next() {
                    return Err(PositionError::Twice(square));
                }
                seen |= set;
            }
            let late = men[colour] & SquareSet::far_row(colour);
            if let Some(square) = late.iter().next() {
                return Err(PositionError::ManOnFarRow(square));
            }
        }
        Ok(Self {
            men,
            kings,
            to_move,
        })
    }

    /// Whose move it is.
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The men of a side.
    pub fn men(&self, colour: Colour) -> SquareSet {
        self.men[colour]
    }

    /// The kings of a side.
    pub fn kings(&self, colour: Colour) -> SquareSet {
        self.kings[colour]
    }

    /// All pieces of a side.
    pub fn pieces(&self, colour: Colour) -> SquareSet {
        self.men[colour] | self.kings[colour]
    }

    /// The squares on which nothing stands.
    pub fn empty(&self) -> SquareSet {
        SquareSet::FULL - self.pieces(Colour::White) - self.pieces(Colour::Black)
    }

    /// What stands on the square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let holds = |sets: &ByColour<SquareSet>, colour| sets[colour].contains(square);
        Colour::ALL.into_iter().find_map(|colour| {
            let kind = if holds(&self.men, colour) {
                Kind::Man
            } else if holds(&self.kings, colour) {
                Kind::King
            } else {
                return None;
            };
            Some(Piece { colour, kind })
        })
    }

    /// Whether this move makes a man a king: it ENDS on the far row (FMJD 3.5, 4.15).
    pub fn promotes(&self, chosen: &Move) -> bool {
        self.men[self.to_move].contains(chosen.from)
            && SquareSet::far_row(self.to_move).contains(chosen.to)
    }

    /// The position after a legal move of the side to move; nothing is checked.
    ///
    /// The taken pieces come off before the piece is put down: where they leave at once it may
    /// end on one of their squares.
    #[must_use]
    pub fn after(&self, chosen: &Move) -> Self {
        self.after_bits(
            chosen.from.bit(),
            chosen.to.bit(),
            SquareSet::bits(chosen.taken),
        )
    }

    #[inline]
    pub(super) fn after_bits(&self, from: u64, to: u64, taken: u64) -> Self {
        let mover = self.to_move;
        let other = mover.other();
        let taken = SquareSet::from_bits(taken);
        let mut next = *self;
        next.men[other] -= taken;
        next.kings[other] -= taken;
        let (from, to) = (SquareSet::from_bits(from), SquareSet::from_bits(to));
        if self.men[mover].is_disjoint(from) {
            next.kings[mover] -= from;
            next.kings[mover] |= to;
        } else {
            next.men[mover] -= from;
            if to.is_disjoint(SquareSet::far_row(mover)) {
                next.men[mover] |= to;
            } else {
                next.kings[mover] |= to;
            }
        }
        next.to_move = other;
        next
    }
}

/// Why pieces cannot stand like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A square has two pieces.
    Twice(Square),
    /// A man stands where it would have become a king.
    ManOnFarRow(Square),
}

impl PositionError {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Twice(_) => "square_twice",
            Self::ManOnFarRow(_) => "man_on_far_row",
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(square) => write!(f, "square {square} is taken twice"),
            Self::ManOnFarRow(square) => write!(f, "a man on its own promotion row: {square}"),
        }
    }
}

impl std::error::Error for PositionError {}
