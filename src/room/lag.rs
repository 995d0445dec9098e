//! How long frames are on their way to one connection and back: asked with the transport's own
//! ping, told by its pong.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::Millis;

/// The most that is believed, in milliseconds (PROTOCOL.md, rule 8).
pub const MOST: Millis = 500;

#[derive(Debug, Default)]
struct Times {
    /// When the ping without an answer went out; 0: none is out.
    asked: AtomicI64,
    /// The last time there and back.
    measured: AtomicI64,
}

/// One connection's lag. Cheap to clone; 0 before the first measurement.
#[derive(Clone, Debug, Default)]
pub struct Lag(Arc<Times>);

impl Lag {
    /// A ping goes out now. One that is out already keeps its time.
    pub fn asked(&self, now: Millis) {
        // Only a value that is never read on its own: no ordering is needed.
        let _ = self.0.asked.compare_exchange(0, now, Relaxed, Relaxed);
    }

    /// A pong came now. One nobody asked for says nothing.
    pub fn heard(&self, now: Millis) {
        let asked = self.0.asked.swap(0, Relaxed);
        if asked != 0 {
            self.0.measured.store((now - asked).clamp(0, MOST), Relaxed);
        }
    }

    /// There and back, 0..=[`MOST`] milliseconds.
    #[must_use]
    pub fn millis(&self) -> Millis {
        self.0.measured.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answer_to_a_ping_measures_and_no_more_than_half_a_second() {
        let lag = Lag::default();
        lag.heard(1_000);
        assert_eq!(lag.millis(), 0);
        lag.asked(1_000);
        lag.asked(1_100);
        lag.heard(1_180);
        assert_eq!(lag.millis(), 180);
        lag.heard(9_000);
        assert_eq!(lag.millis(), 180);
        lag.asked(10_000);
        lag.heard(13_000);
        assert_eq!(lag.millis(), MOST);
    }
}
