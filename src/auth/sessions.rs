//! Guests, sign-up, log-in and log-out.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::auth::guest::{self, Tongue};
use crate::auth::name::{Name, NameError};
use crate::auth::password::{self, HashError, Hasher, PasswordError};
use crate::auth::throttle::Throttle;
use crate::auth::token::{Token, session_hash};
use crate::game::Millis;
use crate::protocol::{Code, Me, Refusal, UserId};
use crate::room::ports::{Clock, Ids};
use crate::room::registry::Person;
use crate::scoring::level_of;
use crate::store::{NewAccount, NewSession, SessionHash, Store, StoreError, Upgrade};

const DAY: Millis = 24 * 3_600 * 1_000;
/// How long an account's session lasts without being used.
pub const LIFE: Millis = 90 * DAY;
/// How long a guest's session lasts without being used.
pub const GUEST_LIFE: Millis = 30 * DAY;
/// Sessions are extended at most this often.
const EXTEND_AFTER: Millis = DAY;
/// How many names are drawn for a guest before giving up: of 25 million, most are free.
const DRAWS: u32 = 16;
/// How often what has ended is removed.
const SWEEP: Duration = Duration::from_secs(600);
/// How many ended sessions a socket may be late in hearing of; then it asks the store.
const ENDED_KEPT: usize = 1_024;

/// A session that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// What names it in the store.
    pub hash: SessionHash,
    /// The account.
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest's.
    pub guest: bool,
    /// Points of the star family.
    pub points: i64,
}

impl Session {
    /// Who a room is dealing with.
    #[must_use]
    pub fn person(&self) -> Person {
        Person {
            user: self.user,
            name: self.name.clone(),
            guest: self.guest,
        }
    }

    /// Who the client is told it is.
    #[must_use]
    pub fn me(&self) -> Me {
        Me {
            user: self.user,
            name: self.name.clone(),
            guest: self.guest,
            points: self.points,
            level: level_of(self.points).number(),
        }
    }
}

/// Why somebody did not get a session.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The name is not accepted.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password is not accepted.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The name is taken.
    #[error("the name is taken")]
    NameTaken,
    /// Name and password do not belong together.
    #[error("name and password do not belong together")]
    BadCredentials,
    /// Only guests sign up into an account they keep.
    #[error("no guest's account")]
    NotGuest,
    /// Too many attempts on this name from this address, or too many people at once.
    #[error("too many attempts")]
    Rate {
        /// After how many milliseconds another makes sense.
        retry_ms: u32,
    },
    /// The system gives no salt, or the work was broken off.
    #[error("passwords cannot be hashed now")]
    Hashing,
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for AuthError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::NameTaken,
            other => Self::Store(other),
        }
    }
}

impl From<HashError> for AuthError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Rate { retry_ms: 1_000 },
            HashError::Failed => Self::Hashing,
        }
    }
}

impl From<&AuthError> for Refusal {
    fn from(error: &AuthError) -> Self {
        let code = match error {
            AuthError::Name(error) => return Self::because(Code::BadName, error.code()),
            AuthError::Password(error) => return Self::because(Code::BadPassword, error.code()),
            AuthError::NameTaken => Code::NameTaken,
            AuthError::BadCredentials => Code::BadCredentials,
            AuthError::NotGuest => Code::Forbidden,
            AuthError::Rate { retry_ms } => {
                return Self::rate(*retry_ms);
            }
            AuthError::Hashing | AuthError::Store(StoreError::Unavailable(_)) => {
                return Self::UNAVAILABLE;
            }
            AuthError::Store(_) => Code::Internal,
        };
        code.into()
    }
}

/// Accounts and sessions. Cheap to clone.
#[derive(Clone)]
pub struct Auth(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    hasher: Hasher,
    throttle: Throttle,
    ended: broadcast::Sender<SessionHash>,
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Auth")
    }
}

impl Auth {
    /// Accounts and sessions of a store.
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            ids,
            hasher: Hasher::new(),
            throttle: Throttle::default(),
            ended: broadcast::channel(ENDED_KEPT).0,
        }))
    }

    /// Makes a guest under a readable name.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn guest(&self, tongue: Tongue) -> Result<(Token, Session), AuthError> {
        let mut draws = 1;
        loop {
            let name = guest::name(tongue, self.0.ids.seed());
            match self.create(name, None).await {
                Err(AuthError::NameTaken) if draws < DRAWS => draws += 1,
                result => return result,
            }
        }
    }

    /// Makes an account.
    ///
    /// # Errors
    /// What is wrong with name or password; the name is taken; the store does not answer.
    pub async fn register(
        &self,
        name: &str,
        password: &str,
    ) -> Result<(Token, Session), AuthError> {
        let name = Name::new(name)?;
        let hash = self.hash(password).await?;
        self.create(name, Some(hash)).await
    }

    /// Makes a guest's account a lasting one: it keeps its history. Its sessions end; the
    /// answered one stands.
    ///
    /// # Errors
    /// As [`Auth::register`]; and when the account is no guest's, or no longer.
    pub async fn upgrade(
        &self,
        session: &Session,
        name: &str,
        password: &str,
    ) -> Result<(Token, Session), AuthError> {
        let name = Name::new(name)?;
        let hash = self.hash(password).await?;
        let (token, new) = self.draw(LIFE);
        let shown = name.as_str().to_owned();
        let upgrade = self
            .0
            .store
            .upgrade_account(
                session.user,
                shown.clone(),
                name.key().to_owned(),
                hash,
                new,
            )
            .await?;
        let Upgrade::Done { ended } = upgrade else {
            return Err(AuthError::NotGuest);
        };
        for hash in ended {
            self.tell_ended(hash);
        }
        let session = Session {
            hash: new.hash,
            name: shown,
            guest: false,
            ..session.clone()
        };
        Ok((token, session))
    }

    /// Opens a session for an account. After a few failures each next try on this name from
    /// this address waits longer; for IPv6 the caller gives the network, not the host.
    ///
    /// # Errors
    /// Name and password do not belong together; too many attempts; the store does not answer.
    pub async fn login(
        &self,
        address: IpAddr,
        name: &str,
        password: &str,
    ) -> Result<(Token, Session), AuthError> {
        let name = Name::new(name).map_err(|_| AuthError::BadCredentials)?;
        password::check(password).map_err(|_| AuthError::BadCredentials)?;
        let tried = (name.key().to_owned(), address);
        let attempt = self.0.throttle.attempt(&tried, self.0.clock.now());
        attempt.map_err(|wait| AuthError::Rate {
            retry_ms: u32::try_from(wait).unwrap_or(u32::MAX),
        })?;
        let found = self.0.store.credentials(name.key()).await?;
        let (user, hash) = found.unzip();
        let fits = self.0.hasher.verify(password.to_owned(), hash).await?;
        let user = user.filter(|_| fits).ok_or(AuthError::BadCredentials)?;
        self.0.throttle.succeeded(&tried);
        let (token, new) = self.draw(LIFE);
        self.0.store.open_session(user, new).await?;
        let session = self
            .session(token.as_str())
            .await?
            .ok_or(AuthError::BadCredentials)?;
        Ok((token, session))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn logout(&self, session: &Session) -> Result<(), AuthError> {
        self.0.store.end_session(session.hash).await?;
        self.tell_ended(session.hash);
        Ok(())
    }

    /// Sets the password of an account that has one, and ends its sessions: what staff do for
    /// whoever forgot it. False: no such account.
    ///
    /// # Errors
    /// The password is not accepted; the store does not answer.
    pub async fn reset_password(&self, name: &str, password: &str) -> Result<bool, AuthError> {
        let Ok(name) = Name::new(name) else {
            return Ok(false);
        };
        let Some(account) = self.0.store.account_by_key(name.key()).await? else {
            return Ok(false);
        };
        let hash = self.hash(password).await?;
        let Some(ended) = self.0.store.set_password(account.id, hash).await? else {
            return Ok(false);
        };
        for hash in ended {
            self.tell_ended(hash);
        }
        Ok(true)
    }

    /// The session of a token, unless it has ended. A session that is used lives on.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, AuthError> {
        let Some(hash) = session_hash(token) else {
            return Ok(None);
        };
        let now = self.0.clock.now();
        let Some(row) = self.0.store.session(hash, now).await? else {
            return Ok(None);
        };
        let expires_at = now + if row.guest { GUEST_LIFE } else { LIFE };
        if expires_at - row.expires_at > EXTEND_AFTER {
            self.0.store.extend_session(hash, expires_at).await?;
        }
        Ok(Some(Session {
            hash,
            user: row.user,
            name: row.name,
            guest: row.guest,
            points: row.points,
        }))
    }

    /// Hears of sessions that end by log-out or sign-up, so that their sockets close.
    #[must_use]
    pub fn ended(&self) -> broadcast::Receiver<SessionHash> {
        self.0.ended.subscribe()
    }

    /// Removes what has ended from time to time, until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        while stop
            .run_until_cancelled(tokio::time::sleep(SWEEP))
            .await
            .is_some()
        {
            let now = self.0.clock.now();
            self.0.throttle.sweep(now);
            match self.0.store.sweep(now, now - GUEST_LIFE).await {
                Ok(swept) => {
                    for (hash, _) in swept.sessions {
                        self.tell_ended(hash);
                    }
                }
                Err(error) => tracing::warn!(%error, "ended sessions were not removed"),
            }
        }
    }

    async fn create(
        &self,
        name: Name,
        password_hash: Option<String>,
    ) -> Result<(Token, Session), AuthError> {
        let guest = password_hash.is_none();
        let (token, new) = self.draw(if guest { GUEST_LIFE } else { LIFE });
        let account = NewAccount {
            id: self.0.ids.id(),
            name: name.as_str().to_owned(),
            name_key: name.key().to_owned(),
            password_hash,
            created_at: new.created_at,
        };
        let session = Session {
            hash: new.hash,
            user: account.id,
            name: account.name.clone(),
            guest,
            points: 0,
        };
        self.0.store.create_account(account, new).await?;
        Ok((token, session))
    }

    async fn hash(&self, password: &str) -> Result<String, AuthError> {
        password::check(password)?;
        Ok(self.0.hasher.hash(password.to_owned()).await?)
    }

    fn draw(&self, life: Millis) -> (Token, NewSession) {
        let token = Token::draw(self.0.ids.as_ref());
        let hash = session_hash(token.as_str()).expect("own token");
        let created_at = self.0.clock.now();
        (
            token,
            NewSession {
                hash,
                created_at,
                expires_at: created_at + life,
            },
        )
    }

    /// Nobody has to be listening.
    fn tell_ended(&self, hash: SessionHash) {
        drop(self.0.ended.send(hash));
    }
}
