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
    pub(super) fn on(game: &Game) -> Self {
        Self {
            game: game.clone(),
            events: Vec::new(),
        }
    }

    /// Lets an event happen, and with it whatever vanishes as a turn begins.
    pub(super) fn emit(&mut self, event: Event) {
        self.game.fold(&event);
        self.events.push(event);
        while let Some(thing) = self.game.expired_thing().filter(|_| !self.game.is_over()) {
            self.game.remove_thing(thing.hole);
            self.events.push(Event::ItemExpired {
                seat: thing.seat,
                item: thing.item,
                hole: thing.hole,
            });
        }
    }

    /// An act of `seat`, and what it brings about. Targets are looked at after every act, the stall
    /// rule only where the turn is over; a team that has won is not judged any more.
    pub(super) fn act(&mut self, seat: Seat, event: Event) {
        let turns = self.game.turns(seat);
        self.emit(event);
        self.finish(seat);
        if self.game.turns(seat) > turns && self.game.winning_team().is_none() {
            self.judge(seat);
        }
        self.conclude();
    }

    /// A turn of `seat`, and all that follows from it.
    fn turn(mut self, seat: Seat, event: Event) -> Vec<Event> {
        self.act(seat, event);
        self.settle()
    }

    /// Completes the turns that complete themselves, until someone can act or the game is over.
    pub(super) fn settle(mut self) -> Vec<Event> {
        while let Some(seat) = self.game.on_turn.filter(|_| self.game.asking().is_none()) {
            if self.game.must_skip(seat) {
                self.act(seat, Event::TurnSkipped { seat });
            } else if self.game.can_act(seat) {
                break;
            } else if !self.game.acting.is_fresh()
                || self.game.rules.no_legal_move == NoLegalMove::Pass
            {
                let why = PassReason::Blocked;
                self.act(seat, Event::Passed { seat, why });
            } else {
                self.emit(Event::Out {
                    seat,
                    why: OutReason::Resigned,
                    cause: Some(OutCause::Blocked),
                });
                self.conclude();
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
            MoveKind::Move => rules.landing(seat, from).contains(to),
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

    /// Passes the turn at the player's wish, or declines the second act of a power marble.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Forbidden`] where the rule set has no voluntary passing and there is nothing to
    /// decline.
    pub fn pass(&self, seat: Seat) -> Result<Vec<Event>, IllegalAct> {
        self.check_turn(seat)?;
        let why = match (self.power(), self.rules.passing) {
            (Some(power), _) if power.acted => PassReason::Declined,
            (_, Passing::ByAgreement) => PassReason::Voluntary,
            (_, Passing::Never) => return Err(IllegalAct::Forbidden),
        };
        Ok(Decision::on(self).turn(seat, Event::Passed { seat, why }))
    }

    /// Whether `pass` would be accepted from the seat on turn.
    pub fn may_pass(&self) -> bool {
        let offered = self.power().is_some_and(|power| power.acted);
        let open = self.on_turn.is_some() && self.asking().is_none();
        open && (offered || self.rules.passing == Passing::ByAgreement)
    }

    /// The turn of the seat on turn ran out, or the time to answer whether to play on. Nothing
    /// follows once the game is over.
    pub fn expire(&self) -> Vec<Event> {
        let Some(seat) = self.on_turn else {
            return Vec::new();
        };
        if self.asking().is_some() {
            let mut decision = Decision::on(self);
            decision.end(EndReason::Places);
            return decision.events;
        }
        let count = self.timeouts(seat) + 1;
        Decision::on(self).turn(seat, Event::TurnExpired { seat, count })
    }

    /// A player resigns or leaves, on or off turn. In a team game the whole team resigns; that its
    /// members agree is for the caller to know.
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
                let whole_team = why == OutReason::Resigned && self.has_teams();
                let team = self.team(seat).filter(|_| whole_team);
                let mates = team.into_iter().flat_map(|team| self.members(team));
                let mates = mates.filter(|&mate| mate != seat && self.is_playing(mate));
                for seat in [seat].into_iter().chain(mates) {
                    decision.emit(Event::Out {
                        seat,
                        why,
                        cause: None,
                    });
                }
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

    pub(super) fn check_turn(&self, seat: Seat) -> Result<(), IllegalAct> {
        if self.is_over() {
            Err(IllegalAct::Over)
        } else if self.on_turn != Some(seat) {
            Err(IllegalAct::NotYourTurn)
        } else if self.asking().is_some() {
            Err(IllegalAct::Forbidden)
        } else {
            Ok(())
        }
    }

    /// Whether the turn that has begun is the price of having been the first in a target.
    pub(super) fn must_skip(&self, seat: Seat) -> bool {
        self.progress[seat].skips && self.acting.is_fresh()
    }

    /// Whether the seat on turn has a legal move or an item it may use.
    fn can_act(&self, seat: Seat) -> bool {
        self.position.has_move(&self.move_rules(), seat) || self.has_usable_item(seat)
    }
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
