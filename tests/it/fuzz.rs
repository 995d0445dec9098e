//! The checks of `fuzz/` without a fuzzer: on its seeds, and on seeds that were changed at random,
//! from a fixed beginning.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use crate::support::{Rng, long};

#[path = "../../fuzz/checks.rs"]
mod checks;

/// Runs a check on every seed of a folder, and on so many changed ones.
fn run(folder: &str, check: fn(&[u8]), changed: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(folder);
    let mut paths: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 3, "{folder}: {paths:?}");
    let seeds: Vec<_> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    let check = |what: &str, input: &[u8]| {
        if catch_unwind(|| check(input)).is_err() {
            panic!("{folder}, {what}: b\"{}\"", input.escape_ascii());
        }
    };
    for (path, seed) in paths.iter().zip(&seeds) {
        check(&path.display().to_string(), seed);
    }
    let changed = match (long(), cfg!(debug_assertions)) {
        (true, _) => 20 * changed,
        (false, true) => changed / 10,
        (false, false) => changed,
    };
    for number in 0..changed {
        let mut rng = Rng(number as u64);
        check(&format!("change {number}"), &change(&mut rng, &seeds));
    }
}

/// One seed with a few bytes other than they were, or with a part of another one.
fn change(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.pick(seeds).clone();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(12)).min(bytes.len());
        match rng.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = rng.next().to_le_bytes()[0],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            4 => bytes.truncate(at),
            5 => {
                let other = rng.pick(seeds);
                let from = rng.below(other.len() + 1);
                let end = (from + rng.below(60)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                // A byte for one that stands elsewhere: a digit for a digit, a bracket for one.
                if let Some(&byte) = bytes.get(rng.below(bytes.len().max(1))) {
                    bytes.splice(at..end.min(at + 1), [byte]);
                }
            }
        }
    }
    bytes
}

#[test]
fn positions_have_one_form() {
    run("fen", checks::fen, 20_000);
}

#[test]
fn files_of_games_are_read_and_games_have_one_form() {
    run("pdn", checks::pdn, 1000);
}

#[test]
fn games_of_draughts_are_what_the_slow_way_finds() {
    run("moves", checks::moves, 600);
}

#[test]
fn records_have_one_form() {
    run("record", checks::record, 2000);
}

#[test]
fn frames_have_one_form() {
    run("frame", checks::frame, 20_000);
}

#[test]
fn what_goes_on_without_end_leaves_little_behind() {
    // 4 MB of the same.
    let parts: [&[u8]; 6] = [b"9", b"{", b"(", b"[T \"x\"]\n", b"[A \"", b"1. 32-28 "];
    for part in parts {
        let endless = part.iter().copied().cycle().take(1 << 22);
        let mut games = 0;
        for game in tiaoqi::rules::draughts::pdn::Reader::new(endless) {
            games += 1;
            if let Ok(game) = game {
                assert!(game.pdn().len() < 1 << 17);
            }
        }
        assert!(games > 0);
    }
}
