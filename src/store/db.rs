//! The two databases behind one face: connections, transactions, and the `on!` macro that
//! writes a statement once for both drivers.
//!
//! Transactions run in tasks of their own ([`detached`]): sqlx 0.9.0 can leave a pooled
//! connection inside an open transaction when a `begin` is cancelled.

use std::future::Future;
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::store::StoreError;

/// The pools of a store.
#[derive(Clone, Debug)]
pub(super) enum Db {
    /// PostgreSQL. The journal's writer has a connection of its own besides.
    Pg(PgPool),
    /// SQLite: many read-only connections, and the only one that writes.
    Lite {
        /// Read-only connections.
        read: SqlitePool,
        /// One connection, handed out in the order asked for: SQLite has one writer anyway, and
        /// a fair queue is better than its busy handler's sleeping.
        write: SqlitePool,
        /// Everybody but the journal's writer stands in this line first, so that the writer
        /// finds at most one before it.
        line: Arc<Semaphore>,
    },
}

/// A connection for reading.
#[derive(Debug)]
pub(super) enum Conn {
    Pg(PoolConnection<Postgres>),
    Lite(PoolConnection<Sqlite>),
}

/// A transaction that writes.
#[derive(Debug)]
pub(super) enum Tx<'c> {
    Pg(Transaction<'c, Postgres>),
    Lite(Transaction<'c, Sqlite>, Option<OwnedSemaphorePermit>),
}

/// Either of them, borrowed.
#[derive(Debug)]
pub(super) enum ConnMut<'a> {
    Pg(&'a mut PgConnection),
    Lite(&'a mut SqliteConnection),
}

impl Conn {
    pub(super) fn as_mut(&mut self) -> ConnMut<'_> {
        match self {
            Self::Pg(conn) => ConnMut::Pg(conn),
            Self::Lite(conn) => ConnMut::Lite(conn),
        }
    }
}

impl ConnMut<'_> {
    pub(super) fn as_mut(&mut self) -> ConnMut<'_> {
        match self {
            Self::Pg(conn) => ConnMut::Pg(conn),
            Self::Lite(conn) => ConnMut::Lite(conn),
        }
    }
}

impl Tx<'_> {
    pub(super) fn as_mut(&mut self) -> ConnMut<'_> {
        match self {
            Self::Pg(tx) => ConnMut::Pg(tx),
            Self::Lite(tx, _) => ConnMut::Lite(tx),
        }
    }

    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Pg(tx) => tx.commit().await,
            Self::Lite(tx, _place) => tx.commit().await,
        }
    }

    pub(super) async fn rollback(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Pg(tx) => tx.rollback().await,
            Self::Lite(tx, _place) => tx.rollback().await,
        }
    }
}

impl Db {
    /// A connection for reading.
    pub(super) async fn read(&self) -> Result<Conn, sqlx::Error> {
        Ok(match self {
            Self::Pg(pool) => Conn::Pg(pool.acquire().await?),
            Self::Lite { read, .. } => Conn::Lite(read.acquire().await?),
        })
    }

    /// Begins a transaction that writes, for everybody but the journal's writer; on SQLite it takes the write lock at once (a deferred
    /// one that reads first fails with `SQLITE_BUSY` in spite of the busy timeout). Only inside
    /// [`detached`] or the writer's task.
    pub(super) async fn write_tx(&self) -> Result<Tx<'static>, sqlx::Error> {
        Ok(match self {
            Self::Pg(pool) => Tx::Pg(pool.begin_with("BEGIN").await?),
            Self::Lite { write, line, .. } => {
                let patience = write.options().get_acquire_timeout();
                let place = timeout(patience, Arc::clone(line).acquire_owned())
                    .await
                    .map_err(|_| sqlx::Error::PoolTimedOut)?
                    .map_err(|_| sqlx::Error::PoolClosed)?;
                Tx::Lite(write.begin_with("BEGIN IMMEDIATE").await?, Some(place))
            }
        })
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Pg(pool) => pool.close().await,
            Self::Lite { read, write, .. } => {
                read.close().await;
                write.close().await;
            }
        }
    }
}

/// Runs database work to its end, whether or not the caller goes on waiting.
pub(super) async fn detached<T, F>(work: F) -> Result<T, StoreError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    match tokio::spawn(work).await {
        Ok(answer) => answer,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(StoreError::Unavailable(sqlx::Error::WorkerCrashed)),
        },
    }
}

/// `on!(conn, c => expression)`: the expression for whichever driver `conn` is of.
macro_rules! on {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn.as_mut() {
            $crate::store::db::ConnMut::Pg($c) => $body,
            $crate::store::db::ConnMut::Lite($c) => $body,
        }
    };
}
pub(super) use on;

/// `execute!(conn, query)`: runs it on whichever driver `conn` is of; how many rows it touched.
macro_rules! execute {
    ($conn:expr, $query:expr) => {
        $crate::store::db::on!($conn, c => $query.execute(c).await.map(|done| done.rows_affected()))
    };
}
pub(super) use execute;
