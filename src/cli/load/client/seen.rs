//! What a client has seen: counted, and noted where that is asked for.

use std::collections::BTreeMap;

use tokio::time::Instant;

use super::{Client, now};
use crate::game::Millis;
use crate::protocol::{Cid, Code, Command, Event, RoomId};

/// Something that a client sent or received.
#[derive(Clone, Debug)]
pub struct Note {
    /// When.
    pub at: Instant,
    /// What.
    pub what: Noted,
}

/// What a [`Note`] is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// A command was given (not each time it was sent).
    Sent(RoomId, Cid, Command),
    /// An `ok`, also one more of the same; also from `answered` in a snapshot.
    Ok(Cid, u64),
    /// A `no` that settled a command.
    No(Cid, Code),
    /// A snapshot at this number, with this hash.
    Snap(RoomId, u64, Option<String>),
    /// An event that went into the model.
    Event(RoomId, u64, Millis, Box<Event>),
    /// The connection was welcomed.
    Welcome,
    /// The connection was lost.
    Lost,
}

/// What a client counts.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Moves accepted.
    pub moves: u64,
    /// From the first sending of an accepted move to its `ok`, in microseconds.
    pub latencies: Vec<u32>,
    /// Commands of other kinds accepted.
    pub others: u64,
    /// Commands sent once more.
    pub retries: u64,
    /// Connections welcomed.
    pub connects: u64,
    /// Connections lost.
    pub losses: u64,
    /// Attempts to connect that failed.
    pub failures: u64,
    /// Times the model and the server disagreed.
    pub desyncs: u64,
    /// Times a snapshot was older than what had been seen: something acknowledged was lost.
    pub regressions: u64,
    /// Frames that could not be read.
    pub garbage: u64,
    /// Refusals by code, `unavailable` and `rate` included.
    pub refusals: BTreeMap<&'static str, u64>,
    /// What the first disagreement was.
    pub trouble: Option<String>,
}

impl Stats {
    /// Adds another client's.
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.latencies.extend(other.latencies);
        self.others += other.others;
        self.retries += other.retries;
        self.connects += other.connects;
        self.losses += other.losses;
        self.failures += other.failures;
        self.desyncs += other.desyncs;
        self.regressions += other.regressions;
        self.garbage += other.garbage;
        for (code, count) in other.refusals {
            *self.refusals.entry(code).or_default() += count;
        }
        self.trouble = self.trouble.take().or(other.trouble);
    }
}

impl Client {
    pub(super) fn note(&mut self, what: impl FnOnce() -> Noted) {
        if self.options.history {
            self.history.push(Note {
                at: now(),
                what: what(),
            });
        }
    }

    pub(super) fn trouble(&mut self, what: impl FnOnce() -> String) {
        self.stats.trouble.get_or_insert_with(what);
    }
}
