//! Log-ins that fail: after a few, each next try on that name from that address waits longer.
//!
//! By name and address together: a stranger cannot lock somebody out of an account, and one
//! address that many people share is not punished for one of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::game::Millis;

/// Tries without a wait.
const FREE: u32 = 5;
/// The first wait; each next one is twice as long.
const FIRST_WAIT: Millis = 2_000;
/// The longest wait.
const LONGEST_WAIT: Millis = 15 * 60_000;
/// Failures are forgotten after so long without a try.
const FORGET: Millis = 60 * 60_000;
/// How many names and addresses are remembered.
const KEPT: usize = 50_000;

/// A name's key, and the address that tries it.
type Key = (String, IpAddr);

#[derive(Clone, Copy, Debug)]
struct Tries {
    count: u32,
    /// The next one may come then.
    next: Millis,
    last: Millis,
}

/// What has failed of late.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    tries: Mutex<HashMap<Key, Tries>>,
}

impl Throttle {
    /// Counts a try, before it is known to fail: a thousand at once are a thousand.
    ///
    /// # Errors
    /// Too early: after how many milliseconds another is let through.
    pub(super) fn attempt(&self, key: &Key, now: Millis) -> Result<(), Millis> {
        let mut tries = self.lock();
        if !tries.contains_key(key) {
            make_room(&mut tries, now);
        }
        let entry = tries.entry(key.clone()).or_insert(Tries {
            count: 0,
            next: now,
            last: now,
        });
        if now - entry.last >= FORGET {
            entry.count = 0;
            entry.next = now;
        }
        if now < entry.next {
            return Err(entry.next - now);
        }
        entry.count = entry.count.saturating_add(1);
        entry.next = now + wait_after(entry.count);
        entry.last = now;
        Ok(())
    }

    /// The password fitted: what failed before it is forgotten.
    pub(super) fn succeeded(&self, key: &Key) {
        self.lock().remove(key);
    }

    /// Forgets what is old.
    pub(super) fn sweep(&self, now: Millis) {
        let mut tries = self.lock();
        tries.retain(|_, entry| now - entry.last < FORGET);
        tries.shrink_to_fit();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Tries>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The wait after so many tries.
fn wait_after(count: u32) -> Millis {
    match count.checked_sub(FREE) {
        None => 0,
        Some(beyond) => (FIRST_WAIT << beyond.min(20)).min(LONGEST_WAIT),
    }
}

/// Keeps the map bounded; who tries from many addresses pushes out the oldest.
fn make_room(tries: &mut HashMap<Key, Tries>, now: Millis) {
    if tries.len() < KEPT {
        return;
    }
    tries.retain(|_, entry| now - entry.last < FORGET);
    if tries.len() < KEPT {
        return;
    }
    // An eighth at once, so that this is rare.
    let mut lasts: Vec<_> = tries.values().map(|entry| entry.last).collect();
    let (_, &mut oldest, _) = lasts.select_nth_unstable(KEPT / 8);
    let mut most = KEPT / 8;
    tries.retain(|_, entry| {
        let goes = most > 0 && entry.last <= oldest;
        most -= usize::from(goes);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn key(name: &str, address: u32) -> Key {
        (name.to_owned(), Ipv4Addr::from_bits(address).into())
    }

    #[test]
    fn waits_double_and_end_with_success() {
        let throttle = Throttle::default();
        let ming = key("ming", 1);
        for _ in 0..FREE {
            assert_eq!(throttle.attempt(&ming, 1_000), Ok(()));
        }
        assert_eq!(throttle.attempt(&ming, 1_000), Err(2_000));
        assert_eq!(
            throttle.attempt(&ming, 2_500),
            Err(500),
            "refused tries do not count"
        );
        assert_eq!(throttle.attempt(&ming, 3_000), Ok(()));
        assert_eq!(throttle.attempt(&ming, 3_000), Err(4_000));
        assert_eq!(
            throttle.attempt(&key("ming", 2), 3_000),
            Ok(()),
            "another address"
        );
        assert_eq!(
            throttle.attempt(&key("hong", 1), 3_000),
            Ok(()),
            "another name"
        );
        throttle.succeeded(&ming);
        assert_eq!(throttle.attempt(&ming, 3_000), Ok(()));
    }

    #[test]
    fn waits_have_an_end_and_failures_are_forgotten() {
        let throttle = Throttle::default();
        let ming = key("ming", 1);
        let mut now = 0;
        for _ in 0..100 {
            while let Err(wait) = throttle.attempt(&ming, now) {
                assert!(wait <= LONGEST_WAIT);
                now += wait;
            }
        }
        now += FORGET;
        for _ in 0..FREE {
            assert_eq!(throttle.attempt(&ming, now), Ok(()));
        }
        throttle.sweep(now + FORGET);
        assert!(throttle.lock().is_empty());
    }

    #[test]
    fn memory_is_bounded_and_the_newest_stay() {
        let throttle = Throttle::default();
        let all = u32::try_from(KEPT * 2).unwrap();
        for address in 0..all {
            throttle
                .attempt(&key("ming", address), Millis::from(address))
                .unwrap();
        }
        let tries = throttle.lock();
        assert!(tries.len() <= KEPT);
        assert!(tries.contains_key(&key("ming", all - 1)));
        assert!(!tries.contains_key(&key("ming", 0)));
    }
}
