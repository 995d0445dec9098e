//! One play-through: its state and what can be asked of it.
//!
//! Deciding (`turn.rs`) never changes a [`Game`]; it returns events. Only [`Game::apply`]
//! (`fold.rs`) changes one. So a live game, a replay and a recovery are one code.

use std::fmt;

use super::colour::{ByColour, Colour};
use super::draws::{DrawCounter, Draws};
use super::duty::Duty;
use super::event::{EndReason, OutReason};
use super::movegen::LegalMove;
use super::position::Position;
use super::rule_set::RuleSet;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) winner: Option<Colour>,
    pub(super) reason: EndReason,
}

/// What a finished game hands to the scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; none in a draw.
    pub winner: Option<Colour>,
    /// What ended the game.
    pub reason: EndReason,
    /// The side that is out, and why, where that ended it.
    pub out: Option<(Colour, OutReason)>,
    /// The moves that each side made.
    pub moves: ByColour<u32>,
    /// The opponent's pieces that each side took.
    pub taken: ByColour<u8>,
}

/// A position from which no game can be played: the side to move has lost already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupError;

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the side to move has no legal move")
    }
}

impl std::error::Error for SetupError {}

/// One play-through of draughts.
///
/// # Equality
///
/// Two games are equal when they have the same rules and state, and the same positions that still
/// count for the repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) rules: RuleSet,
    pub(super) position: Position,
    /// Moves and expired turns, and 1.
    pub(super) ply: u32,
    pub(super) moves: ByColour<u32>,
    pub(super) taken: ByColour<u8>,
    /// Turns that ran out since the side's last move.
    pub(super) timeouts: ByColour<u8>,
    pub(super) draws: Draws,
    pub(super) out: Option<(Colour, OutReason)>,
    pub(super) end: Option<End>,
}

impl Game {
    /// A game from the first position, the side on move that the rule set says.
    pub fn standard(rules: RuleSet) -> Self {
        Self::from_playable(rules, Position::start(rules.first_move))
    }

    /// A game from any position.
    ///
    /// # Errors
    ///
    /// When the side to move has no legal move.
    pub fn new(rules: RuleSet, start: Position) -> Result<Self, SetupError> {
        if start.has_move(&rules) {
            Ok(Self::from_playable(rules, start))
        } else {
            Err(SetupError)
        }
    }

    fn from_playable(rules: RuleSet, start: Position) -> Self {
        Self {
            rules,
            position: start,
            ply: 1,
            moves: ByColour::default(),
            taken: ByColour::default(),
            timeouts: ByColour::default(),
            draws: Draws::begin(&start),
            out: None,
            end: None,
        }
    }

    /// The rule set.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// What stands where.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side on turn; none once the game is over.
    pub const fn on_turn(&self) -> Option<Colour> {
        match self.end {
            Some(_) => None,
            None => Some(self.position.to_move()),
        }
    }

    /// The number of moves and expired turns, and 1.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// How many moves a side has made.
    pub fn moves(&self, colour: Colour) -> u32 {
        self.moves[colour]
    }

    /// How many of the opponent's pieces a side has taken.
    pub fn taken(&self, colour: Colour) -> u8 {
        self.taken[colour]
    }

    /// How many turns in a row a side has let run out, 0..=3.
    pub fn timeouts(&self, colour: Colour) -> u8 {
        self.timeouts[colour]
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The legal moves of the side on turn, sorted; none once the game is over.
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        if self.is_over() {
            return Vec::new();
        }
        self.position.legal_moves(&self.rules)
    }

    /// What the side on turn must take, and why.
    pub fn duty(&self) -> Option<Duty> {
        if self.is_over() {
            return None;
        }
        self.position.duty(&self.rules)
    }

    /// The counters toward the draws of this rule set, those for few pieces only while they run.
    pub fn draw_counters(&self) -> Vec<DrawCounter> {
        self.draws.counters(&self.rules).collect()
    }

    /// How the game ended; none while it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|End { winner, reason }| Outcome {
            winner,
            reason,
            out: self.out,
            moves: self.moves,
            taken: self.taken,
        })
    }
}
