//! Hands, when an item may be used, and the events of it.

use crate::rules::star::testing::{
    expire, game, hole, holes, items, play, power, put, refused, road_worker, roadblock, seat,
    swap, targets, use_item, wings,
};
use crate::rules::star::{
    Event, Hand, IllegalAct, Item, ItemUse, MoveKind, PassReason, Preset, Shift,
};

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
