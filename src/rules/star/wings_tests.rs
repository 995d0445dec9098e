//! Wings and swap: what they reach, and what comes of a marble that was moved by an item.

use crate::rules::OutReason;
use crate::rules::star::testing::{
    expire, finished, hole, holes, item_game, items, nearly_done, play, put, refused, road_worker,
    seat, swap, targets, to_of, use_item, wings,
};
use crate::rules::star::{
    Army, EndRule, Event, Extras, Game, Hole, HoleSet, IllegalAct, Permission, Preset, RuleSet,
    board,
};

#[test]
fn wings_carry_to_any_empty_hole_within_four_that_is_no_foreign_camp() {
    for rest in [Permission::Allowed, Permission::Forbidden] {
        let mut game = items(2);
        game.rules.rest_in_foreign_camp = rest;
        put(&mut game, 0, "j2 i5");
        put(&mut game, 3, "k3 q1");
        use_item(&mut game, road_worker("j4"));
        play(&mut game, "i5", "i6");
        expire(&mut game);
        let expected: HoleSet = Hole::ALL
            .into_iter()
            .filter(|&to| hole("j2").distance(to) <= 4)
            .filter(|&to| !board::foreign_camps(seat(0)).contains(to))
            .filter(|&to| !holes("j2 i6 k3 j4").contains(to))
            .collect();
        assert_eq!(to_of(&targets(&game).wings, "j2"), expected);
        assert_eq!(refused(&game, wings("j2", "l1")), Some(IllegalAct::Illegal));
        assert_eq!(refused(&game, wings("j3", "j5")), Some(IllegalAct::Illegal));
    }
}

#[test]
fn a_swap_reaches_any_marble_of_another_seat_within_four() {
    let mut game = items(3);
    put(&mut game, 0, "i5 i6");
    put(&mut game, 2, "e5 i9 q1");
    put(&mut game, 4, "i4");
    assert_eq!(to_of(&targets(&game).swap, "i5"), holes("e5 i9 i4"));
    assert_eq!(refused(&game, swap("i5", "i6")), Some(IllegalAct::Illegal));
    assert_eq!(refused(&game, swap("i5", "q1")), Some(IllegalAct::Illegal));
}

#[test]
fn after_a_swap_neither_marble_may_rest_in_a_camp_foreign_to_it() {
    // m4 lies in camp 4: the home of seat 4 and the target of seat 1.
    let mut game = item_game(Preset::Qq.rules(), 6);
    game.rules.rest_in_foreign_camp = Permission::Allowed;
    put(&mut game, 0, "m5 i5");
    put(&mut game, 1, "m4");
    put(&mut game, 3, "i1");
    put(&mut game, 4, "m3");
    assert_eq!(
        refused(&game, swap("m5", "m4")),
        Some(IllegalAct::Illegal),
        "the own marble"
    );
    // The other way about: seat 4's marble would come to m5, but from its own home that is free.
    game.on_turn = Some(seat(1));
    assert_eq!(
        refused(&game, swap("m4", "m5")),
        Some(IllegalAct::Illegal),
        "the victim's"
    );
    game.on_turn = Some(seat(1));
    assert_eq!(
        refused(&game, swap("m4", "m3")),
        None,
        "both may stand there"
    );
}

#[test]
fn a_swap_that_takes_a_marble_out_of_its_target_is_illegal_where_it_may_not_leave() {
    for (leave, legal) in [(Permission::Allowed, true), (Permission::Forbidden, false)] {
        let mut game = items(2);
        game.rules.leave_target = leave;
        // d1 lies in seat 0's home, which is seat 3's target.
        put(&mut game, 0, "e5 i5");
        put(&mut game, 3, "d1 n1");
        let found = to_of(&targets(&game).swap, "e5").contains(hole("d1"));
        assert_eq!(found, legal, "the victim's");
        game.on_turn = Some(seat(3));
        let found = to_of(&targets(&game).swap, "d1").contains(hole("e5"));
        assert_eq!(found, legal, "the user's");
        let found = to_of(&targets(&game).wings, "d1").contains(hole("e6"));
        assert_eq!(found, legal, "by wings");
    }
}

#[test]
fn home_stays_closed_to_items_once_the_last_checkpoint_has_passed() {
    for turns in [29, 30] {
        let mut game = items(2);
        put(&mut game, 0, "e5 i5");
        put(&mut game, 3, "d1 m5");
        game.progress[seat(0)].turns = turns;
        game.progress[seat(3)].turns = turns;
        let open = turns < 30;
        assert_eq!(
            to_of(&targets(&game).swap, "e5").contains(hole("d1")),
            open,
            "the user's"
        );
        assert_eq!(
            to_of(&targets(&game).wings, "e5").contains(hole("d2")),
            open,
            "by wings"
        );
        game.on_turn = Some(seat(3));
        assert_eq!(
            to_of(&targets(&game).swap, "d1").contains(hole("e5")),
            open,
            "the victim's"
        );
    }
}

#[test]
fn no_item_moves_a_finished_seats_marbles() {
    let mut game = items(3);
    let (done, moves) = nearly_done(Preset::Qq.rules());
    game.position = done.position;
    play(&mut game, "m5", "n1");
    assert!(game.is_finished(moves[0].0));
    game.on_turn = Some(seat(2));
    put(&mut game, 2, "m5 i5");
    put(&mut game, 4, "i6");
    assert_eq!(to_of(&targets(&game).swap, "m5"), HoleSet::EMPTY);
    assert_eq!(to_of(&targets(&game).swap, "i5"), holes("i6"));
}

#[test]
fn a_swap_can_fill_somebody_elses_target() {
    let mut game = items(3);
    let target = board::target(Army::Ten, seat(2));
    put(&mut game, 0, "e4 a1");
    game.position.marbles[seat(2)] = (target - holes("e4")) | holes("e5");
    let events = use_item(&mut game, swap("e4", "e5"));
    assert_eq!(events[1..], [finished(2, 1)]);
    assert!(game.is_finished(seat(2)) && game.is_playing(seat(0)) && game.is_playing(seat(4)));
    assert_eq!(
        game.on_turn(),
        Some(seat(4)),
        "a finished seat takes no more turns"
    );
}

/// A swap by `mover` on the corner of two targets that fills both of them.
fn two_at_once(end: EndRule, mover: usize) -> (Game, Vec<Event>) {
    let rules = RuleSet {
        end,
        ..Preset::Qq.rules()
    };
    let mut game = item_game(rules, 6);
    let target = |n: usize| board::target(Army::Ten, seat(n));
    for (n, name) in [(2, "i1"), (3, "i2"), (4, "i3"), (5, "i4")] {
        put(&mut game, n, name);
    }
    game.position.marbles[seat(0)] = (target(0) - holes("n1")) | holes("m4");
    game.position.marbles[seat(1)] = (target(1) - holes("m4")) | holes("n1");
    game.on_turn = Some(seat(mover));
    let what = if mover == 0 {
        swap("m4", "n1")
    } else {
        swap("n1", "m4")
    };
    let events = use_item(&mut game, what);
    (game, events)
}

#[test]
fn of_two_that_finish_by_one_act_the_mover_is_first() {
    for (mover, other) in [(0, 1), (1, 0)] {
        let (game, events) = two_at_once(EndRule::PlayOn, mover);
        assert_eq!(events[1..], [finished(mover, 1), finished(other, 2)]);
        assert_eq!((game.on_turn(), game.is_over()), (Some(seat(2)), false));
        let (game, events) = two_at_once(EndRule::FirstWinner, mover);
        assert_eq!(events[1..3], [finished(mover, 1), finished(other, 2)]);
        assert_eq!((game.place(seat(5)), game.is_over()), (Some(3), true));
    }
}

#[test]
fn by_turns_two_that_finish_by_one_act_share_the_place() {
    let seats = board::seating(6);
    let extras = Extras {
        items: true,
        teams: false,
    };
    let mut game = Game::with(Preset::Turns.rules(), seats, seat(0), extras).unwrap();
    let target = |n: usize| board::target(Army::Ten, seat(n));
    game.position.marbles[seat(0)] = (target(0) - holes("n1")) | holes("m4");
    game.position.marbles[seat(1)] = (target(1) - holes("m4")) | holes("n1");
    for (n, name) in [(2, "i1"), (3, "i2"), (4, "i3"), (5, "i4")] {
        put(&mut game, n, name);
    }
    let events = use_item(&mut game, swap("m4", "n1"));
    assert_eq!(events[1..], [finished(0, 1), finished(1, 1)]);
}

#[test]
fn the_stall_rule_counts_what_items_took_away() {
    // Four marbles are away; wings take out the fifth on turn 20, which the checkpoint asks for.
    for (act, falls) in [(Some(wings("d1", "e5")), false), (None, true)] {
        let mut game = items(2);
        put(&mut game, 0, "a1 b1 b2 c1 c2 d1 i1 i2 i3 i4");
        game.progress[seat(0)].turns = 19;
        match act {
            Some(what) => use_item(&mut game, what),
            None => play(&mut game, "i4", "i5"),
        };
        let out = game.out(seat(0));
        assert_eq!(out, falls.then_some(OutReason::Stalled));
    }
    // And what an item of somebody else brought home is at home.
    let mut game = items(2);
    put(&mut game, 0, "a1 b1 b2 c1 c2 e5 i1 i2 i3 i4");
    put(&mut game, 3, "d1 q1");
    game.on_turn = Some(seat(3));
    game.progress[seat(0)].turns = 19;
    use_item(&mut game, swap("d1", "e5"));
    play(&mut game, "i4", "i5");
    assert_eq!(game.out(seat(0)), Some(OutReason::Stalled));
}

#[test]
fn bringing_a_marble_in_by_an_item_is_no_own_move() {
    let rules = RuleSet {
        first_in_skips: true,
        ..Preset::Qq.rules()
    };
    let mut game = item_game(rules, 2);
    put(&mut game, 0, "m5 i5");
    put(&mut game, 3, "k1 k2");
    use_item(&mut game, wings("m5", "n1"));
    assert_eq!(expire(&mut game).len(), 1, "the next turn is not skipped");
}
