//! The accept loop: HTTP/1.1 with a time limit for headers, a limit of connections, and an end.
//!
//! `axum::serve` of 0.8 has none of the first two: slow headers would hold a connection for ever.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

/// How long a client may take for the headers of a request, the idle time before them included.
const HEADERS: Duration = Duration::from_secs(10);
/// The most bytes of a request's head.
const HEAD_BYTES: usize = 32 * 1024;
/// How long to wait when the system has no more descriptors.
const BREATH: Duration = Duration::from_millis(100);

/// What the system holds for a peer that does not read, in bytes. By itself it would grow to
/// megabytes a connection, and only then would anybody notice that the peer is slow.
const SEND_BUFFER: u32 = 64 * 1024;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1_024;

/// A connection's share of the limit. A socket keeps it after HTTP is done with the connection.
#[derive(Clone, Debug)]
pub(super) struct Place(
    #[expect(dead_code, reason = "held, never read")] Arc<OwnedSemaphorePermit>,
);

/// Listens on an address. Every accepted connection has a bounded send buffer.
///
/// # Errors
/// The address is taken, or is not this machine's.
pub fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `stop`; then accepts nothing more, and lets `tasks` finish what was asked.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    max_connections: u32,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) {
    let places = Arc::new(Semaphore::new(
        usize::try_from(max_connections).unwrap_or(usize::MAX),
    ));
    let accept = async {
        loop {
            // Closed never: nobody but this function holds it.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let place = Place(Arc::new(place));
                    let connection = connection(stream, peer, place, app.clone(), stop.clone());
                    tasks.spawn(connection);
                }
                Err(error) if is_the_peers(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be accepted");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    };
    stop.run_until_cancelled(accept).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: Place,
    app: Router,
    stop: CancellationToken,
) {
    // Frames are small and wait for nobody.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "nodelay");
    }
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        let app = app.clone();
        async move { Ok::<Response, Infallible>(answer(app, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "connection");
    }
}

async fn answer(app: Router, request: Request) -> Response {
    match app.oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// Errors of one connection that was given up before it was accepted.
fn is_the_peers(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
