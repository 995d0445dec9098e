//! The `rules` module.
