//! How events change a game: the only way its state changes.

use std::fmt;

use super::board;
use super::event::{EndReason, Event, PassReason, Placed};
use super::game::{End, Game, Standing};
use super::hole::Hole;
use super::movegen::MoveKind;
use super::rule_set::TIMEOUTS_UNTIL_OUT;
use super::set::HoleSet;
use crate::rules::{Finality, OutReason, Seat};

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

    fn check(&self, event: &Event) -> Result<(), &'static str> {
        let ensure = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        ensure(!self.is_over(), "the game is over")?;
        let acts = |seat| ensure(self.on_turn == Some(seat), "the seat is not on turn");
        match *event {
            Event::Moved {
                seat,
                ref path,
                kind,
            } => {
                acts(seat)?;
                let (&[from, ..], &[.., to]) = (path.as_slice(), path.as_slice()) else {
                    return Err("a move without a path");
                };
                ensure(
                    self.marbles(seat).contains(from),
                    "no own marble where the move begins",
                )?;
                ensure(
                    match (kind, self.position.owner(to)) {
                        (MoveKind::Move, _) => !self.position.occupied().contains(to),
                        (MoveKind::Swap, owner) => owner.is_some_and(|owner| owner != seat),
                    },
                    "the hole where the move ends is not as it says",
                )
            }
            Event::Passed { seat, .. } => acts(seat),
            Event::TurnExpired { seat, count } => {
                acts(seat)?;
                ensure(
                    count == self.timeouts(seat) + 1,
                    "a time-out with a wrong count",
                )?;
                ensure(count <= TIMEOUTS_UNTIL_OUT, "a time-out too many")
            }
            Event::TurnSkipped { seat } => {
                acts(seat)?;
                ensure(self.progress[seat].skips, "a turn skipped for no reason")
            }
            Event::Finished { seat, place } => {
                ensure(
                    self.is_playing(seat),
                    "a seat finished that was not playing",
                )?;
                ensure(
                    place == self.finishing_place(),
                    "a seat finished with a wrong place",
                )
            }
            Event::Out { seat, .. } => ensure(
                self.is_playing(seat),
                "a seat went out that was not playing",
            ),
            Event::Warned { seat, .. } => ensure(
                self.is_playing(seat),
                "a seat was warned that was not playing",
            ),
            Event::Ended { ref places, reason } => {
                ensure(
                    *places == self.final_places(),
                    "the game ended with wrong places",
                )?;
                ensure(
                    reason != EndReason::RoundLimit || self.has_reached_round_limit(),
                    "the round limit came too early",
                )
            }
        }
    }

    pub(super) fn fold(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                seat,
                ref path,
                kind,
            } => {
                if let (&[from, ..], &[.., to]) = (path.as_slice(), path.as_slice()) {
                    self.fold_move(seat, from, to, kind);
                }
                self.end_turn(seat, true);
            }
            Event::Passed { seat, why } => self.end_turn(seat, why == PassReason::Voluntary),
            Event::TurnExpired { seat, count } => {
                self.progress[seat].timeouts = count;
                self.end_turn(seat, false);
            }
            Event::TurnSkipped { seat } => {
                self.progress[seat].skips = false;
                self.end_turn(seat, false);
            }
            Event::Finished { seat, place } => {
                let round = self.last_turn_round;
                self.progress[seat].standing = Standing::Finished { round };
                self.progress[seat].place = Some(place);
                self.last_settled = (round, Finality::Finish);
                self.yield_turn(seat);
            }
            Event::Out { seat, why, .. } => self.fold_out(seat, why),
            Event::Warned { .. } => {}
            Event::Ended { ref places, reason } => self.fold_end(places, reason),
        }
    }

    fn fold_move(&mut self, seat: Seat, from: Hole, to: Hole, kind: MoveKind) {
        if kind == MoveKind::Swap
            && let Some(victim) = self.position.owner(to)
        {
            self.position.shift(victim, to, from);
        }
        self.position.shift(seat, from, to);
        let target = board::target(self.rules.army, seat);
        if !self.someone_was_in && target.contains(to) && !target.contains(from) {
            self.someone_was_in = true;
            self.progress[seat].skips = self.rules.first_in_skips;
        }
    }

    fn fold_out(&mut self, seat: Seat, why: OutReason) {
        let round = match why {
            OutReason::Stalled | OutReason::TimedOut => self.last_turn_round,
            OutReason::Resigned | OutReason::Left => self.round,
        };
        let in_camp = self.in_camp(seat);
        let bottom = self.seat_count() - self.out_count();
        self.position.marbles[seat] = HoleSet::EMPTY;
        self.progress[seat].standing = Standing::Out {
            why,
            round,
            in_camp,
        };
        self.progress[seat].place = Some(bottom);
        self.last_settled = (round, Finality::Out);
        self.yield_turn(seat);
    }

    fn fold_end(&mut self, places: &[Placed], reason: EndReason) {
        for placed in places {
            self.progress[placed.seat].place = Some(placed.place);
        }
        let (round, by) = match reason {
            EndReason::Places => self.last_settled,
            EndReason::Draw => (self.round, Finality::Finish),
            EndReason::RoundLimit => (self.last_turn_round, Finality::Finish),
        };
        self.end = Some(End { reason, round, by });
        self.on_turn = None;
    }

    /// A turn of whatever kind is complete; only an own act resets the time-outs.
    fn end_turn(&mut self, seat: Seat, own_act: bool) {
        let progress = &mut self.progress[seat];
        progress.turns += 1;
        if own_act {
            progress.timeouts = 0;
        }
        self.ply += 1;
        self.last_turn_round = self.round;
        self.advance(seat);
    }

    /// The seat plays no more: its turn goes on to the next, without having been one.
    fn yield_turn(&mut self, seat: Seat) {
        if self.on_turn == Some(seat) {
            self.advance(seat);
        }
    }

    /// Gives the turn to the next playing seat after this one.
    ///
    /// A round begins with the first playing seat at or after the one that started the game, so a
    /// new one begins whenever the turn comes past that point.
    fn advance(&mut self, after: Seat) {
        let rank = |seat: Seat| (seat.index() + Seat::COUNT - self.first.index()) % Seat::COUNT;
        let later = self
            .playing()
            .filter(|&seat| rank(seat) > rank(after))
            .min_by_key(|&s| rank(s));
        let next = later.or_else(|| self.playing().min_by_key(|&seat| rank(seat)));
        if later.is_none() {
            self.round += 1;
        }
        self.on_turn = next;
    }
}
