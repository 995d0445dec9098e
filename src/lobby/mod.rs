//! The `lobby` module.
