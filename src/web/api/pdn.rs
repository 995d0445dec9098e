//! Files of draughts games, read for a replay. Nothing is kept.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::protocol::Code;
use crate::rules::draughts::pdn::{PdnError, Reader, Record};
use crate::rules::draughts::{Preset, Square, SquareSet};
use crate::web::session::Visitor;
use crate::web::{Error, Problem, Site};

/// The largest file, in bytes: it is for looking at some games, and `tiaoqi pdn check` reads any.
const MAX_FILE: usize = 256 * 1024;
/// The most games read of one file.
const MAX_GAMES: usize = 100;

pub(super) fn router() -> OpenApiRouter<Site> {
    let limit = DefaultBodyLimit::max(MAX_FILE);
    OpenApiRouter::new().routes(routes!(read)).layer(limit)
}

/// What a file holds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Pdn {
    /// Its games, in their order: the first 100.
    games: Vec<Entry>,
    /// Whether there are more.
    more: bool,
}

/// A game of a file, or what is wrong with it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
enum Entry {
    Game(PdnGame),
    Wrong(PdnFault),
}

/// A game of a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PdnGame {
    /// Who has White, as far as it is said; so are the next three.
    white: Option<String>,
    /// Who has Black.
    black: Option<String>,
    /// Where it was played.
    event: Option<String>,
    /// When, as `2026.11.30`.
    date: Option<String>,
    /// The rule set, as `fmjd`.
    #[schema(value_type = String)]
    preset: Preset,
    /// Where it begins, as FEN.
    start: String,
    /// Every move.
    moves: Vec<PdnMove>,
    /// `2-0`, `1-1`, `0-2`, `0-0` or `*`.
    result: &'static str,
}

/// A move of a game of a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PdnMove {
    /// From this square, 1..=50.
    #[schema(value_type = u8)]
    from: Square,
    /// To this one.
    #[schema(value_type = u8)]
    to: Square,
    /// Taking what stands on these.
    #[schema(value_type = Vec<u8>)]
    taken: SquareSet,
    /// One way there: `from` first, `to` last.
    #[schema(value_type = Vec<u8>)]
    route: Vec<Square>,
    /// Whether a man becomes a king.
    promoted: bool,
}

/// What is wrong with a game of a file. The others are read all the same.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PdnFault {
    /// Which move of it, from 1; 0 before the moves.
    ply: usize,
    /// The text that is wrong.
    token: String,
    /// Why: a code, as `must_capture`.
    why: &'static str,
    /// The same in English.
    detail: String,
}

impl From<Result<Record, PdnError>> for Entry {
    fn from(read: Result<Record, PdnError>) -> Self {
        match read {
            Ok(record) => Self::Game(record.into()),
            Err(PdnError {
                ply, token, reason, ..
            }) => Self::Wrong(PdnFault {
                ply,
                token,
                why: reason.code(),
                detail: reason.to_string(),
            }),
        }
    }
}

impl From<Record> for PdnGame {
    fn from(record: Record) -> Self {
        let tag = |name| {
            let tag = record.tags.iter().find(|tag| tag.name == name)?;
            // A tag that is not known is written as a question mark.
            (!tag.value.trim_matches(['?', '.', ' ']).is_empty()).then(|| tag.value.clone())
        };
        let mut position = record.start;
        let moves = record.moves.iter().map(|chosen| {
            let identity = chosen.identity();
            let promoted = position.promotes(&identity);
            position = position.after(&identity);
            PdnMove {
                from: chosen.from,
                to: chosen.to,
                taken: chosen.taken,
                route: chosen.route.clone(),
                promoted,
            }
        });
        Self {
            moves: moves.collect(),
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            preset: record.preset,
            start: record.start.fen(),
            result: record.result.as_str(),
        }
    }
}

/// Read a file of draughts games
///
/// The body is the file, PDN in any encoding it is found in. Nothing is kept.
#[utoipa::path(
    post,
    path = "/pdn",
    tag = "games",
    request_body(content = String, content_type = "application/vnd.draughts-pdn"),
    responses(
        (status = OK, body = Pdn),
        (status = UNAUTHORIZED, body = Problem),
        (status = PAYLOAD_TOO_LARGE, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn read(
    State(site): State<Site>,
    Visitor(session): Visitor,
    file: Result<Bytes, BytesRejection>,
) -> Result<Json<Pdn>, Error> {
    let file = file?;
    site.limits
        .files()
        .take(&session.user)
        .map_err(Error::rate)?;
    let read = tokio::task::spawn_blocking(move || {
        let mut games = Reader::new(file.iter().copied());
        let first = games.by_ref().take(MAX_GAMES).map(Entry::from);
        Pdn {
            games: first.collect(),
            more: games.next().is_some(),
        }
    });
    Ok(Json(read.await.map_err(|_| Error::from(Code::Internal))?))
}
