//! Roadblocks and road workers, and seats that items leave without a move.

use crate::rules::OutReason;
use crate::rules::star::testing::{
    blocked, commit, expire, hole, holes, item_game, items, play, put, refused, road_worker,
    roadblock, seat, swap, targets, use_item, wings,
};
use crate::rules::star::{
    Event, Game, Hand, Hole, HoleSet, Hop, IllegalAct, Item, ItemUse, NoLegalMove, Preset, RuleSet,
    THING_TURNS, board,
};

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
