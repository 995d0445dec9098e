//! One game: the rules with players, a turn clock, draw offers and points around them.
//!
//! Pure: a command and the time go in, events come out, and the state is their fold. Knows
//! neither sockets nor SQL.

pub mod chance;
mod decide;
mod event;
mod offers;
pub mod record;
mod score;
mod settings;
mod state;
#[cfg(test)]
mod testing;
mod verify;

pub use decide::{Act, ActError};
pub use event::{Event, GameEvent, Player, ResumeReason, SeatScore};
pub use settings::{Settings, SettingsError};
pub use state::{CorruptGame, Ended, Game, Offer};
pub use verify::{Audit, AuditError, verify};

/// An instant (since the Unix epoch) or a span of time, in milliseconds.
pub type Millis = i64;
