//! The one integration binary: every test that needs more than one module of the crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod books;
mod flood;
mod floors;
mod fuzz;
mod history;
mod kill;
mod process;
mod protocol_examples;
mod proxy;
mod raw;
mod room_actor;
mod room_core;
mod room_draughts;
mod simulation;
mod stopped;
mod support;
mod sweep;
mod tables;
