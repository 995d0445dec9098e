//! Where the journal's writer writes: one transaction for the batches of many rooms, and what an
//! error there means.

use std::collections::HashMap;

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, SqlitePool};

use crate::game::Millis;
use crate::protocol::RoomId;
use crate::room::ports::{Appended, Batch, Booking};
use crate::store::booking::book;
use crate::store::db::{ConnMut, Tx, execute, on};
use crate::store::rows::seq_in;
use crate::store::{StoreError, pg_only, sql, sqlite_only};

/// How long PostgreSQL may take for one transaction. A host that is gone says nothing, and TCP
/// alone would wait for it for a quarter of an hour.
const PATIENCE: Duration = Duration::from_secs(5);

/// A batch with its numbers as the database holds them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<'a> {
    pub(super) batch: &'a Batch,
    pub(super) last_seq: i64,
    pub(super) new_seq: i64,
}

impl<'a> Numbered<'a> {
    pub(super) fn of(batch: &'a Batch) -> Result<Self, StoreError> {
        let last_seq = seq_in(batch.last_seq)?;
        let new_seq = i64::try_from(batch.entries.len())
            .ok()
            .and_then(|count| last_seq.checked_add(count))
            .ok_or_else(|| StoreError::corrupt("event", batch.room))?;
        Ok(Self {
            batch,
            last_seq,
            new_seq,
        })
    }
}

/// Where the writer writes.
#[derive(Debug)]
pub(super) enum Line {
    /// A connection of its own.
    Pg {
        connect: Box<PgConnectOptions>,
        allow_unsafe: bool,
        conn: Option<PgConnection>,
    },
    /// The only connection that writes. The writer waits for at most one other transaction there
    /// (see `Db::Lite`).
    Lite(SqlitePool),
}

/// Why a group was not committed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The database refused it and nothing was written; alone it would be refused again.
    Refused(StoreError),
    /// It lost a deadlock or a lock's time ran out; nothing was written.
    Contended(sqlx::Error),
    /// Whether it was written is unknown.
    Lost(StoreError),
}

impl Line {
    /// Commits batches in one transaction: all of those that keep their fence, or none.
    pub(super) async fn commit(
        &mut self,
        batches: &[Numbered<'_>],
    ) -> Result<Vec<Appended>, Failure> {
        within(self.patience(), self.write(batches)).await
    }

    async fn write(&mut self, batches: &[Numbered<'_>]) -> Result<Vec<Appended>, Failure> {
        let waves = waves(batches);
        match self {
            Self::Pg {
                conn: Some(conn), ..
            } if waves.len() == 1
                && batches
                    .iter()
                    .all(|numbered| numbered.batch.booking.is_none()) =>
            {
                // A statement alone is a transaction: one trip instead of three.
                pg_only::append(conn, batches)
                    .await
                    .map_err(|error| failure(error.into()))
            }
            _ => {
                let mut tx = self.begin().await?;
                let done = fill(tx.as_mut(), batches, &waves).await;
                end(tx, done).await
            }
        }
    }

    /// Raises the epochs of rooms; answers each one's new epoch and last number, in their order.
    pub(super) async fn adopt(
        &mut self,
        rooms: &[RoomId],
    ) -> Result<Vec<Option<(i64, i64)>>, Failure> {
        within(self.patience(), async {
            let mut tx = self.begin().await?;
            let done = raise(tx.as_mut(), rooms).await;
            end(tx, done).await
        })
        .await
    }

    /// Records a sign of life.
    pub(super) async fn live(&mut self, now: Millis) -> Result<(), Failure> {
        within(self.patience(), async {
            let mut tx = self.begin().await?;
            let done = execute!(tx, sqlx::query(sql::LIFE_SET).bind(now)).map(drop);
            end(tx, done.map_err(StoreError::from)).await
        })
        .await
    }

    /// Asks for nothing.
    pub(super) async fn ping(&mut self) -> Result<(), Failure> {
        within(self.patience(), async {
            let asked = match self {
                Self::Pg { conn: None, .. } => Err(sqlx::Error::PoolClosed),
                Self::Pg {
                    conn: Some(conn), ..
                } => conn.ping().await,
                Self::Lite(write) => sqlx::query_scalar::<_, i32>(sql::PING)
                    .fetch_one(&*write)
                    .await
                    .map(drop),
            };
            asked.map_err(|error| Failure::Lost(error.into()))
        })
        .await
    }

    /// Only a connection can fall silent: work on a file is not given up half done.
    fn patience(&self) -> Option<Duration> {
        matches!(self, Self::Pg { .. }).then_some(PATIENCE)
    }

    async fn begin(&mut self) -> Result<Tx<'_>, Failure> {
        let begun = match self {
            Self::Pg { conn: None, .. } => Err(sqlx::Error::PoolClosed),
            Self::Pg {
                conn: Some(conn), ..
            } => conn.begin().await.map(Tx::Pg),
            Self::Lite(write) => write
                .begin_with("BEGIN IMMEDIATE")
                .await
                .map(|tx| Tx::Lite(tx, None)),
        };
        begun.map_err(|error| Failure::Lost(error.into()))
    }
}

/// Gives up after a time: what was written by then is unknown.
async fn within<T>(
    patience: Option<Duration>,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let Some(patience) = patience else {
        return work.await;
    };
    let silent = |_| Err(Failure::Lost(sqlx::Error::PoolTimedOut.into()));
    tokio::time::timeout(patience, work)
        .await
        .unwrap_or_else(silent)
}

/// An adoption waits for an append to its room that is under way elsewhere, and makes the next
/// one see the new epoch.
async fn raise(
    mut conn: ConnMut<'_>,
    rooms: &[RoomId],
) -> Result<Vec<Option<(i64, i64)>>, StoreError> {
    let mut raised = Vec::with_capacity(rooms.len());
    for room in rooms {
        raised.push(on!(conn, c => sqlx::query_as(sql::ROOM_ADOPT)
            .bind(room)
            .fetch_optional(&mut *c)
            .await?));
    }
    Ok(raised)
}

/// Commits what was done in a transaction, or takes it back.
async fn end<T>(tx: Tx<'_>, done: Result<T, StoreError>) -> Result<T, Failure> {
    match done {
        Ok(value) => {
            // From here on an error may hide a commit.
            tx.commit()
                .await
                .map_err(|error| Failure::Lost(error.into()))?;
            Ok(value)
        }
        Err(error) => {
            let failure = failure(error);
            match tx.rollback().await {
                Ok(()) => Err(failure),
                Err(error) => Err(Failure::Lost(error.into())),
            }
        }
    }
}

/// Runs the waves and the bookings in a transaction.
async fn fill(
    mut conn: ConnMut<'_>,
    batches: &[Numbered<'_>],
    waves: &[Vec<usize>],
) -> Result<Vec<Appended>, StoreError> {
    let mut outcomes = vec![Appended::Fenced; batches.len()];
    for wave in waves {
        let members: Vec<_> = wave.iter().map(|&index| batches[index]).collect();
        let answers = match conn.as_mut() {
            ConnMut::Pg(conn) => pg_only::append(conn, &members).await?,
            ConnMut::Lite(conn) => sqlite_only::append(conn, &members).await?,
        };
        for (&index, answer) in wave.iter().zip(answers) {
            outcomes[index] = answer;
        }
    }
    let bookings: Vec<(RoomId, &Booking)> = batches
        .iter()
        .zip(&outcomes)
        .filter(|(_, outcome)| **outcome == Appended::Committed)
        .filter_map(|(numbered, _)| {
            numbered
                .batch
                .booking
                .as_ref()
                .map(|booking| (numbered.batch.room, booking))
        })
        .collect();
    if !bookings.is_empty() {
        book(conn, &bookings).await?;
    }
    Ok(outcomes)
}

/// Indexes of the batches, in waves with at most one batch a room, in the order they came.
fn waves(batches: &[Numbered<'_>]) -> Vec<Vec<usize>> {
    let mut waves: Vec<Vec<usize>> = Vec::new();
    let mut depth: HashMap<RoomId, usize> = HashMap::with_capacity(batches.len());
    for (index, numbered) in batches.iter().enumerate() {
        let wave = depth.entry(numbered.batch.room).or_insert(0);
        if *wave == waves.len() {
            waves.push(Vec::new());
        }
        waves[*wave].push(index);
        *wave += 1;
    }
    waves
}

/// Whether a lock was waited for as long as the session allows.
pub(super) fn waited(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.as_deref() == Some("55P03")
}

/// Sorts an error of a statement (not of a commit): what the database says itself, and is about
/// the data or a lock, has written nothing.
fn failure(error: StoreError) -> Failure {
    let StoreError::Unavailable(error) = error else {
        return Failure::Refused(error);
    };
    let Some(code) = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
    else {
        return match error {
            sqlx::Error::Encode(_) => Failure::Refused(StoreError::Unavailable(error)),
            _ => Failure::Lost(StoreError::Unavailable(error)),
        };
    };
    match code.as_ref() {
        // Deadlock, serialization: another try may do. Lock not available: it was waited for.
        "40001" | "40P01" | "55P03" => Failure::Contended(error),
        // PostgreSQL: cardinality, data, integrity, access rule, limits.
        code if code.len() == 5
            && ["21", "22", "23", "42", "54"]
                .iter()
                .any(|class| code.starts_with(class)) =>
        {
            Failure::Refused(StoreError::Unavailable(error))
        }
        // SQLite: a constraint (19 in the low byte), too big, mismatch; its codes have at most
        // four digits.
        code if code.len() < 5
            && code
                .parse::<u16>()
                .is_ok_and(|code| matches!(code & 0xff, 18..=20)) =>
        {
            Failure::Refused(StoreError::Unavailable(error))
        }
        _ => Failure::Lost(StoreError::Unavailable(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbered, waves};
    use crate::store::test_support::{batch, id};

    #[test]
    fn a_wave_has_a_room_once_and_keeps_the_order() {
        let batches: Vec<_> = [1, 2, 1, 1, 3]
            .iter()
            .map(|&room| batch(id(room), 1, 0, &["x"]))
            .collect();
        let numbered: Vec<_> = batches
            .iter()
            .map(|batch| Numbered::of(batch).unwrap())
            .collect();
        assert_eq!(waves(&numbered), [vec![0, 1, 4], vec![2], vec![3]]);
    }
}
