use super::*;
use crate::rules::star::testing::{commit, expire, game, hole, holes, nearly_done, play, qq, seat};
use crate::rules::star::{Hole, IllegalAct, MoveKind, Permission, Preset, RuleSet, SeatOutcome};
use crate::rules::{Finality, OutReason};

fn places(list: &[(usize, u8)]) -> Vec<Placed> {
    list.iter()
        .map(|&(n, place)| Placed {
            seat: seat(n),
            place,
        })
        .collect()
}

fn step(game: &mut Game, (seat, from, to): (Seat, Hole, Hole)) -> Vec<Event> {
    let events = game.play(seat, from, to, None).unwrap();
    commit(game, events)
}

fn outcome(game: &Game, n: usize) -> SeatOutcome {
    game.outcomes()
        .into_iter()
        .find(|outcome| outcome.seat == seat(n))
        .unwrap()
}

#[test]
fn who_fills_its_target_takes_the_best_free_place_and_plays_no_more() {
    let (mut game, moves) = nearly_done(Preset::Qq.rules());
    let events = step(&mut game, moves[0]);
    assert_eq!(
        events[1..],
        [Event::Finished {
            seat: seat(0),
            place: 1
        }]
    );
    assert!(game.is_finished(seat(0)) && !game.is_over());
    assert_eq!(
        game.marbles(seat(0)),
        board::target(game.rules.army, seat(0))
    );
    expire(&mut game);
    assert_eq!(game.on_turn(), Some(seat(4)));
    expire(&mut game);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(2)), 2));
}

#[test]
fn the_last_one_standing_takes_the_best_place_still_free() {
    let (mut game, moves) = nearly_done(Preset::Qq.rules());
    step(&mut game, moves[0]);
    let events = step(&mut game, moves[1]);
    assert_eq!(
        events[1],
        Event::Finished {
            seat: seat(2),
            place: 2
        }
    );
    let ended = Event::Ended {
        places: places(&[(0, 1), (2, 2), (4, 3)]),
        reason: EndReason::Places,
        seed: None,
    };
    assert_eq!(events[2..], [ended]);
    assert_eq!((game.on_turn(), game.is_over()), (None, true));
    let last = outcome(&game, 4);
    assert_eq!(
        (last.finished, last.in_camp, last.round, last.by),
        (false, 9, 1, Finality::Finish)
    );
}

#[test]
fn seats_out_take_the_places_from_the_bottom_in_order() {
    let mut game = qq(4);
    for (n, place) in [(3, 4), (1, 3), (4, 2)] {
        let events = game.put_out(seat(n), OutReason::Resigned).unwrap();
        commit(&mut game, events);
        assert_eq!(game.place(seat(n)), Some(place));
    }
    assert_eq!(game.place(seat(0)), Some(1));
    let winner = outcome(&game, 0);
    assert_eq!(
        (winner.finished, winner.by, winner.round),
        (false, Finality::Out, 1)
    );
    assert_eq!(game.end_reason(), Some(EndReason::Places));
}

#[test]
fn what_a_seat_out_had_in_its_target_is_remembered() {
    let (mut game, _) = nearly_done(Preset::Qq.rules());
    let events = game.put_out(seat(2), OutReason::Resigned).unwrap();
    commit(&mut game, events);
    let events = game.put_out(seat(4), OutReason::Left).unwrap();
    commit(&mut game, events);
    let resigned = outcome(&game, 2);
    assert_eq!(
        (resigned.place, resigned.in_camp, resigned.by),
        (3, 9, Finality::Out)
    );
    assert_eq!(
        (resigned.out, game.in_camp(seat(2))),
        (Some(OutReason::Resigned), 0)
    );
}

#[test]
fn with_first_winner_all_others_share_the_next_place() {
    let rules = RuleSet {
        end: EndRule::FirstWinner,
        ..Preset::Qq.rules()
    };
    let (mut game, moves) = nearly_done(rules);
    let events = step(&mut game, moves[0]);
    let ended = Event::Ended {
        places: places(&[(0, 1), (2, 2), (4, 2)]),
        reason: EndReason::Places,
        seed: None,
    };
    assert_eq!(events[2..], [ended]);
}

#[test]
fn with_first_winner_going_out_can_end_the_game_too() {
    let rules = RuleSet {
        end: EndRule::FirstWinner,
        ..Preset::Qq.rules()
    };
    let (mut game, _) = nearly_done(rules);
    for n in [0, 4] {
        let events = game.put_out(seat(n), OutReason::Left).unwrap();
        commit(&mut game, events);
    }
    assert_eq!(
        [0, 2, 4].map(|n| game.place(seat(n))),
        [Some(3), Some(1), Some(2)]
    );
}

#[test]
fn by_turns_a_round_is_played_out_and_shares_its_place() {
    let (mut game, moves) = nearly_done(Preset::Turns.rules());
    assert_eq!(
        step(&mut game, moves[0])[1..],
        [Event::Finished {
            seat: seat(0),
            place: 1
        }]
    );
    assert_eq!(
        step(&mut game, moves[1])[1..],
        [Event::Finished {
            seat: seat(2),
            place: 1
        }]
    );
    assert!(!game.is_over(), "seat 4 still has its turn in this round");
    let events = step(&mut game, moves[2]);
    assert_eq!(
        events[1],
        Event::Finished {
            seat: seat(4),
            place: 1
        }
    );
    let ended = Event::Ended {
        places: places(&[(0, 1), (2, 1), (4, 1)]),
        reason: EndReason::Places,
        seed: None,
    };
    assert_eq!(events[2..], [ended]);
}

#[test]
fn by_turns_a_later_round_takes_a_later_place() {
    let (mut game, moves) = nearly_done(Preset::Turns.rules());
    step(&mut game, moves[0]);
    expire(&mut game);
    expire(&mut game);
    assert_eq!(
        (game.round(), game.on_turn(), game.is_over()),
        (2, Some(seat(2)), false)
    );
    assert_eq!(
        step(&mut game, moves[1])[1..],
        [Event::Finished {
            seat: seat(2),
            place: 2
        }]
    );
    let events = expire(&mut game);
    let ended = Event::Ended {
        places: places(&[(0, 1), (2, 2), (4, 3)]),
        reason: EndReason::Places,
        seed: None,
    };
    assert_eq!(events[1..], [ended]);
}

#[test]
fn by_turns_the_round_also_ends_when_the_last_to_play_goes_out() {
    let (mut game, moves) = nearly_done(Preset::Turns.rules());
    step(&mut game, moves[0]);
    expire(&mut game);
    let events = game.put_out(seat(4), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert_eq!(
        [0, 2, 4].map(|n| game.place(seat(n))),
        [Some(1), Some(2), Some(3)]
    );
}

/// Seat 0 holds nine holes of its target, seat 2 the tenth; the last step to it is taken.
fn occupied(away_turns: u16) -> Vec<Event> {
    let rules = RuleSet {
        end: EndRule::PlayOn,
        ..Preset::Classic.rules()
    };
    let (mut game, _) = nearly_done(rules);
    let target = board::target(game.rules.army, seat(0));
    game.position.marbles[seat(0)] = (target - holes("n1 q1")) | holes("m5 i5");
    game.position.marbles[seat(2)] = holes("q1 m10");
    game.progress[seat(2)].turns = away_turns;
    play(&mut game, "m5", "n1")
}

#[test]
fn an_occupied_target_counts_when_the_foreign_marbles_are_late() {
    let finished = Event::Finished {
        seat: seat(0),
        place: 1,
    };
    assert_eq!(occupied(29).len(), 1);
    assert!(occupied(30).contains(&finished));
}

#[test]
fn an_occupied_target_needs_more_than_half_own_marbles() {
    let rules = RuleSet {
        end: EndRule::PlayOn,
        ..Preset::Classic.rules()
    };
    for (own, finishes) in [(5, false), (6, true)] {
        let mut game = game(rules.clone(), 3);
        let target: Vec<_> = board::target(game.rules.army, seat(0)).iter().collect();
        game.position.marbles[seat(0)] = target[..own].iter().copied().collect();
        game.position.marbles[seat(2)] = target[own..].iter().copied().collect();
        game.position.marbles[seat(0)].insert(hole("i5"));
        game.progress[seat(2)].turns = 30;
        let events = play(&mut game, "i5", "i6");
        assert_eq!(events.len() > 1, finishes, "{own} own marbles");
    }
}

#[test]
fn an_occupied_target_is_tested_for_every_seat_after_every_turn() {
    let rules = RuleSet {
        end: EndRule::PlayOn,
        ..Preset::Classic.rules()
    };
    let (mut game, _) = nearly_done(rules);
    let target = board::target(game.rules.army, seat(0));
    game.position.marbles[seat(0)] = (target - holes("n1")) | holes("i5");
    game.position.marbles[seat(2)] = holes("m5 i7");
    game.progress[seat(2)].turns = 30;
    expire(&mut game);
    let events = play(&mut game, "m5", "n1");
    assert_eq!(
        events[1],
        Event::Finished {
            seat: seat(0),
            place: 1
        }
    );
}

/// `blocked_target: swap`: seat 0 stands before its target, which holds a marble of seat 2.
fn swapping() -> Game {
    let rules = RuleSet {
        blocked_target: BlockedTarget::Swap,
        ..Preset::Qq.rules()
    };
    let (mut game, _) = nearly_done(rules);
    game.position.marbles[seat(2)] = holes("n1 h5");
    game
}

#[test]
fn a_swap_exchanges_the_marbles_and_can_finish() {
    let mut game = swapping();
    assert!(
        game.legal_moves()
            .iter()
            .any(|m| m.kind == MoveKind::Swap && m.to == hole("n1"))
    );
    let events = play(&mut game, "m5", "n1");
    let path = vec![hole("m5"), hole("n1")];
    assert_eq!(
        events[0],
        Event::Moved {
            seat: seat(0),
            path,
            kind: MoveKind::Swap
        }
    );
    assert_eq!(
        events[1],
        Event::Finished {
            seat: seat(0),
            place: 1
        }
    );
    assert_eq!(game.marbles(seat(2)), holes("h5 m5"));
}

#[test]
fn a_swap_needs_a_full_target_and_a_seat_that_still_plays() {
    let refused = |game: &Game| {
        game.play(seat(0), hole("m5"), hole("n1"), None)
            .unwrap_err()
    };
    let mut open = swapping();
    open.position.marbles[seat(0)].remove(hole("q1"));
    assert_eq!(refused(&open), IllegalAct::Forbidden);
    let mut settled = swapping();
    settled.progress[seat(2)].standing = Standing::Finished { round: 1 };
    assert_eq!(refused(&settled), IllegalAct::Forbidden);
    let mut strict = swapping();
    strict.rules.blocked_target = BlockedTarget::Strict;
    assert_eq!(refused(&strict), IllegalAct::Illegal);
}

#[test]
fn a_swap_must_leave_the_displaced_marble_where_it_may_rest() {
    let mut game = swapping();
    // m4 lies in camp 4: foreign to seat 2 as well, and home to nobody who moves here.
    game.rules.rest_in_foreign_camp = Permission::Forbidden;
    game.position.marbles[seat(0)] = (game.marbles(seat(0)) - holes("m5")) | holes("m4");
    game.position.marbles[seat(4)] = holes("h8 m5");
    assert!(game.play(seat(0), hole("m4"), hole("n1"), None).is_err());
}

#[test]
fn all_who_still_play_can_agree_on_a_draw() {
    let (mut game, moves) = nearly_done(Preset::Qq.rules());
    step(&mut game, moves[0]);
    let events = game.agree_draw();
    let ended = Event::Ended {
        places: places(&[(0, 1), (2, 2), (4, 2)]),
        reason: EndReason::Draw,
        seed: None,
    };
    assert_eq!(commit(&mut game, events), [ended]);
    assert!(game.end_reason().is_some_and(EndReason::is_draw));
    assert_eq!(outcome(&game, 0).place, 1);
}

#[test]
fn the_end_of_round_300_is_a_draw() {
    let mut game = qq(2);
    game.round = ROUND_LIMIT;
    assert_eq!(play(&mut game, "d1", "e5").len(), 1);
    let events = play(&mut game, "n1", "m5");
    let ended = Event::Ended {
        places: places(&[(0, 1), (3, 1)]),
        reason: EndReason::RoundLimit,
        seed: None,
    };
    assert_eq!(events[1..], [ended]);
    assert_eq!(outcome(&game, 3).round, ROUND_LIMIT);
}

#[test]
fn a_finish_in_the_last_round_comes_before_the_limit() {
    let (mut game, moves) = nearly_done(Preset::Qq.rules());
    game.round = ROUND_LIMIT;
    step(&mut game, moves[0]);
    expire(&mut game);
    let events = step(&mut game, moves[2]);
    assert_eq!(
        events[1],
        Event::Finished {
            seat: seat(4),
            place: 2
        }
    );
    assert!(matches!(
        events[2],
        Event::Ended {
            reason: EndReason::Places,
            ..
        }
    ));
}

#[test]
fn the_round_of_a_finish_is_the_round_of_the_turn_that_brought_it() {
    let (mut game, moves) = nearly_done(Preset::Qq.rules());
    expire(&mut game);
    expire(&mut game);
    let events = step(&mut game, moves[2]);
    assert_eq!(
        (events[1].clone(), game.round()),
        (
            Event::Finished {
                seat: seat(4),
                place: 1
            },
            2
        )
    );
    step(&mut game, moves[0]);
    assert_eq!((outcome(&game, 4).round, outcome(&game, 0).round), (1, 2));
    assert_eq!(outcome(&game, 2).round, 2);
}
