//! The one integration binary: every test that needs more than one module of the crate.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod floors;
mod protocol_examples;
mod room_actor;
mod room_core;
mod simulation;
mod support;
