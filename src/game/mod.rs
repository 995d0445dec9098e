//! The `game` module.
