//! How fast the draughts generator is: `cargo bench --bench draughts`.
//!
//! Counts with the clock on the wall, so that it runs in any checkout; the figures are the best
//! of several rounds, on a machine that others may use as well.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use tiaoqi::rules::draughts::pdn::Reader;
use tiaoqi::rules::draughts::{Position, Preset, perft};

/// Name, rule set, FEN and depth of each count.
const COUNTS: [(&str, Preset, &str, u32); 4] = [
    ("start", Preset::Fmjd, "W:W31-50:B1-20", 9),
    ("start", Preset::Plyyard, "B:W31-50:B1-20", 9),
    (
        "middle game",
        Preset::Plyyard,
        "B:W26,28,32,33,35,36,38,39,40,43,45,46,47,48:B1,4,7-9,11,13-16,19-21,23,24",
        8,
    ),
    (
        "kings on both sides",
        Preset::Fmjd,
        "W:W6,K27,28,39,44:B1,3,35,K40",
        7,
    ),
];

/// Name, rule set and FEN of positions with many captures or many routes.
const LISTS: [(&str, Preset, &str); 3] = [
    (
        "334 captures",
        Preset::Fmjd,
        "W:WK3,K5,K15,K16,K25,K35,K46,K47,K49,K50:\
         B4,13,14,18,20-22,27,30-32,36,38,40,43,44",
    ),
    (
        "45,866 routes for 50 moves",
        Preset::Plyyard,
        "W:WK13:B7-10,17-20,27-30,37-40",
    ),
    (
        "1,307,906 routes, 202,923 of them legal, for 50 moves",
        Preset::Plyyard,
        "W:WK13:B7-10,17-21,28-32,39-43",
    ),
];

const ROUNDS: u32 = 5;

fn best_of_rounds(mut work: impl FnMut()) -> Duration {
    let round = |_| {
        #[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
        let begin = Instant::now();
        work();
        begin.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (name, preset, fen, depth) in COUNTS {
        let (position, rules) = (position(fen)?, preset.rules());
        let mut leaves = 0;
        let time = best_of_rounds(|| leaves = perft(&position, &rules, black_box(depth)));
        let rate = leaves as f64 / time.as_secs_f64() / 1e6;
        writeln!(
            out,
            "perft {depth}, {name}, {preset}: {leaves} leaves in {time:.1?}, {rate:.0} M leaves/s"
        )?;
    }
    for (name, preset, fen) in LISTS {
        let (position, rules) = (position(fen)?, preset.rules());
        let mut moves = 0;
        let time = best_of_rounds(|| moves = black_box(&position).legal_moves(&rules).len());
        writeln!(out, "list, {name}, {preset}: {moves} moves in {time:.1?}")?;
    }
    let file = include_bytes!("../tests/data/draughts_games.pdn");
    let time = best_of_rounds(|| {
        black_box(Reader::new(file.iter().copied()).count());
    });
    let rate = file.len() as f64 / time.as_secs_f64() / 1e6;
    writeln!(
        out,
        "PDN: {} bytes in {time:.1?}, {rate:.1} MB/s",
        file.len()
    )
}

fn position(fen: &str) -> io::Result<Position> {
    Position::from_fen(fen).map_err(io::Error::other)
}
