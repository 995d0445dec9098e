//! Who somebody is: guests at once, accounts with a name and a password, and their sessions.
//!
//! A session is a token of 256 random bits that only the client has; the store has its SHA-256.
//! Knows the store and no axum: the floor above turns tokens into cookies.

mod guest;
mod name;
mod password;
mod sessions;
#[cfg(test)]
mod tests;
mod throttle;
mod token;

pub use guest::Tongue;
pub use name::{Name, NameError};
pub use password::PasswordError;
pub use sessions::{Auth, AuthError, GUEST_LIFE, LIFE, Session};
pub use token::{Token, session_hash};
