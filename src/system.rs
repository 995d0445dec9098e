//! The ports a running process provides: its clock, and chance from the system.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use crate::game::Millis;
use crate::room::ports::{Clock, Ids};

/// The wall clock, held where it is when somebody sets it back: it never does, so deadlines and
/// ids stay in order.
#[derive(Debug, Default)]
pub struct SystemClock {
    latest: AtomicI64,
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.not_before(Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }
}

impl SystemClock {
    fn not_before(&self, now: Millis) -> Millis {
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
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
        use rand::Rng as _;
        rand::rng().next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_stands_until_it_has_caught_up() {
        let clock = SystemClock::default();
        let read = [5, 9, 3, 8, 10].map(|now| clock.not_before(now));
        assert_eq!(read, [5, 9, 9, 9, 10]);
    }

    #[test]
    fn ids_and_seeds_are_drawn_anew() {
        assert_ne!(SystemIds.id(), SystemIds.id());
        assert_ne!(SystemIds.seed(), SystemIds.seed());
    }
}
