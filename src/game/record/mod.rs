//! Records of finished games of Chinese checkers: text for people, JSON for programs; both replay for ever.
//!
//! A record names its rule set, the version of that name, and every switch that differs. Reading one
//! plays it through: each act is asked of the rules, and what the record says of the outcome is held
//! against theirs. `docs/RECORDS.md` describes both forms.

mod date;
mod error;
mod headers;
mod json;
mod note;
mod read;
mod replay;
mod scan;
mod switches;
mod write;

#[cfg(test)]
mod tests;

pub use date::write as date_text;
pub use error::{Place, ReadError, Reason};
pub use read::{read, read_all};

use crate::game::{Event, Game, GameEvent, Millis, verify};
use crate::rules::Seed;
use crate::rules::star::{self, Preset, Switches};

/// The version of the notation, of the presets' names and of the points. A change to what a preset
/// stands for, to a rule or to the points is another version; every reader reads all older ones.
pub const VERSION: u16 = 1;

/// A finished game with what is needed to play it through again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    event: String,
    site: String,
    started: Millis,
    preset: Preset,
    switches: Switches,
    hash: u64,
    events: Vec<Event>,
}

/// What a record says of where and under what name its game was played. May be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// The event, as a tournament's name.
    pub event: String,
    /// The site, as a server's address.
    pub site: String,
}

impl Record {
    /// The record of a game that started at an instant, from its events: `started` to `scored`.
    ///
    /// The preset is the one its rule set is described by; any will do.
    ///
    /// # Errors
    /// The first event that cannot have happened, or what the end has wrong.
    pub fn new(
        occasion: Occasion,
        started: Millis,
        preset: Preset,
        events: &[Event],
    ) -> Result<Self, ReadError> {
        let at = |number, reason| ReadError::new(Place::Event(number), "", reason);
        if !date::is_in_range(started) {
            return Err(at(1, Reason::Header("Date")));
        }
        let (events, game) = Self::replay(events).map_err(|(number, reason)| at(number, reason))?;
        Self::complete(occasion, started, preset, events, &game)
            .map_err(|reason| at(game_length(&game), reason))
    }

    /// A record of events that have just been played through.
    fn complete(
        Occasion { event, site }: Occasion,
        started: Millis,
        preset: Preset,
        events: Vec<Event>,
        game: &Game,
    ) -> Result<Self, Reason> {
        if seed_of(&events).is_some() {
            verify(&events).map_err(Reason::Seed)?;
        }
        Ok(Self {
            event,
            site,
            started,
            preset,
            switches: switches::of(preset, star_of(game).rules()),
            hash: star_of(game).hash(),
            events,
        })
    }

    /// The event it was played in; may be empty.
    #[must_use]
    pub fn event(&self) -> &str {
        &self.event
    }

    /// Where it was played; may be empty.
    #[must_use]
    pub fn site(&self) -> &str {
        &self.site
    }

    /// When the game started.
    #[must_use]
    pub fn started(&self) -> Millis {
        self.started
    }

    /// The preset that names its rule set.
    #[must_use]
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// The hash of the position it ends with: see [`star::Game::hash`].
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Every event, from `started` to `scored`, as everybody may see them.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// The play-through of a game that was taken as one of Chinese checkers: [`replay`] begins no other.
fn star_of(game: &Game) -> &star::Game {
    game.star().expect("a game of Chinese checkers")
}

fn game_length(game: &Game) -> usize {
    usize::try_from(game.events).unwrap_or(usize::MAX)
}

/// The seed that came out with the end.
fn seed_of(events: &[Event]) -> Option<Seed> {
    events.iter().find_map(|event| match event {
        Event::Star(star::Event::Ended { seed, .. }) => *seed,
        _ => None,
    })
}

/// What `started` says, of events that begin with it.
fn started(events: &[Event]) -> Option<&GameEvent> {
    match events.first() {
        Some(Event::Game(event @ GameEvent::Started { .. })) => Some(event),
        _ => None,
    }
}
