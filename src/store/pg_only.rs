//! What PostgreSQL alone has: the fenced batch append in one statement, and the settings it
//! must run with.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, PgConnection, PgPool};
use uuid::Uuid;

use crate::room::ports::{Appended, Batch};
use crate::store::line::Numbered;
use crate::store::rows::{seats, status_text};
use crate::store::{StoreError, StoreOptions};

/// Fence, log and seats in one statement: it writes the batches whose room still has their
/// epoch and last number and whose commands are new, and answers with one row a batch: its
/// room, whether it was written, and the first number of a command that was there already.
///
/// A concurrent adoption holds the room's row lock; the update then waits, sees the new epoch
/// and writes nothing. At most one batch a room.
pub(super) const APPEND: &str = "\
WITH b AS (SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], \
        $6::bigint[], $7::bigint[]) AS b(room, epoch, last_seq, new_seq, status, wake_at, touched_at)), \
    e AS (SELECT * FROM unnest($8::uuid[], $9::bigint[], $10::bigint[], $11::uuid[], $12::uuid[], \
        $13::text[]) AS e(room, seq, at, user_id, cid, payload)), \
    s AS (SELECT * FROM unnest($14::uuid[], $15::bigint[], $16::uuid[]) AS s(room, seat, user_id)), \
    known AS (SELECT x.room, MIN(x.seq) AS seq FROM e JOIN event x \
        ON x.room = e.room AND x.user_id = e.user_id AND x.cid = e.cid GROUP BY x.room), \
    written AS (UPDATE room r SET last_seq = b.new_seq, status = b.status, wake_at = b.wake_at, \
            touched_at = COALESCE(b.touched_at, r.touched_at) FROM b \
        WHERE r.id = b.room AND r.epoch = b.epoch AND r.last_seq = b.last_seq \
            AND b.room NOT IN (SELECT room FROM known) RETURNING r.id), \
    logged AS (INSERT INTO event (room, seq, at, user_id, cid, payload) \
        SELECT room, seq, at, user_id, cid, payload FROM e \
        WHERE room IN (SELECT id FROM written)), \
    stood AS (DELETE FROM seat USING written WHERE seat.room = written.id \
        AND NOT EXISTS (SELECT 1 FROM s WHERE s.room = seat.room AND s.seat = seat.seat)), \
    sat AS (INSERT INTO seat (room, seat, user_id) \
        SELECT room, seat, user_id FROM s WHERE room IN (SELECT id FROM written) \
            AND NOT EXISTS (SELECT 1 FROM seat x WHERE x.room = s.room AND x.seat = s.seat \
                AND x.user_id = s.user_id) \
        ON CONFLICT (room, seat) DO UPDATE SET user_id = excluded.user_id) \
SELECT b.room, written.id IS NOT NULL, known.seq FROM b \
    LEFT JOIN written ON written.id = b.room LEFT JOIN known ON known.room = b.room";

const FILLFACTOR: &str = "SELECT COALESCE('fillfactor=60' = ANY(reloptions), FALSE) FROM pg_class \
    WHERE oid = 'room'::regclass";
const SET_FILLFACTOR: &str = "ALTER TABLE room SET (fillfactor = 60)";

/// Every text with its name, for the test that prepares them.
#[cfg(test)]
pub(super) const ALL: &[(&str, &str)] = &[
    ("APPEND", APPEND),
    ("FILLFACTOR", FILLFACTOR),
    ("SET_FILLFACTOR", SET_FILLFACTOR),
];

/// What every connection is set to. A paused or cut-off client keeps its row locks until the
/// server notices: hence the keepalives and the end of idle transactions.
const SESSION: &str = "SET idle_in_transaction_session_timeout = '5s'; \
    SET lock_timeout = '5s'; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; \
    SET tcp_keepalives_count = 3; SET client_connection_check_interval = '2s'";
/// Everything but the writer's appends.
const SESSION_POOL: &str = "SET statement_timeout = '10s'";
/// The append's arrays vary between 1 and 512: a plan made for the average is bad for both.
/// Every room waits behind it, so it waits little: an adoption holds its lock for milliseconds.
const SESSION_WRITER: &str = "SET plan_cache_mode = force_custom_plan; SET lock_timeout = '2s'";

/// How long a connection may take to open.
const CONNECT: Duration = Duration::from_secs(5);

/// Opens a pool for reads, accounts and adoptions.
pub(super) async fn pool(
    connect: &PgConnectOptions,
    options: &StoreOptions,
) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.acquire_timeout)
        .after_connect(|conn, _| {
            Box::pin(async move {
                conn.execute(SESSION).await?;
                conn.execute(SESSION_POOL).await?;
                Ok(())
            })
        })
        .connect_with(connect.clone())
        .await?;
    Ok(pool)
}

/// Opens the writer's own connection and checks, each time, that a commit there is one.
pub(super) async fn writer(
    connect: &PgConnectOptions,
    allow_unsafe: bool,
) -> Result<PgConnection, StoreError> {
    let opening = async {
        let mut conn = connect.connect().await?;
        conn.execute(SESSION).await?;
        conn.execute(SESSION_WRITER).await?;
        if !allow_unsafe {
            check_durable(&mut conn).await?;
        }
        Ok(conn)
    };
    tokio::time::timeout(CONNECT, opening)
        .await
        .unwrap_or(Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)))
}

/// Refuses settings under which an acknowledged commit can be lost.
async fn check_durable(conn: &mut PgConnection) -> Result<(), StoreError> {
    for (setting, show) in [
        ("fsync", "SHOW fsync"),
        ("full_page_writes", "SHOW full_page_writes"),
        ("synchronous_commit", "SHOW synchronous_commit"),
    ] {
        let value: String = sqlx::query_scalar(show).fetch_one(&mut *conn).await?;
        if value == "off" {
            return Err(StoreError::Unsafe { setting, value });
        }
    }
    Ok(())
}

/// Brings the tables up to date; other nodes that start now wait for it, as long as it takes.
/// Also leaves room in the pages of `room` for updates in place: every append updates its row.
pub(super) async fn migrate(
    conn: &mut PgConnection,
    migrator: &Migrator,
) -> Result<(), StoreError> {
    conn.execute("SET lock_timeout = 0").await?;
    migrator.run_direct(None, &mut *conn, false).await?;
    if !sqlx::query_scalar::<_, bool>(FILLFACTOR)
        .fetch_one(&mut *conn)
        .await?
    {
        conn.execute(SET_FILLFACTOR).await?;
    }
    conn.execute(SESSION_WRITER).await?;
    Ok(())
}

/// The fenced append of one batch a room. Answers in the order of the batches.
pub(super) async fn append(
    conn: &mut PgConnection,
    batches: &[Numbered<'_>],
) -> Result<Vec<Appended>, sqlx::Error> {
    let heads = Heads::of(batches);
    let events = Events::of(batches);
    let seated = Seated::of(batches.iter().map(|numbered| numbered.batch));
    let rows: Vec<(Uuid, bool, Option<i64>)> = sqlx::query_as(APPEND)
        .bind(heads.room)
        .bind(heads.epoch)
        .bind(heads.last_seq)
        .bind(heads.new_seq)
        .bind(heads.status)
        .bind(heads.wake_at)
        .bind(heads.touched_at)
        .bind(events.room)
        .bind(events.seq)
        .bind(events.at)
        .bind(events.user)
        .bind(events.cid)
        .bind(events.payload)
        .bind(seated.room)
        .bind(seated.seat)
        .bind(seated.user)
        .fetch_all(conn)
        .await?;
    let by_room: std::collections::HashMap<Uuid, (bool, Option<i64>)> = rows
        .into_iter()
        .map(|(room, written, known)| (room, (written, known)))
        .collect();
    Ok(batches
        .iter()
        .map(|numbered| match by_room.get(&numbered.batch.room) {
            Some((true, _)) => Appended::Committed,
            Some((false, Some(seq))) => Appended::Duplicate {
                seq: seq.unsigned_abs(),
            },
            Some((false, None)) | None => Appended::Fenced,
        })
        .collect())
}

/// Ends a connection politely; the server would notice anyway.
pub(super) async fn close(conn: PgConnection) {
    if let Err(error) = conn.close().await {
        tracing::debug!(%error, "the writer's connection did not close cleanly");
    }
}

/// The batches' rooms, column by column.
#[derive(Default)]
struct Heads<'a> {
    room: Vec<Uuid>,
    epoch: Vec<i64>,
    last_seq: Vec<i64>,
    new_seq: Vec<i64>,
    status: Vec<&'a str>,
    wake_at: Vec<Option<i64>>,
    touched_at: Vec<Option<i64>>,
}

impl Heads<'_> {
    fn of(batches: &[Numbered<'_>]) -> Self {
        let mut columns = Self::default();
        for &Numbered {
            batch,
            last_seq,
            new_seq,
        } in batches
        {
            columns.room.push(batch.room);
            columns.epoch.push(batch.epoch);
            columns.last_seq.push(last_seq);
            columns.new_seq.push(new_seq);
            columns.status.push(status_text(batch.projection.status));
            columns.wake_at.push(batch.projection.wake_at);
            columns
                .touched_at
                .push(batch.entries.last().map(|entry| entry.at));
        }
        columns
    }
}

/// The batches' events, column by column.
#[derive(Default)]
struct Events<'a> {
    room: Vec<Uuid>,
    seq: Vec<i64>,
    at: Vec<i64>,
    user: Vec<Option<Uuid>>,
    cid: Vec<Option<Uuid>>,
    payload: Vec<&'a str>,
}

impl<'a> Events<'a> {
    fn of(batches: &[Numbered<'a>]) -> Self {
        let mut columns = Self::default();
        for &Numbered {
            batch, last_seq, ..
        } in batches
        {
            for (seq, entry) in (last_seq + 1..).zip(&batch.entries) {
                columns.room.push(batch.room);
                columns.seq.push(seq);
                columns.at.push(entry.at);
                columns.user.push(entry.command.map(|(user, _)| user));
                columns.cid.push(entry.command.map(|(_, cid)| cid));
                columns.payload.push(&entry.payload);
            }
        }
        columns
    }
}

/// The batches' seats, column by column.
#[derive(Default)]
struct Seated {
    room: Vec<Uuid>,
    seat: Vec<i64>,
    user: Vec<Uuid>,
}

impl Seated {
    fn of<'a>(batches: impl Iterator<Item = &'a Batch>) -> Self {
        let mut columns = Self::default();
        for batch in batches {
            for (seat, user) in seats(&batch.projection) {
                columns.room.push(batch.room);
                columns.seat.push(seat);
                columns.user.push(user);
            }
        }
        columns
    }
}
