//! Passwords: argon2id, off the async threads, so many at a time as there are cores.

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

/// Where passwords are hashed.
#[derive(Clone, Debug)]
pub(super) struct Hasher {
    places: Arc<Semaphore>,
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
            places: Arc::new(Semaphore::new(cores)),
        }
    }

    /// The hash of a password, with a salt of its own. `None`: the system gives no salt.
    pub(super) async fn hash(&self, password: String) -> Option<String> {
        self.run(move || {
            Some(
                argon2()
                    .hash_password(password.as_bytes())
                    .ok()?
                    .to_string(),
            )
        })
        .await
        .flatten()
    }

    /// Whether the password has this hash. Without one, as for a name nobody has, the same work
    /// is done for nothing, so that the time tells nothing.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> bool {
        let verdict = self.run(move || match hash.as_deref().map(PasswordHash::new) {
            Some(Ok(hash)) => argon2().verify_password(password.as_bytes(), &hash).is_ok(),
            Some(Err(_)) | None => {
                drop(argon2().hash_password(password.as_bytes()));
                false
            }
        });
        verdict.await.unwrap_or(false)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let _place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
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
        );
        assert!(
            !hasher
                .verify("一二三四 Hunter".into(), Some(hash.clone()))
                .await
        );
        assert!(!hasher.verify("一二三四 hunter".into(), None).await);
        assert_ne!(
            hasher.hash("一二三四 hunter".into()).await.unwrap(),
            hash,
            "salted"
        );
    }

    #[test]
    fn lengths() {
        assert_eq!(check("1234567"), Err(PasswordError));
        assert_eq!(check("12345678"), Ok(()));
        assert_eq!(check(&"x".repeat(128)), Ok(()));
        assert_eq!(check(&"x".repeat(129)), Err(PasswordError));
    }
}
