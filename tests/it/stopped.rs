//! A process that is stopped and goes on: a suspended machine, a frozen container. The turn that
//! ran meanwhile is not over.

use std::time::Duration;

use tiaoqi::cli::load::site::{Session, Site};
use tiaoqi::game::Settings;
use tiaoqi::protocol::{Command, RoomId, ServerMessage};
use tiaoqi::rules::star::{self, Preset};
use tokio::time::sleep;
use uuid::Uuid;

use crate::process::{Database, Server};
use crate::raw::{Raw, answers};

const TURN_SECONDS: u16 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_turn_runs_out_while_the_process_is_stopped() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let site = server.site();
    let session = site.guest().await.unwrap();
    let first = Settings::default().seats()[0];
    let settings = Settings {
        turn_seconds: TURN_SECONDS,
        private: true,
        local: true,
        first: Some(first),
        ..Settings::default()
    };
    let room = site.create_room(&session, &settings).await.unwrap().id;
    ask(&site, &session, room, None, Command::Start {}).await;

    server.signal("STOP");
    sleep(Duration::from_secs(u64::from(TURN_SECONDS) + 2)).await;
    server.signal("CONT");
    // Time enough for the timer to be wrong.
    sleep(Duration::from_secs(1)).await;
    let rules = Preset::Qq.rules();
    let game = star::Game::new(rules, settings.seats(), first).unwrap();
    let found = game.legal_moves().swap_remove(0);
    let step = Command::Move {
        from: found.from.into(),
        to: found.to.into(),
        path: None,
    };
    ask(&site, &session, room, Some(game.ply()), step).await;
    let events = format!("/api/v1/rooms/{room}/events");
    let log = site.get(&events, Some(&session)).await.unwrap();
    let log = String::from_utf8(log.body).unwrap();
    let of = |kind: &str| log.matches(&format!("\"type\":\"{kind}\"")).count();
    assert_eq!(
        (of("turn_expired"), of("resumed"), of("moved")),
        (0, 1, 1),
        "{log}"
    );
    server.assert_no_errors();
    database.remove().await;
}

/// Has a command carried out, over a socket of its own.
async fn ask(site: &Site, session: &Session, room: RoomId, ply: Option<u32>, command: Command) {
    let mut raw = Raw::hello(site, session).await;
    let cid = Uuid::from_u128(u128::from(ply.unwrap_or(0)) + 77);
    raw.command(room, cid, ply, command).await;
    let answer = raw.until(answers(cid)).await;
    assert!(matches!(answer, ServerMessage::Ok { .. }), "{answer:?}");
}
