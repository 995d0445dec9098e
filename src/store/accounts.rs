//! Accounts, sessions and standings.
//!
//! A name's key (what makes two names the same) and a token's hash come in ready-made from
//! `auth`; nothing here sees a password or a token.

use std::fmt;

use uuid::Uuid;

use crate::game::Millis;
use crate::protocol::UserId;
use crate::store::db::{Tx, detached, execute, on};
use crate::store::{FAMILY_STAR, Store, StoreError, sql};

/// The SHA-256 of a session's token: what names the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionHash(pub [u8; 32]);

impl fmt::Debug for SessionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Enough to tell two apart in a log.
        write!(
            f,
            "SessionHash({:02x}{:02x}{:02x}…)",
            self.0[0], self.0[1], self.0[2]
        )
    }
}

impl SessionHash {
    fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        bytes
            .try_into()
            .map(Self)
            .map_err(|_| StoreError::corrupt("session", format_args!("{} bytes", bytes.len())))
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: UserId,
    /// Its name as shown.
    pub name: String,
    /// A guest: no password, no rated games.
    pub guest: bool,
    /// Has the staff role.
    pub staff: bool,
    /// When it was made.
    pub created_at: Millis,
}

/// An account about to exist.
#[derive(Clone)]
pub struct NewAccount {
    /// Its id.
    pub id: UserId,
    /// Its name as shown.
    pub name: String,
    /// The name's key, unique.
    pub name_key: String,
    /// The password's hash; a guest has none.
    pub password_hash: Option<String>,
    /// When it is made.
    pub created_at: Millis,
}

impl fmt::Debug for NewAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewAccount")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish()
    }
}

/// A session about to exist.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// The token's hash.
    pub hash: SessionHash,
    /// When it is made.
    pub created_at: Millis,
    /// When it ends unless it is used.
    pub expires_at: Millis,
}

/// A session as stored, with its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// When it was made.
    pub created_at: Millis,
    /// When it ends unless it is used.
    pub expires_at: Millis,
    /// The account.
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest's.
    pub guest: bool,
    /// Whether it has the staff role.
    pub staff: bool,
    /// Points of the star family.
    pub points: i64,
}

/// What became of a guest's wish for a lasting account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upgrade {
    /// Done; these sessions ended, the new one stands.
    Done {
        /// The sessions that ended.
        ended: Vec<SessionHash>,
    },
    /// It is no guest's account, or no longer.
    NotGuest,
}

/// What [`Store::sweep`] removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Sessions that had ended by themselves.
    pub sessions: Vec<(SessionHash, UserId)>,
    /// Guests nobody can be any more, and who never played.
    pub guests: u64,
}

/// An account's points and counts in a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The family, as `star`.
    pub family: String,
    /// The points.
    pub points: i64,
    /// Games played.
    pub games: u64,
    /// Rated ones among them.
    pub rated: u64,
    /// Rated games placed first with somebody behind.
    pub firsts: u64,
}

/// A row of `ACCOUNT`.
type AccountRow = (Uuid, String, bool, bool, i64);

fn account((id, name, guest, staff, created_at): AccountRow) -> Account {
    Account {
        id,
        name,
        guest,
        staff,
        created_at,
    }
}

async fn insert_session(
    tx: &mut Tx<'_>,
    user: UserId,
    session: &NewSession,
) -> Result<(), StoreError> {
    execute!(
        tx,
        sqlx::query(sql::SESSION_INSERT)
            .bind(&session.hash.0[..])
            .bind(user)
            .bind(session.created_at)
            .bind(session.expires_at)
    )?;
    Ok(())
}

async fn end_sessions(tx: &mut Tx<'_>, user: UserId) -> Result<Vec<SessionHash>, StoreError> {
    let hashes: Vec<Vec<u8>> =
        on!(tx, c => sqlx::query_scalar(sql::SESSIONS_END).bind(user).fetch_all(c).await?);
    hashes.iter().map(|hash| SessionHash::read(hash)).collect()
}

impl Store {
    /// Makes an account and its first session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the name is taken.
    pub async fn create_account(
        &self,
        new: NewAccount,
        session: NewSession,
    ) -> Result<(), StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let guest = new.password_hash.is_none();
            let inserted = execute!(
                tx,
                sqlx::query(sql::ACCOUNT_INSERT)
                    .bind(new.id)
                    .bind(&new.name)
                    .bind(&new.name_key)
                    .bind(guest)
                    .bind(&new.password_hash)
                    .bind(new.created_at)
            )?;
            if inserted == 0 {
                tx.rollback().await?;
                return Err(StoreError::Conflict);
            }
            insert_session(&mut tx, new.id, &session).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Makes a guest's account a lasting one under a new name: it keeps its id and so its
    /// history, its sessions end, and the new one stands. Of two at once one wins.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: the name is taken.
    pub async fn upgrade_account(
        &self,
        user: UserId,
        name: String,
        name_key: String,
        password_hash: String,
        session: NewSession,
    ) -> Result<Upgrade, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let updated = execute!(
                tx,
                sqlx::query(sql::ACCOUNT_UPGRADE)
                    .bind(user)
                    .bind(&name)
                    .bind(&name_key)
                    .bind(&password_hash)
            );
            let updated = match updated {
                Ok(rows) => rows,
                Err(error) => {
                    let taken = error
                        .as_database_error()
                        .is_some_and(sqlx::error::DatabaseError::is_unique_violation);
                    tx.rollback().await?;
                    return Err(if taken {
                        StoreError::Conflict
                    } else {
                        error.into()
                    });
                }
            };
            if updated == 0 {
                tx.rollback().await?;
                return Ok(Upgrade::NotGuest);
            }
            let ended = end_sessions(&mut tx, user).await?;
            insert_session(&mut tx, user, &session).await?;
            tx.commit().await?;
            Ok(Upgrade::Done { ended })
        })
        .await
    }

    /// The account with an id.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError> {
        let mut conn = self.db.read().await?;
        let row: Option<AccountRow> =
            on!(conn, c => sqlx::query_as(sql::ACCOUNT).bind(user).fetch_optional(c).await?);
        Ok(row.map(account))
    }

    /// The account whose name has this key.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn account_by_key(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        let mut conn = self.db.read().await?;
        let row: Option<AccountRow> = on!(conn, c => sqlx::query_as(sql::ACCOUNT_BY_KEY)
            .bind(name_key)
            .fetch_optional(c)
            .await?);
        Ok(row.map(account))
    }

    /// The id and the password's hash of the account whose name has this key; none for guests.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn credentials(
        &self,
        name_key: &str,
    ) -> Result<Option<(UserId, String)>, StoreError> {
        let mut conn = self.db.read().await?;
        Ok(on!(conn, c => sqlx::query_as(sql::CREDENTIALS)
            .bind(name_key)
            .fetch_optional(c)
            .await?))
    }

    /// An account's points and counts, one entry a family it has played.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn account_standings(&self, user: UserId) -> Result<Vec<Standing>, StoreError> {
        let mut conn = self.db.read().await?;
        let rows: Vec<(String, i64, i64, i64, i64)> =
            on!(conn, c => sqlx::query_as(sql::STANDINGS_OF).bind(user).fetch_all(c).await?);
        Ok(rows
            .into_iter()
            .map(|(family, points, games, rated, firsts)| Standing {
                family,
                points,
                games: games.unsigned_abs(),
                rated: rated.unsigned_abs(),
                firsts: firsts.unsigned_abs(),
            })
            .collect())
    }

    /// Sets the password of an account that has one, and ends its sessions. `None`: no such
    /// account.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn set_password(
        &self,
        user: UserId,
        password_hash: String,
    ) -> Result<Option<Vec<SessionHash>>, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let updated = execute!(
                tx,
                sqlx::query(sql::ACCOUNT_PASSWORD)
                    .bind(user)
                    .bind(&password_hash)
            )?;
            let ended = end_sessions(&mut tx, user).await?;
            if updated == 0 {
                tx.rollback().await?;
                return Ok(None);
            }
            tx.commit().await?;
            Ok(Some(ended))
        })
        .await
    }

    /// Gives or takes the staff role; false when there is no such account, or it is a guest's.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn set_staff(&self, user: UserId, staff: bool) -> Result<bool, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let updated = execute!(tx, sqlx::query(sql::ACCOUNT_STAFF).bind(user).bind(staff))?;
            tx.commit().await?;
            Ok(updated == 1)
        })
        .await
    }

    /// Opens a session for an account.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn open_session(&self, user: UserId, session: NewSession) -> Result<(), StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            insert_session(&mut tx, user, &session).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The session a token's hash names, unless it has ended.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn session(
        &self,
        hash: SessionHash,
        now: Millis,
    ) -> Result<Option<SessionRow>, StoreError> {
        let mut conn = self.db.read().await?;
        let row: Option<(i64, i64, Uuid, String, bool, bool, i64)> = on!(conn, c => sqlx::query_as(sql::SESSION)
                .bind(&hash.0[..])
                .bind(now)
                .bind(FAMILY_STAR)
                .fetch_optional(c)
                .await?);
        Ok(row.map(
            |(created_at, expires_at, user, name, guest, staff, points)| SessionRow {
                created_at,
                expires_at,
                user,
                name,
                guest,
                staff,
                points,
            },
        ))
    }

    /// Gives a session a later end.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn extend_session(
        &self,
        hash: SessionHash,
        expires_at: Millis,
    ) -> Result<(), StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            execute!(
                tx,
                sqlx::query(sql::SESSION_EXTEND)
                    .bind(&hash.0[..])
                    .bind(expires_at)
            )?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Ends a session; whose it was, if there was one.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn end_session(&self, hash: SessionHash) -> Result<Option<UserId>, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let user: Option<Uuid> = on!(tx, c => sqlx::query_scalar(sql::SESSION_END)
                .bind(&hash.0[..])
                .fetch_optional(c)
                .await?);
            tx.commit().await?;
            Ok(user)
        })
        .await
    }

    /// Removes sessions that ended by `now`, and guests made before `guests_before` that have
    /// no session left, sit nowhere and never finished a game.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn sweep(&self, now: Millis, guests_before: Millis) -> Result<Swept, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let rows: Vec<(Vec<u8>, Uuid)> =
                on!(tx, c => sqlx::query_as(sql::SESSIONS_SWEEP).bind(now).fetch_all(c).await?);
            let guests = execute!(tx, sqlx::query(sql::GUESTS_SWEEP).bind(guests_before))?;
            tx.commit().await?;
            let sessions = rows
                .into_iter()
                .map(|(hash, user)| Ok((SessionHash::read(&hash)?, user)))
                .collect::<Result<_, StoreError>>()?;
            Ok(Swept { sessions, guests })
        })
        .await
    }
}
