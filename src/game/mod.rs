//! One game of either family: the rules with players, a clock, draw offers and points around them.
//!
//! Pure: a command and the time go in, events come out, and the state is their fold. Knows
//! neither sockets nor SQL.

pub mod chance;
mod decide;
mod event;
pub mod family;
mod offers;
pub mod pdn;
pub mod play;
pub mod record;
mod score;
mod settings;
mod state;
#[cfg(test)]
mod testing;
mod time;
mod verify;

pub use decide::{Act, ActError};
pub use event::{Event, GameEvent, Player, ResumeReason, SeatScore};
pub use family::{EndReason, Family, Preset, Rules};
pub use play::Play;
pub use settings::{Settings, SettingsError};
pub use state::{CorruptGame, Ended, Game, LAG_QUOTA, Offer};
pub use time::MainClock;
pub use verify::{Audit, AuditError, verify};

/// An instant (since the Unix epoch) or a span of time, in milliseconds.
pub type Millis = i64;
