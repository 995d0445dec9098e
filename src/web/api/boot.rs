//! What a client asks first: who it is, and what it talks to.

use axum::Json;
use serde::Serialize;

use crate::protocol::{Limits, Me};
use crate::web::session::{MaybeVisitor, Visitor};
use crate::web::{BUILD, Problem, ws};

/// What a client needs before anything else.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Boot {
    /// Who the session is; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<Me>,
    /// The build of the client this server serves.
    build: &'static str,
    /// What the socket's clients have to keep to.
    limits: Limits,
}

/// Session, build and limits
#[utoipa::path(get, path = "/boot", tag = "session", responses((status = OK, body = Boot)))]
pub(super) async fn boot(MaybeVisitor(session): MaybeVisitor) -> Json<Boot> {
    let me = session.map(|session| session.me());
    Json(Boot {
        me,
        build: BUILD,
        limits: ws::LIMITS,
    })
}

/// Who the session is
#[utoipa::path(
    get,
    path = "/me",
    tag = "session",
    responses((status = OK, body = Me), (status = UNAUTHORIZED, body = Problem)),
)]
pub(super) async fn me(Visitor(session): Visitor) -> Json<Me> {
    Json(session.me())
}
