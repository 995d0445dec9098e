//! The one integration binary: every test that needs more than one module of the crate.

mod floors;
mod protocol_examples;
mod room_actor;
mod simulation;
mod support;
