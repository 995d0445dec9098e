//! The one integration binary: every test that needs more than one module of the crate.

mod books;
mod flood;
mod floors;
mod history;
mod kill;
mod process;
mod protocol_examples;
mod proxy;
mod raw;
mod room_actor;
mod simulation;
mod support;
mod tables;
