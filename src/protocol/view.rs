//! A room's state as viewers see it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::{EndReason, Family, Millis, Player, SeatScore, Settings};
use crate::protocol::UserId;
use crate::rules::draughts::{DrawCounter, Duty, SquareSet};
use crate::rules::star::{Hand, HoleSet, Item, Placed, Power, StallNotice, Team, Thing};
use crate::rules::{OutReason, Point, Seat};

/// The state in a room's snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomState {
    /// What people type to join.
    pub code: String,
    /// What is played.
    pub settings: Settings,
    /// The host's account.
    pub host: UserId,
    /// The host's name.
    pub host_name: String,
    /// The seats of these settings in turn order.
    pub seats: Vec<SeatView>,
    /// Whether a game is running.
    pub playing: bool,
    /// The running game, or the last one.
    pub game: Option<GameView>,
    /// Seats that ask for another game.
    pub rematch: Vec<Seat>,
    /// How many watch without a seat.
    pub spectators: u32,
    /// Set when the room is closed or frozen: nothing more happens in it.
    pub closed: bool,
}

/// A seat of the room.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    /// The camp.
    pub seat: Seat,
    /// Its team, where two teams play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub team: Option<Team>,
    /// Who sits there.
    pub occupant: Option<OccupantView>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OccupantView {
    /// The account; none for a bot.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// A guest's account.
    pub guest: bool,
    /// A bot.
    pub bot: bool,
    /// Points of the room's family.
    pub points: i64,
    /// Their level, 1..=25.
    pub level: u8,
    /// Ready for the next game.
    pub ready: bool,
    /// Whether a connection of the account is open.
    pub connected: bool,
}

/// A game as viewers see it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// The game's id.
    pub id: Uuid,
    /// The how-manieth of the room, from 1.
    pub number: u32,
    /// What is played.
    pub family: Family,
    /// Whether it counts.
    pub rated: bool,
    /// When it started.
    pub started: Millis,
    /// Who plays, in turn order.
    pub players: Vec<Player>,
    /// The seat that made the first turn.
    pub first: Seat,
    /// Whose marbles stand where; nothing in draughts.
    #[cfg_attr(test, ts(type = "{ [seat: string]: Hole[] }"))]
    #[serde(with = "crate::protocol::by_seat")]
    pub marbles: BTreeMap<Seat, HoleSet>,
    /// Which pieces stand where, in draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub pieces: Option<PiecesView>,
    /// The path of the last move.
    pub last: Option<LastMove>,
    /// What the rules say of the turn.
    pub turn: TurnView,
    /// The hash of the seed from which chance is drawn.
    pub seed_commitment: String,
    /// The seat whose draw offer is open, and those that agreed.
    pub offer: Option<OfferView>,
    /// Open proposals to resign, at most one a team.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<OfferView>>"))]
    pub proposals: Vec<OfferView>,
    /// Places and reason, once it is over.
    pub ended: Option<EndView>,
    /// Points of each seat, once it is over.
    pub scores: Vec<SeatScore>,
}

/// The pieces on a board of draughts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PiecesView {
    /// Men by seat.
    #[cfg_attr(test, ts(type = "{ [seat: string]: Square[] }"))]
    #[serde(with = "crate::protocol::by_seat")]
    pub men: BTreeMap<Seat, SquareSet>,
    /// Kings by seat.
    #[cfg_attr(test, ts(type = "{ [seat: string]: Square[] }"))]
    #[serde(with = "crate::protocol::by_seat")]
    pub kings: BTreeMap<Seat, SquareSet>,
}

/// The last move made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastMove {
    /// By this seat.
    pub seat: Seat,
    /// Along these holes or squares.
    pub path: Vec<Point>,
}

/// An open draw offer or proposal to resign.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferView {
    /// Who offered.
    pub seat: Seat,
    /// Who agreed so far, the offerer included.
    pub agreed: Vec<Seat>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndView {
    /// The place of each seat.
    pub places: Vec<Placed>,
    /// Why it ended.
    pub reason: EndReason,
}

/// What the rules say of the turn: replaced as a whole by every turn event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnView {
    /// The seat on turn; none when the game is over.
    pub seat: Option<Seat>,
    /// Committed acts + 1: a move, a pass, an item use, a turn skipped or run out.
    pub ply: u32,
    /// The round, from 1; in draughts the number of the move.
    pub round: u16,
    /// What the side on turn must take, and why, in draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub duty: Option<Duty>,
    /// What counts toward a draw, in draughts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<DrawCounter>>"))]
    pub counters: Vec<DrawCounter>,
    /// The state of each seat, in turn order.
    pub seats: Vec<TurnSeat>,
    /// How far the teams have come, where two teams play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<TeamView>>"))]
    pub teams: Vec<TeamView>,
    /// Roadblocks and road workers on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Thing>>"))]
    pub things: Vec<Thing>,
    /// The item used first in the running turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub used: Option<Item>,
    /// The power marble of the running turn: only this marble acts, and once it has acted the seat may
    /// `pass` instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub power: Option<Power>,
    /// While all are asked whether to play on (nobody acts in a turn then): who has agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub asking: Option<Vec<Seat>>,
    /// Whether the seat on turn may `pass`.
    #[serde(default, skip_serializing_if = "is_off")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub may_pass: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_off(switch: &bool) -> bool {
    !switch
}

/// How far a team has come.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TeamView {
    /// Which team.
    pub team: Team,
    /// Its members, in turn order.
    pub seats: Vec<Seat>,
    /// Their marbles in their own targets.
    pub in_camp: u8,
    /// With so many the team wins.
    pub goal: u8,
}

/// What the rules say of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnSeat {
    /// The camp.
    pub seat: Seat,
    /// Own marbles in the target; 0 in draughts.
    pub in_camp: u8,
    /// Own marbles away from home; 0 in draughts.
    pub away: u8,
    /// The opponent's pieces it took, in draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub taken: Option<u8>,
    /// Turns had; in draughts moves made.
    pub turns: u16,
    /// Expired turns in a row.
    pub timeouts: u8,
    /// The place, once final.
    pub place: Option<u8>,
    /// How the seat went out.
    pub out: Option<OutReason>,
    /// The stall warning, from five turns before a checkpoint.
    pub stall: Option<StallNotice>,
    /// The items in its hand, in a game with items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub items: Option<Hand>,
}
