//! The hall around the rooms: the live list of open rooms, how many are online, and what
//! concerns one account alone.
//!
//! [`list`] is pure; [`Lobby`] is the thin shell that keeps subscribers and tells them, twice a
//! second at most, what became of each room since it last did. It knows neither SQL nor axum.

mod hall;
pub mod list;

pub use hall::{Lobby, WINDOW};
