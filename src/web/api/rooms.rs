//! Rooms: the list, one of them, and what programs do in them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use crate::game::Settings;
use crate::lobby::Lobby;
use crate::protocol::{Cid, Code, Command, LobbyState, Refusal, RoomId, RoomRef};
use crate::room::ports::Journal as _;
use crate::room::registry::Request;
use crate::store::Store;
use crate::web::api::events::{ND_JSON, lines};
use crate::web::api::{Arrived, Body, Path, Query};
use crate::web::origin::Address;
use crate::web::session::Visitor;
use crate::web::{Error, Problem, Site};

/// The most events of one answer.
const MAX_EVENTS: u32 = 1_000;

/// A room to be.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateBody {
    /// What is to be played.
    settings: Settings,
}

/// A command, as the socket's `cmd` frames carry it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(super) struct CommandBody {
    /// Committed acts of this game + 1; required for what acts in a turn.
    #[serde(default)]
    ply: Option<u32>,
    /// What is asked: `type` and `d`.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    command: Command,
}

/// A committed command.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Committed {
    /// The command.
    #[schema(value_type = Uuid)]
    cid: Cid,
    /// The number of its event. Every retry gets the same.
    seq: u64,
}

/// Which events.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsQuery {
    /// Those after this number.
    #[serde(default)]
    since: u64,
    /// At most so many, and never more than 1000.
    #[serde(default)]
    limit: Option<u32>,
}

/// Open rooms and running games
///
/// The newest of the waiting, then the newest of the running; private rooms are not among them.
#[utoipa::path(get, path = "/rooms", tag = "rooms", responses((status = OK, body = LobbyState)))]
pub(super) async fn list(State(lobby): State<Lobby>) -> Json<LobbyState> {
    Json(lobby.state())
}

/// Make a room
///
/// Its maker is its host and sits on the first seat.
#[utoipa::path(
    post,
    path = "/rooms",
    tag = "rooms",
    request_body = CreateBody,
    responses(
        (status = CREATED, body = RoomRef),
        (status = UNAUTHORIZED, body = Problem),
        (status = FORBIDDEN, body = Problem),
        (status = CONFLICT, body = Problem),
        (status = UNPROCESSABLE_ENTITY, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn create(
    State(site): State<Site>,
    Visitor(session): Visitor,
    Body(body): Body<CreateBody>,
) -> Result<Response, Error> {
    body.settings.check().map_err(Refusal::from)?;
    site.limits
        .rooms()
        .take(&session.user)
        .map_err(Error::rate)?;
    let room = site.rooms.create(&session.person(), body.settings).await?;
    let location = format!("/api/v1/rooms/{}", room.id);
    let location = AppendHeaders([(header::LOCATION, location)]);
    Ok((StatusCode::CREATED, location, Json(room)).into_response())
}

/// One room, by its code or id
#[utoipa::path(
    get,
    path = "/rooms/{room}",
    tag = "rooms",
    params(("room" = String, Path, description = "Code, in letters of either case, or id.")),
    responses(
        (status = OK, body = RoomRef),
        (status = NOT_FOUND, body = Problem),
        (status = GONE, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn one(
    State(site): State<Site>,
    address: Address,
    Path(room): Path<String>,
) -> Result<Json<RoomRef>, Error> {
    site.limits.lookups().take(&address).map_err(Error::rate)?;
    Ok(Json(site.rooms.find(&room).await?))
}

/// Send a command
///
/// The same commands as over the socket, with the same answers. Try again with the same key when
/// no answer came: a command is carried out once.
#[utoipa::path(
    post,
    path = "/rooms/{room}/commands",
    tag = "rooms",
    params(
        ("room" = Uuid, Path, description = "The room's id."),
        ("Idempotency-Key" = Uuid, Header, description = "The command's id, made by the client."),
    ),
    request_body = CommandBody,
    responses(
        (status = OK, body = Committed),
        (status = BAD_REQUEST, body = Problem),
        (status = UNAUTHORIZED, body = Problem),
        (status = FORBIDDEN, body = Problem),
        (status = NOT_FOUND, body = Problem),
        (status = CONFLICT, body = Problem),
        (status = UNPROCESSABLE_ENTITY, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
        (status = SERVICE_UNAVAILABLE, body = Problem),
    ),
)]
pub(super) async fn command(
    State(site): State<Site>,
    Arrived(arrived): Arrived,
    Visitor(session): Visitor,
    Path(room): Path<RoomId>,
    headers: HeaderMap,
    Body(body): Body<CommandBody>,
) -> Result<Json<Committed>, Error> {
    let key = headers
        .get("idempotency-key")
        .and_then(|key| key.to_str().ok());
    let cid: Cid = key
        .and_then(|key| key.trim_matches('"').parse().ok())
        .ok_or_else(|| Error::bad_request("Idempotency-Key: a UUID is expected"))?;
    let CommandBody { ply, command } = body;
    // Whoever is on turn is not refused a legal move; the room refuses all others.
    if let Err(retry_ms) = site.limits.commands().take(&session.user)
        && !command.acts_in_turn()
    {
        return Err(Error::rate(retry_ms));
    }
    let request = Request {
        person: session.person(),
        cid,
        ply,
        command,
        arrived,
    };
    let seq = site.rooms.command(room, request).await?;
    Ok(Json(Committed { cid, seq }))
}

/// A room's events, one a line
///
/// Whoever knows the id may watch.
#[utoipa::path(
    get,
    path = "/rooms/{room}/events",
    tag = "rooms",
    params(("room" = Uuid, Path, description = "The room's id."), EventsQuery),
    responses(
        (status = OK, body = String, content_type = ND_JSON),
        (status = NOT_FOUND, body = Problem),
    ),
)]
pub(super) async fn events(
    State(store): State<Store>,
    Path(room): Path<RoomId>,
    Query(query): Query<EventsQuery>,
) -> Result<Response, Error> {
    let limit = query.limit.unwrap_or(MAX_EVENTS).min(MAX_EVENTS);
    let events = store.events(room, query.since, limit).await?;
    // Every room has a first event.
    if events.is_empty() && limit > 0 && store.events(room, 0, 1).await?.is_empty() {
        return Err(Code::NotFound.into());
    }
    Ok(lines(&events))
}
