//! `end: ask` (RULES.md section 3): after the winner, all who still play say whether to go on.
//!
//! Nobody acts in a turn meanwhile. The question is put once a game; one "no", or its time running
//! out, ends the game as `first_winner` would.

use arrayvec::ArrayVec;

use super::event::{EndReason, Event};
use super::game::Game;
use super::rule_set::EndRule;
use super::turn::{Decision, IllegalAct};
use crate::rules::Seat;

/// Milliseconds in which the question whether to play on must be answered by all.
pub const ASK_MILLIS: i64 = 20_000;

/// Where the question stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Ask {
    /// Not put.
    #[default]
    NotYet,
    /// Put; these seats want to play on.
    Put {
        agreed: ArrayVec<Seat, { Seat::COUNT }>,
    },
}

impl Game {
    /// Who has agreed to play on, in the order of their answers, while the question is open.
    pub fn asking(&self) -> Option<&[Seat]> {
        match &self.ask {
            Ask::Put { agreed }
                if !self.is_over() && self.playing().any(|seat| !agreed.contains(&seat)) =>
            {
                Some(agreed)
            }
            _ => None,
        }
    }

    /// Whether the question is to be put in this state.
    pub(super) fn must_ask(&self) -> bool {
        self.rules.end == EndRule::Ask
            && self.ask == Ask::NotYet
            && self.finished_count() > 0
            && !self.must_play_out_round()
    }

    /// A seat answers the open question.
    ///
    /// # Errors
    ///
    /// [`IllegalAct::Forbidden`] when nothing is asked of the seat.
    pub fn answer_play_on(&self, seat: Seat, yes: bool) -> Result<Vec<Event>, IllegalAct> {
        if self.is_over() {
            return Err(IllegalAct::Over);
        }
        if !self.may_answer(seat) {
            return Err(IllegalAct::Forbidden);
        }
        let mut decision = Decision::on(self);
        decision.emit(Event::PlayOnAnswered { seat, yes });
        if !yes {
            decision.end(EndReason::Places);
        }
        Ok(decision.settle())
    }

    pub(super) fn may_answer(&self, seat: Seat) -> bool {
        self.is_playing(seat) && self.asking().is_some_and(|agreed| !agreed.contains(&seat))
    }

    pub(super) fn fold_answer(&mut self, seat: Seat, yes: bool) {
        if let Ask::Put { agreed } = &mut self.ask
            && yes
        {
            agreed.push(seat);
        }
    }
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
