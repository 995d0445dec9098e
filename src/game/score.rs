//! From the outcome of a game to the points of its players.

use crate::game::{Game, SeatScore};
use crate::rules::star;
use crate::scoring::{self, Farm, GameResult, Mode, Parts, SeatResult, level_of};

/// The points of each seat, in turn order, for a play-through that is over. Unrated games give
/// nobody anything.
pub(super) fn scores(game: &Game, over: &star::Game) -> Vec<SeatScore> {
    let outcomes = over.outcomes();
    let seats = outcomes
        .iter()
        .map(|outcome| {
            let points = game.player(outcome.seat).map_or(0, |player| player.points);
            SeatResult::new(outcome, over.team(outcome.seat), level_of(points))
        })
        .collect();
    let result = GameResult {
        mode: match outcomes.len() {
            _ if over.has_teams() => Mode::Team,
            2 => Mode::Duel,
            _ => Mode::Free,
        },
        hop: over.rules().hop,
        draw: over.end_reason().is_some_and(star::EndReason::is_draw),
        seats,
        farm: if game.is_rated() {
            game.farm
        } else {
            Farm::Whole
        },
    };
    let scored = scoring::score(&result).expect("a finished game");
    outcomes
        .iter()
        .zip(scored)
        .map(|(outcome, score)| {
            let before = game.player(outcome.seat).map_or(0, |player| player.points);
            let (points, parts) = if game.is_rated() {
                (score.points, score.parts)
            } else {
                (0, Parts::default())
            };
            SeatScore {
                seat: outcome.seat,
                place: outcome.place,
                in_camp: outcome.in_camp,
                round: outcome.round,
                points,
                parts,
                before,
                after: before + i64::from(points),
                lag: game.lag_of(outcome.seat),
            }
        })
        .collect()
}
