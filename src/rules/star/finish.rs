//! Filling the target, places, and the end of the game (RULES.md section 3).

use super::board;
use super::event::{EndReason, Event, Placed};
use super::game::{Game, Standing};
use super::rule_set::{BlockedTarget, EndRule, ROUND_LIMIT, RankBy};
use super::turn::Decision;
use crate::rules::Seat;

/// The places of the two teams.
const WINNING_TEAM: u8 = 1;
pub(super) const LOSING_TEAM: u8 = 2;

impl Game {
    /// How many seats take part.
    #[expect(clippy::cast_possible_truncation, reason = "there are six seats")]
    pub(super) fn seat_count(&self) -> u8 {
        self.order.len() as u8
    }

    /// Whether the seat's target is filled in the sense of the rule set.
    pub(super) fn fills_target(&self, seat: Seat) -> bool {
        let target = board::target(self.rules.army, seat);
        let own = self.marbles(seat) & target;
        if own == target {
            return true;
        }
        self.rules.blocked_target == BlockedTarget::OccupiedCounts
            && 2 * own.len() > target.len()
            && target.is_subset(self.position.all_marbles())
            && self.order.iter().all(|&other| {
                other == seat || target.is_disjoint(self.marbles(other)) || self.is_late(other)
            })
    }

    /// The place of a seat that finishes by the last act.
    pub(super) fn finishing_place(&self, seat: Seat) -> u8 {
        if self.has_teams() {
            return self.team_place(seat);
        }
        match self.rules.rank_by {
            RankBy::FinishOrder => self.finished_count() + 1,
            RankBy::Turns => self.finishers(|round| round < self.last_act_round) + 1,
        }
    }

    /// The place of the seat's team if the game ended now: shared while no team has won.
    fn team_place(&self, seat: Seat) -> u8 {
        match self.winning_team() {
            Some(team) if self.team(seat) != Some(team) => LOSING_TEAM,
            _ => WINNING_TEAM,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are six seats")]
    fn finishers(&self, when: impl Fn(u16) -> bool) -> u8 {
        let counts = |seat: &&Seat| match self.progress[**seat].standing {
            Standing::Finished { round } => when(round),
            _ => false,
        };
        self.order.iter().filter(counts).count() as u8
    }

    /// Whether places by count of turns make the game wait for the end of the running round.
    pub(super) fn must_play_out_round(&self) -> bool {
        self.rules.rank_by == RankBy::Turns && self.finishers(|round| round == self.round) > 0
    }

    pub(super) const fn has_reached_round_limit(&self) -> bool {
        self.round > ROUND_LIMIT
    }

    /// Why the game is over in this state, if it is.
    fn end_test(&self) -> Option<EndReason> {
        let decided = self.winning_team().is_some()
            || self.playing().nth(1).is_none()
            || (self.rules.end == EndRule::FirstWinner && self.finished_count() > 0);
        if decided && !self.must_play_out_round() {
            Some(EndReason::Places)
        } else if self.has_reached_round_limit() {
            Some(EndReason::RoundLimit)
        } else {
            None
        }
    }

    /// The places if the game ended now: seats still playing share the best one still free; of two
    /// teams the winning one has the first and the other the second.
    pub(super) fn final_places(&self) -> Vec<Placed> {
        let best_free = self.finished_count() + 1;
        let mut places: Vec<Placed> = self
            .order
            .iter()
            .map(|&seat| Placed {
                seat,
                place: if self.has_teams() {
                    self.team_place(seat)
                } else {
                    self.place(seat).unwrap_or(best_free)
                },
            })
            .collect();
        places.sort_by_key(|placed| placed.place);
        places
    }
}

impl Decision {
    /// Lets every seat finish whose target is filled: the mover first, then in turn order.
    pub(super) fn finish(&mut self, mover: Seat) {
        let order = self.game.order.clone();
        let at = order.iter().position(|&seat| seat == mover).unwrap_or(0);
        for &seat in order[at..].iter().chain(&order[..at]) {
            if self.game.is_playing(seat) && self.game.fills_target(seat) {
                let place = self.game.finishing_place(seat);
                self.emit(Event::Finished { seat, place });
            }
        }
    }

    /// Ends the game if it is over, or puts the question whether to go on.
    pub(super) fn conclude(&mut self) {
        if let Some(reason) = self.game.end_test() {
            self.end(reason);
        } else if self.game.must_ask() {
            self.emit(Event::PlayOnAsked {});
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, reason: EndReason) {
        let places = self.game.final_places();
        self.emit(Event::Ended {
            places,
            reason,
            seed: None,
        });
    }
}

#[cfg(test)]
#[path = "finish_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "item_finish_tests.rs"]
mod item_finish_tests;
