//! PDN 3.0, Portable Draughts Notation: games in text files (RULES.md section 9, "Notation").
//!
//! [`Reader`] takes the bytes of a file one by one and holds one game at a time, so a file may be
//! as long as it likes; it is tolerant. [`Record::pdn`] writes one strict form. What was read and
//! written once comes out the same ever after; comments, NAGs and variations are read over and
//! not kept.

use std::fmt;

use super::fen::FenError;
use super::move_text::MoveTextError;
use super::movegen::LegalMove;
use super::position::Position;
use super::rule_set::Preset;

mod decode;
mod lex;
mod read;
mod write;

pub use decode::Decoder;
pub use read::Reader;

/// The most tags of a game.
pub const MOST_TAGS: usize = 64;

/// The most moves of a game.
pub const MOST_MOVES: usize = 2000;

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won.
    WhiteWon,
    /// A draw.
    Draw,
    /// Black won.
    BlackWon,
    /// Both lost.
    BothLost,
    /// Not known, or not over.
    #[default]
    Unknown,
}

impl GameResult {
    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWon => "2-0",
            Self::Draw => "1-1",
            Self::BlackWon => "0-2",
            Self::BothLost => "0-0",
            Self::Unknown => "*",
        }
    }

    /// Reads a result in either style. It looks at whole words: `1-1` is a draw, `1-10` a move.
    pub(super) fn read(word: &str) -> Option<Self> {
        Some(match word {
            "2-0" | "1-0" => Self::WhiteWon,
            "1-1" | "1/2-1/2" | "½-½" => Self::Draw,
            "0-2" | "0-1" => Self::BlackWon,
            "0-0" => Self::BothLost,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

/// A tag that the rules do not care about, such as a player's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// Letters, digits and `_`.
    pub name: String,
    /// Any text in one line.
    pub value: String,
}

/// A game as PDN holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tags but those that follow from the rest: `GameType`, `Variant`, `FEN`, `Result`.
    pub tags: Vec<Tag>,
    /// Which rules it is played by.
    pub preset: Preset,
    /// Where it begins.
    pub start: Position,
    /// Every move.
    pub moves: Vec<LegalMove>,
    /// How it ended.
    pub result: GameResult,
}

/// What is wrong with a game of a file. The others are read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// Which game of the file, from 1.
    pub game: u32,
    /// Which move of it, from 1; 0 before the moves.
    pub ply: usize,
    /// The text that is wrong.
    pub token: String,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game,
            ply,
            token,
            reason,
        } = self;
        write!(f, "game {game}, ply {ply}, {token}: {reason}")
    }
}

impl std::error::Error for PdnError {}

/// Why a game is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The tag `GameType` names another game.
    OtherGame(&'static str),
    /// The tag `Variant` names rules that are not known here.
    Variant,
    /// The tag `FEN` holds no position.
    Fen(FenError),
    /// No legal move.
    Move(MoveTextError),
    /// Not `[Name "value"]`.
    Tag,
    /// A comment that does not end.
    UnclosedComment,
    /// A variation that does not end.
    UnclosedVariation,
    /// A `)`, `]` or `}` without its beginning.
    Stray,
    /// A word or a tag longer than any that means something.
    TooLong,
    /// More than [`MOST_TAGS`] tags.
    TooManyTags,
    /// More than [`MOST_MOVES`] moves.
    TooManyMoves,
}

impl Reason {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtherGame(_) => "other_game",
            Self::Variant => "variant",
            Self::Fen(error) => error.code(),
            Self::Move(error) => error.code(),
            Self::Tag => "tag",
            Self::UnclosedComment => "unclosed_comment",
            Self::UnclosedVariation => "unclosed_variation",
            Self::Stray => "stray",
            Self::TooLong => "too_long",
            Self::TooManyTags => "too_many_tags",
            Self::TooManyMoves => "too_many_moves",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherGame(name) => return write!(f, "another game: {name}"),
            Self::Variant => "unknown variant",
            Self::Fen(error) => return error.fmt(f),
            Self::Move(error) => return error.fmt(f),
            Self::Tag => "not a tag",
            Self::UnclosedComment => "a comment that does not end",
            Self::UnclosedVariation => "a variation that does not end",
            Self::Stray => "a closing bracket too many",
            Self::TooLong => "too long",
            Self::TooManyTags => "too many tags",
            Self::TooManyMoves => "too many moves",
        })
    }
}

/// The name of a `GameType` number of PDN 3.0.
const fn game_name(number: u8) -> &'static str {
    match number {
        0 => "chess",
        1 => "Chinese chess",
        20 => "international draughts",
        21 => "English draughts",
        22 => "Italian draughts",
        23 => "American pool checkers",
        24 => "Spanish draughts",
        25 => "Russian draughts",
        26 => "Brazilian draughts",
        27 => "Canadian draughts",
        28 => "Portuguese draughts",
        29 => "Czech draughts",
        30 => "Turkish draughts",
        31 => "Thai draughts",
        40 => "Frisian draughts",
        41 => "Spantsiretti draughts",
        50 => "Othello",
        _ => "a game without a name",
    }
}

#[cfg(test)]
mod tests;
