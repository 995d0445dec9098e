//! The ladder: a family's accounts with a rated game, by points.

use uuid::Uuid;

use crate::protocol::UserId;
use crate::store::db::{Conn, on};
use crate::store::{Store, StoreError, sql};

/// A row of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRow {
    /// The rank, from 1; equal points share one.
    pub rank: u64,
    /// The account.
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: i64,
    /// Its rated games.
    pub rated: u64,
    /// Those it was first in.
    pub firsts: u64,
}

/// An account, its name, points, rated games and those it was first in.
type Row = (Uuid, String, i64, i64, i64);

impl LadderRow {
    fn new(rank: u64, (user, name, points, rated, firsts): Row) -> Self {
        Self {
            rank,
            user,
            name,
            points,
            rated: rated.unsigned_abs(),
            firsts: firsts.unsigned_abs(),
        }
    }
}

/// The rank of whoever has these points.
async fn rank_of(conn: &mut Conn, family: &str, points: i64) -> Result<u64, StoreError> {
    let above: i64 = on!(conn, c => sqlx::query_scalar(sql::LADDER_ABOVE)
        .bind(family)
        .bind(points)
        .fetch_one(c)
        .await?);
    Ok(above.unsigned_abs() + 1)
}

impl Store {
    /// A family's ladder after an account with these points (the last row of the page before),
    /// best first.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn ladder(
        &self,
        family: &str,
        after: Option<(i64, UserId)>,
        limit: u16,
    ) -> Result<Vec<LadderRow>, StoreError> {
        let (points, user) = after.unwrap_or((i64::MAX, Uuid::max()));
        let mut conn = self.db.read().await?;
        let rows: Vec<Row> = on!(conn, c => sqlx::query_as(sql::LADDER)
            .bind(family)
            .bind(points)
            .bind(user)
            .bind(i64::from(limit))
            .fetch_all(c)
            .await?);
        let Some(&(first_user, _, first_points, ..)) = rows.first() else {
            return Ok(Vec::new());
        };
        let mut rank = rank_of(&mut conn, family, first_points).await?;
        let level: i64 = on!(conn, c => sqlx::query_scalar(sql::LADDER_LEVEL)
            .bind(family)
            .bind(first_points)
            .bind(first_user)
            .fetch_one(c)
            .await?);
        let mut last = first_points;
        let place = rank + level.unsigned_abs();
        Ok((place..)
            .zip(rows)
            .map(|(place, row)| {
                if row.2 != last {
                    rank = place;
                    last = row.2;
                }
                LadderRow::new(rank, row)
            })
            .collect())
    }

    /// An account's row of a family's ladder; none without a rated game.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn ladder_row(
        &self,
        family: &str,
        user: UserId,
    ) -> Result<Option<LadderRow>, StoreError> {
        let mut conn = self.db.read().await?;
        let row: Option<Row> = on!(conn, c => sqlx::query_as(sql::LADDER_ROW)
            .bind(family)
            .bind(user)
            .fetch_optional(c)
            .await?);
        let Some(row) = row else {
            return Ok(None);
        };
        let rank = rank_of(&mut conn, family, row.2).await?;
        Ok(Some(LadderRow::new(rank, row)))
    }
}
