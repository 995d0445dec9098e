//! The clock of a game: a limit for each turn, or a time for the whole game with an increment.

use serde::{Deserialize, Serialize};

use crate::game::Millis;
use crate::rules::{BySeat, Seat};

/// Time for the whole game and what each move adds (RULES.md section 9, "Clock"), in draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MainClock {
    /// Seconds for each side, 0..=10800; with 0 there is an increment.
    pub main: u16,
    /// Seconds added by each move, 0..=180.
    pub increment: u16,
}

impl MainClock {
    /// The most of either (RULES.md section 9).
    pub const MOST: Self = Self {
        main: 180 * 60,
        increment: 180,
    };

    /// Whether a game can be played with it: with no main time the increment is what a move has.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        self.main <= Self::MOST.main
            && self.increment <= Self::MOST.increment
            && self.main + self.increment > 0
    }

    /// What a side begins with: the main time and one increment.
    #[must_use]
    pub fn start(self) -> Millis {
        Millis::from(self.main + self.increment) * 1_000
    }
}

/// What is left to each seat.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Time {
    /// So much for each turn.
    Turn(Millis),
    /// A main clock, and what is left on it at the beginning of the running turn.
    Main {
        clock: MainClock,
        left: BySeat<Millis>,
    },
}

impl Time {
    pub(super) fn begin(turn_limit: Millis, clock: Option<MainClock>) -> Self {
        match clock {
            None => Self::Turn(turn_limit),
            Some(clock) => Self::Main {
                clock,
                left: BySeat::from_fn(|_| clock.start()),
            },
        }
    }

    /// What a seat has for a turn that begins.
    pub(super) fn of(&self, seat: Seat) -> Millis {
        match self {
            Self::Turn(limit) => *limit,
            Self::Main { left, .. } => left[seat],
        }
    }

    /// A seat's turn took so long.
    pub(super) fn spend(&mut self, seat: Seat, took: Millis) {
        if let Self::Main { clock, left } = self {
            left[seat] = (left[seat] - took.max(0)).max(0) + Millis::from(clock.increment) * 1_000;
        }
    }

    pub(super) fn is_main(&self) -> bool {
        matches!(self, Self::Main { .. })
    }
}
