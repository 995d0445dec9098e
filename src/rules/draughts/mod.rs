//! International draughts on 10x10 (國際跳棋): the board, the moves, the rule sets, one
//! play-through of a game, and its notation.
//!
//! ```
//! use tiaoqi::rules::draughts::{Colour, Game, Preset, Square};
//!
//! let mut game = Game::standard(Preset::Fmjd.rules());
//! let [from, to] = [32, 28].map(|number| Square::new(number).expect("1..=50"));
//! for event in game.play(Colour::White, &[from, to]).expect("a legal move") {
//!     game.apply(&event).expect("an event of this game");
//! }
//! assert_eq!(game.on_turn(), Some(Colour::Black));
//! assert_eq!(game.position().fen(), "B:W28,31,33-50:B1-20");
//! ```

mod capture;
mod colour;
mod draws;
mod duty;
mod event;
mod fen;
mod fold;
mod game;
mod hash;
mod move_text;
mod movegen;
pub mod pdn;
mod perft;
mod position;
mod rule_set;
mod set;
mod square;
mod turn;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod testing;

pub use colour::{ByColour, Colour};
pub use draws::DrawCounter;
pub use duty::{Duty, DutyReason, NoMove};
pub use event::{EndReason, Event, OutReason};
pub use fen::FenError;
pub use fold::CorruptLog;
pub use game::{Game, Outcome, SetupError};
pub use move_text::MoveTextError;
pub use movegen::{LegalMove, Move};
pub use perft::perft;
pub use position::{Kind, Piece, Position, PositionError};
pub use rule_set::{ParsePresetError, Preset, RuleSet, TIMEOUTS_UNTIL_OUT, TakenLeave};
pub use set::SquareSet;
pub use square::{ParseSquareError, Square};
pub use turn::IllegalAct;
