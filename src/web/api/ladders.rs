//! The ladders, one for each family: who has the most points.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::game::Family;
use crate::protocol::UserId;
use crate::scoring::level_of;
use crate::store::{LadderRow, Store};
use crate::web::api::{Path, Query};
use crate::web::session::MaybeVisitor;
use crate::web::{Error, Problem};

/// The most rows of one page, and how many it has when nothing is said.
const MAX_ROWS: u16 = 100;
const USUAL_ROWS: u16 = 50;

/// Which rows.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LadderQuery {
    /// Where the page begins: `next` of the page before it.
    #[serde(default)]
    after: Option<String>,
    /// At most so many, 1 to 100; 50 when it is not said.
    #[serde(default)]
    limit: Option<u16>,
}

/// Some of a ladder, best first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Ladder {
    /// The rows.
    rows: Vec<Entry>,
    /// What to ask with for the next page; none after the last.
    next: Option<String>,
    /// Who asks, wherever they stand; none without a rated game of this family.
    own: Option<Entry>,
}

/// An account on a ladder.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Entry {
    /// The rank, from 1; equal points share one.
    rank: u64,
    /// The account.
    #[schema(value_type = Uuid)]
    user: UserId,
    /// Its name.
    name: String,
    /// Its points.
    points: i64,
    /// Their level, 1..=25.
    level: u8,
    /// Its title.
    title: &'static str,
    /// Its rated games.
    rated: u64,
    /// Those it was first in.
    firsts: u64,
}

impl From<LadderRow> for Entry {
    fn from(row: LadderRow) -> Self {
        let level = level_of(row.points);
        Self {
            rank: row.rank,
            user: row.user,
            name: row.name,
            points: row.points,
            level: level.number(),
            title: level.title(),
            rated: row.rated,
            firsts: row.firsts,
        }
    }
}

/// A family's ladder
///
/// Accounts with a rated game, by points.
#[utoipa::path(
    get,
    path = "/ladders/{family}",
    tag = "ladders",
    params(("family" = String, Path, description = "`star` or `draughts`."), LadderQuery),
    responses(
        (status = OK, body = Ladder),
        (status = BAD_REQUEST, body = Problem),
        (status = NOT_FOUND, body = Problem),
    ),
)]
pub(super) async fn one(
    State(store): State<Store>,
    MaybeVisitor(session): MaybeVisitor,
    Path(family): Path<Family>,
    Query(query): Query<LadderQuery>,
) -> Result<Json<Ladder>, Error> {
    let after = query.after.as_deref().map(cursor).transpose()?;
    let limit = query.limit.unwrap_or(USUAL_ROWS).clamp(1, MAX_ROWS);
    // One more than asked for tells whether there is a next page.
    let mut rows = store.ladder(family.as_str(), after, limit + 1).await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let next = rows.last().filter(|_| more);
    let next = next.map(|row| format!("{}.{}", row.points, row.user));
    let own = match session {
        Some(session) => store.ladder_row(family.as_str(), session.user).await?,
        None => None,
    };
    Ok(Json(Ladder {
        rows: rows.into_iter().map(Entry::from).collect(),
        next,
        own: own.map(Entry::from),
    }))
}

/// The points and the account of a page's last row.
fn cursor(text: &str) -> Result<(i64, UserId), Error> {
    let read = || {
        let (points, user) = text.split_once('.')?;
        Some((points.parse().ok()?, user.parse().ok()?))
    };
    read().ok_or_else(|| Error::bad_request("after: `next` of the page before it"))
}
