//! The `scoring` module.
