//! What has happened in all rooms, so that the test can tell that it tests.

use std::collections::BTreeMap;

/// What has happened, so that the test can tell that it tests.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) retries: u64,
    pub(super) forgotten_retries: u64,
    pub(super) restarts: u64,
    pub(super) events: BTreeMap<String, u64>,
    pub(super) refusals: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.retries += other.retries;
        self.forgotten_retries += other.forgotten_retries;
        self.restarts += other.restarts;
        for (name, count) in &other.events {
            *self.events.entry(name.clone()).or_default() += count;
        }
        for (name, count) in &other.refusals {
            *self.refusals.entry(name).or_default() += count;
        }
    }

    pub(super) fn count(&self, event: &str) -> u64 {
        self.events.get(event).copied().unwrap_or(0)
    }

    /// Whether every kind of event and refusal that rooms have came about.
    pub(super) fn is_thorough(&self) {
        // No preset skips turns; to be blocked on all sides takes people who conspire.
        for event in [
            "created",
            "configured",
            "sat",
            "stood",
            "readied",
            "unreadied",
            "bot_added",
            "kicked",
            "host_changed",
            "disconnected",
            "reconnected",
            "rematch",
            "closed",
            "started",
            "draw_offered",
            "draw_agreed",
            "draw_declined",
            "resumed",
            "scored",
            "item_used",
            "item_expired",
            "passed",
            "play_on_asked",
            "play_on_answered",
            "resign_proposed",
            "resign_agreed",
            "resign_declined",
            "moved",
            "turn_expired",
            "finished",
            "out",
            "warned",
            "ended",
        ] {
            assert!(self.count(event) > 0, "no {event} in {self:?}");
        }
        for code in [
            "not_your_turn",
            "stale_ply",
            "illegal",
            "seat_taken",
            "room_full",
            "over",
            "forbidden",
            "gone",
            "bad_request",
            "not_seated",
            "already_seated",
            "not_host",
            "not_ready",
            "seats_free",
            "game_running",
            "no_game",
            "needs_account",
            "no_offer",
            "bad_settings",
            "no_such_seat",
        ] {
            assert!(self.refusals.contains_key(code), "no {code} in {self:?}");
        }
        assert!(
            self.count("ended") * 2 >= self.games,
            "too few ends in {self:?}"
        );
        assert!(self.retries > 0 && self.forgotten_retries > 0 && self.restarts > 0);
    }
}
