//! Programs that play: functions of a game and a seed to a move.
//!
//! They read no clock and know no rooms. [`greedy`] answers at once and never looks ahead.

mod exodus;
pub mod greedy;
mod matching;
