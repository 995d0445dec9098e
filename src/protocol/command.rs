//! Commands: what a person asks of a room.

use serde::{Deserialize, Serialize};

use crate::game::Settings;
use crate::rules::star::ItemUse;
use crate::rules::{Point, Seat};

/// What is asked of a room, as `type` and `d` of a `cmd` frame.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    content = "d",
    rename_all = "snake_case",
    deny_unknown_fields
)]
pub enum Command {
    /// Take a free seat; a seat held in another waiting room is given up.
    Sit {
        /// The camp, one of those the room's count of players uses.
        seat: Seat,
    },
    /// Give the seat up (not during a game).
    Stand {},
    /// Say that one is ready.
    Ready {},
    /// Take that back.
    Unready {},
    /// The host changes the settings; everybody's ready flag falls.
    Configure {
        /// All of the settings.
        settings: Settings,
    },
    /// The host puts a bot on a free seat of an unrated room.
    AddBot {
        /// The camp.
        seat: Seat,
    },
    /// The host takes somebody's seat away (not during a game).
    Kick {
        /// The camp.
        seat: Seat,
    },
    /// The host starts the game; every other person is ready and every seat taken.
    Start {},
    /// Move a marble or a piece. Acts in a turn: needs `ply`.
    Move {
        /// Where it stands.
        from: Point,
        /// Where it shall stand.
        to: Point,
        /// The way, from `from` to `to`; without it the server takes one with the fewest hops. In draughts
        /// as many landing squares of it as tell which pieces are taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        path: Option<Vec<Point>>,
    },
    /// Pass, where the rule set allows it, or decline the second act of a power marble. Acts in a turn:
    /// needs `ply`.
    Pass {},
    /// Use an item. Acts in a turn: needs `ply`.
    UseItem(ItemUse),
    /// Give the game up; in a team game, propose that to the team.
    Resign {},
    /// Answer the proposal to resign that is open in one's team.
    AnswerResign {
        /// Agreed, or declined.
        yes: bool,
    },
    /// Say whether to play on after the winner (`end: ask`).
    AnswerPlayOn {
        /// To play on, or to end the game.
        yes: bool,
    },
    /// Offer a draw to everybody still playing.
    OfferDraw {},
    /// Answer the open offer.
    AnswerDraw {
        /// Agreed, or declined.
        yes: bool,
    },
    /// Leave the room; out of a running game it costs what RULES.md section 8 says.
    Leave {},
    /// Ask for another game of the same seats.
    Rematch {},
}

impl Command {
    /// Whether the command acts in a turn, and so has to name the ply it is for.
    #[must_use]
    pub fn acts_in_turn(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Pass {} | Self::UseItem(_))
    }
}
