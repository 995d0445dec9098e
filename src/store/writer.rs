//! The journal's writer: one task that commits the batches of all rooms in groups.
//!
//! It takes whatever is queued, at most [`GROUP`] batches, never waits for more, and commits
//! them in one transaction. A batch that lost its fence or was there already is answered so and
//! changes nothing for the others; one the database refuses is found by committing the group
//! again one by one, which is safe because the refused transaction is known to have written
//! nothing. Where that is not known (the connection broke, the commit's answer is missing) nobody
//! is told anything but "unavailable", and the connection is opened anew.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Sleep;

use crate::protocol::RoomId;
use crate::room::ports::{Appended, Batch, Booking, JournalError};
use crate::store::booking::book;
use crate::store::db::{ConnMut, Tx};
use crate::store::rows::seq_in;
use crate::store::{StoreError, pg_only, sql, sqlite_only};

/// How many batches one transaction takes.
pub(super) const GROUP: usize = 512;
/// How many may wait for it.
pub(super) const QUEUE: usize = 8_192;
/// How often a batch that lost a deadlock is tried.
const TRIES: u32 = 3;
/// The first wait before connecting again, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// What is asked of the writer.
#[derive(Debug)]
pub(super) enum Job {
    /// Commit this.
    Append(Box<Append>),
    /// Say whether the database still answers on the writer's connection.
    Ping(oneshot::Sender<bool>),
    /// Take nothing more, and end when everything queued is answered.
    Close,
}

/// A batch and who waits for it.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) batch: Batch,
    pub(super) answer: oneshot::Sender<Result<Appended, JournalError>>,
}

/// A batch with its numbers as the database holds them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<'a> {
    pub(super) batch: &'a Batch,
    pub(super) last_seq: i64,
    pub(super) new_seq: i64,
}

impl<'a> Numbered<'a> {
    fn of(batch: &'a Batch) -> Result<Self, StoreError> {
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

/// What the writer has done since it started.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) groups: AtomicU64,
    pub(super) committed: AtomicU64,
    pub(super) duplicates: AtomicU64,
    pub(super) fenced: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) unavailable: AtomicU64,
    pub(super) reconnects: AtomicU64,
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
    /// The only connection that writes, shared with accounts and adoptions in the order asked.
    Lite(SqlitePool),
}

/// Why a group was not committed.
#[derive(Debug)]
enum Failure {
    /// The database refused it and nothing was written; alone it would be refused again.
    Refused(StoreError),
    /// It lost a deadlock or a lock's time ran out; nothing was written.
    Contended(sqlx::Error),
    /// Whether it was written is unknown.
    Lost(StoreError),
}

/// The task.
#[derive(Debug)]
pub(super) struct Writer {
    line: Line,
    counters: Arc<Counters>,
    /// Set while the connection is down: when to try again, and how long to wait after that.
    down: Option<(Pin<Box<Sleep>>, Duration)>,
}

impl Writer {
    pub(super) fn new(line: Line, counters: Arc<Counters>) -> Self {
        Self {
            line,
            counters,
            down: None,
        }
    }

    /// Runs until it is told to close or every sender is gone, and everything queued is answered.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        loop {
            let taken = match &mut self.down {
                None => queue.recv_many(&mut jobs, GROUP).await,
                Some((wait, _)) => tokio::select! {
                    biased;
                    () = wait => {
                        self.reconnect().await;
                        continue;
                    }
                    taken = queue.recv_many(&mut jobs, GROUP) => taken,
                },
            };
            if taken == 0 {
                break;
            }
            let mut group = Vec::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                match job {
                    Job::Append(append) => group.push(*append),
                    Job::Ping(answer) => {
                        let answers = self.ping().await;
                        let _ = answer.send(answers);
                    }
                    Job::Close => queue.close(),
                }
            }
            if !group.is_empty() {
                self.group(group).await;
            }
        }
        if let Line::Pg {
            conn: Some(conn), ..
        } = self.line
        {
            pg_only::close(conn).await;
        }
    }

    /// Commits a group and answers everybody in it.
    async fn group(&mut self, group: Vec<Append>) {
        let (group, numbered) = self.number(group);
        if group.is_empty() {
            return;
        }
        if self.down.is_some() {
            for append in group {
                self.answer(append, Err(JournalError::Unavailable));
            }
            return;
        }
        let batches: Vec<_> = group
            .iter()
            .zip(numbered)
            .map(|(append, (last_seq, new_seq))| Numbered {
                batch: &append.batch,
                last_seq,
                new_seq,
            })
            .collect();
        match self.line.commit(&batches).await {
            Ok(outcomes) => {
                self.counters.groups.fetch_add(1, Relaxed);
                for (append, outcome) in group.into_iter().zip(outcomes) {
                    self.answer(append, Ok(outcome));
                }
            }
            Err(Failure::Lost(error)) => {
                self.lost(&error);
                for append in group {
                    self.answer(append, Err(JournalError::Unavailable));
                }
            }
            Err(Failure::Refused(error)) if group.len() > 1 => {
                tracing::warn!(%error, batches = group.len(), "a group was refused: one by one");
                self.one_by_one(group).await;
            }
            Err(Failure::Contended(error)) => {
                tracing::warn!(%error, batches = group.len(), "a group lost a lock: one by one");
                self.one_by_one(group).await;
            }
            Err(Failure::Refused(error)) => {
                for append in group {
                    self.refuse(append, &error);
                }
            }
        }
    }

    /// Commits each batch in a transaction of its own, in their order.
    async fn one_by_one(&mut self, group: Vec<Append>) {
        for append in group {
            if self.down.is_some() {
                self.answer(append, Err(JournalError::Unavailable));
                continue;
            }
            match self.alone(&append.batch).await {
                Ok(outcome) => {
                    self.counters.groups.fetch_add(1, Relaxed);
                    self.answer(append, Ok(outcome));
                }
                Err(Failure::Refused(error)) => self.refuse(append, &error),
                Err(Failure::Contended(error)) => {
                    tracing::warn!(%error, room = %append.batch.room, "a batch got no lock");
                    self.answer(append, Err(JournalError::Unavailable));
                }
                Err(Failure::Lost(error)) => {
                    self.lost(&error);
                    self.answer(append, Err(JournalError::Unavailable));
                }
            }
        }
    }

    /// Commits one batch. Contention is known to have written nothing, so it may be tried again.
    async fn alone(&mut self, batch: &Batch) -> Result<Appended, Failure> {
        let numbered = Numbered::of(batch).map_err(Failure::Refused)?;
        let mut tries = 1;
        loop {
            match self.line.commit(&[numbered]).await {
                Ok(outcomes) => return Ok(outcomes.first().copied().unwrap_or(Appended::Fenced)),
                Err(Failure::Contended(error)) if tries < TRIES && !waited(&error) => tries += 1,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Answers the batches whose numbers no database holds, and gives the others' numbers.
    fn number(&self, group: Vec<Append>) -> (Vec<Append>, Vec<(i64, i64)>) {
        let mut kept = Vec::with_capacity(group.len());
        let mut numbers = Vec::with_capacity(group.len());
        for append in group {
            match Numbered::of(&append.batch).map(|n| (n.last_seq, n.new_seq)) {
                Ok(number) => {
                    numbers.push(number);
                    kept.push(append);
                }
                Err(error) => self.refuse(append, &error),
            }
        }
        (kept, numbers)
    }

    fn refuse(&self, append: Append, error: &StoreError) {
        let room = append.batch.room;
        tracing::error!(%error, %room, "the database refuses a batch");
        self.answer(
            append,
            Err(JournalError::Corrupt(format!("room {room}: {error}"))),
        );
    }

    fn answer(&self, append: Append, answer: Result<Appended, JournalError>) {
        let counter = match &answer {
            Ok(Appended::Committed) => &self.counters.committed,
            Ok(Appended::Duplicate { .. }) => &self.counters.duplicates,
            Ok(Appended::Fenced) => &self.counters.fenced,
            Err(JournalError::Corrupt(_)) => &self.counters.refused,
            Err(JournalError::Unavailable) => &self.counters.unavailable,
        };
        counter.fetch_add(1, Relaxed);
        // Whoever asked may have stopped waiting; what is written is written.
        let _ = append.answer.send(answer);
    }

    /// The outcome of a commit is unknown: this connection is not to be trusted again.
    fn lost(&mut self, error: &StoreError) {
        tracing::error!(%error, "the writer lost its connection; outcomes are unknown");
        match &mut self.line {
            Line::Pg { conn, .. } => {
                *conn = None;
                self.down = Some((Box::pin(tokio::time::sleep(Duration::ZERO)), BACKOFF.0));
            }
            // The pool looks at a connection it gets back, and opens another when it is not good.
            Line::Lite(_) => {}
        }
    }

    async fn reconnect(&mut self) {
        let Line::Pg {
            connect,
            allow_unsafe,
            conn,
        } = &mut self.line
        else {
            self.down = None;
            return;
        };
        match pg_only::writer(connect, *allow_unsafe).await {
            Ok(opened) => {
                tracing::info!("the writer is connected again");
                self.counters.reconnects.fetch_add(1, Relaxed);
                *conn = Some(opened);
                self.down = None;
            }
            Err(error) => {
                let wait = self.down.as_ref().map_or(BACKOFF.0, |(_, wait)| *wait);
                tracing::warn!(%error, ?wait, "the writer cannot connect");
                let longer = (wait * 2).min(BACKOFF.1);
                self.down = Some((Box::pin(tokio::time::sleep(wait)), longer));
            }
        }
    }

    async fn ping(&mut self) -> bool {
        let answer = match &mut self.line {
            Line::Pg {
                conn: Some(conn), ..
            } => {
                sqlx::query_scalar::<_, i32>(sql::PING)
                    .fetch_one(conn)
                    .await
            }
            Line::Pg { conn: None, .. } => return false,
            Line::Lite(write) => {
                sqlx::query_scalar::<_, i32>(sql::PING)
                    .fetch_one(&*write)
                    .await
            }
        };
        match answer {
            Ok(_) => true,
            Err(error) => {
                self.lost(&error.into());
                false
            }
        }
    }
}

impl Line {
    /// Commits batches in one transaction: all of those that keep their fence, or none.
    async fn commit(&mut self, batches: &[Numbered<'_>]) -> Result<Vec<Appended>, Failure> {
        let waves = waves(batches);
        match self {
            Self::Pg { conn: None, .. } => Err(Failure::Lost(StoreError::Unavailable(
                sqlx::Error::PoolClosed,
            ))),
            Self::Pg {
                conn: Some(conn), ..
            } => {
                let plain = batches
                    .iter()
                    .all(|numbered| numbered.batch.booking.is_none());
                if plain && waves.len() == 1 {
                    // A statement alone is a transaction: one trip instead of three.
                    return pg_only::append(conn, batches)
                        .await
                        .map_err(|error| failure(error.into()));
                }
                let tx = conn
                    .begin()
                    .await
                    .map_err(|error| Failure::Lost(error.into()))?;
                commit(Tx::Pg(tx), batches, &waves).await
            }
            Self::Lite(write) => {
                let tx = write
                    .begin_with("BEGIN IMMEDIATE")
                    .await
                    .map_err(|error| Failure::Lost(error.into()))?;
                commit(Tx::Lite(tx), batches, &waves).await
            }
        }
    }
}

/// Runs the waves and the bookings in a transaction, and commits it.
async fn commit(
    mut tx: Tx<'_>,
    batches: &[Numbered<'_>],
    waves: &[Vec<usize>],
) -> Result<Vec<Appended>, Failure> {
    match fill(tx.as_mut(), batches, waves).await {
        Ok(outcomes) => {
            // From here on an error may hide a commit.
            tx.commit()
                .await
                .map_err(|error| Failure::Lost(error.into()))?;
            Ok(outcomes)
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
fn waited(error: &sqlx::Error) -> bool {
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
    use super::waves;
    use crate::store::test_support::{batch, id};
    use crate::store::writer::Numbered;

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
