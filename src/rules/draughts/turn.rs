//! Acts and what follows from them: from a command to events.

use std::fmt;

use super::colour::Colour;
use super::duty::NoMove;
use super::event::{EndReason, Event, OutReason};
use super::game::Game;
use super::movegen::{LegalMove, Move};
use super::rule_set::TIMEOUTS_UNTIL_OUT;
use super::square::Square;

/// Why an act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalAct {
    /// The other side is on turn.
    NotYourTurn,
    /// It means no legal move.
    Move(NoMove),
    /// The game is over.
    Over,
}

impl IllegalAct {
    /// The code on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::Move(error) => error.code(),
            Self::Over => "over",
        }
    }
}

impl fmt::Display for IllegalAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYourTurn => f.write_str("not your turn"),
            Self::Move(error) => error.fmt(f),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalAct {}

impl From<NoMove> for IllegalAct {
    fn from(error: NoMove) -> Self {
        Self::Move(error)
    }
}

/// A copy of the game that runs ahead of it, and the events that brought it there.
struct Decision {
    game: Game,
    events: Vec<Event>,
}

impl Decision {
    fn begin(game: &Game, event: Event) -> Self {
        let mut decision = Self {
            game: game.clone(),
            events: Vec::new(),
        };
        decision.emit(event);
        decision
    }

    fn emit(&mut self, event: Event) {
        self.game.fold(&event);
        self.events.push(event);
    }

    fn out(mut self, colour: Colour, why: OutReason) -> Vec<Event> {
        self.emit(Event::Out { colour, why });
        self.end(Some(colour.other()), EndReason::Out)
    }

    fn end(mut self, winner: Option<Colour>, reason: EndReason) -> Vec<Event> {
        self.emit(Event::Ended { winner, reason });
        self.events
    }
}

impl Game {
    /// Moves a piece along a path: `from`, any landing squares in order, `to`; with only the two
    /// ends the server takes a route of its own. See [`super::Position::find_move`].
    ///
    /// Returns the move and all that follows from it, in order.
    ///
    /// # Errors
    ///
    /// [`IllegalAct`] when it may not be done.
    pub fn play(&self, colour: Colour, path: &[Square]) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(colour)?;
        let chosen = self.position.find_move(&self.rules, path)?;
        Ok(self.moved(chosen))
    }

    /// Makes the move that is told by the squares it takes, as bots tell it.
    ///
    /// # Errors
    ///
    /// [`IllegalAct`] when it may not be done.
    pub fn play_move(&self, colour: Colour, chosen: &Move) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(colour)?;
        let legal = self.position.legal_moves(&self.rules);
        match legal.into_iter().find(|legal| legal.identity() == *chosen) {
            Some(legal) => Ok(self.moved(legal)),
            None => Err(NoMove::Illegal.into()),
        }
    }

    fn moved(&self, chosen: LegalMove) -> Vec<Event> {
        let promoted = self.position.promotes(&chosen.identity());
        let colour = self.position.to_move();
        let LegalMove {
            from,
            to,
            taken,
            route,
        } = chosen;
        let moved = Event::Moved {
            colour,
            from,
            to,
            taken,
            route,
            promoted,
        };
        let decision = Decision::begin(self, moved);
        // A win on the board goes before a draw by count.
        let position = &decision.game.position;
        if position.pieces(colour.other()).is_empty() {
            decision.end(Some(colour), EndReason::NoPieces)
        } else if !position.has_move(&self.rules) {
            decision.end(Some(colour), EndReason::NoMoves)
        } else if let Some(reason) = decision.game.draws.verdict(&self.rules) {
            decision.end(None, reason)
        } else {
            decision.events
        }
    }

    /// The turn of the side on turn ran out. The third in a row puts it out. Nothing follows once
    /// the game is over.
    pub fn expire(&self) -> Vec<Event> {
        let Some(colour) = self.on_turn() else {
            return Vec::new();
        };
        let count = self.timeouts(colour) + 1;
        let decision = Decision::begin(self, Event::TurnExpired { colour, count });
        if count >= TIMEOUTS_UNTIL_OUT {
            decision.out(colour, OutReason::TimedOut)
        } else {
            decision.events
        }
    }

    /// A side resigns, leaves, or its time is up, on or off turn; the other one wins.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Over`].
    pub fn put_out(&self, colour: Colour, why: OutReason) -> Result<Vec<Event>, IllegalAct> {
        if self.is_over() {
            return Err(IllegalAct::Over);
        }
        let decision = Decision {
            game: self.clone(),
            events: Vec::new(),
        };
        Ok(decision.out(colour, why))
    }

    /// Both sides agreed on a draw. Nothing follows once the game is over.
    pub fn agree_draw(&self) -> Vec<Event> {
        if self.is_over() {
            return Vec::new();
        }
        vec![Event::Ended {
            winner: None,
            reason: EndReason::Agreement,
        }]
    }

    fn check_turn(&self, colour: Colour) -> Result<(), IllegalAct> {
        match self.on_turn() {
            None => Err(IllegalAct::Over),
            Some(on_turn) if on_turn == colour => Ok(()),
            Some(_) => Err(IllegalAct::NotYourTurn),
        }
    }
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
