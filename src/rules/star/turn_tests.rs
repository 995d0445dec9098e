use super::*;
use crate::rules::star::testing::{commit, expire, game, hole, holes, nearly_done, play, qq, seat};
use crate::rules::star::{Checkpoints, MoveKind, Preset, RuleSet, SetupError, board};

#[test]
fn turns_go_clockwise_from_the_seat_that_starts() {
    for start in board::seating(6) {
        let mut game = Game::new(Preset::Qq.rules(), board::seating(6), *start).unwrap();
        for step in 0..12 {
            assert_eq!(game.on_turn(), Some(seat((start.index() + step) % 6)));
            assert_eq!(usize::from(game.round()), 1 + step / 6);
            assert_eq!(game.ply(), 1 + u32::try_from(step).unwrap());
            expire(&mut game);
        }
    }
}

#[test]
fn seats_may_be_named_in_any_order_but_must_be_a_seating() {
    let new = |numbers: &[usize], first: usize| {
        let seats: Vec<_> = numbers.iter().map(|&n| seat(n)).collect();
        Game::new(Preset::Qq.rules(), &seats, seat(first))
    };
    assert_eq!(new(&[3, 0], 3).unwrap().seats(), [seat(0), seat(3)]);
    assert_eq!(new(&[5, 2, 3, 0], 5).unwrap().seats().len(), 4);
    assert_eq!(new(&[0, 1], 0).unwrap_err(), SetupError::Seats);
    assert_eq!(new(&[0, 0], 0).unwrap_err(), SetupError::Seats);
    assert_eq!(new(&[0, 3], 1).unwrap_err(), SetupError::Seats);
    assert_eq!(new(&[0], 0).unwrap_err(), SetupError::Players);
}

#[test]
fn a_move_is_one_event_and_ends_the_turn() {
    let mut game = qq(2);
    let events = play(&mut game, "c1", "e5");
    let path = vec![hole("c1"), hole("e5")];
    assert_eq!(
        events,
        [Event::Moved {
            seat: seat(0),
            path,
            kind: MoveKind::Move
        }]
    );
    assert_eq!(
        (game.on_turn(), game.turns(seat(0)), game.round()),
        (Some(seat(3)), 1, 1)
    );
    assert_eq!((game.away(seat(0)), game.in_camp(seat(0))), (1, 0));
}

#[test]
fn a_named_path_is_kept_and_a_wrong_one_refused() {
    let mut game = qq(2);
    game.position.marbles[seat(0)] = holes("i5 i6 h6");
    let straight = [hole("i5"), hole("i7")];
    let around = [hole("i5"), hole("g6"), hole("i7")];
    let play = |path: &[Hole]| game.play(seat(0), hole("i5"), hole("i7"), Some(path));
    assert!(play(&straight).is_ok());
    assert_eq!(play(&around), Err(IllegalAct::Illegal));
    assert_eq!(
        play(&[hole("i5"), hole("i6"), hole("i7")]),
        Err(IllegalAct::Illegal)
    );
    assert_eq!(play(&[hole("i5")]), Err(IllegalAct::Illegal));
    assert_eq!(play(&[]), Err(IllegalAct::Illegal));
    assert_eq!(
        play(&[hole("i5"), hole("i7"), hole("i5"), hole("i7")]).map(|e| e.len()),
        Ok(1)
    );
    let endless = straight.repeat(100);
    assert_eq!(play(&endless), Err(IllegalAct::Illegal));
}

#[test]
fn what_is_refused_is_refused_with_its_code() {
    let mut game = qq(2);
    let at = |name| hole(name);
    let refused = |game: &Game, n: usize, from, to| {
        game.play(seat(n), at(from), at(to), None)
            .unwrap_err()
            .code()
    };
    assert_eq!(refused(&game, 3, "n1", "m5"), "not_your_turn");
    assert_eq!(refused(&game, 1, "e10", "e9"), "not_your_turn");
    assert_eq!(refused(&game, 0, "n1", "m5"), "illegal");
    assert_eq!(refused(&game, 0, "e5", "e6"), "illegal");
    assert_eq!(refused(&game, 0, "a1", "b1"), "illegal");
    assert_eq!(refused(&game, 0, "d1", "f5"), "illegal");
    game.position.marbles[seat(0)].insert(at("e5"));
    assert_eq!(refused(&game, 0, "e5", "e4"), "forbidden");
    assert_eq!(game.pass(seat(0)), Err(IllegalAct::Forbidden));
    assert_eq!(game.pass(seat(3)), Err(IllegalAct::NotYourTurn));
    let over = game.agree_draw();
    commit(&mut game, over);
    assert_eq!(refused(&game, 0, "d1", "e6"), "over");
    assert_eq!(game.pass(seat(0)), Err(IllegalAct::Over));
    assert_eq!(
        game.put_out(seat(0), OutReason::Left),
        Err(IllegalAct::Over)
    );
    assert!(game.expire().is_empty() && game.agree_draw().is_empty());
    assert!(game.legal_moves().is_empty());
}

#[test]
fn passing_by_agreement_is_a_turn_and_an_own_act() {
    let mut game = game(
        RuleSet {
            passing: Passing::ByAgreement,
            ..Preset::Qq.rules()
        },
        2,
    );
    expire(&mut game);
    expire(&mut game);
    assert_eq!(game.timeouts(seat(0)), 1);
    let events = game.pass(seat(0)).unwrap();
    let why = PassReason::Voluntary;
    assert_eq!(
        commit(&mut game, events),
        [Event::Passed { seat: seat(0), why }]
    );
    assert_eq!(
        (game.timeouts(seat(0)), game.turns(seat(0)), game.round()),
        (0, 2, 2)
    );
}

#[test]
fn three_time_outs_in_a_row_put_a_seat_out() {
    let mut game = qq(3);
    for count in 1..=2 {
        assert_eq!(
            expire(&mut game),
            [Event::TurnExpired {
                seat: seat(0),
                count
            }]
        );
        play(
            &mut game,
            if count == 1 { "m10" } else { "m9" },
            if count == 1 { "m9" } else { "m8" },
        );
        play(
            &mut game,
            if count == 1 { "m4" } else { "m5" },
            if count == 1 { "m5" } else { "m6" },
        );
    }
    let out = Event::Out {
        seat: seat(0),
        why: OutReason::TimedOut,
        cause: None,
    };
    assert_eq!(
        expire(&mut game),
        [
            Event::TurnExpired {
                seat: seat(0),
                count: 3
            },
            out
        ]
    );
    assert_eq!(game.out(seat(0)), Some(OutReason::TimedOut));
    assert_eq!(
        (game.place(seat(0)), game.on_turn()),
        (Some(3), Some(seat(2)))
    );
    assert!(game.marbles(seat(0)).is_empty());
}

#[test]
fn only_an_own_act_resets_the_time_outs() {
    let mut game = qq(2);
    expire(&mut game);
    play(&mut game, "n1", "m5");
    expire(&mut game);
    assert_eq!(game.timeouts(seat(0)), 2);
    play(&mut game, "m5", "l4");
    play(&mut game, "d1", "e5");
    assert_eq!((game.timeouts(seat(0)), game.turns(seat(0))), (0, 3));
}

/// Seat 3 has one marble, in the tip of the board, walled in by road workers.
fn walled_in(no_legal_move: NoLegalMove, players: usize) -> Game {
    let mut game = game(
        RuleSet {
            no_legal_move,
            ..Preset::Qq.rules()
        },
        players,
    );
    game.position.marbles[seat(3)] = holes("q1");
    game.position.road_workers = holes("p1 p2 o1 o2 o3");
    game
}

#[test]
fn without_a_legal_move_the_turn_passes_by_itself() {
    let mut game = walled_in(NoLegalMove::Pass, 2);
    game.progress[seat(3)].timeouts = 2;
    let events = play(&mut game, "d1", "e5");
    let why = PassReason::Blocked;
    assert_eq!(events[1..], [Event::Passed { seat: seat(3), why }]);
    assert_eq!(
        (game.on_turn(), game.turns(seat(3)), game.round()),
        (Some(seat(0)), 1, 2)
    );
    assert_eq!(game.timeouts(seat(3)), 2, "an automatic pass is no own act");
}

#[test]
fn without_a_legal_move_a_seat_may_forfeit() {
    let mut game = walled_in(NoLegalMove::Forfeit, 2);
    let events = play(&mut game, "d1", "e5");
    let cause = Some(OutCause::Blocked);
    assert_eq!(
        events[1],
        Event::Out {
            seat: seat(3),
            why: OutReason::Resigned,
            cause
        }
    );
    assert!(matches!(events[2], Event::Ended { .. }) && events.len() == 3);
    assert_eq!(game.place(seat(0)), Some(1));
}

#[test]
fn games_in_which_nobody_can_move_still_end() {
    let mut game = walled_in(NoLegalMove::Pass, 2);
    game.rules.checkpoints = Checkpoints::default();
    game.position.marbles[seat(0)] = holes("a1 d1");
    game.position.road_workers |= holes("b1 b2 c1 c2 c3 d2 d3 e5 f4");
    game.position.road_workers |= holes("e6 g4 f6");
    game.position.marbles[seat(0)].insert(hole("i5"));
    let events = play(&mut game, "i5", "i6");
    assert_eq!(events.len(), 2);
    game.position.marbles[seat(0)].remove(hole("i6"));
    let events = expire(&mut game);
    assert!(matches!(
        events.last(),
        Some(Event::Ended {
            reason: EndReason::RoundLimit,
            ..
        })
    ));
    assert!(events.len() > 590);
}

#[test]
fn the_first_in_a_target_loses_its_next_turn_once_a_game() {
    let (mut game, moves) = nearly_done(RuleSet {
        first_in_skips: true,
        ..Preset::Qq.rules()
    });
    // Seat 0 has two marbles outside, so that coming in does not finish.
    game.position.marbles[seat(0)].remove(hole("q1"));
    game.position.marbles[seat(0)].insert(hole("i5"));
    let [(_, from, to), (second, ..), _] = moves;
    let events = game.play(seat(0), from, to, None).unwrap();
    commit(&mut game, events);
    assert_eq!(game.on_turn(), Some(second));
    game.position.marbles[second].remove(hole("e1"));
    game.position.marbles[second].insert(hole("h5"));
    assert_eq!(play(&mut game, "e5", "e4").len(), 1);
    let events = expire(&mut game);
    assert_eq!(events[1..], [Event::TurnSkipped { seat: seat(0) }]);
    assert_eq!((game.turns(seat(0)), game.on_turn()), (2, Some(second)));
    expire(&mut game);
    assert_eq!(
        expire(&mut game).len(),
        1,
        "the second seat in pays nothing"
    );
    assert_eq!(game.on_turn(), Some(seat(0)));
}

#[test]
fn resigning_and_leaving_are_possible_off_turn() {
    let mut game = qq(3);
    for (n, why, place) in [(2, OutReason::Left, 3), (4, OutReason::Resigned, 2)] {
        let events = game.put_out(seat(n), why).unwrap();
        assert_eq!(
            events[0],
            Event::Out {
                seat: seat(n),
                why,
                cause: None
            }
        );
        commit(&mut game, events);
        assert_eq!(
            (game.place(seat(n)), game.out(seat(n))),
            (Some(place), Some(why))
        );
        assert!(game.marbles(seat(n)).is_empty());
    }
    assert!(game.is_over());
    assert_eq!(game.place(seat(0)), Some(1));
}

#[test]
fn going_out_on_turn_passes_the_turn_without_having_been_one() {
    let mut game = qq(3);
    let events = game.put_out(seat(0), OutReason::Resigned).unwrap();
    commit(&mut game, events);
    assert_eq!(
        (game.on_turn(), game.ply(), game.round()),
        (Some(seat(2)), 1, 1)
    );
    assert_eq!(game.turns(seat(0)), 0);
}

#[test]
fn when_the_starting_seat_is_out_the_next_one_begins_the_rounds() {
    let mut game = Game::new(Preset::Qq.rules(), board::seating(3), seat(2)).unwrap();
    expire(&mut game);
    let events = game.put_out(seat(2), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(4)), 1));
    expire(&mut game);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(0)), 1));
    expire(&mut game);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(4)), 2));
}

#[test]
fn the_last_seat_of_a_round_ends_it_by_going_out() {
    let mut game = qq(3);
    expire(&mut game);
    expire(&mut game);
    let events = game.put_out(seat(4), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(0)), 2));
}

#[test]
fn a_seat_that_is_finished_or_out_may_leave_at_no_cost() {
    let (mut game, [(first, from, to), ..]) = nearly_done(Preset::Qq.rules());
    let events = game.play(first, from, to, None).unwrap();
    commit(&mut game, events);
    assert_eq!(game.put_out(first, OutReason::Left), Ok(vec![]));
    assert_eq!(
        game.put_out(first, OutReason::Resigned),
        Err(IllegalAct::Forbidden)
    );
    assert_eq!(
        game.put_out(seat(1), OutReason::Left),
        Err(IllegalAct::Forbidden)
    );
    assert_eq!(
        game.put_out(seat(2), OutReason::Stalled),
        Err(IllegalAct::Forbidden)
    );
    assert_eq!(
        game.put_out(seat(2), OutReason::TimedOut),
        Err(IllegalAct::Forbidden)
    );
}
