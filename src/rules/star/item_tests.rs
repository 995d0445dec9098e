use super::*;
use crate::rules::OutReason;
use crate::rules::star::event::PassReason;
use crate::rules::star::rule_set::{BlockedTarget, EndRule, NoLegalMove, Permission};
use crate::rules::star::testing::{
    blocked, commit, expire, finished, game, hole, holes, item_game, nearly_done, play, power, put,
    refused, road_worker, roadblock, seat, swap, targets, to_of, tornado, use_item, wings,
};
use crate::rules::star::{Army, Extras, Hand, Hop, MoveKind, Preset, RuleSet, THING_TURNS, board};

fn items(players: usize) -> Game {
    item_game(Preset::Qq.rules(), players)
}

// Hands and turns.

#[test]
fn every_seat_starts_with_one_of_each_and_only_where_items_are_on() {
    let on = items(3);
    assert!(on.seats().iter().all(|&seat| on.hand(seat) == Hand::FULL));
    assert_eq!(on.hand(seat(1)), Hand::EMPTY, "nobody sits there");
    let off = game(Preset::Qq.rules(), 3);
    assert!(off.hand(seat(0)).is_empty());
    assert_eq!(off.item_targets(), None);
    assert_eq!(refused(&off, roadblock("f5")), Some(IllegalAct::Forbidden));
}

#[test]
fn there_is_one_item_a_turn_and_each_only_once() {
    let mut game = items(2);
    use_item(&mut game, roadblock("f5"));
    assert_eq!(
        refused(&game, road_worker("f6")),
        Some(IllegalAct::Forbidden)
    );
    assert_eq!(
        refused(&game, wings("d1", "e6")),
        Some(IllegalAct::Forbidden)
    );
    assert!(targets(&game).is_empty());
    play(&mut game, "d4", "e9");
    expire(&mut game);
    assert_eq!(refused(&game, roadblock("g5")), Some(IllegalAct::Forbidden));
    assert!(targets(&game).roadblock.is_empty());
    use_item(&mut game, road_worker("f6"));
    assert_eq!(game.item_in_turn(), Some(Item::RoadWorker));
}

#[test]
fn placing_items_come_before_the_move_and_wings_and_swap_in_its_place() {
    let mut game = items(2);
    let events = use_item(&mut game, roadblock("f5"));
    assert_eq!((events.len(), game.on_turn()), (1, Some(seat(0))));
    assert_eq!((game.ply(), game.turns(seat(0))), (2, 0));
    play(&mut game, "d4", "e9");
    assert_eq!((game.ply(), game.on_turn()), (3, Some(seat(3))));
    let events = use_item(&mut game, wings("n1", "m5"));
    let moved = vec![Shift {
        seat: seat(3),
        from: hole("n1"),
        to: hole("m5"),
    }];
    let used = Event::ItemUsed {
        seat: seat(3),
        what: wings("n1", "m5"),
        result: moved,
    };
    assert_eq!(events, [used]);
    assert_eq!((game.ply(), game.on_turn()), (4, Some(seat(0))));
    assert_eq!(game.turns(seat(3)), 1);
    put(&mut game, 3, "i5 n2");
    put(&mut game, 0, "h5 d1");
    use_item(&mut game, swap("h5", "i5"));
    assert_eq!(game.marbles(seat(0)), holes("i5 d1"));
    assert_eq!(game.marbles(seat(3)), holes("h5 n2"));
    assert_eq!(game.on_turn(), Some(seat(3)));
}

#[test]
fn items_are_used_in_ones_own_turn_only() {
    let game = items(2);
    let early = game.use_item(seat(3), &road_worker("m5"), &[]);
    assert_eq!(early, Err(IllegalAct::NotYourTurn));
}

#[test]
fn an_item_is_an_own_act() {
    let mut game = items(2);
    game.progress[seat(0)].timeouts = 2;
    use_item(&mut game, roadblock("f5"));
    assert_eq!(game.timeouts(seat(0)), 0);
}

#[test]
fn a_turn_that_runs_out_after_a_placing_item_counts_as_expired_and_the_item_stays() {
    let mut game = items(2);
    use_item(&mut game, roadblock("f5"));
    let events = expire(&mut game);
    let expired = Event::TurnExpired {
        seat: seat(0),
        count: 1,
    };
    assert_eq!(events, [expired]);
    assert!(game.position.roadblocks.contains(hole("f5")));
    assert!(!game.hand(seat(0)).contains(Item::Roadblock));
    assert_eq!((game.turns(seat(0)), game.timeouts(seat(0))), (1, 1));
}

// Roadblocks and road workers.

#[test]
fn roadblocks_and_road_workers_go_on_empty_holes_outside_all_camps_near_own_marbles() {
    let mut game = items(2);
    put(&mut game, 3, "g4 n1");
    let own = game.marbles(seat(0));
    let expected: HoleSet = Hole::ALL
        .into_iter()
        .filter(|&to| (0..6).all(|n| !board::camp(seat(n)).contains(to)))
        .filter(|&to| own.iter().any(|from| from.distance(to) <= 3) && to != hole("g4"))
        .collect();
    let found = targets(&game);
    assert_eq!((found.roadblock, found.road_worker), (expected, expected));
    for to in Hole::ALL {
        let answer = refused(&game, ItemUse::Roadblock { hole: to });
        assert_eq!(answer.is_none(), expected.contains(to), "{to}");
    }
    assert_eq!(refused(&game, roadblock("g4")), Some(IllegalAct::Illegal));
}

#[test]
fn nothing_stands_on_a_roadblock_or_hops_over_or_crosses_it() {
    let long = RuleSet {
        hop: Hop::Long,
        ..Preset::Qq.rules()
    };
    let mut game = item_game(long, 2);
    put(&mut game, 0, "e5 a1");
    put(&mut game, 3, "g5 q1");
    let reaches = |game: &Game, to: &str| {
        let legal = game.legal_moves();
        legal
            .iter()
            .any(|m| m.from == hole("e5") && m.to == hole(to))
    };
    assert!(reaches(&game, "i5") && reaches(&game, "f5"));
    use_item(&mut game, roadblock("f5"));
    assert!(!reaches(&game, "i5"), "crossed");
    assert!(!reaches(&game, "f5"), "stood on");
    put(&mut game, 3, "q1");
    assert!(!reaches(&game, "g5"), "hopped over");
}

#[test]
fn a_road_worker_is_hopped_over_and_never_moved_or_swapped() {
    let mut game = items(2);
    put(&mut game, 0, "e5 a1");
    put(&mut game, 3, "q1");
    use_item(&mut game, road_worker("f5"));
    let legal = game.legal_moves();
    assert!(
        legal
            .iter()
            .any(|m| m.from == hole("e5") && m.to == hole("g5"))
    );
    assert!(
        legal
            .iter()
            .all(|m| m.from != hole("f5") && m.to != hole("f5"))
    );
    expire(&mut game);
    expire(&mut game);
    assert_eq!(refused(&game, swap("e5", "f5")), Some(IllegalAct::Illegal));
    assert_eq!(refused(&game, wings("e5", "f5")), Some(IllegalAct::Illegal));
}

#[test]
fn a_thing_vanishes_when_the_third_turn_of_its_seat_begins() {
    let mut game = items(2);
    use_item(&mut game, roadblock("f5"));
    let thing = game.things()[0];
    assert_eq!((thing.seat, thing.left), (seat(0), THING_TURNS));
    for left in [2, 1] {
        expire(&mut game);
        assert_eq!(expire(&mut game).len(), 1);
        assert_eq!(game.things()[0].left, left);
        game.progress[seat(0)].timeouts = 0;
        game.progress[seat(3)].timeouts = 0;
    }
    assert_eq!(expire(&mut game).len(), 1, "it lasts through the turn");
    let gone = Event::ItemExpired {
        seat: seat(0),
        item: Item::Roadblock,
        hole: hole("f5"),
    };
    assert_eq!(expire(&mut game)[1..], [gone]);
    assert!(game.things().is_empty() && game.position.roadblocks.is_empty());
    assert_eq!((game.on_turn(), game.turns(seat(0))), (Some(seat(0)), 3));
}

#[test]
fn things_of_a_seat_out_vanish_at_the_same_count_of_rounds() {
    // The same three rounds, with seat 2 in the game and without.
    let life = |leaves: bool| {
        let mut game = items(3);
        play(&mut game, "d4", "e9");
        game.on_turn = Some(seat(2));
        let hole = targets(&game).road_worker.first().unwrap();
        use_item(&mut game, ItemUse::RoadWorker { hole });
        let before = game.round();
        if leaves {
            let events = game.put_out(seat(2), OutReason::Left).unwrap();
            commit(&mut game, events);
        }
        while !game.things().is_empty() {
            for n in [0, 2, 4] {
                game.progress[seat(n)].timeouts = 0;
            }
            expire(&mut game);
        }
        (game.round() - before, game.turns(seat(0)))
    };
    assert_eq!(life(false), (3, 4));
    assert_eq!(life(true), (3, 4));
}

#[test]
fn a_seat_without_a_move_but_with_a_usable_item_stays_on_turn() {
    let mut game = items(2);
    put(&mut game, 3, "q1");
    game.position.road_workers = holes("p1 p2 o1 o2 o3");
    play(&mut game, "d1", "e5");
    assert_eq!(game.on_turn(), Some(seat(3)));
    assert!(game.legal_moves().is_empty() && !targets(&game).wings.is_empty());
    assert!(
        targets(&game).power_marble.contains(hole("q1")),
        "it can fly"
    );
    use_item(&mut game, wings("q1", "n2"));
    assert_eq!(game.on_turn(), Some(seat(0)));
}

#[test]
fn without_a_move_or_a_usable_item_the_rule_set_decides() {
    let mut walled = items(2);
    put(&mut walled, 3, "q1");
    walled.position.road_workers = holes("p1 p2 o1 o2 o3");
    walled.hands[seat(3)] = [Item::PowerMarble].into_iter().collect();
    let events = walled.play(seat(0), hole("d1"), hole("e5"), None).unwrap();
    assert_eq!(events[1], blocked(3), "nothing that it could be used on");
    walled.rules.no_legal_move = NoLegalMove::Forfeit;
    let events = walled.play(seat(0), hole("d1"), hole("e5"), None).unwrap();
    assert!(matches!(events[1], Event::Out { .. }));
}

#[test]
fn where_an_item_leaves_no_legal_move_the_turn_passes() {
    for no_legal_move in [NoLegalMove::Pass, NoLegalMove::Forfeit] {
        let rules = RuleSet {
            no_legal_move,
            ..Preset::Qq.rules()
        };
        let mut game = item_game(rules, 2);
        put(&mut game, 0, "e5");
        put(&mut game, 3, "q1 p1");
        // One way is left for the marble on e5, and a roadblock closes it.
        game.position.roadblocks = holes("d1 e4 e6 f4");
        game.hands[seat(0)] = Hand::FULL;
        assert_eq!(game.legal_moves().len(), 1);
        let events = use_item(&mut game, roadblock("f5"));
        assert_eq!(events[1..], [blocked(0)]);
        assert_eq!(game.on_turn(), Some(seat(3)));
    }
}

// Wings and swap.

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

// The tornado.

/// What a tornado does with the given arrangement.
fn blow(game: &Game, middle: &str, deal: &str) -> Result<Vec<Event>, IllegalAct> {
    let deal: Vec<Hole> = deal.split(' ').map(hole).collect();
    game.use_item(game.on_turn().unwrap(), &tornado(middle), &deal)
}

#[test]
fn a_tornado_deals_all_marbles_of_its_seven_holes_anew() {
    let mut game = items(3);
    put(&mut game, 0, "i5 h5 a1");
    put(&mut game, 2, "i6");
    put(&mut game, 4, "q1");
    let ground = game.tornado_ground(hole("i5")).unwrap();
    assert_eq!(ground.marbles, ["h5", "i5", "i6"].map(hole));
    let seven: HoleSet = ground.holes.iter().copied().collect();
    assert_eq!(seven, board::within(hole("i5"), 1));
    let events = blow(&game, "i5", "i6 j5 h6").unwrap();
    let Event::ItemUsed { result, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert_eq!(result.len(), 3);
    commit(&mut game, events);
    assert_eq!(game.marbles(seat(0)), holes("i6 j5 a1"));
    assert_eq!(game.marbles(seat(2)), holes("h6"));
    assert_eq!(game.on_turn(), Some(seat(0)), "the move is still to come");
}

#[test]
fn the_same_arrangement_may_result_and_an_impossible_one_may_not() {
    let mut game = items(2);
    put(&mut game, 0, "i5 h5 a1");
    put(&mut game, 3, "q1");
    assert!(blow(&game, "i5", "h5 i5").is_ok(), "as before");
    assert!(blow(&game, "i5", "i5 h5").is_ok(), "the other way about");
    for bad in ["h5", "h5 h5", "h5 i7", "h5 i5 i6"] {
        assert_eq!(blow(&game, "i5", bad), Err(IllegalAct::Illegal), "{bad}");
    }
    assert_eq!(refused(&game, tornado("i5")), Some(IllegalAct::Illegal));
}

#[test]
fn a_tornado_beside_a_roadblock_and_a_road_worker_deals_on_the_other_holes() {
    let mut game = items(2);
    put(&mut game, 0, "i5 h5 a1");
    put(&mut game, 3, "i4 q1");
    game.place_thing(seat(3), Item::Roadblock, hole("j5"));
    game.place_thing(seat(3), Item::RoadWorker, hole("j6"));
    let ground = game.tornado_ground(hole("i5")).unwrap();
    assert_eq!(ground.holes, ["h5", "h6", "i4", "i5", "i6"].map(hole));
    assert_eq!(blow(&game, "i5", "h5 h6 j5"), Err(IllegalAct::Illegal));
    assert_eq!(blow(&game, "i5", "h5 h6 j6"), Err(IllegalAct::Illegal));
    let events = blow(&game, "i5", "i6 h6 h5").unwrap();
    commit(&mut game, events);
    assert_eq!(game.position.roadblocks, holes("j5"));
    assert_eq!(game.position.road_workers, holes("j6"));
    assert_eq!(game.marbles(seat(0)), holes("i6 h5 a1"));
    assert_eq!(game.marbles(seat(3)), holes("h6 q1"));
}

#[test]
fn a_tornado_needs_seven_holes_outside_all_homes_targets_and_camps_with_a_marble() {
    for army in [Army::Ten, Army::Nineteen] {
        let rules = RuleSet {
            army,
            ..Preset::Qq.rules()
        };
        let mut game = item_game(rules, 2);
        let mut closed: HoleSet = HoleSet::EMPTY;
        for n in 0..6 {
            closed |= board::camp(seat(n));
        }
        closed = closed | board::home(army, seat(0)) | board::home(army, seat(3));
        // Marbles on every other hole of the middle: each disc has one.
        game.position.marbles[seat(0)] = !closed;
        game.position.marbles[seat(3)] = HoleSet::EMPTY;
        let expected: HoleSet = Hole::ALL
            .into_iter()
            .filter(|&middle| {
                let near = |other: &Hole| other.distance(middle) <= 1;
                let disc: HoleSet = Hole::ALL.into_iter().filter(near).collect();
                disc.len() == 7 && disc.is_disjoint(closed)
            })
            .collect();
        assert_eq!(targets(&game).tornado, expected);
        assert!(expected.len() >= 19, "{army:?}");
    }
    let mut game = items(2);
    put(&mut game, 0, "i5 a1");
    put(&mut game, 3, "q1");
    assert_eq!(targets(&game).tornado, board::within(hole("i5"), 1));
}

#[test]
fn a_tornado_leaves_a_finished_seats_marbles_where_they_are() {
    // By `occupied_counts` a finished seat may have a marble in the middle of the board.
    let mut game = items(3);
    game.rules.blocked_target = BlockedTarget::OccupiedCounts;
    let (done, _) = nearly_done(Preset::Qq.rules());
    game.position = done.position;
    play(&mut game, "m5", "n1");
    game.position.marbles[seat(0)].remove(hole("q1"));
    game.position.marbles[seat(0)].insert(hole("i5"));
    game.on_turn = Some(seat(2));
    put(&mut game, 2, "q1 h5");
    put(&mut game, 4, "a1");
    let ground = game.tornado_ground(hole("i5")).unwrap();
    assert_eq!(ground.marbles, [hole("h5")]);
    assert!(!ground.holes.contains(&hole("i5")));
    put(&mut game, 2, "q1 b1");
    assert_eq!(game.tornado_ground(hole("i5")), None);
}

// Events.

#[test]
fn an_item_used_has_the_form_of_the_wire() {
    let mut game = items(2);
    put(&mut game, 0, "h5 a1");
    put(&mut game, 3, "i5 q1");
    let events = use_item(&mut game, swap("h5", "i5"));
    let text = serde_json::to_string(&events[0]).unwrap();
    assert_eq!(
        text,
        r#"{"type":"item_used","d":{"seat":0,"item":"swap","from":50,"with":60,"#.to_owned()
            + r#""result":[{"seat":0,"from":50,"to":60},{"seat":3,"from":60,"to":50}]}}"#
    );
    assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), events[0]);
    let gone = Event::ItemExpired {
        seat: seat(0),
        item: Item::RoadWorker,
        hole: hole("f5"),
    };
    assert_eq!(
        serde_json::to_string(&gone).unwrap(),
        r#"{"type":"item_expired","d":{"seat":0,"item":"road_worker","hole":27}}"#
    );
}

#[test]
fn an_item_event_that_does_not_fit_changes_nothing() {
    let mut game = items(2);
    let before = game.clone();
    let used = |what: ItemUse, result: Vec<Shift>| Event::ItemUsed {
        seat: seat(0),
        what,
        result,
    };
    let shift = |from: &str, to: &str| Shift {
        seat: seat(0),
        from: hole(from),
        to: hole(to),
    };
    let expired = Event::ItemExpired {
        seat: seat(0),
        item: Item::Roadblock,
        hole: hole("f5"),
    };
    let declined = Event::Passed {
        seat: seat(0),
        why: PassReason::Declined,
    };
    for event in [
        used(roadblock("a1"), vec![]),
        used(roadblock("f5"), vec![shift("d1", "e5")]),
        used(wings("d1", "e5"), vec![shift("d1", "e6")]),
        used(wings("d1", "e5"), vec![]),
        expired,
        declined,
    ] {
        assert!(game.apply(&event).is_err(), "{event:?}");
        assert_eq!(game, before);
    }
    use_item(&mut game, power("d1"));
    let other = Event::Moved {
        seat: seat(0),
        path: vec![hole("d4"), hole("e9")],
        kind: MoveKind::Move,
    };
    assert!(game.apply(&other).is_err());
}

#[test]
fn hands_and_things_are_in_the_text_that_is_hashed() {
    let mut game = items(2);
    use_item(&mut game, roadblock("f5"));
    assert!(
        game.canonical_text()
            .ends_with("|0:1,2,3,4,5;3:0,1,2,3,4,5;|R:27;W:")
    );
}
