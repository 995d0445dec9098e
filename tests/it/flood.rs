//! Clients that mean harm, or are broken: they never read, send nonsense, send too much. The
//! server stays small, closes them with the right codes, and nobody else notices.

use std::time::Duration;

use futures_util::SinkExt as _;
use tiaoqi::cli::load::client::{Options, now};
use tiaoqi::cli::load::percentile;
use tiaoqi::cli::load::player::Player;
use tiaoqi::cli::load::site::{Session, Site, Socket};
use tiaoqi::game::Settings;
use tiaoqi::protocol::{
    ClientMessage, Code, MAX_FRAME_BYTES, RoomId, SUBPROTOCOL, ServerMessage, Stream,
};
use tiaoqi::rules::star::Preset;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use crate::process::{Database, Server};
use crate::raw::{Came, Raw, answers};
use crate::tables::{Playing, Table, seat_all};

/// Sockets that never read.
const SILENT: usize = 500;
/// Sockets of one account.
const SOCKETS_EACH: usize = 12;
/// Rooms that each of them watches.
const ROOMS_EACH: usize = 7;
/// Games that others play meanwhile.
const TABLES: usize = 8;
/// How long each measurement takes: as long as it takes to fill the silent sockets' buffers.
const ROUND: Duration = Duration::from_secs(4);
/// How long it takes where nothing has to fill.
const SHORT_ROUND: Duration = Duration::from_millis(2_500);
/// Resident memory the silent sockets may cost: 64 frames of a kilobyte in the queue of each,
/// and as much again for its buffers and tasks.
const MEMORY_KIB: u64 = SILENT as u64 * 128;

/// What the players of one round noticed.
#[derive(Debug)]
struct Round {
    p99: Duration,
    moves: u64,
    refused: u64,
}

/// Lets the tables be played for one round while `meanwhile` happens.
async fn round(
    server: &Server,
    length: Duration,
    seed: u64,
    meanwhile: impl AsyncFnOnce(&[RoomId]),
) -> Round {
    let site = server.site();
    let table = Table {
        players: 2,
        rated: false,
        turn_seconds: 60,
        resign_at: None,
        games: u32::MAX,
        think: Duration::from_millis(30),
    };
    let tables = vec![table; TABLES];
    let players = seat_all(&site, &site, &tables, Options::default(), seed).await;
    let mut rooms: Vec<RoomId> = players.iter().map(Player::room).collect();
    rooms.dedup();
    let playing = Playing::start(players);
    sleep(Duration::from_millis(500)).await;
    let end = now() + length;
    meanwhile(&rooms).await;
    tokio::time::sleep_until(end).await;
    let outcome = playing.finish().await;
    outcome.assert_in_step();
    let stats = outcome.stats;
    Round {
        p99: percentile(&stats.latencies, 99).expect("moves"),
        moves: stats.moves,
        refused: stats.refusals.values().sum(),
    }
}

fn median(rounds: &[Round]) -> Duration {
    let mut p99: Vec<Duration> = rounds.iter().map(|round| round.p99).collect();
    p99.sort_unstable();
    p99[p99.len() / 2]
}

/// Not much slower than `before`: a fifth, or 5 ms on a machine where a fifth is nothing.
fn assert_unharmed(before: &[Round], during: &[Round]) {
    let (quiet, loud) = (median(before), median(during));
    let most = quiet.mul_f64(1.2).max(quiet + Duration::from_millis(5));
    eprintln!("p99 of moves: {quiet:?} before, {loud:?} during; {before:?} {during:?}");
    assert!(
        loud <= most,
        "p99 of moves: {quiet:?} before, {loud:?} during"
    );
    for round in during {
        assert!(round.moves > 0);
        assert_eq!(round.refused, 0, "others were refused");
    }
}

/// A socket with the smallest receive buffer there is, which says hello and never reads again.
async fn silent(site: &Site, address: std::net::SocketAddr, session: &Session) -> Socket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2 * 1024).unwrap();
    let socket = socket.connect(address).await.unwrap();
    let mut socket = site
        .open_over(socket, Some(session), &site.origin())
        .await
        .unwrap();
    let hello = ClientMessage::Hello {
        build: "test".into(),
        caps: Vec::new(),
    };
    socket.send(text(&hello)).await.unwrap();
    socket
}

fn text(message: &ClientMessage) -> Message {
    Message::text(serde_json::to_string(message).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_never_read_are_closed_and_cost_little_and_nobody_else_notices() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let site = server.site();
    let mut guests = Vec::new();
    for _ in 0..SILENT.div_ceil(SOCKETS_EACH) {
        guests.push(site.guest().await.unwrap());
    }
    let (mut before, mut during) = (Vec::new(), Vec::new());
    let mut most = 0;
    for seed in 0..3 {
        before.push(round(&server, ROUND, seed, async |_| {}).await);
        let mut sockets = Vec::with_capacity(SILENT);
        for guest in guests.iter().cycle().take(SILENT) {
            sockets.push(silent(&site, server.address(), guest).await);
        }
        let base = server.memory();
        let all = sockets.len();
        let quiet = &mut sockets;
        let peak = &mut most;
        let watch = async |rooms: &[RoomId]| {
            for (n, socket) in quiet.iter_mut().enumerate() {
                let some = rooms.iter().cycle().skip(n).take(ROOMS_EACH);
                let rooms = some.map(|room| Stream::Room(*room));
                for s in rooms.chain([Stream::Lobby]) {
                    let sub = ClientMessage::Sub {
                        s,
                        since: None,
                        h: None,
                    };
                    // Closed already: that is what is asked for.
                    drop(socket.send(text(&sub)).await);
                }
                // They come within a second: this process and the server share the same cores,
                // and what it costs to send all at once is not what is measured.
                sleep(Duration::from_millis(1)).await;
            }
            let end = now() + ROUND;
            while now() < end {
                *peak = server.memory().saturating_sub(base).max(*peak);
                sleep(Duration::from_millis(50)).await;
            }
        };
        during.push(round(&server, ROUND, 100 + seed, watch).await);
        let mut closing = JoinSet::new();
        for socket in sockets {
            closing.spawn(end_of(socket));
        }
        let codes = closing.join_all().await;
        let slow = codes
            .iter()
            .filter(|code| matches!(code, Some(4408 | 1006)))
            .count();
        // The reason reaches whoever reads before the connection is torn down.
        let told = codes.iter().filter(|code| **code == Some(4408)).count();
        eprintln!("{all} silent sockets: {slow} were closed, {told} read 4408");
        assert_eq!(slow, all, "{codes:?}");
        assert!(told > 0, "{codes:?}");
    }
    eprintln!("silent sockets cost {most} KiB");
    assert!(
        most <= MEMORY_KIB,
        "{SILENT} silent sockets cost {most} KiB"
    );
    assert_unharmed(&before, &during);
    server.assert_no_errors();
}

/// Reads a silent socket at last, and answers how it was closed; none: it was not.
async fn end_of(socket: Socket) -> Option<u16> {
    let mut raw = Raw { socket };
    timeout(Duration::from_secs(5), raw.close_code()).await.ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_sends_a_thousand_frames_a_second_is_stopped_and_nobody_else_notices() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let site = server.site();
    let (mut before, mut during) = (Vec::new(), Vec::new());
    for seed in 0..3 {
        before.push(round(&server, SHORT_ROUND, seed, async |_| {}).await);
        let mut closed = Vec::new();
        let shout = async |rooms: &[RoomId]| {
            let guest = site.guest().await.unwrap();
            let end = now() + SHORT_ROUND;
            while now() < end {
                closed.push(shout(&site, &guest, rooms[0]).await);
            }
        };
        during.push(round(&server, SHORT_ROUND, 100 + seed, shout).await);
        assert!(!closed.is_empty());
        assert!(closed.iter().all(|code| *code == 4429), "{closed:?}");
    }
    assert_unharmed(&before, &during);
    server.assert_no_errors();
}

/// Sends commands, a thousand a second, until the server closes the socket; answers its code.
async fn shout(site: &Site, session: &Session, room: RoomId) -> u16 {
    let raw = Raw::hello(site, session).await;
    let (mut sink, stream) = futures_util::StreamExt::split(raw.socket);
    let sending = async {
        let mut ticks = tokio::time::interval(Duration::from_millis(10));
        for n in 0_u128.. {
            ticks.tick().await;
            for m in 0..10 {
                let cid = uuid::Uuid::from_u128(n * 10 + m + 1);
                let command = tiaoqi::protocol::Command::Ready {};
                let s = Stream::Room(room);
                let cmd = ClientMessage::Cmd {
                    s,
                    cid,
                    ply: None,
                    command,
                };
                if sink.feed(text(&cmd)).await.is_err() {
                    return;
                }
            }
            if sink.flush().await.is_err() {
                return;
            }
        }
    };
    let reading = async {
        use futures_util::StreamExt as _;
        let mut stream = stream;
        let mut rated = 0;
        loop {
            match stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: ServerMessage = serde_json::from_str(&text).unwrap();
                    let rate = matches!(
                        message,
                        ServerMessage::No {
                            code: Code::Rate,
                            ..
                        }
                    );
                    rated += usize::from(rate);
                }
                Some(Ok(Message::Close(frame))) => {
                    assert!(rated > 0, "closed without a warning");
                    return frame.map_or(1005, |frame| frame.code.into());
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return 1006,
            }
        }
    };
    let both = async {
        let (code, ()) = tokio::join!(reading, sending);
        code
    };
    timeout(Duration::from_secs(20), both)
        .await
        .expect("the server stops it")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_break_the_protocol_are_answered_as_it_says() {
    let database = Database::sqlite();
    let mut server = Server::start(&database).await;
    let site = server.site();
    let session = site.guest().await.unwrap();

    // What no client of this protocol sends ends the connection.
    for (what, frame) in [
        ("no text", Message::binary(vec![1, 2, 3])),
        ("too large", Message::text("x".repeat(MAX_FRAME_BYTES + 1))),
        ("far too large", Message::text("x".repeat(4 * 1024 * 1024))),
    ] {
        let mut raw = Raw::hello(&site, &session).await;
        // The server may have closed before it has read all.
        drop(raw.socket.send(frame).await);
        let code = raw.close_code().await;
        assert!(matches!(code, 4400 | 1006), "{what}: {code}");
    }
    // What cannot be read is refused, and too much of it ends the connection.
    for (what, text) in [
        ("no JSON", "{".to_owned()),
        ("no object", "[]".to_owned()),
        ("no t", "{}".to_owned()),
        ("too deep", "[".repeat(MAX_FRAME_BYTES)),
        ("no number", r#"{"t":"ping","n":1e999}"#.to_owned()),
    ] {
        let mut raw = Raw::hello(&site, &session).await;
        raw.send(Message::text(text.clone())).await;
        let said = raw.until(|_| true).await;
        let refused = matches!(
            said,
            ServerMessage::No {
                code: Code::BadRequest,
                ..
            }
        );
        assert!(refused, "{what}: {said:?}");
        for _ in 0..20 {
            // The server may have closed before it has read all.
            drop(raw.socket.send(Message::text(text.clone())).await);
        }
        assert_eq!(raw.close_code().await, 4400, "{what}");
    }

    let mut raw = Raw::open(&site, &session).await;
    raw.say(&ClientMessage::Ping { n: 1 }).await;
    assert_eq!(raw.close_code().await, 4400, "before hello");

    let mut raw = Raw::open(&site, &session).await;
    let began = now();
    assert_eq!(raw.close_code().await, 4400, "no hello");
    assert!(
        now() - began < Duration::from_secs(8),
        "no hello: closed after {:?}",
        now() - began
    );

    // What is well-formed and wrong is refused, and the connection lives on.
    let settings = Settings {
        preset: Preset::Qq.into(),
        players: 2,
        turn_seconds: 60,
        rated: false,
        private: true,
        first: None,
        ..Settings::default()
    };
    let room = site.create_room(&session, &settings).await.unwrap().id;
    let cid = uuid::Uuid::from_u128(1);
    let mut raw = Raw::hello(&site, &session).await;
    for (what, frame, code) in [
        (
            "unknown t",
            serde_json::json!({"t": "nonsense"}),
            Code::UnknownType,
        ),
        (
            "unknown field in d",
            serde_json::json!({"t": "cmd", "s": format!("room:{room}"), "cid": cid,
                "type": "ready", "d": {"x": 1}}),
            Code::BadRequest,
        ),
        (
            "unknown command",
            serde_json::json!({"t": "cmd", "s": format!("room:{room}"), "cid": cid,
                "type": "win", "d": {}}),
            Code::BadRequest,
        ),
        (
            "no such room",
            serde_json::json!({"t": "sub", "s": format!("room:{}", uuid::Uuid::nil())}),
            Code::NotFound,
        ),
    ] {
        raw.send(Message::text(frame.to_string())).await;
        let said = raw
            .until(|message| matches!(message, ServerMessage::No { .. }))
            .await;
        let ServerMessage::No { code: found, .. } = said else {
            unreachable!("asked for");
        };
        assert_eq!(found, code, "{what}");
    }
    // Unknown fields of the envelope are no reason to refuse.
    let frame = serde_json::json!({"t": "cmd", "s": format!("room:{room}"), "cid": cid,
        "type": "ready", "d": {}, "x": 1});
    raw.send(Message::text(frame.to_string())).await;
    let answer = raw.until(answers(cid)).await;
    assert!(matches!(answer, ServerMessage::Ok { .. }), "{answer:?}");

    let refused = |result: Result<Socket, WsError>| match result {
        Err(WsError::Http(response)) => response.status().as_u16(),
        other => panic!("{other:?}"),
    };
    for origin in [
        "http://evil.example",
        "null",
        &format!("{}.evil.example", site.origin()),
    ] {
        assert_eq!(
            refused(site.open_from(Some(&session), origin).await),
            403,
            "{origin}"
        );
    }
    assert_eq!(
        refused(site.open_from(None, &site.origin()).await),
        401,
        "no session"
    );
    assert_eq!(
        refused(other_protocol(&site).await),
        426,
        "another sub-protocol"
    );

    // All of that was one server's, and it still serves.
    server.assert_no_errors();
    let mut raw = Raw::hello(&site, &session).await;
    raw.say(&ClientMessage::Ping { n: 7 }).await;
    let Came::Frame(pong) = raw.next().await else {
        panic!("closed");
    };
    assert!(
        matches!(*pong, ServerMessage::Pong { n: 7, .. }),
        "{pong:?}"
    );
    server.kill();
}

async fn other_protocol(site: &Site) -> Result<Socket, WsError> {
    let mut request = format!("ws://{}/ws", site.authority()).into_client_request()?;
    let headers = request.headers_mut();
    headers.insert("origin", HeaderValue::from_str(&site.origin()).unwrap());
    let other = format!("{SUBPROTOCOL}.other");
    headers.insert(
        "sec-websocket-protocol",
        HeaderValue::from_str(&other).unwrap(),
    );
    let socket = TcpStream::connect(site.authority()).await?;
    Ok(tokio_tungstenite::client_async(request, socket).await?.0)
}
