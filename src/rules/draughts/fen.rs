//! FEN: a position as one line (RULES.md section 9, "Notation").
//!
//! `W:W31-50:B1-20`: the side to move, then the pieces of both sides. A `K` before a square or a
//! range makes kings of it. The reader also takes the sides in either order, lower-case letters,
//! blanks, an empty side, a full stop at the end, and the counters `:H0:F1` that some programs
//! append. The writer knows one form: White first, squares ascending, a `K` for each king, and a
//! range only for three men or more in a row.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::colour::{ByColour, Colour};
use super::position::{Position, PositionError};
use super::set::SquareSet;
use super::square::Square;

/// The longest text that is looked at; every position fits well.
const LONGEST: usize = 1000;

/// Why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// It does not begin with the side to move, `W:` or `B:`.
    SideToMove,
    /// A part is neither `W…` nor `B…`, or is one of them for the second time, or is missing.
    Sides,
    /// Something that is no square, `K` square, or range of them.
    Item,
    /// A number that is none of 1..=50.
    Square,
    /// A range whose end comes before its beginning.
    FallingRange,
    /// Pieces that cannot stand like this.
    Position(PositionError),
    /// Longer than any position.
    TooLong,
}

impl FenError {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::SideToMove => "side_to_move",
            Self::Sides => "sides",
            Self::Item => "item",
            Self::Square => "square",
            Self::FallingRange => "falling_range",
            Self::Position(error) => error.code(),
            Self::TooLong => "too_long",
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SideToMove => "FEN begins with the side to move, W: or B:",
            Self::Sides => "FEN has one part W… and one part B…",
            Self::Item => "neither a square nor a range",
            Self::Square => "a square is a number from 1 to 50",
            Self::FallingRange => "a range that falls",
            Self::Position(error) => return error.fmt(f),
            Self::TooLong => "too long for a position",
        })
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// Reads a position; see the module.
    ///
    /// ```
    /// use tiaoqi::rules::draughts::{Colour, Position};
    ///
    /// let start = Position::from_fen("W:W31-50:B1-20.")?;
    /// assert_eq!(start, Position::start(Colour::White));
    /// assert_eq!(start.fen(), "W:W31-50:B1-20");
    /// # Ok::<(), tiaoqi::rules::draughts::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FenError`] when the text is no position.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        if text.len() > LONGEST {
            return Err(FenError::TooLong);
        }
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text).trim_end();
        let mut parts = text.split(':').map(str::trim);
        let to_move = match parts.next() {
            Some("W" | "w") => Colour::White,
            Some("B" | "b") => Colour::Black,
            _ => return Err(FenError::SideToMove),
        };
        let mut sides = ByColour::<Option<Side>>::default();
        for part in parts {
            let mut chars = part.chars();
            let colour = match chars.next() {
                Some('W' | 'w') => Colour::White,
                Some('B' | 'b') => Colour::Black,
                // How many quiet plies and moves there were: not part of a position.
                Some('H' | 'F')
                    if sides.white.is_some()
                        && sides.black.is_some()
                        && is_number(chars.as_str()) =>
                {
                    continue;
                }
                _ => return Err(FenError::Sides),
            };
            if sides[colour].is_some() {
                return Err(FenError::Sides);
            }
            sides[colour] = Some(Side::read(chars.as_str())?);
        }
        let (Some(white), Some(black)) = (sides.white, sides.black) else {
            return Err(FenError::Sides);
        };
        let men = ByColour {
            white: white.men,
            black: black.men,
        };
        let kings = ByColour {
            white: white.kings,
            black: black.kings,
        };
        Self::new(men, kings, to_move).map_err(FenError::Position)
    }

    /// The position as text; see the module.
    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(128);
        text.push(self.to_move.letter());
        for colour in Colour::ALL {
            let _ = write!(text, ":{}", colour.letter());
            self.write_side(&mut text, colour);
        }
        text
    }

    fn write_side(&self, text: &mut String, colour: Colour) {
        let (men, kings) = (self.men(colour), self.kings(colour));
        let mut squares = (men | kings).iter().peekable();
        let mut comma = "";
        while let Some(first) = squares.next() {
            if kings.contains(first) {
                let _ = write!(text, "{comma}K{first}");
            } else {
                let mut last = first;
                while let Some(next) = squares
                    .next_if(|next| men.contains(*next) && next.number() == last.number() + 1)
                {
                    last = next;
                }
                let _ = match last.number() - first.number() {
                    0 => write!(text, "{comma}{first}"),
                    1 => write!(text, "{comma}{first},{last}"),
                    _ => write!(text, "{comma}{first}-{last}"),
                };
            }
            comma = ",";
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The pieces of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    men: SquareSet,
    kings: SquareSet,
}

impl Side {
    fn read(text: &str) -> Result<Self, FenError> {
        let mut side = Self::default();
        if text.trim().is_empty() {
            return Ok(side);
        }
        for item in text.split(',').map(str::trim) {
            let bare = item.strip_prefix(['K', 'k']);
            let squares = range(bare.unwrap_or(item))?;
            if let Some(twice) = ((side.men | side.kings) & squares).iter().next() {
                return Err(FenError::Position(PositionError::Twice(twice)));
            }
            if bare.is_some() {
                side.kings |= squares;
            } else {
                side.men |= squares;
            }
        }
        Ok(side)
    }
}

fn range(text: &str) -> Result<SquareSet, FenError> {
    let (first, last) = match text.split_once('-') {
        None => {
            let square = square(text)?;
            (square, square)
        }
        Some((first, last)) => (square(first)?, square(last)?),
    };
    if last < first {
        return Err(FenError::FallingRange);
    }
    Ok((first.number()..=last.number())
        .filter_map(Square::new)
        .collect())
}

fn square(text: &str) -> Result<Square, FenError> {
    let text = text.trim();
    if !is_number(text) {
        return Err(FenError::Item);
    }
    text.parse()
        .ok()
        .and_then(Square::new)
        .ok_or(FenError::Square)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(s: &str) -> Result<Self, FenError> {
        Self::from_fen(s)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::draughts::testing::any_position;

    #[test]
    fn what_people_write_is_read() {
        for (text, written) in [
            ("W:W31-50:B1-20", "W:W31-50:B1-20"),
            ("W:W31-50:B1-20.", "W:W31-50:B1-20"),
            (" b : b1 - 20 , k21 : w 31,32, 33 . ", "B:W31-33:B1-20,K21"),
            ("B:W50:B", "B:W50:B"),
            ("W:W:BK1", "W:W:BK1"),
            ("W:WK1-3:B20,19", "W:WK1,K2,K3:B19,20"),
            ("W:W05:B07", "FAR"),
            ("W:W06:B07", "W:W6:B7"),
            ("W:W31,32:B1:H0:F12", "W:W31,32:B1"),
        ] {
            let read = Position::from_fen(text);
            if written == "FAR" {
                assert_eq!(read.unwrap_err().code(), "man_on_far_row");
            } else {
                assert_eq!(read.unwrap().fen(), written, "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_reason() {
        for (text, code) in [
            ("", "side_to_move"),
            ("X:W31:B1", "side_to_move"),
            ("WW31:B1", "side_to_move"),
            ("W", "sides"),
            ("W:W31", "sides"),
            ("W:W31:W32", "sides"),
            ("W:W31:B1:B2", "sides"),
            ("W:W31:B1:", "sides"),
            ("W:W31:B1:Hx", "sides"),
            ("W:W31:B1..", "item"),
            ("W:W31,:B1", "item"),
            ("W:W31;32:B1", "item"),
            ("W:WKK31:B1", "item"),
            ("W:W+31:B1", "item"),
            ("W:W31--33:B1", "item"),
            ("W:W31-:B1", "item"),
            ("W:W31-K33:B1", "item"),
            ("W:W٣١:B1", "item"),
            ("W:W0:B1", "square"),
            ("W:W51:B1", "square"),
            ("W:W31:B1-51", "square"),
            ("W:W99999999999999999999:B1", "square"),
            ("W:W33-31:B1", "falling_range"),
            ("W:W31,31:B1", "square_twice"),
            ("W:W31,K31:B1", "square_twice"),
            ("W:W31-33,32:B1", "square_twice"),
            ("W:W31:B31", "square_twice"),
            ("W:W5:B20", "man_on_far_row"),
            ("W:W31:B46", "man_on_far_row"),
            ("W:W1-50:B", "man_on_far_row"),
        ] {
            let error = Position::from_fen(text).unwrap_err();
            assert_eq!(error.code(), code, "{text}");
            assert!(!error.to_string().is_empty());
        }
        let long = format!("W:W31{}:B1", " ".repeat(LONGEST));
        assert_eq!(Position::from_fen(&long), Err(FenError::TooLong));
    }

    proptest! {
        #[test]
        fn a_position_survives_its_text(position in any_position()) {
            let fen = position.fen();
            prop_assert_eq!(Position::from_fen(&fen), Ok(position));
            prop_assert_eq!(fen.parse(), Ok(position));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[WBKwbk0-9:,. -]{0,60}|\\PC{0,60}") {
            if let Ok(position) = Position::from_fen(&text) {
                prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            }
        }

        #[test]
        fn whatever_looks_like_a_position_is_read_or_refused(
            text in "[WB]:W(K?[1-9][0-9]?(-[1-9][0-9])?,){0,4}K?[1-9][0-9]?:B(K?[1-9][0-9]?,){0,4}",
        ) {
            if let Ok(position) = Position::from_fen(&text) {
                prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            }
        }
    }
}
