//! What one act of the star costs: `cargo bench --bench star`. Each figure is the best of several runs,
//! in microseconds, beside what it must stay below.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement reads the clock and prints"
)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use serde::Deserialize;
use tiaoqi::bot::greedy;
use tiaoqi::rules::star::{
    Cube, Extras, Game, Hole, HoleSet, Hop, ItemUse, MoveRules, Position, Preset, seating,
};
use tiaoqi::rules::{BySeat, Seat};

/// The best of `RUNS` runs of `EACH` calls.
const RUNS: u32 = 20;
const EACH: u32 = 2_000;

fn measure(name: &str, limit_us: f64, mut work: impl FnMut()) {
    let best = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..EACH {
                work();
            }
            start.elapsed().as_secs_f64() * 1e6 / f64::from(EACH)
        })
        .fold(f64::INFINITY, f64::min);
    let verdict = if best < limit_us { "" } else { "  TOO SLOW" };
    println!("{name:<58} {best:>9.2} us  (below {limit_us} us){verdict}");
}

/// A game of six with long hops, items and teams in its middle, things on the board.
fn middle_game() -> Game {
    let seats = seating(6);
    let extras = Extras {
        teams: true,
        items: true,
    };
    let mut game = Game::with(Preset::QqLong.rules(), seats, seats[0], extras).expect("a game");
    for ply in 0..60 {
        let seat = game.on_turn().expect("a seat");
        let hole = game.item_targets().expect("items").roadblock.first();
        if let Some(hole) = hole.filter(|_| ply >= 54) {
            let what = ItemUse::Roadblock { hole };
            let events = game.use_item(seat, &what, &[]).expect("a legal use");
            events
                .iter()
                .for_each(|event| game.apply(event).expect("own event"));
        }
        let Some(found) = greedy::choose(&game, ply) else {
            break;
        };
        let events = game
            .play(seat, found.from, found.to, None)
            .expect("a legal move");
        events
            .iter()
            .for_each(|event| game.apply(event).expect("own event"));
    }
    game
}

/// A position of the fixtures; it names its seats by their numbers.
#[derive(Deserialize)]
struct Fixture {
    name: String,
    position: Board,
}

#[derive(Deserialize)]
struct Board {
    to_move: Seat,
    hop: Hop,
    marbles: BTreeMap<String, Vec<Cube>>,
}

/// The position of the fixtures in which one marble has the most paths.
fn dense_lattice() -> (Position, MoveRules, Seat) {
    let text = include_str!("../tests/data/star_fixtures.json");
    let all: Vec<Fixture> = serde_json::from_str(text).expect("fixtures");
    let found = all
        .into_iter()
        .find(|fixture| fixture.name == "dense_lattice");
    let board = found.expect("the fixture").position;
    let mut marbles = BySeat::<HoleSet>::default();
    for (seat, cubes) in &board.marbles {
        let seat: Seat = seat.parse().expect("a seat");
        marbles[seat] = cubes
            .iter()
            .filter_map(|&cube| Hole::from_cube(cube))
            .collect();
    }
    let position = Position {
        marbles,
        ..Position::default()
    };
    let rules = MoveRules {
        hop: board.hop,
        ..MoveRules::default()
    };
    (position, rules, board.to_move)
}

fn main() {
    let game = middle_game();
    let seat = game.on_turn().expect("a seat");
    let found = game.legal_moves().swap_remove(0);
    measure("deciding a move, all switched on", 20.0, || {
        black_box(game.play(seat, found.from, found.to, None)).ok();
    });
    let events = game
        .play(seat, found.from, found.to, None)
        .expect("a legal move");
    measure(
        "applying a move, all switched on (and a copy of the game)",
        5.0,
        || {
            let mut after = game.clone();
            for event in &events {
                black_box(after.apply(event)).ok();
            }
            black_box(&after);
        },
    );
    measure(
        "legal moves of a seat of six in the middle game",
        20.0,
        || {
            black_box(game.legal_moves());
        },
    );
    measure("targets of all its items", 100.0, || {
        black_box(game.item_targets());
    });
    let (position, rules, seat) = dense_lattice();
    measure("legal moves of the dense lattice", 1_000.0, || {
        black_box(position.legal_moves(&rules, seat));
    });
}
