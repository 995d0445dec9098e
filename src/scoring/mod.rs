//! Points (積分) and titles (等級): what a finished game is worth (RULES.md section 8).
//!
//! Pure functions of a result; they know neither rooms nor stores. [`score`] is for the star,
//! [`draughts::score`] for draughts; both families share the levels and the formula for two.
//!
//! ```
//! use tiaoqi::rules::{Finality, Seat, star::Hop};
//! use tiaoqi::scoring::{Farm, GameResult, Level, Mode, SeatResult, score};
//!
//! let seat = |n, level, place| SeatResult {
//!     seat: Seat::ALL[n],
//!     team: None,
//!     level: Level::new(level).expect("1..=25"),
//!     place,
//!     finished: place == 1,
//!     out: None,
//!     in_camp: if place == 1 { 10 } else { 7 },
//!     round: 31,
//!     by: Finality::Finish,
//! };
//! let seats = vec![seat(0, 5, 1), seat(3, 8, 2)];
//! let result =
//!     GameResult { mode: Mode::Duel, hop: Hop::Short, draw: false, seats, farm: Farm::Whole };
//! let scores = score(&result)?;
//! assert_eq!((scores[0].points, scores[1].points), (28, -28 + 7));
//! # Ok::<(), tiaoqi::scoring::ScoreError>(())
//! ```

pub mod draughts;
mod level;
mod star;
mod steps;

pub use crate::rules::star::Team;
pub use level::{Level, LevelError, level_of};
pub use star::{GameResult, Mode, ScoreError, SeatResult, score};
pub use steps::{Farm, FarmError, Parts, Score};
