//! The ports a running process provides: its clock, and chance from the system.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::Rng as _;
use uuid::Uuid;

use crate::game::Millis;
use crate::room::ports::{Clock, Ids};

/// A wall clock set forward by more than this has leapt; less is its drift.
const STEP: Millis = 500;
/// A clock that is to be read every half second and was not for longer than this stood still
/// with the process.
const STANDSTILL: Millis = 2_000;

/// The wall clock, but it never steps back. When the wall clock is set forward it follows; when
/// that is set back, time goes on from where it was, at the pace of the monotonic clock.
///
/// What it leaps by is counted ([`Clock::leapt`]): steps forward, among them the time a machine
/// was suspended, and, once [`SystemClock::beat`] is called regularly, the time the process was
/// stopped.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
    reading: Mutex<Reading>,
}

#[derive(Debug, Default)]
struct Reading {
    /// What the wall clock showed at the start, by its furthest reading.
    base: Option<Millis>,
    /// When it last beat, in milliseconds from the start.
    beat: Option<Millis>,
    leapt: Millis,
}

impl Reading {
    /// The time, when `wall` is what the wall clock shows `elapsed` after the start.
    fn at(&mut self, wall: Millis, elapsed: Millis) -> Millis {
        let seen = wall - elapsed;
        let base = self.base.get_or_insert(seen);
        let step = seen - *base;
        if step > 0 {
            *base = seen;
        }
        if step > STEP {
            self.leapt += step;
        }
        if let Some(beat) = &mut self.beat
            && elapsed - *beat > STANDSTILL
        {
            self.leapt += elapsed - *beat;
            *beat = elapsed;
        }
        *base + elapsed
    }
}

impl SystemClock {
    /// A clock that begins with the wall clock's time.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            reading: Mutex::default(),
        }
    }

    /// To be called every half second: by its absence the clock knows that the process was stopped.
    pub fn beat(&self) {
        self.read(|reading, _, elapsed| reading.beat = Some(elapsed));
    }

    /// The clock read, and what is made of the reading.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn read<T>(&self, make: impl FnOnce(&mut Reading, Millis, Millis) -> T) -> T {
        let millis = |span: Duration| Millis::try_from(span.as_millis()).unwrap_or(Millis::MAX);
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = millis(self.start.elapsed());
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let now = reading.at(millis(wall), elapsed);
        make(&mut reading, now, elapsed)
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        self.read(|_, now, _| now)
    }

    fn leapt(&self) -> Millis {
        self.read(|reading, _, _| reading.leapt)
    }
}

/// Ids and seeds from the system's source of chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl Ids for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "this is where ids are drawn")]
    fn id(&self) -> Uuid {
        Uuid::now_v7()
    }

    #[expect(clippy::disallowed_methods, reason = "this is where seeds are drawn")]
    fn seed(&self) -> u64 {
        rand::rng().next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_follows_forward_and_never_steps_back() {
        let mut reading = Reading::default();
        assert_eq!(reading.at(1_000, 0), 1_000);
        assert_eq!(reading.at(1_010, 10), 1_010);
        assert_eq!(reading.at(5_020, 20), 5_020, "set forward");
        assert_eq!(reading.at(1_030, 30), 5_030, "set back");
        assert_eq!(reading.at(5_040, 40), 5_040);
    }

    #[test]
    fn a_clock_counts_its_leaps_once_and_leaves_out_drift() {
        let mut reading = Reading::default();
        for (wall, elapsed, leapt) in [
            (1_000, 0, 0),
            (1_400, 0, 0),
            (61_400, 0, 60_000),
            (61_500, 100, 60_000),
            (1_600, 200, 60_000),
            (61_700, 300, 60_000),
            // Nobody has promised to read it.
            (71_400, 10_000, 60_000),
        ] {
            reading.at(wall, elapsed);
            assert_eq!(reading.leapt, leapt, "at {elapsed}");
        }
        reading.beat = Some(10_000);
        for (elapsed, leapt) in [(12_000, 60_000), (15_000, 65_000), (16_900, 65_000)] {
            reading.at(61_400 + elapsed, elapsed);
            assert_eq!(reading.leapt, leapt, "at {elapsed}");
        }
    }

    #[test]
    fn ids_and_seeds_are_drawn_anew() {
        assert_ne!(SystemIds.id(), SystemIds.id());
        assert_ne!(SystemIds.seed(), SystemIds.seed());
    }
}
