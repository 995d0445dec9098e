//! The hash by which a server and its clients compare their states.
//!
//! FNV-1a, 64 bits, over a canonical text; shown as 16 hex digits. The text is
//!
//! ```text
//! ply|on turn|white men|white kings|black men|black kings
//! ```
//!
//! - `ply`: decimal; `on turn`: `W` or `B`, `-` once the game is over;
//! - the rest: square numbers, ascending, separated by commas; empty without such pieces.
//!
//! ```
//! use tiaoqi::rules::draughts::{Game, Position, Preset};
//!
//! let start = Position::from_fen("B:W46,K50:BK1,K6").expect("FEN");
//! let game = Game::new(Preset::Fmjd.rules(), start)?;
//! assert_eq!(game.canonical_text(), "1|B|46|50||1,6");
//! assert_eq!(format!("{:016x}", game.hash()), "4c9c5b332a28d9e6");
//! # Ok::<(), tiaoqi::rules::draughts::SetupError>(())
//! ```

use std::fmt::Write;

use super::colour::Colour;
use super::game::Game;
use crate::rules::star::fnv1a_64;

impl Game {
    /// The text that is hashed; see the module.
    pub fn canonical_text(&self) -> String {
        let mut text = String::with_capacity(160);
        let turn = self.on_turn().map_or('-', Colour::letter);
        let _ = write!(text, "{}|{turn}", self.ply);
        for colour in Colour::ALL {
            for set in [self.position.men(colour), self.position.kings(colour)] {
                text.push('|');
                for (n, square) in set.iter().enumerate() {
                    let comma = if n == 0 { "" } else { "," };
                    let _ = write!(text, "{comma}{square}");
                }
            }
        }
        text
    }

    /// FNV-1a 64 over [`Self::canonical_text`].
    pub fn hash(&self) -> u64 {
        fnv1a_64(self.canonical_text().as_bytes())
    }
}
