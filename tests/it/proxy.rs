//! A network that loses, doubles and delays frames, between real clients and the real server.
//!
//! The proxy knows frames: it ends one WebSocket and begins another, and what is lost is a
//! whole frame. TCP would never do that, but a client's tab that sleeps or a proxy that is
//! replaced does; and the protocol has to heal it by numbers, hashes and ids alone.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tiaoqi::cli::load::client::Options;
use tiaoqi::cli::load::site::Site;
use tiaoqi::game::Settings;
use tiaoqi::protocol::{ClientMessage, Command, SUBPROTOCOL, ServerMessage, Stream as Name};
use tiaoqi::rules::Seat;
use tiaoqi::rules::star::Preset;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::books::Books;
use crate::history;
use crate::process::{Database, Server, long, setting, wall};
use crate::raw::{Raw, answers};
use crate::tables::{Playing, Table, seat_all};

/// Of a hundred frames so many are lost, as many come twice, and as many come late.
const CHANCE: u32 = 3;
/// How late a late frame is, and all behind it, in milliseconds.
const LATE: std::ops::Range<u64> = 5..300;

/// What the proxy did.
#[derive(Debug, Default)]
struct Counts {
    passed: AtomicU64,
    lost: AtomicU64,
    doubled: AtomicU64,
    delayed: AtomicU64,
}

/// A proxy before a server.
#[derive(Debug)]
struct Proxy {
    address: SocketAddr,
    counts: Arc<Counts>,
    task: JoinHandle<()>,
}

impl Proxy {
    async fn start(upstream: SocketAddr, seed: u64) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let counts = Arc::new(Counts::default());
        let counting = Arc::clone(&counts);
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            for number in 0.. {
                let (socket, _) = listener.accept().await.unwrap();
                let seed = seed.wrapping_add(number * 2);
                let counts = Arc::clone(&counting);
                // A connection that breaks is what the clients have to live with.
                connections.spawn(async move { carry(socket, upstream, seed, &counts).await });
            }
        });
        Self {
            address,
            counts,
            task,
        }
    }

    fn site(&self) -> Site {
        Site::parse(&format!("http://{}", self.address)).unwrap()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Carries one connection to the server and back until either end closes it.
async fn carry(
    socket: TcpStream,
    upstream: SocketAddr,
    seed: u64,
    counts: &Counts,
) -> Result<(), Error> {
    socket.set_nodelay(true)?;
    let mut cookie = None;
    #[expect(clippy::result_large_err, reason = "the type is tungstenite's")]
    let accept = |request: &Request, mut response: Response| -> Result<Response, ErrorResponse> {
        cookie = request.headers().get("cookie").cloned();
        let protocol = HeaderValue::from_static(SUBPROTOCOL);
        response
            .headers_mut()
            .insert("sec-websocket-protocol", protocol);
        Ok(response)
    };
    let client = tokio_tungstenite::accept_hdr_async(socket, accept).await?;
    let mut request = format!("ws://{upstream}/ws").into_client_request()?;
    let origin = HeaderValue::from_str(&format!("http://{upstream}")).unwrap();
    request.headers_mut().insert("origin", origin);
    let protocol = HeaderValue::from_static(SUBPROTOCOL);
    request
        .headers_mut()
        .insert("sec-websocket-protocol", protocol);
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie);
    }
    let socket = TcpStream::connect(upstream).await?;
    socket.set_nodelay(true)?;
    let (server, _) = tokio_tungstenite::client_async(request, socket).await?;
    let (to_client, from_client) = client.split();
    let (to_server, from_server) = server.split();
    tokio::select! {
        done = pump(from_client, to_server, seed, counts) => done,
        done = pump(from_server, to_client, seed + 1, counts) => done,
    }
}

async fn pump(
    mut from: impl Stream<Item = Result<Message, Error>> + Unpin,
    mut to: impl Sink<Message, Error = Error> + Unpin,
    seed: u64,
    counts: &Counts,
) -> Result<(), Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while let Some(message) = from.next().await {
        let message = message?;
        if !message.is_text() {
            to.send(message).await?;
            continue;
        }
        let fate = rng.random_range(0..100);
        if fate < CHANCE {
            counts.lost.fetch_add(1, Relaxed);
            continue;
        }
        if fate < 2 * CHANCE {
            counts.doubled.fetch_add(1, Relaxed);
            to.send(message.clone()).await?;
        } else if fate < 3 * CHANCE {
            counts.delayed.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(rng.random_range(LATE))).await;
        }
        counts.passed.fetch_add(1, Relaxed);
        to.send(message).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_network_that_loses_doubles_and_delays_frames_end_alike_everywhere() {
    let seed = setting("TIAOQI_SEED").and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::try_from(wall()).unwrap());
    eprintln!("TIAOQI_SEED={seed}");
    let database = Database::sqlite();
    let mut server = Server::start(&database).await;
    let (games, at_once, longest) = if long() {
        (1_000_usize, 100_usize, 600)
    } else {
        (50, 50, 55)
    };
    for (batch, seed) in (0..games / at_once).zip(seed..) {
        let proxy = Proxy::start(server.address(), seed).await;
        let tables: Vec<Table> = (0..at_once).map(table).collect();
        let options = Options {
            pause: Duration::from_millis(50),
            longest_pause: Duration::from_millis(1_000),
            // Nothing tells that a room's last event was lost, except asking.
            quiet: Duration::from_millis(1_000),
            history: true,
        };
        let players = seat_all(&server.site(), &proxy.site(), &tables, options, seed).await;
        let playing = Playing::start(players);
        let outcome = playing.play_out(Duration::from_secs(longest)).await;
        let Counts {
            passed,
            lost,
            doubled,
            delayed,
        } = &*proxy.counts;
        eprintln!(
            "batch {batch}: {at_once} games, {} moves, {} frames passed, {} lost, {} doubled, {} delayed; \
             {} commands sent again, {} connections",
            outcome.stats.moves,
            passed.load(Relaxed),
            lost.load(Relaxed),
            doubled.load(Relaxed),
            delayed.load(Relaxed),
            outcome.stats.retries,
            outcome.stats.connects,
        );
        for count in [lost, doubled, delayed] {
            assert!(count.load(Relaxed) > 0, "the proxy did nothing");
        }
        server.assert_no_errors();
        server.kill();
        let logs = history::logs(&database.url(), &outcome).await;
        outcome.assert_in_step();
        history::answers_are_stored(&outcome, &logs, false);
        history::streams_are_prefixes(&outcome, &logs);
        history::hashes_agree(&outcome, &logs);
        let scored: usize = history::parsed(&logs)
            .values()
            .map(|log| log.iter().filter(|event| history::is_scored(event)).count())
            .sum();
        assert_eq!(scored, tables.len(), "each game is scored once");
        for clients in outcome.hashes.values() {
            assert!(
                clients.windows(2).all(|two| two[0] == two[1]),
                "{clients:?}"
            );
        }
        let books = Books::read(&database.url()).await;
        books.check(&history::parsed(&logs));
        server.restart().await;
    }
}

/// Two to six seats. Every fourth table plays until its first player is home, or nearly so; the
/// others give up in time.
fn table(number: usize) -> Table {
    let players = [2, 2, 3, 2, 4, 2, 6, 2][number % 8];
    Table {
        players,
        rated: false,
        turn_seconds: 60,
        resign_at: (players > 2 || !number.is_multiple_of(4)).then_some(u32::from(players) * 10),
        games: 1,
        think: Duration::ZERO,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_equal_commands_at_once_are_one_event_and_fifty_equal_answers() {
    // As many sockets as an account may well have, and as many commands as each may have waiting.
    const SOCKETS: usize = 10;
    const EACH: usize = 5;
    let database = Database::sqlite();
    let mut server = Server::start(&database).await;
    let site = server.site();
    let session = site.guest().await.unwrap();
    let settings = Settings {
        preset: Preset::Qq.into(),
        players: 2,
        turn_seconds: 60,
        rated: false,
        private: false,
        first: Seat::new(0),
        ..Settings::default()
    };
    let room = site.create_room(&session, &settings).await.unwrap().id;
    let mut first = Raw::hello(&site, &session).await;
    let bot = Seat::new(3).unwrap();
    for (n, command) in [Command::AddBot { seat: bot }, Command::Start {}]
        .into_iter()
        .enumerate()
    {
        let cid = uuid::Uuid::from_u128(n as u128);
        first.command(room, cid, None, command).await;
        let answer = first.until(answers(cid)).await;
        assert!(matches!(answer, ServerMessage::Ok { .. }), "{answer:?}");
    }
    first
        .say(&ClientMessage::Sub {
            s: Name::Room(room),
            since: None,
            h: None,
        })
        .await;
    let ServerMessage::Snap(snap) = first.until(|m| matches!(m, ServerMessage::Snap(_))).await
    else {
        unreachable!("asked for");
    };
    let legal = snap.legal.expect("on turn");
    let cid = uuid::Uuid::from_u128(0xC1D);

    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        sockets.push(Raw::hello(&site, &session).await);
    }
    let barrier = Arc::new(tokio::sync::Barrier::new(SOCKETS));
    let mut tasks = JoinSet::new();
    for mut raw in sockets {
        let barrier = Arc::clone(&barrier);
        let command = Command::Move {
            from: legal.star()[0].from.into(),
            to: legal.star()[0].to.into(),
            path: None,
        };
        tasks.spawn(async move {
            barrier.wait().await;
            for _ in 0..EACH {
                raw.command(room, cid, Some(1), command.clone()).await;
            }
            let mut numbers = Vec::new();
            for _ in 0..EACH {
                match raw.until(answers(cid)).await {
                    ServerMessage::Ok { seq, .. } => numbers.push(seq),
                    other => panic!("{other:?}"),
                }
            }
            numbers
        });
    }
    let answers = tasks.join_all().await.concat();
    assert_eq!(answers, vec![snap.seq + 1; SOCKETS * EACH]);
    server.kill();
    let log = history::log(&database.url(), room).await;
    let found: Vec<u64> = log
        .iter()
        .filter(|event| event.command.is_some_and(|(_, of)| of == cid))
        .map(|event| event.seq)
        .collect();
    assert_eq!(found, [snap.seq + 1]);
    let moved = log
        .iter()
        .filter(|event| event.payload.contains("\"moved\""))
        .count();
    assert!(moved <= 2, "the move once, and perhaps the bot's: {moved}");
}
