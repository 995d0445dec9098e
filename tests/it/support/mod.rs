//! What the integration tests share.

pub(crate) mod client;
pub(crate) mod server;

use tiaoqi::game::Settings;
use tiaoqi::room::registry::Person;
use tiaoqi::rules::star::Preset;
use uuid::Uuid;

/// Whether the long form of the tests was asked for: `TIAOQI_LONG=1`.
pub(crate) fn long() -> bool {
    std::env::var_os("TIAOQI_LONG").is_some_and(|value| value == "1")
}

/// Numbers from a seed: `SplitMix64`.
#[derive(Clone, Debug)]
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("a small bound")
    }

    /// True in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn id(&mut self) -> Uuid {
        Uuid::from_u64_pair(self.next(), self.next())
    }
}

/// An unrated public `qq` room for so many, 30 seconds a turn.
pub(crate) fn settings(players: u8) -> Settings {
    Settings {
        preset: Preset::Qq.into(),
        players,
        turn_seconds: 30,
        rated: false,
        private: false,
        first: None,
        ..Settings::default()
    }
}

/// An account that is no guest's.
pub(crate) fn person(number: u128, name: &str) -> Person {
    Person {
        user: Uuid::from_u128(number),
        name: name.to_owned(),
        guest: false,
    }
}
