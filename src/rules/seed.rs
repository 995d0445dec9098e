//! The secret from which a game's chance is drawn, as an opaque value.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// 256 bits, 64 lower-case hex digits on the wire. The rules only carry it: it is published with the
/// end of the game it belongs to (RULES.md section 6).
///
/// ```
/// use tiaoqi::rules::Seed;
///
/// let seed = Seed::from_words([1, 0, 0, u64::MAX]);
/// assert_eq!(seed.to_string(), format!("{}{:0>32}{}", "0000000000000001", 0, "f".repeat(16)));
/// assert_eq!(seed.to_string().parse(), Ok(seed));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "string"))]
#[serde(try_from = "std::borrow::Cow<'_, str>", into = "String")]
pub struct Seed([u8; Self::BYTES]);

impl Seed {
    /// How many bytes it has.
    pub const BYTES: usize = 32;

    /// A seed of these bytes.
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// A seed of four numbers, each with its most significant byte first.
    pub fn from_words(words: [u64; 4]) -> Self {
        let mut bytes = [0; Self::BYTES];
        for (part, word) in bytes.chunks_exact_mut(8).zip(words) {
            part.copy_from_slice(&word.to_be_bytes());
        }
        Self(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A seed is secret until it is published, so that it never gets into a log by the way.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// Not 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeedError;

impl fmt::Display for ParseSeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is 64 lower-case hex digits")
    }
}

impl std::error::Error for ParseSeedError {}

impl FromStr for Seed {
    type Err = ParseSeedError;

    fn from_str(text: &str) -> Result<Self, ParseSeedError> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(ParseSeedError),
        };
        let digits = text.as_bytes();
        if digits.len() != 2 * Self::BYTES {
            return Err(ParseSeedError);
        }
        let mut bytes = [0; Self::BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<std::borrow::Cow<'_, str>> for Seed {
    type Error = ParseSeedError;

    fn try_from(text: std::borrow::Cow<'_, str>) -> Result<Self, ParseSeedError> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_checked_text_on_the_wire() {
        let seed = Seed::from_words([0x0123_4567_89ab_cdef, 2, 3, 4]);
        let text = serde_json::to_string(&seed).unwrap();
        assert!(text.starts_with("\"0123456789abcdef00"));
        assert_eq!(serde_json::from_str::<Seed>(&text).unwrap(), seed);
        let value = serde_json::to_value(seed).unwrap();
        assert_eq!(serde_json::from_value::<Seed>(value).unwrap(), seed);
        for bad in ["", "00", &"0".repeat(63), &"A".repeat(64), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Seed>(), Err(ParseSeedError), "{bad}");
        }
    }

    #[test]
    fn a_seed_hides_from_logs() {
        assert_eq!(format!("{:?}", Seed::new([7; 32])), "Seed(..)");
    }
}
