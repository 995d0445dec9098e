//! What the tests of this floor share.

use uuid::Uuid;

use crate::game::{Act, Event, Game, GameEvent, Player, Settings, chance};
use crate::rules::star::{Hole, Preset};
use crate::rules::{Seat, Seed};
use crate::scoring::Farm;

pub(super) fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

pub(super) fn hole(name: &str) -> Hole {
    name.parse().unwrap()
}

/// Settings of `qq` for so many, with teams and items as told.
pub(super) fn settings(players: u8, teams: bool, items: bool) -> Settings {
    Settings {
        preset: Preset::Qq,
        players,
        teams,
        items,
        ..Settings::default()
    }
}

pub(super) const SEED: Seed = Seed::new([5; Seed::BYTES]);

/// The `started` event of these settings, the lowest seat first; the seats in `bots` have no account,
/// and `one` person holds all others, or else each has its own.
pub(super) fn started(settings: &Settings, bots: &[usize], one: bool) -> GameEvent {
    let players = settings.seats().iter().map(|&seat| Player {
        seat,
        user: (!bots.contains(&seat.index()))
            .then(|| Uuid::from_u128(if one { 1 } else { seat.index() as u128 + 1 })),
        name: format!("P{seat}"),
        guest: false,
        points: 0,
    });
    GameEvent::Started {
        game: Uuid::nil(),
        number: 1,
        players: players.collect(),
        first: settings.seats()[0],
        rules: settings.rules(),
        turn_limit: 30_000,
        teams: settings.teams,
        items: settings.items,
        rated: settings.rated,
        farm: Farm::Whole,
        first_drawn: false,
        seed_commitment: chance::commitment(&SEED),
        seed: Some(SEED),
    }
}

pub(super) fn game(settings: &Settings, bots: &[usize]) -> Game {
    Game::start(&started(settings, bots, false), 0).unwrap()
}

/// Lets an act happen at an instant; its events.
pub(super) fn act(game: &mut Game, number: usize, act: &Act, at: i64) -> Vec<Event> {
    let events = game.decide(seat(number), act).unwrap();
    for event in &events {
        game.apply(event, at).unwrap();
    }
    events
}

/// The types of the events, as on the wire.
pub(super) fn names(events: &[Event]) -> Vec<String> {
    let name = |event| {
        serde_json::to_value(event).unwrap()["type"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    events.iter().map(name).collect()
}
