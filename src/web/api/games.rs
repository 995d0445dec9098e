//! Finished games.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use uuid::Uuid;

use crate::game::Millis;
use crate::protocol::{Code, UserId};
use crate::rules::{OutReason, Seat};
use crate::store::{GameRecord, GameSeat, Store};
use crate::web::api::Path;
use crate::web::api::events::{ND_JSON, lines};
use crate::web::{Error, Problem};

/// A finished game. The room is not named: who watches a record may not be let into a private one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Game {
    /// Its id.
    id: Uuid,
    /// The family, as `star`.
    family: String,
    /// The rule set, as `qq`.
    preset: String,
    /// Whether it counted.
    rated: bool,
    /// When it started.
    started: Millis,
    /// When it ended.
    ended: Millis,
    /// One for each seat.
    seats: Vec<SeatResult>,
}

/// One seat's result.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct SeatResult {
    /// The camp.
    #[schema(value_type = u8)]
    seat: Seat,
    /// The account; none for a bot.
    #[schema(value_type = Option<Uuid>)]
    user: Option<UserId>,
    /// The name it played under.
    name: String,
    /// The place, from 1.
    place: u8,
    /// How it went out, if it did.
    #[schema(value_type = Option<String>)]
    out: Option<OutReason>,
    /// Own marbles in the target at the end.
    in_camp: u8,
    /// The opponent's pieces it took, in draughts.
    taken: u8,
    /// The round in which the place became final.
    round: u16,
    /// What was added to the account's points.
    points: i32,
    /// The parts of the sum.
    #[schema(value_type = Object)]
    parts: serde_json::Value,
}

impl From<GameRecord> for Game {
    fn from(game: GameRecord) -> Self {
        let GameRecord {
            id,
            family,
            preset,
            rated,
            started,
            ended,
            seats,
            ..
        } = game;
        let seats = seats.into_iter().map(SeatResult::from).collect();
        Self {
            id,
            family,
            preset,
            rated,
            started,
            ended,
            seats,
        }
    }
}

impl From<GameSeat> for SeatResult {
    fn from(result: GameSeat) -> Self {
        let GameSeat {
            seat,
            user,
            name,
            place,
            out,
            in_camp,
            taken,
            round,
            points,
            parts,
        } = result;
        let parts = serde_json::from_str(&parts).unwrap_or_default();
        Self {
            seat,
            user,
            name,
            place,
            out,
            in_camp,
            taken,
            round,
            points,
            parts,
        }
    }
}

/// One finished game
#[utoipa::path(
    get,
    path = "/games/{game}",
    tag = "games",
    params(("game" = Uuid, Path, description = "The game's id.")),
    responses((status = OK, body = Game), (status = NOT_FOUND, body = Problem)),
)]
pub(super) async fn one(
    State(store): State<Store>,
    Path(game): Path<Uuid>,
) -> Result<Json<Game>, Error> {
    let game = store.game(game).await?.ok_or(Code::NotFound)?;
    Ok(Json(game.into()))
}

/// A finished game's events, one a line
///
/// The whole record, from `started` to `scored`: it replays for ever.
#[utoipa::path(
    get,
    path = "/games/{game}/events",
    tag = "games",
    params(("game" = Uuid, Path, description = "The game's id.")),
    responses(
        (status = OK, body = String, content_type = ND_JSON),
        (status = NOT_FOUND, body = Problem),
    ),
)]
pub(super) async fn events(
    State(store): State<Store>,
    Path(game): Path<Uuid>,
) -> Result<Response, Error> {
    let game = store.game(game).await?.ok_or(Code::NotFound)?;
    Ok(lines(&store.game_events(&game).await?))
}
