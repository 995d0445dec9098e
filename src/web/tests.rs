//! The whole server over HTTP and sockets, on a store of its own.

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

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::new().await;
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/r/ABCDEFGH", StatusCode::OK),
        ("/favicon.ico", StatusCode::NOT_FOUND),
        ("/healthz", StatusCode::OK),
        ("/api/v1/boot", StatusCode::OK),
        ("/api/v1/openapi.json", StatusCode::OK),
        ("/api/v1/me", StatusCode::UNAUTHORIZED),
        ("/api/v1/nothing", StatusCode::NOT_FOUND),
        ("/api/v1/session/login", StatusCode::METHOD_NOT_ALLOWED),
        ("/s/000000000000/app.css", StatusCode::NOT_FOUND),
        ("/ws", StatusCode::FORBIDDEN),
    ] {
        let answer = app.get(path, &[]).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_secure(answer.headers(), path);
        assert!(
            !answer
                .headers()
                .contains_key(header::STRICT_TRANSPORT_SECURITY)
        );
        if !status.is_success() {
            assert_eq!(
                answer.headers()[header::CONTENT_TYPE],
                "application/problem+json",
                "{path}"
            );
        }
    }
    let foreign = app
        .post(
            "/api/v1/session/guest",
            &[("origin", "http://evil")],
            &json!({}),
        )
        .await;
    assert_secure(foreign.headers(), "403");

    let app = TestApp::with(&["--public-origin", "https://play.example"]).await;
    let answer = app.get("/", &[]).await;
    assert!(
        answer
            .headers()
            .contains_key(header::STRICT_TRANSPORT_SECURITY)
    );
}

#[tokio::test]
async fn a_panic_is_a_problem_with_the_same_headers() {
    async fn fail() -> &'static str {
        panic!("on purpose")
    }
    let app = TestApp::new().await;
    let broken = super::furnish(Router::new().route("/fail", get(fail)), &app.site);
    let answer = broken
        .oneshot(Request::get("/fail").body(Body::empty()).unwrap())
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_secure(answer.headers(), "panic");
    let text = text_of(answer).await;
    assert!(
        text.contains("internal") && !text.contains("purpose"),
        "{text}"
    );
}

#[tokio::test]
async fn the_process_lives_and_the_store_answers() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz", &[]).await.status(), StatusCode::OK);
    assert_eq!(app.get("/readyz", &[]).await.status(), StatusCode::OK);
    app.site.store.close().await;
    assert_eq!(app.get("/healthz", &[]).await.status(), StatusCode::OK);
    assert_eq!(
        app.get("/readyz", &[]).await.status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn request_ids_are_the_servers_own() {
    let app = TestApp::new().await;
    let answer = app.get("/healthz", &[("x-request-id", "mine")]).await;
    let id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{id}"
    );
}

#[tokio::test]
async fn files_are_immutable_under_their_build_and_the_page_is_asked_for_anew() {
    let app = TestApp::new().await;
    let page = app.get("/", &[("accept", "text/html")]).await;
    assert_eq!(page.headers()[header::CACHE_CONTROL], "no-cache");
    assert_eq!(
        page.headers()[header::CONTENT_TYPE],
        "text/html; charset=utf-8"
    );
    let tag = page.headers()[header::ETAG].to_str().unwrap().to_owned();
    let html = text_of(page).await;
    assert!(html.contains(&format!("/s/{BUILD}/js/main.js")) && !html.contains("{{build}}"));
    assert!(html.contains(&format!(
        "<link rel=\"modulepreload\" href=\"/s/{BUILD}/js/app.js\">"
    )));
    assert!(!html.contains("<!--preload-->"));
    let again = app.get("/", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text_of(again).await, "");

    let path = format!("/s/{BUILD}/js/main.js");
    let plain = app.get(&path, &[]).await;
    assert_eq!(
        plain.headers()[header::CACHE_CONTROL],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        plain.headers()[header::CONTENT_TYPE],
        "text/javascript; charset=utf-8"
    );
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let zipped = app.get(&path, &[("accept-encoding", "br, gzip")]).await;
    assert_eq!(zipped.headers()[header::CONTENT_ENCODING], "gzip");
    assert_eq!(zipped.headers()[header::VARY], "accept-encoding");
    assert_ne!(
        zipped.headers()[header::ETAG],
        plain.headers()[header::ETAG]
    );
    let bytes = to_bytes(zipped.into_body(), 1 << 20).await.unwrap();
    let unzipped = std::io::read_to_string(flate2::read::GzDecoder::new(&*bytes)).unwrap();
    assert_eq!(unzipped, text_of(plain).await);

    let old = app.get("/s/000000000000/js/main.js", &[]).await;
    assert_eq!(old.status(), StatusCode::NOT_FOUND);
    let absent = app.get(&format!("/s/{BUILD}/js/absent.js"), &[]).await;
    assert_eq!(absent.status(), StatusCode::NOT_FOUND);
    let hidden = app.get(&format!("/s/{BUILD}/js/protocol.d.ts"), &[]).await;
    assert_eq!(hidden.status(), StatusCode::NOT_FOUND);
    let image = app.get("/r/ABCDEFGH", &[("accept", "image/png")]).await;
    assert_eq!(image.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_cookie_is_kept_from_scripts_and_other_sites() {
    let cookie = |answer: &Response<Body>| {
        answer.headers()[header::SET_COOKIE]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let app = TestApp::new().await;
    let answer = app.post("/api/v1/session/guest", &[], &json!({})).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let set = cookie(&answer);
    let rest = set.split_once(';').unwrap().1;
    assert_eq!(rest, " Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");
    assert!(set.starts_with("tiaoqi="));
    assert!(json_of(answer).await.get("token").is_none());
    let session = set.split(';').next().unwrap();
    let me = app.get("/api/v1/me", &[("cookie", session)]).await;
    assert_eq!(me.status(), StatusCode::OK);
    let again = app
        .post("/api/v1/session/guest", &[("cookie", session)], &json!({}))
        .await;
    assert_eq!(json_of(again).await, json_of(me).await);

    let out = app
        .post("/api/v1/session/logout", &[("cookie", session)], &json!({}))
        .await;
    assert_eq!(out.status(), StatusCode::NO_CONTENT);
    assert!(cookie(&out).contains("tiaoqi=; ") && cookie(&out).contains("Max-Age=0"));
    let me = app.get("/api/v1/me", &[("cookie", session)]).await;
    assert_eq!(me.status(), StatusCode::UNAUTHORIZED);

    let app = TestApp::with(&["--public-origin", "https://play.example"]).await;
    let set = cookie(&app.post("/api/v1/session/guest", &[], &json!({})).await);
    assert!(
        set.starts_with("__Host-tiaoqi=") && set.ends_with("; Secure"),
        "{set}"
    );
}

#[tokio::test]
async fn a_new_session_ends_the_one_before_it() {
    let app = TestApp::new().await;
    let cookie = async |path: &str, before: &str, body: Value| {
        let answer = app.post(path, &[("cookie", before)], &body).await;
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let set = answer.headers()[header::SET_COOKIE].to_str().unwrap();
        set.split(';').next().unwrap().to_owned()
    };
    let status = async |cookie: &str| app.get("/api/v1/me", &[("cookie", cookie)]).await.status();
    let who = json!({ "name": "Ming", "password": "correct horse battery" });
    let guest = cookie("/api/v1/session/guest", "", json!({})).await;
    let upgraded = cookie("/api/v1/session/upgrade", &guest, who.clone()).await;
    assert_eq!(status(&guest).await, StatusCode::UNAUTHORIZED);
    let login = cookie("/api/v1/session/login", &upgraded, who.clone()).await;
    assert_eq!(status(&upgraded).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(&login).await, StatusCode::OK);

    let wrong = json!({ "name": "Ming", "password": "incorrect horse" });
    let refused = app.post("/api/v1/session/login", &[], &wrong).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(json_of(refused).await["code"], "bad_credentials");
    let taken = app.post("/api/v1/session/register", &[], &who).await;
    assert_eq!(json_of(taken).await["code"], "name_taken");
}

#[tokio::test]
async fn other_sites_cannot_post() {
    let app = TestApp::new().await;
    let path = "/api/v1/session/guest";
    for headers in [
        [("origin", "http://evil.example")],
        [("origin", "null")],
        [("origin", "http://play.example.evil")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ] {
        let answer = app.post(path, &headers, &json!({})).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{headers:?}");
    }
    let own = [
        ("origin", "http://play.example"),
        ("sec-fetch-site", "same-origin"),
    ];
    assert_eq!(
        app.post(path, &own, &json!({})).await.status(),
        StatusCode::CREATED
    );

    let form = Request::post(path)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("a=b"))
        .unwrap();
    assert_eq!(
        app.send(form).await.status(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let bare = Request::post("/api/v1/session/logout")
        .body(Body::empty())
        .unwrap();
    assert_eq!(
        app.send(bare).await.status(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

#[tokio::test]
async fn bodies_are_small_and_plain() {
    let app = TestApp::new().await;
    let path = "/api/v1/session/login";
    let large = json!({ "name": "x".repeat(65 * 1024), "password": "x" });
    let answer = app.post(path, &[], &large).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let zipped = app
        .post(path, &[("content-encoding", "gzip")], &json!({}))
        .await;
    assert_eq!(zipped.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let unknown = app
        .post(path, &[], &json!({ "name": "a", "password": "b", "c": 1 }))
        .await;
    assert_eq!(unknown.status(), StatusCode::BAD_REQUEST);
    assert_eq!(json_of(unknown).await["code"], "bad_request");
    let deep = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("[".repeat(60_000)))
        .unwrap();
    assert_eq!(app.send(deep).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn forged_forwarded_addresses_do_not_widen_the_limit() {
    let app = TestApp::with(&["--accounts-per-hour", "3"]).await;
    let mut made = 0;
    for n in 0..6 {
        let forged = format!("198.51.100.{n}");
        let headers = [("x-forwarded-for", forged.as_str())];
        let answer = app
            .post("/api/v1/session/guest", &headers, &json!({}))
            .await;
        match answer.status() {
            StatusCode::CREATED => made += 1,
            StatusCode::TOO_MANY_REQUESTS => {
                assert!(answer.headers().contains_key(header::RETRY_AFTER));
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(made, 3);

    let app = TestApp::with(&[
        "--accounts-per-hour",
        "3",
        "--trusted-proxy",
        "203.0.113.0/24",
    ])
    .await;
    for n in 0..6 {
        let forwarded = format!("1.2.3.4, 198.51.100.{n}");
        let headers = [("x-forwarded-for", forwarded.as_str())];
        let answer = app
            .post("/api/v1/session/guest", &headers, &json!({}))
            .await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
}

#[tokio::test]
async fn rooms_are_made_found_and_commanded_once() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let auth = bearer(&token);
    let room = app.room(&token).await;
    let found = json_of(app.get(&format!("/api/v1/rooms/{room}"), &[]).await).await;
    let code = found["code"].as_str().unwrap().to_lowercase();
    let by_code = json_of(app.get(&format!("/api/v1/rooms/{code}"), &[]).await).await;
    assert_eq!(by_code["id"], room.as_str());
    let list = json_of(app.get("/api/v1/rooms", &[]).await).await;
    assert_eq!(list["rooms"][0]["id"], room.as_str());

    let path = format!("/api/v1/rooms/{room}/commands");
    let ready = json!({ "type": "ready", "d": {} });
    let cid = Uuid::from_u128(7).to_string();
    let headers = [
        ("authorization", auth.as_str()),
        ("idempotency-key", cid.as_str()),
    ];
    let first = json_of(app.post(&path, &headers, &ready).await).await;
    let again = json_of(app.post(&path, &headers, &ready).await).await;
    assert_eq!(first, again);
    let keyless = app.post(&path, &headers[..1], &ready).await;
    assert_eq!(keyless.status(), StatusCode::BAD_REQUEST);
    let odd = json!({ "type": "ready", "d": { "x": 1 } });
    assert_eq!(
        app.post(&path, &headers, &odd).await.status(),
        StatusCode::BAD_REQUEST
    );

    let events = app
        .get(&format!("/api/v1/rooms/{room}/events?since=1"), &[])
        .await;
    assert_eq!(
        events.headers()[header::CONTENT_TYPE],
        "application/x-ndjson"
    );
    let lines: Vec<Value> = text_of(events)
        .await
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["seq"], 2);
    assert_eq!(lines[0]["type"], "sat");
    assert_eq!(lines.last().unwrap()["type"], "readied");
    for absent in [
        "/api/v1/rooms/ZZZZZZZZ",
        "/api/v1/games/x",
        "/api/v1/players/x",
    ] {
        assert_eq!(
            app.get(absent, &[]).await.status(),
            StatusCode::NOT_FOUND,
            "{absent}"
        );
    }
    let nil = Uuid::nil();
    for kind in ["rooms", "games"] {
        let absent = app.get(&format!("/api/v1/{kind}/{nil}/events"), &[]).await;
        assert_eq!(absent.status(), StatusCode::NOT_FOUND);
    }
    let me = json_of(app.get("/api/v1/me", &[("authorization", &auth)]).await).await;
    let path = format!("/api/v1/players/{}", me["user"].as_str().unwrap());
    assert_eq!(json_of(app.get(&path, &[]).await).await["name"], me["name"]);
}

#[tokio::test]
async fn sockets_open_from_pages_of_ours_and_for_programs() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let cookie = format!("tiaoqi={token}");
    let auth = bearer(&token);
    let host = app.address.to_string();
    let own = format!("http://{host}");
    let alike = format!("http://{host}.evil");
    let status = async |headers: &[(&str, &str)]| app.socket(headers).await.err();
    assert_eq!(status(&[("cookie", &cookie), ("origin", &own)]).await, None);
    assert_eq!(status(&[("authorization", &auth)]).await, None);
    for origin in ["http://evil.example", "null", alike.as_str()] {
        let refused = Some(StatusCode::FORBIDDEN);
        assert_eq!(
            status(&[("cookie", &cookie), ("origin", origin)]).await,
            refused,
            "{origin}"
        );
        assert_eq!(
            status(&[("authorization", &auth), ("origin", origin)]).await,
            refused
        );
    }
    assert_eq!(
        status(&[("cookie", &cookie)]).await,
        Some(StatusCode::FORBIDDEN)
    );
    assert_eq!(
        status(&[("origin", &own)]).await,
        Some(StatusCode::UNAUTHORIZED)
    );
    let stale = [("authorization", "Bearer x")];
    assert_eq!(status(&stale).await, Some(StatusCode::UNAUTHORIZED));
    let other = [
        ("authorization", auth.as_str()),
        ("sec-websocket-protocol", "tiaoqi.v0.json"),
    ];
    assert_eq!(status(&other).await, Some(StatusCode::UPGRADE_REQUIRED));
}

#[tokio::test]
async fn a_socket_plays_its_part_of_the_protocol() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let room = app.room(&token).await;
    let (mut socket, welcome) = app.hello(&token).await;
    assert_eq!(welcome["build"], BUILD);
    assert_eq!(welcome["limits"]["frame"], 8192);
    assert_eq!(welcome["rooms"][0]["id"], room.as_str());

    let s = format!("room:{room}");
    socket.send(&json!({ "t": "ping", "n": 3 })).await;
    assert_eq!(socket.next("pong").await["n"], 3);
    socket.send(&json!({ "t": "sub", "s": s })).await;
    let snap = socket.next("snap").await;
    assert_eq!(
        (&snap["s"], &snap["you"]["host"]),
        (&json!(s), &json!(true))
    );
    let cid = Uuid::from_u128(1);
    let ready = json!({ "t": "cmd", "s": s, "cid": cid, "type": "ready", "d": {}, "x": 1 });
    socket.send(&ready).await;
    let ok = socket.next("ok").await;
    socket.send(&ready).await;
    assert_eq!(socket.next("ok").await, ok);
    socket.send(&json!({ "t": "sub", "s": "lobby" })).await;
    assert_eq!(
        socket.next("snap").await["state"]["rooms"][0]["id"],
        room.as_str()
    );
    socket.send(&json!({ "t": "sub", "s": "me" })).await;
    assert_eq!(
        socket.next("snap").await["state"]["user"],
        welcome["me"]["user"]
    );
    let absent = format!("room:{}", Uuid::nil());
    socket.send(&json!({ "t": "sub", "s": absent })).await;
    let no = socket.next("no").await;
    assert_eq!(
        (&no["s"], &no["code"]),
        (&json!(absent), &json!("not_found"))
    );

    // Leaving and following at once ends with following.
    socket.send(&json!({ "t": "unsub", "s": s })).await;
    socket.send(&json!({ "t": "sub", "s": s })).await;
    assert_eq!(socket.next("snap").await["s"], s.as_str());
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_and_then_closes() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    let s = format!("room:{}", Uuid::nil());
    let cid = Uuid::from_u128(5).to_string();
    for (text, code, with_cid) in [
        ("{".to_owned(), "bad_request", false),
        (
            json!({ "t": "dance", "cid": cid }).to_string(),
            "unknown_type",
            true,
        ),
        (
            json!({ "t": "sub", "s": "room:x" }).to_string(),
            "bad_request",
            false,
        ),
        (
            json!({ "t": "cmd", "s": s, "cid": cid, "type": "ready", "d": { "x": 1 } }).to_string(),
            "bad_request",
            true,
        ),
        (
            json!({ "t": "cmd", "s": s, "cid": cid, "type": "fly", "d": {} }).to_string(),
            "bad_request",
            true,
        ),
        (
            json!({ "t": "cmd", "s": "lobby", "cid": cid, "type": "ready", "d": {} }).to_string(),
            "bad_request",
            true,
        ),
        ("[".repeat(8_000), "bad_request", false),
        (
            format!("{{\"t\":\"ping\",\"n\":1e999{}}}", ""),
            "bad_request",
            false,
        ),
    ] {
        socket.text(&text).await;
        let no = socket.next("no").await;
        assert_eq!(no["code"], code, "{text:.80}");
        assert_eq!(no["cid"] == cid.as_str(), with_cid, "{text:.80}");
    }
    for _ in 0..10 {
        socket.text("?").await;
    }
    assert_eq!(socket.closed().await, ByeCode::Protocol as u16);
}

#[tokio::test]
async fn large_and_binary_frames_close() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    for message in [
        Message::text("x".repeat(9 * 1024)),
        Message::binary(vec![1, 2, 3]),
    ] {
        let (mut socket, _) = app.hello(&token).await;
        socket.0.send(message).await.unwrap();
        assert_eq!(socket.closed().await, ByeCode::Protocol as u16);
    }
}

#[tokio::test]
async fn whoever_says_no_hello_is_sent_away() {
    let app = TestApp::new().await;
    let auth = bearer(&app.guest().await);
    let mut silent = app.socket(&[("authorization", &auth)]).await.unwrap();
    let mut rude = app.socket(&[("authorization", &auth)]).await.unwrap();
    rude.send(&json!({ "t": "ping", "n": 1 })).await;
    assert_eq!(rude.closed().await, ByeCode::Protocol as u16);
    assert_eq!(silent.closed().await, ByeCode::Protocol as u16);
}

#[tokio::test]
async fn a_flood_is_refused_and_then_closes() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    for n in 0..200 {
        if socket
            .0
            .send(Message::text(json!({ "t": "ping", "n": n }).to_string()))
            .await
            .is_err()
        {
            break;
        }
    }
    let no = socket.next("no").await;
    assert_eq!(no["code"], "rate");
    assert!(no["retry_ms"].as_u64().is_some());
    assert_eq!(socket.closed().await, ByeCode::Rate as u16);
}

#[tokio::test]
async fn a_turn_command_over_the_rate_still_reaches_its_room() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let s = format!("room:{}", app.room(&token).await);
    let (mut socket, _) = app.hello(&token).await;
    for n in 0..70 {
        socket.send(&json!({ "t": "ping", "n": n })).await;
    }
    let cid = Uuid::from_u128(1);
    let moves = json!({ "from": 0, "to": 1 });
    socket
        .send(&json!({ "t": "cmd", "s": s, "cid": cid, "ply": 1, "type": "move", "d": moves }))
        .await;
    let code = loop {
        let no = socket.next("no").await;
        if no["cid"] == cid.to_string() {
            break no["code"].clone();
        }
    };
    assert_eq!(code, "no_game");
}

#[tokio::test]
async fn a_log_out_closes_the_sessions_sockets() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let (mut socket, _) = app.hello(&token).await;
    let auth = bearer(&token);
    let headers = [("authorization", auth.as_str())];
    app.post("/api/v1/session/logout", &headers, &json!({}))
        .await;
    assert_eq!(socket.closed().await, ByeCode::Auth as u16);
    assert_eq!(
        app.socket(&headers).await.err(),
        Some(StatusCode::UNAUTHORIZED)
    );
}

#[tokio::test]
async fn a_players_newer_tab_takes_over() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let s = format!("room:{}", app.room(&token).await);
    let (mut older, _) = app.hello(&token).await;
    older.send(&json!({ "t": "sub", "s": s })).await;
    older.next("snap").await;
    let (mut newer, _) = app.hello(&token).await;
    newer.send(&json!({ "t": "sub", "s": s })).await;
    newer.next("snap").await;
    assert_eq!(older.closed().await, ByeCode::TakenOver as u16);
    newer.send(&json!({ "t": "ping", "n": 1 })).await;
    newer.next("pong").await;
}

#[tokio::test]
async fn the_lobby_tells_of_new_rooms_and_of_connections() {
    let app = TestApp::new().await;
    let (mut watcher, _) = app.hello(&app.guest().await).await;
    watcher.send(&json!({ "t": "sub", "s": "lobby" })).await;
    watcher.next("snap").await;
    let room = app.room(&app.guest().await).await;
    let line = loop {
        let event = watcher.next("ev").await;
        if event["type"] == "room" {
            break event;
        }
    };
    assert_eq!(
        (&line["s"], &line["d"]["id"]),
        (&json!("lobby"), &json!(room))
    );
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_nobody_waits_for_it() {
    let app = TestApp::new().await;
    let settings = serde_json::from_value(json!({ "preset": "qq", "players": 2 })).unwrap();
    let room = LobbyRoom {
        id: Uuid::nil(),
        code: "ABCDEFGH".to_owned(),
        host: "x".repeat(200),
        settings,
        taken: 1,
        status: LobbyStatus::Waiting,
        created: 0,
    };
    for n in 0..400 {
        app.site.lobby.listed(LobbyRoom {
            id: Uuid::from_u128(n),
            ..room.clone()
        });
    }
    let (mut slow, _) = app.hello(&app.guest().await).await;
    let (mut quick, _) = app.hello(&app.guest().await).await;
    // Well over 100 KiB a snapshot, and nobody reads them.
    for _ in 0..55 {
        slow.send(&json!({ "t": "sub", "s": "lobby" })).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    quick.send(&json!({ "t": "ping", "n": 1 })).await;
    quick.next("pong").await;
    assert_eq!(slow.closed().await, ByeCode::Slow as u16);
}

#[tokio::test]
async fn when_the_server_ends_clients_are_told_to_come_back() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    app.site.sockets.close_all(ByeCode::Restart);
    let bye = socket.next("bye").await;
    assert_eq!(bye["code"], 4001);
    assert!((500..3_500).contains(&bye["retry_ms"].as_u64().unwrap()));
    app.stop.cancel();
    app.site.tasks.close();
    drop(socket);
    timeout(PATIENCE, app.site.tasks.wait()).await.unwrap();
}

#[tokio::test]
async fn slow_headers_cost_their_connection_and_nobody_elses() {
    let app = TestApp::new().await;
    let mut slow = TcpStream::connect(app.address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
        .await
        .unwrap();
    let mut quick = TcpStream::connect(app.address).await.unwrap();
    quick
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    timeout(Duration::from_secs(2), quick.read_to_string(&mut answer))
        .await
        .unwrap()
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"));
    let mut rest = Vec::new();
    timeout(PATIENCE, slow.read_to_end(&mut rest))
        .await
        .unwrap()
        .unwrap();
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn methods_that_do_not_exist_are_problems() {
    let app = TestApp::new().await;
    let request = Request::builder()
        .method(Method::DELETE)
        .uri("/api/v1/rooms")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::empty())
        .unwrap();
    let answer = app.send(request).await;
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(json_of(answer).await["code"], "bad_request");
}
