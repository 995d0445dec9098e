//! Checks a record against the seed it published.

use std::fmt;

use crate::game::{Event, Game, GameEvent, Millis, chance};
use crate::rules::Seed;
use crate::rules::star::{self, Hole, ItemUse};

/// What was found to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// How many draws there were; all of them follow from the seed.
    pub draws: usize,
}

/// What is wrong with a record. Events are numbered as the draws are: `started` is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditError {
    /// It does not begin with `started`.
    NoStart,
    /// No seed has been published: the game is not over.
    NoSeed,
    /// The published seed is not the one that was committed to.
    Commitment,
    /// The seat that starts is not the one that was drawn.
    Toss,
    /// A rated game whose first seat was not drawn.
    NotDrawn,
    /// A tornado did not deal what was drawn.
    Deal {
        /// Its number.
        event: u64,
    },
    /// An event cannot have happened.
    Corrupt {
        /// Its number.
        event: u64,
    },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str("the record does not begin with started"),
            Self::NoSeed => f.write_str("the record publishes no seed"),
            Self::Commitment => f.write_str("the seed is not the one that was committed to"),
            Self::Toss => f.write_str("event 1: another seat was drawn to start"),
            Self::NotDrawn => f.write_str("event 1: a rated game whose start was not drawn"),
            Self::Deal { event } => write!(f, "event {event}: another arrangement was drawn"),
            Self::Corrupt { event } => write!(f, "event {event}: it cannot have happened"),
        }
    }
}

impl std::error::Error for AuditError {}

/// Replays a record, from `started` on, and draws everything again from the seed it published.
///
/// Events of the room around the game do not belong to it.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn verify(record: &[Event]) -> Result<Audit, AuditError> {
    let Some((Event::Game(started), rest)) = record.split_first() else {
        return Err(AuditError::NoStart);
    };
    let GameEvent::Started {
        first,
        first_drawn,
        seed_commitment,
        rated,
        ..
    } = started
    else {
        return Err(AuditError::NoStart);
    };
    let seed = published(rest).ok_or(AuditError::NoSeed)?;
    if chance::commitment(&seed) != *seed_commitment {
        return Err(AuditError::Commitment);
    }
    const AT: Millis = 0;
    let corrupt = |event: u64| AuditError::Corrupt { event };
    let mut number = chance::FIRST_EVENT;
    let mut game = Game::start(started, AT).map_err(|_| corrupt(number))?;
    let mut draws = 0;
    if *first_drawn {
        draws += 1;
        if chance::toss(seed, game.play().seats()) != Some(*first) {
            return Err(AuditError::Toss);
        }
    } else if *rated {
        return Err(AuditError::NotDrawn);
    }
    for event in rest {
        number += 1;
        if let Event::Star(star::Event::ItemUsed {
            what: ItemUse::Tornado { hole },
            result,
            ..
        }) = event
        {
            draws += 1;
            let ground = game.star().and_then(|star| star.tornado_ground(*hole));
            let ground = ground.ok_or_else(|| corrupt(number))?;
            let dealt: Vec<Hole> = result.iter().map(|shift| shift.to).collect();
            if chance::deal(seed, number, &ground) != dealt {
                return Err(AuditError::Deal { event: number });
            }
        }
        game.apply(event, AT).map_err(|_| corrupt(number))?;
    }
    Ok(Audit { draws })
}

fn published(events: &[Event]) -> Option<Seed> {
    events.iter().find_map(|event| match event {
        Event::Star(star::Event::Ended { seed, .. }) => *seed,
        _ => None,
    })
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
