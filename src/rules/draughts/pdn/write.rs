//! From games to text, in one form.

use std::fmt::{self, Write};

use super::{Record, Tag};
use crate::rules::draughts::{Position, Preset};

/// The longest line of moves, in bytes.
const LINE: usize = 79;

impl Record {
    /// The game as PDN, with an empty line at the end.
    ///
    /// Every tag of its own, then `GameType`, `Variant` for all but the FMJD's rules, `FEN` where
    /// the game does not begin at the first position, and `Result`; then the moves, captures
    /// short unless that would mean another move as well. A game of `plyyard` carries its own
    /// `Variant`, since its captures can be illegal elsewhere, and a `GameType` that says that
    /// Black begins.
    ///
    /// The moves must be legal one after another, as those of a game that was read or played are.
    pub fn pdn(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text);
        text
    }

    /// Writes what [`Self::pdn`] returns.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        for Tag { name, value } in &self.tags {
            write_tag(out, name, value)?;
        }
        let first_move = self.preset.rules().first_move;
        match self.preset {
            Preset::Fmjd => write_tag(out, "GameType", "20")?,
            Preset::Plyyard => {
                write_tag(out, "GameType", "20,B,10,10,N2,0")?;
                write_tag(out, "Variant", Preset::Plyyard.as_str())?;
            }
        }
        if self.start != Position::start(first_move) {
            write_tag(out, "FEN", &self.start.fen())?;
        }
        write_tag(out, "Result", self.result.as_str())?;
        let mut lines = Lines { out, column: 0 };
        let rules = self.preset.rules();
        let mut position = self.start;
        let mut number = 1;
        for (ply, chosen) in self.moves.iter().enumerate() {
            if position.to_move() == first_move {
                lines.word(&format!("{number}."))?;
            } else if ply == 0 {
                lines.word(&format!("{number}..."))?;
            }
            lines.word(&chosen.text(&position.legal_moves(&rules)))?;
            if position.to_move() != first_move {
                number += 1;
            }
            position = position.after(&chosen.identity());
        }
        lines.word(self.result.as_str())?;
        out.write_str("\n\n")
    }
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' | '\r' => out.write_char(' ')?,
            c => out.write_char(c)?,
        }
    }
    out.write_str("\"]\n")
}

/// Words with blanks between them, or line ends where a line is full.
struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if self.column > 0 {
            if self.column + 1 + word.len() > LINE {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += word.len();
        self.out.write_str(word)
    }
}
