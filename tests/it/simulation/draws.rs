//! What is drawn from the seed: settings, moves and acts; and an act as a command.

use tiaoqi::bot::{self, Choice};
use tiaoqi::game::{Act, Game, MainClock, Play, Settings};
use tiaoqi::protocol::Command;
use tiaoqi::rules::draughts;
use tiaoqi::rules::star::{self, EndRule, Preset, Switches};
use tiaoqi::rules::{Point, Seat};

use super::world::World;
use crate::support::Rng;

impl World<'_> {
    /// An act of the seat on turn: an item or, in so many of a hundred cases, what the bot would do, or
    /// else any move. None where that is none.
    pub(super) fn draw_act(&mut self, game: &Game, items: u64, greedy: u64) -> Option<Act> {
        let Some(star) = game.star() else {
            return draw_move(&mut self.rng, game);
        };
        if self.rng.chance(items) {
            let uses = star.item_targets().unwrap_or_default().uses();
            if !uses.is_empty() {
                return Some(Act::UseItem(*self.rng.pick(&uses)));
            }
        }
        if !self.rng.chance(greedy) {
            return draw_move(&mut self.rng, game);
        }
        Some(match bot::decide(star, self.rng.0)? {
            Choice::Move(found) => act_of(&found, self.rng.chance(50)),
            Choice::Item(what) => Act::UseItem(what),
            Choice::Pass => Act::Pass,
        })
    }
}

fn act_of(found: &star::LegalMove, with_path: bool) -> Act {
    Act::Move {
        from: found.from.into(),
        to: found.to.into(),
        path: with_path.then(|| found.path.iter().copied().map(Point::from).collect()),
    }
}

pub(super) fn command_of(act: &Act) -> Command {
    match act {
        Act::Move { from, to, path } => Command::Move {
            from: *from,
            to: *to,
            path: path.clone(),
        },
        Act::UseItem(what) => Command::UseItem(*what),
        _ => Command::Pass {},
    }
}

/// Settings, some of which make no game.
pub(super) fn draw_settings(rng: &mut Rng) -> Settings {
    let players = if rng.chance(10) {
        5
    } else {
        *rng.pick(&[2, 2, 2, 3, 3, 4, 4, 6])
    };
    let rated = rng.chance(40);
    if rng.chance(15) {
        return Settings {
            preset: (*rng.pick(&draughts::Preset::ALL)).into(),
            turn_seconds: *rng.pick(&[10, 30, 300]),
            clock: rng.chance(50).then(|| MainClock {
                main: *rng.pick(&[0, 3, 300]),
                increment: *rng.pick(&[1, 3]),
            }),
            rated,
            private: rng.chance(20),
            local: rng.chance(5),
            ..Settings::default()
        };
    }
    Settings {
        preset: (*rng.pick(&[Preset::Qq, Preset::Qq, Preset::QqLong])).into(),
        players,
        turn_seconds: *rng.pick(&[10, 30, 300]),
        rated,
        private: rng.chance(20),
        first: (!rated && rng.chance(20)).then_some(Seat::ALL[0]),
        teams: matches!(players, 4 | 6) && rng.chance(60),
        items: rng.chance(30),
        local: rng.chance(5),
        switches: Switches {
            end: (!rated && rng.chance(25)).then_some(EndRule::Ask),
            ..Switches::default()
        },
        ..Settings::default()
    }
}

/// Any legal move.
pub(super) fn draw_move(rng: &mut Rng, game: &Game) -> Option<Act> {
    match game.play() {
        Play::Star(star) => {
            let moves = star.legal_moves();
            (!moves.is_empty()).then(|| act_of(rng.pick(&moves), rng.chance(50)))
        }
        Play::Draughts(board) => {
            let moves = board.legal_moves();
            let found = (!moves.is_empty()).then(|| rng.pick(&moves).clone())?;
            Some(Act::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: Some(found.route.into_iter().map(Point::from).collect()),
            })
        }
    }
}
