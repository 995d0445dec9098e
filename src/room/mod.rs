//! The `room` module.
