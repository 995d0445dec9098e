//! A game of draughts as PDN (RULES.md section 9, "Notation").

use crate::game::family::{EndReason, colour_of, seat_of};
use crate::game::{Event, Game, GameEvent, Millis, Play};
use crate::rules::draughts::pdn::{GameResult, Record, Tag};
use crate::rules::draughts::{self, Colour, LegalMove, Position, Preset};

/// The record of a finished game from its events, `started` to `scored`; none when they are no such
/// game, or one that cannot have happened. `site` and `date` (as `2026.11.30`) may be empty.
#[must_use]
pub fn record(site: &str, date: &str, preset: Preset, events: &[Event]) -> Option<Record> {
    const AT: Millis = 0;
    let (Event::Game(started), rest) = events.split_first()? else {
        return None;
    };
    let mut game = Game::start(started, AT).ok()?;
    game.play().draughts()?;
    let mut moves = Vec::new();
    for event in rest {
        if let Event::Draughts(draughts::Event::Moved {
            from,
            to,
            taken,
            route,
            ..
        }) = event
        {
            moves.push(LegalMove {
                from: *from,
                to: *to,
                taken: *taken,
                route: route.clone(),
            });
        }
        game.apply(event, AT).ok()?;
    }
    let GameEvent::Started { players, .. } = started else {
        return None;
    };
    let name = |colour: Colour| {
        let seat = seat_of(colour);
        let player = players.iter().find(|player| player.seat == seat);
        player.map_or("", |player| player.name.as_str())
    };
    let ended = game.ended()?;
    let EndReason::Draughts(_) = ended.reason else {
        return None;
    };
    let winner = ended.places.iter().find(|placed| placed.place == 1);
    let result = match winner.and_then(|placed| colour_of(placed.seat)) {
        _ if ended.reason.is_draw() => GameResult::Draw,
        Some(Colour::White) => GameResult::WhiteWon,
        Some(Colour::Black) => GameResult::BlackWon,
        None => GameResult::Unknown,
    };
    let tag = |name: &str, value: &str| Tag {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let tags = [
        tag("Site", site),
        tag("Date", date),
        tag("White", name(Colour::White)),
        tag("Black", name(Colour::Black)),
    ];
    Some(Record {
        tags: tags
            .into_iter()
            .filter(|tag| !tag.value.is_empty())
            .collect(),
        preset,
        start: start_of(&game),
        moves,
        result,
    })
}

fn start_of(game: &Game) -> Position {
    let first = match game.play() {
        Play::Draughts(board) => board.rules().first_move,
        Play::Star(_) => Colour::White,
    };
    Position::start(first)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::bot;
    use crate::game::{Act, Player, Settings};
    use crate::rules::Point;
    use crate::rules::draughts::pdn::Reader;
    use crate::scoring::Farm;

    /// A game that a player who searches plays against itself, to its end.
    fn played(preset: Preset) -> Vec<Event> {
        let settings = Settings {
            preset: preset.into(),
            ..Settings::default()
        };
        let started = GameEvent::Started {
            game: Uuid::nil(),
            number: 1,
            players: settings
                .seats()
                .iter()
                .map(|&seat| Player {
                    seat,
                    user: None,
                    name: format!("P \"{seat}\""),
                    guest: false,
                    points: 0,
                })
                .collect(),
            first: seat_of(preset.rules().first_move),
            rules: settings.rules(),
            turn_limit: 30_000,
            clock: None,
            teams: false,
            items: false,
            rated: false,
            farm: Farm::Whole,
            first_drawn: false,
            seed_commitment: String::new(),
            seed: None,
        };
        let mut game = Game::start(&started, 0).unwrap();
        let mut events = vec![Event::Game(started)];
        let mut seed = 0;
        while let Some(seat) = game.play().on_turn() {
            seed += 1;
            let moves = game.play().draughts().unwrap().legal_moves();
            let found = if moves.len() > 3 && seed % 3 > 0 {
                moves[seed % moves.len()].clone()
            } else {
                bot::draughts::choose(game.play().draughts().unwrap(), seed as u64).unwrap()
            };
            let act = Act::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: Some(found.route.into_iter().map(Point::from).collect()),
            };
            for event in game.decide(seat, &act).unwrap() {
                game.apply(&event, 0).unwrap();
                events.push(event);
            }
        }
        events
    }

    #[test]
    fn what_is_written_is_read_again() {
        for preset in Preset::ALL {
            let events = played(preset);
            let written = record("here", "2026.11.30", preset, &events).unwrap();
            let text = written.pdn();
            let mut read: Vec<_> = Reader::new(text.bytes()).collect();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read.remove(0).unwrap(), written);
        }
    }
}
