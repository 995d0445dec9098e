//! What SQLite alone has: its settings, and the fenced append of a whole group in a handful of
//! statements, with the group as a JSON array in place of PostgreSQL's `unnest`. (A statement
//! costs a trip to the connection's thread, so one a batch would be three times slower.)

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use uuid::Uuid;

use crate::room::ports::Appended;
use crate::store::line::Numbered;
use crate::store::rows::{seats, status_text};
use crate::store::{StoreError, StoreOptions, sql};

/// Commands that are stored already, of `[room, user, cid]`: room and first number.
const KNOWN: &str = "SELECT x.room, MIN(x.seq) FROM json_each($1) j CROSS JOIN event x \
    WHERE x.room = unhex(j.value ->> 0) AND x.user_id = unhex(j.value ->> 1) \
    AND x.cid = unhex(j.value ->> 2) GROUP BY x.room";
/// The fence, of `[room, epoch, last_seq, new_seq, status, wake_at, touched_at]`: the rooms it let
/// through.
const FENCE: &str = "UPDATE room SET last_seq = j.value ->> 3, status = j.value ->> 4, \
    wake_at = j.value ->> 5, touched_at = COALESCE(j.value ->> 6, touched_at) \
    FROM json_each($1) j WHERE room.id = unhex(j.value ->> 0) AND room.epoch = j.value ->> 1 \
    AND room.last_seq = j.value ->> 2 RETURNING room.id";
/// The log, of `[room, seq, at, user, cid, payload]`.
const LOG: &str = "INSERT INTO event (room, seq, at, user_id, cid, payload) \
    SELECT unhex(j.value ->> 0), j.value ->> 1, j.value ->> 2, unhex(j.value ->> 3), \
    unhex(j.value ->> 4), j.value ->> 5 FROM json_each($1) j";
/// Who sits in rooms.
const SEATED: &str = "SELECT s.room, s.seat, s.user_id FROM json_each($1) j CROSS JOIN seat s \
    WHERE s.room = unhex(j.value) ORDER BY s.room, s.seat";

/// Every text with its name, for the test that prepares them.
#[cfg(test)]
pub(super) const ALL: &[(&str, &str)] = &[
    ("KNOWN", KNOWN),
    ("FENCE", FENCE),
    ("LOG", LOG),
    ("SEATED", SEATED),
];

/// Opens the file, made when missing: the pool that reads, and the one connection that writes.
pub(super) async fn pools(
    path: &Path,
    options: &StoreOptions,
) -> Result<(SqlitePool, SqlitePool), StoreError> {
    let common = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5));
    // NORMAL survives the death of the process but not that of the machine.
    let writing = common
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", "4000");
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(options.acquire_timeout)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|conn, _| {
            Box::pin(async move {
                // A full disk may end a transaction by itself; sqlx 0.9.0 then still counts it as
                // open, and every later one on this connection fails. The ping comes back after a
                // rollback that is under way.
                conn.ping().await?;
                Ok(!conn.is_in_transaction())
            })
        })
        .connect_with(writing)
        .await?;
    check_durable(&write).await?;
    let read = SqlitePoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.acquire_timeout)
        .test_before_acquire(false)
        .connect_lazy_with(common.read_only(true));
    Ok((read, write))
}

/// A file system without shared memory leaves SQLite silently in another mode.
async fn check_durable(write: &SqlitePool) -> Result<(), StoreError> {
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(write)
        .await?;
    if mode != "wal" {
        return Err(StoreError::Unsafe {
            setting: "journal_mode",
            value: mode,
        });
    }
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
        .fetch_one(write)
        .await?;
    if synchronous < 2 {
        return Err(StoreError::Unsafe {
            setting: "synchronous",
            value: synchronous.to_string(),
        });
    }
    Ok(())
}

/// The fenced append of one batch a room, inside a transaction. Answers in the order of the
/// batches.
pub(super) async fn append(
    conn: &mut SqliteConnection,
    batches: &[Numbered<'_>],
) -> Result<Vec<Appended>, sqlx::Error> {
    let known = known(conn, batches).await?;
    let heads: Vec<_> = batches
        .iter()
        .filter(|numbered| !known.contains_key(&numbered.batch.room))
        .map(
            |&Numbered {
                 batch,
                 last_seq,
                 new_seq,
             }| {
                json!([
                    batch.room.simple().to_string(),
                    batch.epoch,
                    last_seq,
                    new_seq,
                    status_text(batch.projection.status),
                    batch.projection.wake_at,
                    batch.entries.last().map(|entry| entry.at),
                ])
            },
        )
        .collect();
    let through: Vec<(Uuid,)> = sqlx::query_as(FENCE)
        .bind(text(&heads))
        .fetch_all(&mut *conn)
        .await?;
    let through: HashSet<Uuid> = through.into_iter().map(|(room,)| room).collect();

    let written: Vec<_> = batches
        .iter()
        .filter(|numbered| through.contains(&numbered.batch.room))
        .collect();
    let mut events = Vec::with_capacity(written.len());
    for &&Numbered {
        batch, last_seq, ..
    } in &written
    {
        let room = batch.room.simple().to_string();
        for (seq, entry) in (last_seq + 1..).zip(&batch.entries) {
            events.push(json!([
                room,
                seq,
                entry.at,
                entry.command.map(|(user, _)| user.simple().to_string()),
                entry.command.map(|(_, cid)| cid.simple().to_string()),
                entry.payload,
            ]));
        }
    }
    if !events.is_empty() {
        sqlx::query(LOG)
            .bind(text(&events))
            .execute(&mut *conn)
            .await?;
    }
    replace_seats(conn, &written).await?;

    Ok(batches
        .iter()
        .map(|numbered| match known.get(&numbered.batch.room) {
            Some(seq) => Appended::Duplicate { seq: *seq },
            None if through.contains(&numbered.batch.room) => Appended::Committed,
            None => Appended::Fenced,
        })
        .collect())
}

/// The rooms whose batch holds a command that is stored already.
async fn known(
    conn: &mut SqliteConnection,
    batches: &[Numbered<'_>],
) -> Result<HashMap<Uuid, u64>, sqlx::Error> {
    let mut commands = Vec::with_capacity(batches.len());
    for &Numbered { batch, .. } in batches {
        for (user, cid) in batch.entries.iter().filter_map(|entry| entry.command) {
            commands.push([batch.room, user, cid].map(|id| id.simple().to_string()));
        }
    }
    if commands.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(KNOWN)
        .bind(json!(commands).to_string())
        .fetch_all(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(room, seq)| (room, seq.unsigned_abs()))
        .collect())
}

/// Writes the seats of the rooms where they changed.
async fn replace_seats(
    conn: &mut SqliteConnection,
    written: &[&Numbered<'_>],
) -> Result<(), sqlx::Error> {
    let rooms: Vec<_> = written
        .iter()
        .map(|numbered| numbered.batch.room.simple().to_string())
        .collect();
    let rows: Vec<(Uuid, i64, Uuid)> = sqlx::query_as(SEATED)
        .bind(json!(rooms).to_string())
        .fetch_all(&mut *conn)
        .await?;
    let mut before: HashMap<Uuid, Vec<(i64, Uuid)>> = HashMap::new();
    for (room, seat, user) in rows {
        before.entry(room).or_default().push((seat, user));
    }
    for numbered in written {
        let room = numbered.batch.room;
        let after = seats(&numbered.batch.projection);
        if before.get(&room).map_or(&[][..], Vec::as_slice) == after {
            continue;
        }
        sqlx::query(sql::SEATS_CLEAR)
            .bind(room)
            .execute(&mut *conn)
            .await?;
        for (seat, user) in after {
            sqlx::query(sql::SEAT_INSERT)
                .bind(room)
                .bind(seat)
                .bind(user)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

fn text(rows: &[serde_json::Value]) -> String {
    let mut text = String::with_capacity(rows.len() * 256 + 2);
    text.push('[');
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&row.to_string());
    }
    text.push(']');
    text
}
