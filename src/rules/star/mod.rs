//! Chinese checkers (跳棋): the board, the moves, the rule sets and one play-through of a game.
//!
//! ```
//! use tiaoqi::rules::star::{Game, Preset, seating};
//!
//! let seats = seating(2);
//! let mut game = Game::new(Preset::Qq.rules(), seats, seats[0])?;
//! let first = game.legal_moves().remove(0);
//! for event in game.play(seats[0], first.from, first.to, None).expect("a legal move") {
//!     game.apply(&event).expect("an event of this game");
//! }
//! assert_eq!(game.on_turn(), Some(seats[1]));
//! # Ok::<(), tiaoqi::rules::star::SetupError>(())
//! ```

mod ask;
mod board;
mod event;
mod finish;
mod fold;
mod game;
mod hash;
mod hole;
mod item;
mod item_targets;
mod items;
mod movegen;
mod outcome;
mod perft;
mod position;
mod rule_set;
mod set;
mod stall;
mod switches;
mod team;
mod thing;
mod turn;

#[cfg(test)]
mod testing;

pub use ask::ASK_MILLIS;
pub use board::{
    Army, Direction, ParseArmyError, camp, foreign_camps, home, homes, mirror, neighbours, ray,
    seating, step, target, within,
};
pub use event::{EndReason, Event, OutCause, PassReason, Placed, StallNotice};
pub use fold::CorruptLog;
pub use game::{Extras, Game};
pub use hash::fnv1a_64;
pub use hole::{Cube, Hole, ParseHoleError};
pub use item::{Hand, Item, ItemUse, Shift};
pub use item_targets::{ItemTargets, Reach, TornadoGround};
pub use items::Power;
pub use movegen::{LONGEST_PATH, LegalMove, MoveKind, MoveRules};
pub use outcome::SeatOutcome;
pub use perft::perft;
pub use position::Position;
pub use rule_set::{
    BlockedTarget, Checkpoint, Checkpoints, EndRule, Hop, NoLegalMove, ParsePresetError, Passing,
    Permission, Preset, ROUND_LIMIT, ROUND_WITHOUT_CHECKPOINTS, RankBy, RuleSet, SetupError,
    TIMEOUTS_UNTIL_OUT, WARNING_TURNS,
};
pub use set::{HoleSet, HoleSetIter};
pub use switches::Switches;
pub use team::Team;
pub use thing::{THING_TURNS, Thing};
pub use turn::IllegalAct;
