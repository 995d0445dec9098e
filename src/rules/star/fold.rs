//! How events change a game: the only way its state changes.

use std::fmt;

use arrayvec::ArrayVec;

use super::ask::Ask;
use super::board;
use super::event::{EndReason, Event, PassReason, Placed};
use super::finish::LOSING_TEAM;
use super::game::{End, Game, Standing};
use super::hole::Hole;
use super::items::Acting;
use super::movegen::MoveKind;
use super::rule_set::TIMEOUTS_UNTIL_OUT;
use super::set::HoleSet;
use super::thing::Thing;
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
        let acts = |seat| {
            ensure(self.on_turn == Some(seat), "the seat is not on turn")?;
            ensure(self.asking().is_none(), "an act while all are asked")
        };
        let plays = |seat| ensure(self.is_playing(seat), "a seat that does not play");
        let expires = matches!(event, Event::ItemExpired { .. });
        ensure(
            expires == self.expired_thing().is_some(),
            "a thing vanished at a wrong time",
        )?;
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
                    self.marbles(seat).contains(from)
                        && self.power().is_none_or(|power| power.marble == from),
                    "no own marble that may act where the move begins",
                )?;
                ensure(
                    match (kind, self.position.owner(to)) {
                        (MoveKind::Move, _) => !self.position.occupied().contains(to),
                        (MoveKind::Swap, owner) => owner.is_some_and(|owner| owner != seat),
                    },
                    "the hole where the move ends is not as it says",
                )
            }
            Event::Passed { seat, why } => {
                acts(seat)?;
                let declines = self.power().is_some_and(|power| power.acted);
                ensure(
                    declines || why != PassReason::Declined,
                    "a second act declined that was not offered",
                )
            }
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
                ensure(self.must_skip(seat), "a turn skipped for no reason")
            }
            Event::ItemUsed {
                seat,
                ref what,
                ref result,
            } => {
                acts(seat)?;
                ensure(
                    self.fits_use(seat, what, result),
                    "an item does not do what it did",
                )
            }
            Event::ItemExpired { seat, item, hole } => {
                let gone = |thing: Thing| (thing.seat, thing.item, thing.hole);
                ensure(
                    self.expired_thing().map(gone) == Some((seat, item, hole)),
                    "another thing should have vanished",
                )
            }
            Event::Finished { seat, place } => {
                plays(seat)?;
                ensure(
                    place == self.finishing_place(seat),
                    "a seat finished with a wrong place",
                )
            }
            Event::Out { seat, .. } | Event::Warned { seat, .. } => plays(seat),
            Event::PlayOnAsked {} => ensure(self.must_ask(), "asked without need"),
            Event::PlayOnAnswered { seat, .. } => {
                ensure(self.may_answer(seat), "an answer without a question")
            }
            Event::Ended {
                ref places, reason, ..
            } => {
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
                    self.count_act(seat, true);
                    self.act_done(seat, to);
                }
            }
            Event::Passed { seat, why } => {
                self.count_act(seat, why != PassReason::Blocked);
                self.complete_turn(seat);
            }
            Event::TurnExpired { seat, count } => {
                self.progress[seat].timeouts = count;
                self.count_act(seat, false);
                self.complete_turn(seat);
            }
            Event::TurnSkipped { seat } => {
                self.progress[seat].skips = false;
                self.count_act(seat, false);
                self.complete_turn(seat);
            }
            Event::ItemUsed {
                seat,
                ref what,
                ref result,
            } => self.fold_item(seat, what, result),
            Event::ItemExpired { hole, .. } => self.remove_thing(hole),
            Event::Finished { seat, place } => self.fold_finish(seat, place),
            Event::Out { seat, why, .. } => self.fold_out(seat, why),
            Event::Warned { .. } => {}
            Event::PlayOnAsked {} => {
                self.ask = Ask::Put {
                    agreed: ArrayVec::new(),
                }
            }
            Event::PlayOnAnswered { seat, yes } => self.fold_answer(seat, yes),
            Event::Ended {
                ref places, reason, ..
            } => self.fold_end(places, reason),
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

    fn fold_finish(&mut self, seat: Seat, place: u8) {
        let round = self.last_act_round;
        // A finish after the first act of a power marble ends the turn, whoever finished.
        if let (Some(mover), Some(_)) = (self.on_turn, self.acting.power) {
            self.complete_turn(mover);
        }
        self.progress[seat].standing = Standing::Finished { round };
        self.progress[seat].place = Some(place);
        self.last_settled = (round, Finality::Finish);
        self.yield_turn(seat);
    }

    fn fold_out(&mut self, seat: Seat, why: OutReason) {
        let round = match why {
            OutReason::Stalled | OutReason::TimedOut => self.last_act_round,
            OutReason::Resigned | OutReason::Left | OutReason::Flag => self.round,
        };
        let in_camp = self.in_camp(seat);
        let bottom = if self.has_teams() {
            LOSING_TEAM
        } else {
            self.seat_count() - self.out_count()
        };
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
        let by_sum = self.has_teams() && self.playing().count() == self.order.len();
        let (round, by) = match reason {
            EndReason::Places if by_sum => (self.last_act_round, Finality::Finish),
            EndReason::Places => self.last_settled,
            EndReason::Draw => (self.round, Finality::Finish),
            EndReason::RoundLimit => (self.last_act_round, Finality::Finish),
        };
        self.end = Some(End { reason, round, by });
        self.on_turn = None;
    }

    /// An act of whatever kind is done; only an own one resets the time-outs.
    pub(super) fn count_act(&mut self, seat: Seat, own_act: bool) {
        if own_act {
            self.progress[seat].timeouts = 0;
        }
        self.ply += 1;
        self.last_act_round = self.round;
        self.last_actor = seat;
    }

    /// A turn of whatever kind is complete.
    pub(super) fn complete_turn(&mut self, seat: Seat) {
        self.progress[seat].turns += 1;
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
        self.acting = Acting::default();
        if let Some(next) = next {
            self.count_things_down(after, next);
        }
    }
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
