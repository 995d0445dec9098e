//! The `bot` module.
