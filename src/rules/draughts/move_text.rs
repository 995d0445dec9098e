//! Moves as PDN writes them: `32-28`, `32x23`, and the whole route where that is not enough.

use std::fmt;

use super::duty::NoMove;
use super::movegen::LegalMove;
use super::position::Position;
use super::rule_set::RuleSet;
use super::square::Square;

/// The most squares of a written move: no piece is taken twice, and beside the one that takes
/// there can be forty-nine.
const MOST_SQUARES: usize = 50;

/// Why a text is no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// Not squares with `-`, `x` or `:` between them.
    Form,
    /// A number that is none of 1..=50.
    Square,
    /// A capture written as a quiet move, or the other way round.
    Separator,
    /// It means no legal move.
    Move(NoMove),
}

impl MoveTextError {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Form => "not_a_move",
            Self::Square => "square",
            Self::Separator => "separator",
            Self::Move(error) => error.code(),
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "not a move",
            Self::Square => "a square is a number from 1 to 50",
            Self::Separator => "`-` is for quiet moves, `x` for captures",
            Self::Move(error) => return error.fmt(f),
        })
    }
}

impl std::error::Error for MoveTextError {}

impl LegalMove {
    /// The shortest text that means this move and none of the others: the two ends, or the whole
    /// route where another legal move has the same ends.
    pub fn text(&self, legal: &[Self]) -> String {
        let alike = legal
            .iter()
            .filter(|other| (other.from, other.to) == (self.from, self.to))
            .count();
        if self.taken.is_empty() {
            format!("{}-{}", self.from, self.to)
        } else if alike <= 1 {
            format!("{}x{}", self.from, self.to)
        } else {
            let squares: Vec<String> = self.route.iter().map(Square::to_string).collect();
            squares.join("x")
        }
    }
}

impl Position {
    /// Reads a move: leading zeros, `:` for `x` and any landing squares are understood.
    ///
    /// ```
    /// use tiaoqi::rules::draughts::{Colour, Position, Preset};
    ///
    /// let start = Position::start(Colour::White);
    /// let rules = Preset::Fmjd.rules();
    /// assert_eq!(start.read_move(&rules, "032-28")?.to.number(), 28);
    /// assert_eq!(start.read_move(&rules, "32x28").unwrap_err().code(), "separator");
    /// # Ok::<(), tiaoqi::rules::draughts::MoveTextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveTextError`] when it means no legal move, or more than one.
    pub fn read_move(&self, rules: &RuleSet, text: &str) -> Result<LegalMove, MoveTextError> {
        let (path, captures) = read_path(text)?;
        let found = self.find_move(rules, &path).map_err(MoveTextError::Move)?;
        if found.taken.is_empty() == captures {
            return Err(MoveTextError::Separator);
        }
        Ok(found)
    }
}

/// The squares of a written move, and whether it is written as a capture.
fn read_path(text: &str) -> Result<(Vec<Square>, bool), MoveTextError> {
    let captures = text.contains(['x', 'X', ':', '×']);
    let quiet = text.contains(['-', '–']);
    if captures == quiet {
        return Err(MoveTextError::Form);
    }
    let mut path = Vec::new();
    for number in text.split(['x', 'X', ':', '×', '-', '–']) {
        if number.is_empty() || number.bytes().any(|byte| !byte.is_ascii_digit()) {
            return Err(MoveTextError::Form);
        }
        if path.len() == MOST_SQUARES || (quiet && path.len() == 2) {
            return Err(MoveTextError::Form);
        }
        let square = number.parse().ok().and_then(Square::new);
        path.push(square.ok_or(MoveTextError::Square)?);
    }
    Ok((path, captures))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::draughts::Preset;
    use crate::rules::draughts::testing::{any_position, any_preset, position};

    #[test]
    fn what_people_write_is_read() {
        let rules = Preset::Fmjd.rules();
        let start = position("W:W32,37:B28,19");
        for text in [
            "32x14",
            "32:14",
            "32X14",
            "32x23x14",
            "032x0014",
            "32×23:14",
        ] {
            let found = start.read_move(&rules, text).unwrap();
            assert_eq!(found.taken.len(), 2, "{text}");
        }
        for (text, code) in [
            ("", "not_a_move"),
            ("32", "not_a_move"),
            ("32x", "not_a_move"),
            ("x14", "not_a_move"),
            ("32xx14", "not_a_move"),
            ("32x23-14", "not_a_move"),
            ("32x14a", "not_a_move"),
            ("32x+14", "not_a_move"),
            ("1-2-3", "not_a_move"),
            ("0-0-0", "square"),
            ("32x51", "square"),
            ("0x14", "square"),
            ("32x99999999999", "square"),
            ("32-14", "separator"),
            ("32x23", "most_pieces"),
            ("32-27", "must_capture"),
            ("32x22x14", "illegal"),
            ("31x22", "illegal"),
        ] {
            let error = start.read_move(&rules, text).unwrap_err();
            assert_eq!(error.code(), code, "{text}");
            assert!(!error.to_string().is_empty());
        }
        let long = vec!["1"; MOST_SQUARES + 1].join("x");
        assert_eq!(read_path(&long), Err(MoveTextError::Form));
    }

    fn every_move_survives_its_text(
        position: &Position,
        rules: &RuleSet,
    ) -> Result<(), TestCaseError> {
        let legal = position.legal_moves(rules);
        for found in &legal {
            let text = found.text(&legal);
            let read = position.read_move(rules, &text).unwrap();
            prop_assert_eq!(
                read.identity(),
                found.identity(),
                "{} in {}",
                text,
                position
            );
            // The shorter form means another move as well.
            if text.matches('x').count() > 1 {
                let short = format!("{}x{}", found.from, found.to);
                prop_assert_eq!(
                    position.read_move(rules, &short),
                    Err(MoveTextError::Move(NoMove::Ambiguous))
                );
            }
        }
        Ok(())
    }

    #[test]
    fn a_move_that_takes_more_than_twenty_pieces_survives_its_text() {
        for fen in [
            "W:WK13:B5,7-11,17-21,24,28-32,37,39-43,K46",
            "W:WK13:B1,7-10,12,14,17-21,28-32,39-44,K46,K48",
        ] {
            let (position, rules) = (position(fen), Preset::Plyyard.rules());
            let legal = position.legal_moves(&rules);
            let longest = legal
                .iter()
                .map(|found| found.text(&legal).matches('x').count());
            assert_eq!(longest.max(), Some(21), "{fen}");
            every_move_survives_its_text(&position, &rules).unwrap();
        }
    }

    proptest! {
        #[test]
        fn a_written_move_is_the_move_that_is_read(
            position in any_position(),
            preset in any_preset(),
        ) {
            every_move_survives_its_text(&position, &preset.rules())?;
        }
    }
}
