//! How often somebody may ask: token buckets by account, and by address where nobody is known yet.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio_util::sync::CancellationToken;

use crate::config::ServeArgs;
use crate::protocol::UserId;
use crate::web::origin::Address;

/// Commands an account may send a second in the long run, over all its connections.
const COMMANDS_PER_SECOND: u32 = 40;
/// Commands at once.
const COMMANDS_BURST: u32 = 120;
/// Rooms an account may make a minute.
const ROOMS_PER_MINUTE: u32 = 10;
/// Rooms one address may look up a second in the long run: codes are not to be guessed.
const LOOKUPS_PER_SECOND: u32 = 5;
/// Look-ups at once.
const LOOKUPS_BURST: u32 = 100;
/// Files an account may have read a minute.
const FILES_PER_MINUTE: u32 = 20;
/// How often buckets that are full again are thrown away.
const SWEEP: Duration = Duration::from_secs(60);

/// Buckets of one kind, by key. What is full again is forgotten, so memory follows use.
pub(super) struct Buckets<K: Hash + Eq + Clone>(DefaultKeyedRateLimiter<K>);

impl<K: Hash + Eq + Clone> Buckets<K> {
    fn new(quota: Quota) -> Self {
        Self(RateLimiter::keyed(quota))
    }

    /// Takes a token.
    ///
    /// # Errors
    /// There is none: after how many milliseconds there will be.
    pub(super) fn take(&self, key: &K) -> Result<(), u32> {
        self.0.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1)
        })
    }

    fn sweep(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// All limits that outlive a connection. Cheap to clone.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    commands: Buckets<UserId>,
    rooms: Buckets<UserId>,
    files: Buckets<UserId>,
    lookups: Buckets<Address>,
    accounts: Buckets<Address>,
    logins: Buckets<Address>,
}

impl Limits {
    /// The settings' limits.
    #[must_use]
    pub fn new(args: &ServeArgs) -> Self {
        let count = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self(Arc::new(Inner {
            commands: Buckets::new(
                Quota::per_second(count(COMMANDS_PER_SECOND)).allow_burst(count(COMMANDS_BURST)),
            ),
            rooms: Buckets::new(Quota::per_minute(count(ROOMS_PER_MINUTE))),
            files: Buckets::new(Quota::per_minute(count(FILES_PER_MINUTE))),
            lookups: Buckets::new(
                Quota::per_second(count(LOOKUPS_PER_SECOND)).allow_burst(count(LOOKUPS_BURST)),
            ),
            accounts: Buckets::new(Quota::per_hour(count(args.accounts_per_hour))),
            logins: Buckets::new(Quota::per_minute(count(args.logins_per_minute))),
        }))
    }

    /// Commands, by account.
    pub(super) fn commands(&self) -> &Buckets<UserId> {
        &self.0.commands
    }

    /// Rooms made, by account.
    pub(super) fn rooms(&self) -> &Buckets<UserId> {
        &self.0.rooms
    }

    /// Files read, by account.
    pub(super) fn files(&self) -> &Buckets<UserId> {
        &self.0.files
    }

    /// Rooms looked up, by address.
    pub(super) fn lookups(&self) -> &Buckets<Address> {
        &self.0.lookups
    }

    /// Guests and accounts made, by address.
    pub(super) fn accounts(&self) -> &Buckets<Address> {
        &self.0.accounts
    }

    /// Attempts to log in, by address.
    pub(super) fn logins(&self) -> &Buckets<Address> {
        &self.0.logins
    }

    /// Throws full buckets away, until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        while stop
            .run_until_cancelled(tokio::time::sleep(SWEEP))
            .await
            .is_some()
        {
            self.0.commands.sweep();
            self.0.rooms.sweep();
            self.0.files.sweep();
            self.0.lookups.sweep();
            self.0.accounts.sweep();
            self.0.logins.sweep();
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Limits")
    }
}
