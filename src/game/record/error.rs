//! What is wrong with a record, and where.

use std::fmt;

use crate::game::AuditError;
use crate::rules::star::IllegalAct;

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What stands there; empty where nothing does.
    pub token: String,
    /// Why it is wrong.
    pub reason: Reason,
}

/// A place in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// An event, `started` being 1.
    Event(usize),
}

/// Why a record cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No record in JSON.
    Json,
    /// A version that this reader does not know.
    Version,
    /// Not a header, or one behind the moves.
    NotAHeader,
    /// A header a second time.
    Duplicate,
    /// A header that has to be there is not.
    Missing(&'static str),
    /// A header whose value does not read.
    Header(&'static str),
    /// A comment that does not end.
    Comment,
    /// Not a token.
    Token,
    /// The rule set, the seats and the rest make no game.
    Start,
    /// The rules refuse the act.
    Refused(IllegalAct),
    /// It cannot have happened here.
    Impossible,
    /// A line of another round than the one that runs.
    Round {
        /// What the line says.
        round: u16,
        /// What runs.
        expected: u16,
    },
    /// Something behind the end.
    AfterEnd,
    /// The game does not come to its end.
    Unfinished,
    /// The places or points are others.
    Result,
    /// The final position is another.
    Hash,
    /// The seed does not fit what was drawn.
    Seed(AuditError),
}

impl Reason {
    /// A stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Version => "version",
            Self::NotAHeader => "not_a_header",
            Self::Duplicate => "duplicate",
            Self::Missing(_) => "missing",
            Self::Header(_) => "header",
            Self::Comment => "comment",
            Self::Token => "token",
            Self::Start => "start",
            Self::Refused(_) => "refused",
            Self::Impossible => "impossible",
            Self::Round { .. } => "round",
            Self::AfterEnd => "after_end",
            Self::Unfinished => "unfinished",
            Self::Result => "result",
            Self::Hash => "hash",
            Self::Seed(_) => "seed",
        }
    }
}

impl From<IllegalAct> for Reason {
    fn from(error: IllegalAct) -> Self {
        Self::Refused(error)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json => f.write_str("no record in JSON"),
            Self::Version => f.write_str("this version is not known"),
            Self::NotAHeader => f.write_str("a header is [Name \"value\"], before the moves"),
            Self::Duplicate => f.write_str("this header was there before"),
            Self::Missing(name) => write!(f, "the header {name} is missing"),
            Self::Header(name) => write!(f, "the header {name} cannot be read"),
            Self::Comment => f.write_str("the comment does not end"),
            Self::Token => f.write_str("not a token"),
            Self::Start => f.write_str("the headers make no game"),
            Self::Refused(error) => error.fmt(f),
            Self::Impossible => f.write_str("it cannot have happened here"),
            Self::Round { round, expected } => {
                write!(f, "round {expected} is running, not {round}")
            }
            Self::AfterEnd => f.write_str("the game is over before this"),
            Self::Unfinished => f.write_str("the game does not come to its end"),
            Self::Result => f.write_str("the result is another"),
            Self::Hash => f.write_str("the final position is another"),
            Self::Seed(error) => error.fmt(f),
        }
    }
}

impl ReadError {
    pub(super) fn new(place: Place, token: &str, reason: Reason) -> Self {
        /// Longer tokens help nobody.
        const MOST: usize = 60;
        let token = token.chars().take(MOST).collect();
        Self {
            place,
            token,
            reason,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Event(number) => write!(f, "event {number}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", self.place)?;
        if !self.token.is_empty() {
            write!(f, "{}, ", self.token)?;
        }
        self.reason.fmt(f)
    }
}

impl std::error::Error for ReadError {}
