//! The draws that come by themselves (FMJD chapter 6; `plyyard`'s own): what is counted, and when
//! it is enough.
//!
//! Nothing of this bears on which moves are legal.

use serde::{Deserialize, Serialize};

use super::colour::Colour;
use super::event::EndReason;
use super::movegen::Move;
use super::position::Position;
use super::rule_set::RuleSet;

/// A counter toward a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawCounter {
    /// The draw it leads to.
    pub reason: EndReason,
    /// Plies so far that count; for the repetition: how many times the position has stood.
    pub made: u16,
    /// With so many it is a draw.
    pub limit: u16,
}

/// Few pieces against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Balance {
    /// KKK, KKM or KMM (FMJD 6.3).
    Three,
    /// KK, KM or K (FMJD 6.4).
    Two,
}

impl Balance {
    /// The balance of a position. It does not tell men from kings beside the first king, so a
    /// later promotion changes nothing.
    fn of(position: &Position) -> Option<Self> {
        let is_lone_king =
            |colour| position.pieces(colour).len() == 1 && position.kings(colour).len() == 1;
        Colour::ALL
            .into_iter()
            .filter(|colour| is_lone_king(colour.other()) && !position.kings(*colour).is_empty())
            .find_map(|colour| match position.pieces(colour).len() {
                1 | 2 => Some(Self::Two),
                3 => Some(Self::Three),
                _ => None,
            })
    }
}

/// What has been counted in a game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draws {
    /// The positions since the last move that cannot be taken back, the present one last.
    stood: Vec<Position>,
    /// Plies in a row by kings without capture.
    by_kings: u16,
    /// Plies in a row without capture and without promotion.
    quiet: u16,
    balance: Option<Balance>,
    /// Plies since the one that brought the balance about, which is not counted.
    in_balance: u16,
}

impl Draws {
    pub(super) fn begin(start: &Position) -> Self {
        Self {
            stood: vec![*start],
            by_kings: 0,
            quiet: 0,
            balance: Balance::of(start),
            in_balance: 0,
        }
    }

    /// Counts a move from one position to the next.
    pub(super) fn count(&mut self, before: &Position, chosen: &Move, after: &Position) {
        let by_king = before.kings(before.to_move()).contains(chosen.from);
        let captures = !chosen.taken.is_empty();
        let next = |count: u16, goes_on: bool| if goes_on { count.saturating_add(1) } else { 0 };
        self.by_kings = next(self.by_kings, by_king && !captures);
        self.quiet = next(self.quiet, !captures && !before.promotes(chosen));
        let balance = Balance::of(after);
        self.in_balance = next(
            self.in_balance,
            balance.is_some() && balance == self.balance,
        );
        self.balance = balance;
        // No position from before a capture or a man's move can come back.
        if captures || !by_king {
            self.stood.clear();
        }
        self.stood.push(*after);
    }

    /// Every counter of the rule set that has begun to run.
    pub(super) fn counters(&self, rules: &RuleSet) -> impl Iterator<Item = DrawCounter> {
        let counter = |reason, made, limit: Option<u16>| {
            limit.map(|limit| DrawCounter {
                reason,
                made,
                limit,
            })
        };
        let of_each = |moves: Option<u16>| moves.map(|moves| moves.saturating_mul(2));
        let times = self
            .stood
            .iter()
            .filter(|stood| self.stood.last() == Some(stood))
            .count();
        let few = match self.balance {
            Some(Balance::Three) => counter(
                EndReason::ThreeAgainstKing,
                self.in_balance,
                of_each(rules.three_against_king_moves),
            ),
            Some(Balance::Two) => counter(
                EndReason::TwoAgainstKing,
                self.in_balance,
                of_each(rules.two_against_king_moves),
            ),
            None => None,
        };
        [
            counter(
                EndReason::Repetition,
                u16::try_from(times).unwrap_or(u16::MAX),
                rules.repetition.map(u16::from),
            ),
            counter(
                EndReason::KingsOnly,
                self.by_kings,
                of_each(rules.kings_only_moves),
            ),
            few,
            counter(EndReason::QuietPlies, self.quiet, rules.quiet_plies),
        ]
        .into_iter()
        .flatten()
    }

    /// The draw that the last move made, if any.
    pub(super) fn verdict(&self, rules: &RuleSet) -> Option<EndReason> {
        self.counters(rules)
            .find(|counter| counter.made >= counter.limit)
            .map(|counter| counter.reason)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use crate::rules::draughts::testing::{commit, position, told};
    use crate::rules::draughts::{EndReason, Event, Game, Preset, RuleSet};

    #[derive(Deserialize)]
    struct Row {
        name: String,
        fen: String,
        rules: String,
        moves: Vec<String>,
        draw_after_ply: usize,
        reason: String,
    }

    #[test]
    fn every_sequence_ends_at_its_ply_for_its_reason() {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/draughts_draws.json"
        ));
        let rows: Vec<Row> = serde_json::from_str(text).unwrap();
        assert_eq!(rows.len(), 8);
        for row in rows {
            let reason = match row.reason.as_str() {
                "threefold" => EndReason::Repetition,
                "25 moves" => EndReason::KingsOnly,
                "16 moves" => EndReason::ThreeAgainstKing,
                "5 moves" => EndReason::TwoAgainstKing,
                other => panic!("{other}"),
            };
            let rules = row.rules.parse::<Preset>().unwrap().rules();
            let mut game = Game::new(rules, position(&row.fen)).unwrap();
            let mut end = None;
            for (ply, text) in (1..).zip(&row.moves) {
                let colour = game.on_turn().unwrap();
                let chosen = told(text);
                // One capture comes without what it takes.
                let events = if text.contains('x') && chosen.taken.is_empty() {
                    game.play(colour, &[chosen.from, chosen.to])
                } else {
                    game.play_move(colour, &chosen)
                };
                let events = events.unwrap();
                commit(&mut game, &events);
                if let Some(Event::Ended { winner, reason }) = events.last() {
                    assert_eq!(*winner, None, "{}", row.name);
                    end = Some((ply, *reason));
                    break;
                }
            }
            assert_eq!(end, Some((row.draw_after_ply, reason)), "{}", row.name);
        }
    }

    /// Makes quiet moves of kings, whatever repeats, until the game ends; the plies and why.
    fn shuffle(rules: RuleSet, fen: &str) -> (u32, Option<EndReason>) {
        let mut game = Game::new(
            RuleSet {
                repetition: None,
                ..rules
            },
            position(fen),
        )
        .unwrap();
        for _ in 0..500 {
            let Some(colour) = game.on_turn() else { break };
            let quiet: Vec<_> = game
                .legal_moves()
                .into_iter()
                .filter(|found| {
                    let after = game.position().after(&found.identity());
                    found.taken.is_empty()
                        && after.duty(&rules).is_none()
                        && game.position().kings(colour).contains(found.from)
                })
                .collect();
            let chosen = &quiet[game.ply() as usize % quiet.len()];
            let events = game.play_move(colour, &chosen.identity()).unwrap();
            commit(&mut game, &events);
        }
        (game.ply() - 1, game.outcome().map(|outcome| outcome.reason))
    }

    #[test]
    fn moves_of_kings_end_the_game_at_the_limit_of_the_rule_set() {
        let fmjd = Preset::Fmjd.rules();
        let plyyard = Preset::Plyyard.rules();
        let locked = "W:WK47,50:BK4,45";
        assert_eq!(shuffle(fmjd, locked), (50, Some(EndReason::KingsOnly)));
        assert_eq!(shuffle(plyyard, locked), (100, Some(EndReason::QuietPlies)));
    }

    #[test]
    fn a_promotion_resets_the_plies_of_the_house_rules_only_for_them() {
        let play = |preset: Preset| {
            let mut game = Game::new(preset.rules(), position("W:WK47,6:BK5")).unwrap();
            for text in ["47-42", "5-10", "6-1"] {
                let colour = game.on_turn().unwrap();
                let events = game.play_move(colour, &told(text)).unwrap();
                commit(&mut game, &events);
            }
            let counters = game.draw_counters();
            counters
                .into_iter()
                .map(|counter| (counter.reason, counter.made))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            play(Preset::Fmjd),
            [
                (EndReason::Repetition, 1),
                (EndReason::KingsOnly, 0),
                (EndReason::TwoAgainstKing, 3)
            ]
        );
        assert_eq!(
            play(Preset::Plyyard),
            [(EndReason::Repetition, 1), (EndReason::QuietPlies, 0)]
        );
    }
}

#[cfg(test)]
#[path = "draw_limit_tests.rs"]
mod limit_tests;
