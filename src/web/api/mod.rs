//! REST under `/api/v1`, one module a resource. Router and document are one thing.

mod boot;
mod events;
mod games;
mod ladders;
mod pdn;
mod players;
mod rooms;
mod session;

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::game::Millis;
use crate::room::ports::Clock;
use crate::web::{Error, Problem, Site};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Tiaoqi",
        description = "Chinese checkers under QQ rules and international draughts. Live play goes over the socket `/ws`; \
                       programs may send the same commands here. Who asks is said by a cookie or by \
                       `Authorization: Bearer`. Refusals are problem documents (RFC 9457).",
        license(name = "MIT OR Apache-2.0"),
    ),
    servers((url = "/api/v1")),
    components(schemas(Problem)),
)]
struct Document;

fn resources() -> OpenApiRouter<Site> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(boot::boot))
        .routes(routes!(boot::me))
        .routes(routes!(session::guest))
        .routes(routes!(session::register))
        .routes(routes!(session::upgrade))
        .routes(routes!(session::login))
        .routes(routes!(session::logout))
        .routes(routes!(rooms::list, rooms::create))
        .routes(routes!(rooms::one))
        .routes(routes!(rooms::command))
        .routes(routes!(rooms::events))
        .routes(routes!(games::one))
        .routes(routes!(games::events))
        .routes(routes!(games::record))
        .routes(routes!(players::one))
        .routes(routes!(games::of_player))
        .routes(routes!(ladders::one))
        .merge(pdn::router())
}

/// The resources, and the document that describes them.
pub(super) fn router() -> Router<Site> {
    let (router, document) = resources().split_for_parts();
    let document = Arc::new(document);
    router.route(
        "/openapi.json",
        get(async move || Json((*document).clone())),
    )
}

/// The OpenAPI document.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    resources().into_openapi()
}

/// A JSON body.
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Error))]
struct Body<T>(T);

/// Parts of the path. What does not read as what it should be does not exist.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
struct Path<T>(T);

/// The query.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
struct Query<T>(T);

/// When the head of the request was read.
#[derive(Clone, Copy, Debug)]
struct Arrived(Millis);

impl<S> FromRequestParts<S> for Arrived
where
    S: Send + Sync,
    Arc<dyn Clock>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(Arc::<dyn Clock>::from_ref(state).now()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Renew it with `TIAOQI_RENEW=1 cargo test openapi`.
    #[test]
    fn the_openapi_document_is_current() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/openapi.json");
        let document = super::openapi().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("TIAOQI_RENEW").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &document).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == document,
            "renew it: TIAOQI_RENEW=1 cargo test openapi"
        );
    }
}
