//! Whether the process lives, and whether it can do its work.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

use crate::store::Store;

/// Whether the store answers.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Ready {
    reads: bool,
    writes: bool,
}

/// The process answers.
pub(super) async fn alive() -> &'static str {
    "ok"
}

/// The store answers reads and commits.
pub(super) async fn ready(State(store): State<Store>) -> (StatusCode, Json<Ready>) {
    let health = store.health().await;
    let status = if health.is_good() {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (
        status,
        Json(Ready {
            reads: health.reads,
            writes: health.writes,
        }),
    )
}
