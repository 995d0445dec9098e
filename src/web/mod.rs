//! HTTP: REST by resource, the socket, the embedded client, and what every answer carries.
//!
//! Translates between the wire and the floors below; decides nothing about rooms or accounts.

mod api;
mod assets;
mod error;
mod headers;
mod health;
mod limits;
mod listen;
mod origin;
mod session;
mod state;
#[cfg(test)]
mod tests;
mod ws;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_request};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{
    MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer,
};
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use crate::protocol::{Code, Refusal};
use crate::room::ports::Ids;

pub use api::openapi;
pub use assets::{Assets, BUILD};
pub use error::{Error, Problem};
pub use limits::Limits;
pub use listen::{listener, serve};
pub use origin::Policy;
pub use state::Site;
pub use ws::Sockets;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;
/// How long a request to the API may take, its body included.
const PATIENCE: Duration = Duration::from_secs(15);
/// Names a request in the answer and in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The whole server as one service.
pub fn router(site: &Site) -> Router {
    let api = api::router()
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(hurry))
        .layer(from_fn_with_state(site.policy.clone(), origin::guard));
    let router = Router::new()
        .nest("/api/v1", api)
        .route("/ws", any(ws::upgrade))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/s/{build}/{*path}", get(file))
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(site.clone());
    furnish(router, site)
}

/// What goes around every answer, whoever gives it. The last is the outermost.
fn furnish(router: Router, site: &Site) -> Router {
    let on_response = DefaultOnResponse::new().level(Level::DEBUG);
    router
        .layer(CatchPanicLayer::custom(panicked))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(on_response),
        )
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(
            REQUEST_ID,
            RequestIds(Arc::clone(&site.ids)),
        ))
        .layer(map_request(forget_request_id))
        .layer(from_fn_with_state(site.policy.clone(), headers::set))
}

/// A file of the client.
async fn file(
    State(assets): State<Assets>,
    Path((build, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    assets.file(&build, &path, &headers)
}

/// Every address that nothing else answers belongs to the client, which has pages of its own.
async fn page(
    State(assets): State<Assets>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Error> {
    assets.page(&method, uri.path(), &headers)
}

/// Gives up on what takes too long. What was sent to a room or the store is finished there.
async fn hurry(request: Request, next: Next) -> Result<Response, Error> {
    let answer = tokio::time::timeout(PATIENCE, next.run(request)).await;
    answer.map_err(|_| Refusal::UNAVAILABLE.into())
}

async fn not_found() -> Error {
    Code::NotFound.into()
}

async fn method_not_allowed() -> Error {
    Error::http(
        StatusCode::METHOD_NOT_ALLOWED,
        Code::BadRequest,
        "not with this method",
    )
}

/// What a handler's panic looks like from outside. The panic itself is in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    tracing::error!(panic = text.unwrap_or("?"), "a handler failed");
    Error::from(Code::Internal).into_response()
}

/// Method, path and number: neither headers nor queries, where secrets are.
fn span(request: &Request<Body>) -> Span {
    let id = request.extensions().get::<RequestId>();
    let id = id
        .and_then(|id| id.header_value().to_str().ok())
        .unwrap_or_default();
    tracing::info_span!("http", method = %request.method(), path = request.uri().path(), id)
}

/// Request ids are ours: nobody writes into the log from outside.
async fn forget_request_id(mut request: Request) -> Request {
    request.headers_mut().remove(REQUEST_ID);
    request
}

/// Draws request ids.
#[derive(Clone)]
struct RequestIds(Arc<dyn Ids>);

impl MakeRequestId for RequestIds {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        let id = format!("{:016x}", self.0.seed());
        HeaderValue::from_str(&id).ok().map(RequestId::new)
    }
}
