//! `/ws`: the protocol `tiaoqi.v1.json`.
//!
//! A connection is two tasks. The reader (`connection`) never waits for a room, the store or the
//! peer; the writer (`writer`) drains a bounded outbox. [`Sockets`] knows them all.

mod bucket;
mod connection;
mod sockets;
mod writer;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::protocol::{Code, Limits, MAX_FRAME_BYTES, SUBPROTOCOL};
use crate::web::listen::Place;
use crate::web::origin::Source;
use crate::web::session::Credential;
use crate::web::state::Site;
use crate::web::{Error, ws::connection::Connection};

pub use sockets::Sockets;

/// Streams one connection may follow.
const MAX_STREAMS: usize = 8;
/// Buffers of a connection; the library's own are large or without bound.
const READ_BUFFER: usize = 4 * 1024;
const MAX_WRITE_BUFFER: usize = 256 * 1024;

/// What clients are told of these limits.
#[expect(clippy::cast_possible_truncation, reason = "small constants")]
pub(super) const LIMITS: Limits = Limits {
    frame: MAX_FRAME_BYTES as u32,
    streams: MAX_STREAMS as u32,
    idle_ms: connection::IDLE.as_millis() as u32,
};

/// Lets a client in: from a page of ours or with a bearer token, with a session, in our words.
pub(super) async fn upgrade(
    State(site): State<Site>,
    place: Option<Extension<Place>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let credential = Credential::of(&headers, &site.policy);
    let may_enter = match site.policy.source(&headers) {
        Source::Own => headers.contains_key(header::ORIGIN) || is_bearer(credential.as_ref()),
        Source::Unknown => is_bearer(credential.as_ref()),
        Source::Foreign => false,
    };
    if !may_enter {
        return Err(Error::http(
            StatusCode::FORBIDDEN,
            Code::Forbidden,
            "another origin",
        ));
    }
    let Ok(upgrade) = upgrade else {
        return Ok(upgrade_required());
    };
    let upgrade = upgrade.protocols([SUBPROTOCOL]);
    if upgrade.selected_protocol().is_none() {
        return Ok(upgrade_required());
    }
    let credential = credential.ok_or(Code::Unauthenticated)?;
    let session = credential
        .session(&site.auth)
        .await?
        .ok_or(Code::Unauthenticated)?;
    let tasks = site.tasks.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .on_upgrade(move |socket| {
            tasks.track_future(async move {
                Connection::run(site, credential, session, socket).await;
                drop(place);
            })
        }))
}

fn is_bearer(credential: Option<&Credential>) -> bool {
    matches!(credential, Some(Credential::Bearer(_)))
}

/// 426: not a WebSocket, or none that speaks `tiaoqi.v1.json`.
fn upgrade_required() -> Response {
    let detail = format!("a WebSocket with the sub-protocol {SUBPROTOCOL}");
    let error = Error::http(StatusCode::UPGRADE_REQUIRED, Code::BadRequest, detail);
    let mut response = error.into_response();
    let headers = response.headers_mut();
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(
        header::SEC_WEBSOCKET_PROTOCOL,
        HeaderValue::from_static(SUBPROTOCOL),
    );
    response
}
