//! Against stalling (防止消極) and absence (RULES.md section 4).

use super::event::Event;
use super::rule_set::{TIMEOUTS_UNTIL_OUT, WARNING_TURNS};
use super::turn::Decision;
use crate::rules::{OutReason, Seat};

impl Decision {
    /// Judges the seat whose turn has just ended.
    ///
    /// A third time-out at a checkpoint counts as a time-out: the absence is the cause of both.
    pub(super) fn judge(&mut self, seat: Seat) {
        if !self.game.is_playing(seat) {
            return;
        }
        let turns = self.game.turns(seat);
        let away = self.game.away(seat);
        let checkpoints = &self.game.rules.checkpoints;
        if self.game.timeouts(seat) >= TIMEOUTS_UNTIL_OUT {
            self.put_out(seat, OutReason::TimedOut);
        } else if checkpoints.at(turns).is_some_and(|due| away < due.away) {
            self.put_out(seat, OutReason::Stalled);
        } else if checkpoints
            .at(turns + WARNING_TURNS)
            .is_some_and(|near| away < near.away)
            && let Some(stall) = self.game.stall(seat)
        {
            self.emit(Event::Warned { seat, stall });
        }
    }

    fn put_out(&mut self, seat: Seat, why: OutReason) {
        self.emit(Event::Out {
            seat,
            why,
            cause: None,
        });
    }
}

#[cfg(test)]
#[path = "stall_tests.rs"]
mod tests;
