//! The facts of a game: those of the rules, and those of the clock, offers and points.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::Millis;
use crate::game::family::Rules;
use crate::game::time::MainClock;
use crate::rules::{Seat, Seed, draughts, star};
use crate::scoring::{Farm, Parts};

/// One fact of a game, whichever floor it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PlayEvent"))]
#[serde(untagged)]
pub enum Event {
    /// A fact of the rules of Chinese checkers.
    Star(star::Event),
    /// A fact of the rules of draughts.
    Draughts(draughts::Event),
    /// A fact around them.
    Game(GameEvent),
}

/// A fact of the game around the rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", content = "d", rename_all = "snake_case")]
pub enum GameEvent {
    /// A game begins. Its record is the run of events from here to `scored`.
    Started {
        /// The game's id.
        game: Uuid,
        /// The how-manieth of the room, from 1.
        number: u32,
        /// Who plays, in turn order.
        players: Vec<Player>,
        /// The seat that makes the first turn.
        first: Seat,
        /// Every switch, so that the record replays for ever.
        rules: Rules,
        /// The turn limit; means nothing where there is a main clock.
        turn_limit: Millis,
        /// The time each seat has for the whole game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clock: Option<MainClock>,
        /// Whether two teams play.
        #[serde(default)]
        teams: bool,
        /// Whether items are played with.
        #[serde(default)]
        items: bool,
        /// Whether it counts.
        rated: bool,
        /// The factor against farming for these accounts today (RULES.md section 8).
        farm: Farm,
        /// Whether `first` was drawn from the seed, rather than chosen.
        first_drawn: bool,
        /// The hash of the seed from which chance is drawn: see [`chance`](crate::game::chance). Empty in
        /// draughts, which has no chance.
        seed_commitment: String,
        /// The seed itself. Stored, and never shown: `ended` publishes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(skip))]
        seed: Option<Seed>,
    },
    /// A seat offers a draw; it agrees to its own offer.
    DrawOffered {
        /// The camp.
        seat: Seat,
    },
    /// A seat agrees to the open offer. When all have, `ended` follows.
    DrawAgreed {
        /// The camp.
        seat: Seat,
    },
    /// The open offer is gone: declined by this seat.
    DrawDeclined {
        /// The camp.
        seat: Seat,
    },
    /// A member of a team wants the team to resign.
    ResignProposed {
        /// The camp.
        seat: Seat,
    },
    /// A member of that team agrees. When all have, the members go out.
    ResignAgreed {
        /// The camp.
        seat: Seat,
    },
    /// A member of that team does not want to: the proposal is gone.
    ResignDeclined {
        /// The camp.
        seat: Seat,
    },
    /// Time that is charged to nobody.
    Resumed {
        /// Milliseconds given back to the seat on turn.
        credit: Millis,
        /// Why.
        why: ResumeReason,
    },
    /// The points, right after `ended`. Unrated games have none to give: every sum is 0.
    Scored {
        /// One for each seat, in turn order.
        scores: Vec<SeatScore>,
    },
}

impl Event {
    /// The event as everybody may see it.
    #[must_use]
    pub fn public(mut self) -> Self {
        if let Self::Game(GameEvent::Started { seed, .. }) = &mut self {
            *seed = None;
        }
        self
    }
}

/// Why time was given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ResumeReason {
    /// The server was down.
    Restart,
    /// The store did not answer.
    Store,
    /// The room failed and was rebuilt from its log.
    Rebuilt,
    /// The move that follows was on its way when the turn ran out.
    Lag,
}

/// Who plays on a seat, and with what points the game began.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Player {
    /// The camp.
    pub seat: Seat,
    /// The account; none for a bot.
    pub user: Option<Uuid>,
    /// The name.
    pub name: String,
    /// A guest's account.
    pub guest: bool,
    /// Points of the family before the game; 0 for bots.
    pub points: i64,
}

/// The points one seat won or lost, with the sum's parts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatScore {
    /// The camp.
    pub seat: Seat,
    /// The place, from 1; shared places share the number.
    pub place: u8,
    /// Own marbles in the target at the end; 0 in draughts.
    pub in_camp: u8,
    /// The opponent's pieces it took, in draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub taken: Option<u8>,
    /// The round in which the place became final.
    pub round: u16,
    /// The sum.
    pub points: i32,
    /// Its parts.
    pub parts: Parts,
    /// Points before the game.
    pub before: i64,
    /// Points after it.
    pub after: i64,
    /// Milliseconds given back to the seat because its moves were on their way.
    #[serde(default)]
    pub lag: Millis,
}
