//! Auditable chance (RULES.md section 6): what is drawn follows from a secret seed alone, which is
//! committed to before the game and published with its end.
//!
//! - The commitment is the SHA-256 of the seed's 32 bytes, in lower-case hex.
//! - The numbers for the event with number `n` of a game (`started` is 1, the room's own events do not
//!   count) are, for i = 0, 1, 2, …, the first eight bytes, most significant first, of
//!   `SHA-256(seed ‖ n ‖ i)`, where `n` and `i` are eight bytes each, most significant first.
//! - "Below k" takes the next number that is below the largest multiple of k that 64 bits hold, modulo k.
//! - The toss for who starts is below the number of seats at event 1: an index into the seats in turn
//!   order.
//! - A tornado deals to each of its marbles in turn (holes ascending) one of the holes still free: below
//!   their number, an index into those left in ascending order.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::rules::star::{Hole, TornadoGround};
use crate::rules::{Seat, Seed};

/// The number of the event that starts a game.
pub const FIRST_EVENT: u64 = 1;

/// What is published of a seed before the game: 64 lower-case hex digits.
#[must_use]
pub fn commitment(seed: &Seed) -> String {
    let mut text = String::with_capacity(2 * Seed::BYTES);
    for byte in Sha256::digest(seed.bytes()) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The numbers for one event.
#[derive(Debug)]
pub struct Draws {
    seed: Seed,
    event: u64,
    next: u64,
}

impl Draws {
    /// The numbers for the event with this number, from the first.
    #[must_use]
    pub const fn new(seed: Seed, event: u64) -> Self {
        Self {
            seed,
            event,
            next: 0,
        }
    }

    fn number(&mut self) -> u64 {
        let digest = Sha256::new()
            .chain_update(self.seed.bytes())
            .chain_update(self.event.to_be_bytes())
            .chain_update(self.next.to_be_bytes())
            .finalize();
        self.next += 1;
        digest
            .iter()
            .take(8)
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// A number from 0 to `bound` - 1, each equally likely; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some(bound) = u64::try_from(bound).ok().filter(|&bound| bound > 0) else {
            return 0;
        };
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.number();
            if number < whole {
                return usize::try_from(number % bound).unwrap_or(0);
            }
        }
    }
}

/// The seat that starts.
#[must_use]
pub fn toss(seed: Seed, seats: &[Seat]) -> Option<Seat> {
    let drawn = Draws::new(seed, FIRST_EVENT).below(seats.len());
    seats.get(drawn).copied()
}

/// Where a tornado at this event sets each of its marbles down.
#[must_use]
pub fn deal(seed: Seed, event: u64, ground: &TornadoGround) -> Vec<Hole> {
    let mut draws = Draws::new(seed, event);
    let mut free = ground.holes.clone();
    let dealt = ground
        .marbles
        .iter()
        .map(|_| free.remove(draws.below(free.len())));
    dealt.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::seating;

    #[test]
    fn a_commitment_is_the_hash_of_the_seed() {
        // `printf '%064d' 0 | xxd -r -p | sha256sum`
        assert_eq!(
            commitment(&Seed::new([0; 32])),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }

    #[test]
    fn numbers_follow_from_seed_event_and_place_as_documented() {
        let seed = Seed::from_words([1, 2, 3, 4]);
        let mut draws = Draws::new(seed, 7);
        let numbers = [draws.number(), draws.number()];
        assert_eq!(numbers, EXPECTED);
    }

    /// Made by Python's hashlib from the text at the head of this module.
    const EXPECTED: [u64; 2] = [0x0214_9319_19e3_b690, 0x8629_21c5_55fa_c67f];

    #[test]
    fn every_outcome_is_about_equally_likely() {
        let mut counts = [0_u32; 7];
        for event in 0..7_000 {
            counts[Draws::new(Seed::new([9; 32]), event).below(7)] += 1;
        }
        // Seven standard deviations of a binomial count of 7,000 draws at 1/7.
        assert!(
            counts.iter().all(|count| count.abs_diff(1_000) < 205),
            "{counts:?}"
        );
    }

    #[test]
    fn a_deal_uses_each_hole_at_most_once() {
        let ground = TornadoGround {
            marbles: Hole::ALL[50..53].to_vec(),
            holes: Hole::ALL[48..55].to_vec(),
        };
        let mut seen = std::collections::BTreeSet::new();
        for event in 0..3_000 {
            let dealt = deal(Seed::new([3; 32]), event, &ground);
            assert_eq!(dealt.len(), 3);
            assert!(dealt.iter().all(|hole| ground.holes.contains(hole)));
            assert!(dealt[0] != dealt[1] && dealt[1] != dealt[2] && dealt[0] != dealt[2]);
            seen.insert(dealt);
        }
        assert_eq!(seen.len(), 7 * 6 * 5, "every arrangement may result");
    }

    #[test]
    fn any_seat_may_start() {
        for players in [2, 3, 4, 6] {
            let seats = seating(players);
            let drawn: std::collections::BTreeSet<_> = (0..100)
                .filter_map(|n| toss(Seed::from_words([n, 0, 0, 0]), seats))
                .collect();
            assert_eq!(drawn.len(), players);
        }
    }
}
