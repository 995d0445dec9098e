//! The whole server over HTTP and sockets, on a store of its own.

mod api;
mod http;
mod pdn;
mod sessions;
mod sockets;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use axum::routing::get;
use clap::Parser as _;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::auth::Auth;
use crate::config::ServeArgs;
use crate::game::Millis;
use crate::lobby::Lobby;
use crate::protocol::{ByeCode, LobbyRoom, LobbyStatus};
use crate::room::ports::{Clock, Hall as _, Ids, Journal};
use crate::room::registry::{Options, Rooms};
use crate::store::Store;
use crate::web::{Assets, BUILD, Limits, Policy, Site, Sockets, router, serve};

/// How long anything here may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A clock that stands: buckets do not fill again, and nothing is ever late.
struct Standing;

impl Clock for Standing {
    fn now(&self) -> Millis {
        1_796_000_000_000
    }
}

/// Ids and seeds by number.
#[derive(Default)]
struct Counted(AtomicU64);

impl Ids for Counted {
    fn id(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.seed()))
    }

    fn seed(&self) -> u64 {
        let n = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// A server with a store of its own.
struct TestApp {
    site: Site,
    app: Router,
    address: SocketAddr,
    stop: CancellationToken,
    _folder: TempDir,
}

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    serve: ServeArgs,
}

impl TestApp {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    async fn with(args: &[&str]) -> Self {
        let args = Cli::parse_from([&["tiaoqi"], args].concat()).serve;
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", folder.path().join("t.db").display()))
            .await
            .unwrap();
        let clock: Arc<dyn Clock> = Arc::new(Standing);
        let ids: Arc<dyn Ids> = Arc::new(Counted::default());
        let lobby = Lobby::new(Arc::clone(&clock));
        let journal: Arc<dyn Journal> = Arc::new(store.clone());
        let hall = Arc::new(lobby.clone());
        let rooms = Rooms::new(
            journal,
            Arc::clone(&clock),
            Arc::clone(&ids),
            hall,
            Options::default(),
        );
        rooms.recover().await.unwrap();
        let site = Site {
            rooms,
            auth: Auth::new(store.clone(), Arc::clone(&clock), Arc::clone(&ids)),
            lobby,
            store,
            sockets: Sockets::default(),
            limits: Limits::new(&args),
            policy: Policy::new(&args),
            assets: Assets::load(),
            clock,
            ids,
            tasks: TaskTracker::new(),
        };
        let app = router(&site);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let (served, tasks, ending) = (app.clone(), site.tasks.clone(), stop.clone());
        tokio::spawn(async move { serve(listener, served, 1_000, &tasks, &ending).await });
        let (sockets, mut ended) = (site.sockets.clone(), site.auth.ended());
        tokio::spawn(async move {
            while let Ok(session) = ended.recv().await {
                sockets.end_session(session);
            }
        });
        let (lobby, ending) = (site.lobby.clone(), stop.clone());
        tokio::spawn(async move { lobby.run(ending).await });
        Self {
            site,
            app,
            address,
            stop,
            _folder: folder,
        }
    }

    /// Sends a request straight to the router, as if from 203.0.113.1.
    async fn send(&self, mut request: Request<Body>) -> Response<Body> {
        let peer: SocketAddr = "203.0.113.1:5000".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        self.app.clone().oneshot(request).await.unwrap()
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
        let mut request = Request::get(path).header(header::HOST, "play.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Response<Body> {
        let mut request = Request::post(path)
            .header(header::HOST, "play.example")
            .header(header::CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body.to_string())).unwrap())
            .await
    }

    /// A guest's token.
    async fn guest(&self) -> String {
        let answer = self
            .post("/api/v1/session/guest", &[], &json!({ "bearer": true }))
            .await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        json_of(answer).await["token"].as_str().unwrap().to_owned()
    }

    /// Opens a socket.
    async fn socket(&self, headers: &[(&str, &str)]) -> Result<Socket, StatusCode> {
        let mut request = format!("ws://{}/ws", self.address)
            .into_client_request()
            .unwrap();
        let protocol = ("sec-websocket-protocol", "tiaoqi.v1.json");
        for (name, value) in headers.iter().chain(std::iter::once(&protocol)) {
            if request.headers().contains_key(*name) {
                continue;
            }
            let name: header::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(WsError::Http(response)) => Err(response.status()),
            Err(error) => panic!("{error}"),
        }
    }

    /// A program's socket that has said hello, and the welcome it got.
    async fn hello(&self, token: &str) -> (Socket, Value) {
        let mut socket = self
            .socket(&[("authorization", &bearer(token))])
            .await
            .unwrap();
        socket
            .send(&json!({ "t": "hello", "build": BUILD, "caps": [] }))
            .await;
        let welcome = socket.next("welcome").await;
        (socket, welcome)
    }

    /// A new room's id.
    async fn room(&self, token: &str) -> String {
        let settings = json!({ "preset": "qq", "players": 2 });
        let auth = bearer(token);
        let answer = self
            .post(
                "/api/v1/rooms",
                &[("authorization", &auth)],
                &json!({ "settings": settings }),
            )
            .await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        json_of(answer).await["id"].as_str().unwrap().to_owned()
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn send(&mut self, frame: &Value) {
        self.text(&frame.to_string()).await;
    }

    async fn text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next frame of a kind; others before it are passed over.
    async fn next(&mut self, kind: &str) -> Value {
        let wanted = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let frame: Value = serde_json::from_str(&text).unwrap();
                        if frame["t"] == kind {
                            return frame;
                        }
                    }
                    Some(Ok(Message::Ping(_))) => {}
                    other => panic!("no {kind} but {other:?}"),
                }
            }
        };
        timeout(PATIENCE, wanted).await.unwrap()
    }

    /// The code the server closes with; a `bye` with the same code comes before.
    async fn closed(&mut self) -> u16 {
        let code = async {
            let mut bye = None;
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let frame: Value = serde_json::from_str(&text).unwrap();
                        if frame["t"] == "bye" {
                            bye = frame["code"].as_u64();
                        }
                    }
                    Some(Ok(Message::Close(Some(frame)))) => {
                        let code = u16::from(frame.code);
                        assert_eq!(bye, Some(u64::from(code)));
                        return code;
                    }
                    Some(Ok(_)) => {}
                    other => panic!("{other:?} (bye {bye:?})"),
                }
            }
        };
        timeout(PATIENCE, code).await.unwrap()
    }
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

async fn text_of(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn json_of(response: Response<Body>) -> Value {
    serde_json::from_str(&text_of(response).await).unwrap()
}

fn assert_secure(headers: &HeaderMap, what: &str) {
    let csp = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(
        csp.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
        "{what}"
    );
    assert!(
        csp.contains("connect-src 'self';") && !csp.contains("unsafe"),
        "{what}"
    );
    assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{what}");
    assert_eq!(headers[header::REFERRER_POLICY], "same-origin", "{what}");
    assert_eq!(
        headers["cross-origin-opener-policy"], "same-origin",
        "{what}"
    );
    assert!(headers.contains_key("permissions-policy"), "{what}");
    assert!(headers.contains_key("x-request-id"), "{what}");
    assert!(headers.contains_key(header::CACHE_CONTROL), "{what}");
}
