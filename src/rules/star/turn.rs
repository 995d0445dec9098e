//! Acts and what follows from them: from a command to events.

use std::fmt;

use super::event::{EndReason, Event, OutCause, PassReason};
use super::game::Game;
use super::hole::Hole;
use super::movegen::MoveKind;
use super::rule_set::{NoLegalMove, Passing};
use crate::rules::{OutReason, Seat};

/// Why an act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalAct {
    /// Another seat is on turn, or this one plays no more.
    NotYourTurn,
    /// No marble can move like this.
    Illegal,
    /// A marble could, but a switch of the rule set forbids it; or the act as such is not allowed.
    Forbidden,
    /// The game is over.
    Over,
}

impl IllegalAct {
    /// The code on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::Illegal => "illegal",
            Self::Forbidden => "forbidden",
            Self::Over => "over",
        }
    }
}

impl fmt::Display for IllegalAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotYourTurn => "not your turn",
            Self::Illegal => "no such move",
            Self::Forbidden => "the rules of this game forbid it",
            Self::Over => "the game is over",
        })
    }
}

impl std::error::Error for IllegalAct {}

/// A copy of the game that runs ahead of it, and the events that brought it there.
pub(super) struct Decision {
    pub(super) game: Game,
    events: Vec<Event>,
}

impl Decision {
    fn on(game: &Game) -> Self {
        Self {
            game: game.clone(),
            events: Vec::new(),
        }
    }

    pub(super) fn emit(&mut self, event: Event) {
        self.game.fold(&event);
        self.events.push(event);
    }

    /// A turn of `seat`, and all that follows from it.
    fn turn(mut self, seat: Seat, event: Event) -> Vec<Event> {
        self.complete_turn(seat, event);
        self.settle()
    }

    fn complete_turn(&mut self, seat: Seat, event: Event) {
        self.emit(event);
        self.finish(seat);
        self.judge(seat);
        self.conclude();
    }

    /// Completes the turns that complete themselves, until someone can act or the game is over.
    fn settle(mut self) -> Vec<Event> {
        while let Some(seat) = self.game.on_turn {
            if self.game.progress[seat].skips {
                self.complete_turn(seat, Event::TurnSkipped { seat });
            } else if self.game.position.has_move(&self.game.move_rules(), seat) {
                break;
            } else {
                match self.game.rules.no_legal_move {
                    NoLegalMove::Pass => {
                        let why = PassReason::Blocked;
                        self.complete_turn(seat, Event::Passed { seat, why });
                    }
                    NoLegalMove::Forfeit => {
                        let why = OutReason::Resigned;
                        self.emit(Event::Out {
                            seat,
                            why,
                            cause: Some(OutCause::Blocked),
                        });
                        self.conclude();
                    }
                }
            }
        }
        self.events
    }
}

impl Game {
    /// Moves a marble. Without a path it takes a shortest one: see [`super::Position::path`].
    ///
    /// Returns the move and all that follows from it, in order.
    ///
    /// # Errors
    ///
    /// [`IllegalAct`] when it may not be done.
    pub fn play(
        &self,
        seat: Seat,
        from: Hole,
        to: Hole,
        path: Option<&[Hole]>,
    ) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(seat)?;
        let path = self
            .find_path(seat, from, to, path)
            .ok_or(IllegalAct::Illegal)?;
        let rules = self.move_rules();
        let kind = self.position.kind_of_end(to);
        let legal = match kind {
            MoveKind::Move => rules.resting(seat, from).contains(to),
            MoveKind::Swap => self.position.swap_ends(&rules, seat, from).contains(to),
        };
        if !legal {
            return Err(IllegalAct::Forbidden);
        }
        Ok(Decision::on(self).turn(seat, Event::Moved { seat, path, kind }))
    }

    /// The given path if the marble can take it, or else a shortest one.
    fn find_path(
        &self,
        seat: Seat,
        from: Hole,
        to: Hole,
        path: Option<&[Hole]>,
    ) -> Option<Vec<Hole>> {
        let hop = self.rules.hop;
        let free = match self.position.owner(to) {
            Some(owner) => self.move_rules().swap && owner != seat,
            None => true,
        };
        if !free || !self.marbles(seat).contains(from) {
            return None;
        }
        let Some(path) = path else {
            return self.position.path(hop, from, to);
        };
        let fits = path.first() == Some(&from) && path.last() == Some(&to);
        (fits && self.position.admits(hop, path)).then(|| path.to_vec())
    }

    /// Passes the turn at the player's wish.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Forbidden`] where the rule set has no voluntary passing.
    pub fn pass(&self, seat: Seat) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(seat)?;
        match self.rules.passing {
            Passing::Never => Err(IllegalAct::Forbidden),
            Passing::ByAgreement => {
                let why = PassReason::Voluntary;
                Ok(Decision::on(self).turn(seat, Event::Passed { seat, why }))
            }
        }
    }

    /// The turn of the seat on turn ran out. Nothing follows once the game is over.
    pub fn expire(&self) -> Vec<Event> {
        let Some(seat) = self.on_turn else {
            return Vec::new();
        };
        let count = self.timeouts(seat) + 1;
        Decision::on(self).turn(seat, Event::TurnExpired { seat, count })
    }

    /// A player resigns or leaves, on or off turn.
    ///
    /// Nothing follows when a seat leaves that is finished or out already.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Forbidden`] for reasons that only the rules themselves can give, for a seat
    /// that is not in the game, and for resigning when finished or out.
    pub fn put_out(&self, seat: Seat, why: OutReason) -> Result<Vec<Event>, IllegalAct> {
        if self.is_over() {
            return Err(IllegalAct::Over);
        }
        match why {
            OutReason::Resigned | OutReason::Left if self.is_playing(seat) => {
                let mut decision = Decision::on(self);
                decision.emit(Event::Out {
                    seat,
                    why,
                    cause: None,
                });
                decision.conclude();
                Ok(decision.settle())
            }
            OutReason::Left if self.order.contains(&seat) => Ok(Vec::new()),
            _ => Err(IllegalAct::Forbidden),
        }
    }

    /// Everyone still playing agreed on a draw. Nothing follows once the game is over.
    pub fn agree_draw(&self) -> Vec<Event> {
        let mut decision = Decision::on(self);
        if !self.is_over() {
            decision.end(EndReason::Draw);
        }
        decision.events
    }

    fn check_turn(&self, seat: Seat) -> Result<(), IllegalAct> {
        if self.is_over() {
            Err(IllegalAct::Over)
        } else if self.on_turn == Some(seat) {
            Ok(())
        } else {
            Err(IllegalAct::NotYourTurn)
        }
    }
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
