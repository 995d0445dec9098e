//! Filling a target with and around items, and by the mere passing of a checkpoint.

use super::*;
use crate::rules::OutReason;
use crate::rules::star::rule_set::Checkpoints;
use crate::rules::star::testing::{
    double_finish, expire, finished, hole, holes, item_game, items, nearly_done, play, power, put,
    refused, road_worker, roadblock, seat, swap, targets, team_game, to_of, use_item, wings,
};
use crate::rules::star::{Army, IllegalAct, Item, Preset, RuleSet};

fn ended(list: &[(usize, u8)]) -> Event {
    Event::Ended {
        places: list
            .iter()
            .map(|&(n, place)| Placed {
                seat: seat(n),
                place,
            })
            .collect(),
        reason: EndReason::Places,
        seed: None,
    }
}

/// Three seats, each one step from its last hole, with items.
fn nearly_done_with_items(rules: RuleSet) -> Game {
    let (done, _) = nearly_done(rules.clone());
    let mut game = item_game(rules, 3);
    game.position = done.position;
    game
}

/// Seat 0 holds nine holes of its target, seat 2 the tenth; all marbles of seat 2 are away.
fn blocked_by_seat_2(checkpoints: Checkpoints) -> Game {
    let rules = RuleSet {
        end: EndRule::PlayOn,
        checkpoints,
        ..Preset::Classic.rules()
    };
    let (mut game, _) = nearly_done(rules);
    let target = |n| board::target(Army::Ten, seat(n));
    game.position.marbles[seat(0)] = (target(0) - holes("n1")) | holes("i5");
    game.position.marbles[seat(2)] = (target(2) - holes("e3 e4")) | holes("e5 n1");
    game
}

#[test]
fn an_occupied_target_counts_once_the_blockers_checkpoint_has_passed() {
    for (turns, after) in [(28, vec![]), (29, vec![finished(0, 1)])] {
        let mut game = blocked_by_seat_2(Preset::Classic.rules().checkpoints);
        game.on_turn = Some(seat(2));
        game.progress[seat(2)].turns = turns;
        let events = expire(&mut game);
        assert_eq!(events[1..], after, "own turn {} of seat 2", turns + 1);
        assert_eq!(game.out(seat(2)), None, "ten marbles are away");
    }
}

#[test]
fn without_checkpoints_an_occupied_target_counts_once_round_30_is_over() {
    for (round, after) in [(29, vec![]), (30, vec![finished(0, 1)])] {
        let mut game = blocked_by_seat_2(Checkpoints::default());
        game.on_turn = Some(seat(4));
        game.round = round;
        let events = expire(&mut game);
        assert_eq!(events[1..], after, "end of round {round}");
    }
}

#[test]
fn two_finish_by_the_first_act_of_a_power_marble_and_the_turn_is_over() {
    for (mover, other, from, with) in [(0, 1, "m4", "n1"), (1, 0, "n1", "m4")] {
        let mut game = double_finish(items(4));
        game.on_turn = Some(seat(mover));
        use_item(&mut game, power(from));
        let events = use_item(&mut game, swap(from, with));
        assert_eq!(events[1..], [finished(mover, 1), finished(other, 2)]);
        assert_eq!((game.on_turn(), game.power()), (Some(seat(3)), None));
        assert_eq!(game.turns(seat(mover)), 1, "one turn of two acts at most");
        assert_eq!(game.turns(seat(other)), 0, "it had none");
        assert!(!game.is_over() && game.round() == 1);
    }
}

#[test]
fn a_finish_by_the_first_act_of_a_power_marble_wins_for_the_team() {
    let mut game = team_game(4, true);
    put(&mut game, 3, "i1");
    put(&mut game, 0, "m5 n2 n3 n4 o1 o2 o3 p1 p2 q1");
    use_item(&mut game, power("m5"));
    let events = play(&mut game, "m5", "n1");
    let over = ended(&[(0, 1), (3, 1), (1, 2), (4, 2)]);
    assert_eq!(events[1..], [finished(0, 1), over]);
    assert_eq!((game.on_turn(), game.power()), (None, None));
}

#[test]
fn by_turns_finishes_of_power_marbles_in_one_round_share_the_place() {
    let rules = RuleSet {
        rank_by: RankBy::Turns,
        ..Preset::Qq.rules()
    };
    let mut game = nearly_done_with_items(rules);
    use_item(&mut game, power("m5"));
    assert_eq!(play(&mut game, "m5", "n1")[1..], [finished(0, 1)]);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(2)), 1));
    use_item(&mut game, power("e5"));
    assert_eq!(play(&mut game, "e5", "e4")[1..], [finished(2, 1)]);
    assert!(!game.is_over(), "seat 4 still has its turn in this round");
    let events = expire(&mut game);
    assert_eq!(events[1..], [ended(&[(0, 1), (2, 1), (4, 3)])]);
}

#[test]
fn by_turns_a_power_marble_that_finishes_last_in_a_round_finishes_in_that_round() {
    let rules = RuleSet {
        rank_by: RankBy::Turns,
        ..Preset::Qq.rules()
    };
    let mut game = nearly_done_with_items(rules);
    expire(&mut game);
    expire(&mut game);
    use_item(&mut game, power("e9"));
    assert_eq!(play(&mut game, "e9", "e10")[1..], [finished(4, 1)]);
    assert_eq!((game.on_turn(), game.round()), (Some(seat(0)), 2));
    expire(&mut game);
    let events = play(&mut game, "e5", "e4");
    let over = ended(&[(4, 1), (2, 2), (0, 3)]);
    assert_eq!(events[1..], [finished(2, 2), over]);
    let rounds: Vec<u16> = game.outcomes().iter().map(|own| own.round).collect();
    assert_eq!(rounds, [2, 2, 1]);
}

#[test]
fn with_first_winner_a_finish_by_the_first_act_of_a_power_marble_ends_the_game() {
    let rules = RuleSet {
        end: EndRule::FirstWinner,
        ..Preset::Qq.rules()
    };
    let mut game = nearly_done_with_items(rules);
    use_item(&mut game, power("m5"));
    let events = play(&mut game, "m5", "n1");
    let over = ended(&[(0, 1), (2, 2), (4, 2)]);
    assert_eq!(events[1..], [finished(0, 1), over]);
    assert_eq!((game.on_turn(), game.power()), (None, None));
}

#[test]
fn a_finish_by_the_first_act_of_a_power_marble_puts_the_question_whether_to_play_on() {
    let rules = RuleSet {
        end: EndRule::Ask,
        ..Preset::Qq.rules()
    };
    let mut game = nearly_done_with_items(rules);
    use_item(&mut game, power("m5"));
    let events = play(&mut game, "m5", "n1");
    assert_eq!(events[1..], [finished(0, 1), Event::PlayOnAsked {}]);
    assert_eq!(game.power(), None);
    assert!(game.asking().is_some() && game.item_targets().is_none());
}

#[test]
fn things_of_a_seat_that_has_finished_vanish_at_the_same_count_of_rounds() {
    // Placed in round 1; the third turn after that would begin in round 4.
    let life = |n: usize, what, (from, to): (&str, &str)| {
        let mut game = nearly_done_with_items(Preset::Qq.rules());
        while game.on_turn() != Some(seat(n)) {
            expire(&mut game);
        }
        use_item(&mut game, what);
        assert!(play(&mut game, from, to).contains(&finished(n, 1)));
        assert_eq!(game.things().len(), 1, "finishing takes nothing away");
        let mut turns = 0;
        loop {
            for &seat in board::seating(3) {
                game.progress[seat].timeouts = 0;
            }
            turns += 1;
            let events = expire(&mut game);
            if game.things().is_empty() {
                return (turns, game.round(), events[1..].to_vec());
            }
            assert_eq!(events.len(), 1);
        }
    };
    let gone = |n, item, name| {
        vec![Event::ItemExpired {
            seat: seat(n),
            item,
            hole: hole(name),
        }]
    };
    // Two others are left, each with two turns a round.
    assert_eq!(
        life(0, roadblock("m7"), ("m5", "n1")),
        (6, 4, gone(0, Item::Roadblock, "m7"))
    );
    assert_eq!(
        life(2, road_worker("g5"), ("e5", "e4")),
        (6, 4, gone(2, Item::RoadWorker, "g5"))
    );
}

#[test]
fn things_of_a_finished_seat_still_do_what_they_do() {
    let mut game = nearly_done_with_items(Preset::Qq.rules());
    put(&mut game, 2, "l6 e5");
    use_item(&mut game, roadblock("m7"));
    play(&mut game, "m5", "n1");
    assert_eq!(game.on_turn(), Some(seat(2)));
    let stands = game.play(seat(2), hole("l6"), hole("m7"), None);
    assert_eq!(stands, Err(IllegalAct::Illegal));
    assert_eq!(refused(&game, wings("l6", "m7")), Some(IllegalAct::Illegal));
}

#[test]
fn nothing_flies_onto_a_roadblock() {
    let mut game = item_game(Preset::Qq.rules(), 2);
    put(&mut game, 0, "e5 a1");
    put(&mut game, 3, "g5 q1");
    assert!(to_of(&targets(&game).wings, "e5").contains(hole("f5")));
    use_item(&mut game, roadblock("f5"));
    expire(&mut game);
    // Neither the other seat's marble nor one of the seat that placed it.
    assert_eq!(refused(&game, wings("g5", "f5")), Some(IllegalAct::Illegal));
    assert!(!to_of(&targets(&game).wings, "g5").contains(hole("f5")));
    expire(&mut game);
    assert_eq!(refused(&game, wings("e5", "f5")), Some(IllegalAct::Illegal));
    assert!(!to_of(&targets(&game).wings, "e5").contains(hole("f5")));
    assert_eq!(refused(&game, wings("e5", "f6")), None);
}

#[test]
fn a_seat_that_has_finished_leaves_at_no_cost_and_its_things_stay() {
    let mut game = nearly_done_with_items(Preset::Qq.rules());
    use_item(&mut game, roadblock("m7"));
    play(&mut game, "m5", "n1");
    assert_eq!(game.put_out(seat(0), OutReason::Left), Ok(vec![]));
    assert_eq!(game.place(seat(0)), Some(1));
    assert_eq!(game.things().len(), 1);
}
