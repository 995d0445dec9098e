//! How events change a game: the only way its state changes.

use std::fmt;

use arrayvec::ArrayVec;

use super::ask::Ask;
use super::board;
use super::event::{EndReason, Event, PassReason, Placed};
use super::finish::LOSING_TEAM;
use super::game::{End, Game, Standing};
use super::hole::Hole;
use super::items::Acting;
use super::movegen::MoveKind;
use super::rule_set::TIMEOUTS_UNTIL_OUT;
use super::set::HoleSet;
use super::thing::Thing;
use crate::rules::{Finality, OutReason, Seat};

/// An event that cannot have happened in the game it was applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptLog {
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for CorruptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corrupt event log: {}", self.what)
    }
}

impl std::error::Error for CorruptLog {}

impl Game {
    /// Lets an event of this game happen.
    ///
    /// Events that deciding returned always fit, in their order.
    ///
    /// # Errors
    ///
    /// [`CorruptLog`] when the event does not fit the state; the game is unchanged then.
    pub fn apply(&mut self, event: &Event) -> Result<(), CorruptLog> {
        self.check(event).map_err(|what| CorruptLog { what })?;
        self.fold(event);
        Ok(())
    }

    fn check(&self, event: &Event) -> Result<(), &'static str> {
        let ensure = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        ensure(!self.is_over(), "the game is over")?;
        let acts = |seat| {
            ensure(self.on_turn == Some(seat), "the seat is not on turn")?;
            ensure(self.asking().is_none(), "an act while all are asked")
        };
        let plays = |seat| ensure(self.is_playing(seat), "a seat that does not play");
        let expires = matches!(event, Event::ItemExpired { .. });
        ensure(
            expires == self.expired_thing().is_some(),
            "a thing vanished at a wrong time",
        )?;
        match *event {
            Event::Moved {
                seat,
                ref path,
                kind,
            } => {
                acts(seat)?;
                let (&[from, ..], &[.., to]) = (path.as_slice(), path.as_slice()) else {
                    return Err("a move without a path");
                };
                ensure(
                    self.marbles(seat).contains(from)
                        && self.power().is_none_or(|power| power.marble == from),
                    "no own marble that may act where the move begins",
                )?;
                ensure(
                    match (kind, self.position.owner(to)) {
                        (MoveKind::Move, _) => !self.position.occupied().contains(to),
                        (MoveKind::Swap, owner) => owner.is_some_and(|owner| owner != seat),
                    },
                    "the hole where the move ends is not as it says",
                )
            }
            Event::Passed { seat, why } => {
                acts(seat)?;
                let declines = self.power().is_some_and(|power| power.acted);
                ensure(
                    declines || why != PassReason::Declined,
                    "a second act declined that was not offered",
                )
            }
            Event::TurnExpired { seat, count } => {
                acts(seat)?;
                ensure(
                    count == self.timeouts(seat) + 1,
                    "a time-out with a wrong count",
                )?;
                ensure(count <= TIMEOUTS_UNTIL_OUT, "a time-out too many")
            }
            Event::TurnSkipped { seat } => {
                acts(seat)?;
                ensure(self.must_skip(seat), "a turn skipped for no reason")
            }
            Event::ItemUsed {
                seat,
                ref what,
                ref result,
            } => {
                acts(seat)?;
                ensure(
                    self.fits_use(seat, what, result),
                    "an item does not do what it did",
                )
            }
            Event::ItemExpired { seat, item, hole } => {
                let gone = |thing: Thing| (thing.seat, thing.item, thing.hole);
                ensure(
                    self.expired_thing().map(gone) == Some((seat, item, hole)),
                    "another thing should have vanished",
                )
            }
            Event::Finished { seat, place } => {
                plays(seat)?;
                ensure(
                    place == self.finishing_place(seat),
                    "a seat finished with a wrong place",
                )
            }
            Event::Out { seat, .. } | Event::Warned { seat, .. } => plays(seat),
            Event::PlayOnAsked {} => ensure(self.must_ask(), "asked without need"),
            Event::PlayOnAnswered { seat, .. } => {
                ensure(self.may_answer(seat), "an answer without a question")
            }
            Event::Ended {
                ref places, reason, ..
            } => {
                ensure(
                    *places == self.final_places(),
                    "the game ended with wrong places",
                )?;
                ensure(
                    reason != EndReason::RoundLimit || self.has_reached_round_limit(),
                    "the round limit came too early",
                )
            }
        }
    }

    pub(super) fn fold(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                seat,
                ref path,
                kind,
            } => {
                if let (&[from, ..], &[.., to]) = (path.as_slice(), path.as_slice()) {
                    self.fold_move(seat, from, to, kind);
                    self.count_act(seat, true);
                    self.act_done(seat, to);
                }
            }
            Event::Passed { seat, why } => {
                self.count_act(seat, why != PassReason::Blocked);
                self.complete_turn(seat);
            }
            Event::TurnExpired { seat, count } => {
                self.progress[seat].timeouts = count;
                self.count_act(seat, false);
                self.complete_turn(seat);
            }
            Event::TurnSkipped { seat } => {
                self.progress[seat].skips = false;
                self.count_act(seat, false);
                self.complete_turn(seat);
            }
            Event::ItemUsed {
                seat,
                ref what,
                ref result,
            } => self.fold_item(seat, what, result),
            Event::ItemExpired { hole, .. } => self.remove_thing(hole),
            Event::Finished { seat, place } => self.fold_finish(seat, place),
            Event::Out { seat, why, .. } => self.fold_out(seat, why),
            Event::Warned { .. } => {}
            Event::PlayOnAsked {} => self.ask = Ask::Put { agreed: ArrayVec::new() },
            Event::PlayOnAnswered { seat, yes } => self.fold_answer(seat, yes),
            Event::Ended {
                ref places, reason, ..
            } => self.fold_end(places, reason),
        }
    }

    fn fold_move(&mut self, seat: Seat, from: Hole, to: Hole, kind: MoveKind) {
        if kind == MoveKind::Swap
            && let Some(victim) = self.position.owner(to)
        {
            self.position.shift(victim, to, from);
        }
        self.position.shift(seat, from, to);
        let target = board::target(self.rules.army, seat);
        if !self.someone_was_in && target.contains(to) && !target.contains(from) {
            self.someone_was_in = true;
            self.progress[seat].skips = self.rules.first_in_skips;
        }
    }

    fn fold_finish(&mut self, seat: Seat, place: u8) {
        let round = self.last_act_round;
        // A finish after the first act of a power marble ends the turn, whoever finished.
        if let (Some(mover), Some(_)) = (self.on_turn, self.acting.power) {
            self.complete_turn(mover);
        }
        self.progress[seat].standing = Standing::Finished { round };
        self.progress[seat].place = Some(place);
        self.last_settled = (round, Finality::Finish);
        self.yield_turn(seat);
    }

    fn fold_out(&mut self, seat: Seat, why: OutReason) {
        let round = match why {
            OutReason::Stalled | OutReason::TimedOut => self.last_act_round,
            OutReason::Resigned | OutReason::Left => self.round,
        };
        let in_camp = self.in_camp(seat);
        let bottom = if self.has_teams() {
            LOSING_TEAM
        } else {
            self.seat_count() - self.out_count()
        };
        self.position.marbles[seat] = HoleSet::EMPTY;
        self.progress[seat].standing = Standing::Out {
            why,
            round,
            in_camp,
        };
        self.progress[seat].place = Some(bottom);
        self.last_settled = (round, Finality::Out);
        self.yield_turn(seat);
    }

    fn fold_end(&mut self, places: &[Placed], reason: EndReason) {
        for placed in places {
            self.progress[placed.seat].place = Some(placed.place);
        }
        let by_sum = self.has_teams() && self.playing().count() == self.order.len();
        let (round, by) = match reason {
            EndReason::Places if by_sum => (self.last_act_round, Finality::Finish),
            EndReason::Places => self.last_settled,
            EndReason::Draw => (self.round, Finality::Finish),
            EndReason::RoundLimit => (self.last_act_round, Finality::Finish),
        };
        self.end = Some(End { reason, round, by });
        self.on_turn = None;
    }

    /// An act of whatever kind is done; only an own one resets the time-outs.
    pub(super) fn count_act(&mut self, seat: Seat, own_act: bool) {
        if own_act {
            self.progress[seat].timeouts = 0;
        }
        self.ply += 1;
        self.last_act_round = self.round;
        self.last_actor = seat;
    }

    /// A turn of whatever kind is complete.
    pub(super) fn complete_turn(&mut self, seat: Seat) {
        self.progress[seat].turns += 1;
        self.advance(seat);
    }

    /// The seat plays no more: its turn goes on to the next, without having been one.
    fn yield_turn(&mut self, seat: Seat) {
        if self.on_turn == Some(seat) {
            self.advance(seat);
        }
    }

    /// Gives the turn to the next playing seat after this one.
    ///
    /// A round begins with the first playing seat at or after the one that started the game, so a
    /// new one begins whenever the turn comes past that point.
    fn advance(&mut self, after: Seat) {
        let rank = |seat: Seat| (seat.index() + Seat::COUNT - self.first.index()) % Seat::COUNT;
        let later = self
            .playing()
            .filter(|&seat| rank(seat) > rank(after))
            .min_by_key(|&s| rank(s));
        let next = later.or_else(|| self.playing().min_by_key(|&seat| rank(seat)));
        if later.is_none() {
            self.round += 1;
        }
        self.on_turn = next;
        self.acting = Acting::default();
        if let Some(next) = next {
            self.count_things_down(after, next);
        }
    }
}

/// Whole games: recorded ones, and random ones with what must hold in each.
#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;
    use serde::Deserialize;

    use crate::rules::star::testing::{commit, game, seat};
    use crate::rules::star::{
        Army, BlockedTarget, Checkpoints, Cube, EndReason, Event, Game, Hole, HoleSet, IllegalAct,
        LegalMove, MoveKind, MoveRules, NoLegalMove, Passing, Permission, Position, Preset,
        RuleSet, board,
    };
    use crate::rules::{OutReason, Seat};

    #[derive(Deserialize)]
    struct ShortGames {
        duo_adjacent: ShortGame,
        solitaire_adjacent: ShortGame,
    }

    #[derive(Deserialize)]
    struct ShortGame {
        plies: usize,
        moves: Vec<(Cube, Cube)>,
    }

    impl ShortGame {
        fn moves(&self) -> Vec<(Hole, Hole)> {
            assert_eq!(self.moves.len(), self.plies);
            let hole = |cube| Hole::from_cube(cube).unwrap();
            self.moves
                .iter()
                .map(|&(from, to)| (hole(from), hole(to)))
                .collect()
        }
    }

    fn short_games() -> ShortGames {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/star_short_games.json"
        ));
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn the_shortest_game_of_two_ends_with_its_last_ply() {
        let rules = RuleSet {
            rest_in_foreign_camp: Permission::Allowed,
            reenter_home: Permission::Allowed,
            ..Preset::Qq.rules()
        };
        let mut game = Game::new(rules, board::seating(2), seat(3)).unwrap();
        let moves = short_games().duo_adjacent.moves();
        let (last, others) = moves.split_last().unwrap();
        for &(from, to) in others {
            let events = game.play(game.on_turn().unwrap(), from, to, None).unwrap();
            assert!(
                !events
                    .iter()
                    .any(|event| matches!(event, Event::Finished { .. }))
            );
            commit(&mut game, events);
        }
        let mover = game.on_turn().unwrap();
        let events = game.play(mover, last.0, last.1, None).unwrap();
        assert_eq!(
            events[1],
            Event::Finished {
                seat: mover,
                place: 1
            }
        );
        assert!(matches!(events[2], Event::Ended { .. }));
        commit(&mut game, events);
        assert!(game.is_over());
    }

    #[test]
    fn the_shortest_solitaire_comes_home_with_its_last_ply() {
        let mut position = Position::start(Army::Ten, &[seat(0)]);
        let rules = MoveRules::default();
        let home =
            |position: &Position| position.marbles[seat(0)] == board::target(Army::Ten, seat(0));
        for (from, to) in short_games().solitaire_adjacent.moves() {
            assert!(!home(&position));
            assert!(
                position.ends(&rules, seat(0), from).contains(to),
                "{from} {to}"
            );
            position.shift(seat(0), from, to);
        }
        assert!(home(&position));
    }

    #[test]
    fn one_start_has_one_text_and_other_seats_another() {
        let texts: Vec<_> = [2, 3, 4, 6]
            .map(|n| game(Preset::Qq.rules(), n).canonical_text())
            .into();
        assert!(
            texts
                .iter()
                .enumerate()
                .all(|(n, text)| !texts[..n].contains(text))
        );
    }

    #[test]
    fn events_have_the_form_of_the_wire() {
        let path = vec![Hole::ALL[6], Hole::ALL[14]];
        let moved = Event::Moved {
            seat: seat(0),
            path,
            kind: MoveKind::Move,
        };
        let stalled = Event::Out {
            seat: seat(3),
            why: OutReason::Stalled,
            cause: None,
        };
        for (event, text) in [
            (
                moved,
                r#"{"type":"moved","d":{"seat":0,"path":[6,14],"kind":"move"}}"#,
            ),
            (stalled, r#"{"type":"out","d":{"seat":3,"why":"stalled"}}"#),
            (
                Event::TurnExpired {
                    seat: seat(2),
                    count: 3,
                },
                r#"{"type":"turn_expired","d":{"seat":2,"count":3}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        }
    }

    #[test]
    fn an_event_that_does_not_fit_changes_nothing() {
        let mut game = game(Preset::Qq.rules(), 2);
        let before = game.clone();
        let moved = |n: usize, from: usize, to: usize| Event::Moved {
            seat: seat(n),
            path: vec![Hole::ALL[from], Hole::ALL[to]],
            kind: MoveKind::Move,
        };
        for event in [
            moved(3, 111, 102),
            moved(0, 60, 61),
            moved(0, 6, 7),
            Event::Moved {
                seat: seat(0),
                path: vec![],
                kind: MoveKind::Move,
            },
            Event::TurnExpired {
                seat: seat(0),
                count: 2,
            },
            Event::TurnSkipped { seat: seat(0) },
            Event::Finished {
                seat: seat(0),
                place: 2,
            },
            Event::Out {
                seat: seat(1),
                why: OutReason::Left,
                cause: None,
            },
            Event::Ended {
                places: vec![],
                reason: EndReason::Draw,
                seed: None,
            },
        ] {
            assert!(game.apply(&event).is_err(), "{event:?}");
            assert_eq!(game, before);
        }
    }

    /// What a player or the clock does.
    #[derive(Clone, Debug)]
    enum Act {
        Move(Index),
        /// The move that comes nearest to the target.
        Advance,
        Expire,
        Pass,
        PutOut(Index, OutReason),
    }

    fn any_act() -> impl Strategy<Value = Act> {
        prop_oneof![
            40 => any::<Index>().prop_map(Act::Move),
            40 => Just(Act::Advance),
            3 => Just(Act::Expire),
            3 => Just(Act::Pass),
            1 => (any::<Index>(), prop::sample::select(OutReason::ALL.to_vec()))
                .prop_map(|(seat, why)| Act::PutOut(seat, why)),
        ]
    }

    fn any_rules() -> impl Strategy<Value = RuleSet> {
        let switches = (
            prop::sample::select(Preset::ALL.to_vec()),
            prop::sample::select(vec![
                BlockedTarget::Strict,
                BlockedTarget::OccupiedCounts,
                BlockedTarget::Swap,
            ]),
            any::<[bool; 6]>(),
        );
        switches.prop_map(
            |(preset, blocked_target, [leave, rest, pass, forfeit, skips, off])| {
                let rules = preset.rules();
                let permission = |allowed| {
                    if allowed {
                        Permission::Allowed
                    } else {
                        Permission::Forbidden
                    }
                };
                RuleSet {
                    leave_target: permission(leave),
                    rest_in_foreign_camp: permission(rest),
                    blocked_target,
                    passing: if pass {
                        Passing::ByAgreement
                    } else {
                        Passing::Never
                    },
                    no_legal_move: if forfeit {
                        NoLegalMove::Forfeit
                    } else {
                        NoLegalMove::Pass
                    },
                    first_in_skips: skips,
                    checkpoints: if off {
                        Checkpoints::default()
                    } else {
                        rules.checkpoints.clone()
                    },
                    ..rules
                }
            },
        )
    }

    fn nearest(game: &Game, moves: &[LegalMove]) -> LegalMove {
        let tip = |seat: Seat| {
            board::camp(seat.facing())
                .iter()
                .max_by_key(|h| h.distance(Hole::ALL[60]))
        };
        let tip = game.on_turn().and_then(tip).unwrap();
        let lag = |m: &&LegalMove| i32::from(m.to.distance(tip)) - i32::from(m.from.distance(tip));
        moves.iter().min_by_key(lag).unwrap().clone()
    }

    fn decide(game: &Game, act: &Act) -> Result<Vec<Event>, IllegalAct> {
        let seat = game.on_turn().unwrap();
        match act {
            Act::Move(index) => {
                let legal = index.get(&game.legal_moves()).clone();
                game.play(seat, legal.from, legal.to, Some(&legal.path))
            }
            Act::Advance => {
                let legal = nearest(game, &game.legal_moves());
                game.play(seat, legal.from, legal.to, None)
            }
            Act::Expire => Ok(game.expire()),
            Act::Pass => game.pass(seat),
            Act::PutOut(index, why) => game.put_out(*index.get(game.seats()), *why),
        }
    }

    fn check_legal_list(game: &Game) -> Result<(), TestCaseError> {
        let legal = game.legal_moves();
        let mover = game.on_turn().unwrap();
        prop_assert!(
            !legal.is_empty(),
            "a seat without a move is never left on turn"
        );
        prop_assert!(legal.is_sorted_by_key(|m| (m.from, m.to)));
        for from in game.marbles(mover) {
            let listed: HoleSet = legal
                .iter()
                .filter(|m| m.from == from)
                .map(|m| m.to)
                .collect();
            let accepted: HoleSet = Hole::ALL
                .into_iter()
                .filter(|&to| game.play(mover, from, to, None).is_ok())
                .collect();
            prop_assert_eq!(listed, accepted);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 150 }))]

        #[test]
        fn what_must_hold_in_every_game(
            rules in any_rules(),
            players in prop::sample::select(vec![2_usize, 3, 4, 6]),
            acts in prop::collection::vec(any_act(), 1..400),
            probe in 0..40_usize,
        ) {
            prop_assume!(rules.check(players).is_ok());
            let mut live = game(rules, players);
            let start = live.clone();
            let mut log = Vec::new();
            for (n, act) in acts.iter().enumerate() {
                if live.is_over() {
                    break;
                }
                if n % 40 == probe {
                    check_legal_list(&live)?;
                }
                let before = live.clone();
                let Ok(events) = decide(&live, act) else {
                    continue;
                };
                prop_assert_eq!(&live, &before, "deciding changes nothing");
                for event in &events {
                    prop_assert_eq!(live.apply(event), Ok(()));
                }
                if !events.is_empty() {
                    prop_assert_ne!(live.hash(), before.hash());
                }
                prop_assert!(live.position().is_disjoint());
                for &seat in live.seats() {
                    let expected = if live.out(seat).is_some() { 0 } else { 10 };
                    prop_assert_eq!(live.marbles(seat).len(), expected);
                }
                prop_assert_eq!(live.on_turn().is_none(), live.is_over());
                prop_assert!(live.on_turn().is_none_or(|seat| live.is_playing(seat)));
                log.extend(events);
            }
            let text = serde_json::to_string(&log).unwrap();
            let stored: Vec<Event> = serde_json::from_str(&text).unwrap();
            let mut replayed = start;
            commit(&mut replayed, stored);
            prop_assert_eq!(&replayed, &live);
            for outcome in live.outcomes() {
                prop_assert!((1..=players).contains(&usize::from(outcome.place)));
                prop_assert_eq!(Some(outcome.place), live.place(outcome.seat));
            }
        }
    }
}
