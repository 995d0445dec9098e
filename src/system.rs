//! The ports a running process provides: its clock, and chance from the system.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::Rng as _;
use uuid::Uuid;

use crate::game::Millis;
use crate::room::ports::{Clock, Ids};

/// The wall clock, but it never steps back. When the wall clock is set forward it follows; when
/// that is set back, time goes on from where it was, at the pace of the monotonic clock.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
    /// What the wall clock showed at `start`, by its furthest reading.
    base: AtomicI64,
}

impl SystemClock {
    /// A clock that begins with the wall clock's time.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            base: AtomicI64::new(Millis::MIN),
        }
    }

    /// The time, when `wall` is what the wall clock shows `elapsed` after the start.
    fn at(&self, wall: Millis, elapsed: Millis) -> Millis {
        let base = wall - elapsed;
        self.base.fetch_max(base, Ordering::Relaxed).max(base) + elapsed
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn now(&self) -> Millis {
        let millis = |span: Duration| Millis::try_from(span.as_millis()).unwrap_or(Millis::MAX);
        let elapsed = millis(self.start.elapsed());
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        self.at(millis(wall), elapsed)
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
        let clock = SystemClock::new();
        assert_eq!(clock.at(1_000, 0), 1_000);
        assert_eq!(clock.at(1_010, 10), 1_010);
        assert_eq!(clock.at(5_020, 20), 5_020, "set forward");
        assert_eq!(clock.at(1_030, 30), 5_030, "set back");
        assert_eq!(clock.at(5_040, 40), 5_040);
    }

    #[test]
    fn ids_and_seeds_are_drawn_anew() {
        assert_ne!(SystemIds.id(), SystemIds.id());
        assert_ne!(SystemIds.seed(), SystemIds.seed());
    }
}
