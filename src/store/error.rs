//! What can go wrong in the store.

use sqlx::migrate::MigrateError;

use crate::room::ports::JournalError;

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else holds the unique key: a name, a code.
    #[error("taken")]
    Conflict,
    /// A stored row cannot be what this server wrote.
    #[error("the store holds what cannot be read: {table} {id}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The row's key.
        id: String,
    },
    /// The database did not answer, or refused.
    #[error("the store does not answer: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// The URL names no database this server knows.
    #[error("database URL: {0}")]
    Url(String),
    /// The database is set so that an acknowledged write may be lost.
    #[error(
        "{setting} is {value}: an acknowledged move could be lost; this server does not run on it"
    )]
    Unsafe {
        /// The setting.
        setting: &'static str,
        /// What it is.
        value: String,
    },
    /// The tables could not be brought up to date.
    #[error("migration: {0}")]
    Migrate(#[from] MigrateError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unavailable(error)
    }
}

impl StoreError {
    /// A row that cannot be read.
    pub(super) fn corrupt(table: &'static str, id: impl std::fmt::Display) -> Self {
        Self::Corrupt {
            table,
            id: id.to_string(),
        }
    }
}

/// The journal's view of an error; the details go to the log.
impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt { table, id } => {
                tracing::error!(table, id, "the store holds what cannot be read");
                Self::Corrupt(format!("{table} {id}"))
            }
            other => {
                tracing::warn!(error = %other, "the store does not answer");
                Self::Unavailable
            }
        }
    }
}
