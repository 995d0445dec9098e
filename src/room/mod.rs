//! Rooms: seats, host, readiness and a game, as a pure state machine in `room.rs`; around it
//! a thin shell (`actor.rs`, `registry.rs`) that stores events, sends them and sets one timer.
//!
//! Knows neither SQL nor axum; what it needs from above stands in [`ports`].

pub mod outbox;
pub mod ports;
pub mod registry;
