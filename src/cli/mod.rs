//! The `cli` module.
