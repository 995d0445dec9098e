//! A record as text.

use std::fmt;

use crate::game::record::note::Note;
use crate::game::record::{Record, headers, star_of};
use crate::game::{Event, Game, Millis};

/// The text: headers, an empty line, and a line each round.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&headers::write(self))?;
        const AT: Millis = 0;
        let Some((Event::Game(started), rest)) = self.events.split_first() else {
            return Ok(());
        };
        let mut game = Game::start(started, AT).map_err(|_| fmt::Error)?;
        let mut line = 0;
        for event in rest {
            if let Some(note) = Note::of(event) {
                let round = star_of(&game).round();
                if note.belongs_to_running_round() && round != line {
                    write!(f, "\n{round}.")?;
                    line = round;
                }
                let gap = if matches!(note, Note::End(_)) {
                    "\n"
                } else {
                    " "
                };
                write!(f, "{gap}{note}")?;
            }
            game.apply(event, AT).map_err(|_| fmt::Error)?;
        }
        f.write_str("\n")
    }
}
