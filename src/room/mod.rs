//! Rooms: seats, host, readiness and a game, as a pure state machine (`state.rs`, `decide/`,
//! `step.rs`); around it a thin shell (`actor/`, `registry.rs`) that stores events, sends
//! them and sets one timer.
//!
//! Knows neither SQL nor axum; what it needs from above stands in [`ports`].

mod actor;
mod decide;
mod directory;
pub mod lag;
mod load;
mod mailbox;
pub mod outbox;
pub mod ports;
pub mod registry;
mod state;
mod step;
mod view;

pub use decide::{Drawn, Input, Needs};
pub use state::{ANSWERS_KEPT, CorruptRoom, Occupant, Room};
pub use step::{IDLE_LIMIT, Step, day_of};
pub use view::hash_text;
