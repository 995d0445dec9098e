//! Finished games.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::Millis;
use crate::game::record::{Occasion, Record, date_text};
use crate::game::{Preset, pdn};
use crate::protocol::{self, Code, UserId};
use crate::room::ports::Stored;
use crate::rules::{OutReason, Seat};
use crate::store::{GamePage, GameRecord, GameSeat, Store};
use crate::web::api::events::{ND_JSON, lines};
use crate::web::api::{Path, Query};
use crate::web::{Error, Policy, Problem};

/// The media type of the text notation.
const TEXT: &str = "text/plain; charset=utf-8";
/// The media type of JSON.
/// The type of a PDN file.
const PDN: &str = "application/vnd.draughts-pdn; charset=utf-8";
/// The type of a record as JSON.
const JSON: &str = "application/json";

/// The most games of one page, and how many it has when nothing is said.
const MAX_GAMES: u16 = 100;
const USUAL_GAMES: u16 = 20;

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

/// In which form.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    /// The text notation.
    #[default]
    Text,
    /// JSON.
    Json,
}

/// Which record.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuery {
    /// In which form: `text` when it is not said.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// A finished game's record
///
/// As a file to keep: `docs/RECORDS.md` describes both forms; a game of draughts is given out as PDN
/// (`format=text`). It replays for ever.
#[utoipa::path(
    get,
    path = "/games/{game}/record",
    tag = "games",
    params(("game" = Uuid, Path, description = "The game's id."), RecordQuery),
    responses(
        (status = OK, content((String = TEXT), (Object = JSON))),
        (status = BAD_REQUEST, body = Problem),
        (status = NOT_FOUND, body = Problem),
    ),
)]
pub(super) async fn record(
    State(store): State<Store>,
    State(policy): State<Policy>,
    headers: HeaderMap,
    Path(id): Path<Uuid>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Error> {
    let game = store.game(id).await?.ok_or(Code::NotFound)?;
    let stored = store.game_events(&game).await?;
    let host = || headers.get(header::HOST)?.to_str().ok();
    let site = policy.public().or_else(host).unwrap_or_default().to_owned();
    // A long game is played through for a while.
    let made = tokio::task::spawn_blocking(move || record_of(&game, &stored, site));
    let Ok(Some(record)) = made.await else {
        tracing::error!(game = %id, "a stored game cannot be played through");
        return Err(Code::Internal.into());
    };
    let (kind, ending, text) = match (record, query.format) {
        (Made::Star(record), Format::Text) => (TEXT, "txt", record.to_string()),
        (Made::Star(record), Format::Json) => (JSON, "json", record.to_json()),
        (Made::Draughts(text), Format::Text) => (PDN, "pdn", text),
        (Made::Draughts(_), Format::Json) => {
            return Err(Error::http(
                StatusCode::BAD_REQUEST,
                Code::BadRequest,
                "a game of draughts is given out as PDN, or event by event",
            ));
        }
    };
    let name = format!("attachment; filename=\"tiaoqi-{id}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// What is made of a game's events.
enum Made {
    Star(Box<Record>),
    /// As PDN.
    Draughts(String),
}

/// The record of the stored events; those of the room around the game do not belong to it.
fn record_of(game: &GameRecord, stored: &[Stored], site: String) -> Option<Made> {
    let events = stored
        .iter()
        .filter_map(|stored| match serde_json::from_str(&stored.payload) {
            Ok(protocol::Event::Game(event)) => Some(Ok(event)),
            Ok(protocol::Event::Room(_)) => None,
            Err(error) => Some(Err(error)),
        });
    let events: Vec<_> = events.collect::<Result<_, _>>().ok()?;
    match game.preset.parse().ok()? {
        Preset::Star(preset) => {
            let occasion = Occasion {
                event: String::new(),
                site,
            };
            let record = Record::new(occasion, game.started, preset, &events).ok()?;
            Some(Made::Star(Box::new(record)))
        }
        Preset::Draughts(preset) => {
            let date = date_text(game.started);
            let day = date.get(..10).unwrap_or_default().replace('-', ".");
            let record = pdn::record(&site, &day, preset, &events)?;
            Some(Made::Draughts(record.pdn()))
        }
    }
}

/// Which games.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// Where the page begins: `next` of the page before it.
    #[serde(default)]
    before: Option<String>,
    /// At most so many, 1 to 100; 20 when it is not said.
    #[serde(default)]
    limit: Option<u16>,
}

/// Some of somebody's finished games, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Games {
    /// The games.
    games: Vec<Game>,
    /// What to ask with for the next page; none after the last.
    next: Option<String>,
}

/// A person's finished games, newest first
#[utoipa::path(
    get,
    path = "/players/{user}/games",
    tag = "players",
    params(("user" = Uuid, Path, description = "The account."), GamesQuery),
    responses(
        (status = OK, body = Games),
        (status = BAD_REQUEST, body = Problem),
        (status = NOT_FOUND, body = Problem),
    ),
)]
pub(super) async fn of_player(
    State(store): State<Store>,
    Path(user): Path<UserId>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Games>, Error> {
    let before = query.before.as_deref().map(cursor).transpose()?;
    let limit = query.limit.unwrap_or(USUAL_GAMES).clamp(1, MAX_GAMES);
    store.account(user).await?.ok_or(Code::NotFound)?;
    let GamePage { games, next } = store.games_of(user, before, limit).await?;
    Ok(Json(Games {
        games: games.into_iter().map(Game::from).collect(),
        next: next.map(|(ended, game)| format!("{ended}.{game}")),
    }))
}

/// When a game ended, and which.
fn cursor(text: &str) -> Result<(Millis, Uuid), Error> {
    let read = || {
        let (ended, game) = text.split_once('.')?;
        Some((ended.parse().ok()?, game.parse().ok()?))
    };
    read().ok_or_else(|| Error::bad_request("before: `next` of the page before it"))
}
