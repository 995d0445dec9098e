//! Who asks: the session behind a cookie or a bearer token.

use std::convert::Infallible;
use std::fmt;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::CookieJar;

use crate::auth::{Auth, AuthError, GUEST_LIFE, LIFE, Session, Token};
use crate::protocol::{Code, Refusal};
use crate::web::Error;
use crate::web::origin::Policy;

/// A session's secret as it came with a request.
#[derive(Clone, Debug)]
pub(super) enum Credential {
    /// In a cookie, as browsers send it by themselves.
    Cookie(Secret),
    /// In `Authorization: Bearer`, as programs send it on purpose.
    Bearer(Secret),
}

/// The secret; it stays out of every log.
#[derive(Clone)]
pub(super) struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Credential {
    /// What a request carries. A bearer token is sent on purpose and so goes before a cookie.
    pub(super) fn of(headers: &HeaderMap, policy: &Policy) -> Option<Self> {
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        if let Some((scheme, token)) = bearer.and_then(|value| value.split_once(' '))
            && scheme.eq_ignore_ascii_case("bearer")
        {
            return Some(Self::Bearer(Secret(token.trim().to_owned())));
        }
        let jar = CookieJar::from_headers(headers);
        let cookie = jar.get(cookie_name(policy))?;
        Some(Self::Cookie(Secret(cookie.value().to_owned())))
    }

    /// The session, unless it has ended.
    ///
    /// # Errors
    /// The store does not answer.
    pub(super) async fn session(&self, auth: &Auth) -> Result<Option<Session>, AuthError> {
        let (Self::Cookie(secret) | Self::Bearer(secret)) = self;
        auth.session(&secret.0).await
    }
}

/// With `__Host-` a browser takes the cookie from this host alone, and only over TLS.
fn cookie_name(policy: &Policy) -> &'static str {
    if policy.is_https() {
        "__Host-tiaoqi"
    } else {
        "tiaoqi"
    }
}

/// `Set-Cookie` for a new session.
pub(super) fn cookie(policy: &Policy, token: &Token, session: &Session) -> String {
    let life = if session.guest { GUEST_LIFE } else { LIFE };
    set_cookie(policy, token.as_str(), life / 1_000)
}

/// `Set-Cookie` that takes it away.
pub(super) fn no_cookie(policy: &Policy) -> String {
    set_cookie(policy, "", 0)
}

fn set_cookie(policy: &Policy, value: &str, seconds: i64) -> String {
    let name = cookie_name(policy);
    let secure = if policy.is_https() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The session of a request; without one the answer is 401.
#[derive(Clone, Debug)]
pub(super) struct Visitor(pub(super) Session);

/// The session of a request, if it has one.
#[derive(Clone, Debug)]
pub(super) struct MaybeVisitor(pub(super) Option<Session>);

impl<S> FromRequestParts<S> for MaybeVisitor
where
    S: Send + Sync,
    Policy: FromRef<S>,
    Auth: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Some(credential) = Credential::of(&parts.headers, &Policy::from_ref(state)) else {
            return Ok(Self(None));
        };
        Ok(Self(credential.session(&Auth::from_ref(state)).await?))
    }
}

impl<S> FromRequestParts<S> for Visitor
where
    S: Send + Sync,
    Policy: FromRef<S>,
    Auth: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeVisitor(session) = MaybeVisitor::from_request_parts(parts, state).await?;
        session
            .map(Self)
            .ok_or_else(|| Code::Unauthenticated.into())
    }
}

/// Logs what failed on the server and keeps it from the client.
impl From<AuthError> for Error {
    fn from(error: AuthError) -> Self {
        let refusal = Refusal::from(&error);
        match error {
            AuthError::Name(_) | AuthError::Password(_) => {
                Self::refused(refusal, error.to_string())
            }
            AuthError::Hashing | AuthError::Store(_) => {
                tracing::error!(%error, "sessions");
                refusal.into()
            }
            AuthError::NameTaken
            | AuthError::BadCredentials
            | AuthError::NotGuest
            | AuthError::Rate { .. } => refusal.into(),
        }
    }
}

/// A language tag of a request, the first it would like.
#[derive(Clone, Debug)]
pub(super) struct Language(pub(super) String);

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let value = parts.headers.get(header::ACCEPT_LANGUAGE);
        let list = value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let first = list.split([',', ';']).next().unwrap_or_default().trim();
        Ok(Self(first.to_owned()))
    }
}
