//! The power marble.

use crate::rules::OutReason;
use crate::rules::star::event::PassReason;
use crate::rules::star::rule_set::Permission;
use crate::rules::star::testing::{
    blocked, commit, expire, finished, hole, holes, item_game, items, nearly_done, play, power,
    put, refused, roadblock, seat, swap, targets, to_of, use_item, wings,
};
use crate::rules::star::{Army, Event, Game, Hand, IllegalAct, Item, Preset, RuleSet, board};

/// Seat 0 has one free marble, on i5, under a power marble.
fn powered() -> Game {
    let mut game = items(2);
    put(&mut game, 0, "i5 a1 b1");
    put(&mut game, 3, "q1 p1");
    use_item(&mut game, power("i5"));
    game
}

#[test]
fn a_power_marble_acts_twice_and_no_other_marble_does() {
    let mut game = powered();
    assert!(game.legal_moves().iter().all(|m| m.from == hole("i5")));
    let other = game.play(seat(0), hole("b1"), hole("c1"), None);
    assert_eq!(other, Err(IllegalAct::Forbidden));
    play(&mut game, "i5", "i6");
    assert_eq!((game.on_turn(), game.ply()), (Some(seat(0)), 3));
    assert_eq!(
        game.power().map(|power| (power.marble, power.acted)),
        Some((hole("i6"), true))
    );
    assert!(game.legal_moves().iter().all(|m| m.from == hole("i6")));
    play(&mut game, "i6", "i7");
    assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(3)), 1));
    assert_eq!((game.power(), game.ply()), (None, 4));
}

#[test]
fn a_power_marble_may_not_end_where_it_began() {
    let mut game = powered();
    play(&mut game, "i5", "i6");
    assert!(game.legal_moves().iter().all(|m| m.to != hole("i5")));
    let back = game.play(seat(0), hole("i6"), hole("i5"), None);
    assert_eq!(back, Err(IllegalAct::Forbidden));
    assert_eq!(refused(&game, wings("i6", "i5")), Some(IllegalAct::Illegal));
    assert!(!to_of(&targets(&game).wings, "i6").contains(hole("i5")));
}

#[test]
fn the_second_act_may_be_declined_and_the_first_may_not() {
    let mut game = powered();
    assert_eq!(game.pass(seat(0)), Err(IllegalAct::Forbidden));
    assert!(!game.may_pass());
    play(&mut game, "i5", "i6");
    assert!(game.may_pass());
    let events = game.pass(seat(0)).unwrap();
    let declined = Event::Passed {
        seat: seat(0),
        why: PassReason::Declined,
    };
    assert_eq!(events, [declined]);
    commit(&mut game, events);
    assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(3)), 1));
}

#[test]
fn one_act_of_the_power_marble_may_be_wings_or_a_swap_of_that_marble() {
    for first in [true, false] {
        let mut game = powered();
        if !first {
            play(&mut game, "i5", "i6");
        }
        let at = if first { "i5" } else { "i6" };
        let found = targets(&game);
        assert!(found.wings.iter().all(|reach| reach.from == hole(at)));
        assert!(found.roadblock.is_empty() && found.tornado.is_empty());
        assert_eq!(refused(&game, wings("b1", "e6")), Some(IllegalAct::Illegal));
        assert_eq!(refused(&game, roadblock("h5")), Some(IllegalAct::Forbidden));
        use_item(&mut game, wings(at, "i9"));
        if first {
            assert_eq!(game.on_turn(), Some(seat(0)));
            assert!(targets(&game).is_empty(), "one further item");
            play(&mut game, "i9", "i8");
        }
        assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(3)), 1));
        assert!(game.hand(seat(0)).contains(Item::Swap));
    }
}

#[test]
fn a_power_marble_that_swapped_may_not_swap_back() {
    let mut game = items(2);
    put(&mut game, 0, "h5 a1");
    put(&mut game, 3, "i5 q1");
    use_item(&mut game, power("h5"));
    use_item(&mut game, swap("h5", "i5"));
    assert_eq!(game.power().unwrap().marble, hole("i5"));
    assert!(game.legal_moves().iter().all(|m| m.to != hole("h5")));
    assert_eq!(game.marbles(seat(3)), holes("h5 q1"));
}

#[test]
fn every_restriction_holds_after_each_act() {
    // m5 lies before the target, n1 in it, m4 in a foreign camp.
    let mut game = items(2);
    game.rules.leave_target = Permission::Forbidden;
    put(&mut game, 0, "m5 a1");
    put(&mut game, 3, "k1 k2");
    use_item(&mut game, power("m5"));
    assert!(game.legal_moves().iter().all(|m| m.to != hole("m4")));
    play(&mut game, "m5", "n1");
    let target = board::target(Army::Ten, seat(0));
    assert!(game.legal_moves().iter().all(|m| target.contains(m.to)));
    assert!(to_of(&targets(&game).wings, "n1").is_subset(target));
}

#[test]
fn a_finish_after_the_first_act_ends_the_turn() {
    let mut game = items(3);
    let (done, _) = nearly_done(Preset::Qq.rules());
    game.position = done.position;
    use_item(&mut game, power("m5"));
    let events = play(&mut game, "m5", "n1");
    assert_eq!(events[1..], [finished(0, 1)]);
    assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(2)), 1));
    assert_eq!(game.power(), None);
    assert_eq!(game.marbles(seat(0)), board::target(Army::Ten, seat(0)));
}

#[test]
fn a_finish_of_another_seat_after_the_first_act_ends_the_turn_too() {
    // Seat 0 stands on the last hole of seat 2's target and gives it away by a swap.
    let mut game = items(3);
    let target = board::target(Army::Ten, seat(2));
    put(&mut game, 0, "e4 a1");
    game.position.marbles[seat(2)] = (target - holes("e4")) | holes("e5");
    use_item(&mut game, power("e4"));
    let events = use_item(&mut game, swap("e4", "e5"));
    assert_eq!(events[1..], [finished(2, 1)]);
    assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(4)), 1));
    assert!(game.is_playing(seat(0)));
}

#[test]
fn a_second_act_that_is_not_possible_is_passed() {
    let mut game = powered();
    game.hands[seat(0)] = Hand::EMPTY;
    game.position.roadblocks = holes("h6 h7 i7 j6 j7");
    let events = play(&mut game, "i5", "i6");
    assert_eq!(events[1..], [blocked(0)]);
    assert_eq!(game.on_turn(), Some(seat(3)));
}

#[test]
fn a_turn_that_runs_out_between_the_acts_counts_as_expired() {
    let mut game = powered();
    play(&mut game, "i5", "i6");
    expire(&mut game);
    assert_eq!((game.timeouts(seat(0)), game.turns(seat(0))), (1, 1));
    assert_eq!((game.power(), game.on_turn()), (None, Some(seat(3))));
}

#[test]
fn going_out_between_the_acts_leaves_nothing_behind() {
    let mut game = items(3);
    use_item(&mut game, power("d1"));
    play(&mut game, "d1", "e5");
    let events = game.put_out(seat(0), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert_eq!((game.on_turn(), game.power()), (Some(seat(2)), None));
    assert!(targets(&game).uses().len() > 50);
}

#[test]
fn a_marble_that_cannot_act_is_no_power_marble() {
    let game = items(2);
    let mut stuck = game.clone();
    stuck.hands[seat(0)] = [Item::PowerMarble].into_iter().collect();
    assert_eq!(targets(&stuck).power_marble, holes("c1 c2 c3 d1 d2 d3 d4"));
    assert_eq!(refused(&stuck, power("a1")), Some(IllegalAct::Illegal));
    assert_eq!(
        targets(&game).power_marble,
        holes("a1 b1 b2 c1 c2 c3 d1 d2 d3 d4")
    );
}

#[test]
fn the_first_in_a_target_by_a_power_marble_still_has_its_second_act() {
    let rules = RuleSet {
        first_in_skips: true,
        ..Preset::Qq.rules()
    };
    let mut game = item_game(rules, 2);
    put(&mut game, 0, "m5 a1");
    put(&mut game, 3, "k1 k2");
    use_item(&mut game, power("m5"));
    let events = play(&mut game, "m5", "n1");
    assert_eq!((events.len(), game.on_turn()), (1, Some(seat(0))));
    play(&mut game, "n1", "o1");
    let events = expire(&mut game);
    assert_eq!(events[1..], [Event::TurnSkipped { seat: seat(0) }]);
}
