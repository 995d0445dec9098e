//! Whole games: recorded ones, and random ones with what must hold in each.

use proptest::prelude::*;
use proptest::sample::Index;
use serde::Deserialize;

use crate::rules::star::testing::{commit, game, seat};
use crate::rules::star::{
    Army, BlockedTarget, Checkpoints, Cube, EndReason, EndRule, Event, Extras, Game, Hole, HoleSet,
    IllegalAct, ItemUse, LegalMove, MoveKind, MoveRules, NoLegalMove, Passing, Permission,
    Position, Preset, RuleSet, board,
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
    let home = |position: &Position| position.marbles[seat(0)] == board::target(Army::Ten, seat(0));
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
    /// Any legal use of an item, and the arrangement where it is a tornado.
    Item(Index, Vec<Index>),
    Answer(Index, bool),
    /// The move that comes nearest to the target.
    Advance,
    Expire,
    Pass,
    PutOut(Index, OutReason),
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        40 => any::<Index>().prop_map(Act::Move),
        8 => (any::<Index>(), prop::collection::vec(any::<Index>(), 7))
            .prop_map(|(what, deal)| Act::Item(what, deal)),
        20 => (any::<Index>(), prop::bool::weighted(0.9))
            .prop_map(|(seat, yes)| Act::Answer(seat, yes)),
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
        any::<[bool; 7]>(),
    );
    switches.prop_map(
        |(preset, blocked_target, [leave, rest, pass, forfeit, skips, off, ask])| {
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
                end: if ask { EndRule::Ask } else { rules.end },
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
    let can_move = !game.legal_moves().is_empty();
    match act {
        Act::Move(_) | Act::Advance if !can_move => Err(IllegalAct::Illegal),
        Act::Move(index) => {
            let legal = index.get(&game.legal_moves()).clone();
            game.play(seat, legal.from, legal.to, Some(&legal.path))
        }
        Act::Item(index, deal) => {
            let uses = game.item_targets().unwrap_or_default().uses();
            if uses.is_empty() {
                return Err(IllegalAct::Forbidden);
            }
            let what = *index.get(&uses);
            game.use_item(seat, &what, &dealt(game, what, deal))
        }
        Act::Answer(index, yes) => game.answer_play_on(*index.get(game.seats()), *yes),
        Act::Advance => {
            let legal = nearest(game, &game.legal_moves());
            game.play(seat, legal.from, legal.to, None)
        }
        Act::Expire => Ok(game.expire()),
        Act::Pass => game.pass(seat),
        Act::PutOut(index, why) => game.put_out(*index.get(game.seats()), *why),
    }
}

/// One arrangement of a tornado.
fn dealt(game: &Game, what: ItemUse, draws: &[Index]) -> Vec<Hole> {
    let ItemUse::Tornado { hole } = what else {
        return Vec::new();
    };
    let ground = game.tornado_ground(hole).unwrap();
    let mut free = ground.holes;
    ground
        .marbles
        .iter()
        .zip(draws)
        .map(|(_, draw)| free.swap_remove(draw.index(free.len())))
        .collect()
}

fn check_items(game: &Game) -> Result<(), TestCaseError> {
    let seat = game.on_turn().unwrap();
    let listed = game.item_targets().unwrap_or_default().uses();
    for from in Hole::ALL {
        for what in [
            ItemUse::Roadblock { hole: from },
            ItemUse::RoadWorker { hole: from },
            ItemUse::PowerMarble { from },
        ] {
            let accepted = game.use_item(seat, &what, &[]).is_ok();
            prop_assert_eq!(accepted, listed.contains(&what), "{:?}", what);
        }
    }
    for from in game.marbles(seat) {
        for to in Hole::ALL {
            for what in [
                ItemUse::Wings { from, to },
                ItemUse::Swap { from, with: to },
            ] {
                let accepted = game.use_item(seat, &what, &[]).is_ok();
                prop_assert_eq!(accepted, listed.contains(&what), "{:?}", what);
            }
        }
    }
    Ok(())
}

fn check_legal_list(game: &Game) -> Result<(), TestCaseError> {
    let legal = game.legal_moves();
    let mover = game.on_turn().unwrap();
    let has_item = game
        .item_targets()
        .is_some_and(|targets| !targets.is_empty());
    prop_assert!(
        !legal.is_empty() || has_item || game.asking().is_some(),
        "a seat that cannot act is never left on turn"
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
        (teams, items) in any::<(bool, bool)>(),
    ) {
        let extras = Extras { teams: teams && rules.check_teams(players).is_ok(), items };
        let seats = board::seating(players);
        let setup = Game::with(rules, seats, seats[0], extras);
        prop_assume!(setup.is_ok());
        let mut live = setup.unwrap();
        let start = live.clone();
        let mut log = Vec::new();
        for (n, act) in acts.iter().enumerate() {
            if live.is_over() {
                break;
            }
            if n % 40 == probe {
                check_legal_list(&live)?;
                if items {
                    check_items(&live)?;
                }
            }
            let before = live.clone();
            let Ok(events) = decide(&live, act) else {
                continue;
            };
            prop_assert_eq!(&live, &before, "deciding changes nothing");
            for event in &events {
                prop_assert_eq!(live.apply(event), Ok(()));
            }
            let acted = live.ply() != before.ply() || live.is_over();
            if acted {
                prop_assert_ne!(live.hash(), before.hash());
            }
            for thing in live.things() {
                prop_assert!((1..=3).contains(&thing.left));
            }
            prop_assert_eq!(
                live.things().len(),
                usize::from((live.position().roadblocks | live.position().road_workers).len())
            );
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
