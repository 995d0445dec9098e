//! The `store` module.
