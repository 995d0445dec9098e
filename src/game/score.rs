//! From the outcome of a game to the points of its players.

use crate::game::family::{colour_of, seat_of};
use crate::game::play::Play;
use crate::game::{Game, SeatScore};
use crate::rules::{Seat, draughts as board, star};
use crate::scoring::{
    self, Farm, GameResult, Level, Mode, Parts, Score, SeatResult, draughts, level_of,
};

/// The points of each seat, in turn order, for a play-through that is over. Unrated games give
/// nobody anything.
pub(super) fn scores(game: &Game, over: &Play) -> Vec<SeatScore> {
    let scored = match over {
        Play::Star(over) => scoring::score(&star_result(game, over)).expect("a finished game"),
        Play::Draughts(over) => {
            let outcome = over.outcome().expect("a finished game");
            draughts::score(&draughts_result(game, over, &outcome)).expect("a finished game")
        }
    };
    over.seats()
        .iter()
        .zip(scored)
        .map(|(&seat, score)| seat_score(game, over, seat, &score))
        .collect()
}

fn seat_score(game: &Game, over: &Play, seat: Seat, score: &Score) -> SeatScore {
    let before = game.player(seat).map_or(0, |player| player.points);
    let (points, parts) = if game.is_rated() {
        (score.points, score.parts)
    } else {
        (0, Parts::default())
    };
    let (in_camp, taken, round) = match over {
        Play::Star(over) => {
            let outcomes = over.outcomes();
            let own = outcomes.iter().find(|outcome| outcome.seat == seat);
            own.map_or((0, None, 0), |own| (own.in_camp, None, own.round))
        }
        Play::Draughts(over) => {
            let taken = colour_of(seat).map(|colour| over.taken(colour));
            (0, taken, Play::round(&Play::Draughts(over.clone())))
        }
    };
    SeatScore {
        seat,
        place: over.place(seat).unwrap_or(0),
        in_camp,
        taken,
        round,
        points,
        parts,
        before,
        after: before + i64::from(points),
        lag: game.lag_of(seat),
    }
}

fn level(game: &Game, seat: Seat) -> Level {
    level_of(game.player(seat).map_or(0, |player| player.points))
}

fn farm(game: &Game) -> Farm {
    if game.is_rated() {
        game.farm
    } else {
        Farm::Whole
    }
}

fn star_result(game: &Game, over: &star::Game) -> GameResult {
    let outcomes = over.outcomes();
    let seats = outcomes.iter().map(|outcome| {
        SeatResult::new(outcome, over.team(outcome.seat), level(game, outcome.seat))
    });
    GameResult {
        mode: match outcomes.len() {
            _ if over.has_teams() => Mode::Team,
            2 => Mode::Duel,
            _ => Mode::Free,
        },
        hop: over.rules().hop,
        draw: over.end_reason().is_some_and(star::EndReason::is_draw),
        seats: seats.collect(),
        farm: farm(game),
    }
}

fn draughts_result(
    game: &Game,
    over: &board::Game,
    outcome: &board::Outcome,
) -> draughts::GameResult {
    let colours = board::Colour::ALL;
    draughts::GameResult {
        draw: outcome.winner.is_none(),
        moves: colours
            .map(|colour| outcome.moves[colour])
            .into_iter()
            .min()
            .unwrap_or(0),
        seats: colours
            .map(|colour| draughts::SeatResult {
                seat: seat_of(colour),
                level: level(game, seat_of(colour)),
                place: match outcome.winner {
                    Some(winner) if winner != colour => 2,
                    _ => 1,
                },
                out: outcome
                    .out
                    .filter(|(side, _)| *side == colour)
                    .map(|(_, why)| crate::rules::OutReason::from(why).into()),
                taken: over.taken(colour),
            })
            .into(),
        farm: farm(game),
    }
}

#[cfg(test)]
#[path = "score_tests.rs"]
mod tests;
