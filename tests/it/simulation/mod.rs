//! Whole rooms on the pure core, played by programs that know no manners: one thread, a made-up
//! clock, every choice from the seed.
//!
//! Even seeds play their games to the end with the greedy bot on every seat; odd ones do whatever
//! comes to their mind. After every step all that PROTOCOL.md promises is checked.

mod draws;
mod greedy;
mod promises;
mod tally;
mod wild;
mod world;

use tiaoqi::room::ports::Stored;

use crate::support::long;
use tally::Tally;
use world::World;

/// How many games the check plays, and the long form; fewer where nothing is optimised.
const GAMES: u64 = if cfg!(debug_assertions) { 200 } else { 10_000 };
const GAMES_LONG: u64 = 10 * GAMES;

#[test]
fn rooms_keep_their_promises_whatever_people_do() {
    let wanted = if long() { GAMES_LONG } else { GAMES };
    let mut tally = Tally::default();
    let mut seed = 0;
    while tally.games < wanted {
        let outcome = std::panic::catch_unwind(|| {
            let mut tally = Tally::default();
            simulate(seed, &mut tally);
            tally
        });
        match outcome {
            Ok(one) => tally.add(&one),
            Err(_) => panic!("seed {seed} breaks a promise; see above"),
        }
        seed += 1;
    }
    println!(
        "{} games, {} to their end, in {seed} rooms; {} events, {} refusals, {} retries, {} restarts",
        tally.games,
        tally.count("ended"),
        tally.events.values().sum::<u64>(),
        tally.refusals.values().sum::<u64>(),
        tally.retries,
        tally.restarts,
    );
    tally.is_thorough();
}

/// The same seed gives the same log: a failure can be looked at again.
#[test]
fn a_seed_gives_one_history() {
    for seed in [1, 2] {
        let mut tallies = [Tally::default(), Tally::default()];
        let logs = tallies.each_mut().map(|tally| simulate(seed, tally));
        assert_eq!(logs[0], logs[1]);
        assert!(!logs[0].is_empty());
    }
}

fn simulate(seed: u64, tally: &mut Tally) -> Vec<Stored> {
    let mut world = World::new(seed, tally);
    if seed.is_multiple_of(2) {
        world.play_greedily();
    } else {
        world.play_wildly();
    }
    world.restart();
    world.log
}
