//! Session tokens.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::room::ports::Ids;
use crate::store::SessionHash;

/// A session's secret: 256 random bits in 64 hex digits. It goes to the client and nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A new token.
    pub(super) fn draw(ids: &dyn Ids) -> Self {
        Self((0..4).map(|_| format!("{:016x}", ids.seed())).collect())
    }

    /// The token as it goes into a cookie.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What names the session of a token in the store; `None` for what cannot be a token.
#[must_use]
pub fn session_hash(token: &str) -> Option<SessionHash> {
    let is_token = token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then(|| SessionHash(Sha256::digest(token.as_bytes()).into()))
}
