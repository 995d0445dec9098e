//! How events change a game: the only way its state changes.

use std::fmt;

use super::event::{EndReason, Event};
use super::game::{End, Game};
use super::movegen::Move;
use super::rule_set::TIMEOUTS_UNTIL_OUT;
use super::set::SquareSet;

/// An event that cannot have happened in the game it was applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptLog {
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for CorruptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corrupt event log: {}", self.what)
    }
}

impl std::error::Error for CorruptLog {}

impl Game {
    /// Lets an event of this game happen.
    ///
    /// Events that deciding returned always fit, in their order.
    ///
    /// # Errors
    ///
    /// [`CorruptLog`] when the event does not fit the state; the game is unchanged then.
    pub fn apply(&mut self, event: &Event) -> Result<(), CorruptLog> {
        self.check(event).map_err(|what| CorruptLog { what })?;
        self.fold(event);
        Ok(())
    }

    /// What can be seen without asking the generator: a log is trusted to hold legal moves, not to
    /// belong to this game.
    fn check(&self, event: &Event) -> Result<(), &'static str> {
        let ensure = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        ensure(!self.is_over(), "the game is over")?;
        match *event {
            Event::Moved {
                colour,
                from,
                to,
                taken,
                ref route,
                promoted,
            } => {
                ensure(self.on_turn() == Some(colour), "the side is not on turn")?;
                let own = self.position.pieces(colour);
                let foes = self.position.pieces(colour.other());
                ensure(own.contains(from), "no own piece where the move begins")?;
                ensure(foes.is_superset(taken), "something taken that is not there")?;
                let free = self.position.empty() | taken | SquareSet::of(from);
                ensure(free.contains(to), "the square where the move ends is taken")?;
                ensure(
                    route.first() == Some(&from) && route.last() == Some(&to),
                    "a route with other ends than the move",
                )?;
                let chosen = Move { from, to, taken };
                ensure(
                    promoted == self.position.promotes(&chosen),
                    "a promotion too many or too few",
                )
            }
            Event::TurnExpired { colour, count } => {
                ensure(self.on_turn() == Some(colour), "the side is not on turn")?;
                ensure(
                    count == self.timeouts(colour) + 1,
                    "a time-out with a wrong count",
                )?;
                ensure(count <= TIMEOUTS_UNTIL_OUT, "a time-out too many")
            }
            Event::Out { .. } => ensure(self.out.is_none(), "a second side went out"),
            Event::Ended { winner, reason } => {
                ensure(
                    winner.is_none() == reason.is_draw(),
                    "a winner of a draw, or none of a win",
                )?;
                match (reason, self.out) {
                    (EndReason::Out, Some((loser, _))) => {
                        ensure(winner == Some(loser.other()), "the side that went out won")
                    }
                    (EndReason::Out, None) => Err("nobody went out"),
                    (EndReason::Agreement, None) => Ok(()),
                    (EndReason::NoPieces | EndReason::NoMoves, None) => ensure(
                        winner == Some(self.position.to_move().other()),
                        "the side that cannot move won",
                    ),
                    (_, None) => ensure(
                        self.draws.counters(&self.rules).any(|counter| {
                            counter.reason == reason && counter.made >= counter.limit
                        }),
                        "a draw came too early",
                    ),
                    (_, Some(_)) => Err("a side is out"),
                }
            }
        }
    }

    pub(super) fn fold(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                colour,
                from,
                to,
                taken,
                ..
            } => {
                let chosen = Move { from, to, taken };
                let after = self.position.after(&chosen);
                self.draws.count(&self.position, &chosen, &after);
                self.position = after;
                self.moves[colour] += 1;
                self.taken[colour] += taken.len();
                self.timeouts[colour] = 0;
                self.ply += 1;
            }
            Event::TurnExpired { colour, count } => {
                self.timeouts[colour] = count;
                self.ply += 1;
            }
            Event::Out { colour, why } => self.out = Some((colour, why)),
            Event::Ended { winner, reason } => self.end = Some(End { winner, reason }),
        }
    }
}
