//! The `protocol` module.
