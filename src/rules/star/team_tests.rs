use super::*;
use crate::rules::star::event::{EndReason, OutCause};
use crate::rules::star::rule_set::{NoLegalMove, ROUND_LIMIT};
use crate::rules::star::testing::{
    commit, double_finish, expire, hole, holes, play, put, qq, seat, team_game, use_item,
};
use crate::rules::star::{Army, Event, HoleSet, ItemUse, StallNotice, board};
use crate::rules::{BySeat, Finality, OutReason};

fn seats(game: &Game, team: Team) -> Vec<usize> {
    game.members(team).map(Seat::index).collect()
}

/// The places at the end, in turn order; none while the game goes on.
fn places(game: &Game) -> Vec<u8> {
    game.outcomes()
        .iter()
        .map(|outcome| outcome.place)
        .collect()
}

fn put_out(game: &mut Game, n: usize, why: OutReason) -> Vec<Event> {
    let events = game.put_out(seat(n), why).unwrap();
    commit(game, events)
}

#[test]
fn teams_alternate_in_turn_order() {
    let four = team_game(4, false);
    assert_eq!(seats(&four, Team::A), [0, 3], "partners face each other");
    assert_eq!(seats(&four, Team::B), [1, 4]);
    let six = team_game(6, false);
    assert_eq!(seats(&six, Team::A), [0, 2, 4], "opponents face each other");
    assert_eq!(seats(&six, Team::B), [1, 3, 5]);
    let alone = qq(4);
    assert_eq!((alone.team(seat(0)), alone.team_goal()), (None, None));
    assert_eq!(seats(&alone, Team::A), [0; 0]);
}

#[test]
fn a_team_wins_when_one_member_finishes() {
    let mut game = team_game(4, false);
    put(&mut game, 3, "i1");
    put(&mut game, 0, "m5 n2 n3 n4 o1 o2 o3 p1 p2 q1");
    let events = play(&mut game, "m5", "n1");
    let finished = Event::Finished {
        seat: seat(0),
        place: 1,
    };
    assert_eq!(events[1], finished);
    assert!(matches!(
        events[2],
        Event::Ended {
            reason: EndReason::Places,
            ..
        }
    ));
    assert_eq!(places(&game), [1, 2, 1, 2]);
}

/// Two against two; seat 0 is one step from bringing team A to the sum.
fn before_the_sum(of_partner: &str) -> Game {
    let mut game = team_game(4, false);
    put(&mut game, 0, "m5 n4 o1 o2 o3 p1 p2 q1 i1 i2");
    put(&mut game, 3, of_partner);
    game
}

#[test]
fn a_team_of_two_wins_with_fifteen_marbles_in_their_own_targets() {
    let mut game = before_the_sum("a1 b1 b2 c1 c2 c3 d4 i4 i5 i6");
    game.round = 7;
    let events = play(&mut game, "m5", "n1");
    assert_eq!(game.team_in_camp(Team::A), 15);
    assert!(matches!(events[1], Event::Ended { .. }) && events.len() == 2);
    assert_eq!(places(&game), [1, 2, 1, 2]);
    let outcomes = game.outcomes();
    assert!(
        outcomes
            .iter()
            .all(|o| !o.finished && (o.round, o.by) == (7, Finality::Finish))
    );
}

#[test]
fn fourteen_do_not_win_and_what_stands_in_the_partners_target_does_not_count() {
    let mut game = before_the_sum("a1 b1 b2 c1 c2 c3 i4 i5 i6 n2");
    let events = play(&mut game, "m5", "n1");
    assert_eq!((game.team_in_camp(Team::A), events.len()), (14, 1));
    assert_eq!(game.team_goal(), Some(15));
}

#[test]
fn a_team_of_three_wins_with_twenty_three() {
    for (of_four, wins) in [(7, true), (6, false)] {
        let mut game = team_game(6, false);
        let in_target = |n: usize, count: usize| -> HoleSet {
            let target = board::target(Army::Ten, seat(n));
            target.iter().take(count).collect()
        };
        let marbles = [
            (in_target(0, 10) - holes("n1 q1")) | holes("m5 i5"),
            holes("j1"),
            in_target(2, 7),
            holes("j2"),
            in_target(4, of_four),
            holes("j3"),
        ];
        game.position.marbles = BySeat::new(marbles);
        play(&mut game, "m5", "n1");
        assert_eq!(game.team_in_camp(Team::A), if wins { 23 } else { 22 });
        assert_eq!((game.is_over(), game.team_goal()), (wins, Some(23)));
    }
}

#[test]
fn the_sum_is_looked_at_whoever_acts() {
    // Team B acts; a swap of seat 1 brings a marble of seat 0 into its target.
    let mut game = team_game(4, true);
    game.on_turn = Some(seat(1));
    put(&mut game, 0, "m5 n4 o1 o2 o3 p1 p2 q1 i1 i2");
    put(&mut game, 3, "a1 b1 b2 c1 c2 c3 d4 i4 i5 i6");
    put(&mut game, 1, "n1 h1");
    let what = ItemUse::Swap {
        from: hole("n1"),
        with: hole("m5"),
    };
    let events = use_item(&mut game, what);
    assert!(matches!(events[1], Event::Ended { .. }), "{events:?}");
    assert_eq!(places(&game), [1, 2, 1, 2]);
}

#[test]
fn where_one_act_makes_both_teams_win_the_movers_does() {
    let mut game = double_finish(team_game(4, true));
    let what = ItemUse::Swap {
        from: hole("m4"),
        with: hole("n1"),
    };
    let events = use_item(&mut game, what);
    let finished = |n: usize, place: u8| Event::Finished {
        seat: seat(n),
        place,
    };
    assert_eq!(events[1..3], [finished(0, 1), finished(1, 2)]);
    assert_eq!(places(&game), [1, 2, 1, 2]);
    let mut game = double_finish(team_game(4, true));
    game.on_turn = Some(seat(1));
    let what = ItemUse::Swap {
        from: hole("n1"),
        with: hole("m4"),
    };
    let events = use_item(&mut game, what);
    assert_eq!(events[1..3], [finished(1, 1), finished(0, 2)]);
    assert_eq!(places(&game), [2, 1, 2, 1]);
}

#[test]
fn a_member_who_leaves_stalls_or_is_timed_out_loses_for_the_team_at_once() {
    let mut left = team_game(6, false);
    let events = put_out(&mut left, 4, OutReason::Left);
    assert_eq!(events.len(), 2, "nobody else goes out");
    assert_eq!(places(&left), [2, 1, 2, 1, 2, 1]);
    assert_eq!(left.out(seat(0)), None);

    let mut stalled = team_game(4, false);
    stalled.progress[seat(0)].turns = 19;
    let events = play(&mut stalled, "d1", "e5");
    assert!(matches!(
        events[1],
        Event::Out {
            why: OutReason::Stalled,
            ..
        }
    ));
    assert_eq!(places(&stalled), [2, 1, 2, 1]);

    let mut absent = team_game(4, false);
    absent.on_turn = Some(seat(1));
    absent.progress[seat(1)].timeouts = 2;
    expire(&mut absent);
    assert_eq!(absent.out(seat(1)), Some(OutReason::TimedOut));
    assert_eq!(places(&absent), [1, 2, 1, 2]);
}

#[test]
fn a_team_that_has_won_by_this_act_is_not_judged_any_more() {
    let mut game = before_the_sum("a1 b1 b2 c1 c2 c3 d4 i4 i5 i6");
    put(&mut game, 0, "m5 n4 o1 o2 o3 p1 p2 q1 a1 b1");
    put(&mut game, 3, "b2 c1 c2 c3 d4 d1 d2 i4 i5 i6");
    game.progress[seat(0)].turns = 29;
    play(&mut game, "m5", "n1");
    assert_eq!((game.out(seat(0)), places(&game)), (None, vec![1, 2, 1, 2]));
}

#[test]
fn a_warning_is_no_loss() {
    let mut game = team_game(4, false);
    game.progress[seat(0)].turns = 14;
    let events = play(&mut game, "d1", "e5");
    let stall = StallNotice {
        turn: 20,
        need: 4,
        left: 5,
    };
    let warned = Event::Warned {
        seat: seat(0),
        stall,
    };
    assert_eq!(events[1..], [warned]);
}

#[test]
fn a_team_resigns_as_one() {
    let mut game = team_game(6, false);
    let events = put_out(&mut game, 3, OutReason::Resigned);
    let out: Vec<usize> = events
        .iter()
        .filter_map(|event| match event {
            Event::Out { seat, why, .. } if *why == OutReason::Resigned => Some(seat.index()),
            _ => None,
        })
        .collect();
    assert_eq!(out, [3, 1, 5]);
    assert_eq!(places(&game), [1, 2, 1, 2, 1, 2]);
}

#[test]
fn a_forfeit_of_one_member_loses_for_the_team() {
    let mut game = team_game(4, false);
    game.rules.no_legal_move = NoLegalMove::Forfeit;
    game.position.marbles[seat(1)] = holes("e13");
    game.position.road_workers = holes("e12 f12 e11 f11 g11");
    let events = play(&mut game, "d1", "e5");
    assert!(matches!(
        events[1],
        Event::Out {
            cause: Some(OutCause::Blocked),
            ..
        }
    ));
    assert_eq!(places(&game), [1, 2, 1, 2]);
}

#[test]
fn a_draw_is_shared_by_all() {
    let mut game = team_game(4, false);
    let events = game.agree_draw();
    commit(&mut game, events);
    assert_eq!(places(&game), [1, 1, 1, 1]);
    let mut game = team_game(4, false);
    game.round = ROUND_LIMIT;
    for _ in 0..4 {
        expire(&mut game);
    }
    assert_eq!(game.end_reason(), Some(EndReason::RoundLimit));
    assert_eq!(places(&game), [1, 1, 1, 1]);
}
