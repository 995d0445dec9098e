//! The hash by which a server and its clients compare their states.
//!
//! FNV-1a, 64 bits, over a canonical text; shown as 16 hex digits. The text is
//!
//! ```text
//! ply|on turn|seats|out|items|things
//! ```
//!
//! - `ply`: decimal; `on turn`: the seat's digit, `-` once the game is over;
//! - `seats`: for each seat in turn order (clockwise from the lowest number) `S:h,h,h;` with its
//!   holes ascending, `S:;` without marbles;
//! - `out`: the seats that are out, ascending, separated by commas;
//! - `items`: for each seat in turn order `S:i,i;` with the items in its hand, by their number:
//!   roadblock 0, road worker 1, power marble 2, wings 3, swap 4, tornado 5; empty in a game without
//!   items;
//! - `things`: `R:h,h;W:h,h`, the holes with roadblocks and with road workers, ascending; empty
//!   when there is neither.
//!
//! The start of a `qq` game of two, seat 0 first:
//!
//! ```
//! use tiaoqi::rules::star::{Game, Preset, seating};
//!
//! let game = Game::new(Preset::Qq.rules(), seating(2), seating(2)[0])?;
//! assert_eq!(
//!     game.canonical_text(),
//!     "1|0|0:0,1,2,3,4,5,6,7,8,9;3:111,112,113,114,115,116,117,118,119,120;|||",
//! );
//! assert_eq!(format!("{:016x}", game.hash()), "96a360b0bb796e3e");
//! # Ok::<(), tiaoqi::rules::star::SetupError>(())
//! ```

use std::fmt::Write;

use super::game::Game;
use super::set::HoleSet;

/// FNV-1a, 64 bits.
pub const fn fnv1a_64(bytes: &[u8]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Appends items separated by commas.
fn push_list(text: &mut String, items: impl IntoIterator<Item = impl Into<u8>>) {
    for (n, item) in items.into_iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{}", item.into());
    }
}

fn push_things(text: &mut String, roadblocks: HoleSet, road_workers: HoleSet) {
    if !(roadblocks | road_workers).is_empty() {
        text.push_str("R:");
        push_list(text, roadblocks);
        text.push_str(";W:");
        push_list(text, road_workers);
    }
}

impl Game {
    /// The text that is hashed; see the module.
    pub fn canonical_text(&self) -> String {
        let mut text = String::with_capacity(256);
        let _ = write!(text, "{}|", self.ply);
        match self.on_turn {
            Some(seat) => push_list(&mut text, [seat]),
            None => text.push('-'),
        }
        text.push('|');
        for &seat in &self.order {
            push_list(&mut text, [seat]);
            text.push(':');
            push_list(&mut text, self.marbles(seat));
            text.push(';');
        }
        text.push('|');
        push_list(
            &mut text,
            self.order
                .iter()
                .copied()
                .filter(|&seat| self.out(seat).is_some()),
        );
        text.push('|');
        for &seat in self.order.iter().filter(|_| self.extras.items) {
            push_list(&mut text, [seat]);
            text.push(':');
            push_list(&mut text, self.hands[seat].iter().map(|item| item as u8));
            text.push(';');
        }
        text.push('|');
        push_things(
            &mut text,
            self.position.roadblocks,
            self.position.road_workers,
        );
        text
    }

    /// FNV-1a 64 over [`Self::canonical_text`].
    pub fn hash(&self) -> u64 {
        fnv1a_64(self.canonical_text().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::Hole;

    #[test]
    fn fnv_agrees_with_its_published_vectors() {
        assert_eq!(fnv1a_64(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a_64(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a_64(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn things_on_the_board_are_part_of_the_text() {
        let holes = |numbers: &[usize]| numbers.iter().map(|&n| Hole::ALL[n]).collect::<HoleSet>();
        let text = |roadblocks: &[usize], workers: &[usize]| {
            let mut text = String::new();
            push_things(&mut text, holes(roadblocks), holes(workers));
            text
        };
        assert_eq!(text(&[], &[]), "");
        assert_eq!(text(&[60, 40], &[]), "R:40,60;W:");
        assert_eq!(text(&[60], &[7, 2]), "R:60;W:2,7");
    }
}
