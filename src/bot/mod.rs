//! Programs that play: functions of a game and a seed to a move.
//!
//! They read no clock and know no rooms. [`greedy`] answers at once and never looks ahead; [`decide`]
//! plays with it through everything that a turn can be.

mod choice;
pub mod draughts;
mod exodus;
pub mod greedy;
mod matching;

pub use choice::{Choice, decide};
