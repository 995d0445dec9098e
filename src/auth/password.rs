//! Passwords: argon2id, off the async threads, so many at a time as there are cores. Few more may
//! wait: whoever comes then is told to come again.

use std::fmt;
use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// The shortest and the longest password, in bytes.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// The password's length is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordError;

impl PasswordError {
    /// A stable code; the client has words for it (`bad.<code>`) in every language.
    pub const fn code(self) -> &'static str {
        "password_length"
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a password has 8 to 128 bytes")
    }
}

impl std::error::Error for PasswordError {}

/// Whether a password may be set.
pub(super) fn check(password: &str) -> Result<(), PasswordError> {
    if LENGTH.contains(&password.len()) {
        Ok(())
    } else {
        Err(PasswordError)
    }
}

/// How many may wait for a core: about a second's work.
const WAITING: usize = 32;

/// Why a password was not worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HashError {
    /// Too many wait.
    Busy,
    /// The system gives no salt, or the work was broken off.
    Failed,
}

/// Where passwords are hashed.
#[derive(Clone, Debug)]
pub(super) struct Hasher {
    queue: Arc<Semaphore>,
    cores: Arc<Semaphore>,
}

/// 19 MiB, two passes, one lane (the least OWASP names for argon2id).
fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("constant parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

impl Hasher {
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            queue: Arc::new(Semaphore::new(cores + WAITING)),
            cores: Arc::new(Semaphore::new(cores)),
        }
    }

    /// The hash of a password, with a salt of its own.
    pub(super) async fn hash(&self, password: String) -> Result<String, HashError> {
        let hash = self.run(move || argon2().hash_password(password.as_bytes()));
        let hash = hash.await?.map_err(|_| HashError::Failed)?;
        Ok(hash.to_string())
    }

    /// Whether the password has this hash. Without one, as for a name nobody has, the same work
    /// is done for nothing, so that the time tells nothing.
    pub(super) async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, HashError> {
        self.run(move || match hash.as_deref().map(PasswordHash::new) {
            Some(Ok(hash)) => argon2().verify_password(password.as_bytes(), &hash).is_ok(),
            Some(Err(_)) | None => {
                drop(argon2().hash_password(password.as_bytes()));
                false
            }
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let queue = Arc::clone(&self.queue);
        let place = queue.try_acquire_owned().map_err(|_| HashError::Busy)?;
        let core = Arc::clone(&self.cores).acquire_owned().await;
        let core = core.map_err(|_| HashError::Failed)?;
        // The work goes on when nobody waits for it any more, and so holds its core itself.
        let work = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((core, place));
            done
        });
        work.await.map_err(|_| HashError::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_names_its_parameters_and_fits_its_password_only() {
        let hasher = Hasher::new();
        let hash = hasher.hash("一二三四 hunter".into()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        assert!(
            hasher
                .verify("一二三四 hunter".into(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("一二三四 Hunter".into(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(!hasher.verify("一二三四 hunter".into(), None).await.unwrap());
        assert_ne!(
            hasher.hash("一二三四 hunter".into()).await.unwrap(),
            hash,
            "salted"
        );
    }

    #[tokio::test]
    async fn a_crowd_is_told_to_come_again() {
        let hasher = Hasher::new();
        let all = (0..400).map(|_| hasher.verify("hunter22".into(), None));
        let answers = futures_util::future::join_all(all).await;
        let busy = answers
            .iter()
            .filter(|answer| **answer == Err(HashError::Busy));
        assert!((1..400).contains(&busy.count()));
        assert_eq!(hasher.verify("hunter22".into(), None).await, Ok(false));
    }

    #[test]
    fn lengths() {
        assert_eq!(check("1234567"), Err(PasswordError));
        assert_eq!(check("12345678"), Ok(()));
        assert_eq!(check(&"x".repeat(128)), Ok(()));
        assert_eq!(check(&"x".repeat(129)), Err(PasswordError));
    }
}
