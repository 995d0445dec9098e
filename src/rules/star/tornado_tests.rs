//! The tornado.

use crate::rules::star::testing::{
    commit, hole, holes, item_game, items, nearly_done, play, put, refused, seat, targets, tornado,
};
use crate::rules::star::{
    Army, BlockedTarget, Event, Game, Hole, HoleSet, IllegalAct, Item, Preset, RuleSet, board,
};

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
