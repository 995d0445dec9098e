//! Teams (組隊, RULES.md section 5): who belongs together, and which team has won.

use serde::{Deserialize, Serialize};

use super::game::Game;
use crate::rules::Seat;

/// Marbles of a team in its members' own targets that win a game of two against two.
const GOAL_2V2: u8 = 15;

/// The same of three against three.
const GOAL_3V3: u8 = 23;

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Team {
    A,
    B,
}

impl Team {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The team of the seat at this place in turn order, counted from 0: they alternate.
    pub const fn at(place_in_turn_order: usize) -> Self {
        if place_in_turn_order.is_multiple_of(2) {
            Self::A
        } else {
            Self::B
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl Game {
    /// Whether two teams play.
    pub const fn has_teams(&self) -> bool {
        self.extras.teams
    }

    /// The seat's team; none where everybody plays alone.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        let at = self.order.iter().position(|&other| other == seat)?;
        self.extras.teams.then(|| Team::at(at))
    }

    /// The members of a team in turn order; none where everybody plays alone.
    pub fn members(&self, team: Team) -> impl Iterator<Item = Seat> {
        self.order
            .iter()
            .copied()
            .filter(move |&seat| self.team(seat) == Some(team))
    }

    /// How many marbles of the team stand in their own targets.
    pub fn team_in_camp(&self, team: Team) -> u8 {
        self.members(team).map(|seat| self.in_camp(seat)).sum()
    }

    /// How many must, for the team to win by its sum; none where everybody plays alone.
    pub fn team_goal(&self) -> Option<u8> {
        let goal = if self.order.len() == 4 {
            GOAL_2V2
        } else {
            GOAL_3V3
        };
        self.extras.teams.then_some(goal)
    }

    /// The team that has won in this state. A member out loses at once; where one act makes both
    /// teams win, the team of who acted does.
    pub(super) fn winning_team(&self) -> Option<Team> {
        let mover = self.team(self.last_actor)?;
        let lost = |team: Team| self.members(team).any(|seat| self.out(seat).is_some());
        let reached = |team: Team| {
            self.members(team)
                .any(|seat| self.is_finished(seat) || self.fills_target(seat))
                || self
                    .team_goal()
                    .is_some_and(|goal| self.team_in_camp(team) >= goal)
        };
        let teams = [mover, mover.other()];
        let loser = teams.into_iter().find(|&team| lost(team));
        match loser {
            Some(team) => Some(team.other()),
            None => teams.into_iter().find(|&team| reached(team)),
        }
    }
}

#[cfg(test)]
#[path = "team_tests.rs"]
mod tests;
