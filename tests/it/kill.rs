//! `kill -9` of the real server in the middle of many games, again and again; then the history
//! of every client is held against what is stored.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tiaoqi::cli::load::client::{Options, now};
use tiaoqi::game::{self, GameEvent, ResumeReason};
use tiaoqi::protocol::Event;
use tiaoqi::room::Room;
use tiaoqi::rules::star;
use tokio::time::sleep;

use crate::books::Books;
use crate::history::{self, Logs, parse};
use crate::process::{Database, Server, long, setting, wall};
use crate::tables::{Playing, Table, seat_all};

/// How long the server is left dead.
const DOWN: std::ops::Range<u64> = 200..2_500;
/// How long it lives in between, counted from the first move after its restart.
const ALIVE: std::ops::Range<u64> = 800..3_000;
/// How soon every running game has to go on after the port is open, in milliseconds.
const GOES_ON: i64 = 5_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_and_doubles_nothing_on_sqlite() {
    on(Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_and_doubles_nothing_on_postgresql() {
    on(Database::postgres().await).await;
}

/// The test; the database goes also when it fails.
async fn on(database: Database) {
    let url = database.url();
    let seed = setting("TIAOQI_SEED").and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::try_from(wall()).unwrap());
    eprintln!("TIAOQI_SEED={seed}");
    let test = async {
        let server = Server::start(&database).await;
        play_and_kill(server, url, seed).await;
    };
    let verdict = AssertUnwindSafe(test).catch_unwind().await;
    database.remove().await;
    if let Err(panic) = verdict {
        std::panic::resume_unwind(panic);
    }
}

/// One death of the server, in Unix milliseconds.
#[derive(Clone, Copy, Debug)]
struct Death {
    killed: i64,
    /// When the next process was started.
    started: i64,
    opened: i64,
}

async fn play_and_kill(mut server: Server, url: String, seed: u64) {
    let (tables, kills) = if long() { (200, 20) } else { (20, 3) };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let tables: Vec<Table> = (0..tables).map(table).collect();
    let options = Options {
        pause: Duration::from_millis(100),
        longest_pause: Duration::from_millis(1_000),
        history: true,
        ..Options::default()
    };
    let site = server.site();
    let began = now();
    let players = seat_all(&site, &site, &tables, options, rng.random()).await;
    eprintln!(
        "{} tables of {} players set up in {:?}",
        tables.len(),
        players.len(),
        now() - began
    );
    let playing = Playing::start(players);
    sleep(Duration::from_secs(3)).await;

    let mut deaths = Vec::new();
    for _ in 0..kills {
        sleep(Duration::from_millis(rng.random_range(ALIVE))).await;
        let killed = server.kill();
        sleep(Duration::from_millis(rng.random_range(DOWN))).await;
        let started = wall();
        let opened = server.restart().await;
        deaths.push(Death {
            killed,
            started,
            opened,
        });
        // Longer than any client's back-off: every game gets its chance to go on.
        sleep(Duration::from_millis(2_500)).await;
    }
    let outcome = playing.finish().await;
    server.assert_no_errors();
    server.kill();

    let logs = history::logs(&url, &outcome).await;
    let books = Books::read(&url).await;
    outcome.assert_in_step();
    assert!(outcome.stats.moves > 0);
    let counts = history::answers_are_stored(&outcome, &logs, true);
    history::streams_are_prefixes(&outcome, &logs);
    history::hashes_agree(&outcome, &logs);
    let results = books.check(&history::parsed(&logs));
    let (waits, credits) = games_went_on(&deaths, &logs);
    eprintln!(
        "{} events in {} rooms; {counts} acknowledged commands; {} moves; {results} results; \
         {} reconnects; {} commands sent again; {credits} clocks credited; \
         slowest game went on {} ms after the port opened; deaths {deaths:?}",
        logs.values().map(Vec::len).sum::<usize>(),
        logs.len(),
        outcome.stats.moves,
        outcome.stats.connects,
        outcome.stats.retries,
        waits.iter().max().copied().unwrap_or_default(),
    );
    assert!(results > 0, "no game ended: nothing was booked");
    assert!(credits > 0, "no clock ran when the server died");
}

/// Seats of every count; a third of the tables plays short games, some of them for points.
fn table(number: usize) -> Table {
    let short = number % 3 == 2;
    let rated = number % 5 == 2;
    Table {
        players: [2, 3, 4, 6][number % 4],
        rated,
        turn_seconds: 30,
        resign_at: (short || rated).then_some(20),
        games: u32::MAX,
        think: Duration::from_millis(60),
    }
}

/// No turn ran out because of a death, each clock that ran was given back at least the time
/// in which there was no process, and every game went on soon. Answers how long each took
/// after the port opened, and how many clocks were credited.
fn games_went_on(deaths: &[Death], logs: &Logs) -> (Vec<i64>, usize) {
    let mut waits = Vec::new();
    let mut credits = 0;
    for (room, log) in logs {
        let events: Vec<(i64, Event)> = log.iter().map(|event| (event.at, parse(event))).collect();
        for (at, event) in &events {
            let expired = matches!(
                event,
                Event::Game(game::Event::Star(star::Event::TurnExpired { .. }))
            );
            assert!(!expired, "room {room}: a turn ran out at {at}");
        }
        for death in deaths {
            let before = log
                .iter()
                .take_while(|event| event.at <= death.killed)
                .count();
            let running = before > 0 && Room::fold(&log[..before]).unwrap().playing().is_some();
            if !running {
                continue;
            }
            let after = &events[before..];
            let credit = after.iter().find_map(|(_, event)| match event {
                Event::Game(game::Event::Game(GameEvent::Resumed { credit, why })) => {
                    Some((*credit, *why))
                }
                _ => None,
            });
            let Some((credit, why)) = credit else {
                panic!("room {room}: no clock was credited after {death:?}");
            };
            assert_eq!(why, ResumeReason::Restart, "room {room}");
            let dead = death.started - death.killed;
            assert!(
                credit >= dead,
                "room {room}: {credit} ms given back of {dead}"
            );
            credits += 1;
            let on = after
                .iter()
                .find(|(_, event)| matches!(event, Event::Game(game::Event::Star(_))));
            let Some((at, _)) = on else {
                panic!("room {room}: the game did not go on after {death:?}");
            };
            let wait = at - death.opened;
            assert!(
                wait <= GOES_ON,
                "room {room}: went on {wait} ms after the port opened"
            );
            waits.push(wait);
        }
    }
    (waits, credits)
}
