//! What the tests of this family share.

use super::event::PassReason;
use super::{
    Army, Event, Extras, Game, Hole, HoleSet, IllegalAct, ItemTargets, ItemUse, Preset, Reach,
    RuleSet, board,
};
use crate::rules::Seat;

pub(super) fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

pub(super) fn hole(name: &str) -> Hole {
    name.parse().unwrap()
}

pub(super) fn holes(names: &str) -> HoleSet {
    names.split(' ').map(hole).collect()
}

/// A game on the default seats, the lowest first.
pub(super) fn game(rules: RuleSet, players: usize) -> Game {
    let seats = board::seating(players);
    Game::new(rules, seats, seats[0]).unwrap()
}

pub(super) fn qq(players: usize) -> Game {
    game(Preset::Qq.rules(), players)
}

/// A game of three in which each is one step from its last hole, with the moves that do it.
pub(super) fn nearly_done(rules: RuleSet) -> (Game, [(Seat, Hole, Hole); 3]) {
    let mut game = game(rules, 3);
    let last = [(0, "m5", "n1"), (2, "e5", "e4"), (4, "e9", "e10")]
        .map(|(n, from, to)| (seat(n), hole(from), hole(to)));
    for (seat, from, to) in last {
        game.position.marbles[seat] = (board::target(Army::Ten, seat) - to.into()) | from.into();
    }
    (game, last)
}

/// A game with items on the default seats, the lowest first.
pub(super) fn item_game(rules: RuleSet, players: usize) -> Game {
    let seats = board::seating(players);
    let extras = Extras {
        items: true,
        teams: false,
    };
    Game::with(rules, seats, seats[0], extras).unwrap()
}

/// A game of QQ's rules with items.
pub(super) fn items(players: usize) -> Game {
    item_game(Preset::Qq.rules(), players)
}

/// A `qq` game of two teams on the default seats, the lowest first.
pub(super) fn team_game(players: usize, items: bool) -> Game {
    let seats = board::seating(players);
    let extras = Extras { teams: true, items };
    Game::with(Preset::Qq.rules(), seats, seats[0], extras).unwrap()
}

/// Sets a seat's marbles down.
pub(super) fn put(game: &mut Game, n: usize, names: &str) {
    game.position.marbles[seat(n)] = holes(names);
}

/// Seats 0 and 1 of four are one swap, of m4 and n1, from their targets.
pub(super) fn double_finish(mut game: Game) -> Game {
    put(&mut game, 3, "i5");
    put(&mut game, 4, "i6");
    put(&mut game, 0, "m4 n2 n3 n4 o1 o2 o3 p1 p2 q1");
    let target = board::target(Army::Ten, seat(1));
    game.position.marbles[seat(1)] = (target - holes("m4")) | holes("n1");
    game
}

/// The seat on turn uses an item that has nothing to deal.
pub(super) fn use_item(game: &mut Game, what: ItemUse) -> Vec<Event> {
    let seat = game.on_turn().unwrap();
    let events = game.use_item(seat, &what, &[]).unwrap();
    commit(game, events)
}

/// Lets the events happen.
pub(super) fn commit(game: &mut Game, events: Vec<Event>) -> Vec<Event> {
    for event in &events {
        game.apply(event).unwrap();
    }
    events
}

/// Moves a marble of the seat on turn.
pub(super) fn play(game: &mut Game, from: &str, to: &str) -> Vec<Event> {
    let seat = game.on_turn().unwrap();
    let events = game.play(seat, hole(from), hole(to), None).unwrap();
    commit(game, events)
}

/// Lets the turn run out.
pub(super) fn expire(game: &mut Game) -> Vec<Event> {
    let events = game.expire();
    commit(game, events)
}

pub(super) fn roadblock(name: &str) -> ItemUse {
    ItemUse::Roadblock { hole: hole(name) }
}

pub(super) fn road_worker(name: &str) -> ItemUse {
    ItemUse::RoadWorker { hole: hole(name) }
}

pub(super) fn power(name: &str) -> ItemUse {
    ItemUse::PowerMarble { from: hole(name) }
}

pub(super) fn wings(from: &str, to: &str) -> ItemUse {
    ItemUse::Wings {
        from: hole(from),
        to: hole(to),
    }
}

pub(super) fn swap(from: &str, with: &str) -> ItemUse {
    ItemUse::Swap {
        from: hole(from),
        with: hole(with),
    }
}

pub(super) fn tornado(name: &str) -> ItemUse {
    ItemUse::Tornado { hole: hole(name) }
}

pub(super) fn refused(game: &Game, what: ItemUse) -> Option<IllegalAct> {
    game.use_item(game.on_turn().unwrap(), &what, &[]).err()
}

pub(super) fn targets(game: &Game) -> ItemTargets {
    game.item_targets().unwrap()
}

pub(super) fn to_of(reaches: &[Reach], from: &str) -> HoleSet {
    let found = reaches.iter().find(|reach| reach.from == hole(from));
    found.map_or(HoleSet::EMPTY, |reach| reach.to)
}

pub(super) fn finished(n: usize, place: u8) -> Event {
    Event::Finished {
        seat: seat(n),
        place,
    }
}

pub(super) fn blocked(n: usize) -> Event {
    Event::Passed {
        seat: seat(n),
        why: PassReason::Blocked,
    }
}
