//! Where a server is, and how to get in: sessions and rooms over HTTP, sockets.

use std::fmt;
use std::io;

use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error as WsError;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::http;
use crate::game::Settings;
use crate::protocol::{RoomRef, SUBPROTOCOL};

/// A client's socket.
pub type Socket = WebSocketStream<TcpStream>;

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    authority: String,
}

impl Site {
    /// The server at `http://host:port`; none when the text is something else.
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let authority = url.strip_prefix("http://")?.trim_end_matches('/');
        let (host, port) = authority.rsplit_once(':')?;
        let port: u16 = port.parse().ok()?;
        let plain = !host.is_empty() && !host.contains(['/', '@', '?', '#']);
        plain.then(|| Self {
            authority: format!("{host}:{port}"),
        })
    }

    /// `host:port`.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The origin a page of this server has.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.authority)
    }

    /// Whether the server is this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        let host = self.authority.rsplit_once(':').map_or("", |(host, _)| host);
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            || host
                .parse()
                .is_ok_and(|address: std::net::IpAddr| address.is_loopback())
    }

    /// Posts JSON.
    ///
    /// # Errors
    /// As [`http::request`].
    pub async fn post(
        &self,
        path: &str,
        session: Option<&Session>,
        body: &str,
    ) -> io::Result<http::Reply> {
        self.ask("POST", path, session, Some(body)).await
    }

    /// Gets a resource.
    ///
    /// # Errors
    /// As [`http::request`].
    pub async fn get(&self, path: &str, session: Option<&Session>) -> io::Result<http::Reply> {
        self.ask("GET", path, session, None).await
    }

    async fn ask(
        &self,
        method: &str,
        path: &str,
        session: Option<&Session>,
        body: Option<&str>,
    ) -> io::Result<http::Reply> {
        let origin = self.origin();
        let mut headers = vec![("origin", origin.as_str())];
        if let Some(session) = session {
            headers.push(("cookie", &session.cookie));
        }
        http::request(&self.authority, method, path, &headers, body).await
    }

    /// A guest's session.
    ///
    /// # Errors
    /// As [`http::request`], and when the server refuses.
    pub async fn guest(&self) -> io::Result<Session> {
        Session::of(&self.post("/api/v1/session/guest", None, "{}").await?)
    }

    /// A new account's session.
    ///
    /// # Errors
    /// As [`http::request`], and when the server refuses.
    pub async fn register(&self, name: &str, password: &str) -> io::Result<Session> {
        let body = serde_json::json!({ "name": name, "password": password }).to_string();
        Session::of(&self.post("/api/v1/session/register", None, &body).await?)
    }

    /// Makes a room; its maker sits on the first seat.
    ///
    /// # Errors
    /// As [`http::request`], and when the server refuses.
    pub async fn create_room(&self, session: &Session, settings: &Settings) -> io::Result<RoomRef> {
        let body = serde_json::json!({ "settings": settings }).to_string();
        self.post("/api/v1/rooms", Some(session), &body)
            .await?
            .json()
    }

    /// Opens a socket with this session.
    ///
    /// # Errors
    /// No connection, or the upgrade was refused.
    pub async fn open(&self, session: &Session) -> Result<Socket, WsError> {
        self.open_from(Some(session), &self.origin()).await
    }

    /// Opens a socket as a page of `origin` would.
    ///
    /// # Errors
    /// As [`Site::open`].
    pub async fn open_from(
        &self,
        session: Option<&Session>,
        origin: &str,
    ) -> Result<Socket, WsError> {
        let socket = TcpStream::connect(&self.authority).await?;
        self.open_over(socket, session, origin).await
    }

    /// [`Site::open_from`] over a connection that stands already.
    ///
    /// # Errors
    /// As [`Site::open`].
    pub async fn open_over(
        &self,
        socket: TcpStream,
        session: Option<&Session>,
        origin: &str,
    ) -> Result<Socket, WsError> {
        let header =
            |text: &str| HeaderValue::from_str(text).map_err(|e| WsError::HttpFormat(e.into()));
        let mut request = format!("ws://{}/ws", self.authority).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", header(origin)?);
        headers.insert(
            "sec-websocket-protocol",
            HeaderValue::from_static(SUBPROTOCOL),
        );
        if let Some(session) = session {
            headers.insert("cookie", header(&session.cookie)?);
        }
        socket.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0);
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(request, socket, Some(config)).await?;
        Ok(socket)
    }
}

/// An account's session: the cookie.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    cookie: String,
}

impl Session {
    fn of(reply: &http::Reply) -> io::Result<Self> {
        reply.json::<serde_json::Value>()?;
        let set = reply
            .header("set-cookie")
            .ok_or_else(|| io::Error::other("no cookie was set"))?;
        let cookie = set.split(';').next().unwrap_or_default().to_owned();
        Ok(Self { cookie })
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}
