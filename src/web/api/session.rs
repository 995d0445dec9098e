//! Getting a session and giving it up.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use crate::auth::{Session, Token, Tongue};
use crate::protocol::Me;
use crate::web::api::Body;
use crate::web::origin::Address;
use crate::web::session::{Credential, Language, MaybeVisitor, Visitor, cookie, no_cookie};
use crate::web::{Error, Problem, Site};

/// A new session.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Entered {
    /// Who it is.
    #[serde(flatten)]
    me: Me,
    /// Its secret, for `Authorization: Bearer`; only where it was asked for instead of a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// A guest to be.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuestBody {
    /// The language of the guest's name; by default the request's.
    #[serde(default)]
    lang: Option<String>,
    /// Answer with a token instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// A name and a password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CredentialsBody {
    /// The name.
    name: String,
    /// The password.
    password: String,
    /// Answer with a token instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// Play as a guest
///
/// Whoever has a session already keeps it, unless a token is asked for.
#[utoipa::path(
    post,
    path = "/session/guest",
    tag = "session",
    request_body = GuestBody,
    responses(
        (status = OK, body = Entered, description = "The session there was."),
        (status = CREATED, body = Entered),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn guest(
    State(site): State<Site>,
    address: Address,
    MaybeVisitor(session): MaybeVisitor,
    Language(language): Language,
    Body(body): Body<GuestBody>,
) -> Result<Response, Error> {
    if let Some(session) = session.filter(|_| !body.bearer) {
        return Ok(Json(Entered {
            me: session.me(),
            token: None,
        })
        .into_response());
    }
    site.limits.accounts().take(&address).map_err(Error::rate)?;
    let tongue = Tongue::of_tag(body.lang.as_deref().unwrap_or(&language));
    let (token, session) = site.auth.guest(tongue).await?;
    Ok(entered(
        &site,
        StatusCode::CREATED,
        &token,
        &session,
        body.bearer,
    ))
}

/// Make an account
#[utoipa::path(
    post,
    path = "/session/register",
    tag = "session",
    request_body = CredentialsBody,
    responses(
        (status = CREATED, body = Entered),
        (status = CONFLICT, body = Problem),
        (status = UNPROCESSABLE_ENTITY, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn register(
    State(site): State<Site>,
    address: Address,
    headers: HeaderMap,
    Body(body): Body<CredentialsBody>,
) -> Result<Response, Error> {
    site.limits.accounts().take(&address).map_err(Error::rate)?;
    let (token, session) = site.auth.register(&body.name, &body.password).await?;
    end_former(&site, &headers, body.bearer).await?;
    Ok(entered(
        &site,
        StatusCode::CREATED,
        &token,
        &session,
        body.bearer,
    ))
}

/// Make a guest's account a lasting one
///
/// It keeps its history. Its sessions end and a new one begins.
#[utoipa::path(
    post,
    path = "/session/upgrade",
    tag = "session",
    request_body = CredentialsBody,
    responses(
        (status = OK, body = Entered),
        (status = UNAUTHORIZED, body = Problem),
        (status = FORBIDDEN, body = Problem),
        (status = CONFLICT, body = Problem),
        (status = UNPROCESSABLE_ENTITY, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn upgrade(
    State(site): State<Site>,
    address: Address,
    Visitor(session): Visitor,
    Body(body): Body<CredentialsBody>,
) -> Result<Response, Error> {
    site.limits.accounts().take(&address).map_err(Error::rate)?;
    let (token, session) = site
        .auth
        .upgrade(&session, &body.name, &body.password)
        .await?;
    Ok(entered(
        &site,
        StatusCode::OK,
        &token,
        &session,
        body.bearer,
    ))
}

/// Log in
#[utoipa::path(
    post,
    path = "/session/login",
    tag = "session",
    request_body = CredentialsBody,
    responses(
        (status = OK, body = Entered),
        (status = UNAUTHORIZED, body = Problem),
        (status = TOO_MANY_REQUESTS, body = Problem),
    ),
)]
pub(super) async fn login(
    State(site): State<Site>,
    address: Address,
    headers: HeaderMap,
    Body(body): Body<CredentialsBody>,
) -> Result<Response, Error> {
    site.limits.logins().take(&address).map_err(Error::rate)?;
    let (token, session) = site
        .auth
        .login(address.0, &body.name, &body.password)
        .await?;
    end_former(&site, &headers, body.bearer).await?;
    Ok(entered(
        &site,
        StatusCode::OK,
        &token,
        &session,
        body.bearer,
    ))
}

/// Log out
///
/// The session ends, and its sockets close.
#[utoipa::path(
    post,
    path = "/session/logout",
    tag = "session",
    responses((status = NO_CONTENT)),
)]
pub(super) async fn logout(
    State(site): State<Site>,
    MaybeVisitor(session): MaybeVisitor,
) -> Result<Response, Error> {
    if let Some(session) = session {
        site.auth.logout(&session).await?;
    }
    let cookie = AppendHeaders([(header::SET_COOKIE, no_cookie(&site.policy))]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Ends the session whose cookie is about to be replaced.
async fn end_former(site: &Site, headers: &HeaderMap, bearer: bool) -> Result<(), Error> {
    let credential = Credential::of(headers, &site.policy);
    if let Some(credential @ Credential::Cookie(_)) = credential.filter(|_| !bearer)
        && let Some(former) = credential.session(&site.auth).await?
    {
        site.auth.logout(&former).await?;
    }
    Ok(())
}

fn entered(
    site: &Site,
    status: StatusCode,
    token: &Token,
    session: &Session,
    bearer: bool,
) -> Response {
    let me = session.me();
    if bearer {
        let token = Some(token.as_str().to_owned());
        return (status, Json(Entered { me, token })).into_response();
    }
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie(&site.policy, token, session))]);
    (status, cookie, Json(Entered { me, token: None })).into_response()
}
