//! The store: every SQL text, PostgreSQL and SQLite, the journal with group commit, and an
//! in-memory journal for tests.
//!
//! What it promises: an answer `Committed` means the events are on disk. It knows a room's ports
//! and nothing else of rooms, and nothing of HTTP.

mod accounts;
mod booking;
mod db;
mod error;
mod games;
mod journal;
mod ladder;
mod line;
mod migrate;
mod pg_only;
mod rows;
mod sql;
mod sqlite_only;
#[cfg(test)]
pub(crate) mod test_support;
pub mod testing;
#[cfg(test)]
mod tests;
mod writer;

use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::game::Family;
use crate::store::db::{Db, on};
use crate::store::line::Line;
use crate::store::writer::{Counters, Job, QUEUE, Writer};

pub use accounts::{
    Account, NewAccount, NewSession, SessionHash, SessionRow, Standing, Swept, Upgrade,
};
pub use error::StoreError;
pub use games::{GamePage, GameRecord, GameSeat, LedgerEntry};
pub use ladder::LadderRow;

/// The family of Chinese checkers, in `standing`, `game` and `ledger`.
pub const FAMILY_STAR: &str = Family::Star.as_str();

/// How a store is opened.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// Connections for reads (on PostgreSQL also for accounts and adoptions); the journal's
    /// writer has one more.
    pub connections: u32,
    /// How long a request waits for one of them.
    pub acquire_timeout: Duration,
    /// Accept a PostgreSQL that may lose acknowledged commits: for throw-away tests only.
    pub allow_unsafe: bool,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            connections: 8,
            acquire_timeout: Duration::from_secs(3),
            allow_unsafe: false,
        }
    }
}

/// Whether the store answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// A read was answered in time.
    pub reads: bool,
    /// The journal's writer was: it is not stuck in a commit and its connection is open.
    pub writes: bool,
    /// Batches waiting for the writer.
    pub queued: usize,
}

impl Health {
    /// Whether all is well.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.reads && self.writes
    }
}

/// What the journal's writer has done since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalStats {
    /// Transactions that committed batches.
    pub groups: u64,
    /// Batches committed.
    pub committed: u64,
    /// Batches answered as stored before.
    pub duplicates: u64,
    /// Batches that lost their fence.
    pub fenced: u64,
    /// Batches the database refused.
    pub refused: u64,
    /// Batches whose outcome is unknown or that found no connection.
    pub unavailable: u64,
    /// Connections opened anew.
    pub reconnects: u64,
}

/// The store. Cheap to clone; the journal's writer ends, after everything queued, with the last
/// clone.
#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
    jobs: mpsc::Sender<Job>,
    counters: Arc<Counters>,
    writer: Arc<std::sync::Mutex<Option<JoinHandle<()>>>>,
}

/// What a database URL names.
#[derive(Debug)]
enum Target {
    Pg(Box<PgConnectOptions>),
    Lite(PathBuf),
}

impl Target {
    fn parse(url: &str) -> Result<Self, StoreError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.contains(":memory:") || path.contains('?') {
                return Err(StoreError::Url("sqlite: and the path of a file".into()));
            }
            return Ok(Self::Lite(path.into()));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            // The driver's message would repeat the URL, password and all.
            let connect = PgConnectOptions::from_str(url)
                .map_err(|_| StoreError::Url("postgres://user@host/database expected".into()))?;
            return Ok(Self::Pg(Box::new(connect.application_name("tiaoqi"))));
        }
        Err(StoreError::Url(
            "it begins with sqlite: or postgres://".into(),
        ))
    }
}

impl Store {
    /// Opens `sqlite:PATH` (made when missing) or `postgres://…`, and brings its tables up to
    /// date.
    ///
    /// # Errors
    /// The URL, a migration, a setting under which acknowledged moves could be lost, or a
    /// database that does not answer.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, &StoreOptions::default()).await
    }

    /// [`Store::open`] with options.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(url: &str, options: &StoreOptions) -> Result<Self, StoreError> {
        let (db, line) = match Target::parse(url)? {
            Target::Pg(connect) => {
                let mut conn = pg_only::writer(&connect, options.allow_unsafe).await?;
                pg_only::migrate(&mut conn, &migrate::migrator()).await?;
                let pool = pg_only::pool(&connect, options).await?;
                let allow_unsafe = options.allow_unsafe;
                (
                    Db::Pg(pool),
                    Line::Pg {
                        connect,
                        allow_unsafe,
                        conn: Some(conn),
                    },
                )
            }
            Target::Lite(path) => {
                let (read, write) = sqlite_only::pools(&path, options).await?;
                let mut conn = write.acquire().await?;
                migrate::migrator()
                    .run_direct(None, &mut *conn, false)
                    .await?;
                drop(conn);
                (
                    Db::Lite {
                        read,
                        write: write.clone(),
                        line: Arc::new(Semaphore::new(1)),
                    },
                    Line::Lite(write),
                )
            }
        };
        let (jobs, queue) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        let writer = tokio::spawn(Writer::new(line, Arc::clone(&counters)).run(queue));
        let writer = Arc::new(std::sync::Mutex::new(Some(writer)));
        Ok(Self {
            db,
            jobs,
            counters,
            writer,
        })
    }

    /// Waits until everything queued is written, then closes every connection. Whatever is
    /// asked of a clone afterwards is answered "unavailable".
    pub async fn close(&self) {
        // Fails only when the writer is gone already.
        let _ = self.jobs.send(Job::Close).await;
        self.jobs.closed().await;
        let handle = self.writer.lock().ok().and_then(|mut handle| handle.take());
        if let Some(handle) = handle
            && handle.await.is_err()
        {
            tracing::error!("the journal's writer had failed");
        }
        self.db.close().await;
    }

    /// Asks the pool and the writer whether they still answer; takes two seconds at most.
    pub async fn health(&self) -> Health {
        const PATIENCE: Duration = Duration::from_secs(2);
        let reads = tokio::time::timeout(PATIENCE, self.ping());
        let (answer, answered) = oneshot::channel();
        let asked = self.jobs.try_send(Job::Ping(answer)).is_ok();
        let writes = tokio::time::timeout(PATIENCE, answered);
        let (reads, writes) = tokio::join!(reads, writes);
        Health {
            reads: matches!(reads, Ok(Ok(()))),
            writes: asked && matches!(writes, Ok(Ok(true))),
            queued: self.queued(),
        }
    }

    /// Batches waiting for the writer.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// What the journal's writer has done since it started.
    #[must_use]
    pub fn journal_stats(&self) -> JournalStats {
        let counters = &self.counters;
        JournalStats {
            groups: counters.groups.load(Relaxed),
            committed: counters.committed.load(Relaxed),
            duplicates: counters.duplicates.load(Relaxed),
            fenced: counters.fenced.load(Relaxed),
            refused: counters.refused.load(Relaxed),
            unavailable: counters.unavailable.load(Relaxed),
            reconnects: counters.reconnects.load(Relaxed),
        }
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let mut conn = self.db.read().await?;
        on!(conn, c => sqlx::query_scalar::<_, i32>(sql::PING).fetch_one(c).await?);
        Ok(())
    }
}
