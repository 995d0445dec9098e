//! The `auth` module.
