//! People, as others see them.

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::game::Millis;
use crate::protocol::{Code, UserId};
use crate::scoring::level_of;
use crate::store::{Standing, Store};
use crate::web::api::Path;
use crate::web::{Error, Problem};

/// Somebody, as others see them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Player {
    /// The account.
    #[schema(value_type = Uuid)]
    user: UserId,
    /// Its name.
    name: String,
    /// Whether it is a guest's.
    guest: bool,
    /// Since when it is there.
    created: Millis,
    /// One for each family played.
    standings: Vec<Record>,
}

/// Points and counts in a family.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Record {
    /// The family, as `star`.
    family: String,
    /// The points.
    points: i64,
    /// Their level, 1..=25.
    level: u8,
    /// Its title.
    title: &'static str,
    /// Games played.
    games: u64,
    /// Rated ones among them.
    rated: u64,
    /// Rated games won.
    firsts: u64,
}

impl From<Standing> for Record {
    fn from(standing: Standing) -> Self {
        let Standing {
            family,
            points,
            games,
            rated,
            firsts,
        } = standing;
        let level = level_of(points);
        let (level, title) = (level.number(), level.title());
        Self {
            family,
            points,
            level,
            title,
            games,
            rated,
            firsts,
        }
    }
}

/// One person
#[utoipa::path(
    get,
    path = "/players/{user}",
    tag = "players",
    params(("user" = Uuid, Path, description = "The account.")),
    responses((status = OK, body = Player), (status = NOT_FOUND, body = Problem)),
)]
pub(super) async fn one(
    State(store): State<Store>,
    Path(user): Path<UserId>,
) -> Result<Json<Player>, Error> {
    let account = store.account(user).await?.ok_or(Code::NotFound)?;
    let standings = store.account_standings(user).await?;
    Ok(Json(Player {
        user,
        name: account.name,
        guest: account.guest,
        created: account.created_at,
        standings: standings.into_iter().map(Record::from).collect(),
    }))
}
