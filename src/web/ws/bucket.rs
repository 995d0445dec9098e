//! A token bucket and a count of strikes, for one connection.

use crate::game::Millis;

/// Frames a connection may send: 20 a second, 60 at once.
pub(super) const FRAMES: Quota = Quota {
    every: 50,
    burst: 60,
};

/// How a bucket fills.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quota {
    /// Milliseconds a token.
    pub(super) every: Millis,
    /// Tokens in a full bucket.
    pub(super) burst: Millis,
}

/// A token bucket, kept as the instant at which it will be full (GCRA).
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    quota: Quota,
    full_at: Millis,
}

impl Bucket {
    pub(super) fn new(quota: Quota) -> Self {
        Self {
            quota,
            full_at: Millis::MIN,
        }
    }

    /// Takes a token.
    ///
    /// # Errors
    /// There is none: after how many milliseconds there will be.
    pub(super) fn take(&mut self, now: Millis) -> Result<(), u32> {
        let full_at = self.full_at.max(now) + self.quota.every;
        let late = full_at - now - self.quota.burst * self.quota.every;
        if late > 0 {
            return Err(u32::try_from(late).unwrap_or(u32::MAX));
        }
        self.full_at = full_at;
        Ok(())
    }
}

/// Faults, each forgiven by a frame without one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strikes(u32);

impl Strikes {
    /// One more; whether it is the last.
    pub(super) fn strike(&mut self, most: u32) -> bool {
        self.0 += 1;
        self.0 >= most
    }

    /// One is forgiven.
    pub(super) fn forgive(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_steady_rate() {
        let mut bucket = Bucket::new(FRAMES);
        let now = 1_000_000;
        assert!((0..60).all(|_| bucket.take(now).is_ok()));
        assert_eq!(bucket.take(now), Err(50));
        assert_eq!(bucket.take(now + 49), Err(1));
        assert_eq!(bucket.take(now + 50), Ok(()));
        assert_eq!(bucket.take(now + 50), Err(50));
        assert!((1..100).all(|n| bucket.take(now + 50 + 50 * n).is_ok()));
    }

    #[test]
    fn strikes_add_up_unless_they_are_forgiven() {
        let mut strikes = Strikes::default();
        assert!(!strikes.strike(3));
        assert!(!strikes.strike(3));
        strikes.forgive();
        assert!(!strikes.strike(3));
        assert!(strikes.strike(3));
    }
}
