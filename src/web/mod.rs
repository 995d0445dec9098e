//! The `web` module.
