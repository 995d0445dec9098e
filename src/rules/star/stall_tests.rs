use super::*;
use crate::rules::star::testing::{commit, expire, game, holes, play, qq, seat};
use crate::rules::star::{
    Army, Checkpoints, Game, IllegalAct, Permission, Preset, RuleSet, StallNotice, board,
};

/// A game of two in which both are about to complete this turn, with so many marbles away.
fn before(turn: u16, away: usize) -> Game {
    let mut game = qq(2);
    let middle = holes("g3 g4 g5 g6 g7 g8 g9 h3 h4 h5");
    for (n, middle) in [(0, middle), (3, holes("k3 k4 k5 k6 k7 k8 k9 j3 j4 j5"))] {
        let home = board::home(Army::Ten, seat(n));
        game.position.marbles[seat(n)] = middle
            .iter()
            .take(away)
            .chain(home.iter().rev().take(10 - away))
            .collect();
        game.progress[seat(n)].turns = turn - 1;
    }
    game.round = turn;
    game
}

#[test]
fn a_checkpoint_is_judged_at_the_end_of_the_turn() {
    for (turn, least) in [(20, 5), (25, 8), (30, 10)] {
        for away in [least - 1, least] {
            let mut game = before(turn, away);
            let events = play(&mut game, "g3", "f4");
            let out = Event::Out {
                seat: seat(0),
                why: OutReason::Stalled,
                cause: None,
            };
            assert_eq!(
                events.contains(&out),
                away < least,
                "turn {turn}, {away} away"
            );
        }
        let mut early = before(turn - 1, least - 1);
        assert!(!early.is_over());
        play(&mut early, "g3", "f4");
        assert!(early.is_playing(seat(0)));
    }
}

#[test]
fn the_move_of_the_checkpoint_turn_itself_counts() {
    let mut game = before(20, 4);
    assert_eq!(game.away(seat(0)), 4);
    play(&mut game, "d4", "e9");
    assert!(game.is_playing(seat(0)));
}

#[test]
fn turns_that_ran_out_count_for_the_checkpoint() {
    let mut game = before(20, 4);
    let events = expire(&mut game);
    assert_eq!(
        events[1],
        Event::Out {
            seat: seat(0),
            why: OutReason::Stalled,
            cause: None
        }
    );
    assert!(game.is_over());
    assert_eq!(
        (game.place(seat(0)), game.place(seat(3))),
        (Some(2), Some(1))
    );
}

#[test]
fn of_two_who_would_both_fail_the_first_judged_is_out() {
    let mut game = before(20, 4);
    play(&mut game, "g3", "f4");
    assert_eq!(game.out(seat(0)), Some(OutReason::Stalled));
    assert_eq!((game.out(seat(3)), game.place(seat(3))), (None, Some(1)));
}

#[test]
fn a_third_time_out_at_a_checkpoint_is_a_time_out() {
    let mut game = before(20, 4);
    game.progress[seat(0)].timeouts = 2;
    expire(&mut game);
    assert_eq!(game.out(seat(0)), Some(OutReason::TimedOut));
}

#[test]
fn players_are_warned_once_when_the_last_five_turns_begin() {
    let mut game = before(15, 3);
    assert_eq!(game.stall(seat(0)), None);
    let events = play(&mut game, "g3", "f4");
    let stall = StallNotice {
        turn: 20,
        need: 2,
        left: 5,
    };
    assert_eq!(
        events[1..],
        [Event::Warned {
            seat: seat(0),
            stall
        }]
    );
    assert_eq!(game.stall(seat(0)), Some(stall));
    assert_eq!(
        expire(&mut game).len(),
        2,
        "the other seat is warned as well"
    );
    assert_eq!(play(&mut game, "f4", "g3").len(), 1);
    assert_eq!(game.stall(seat(0)), Some(StallNotice { left: 4, ..stall }));
}

#[test]
fn who_has_enough_marbles_away_is_not_warned() {
    let mut game = before(15, 5);
    assert_eq!(play(&mut game, "g3", "f4").len(), 1);
    assert_eq!(game.stall(seat(0)), None);
    let mut game = before(20, 5);
    let events = play(&mut game, "g3", "f4");
    let stall = StallNotice {
        turn: 25,
        need: 3,
        left: 5,
    };
    assert_eq!(
        events[1..],
        [Event::Warned {
            seat: seat(0),
            stall
        }]
    );
}

#[test]
fn the_rule_may_be_off() {
    let rules = RuleSet {
        checkpoints: Checkpoints::default(),
        ..Preset::Qq.rules()
    };
    let mut game = Game {
        rules,
        ..before(30, 0)
    };
    play(&mut game, "d1", "e5");
    assert_eq!(
        (game.is_playing(seat(0)), game.stall(seat(0))),
        (true, None)
    );
}

/// Whether seat 0 may step from e5 back to d1.
fn may_return(mut game: Game) -> bool {
    game.position.marbles[seat(0)] = holes("e5 g3");
    match game.play(seat(0), "e5".parse().unwrap(), "d1".parse().unwrap(), None) {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused, IllegalAct::Forbidden);
            false
        }
    }
}

#[test]
fn home_closes_after_the_last_checkpoint() {
    assert!(may_return(before(30, 10)));
    assert!(!may_return(before(31, 10)));
    let mut open = before(31, 10);
    open.rules.reenter_home = Permission::Allowed;
    assert!(may_return(open));
}

#[test]
fn home_closes_after_round_30_where_there_are_no_checkpoints() {
    let at_round = |round| {
        let mut game = before(5, 10);
        game.rules.checkpoints = Checkpoints::default();
        game.round = round;
        game
    };
    assert!(may_return(at_round(30)));
    assert!(!may_return(at_round(31)));
}

#[test]
fn classic_asks_for_all_marbles_after_three_turns_each() {
    let rules = RuleSet {
        army: Army::Thirteen,
        checkpoints: Checkpoints::classic(Army::Thirteen),
        ..Preset::Classic.rules()
    };
    let mut game = game(rules, 4);
    for &seat in board::seating(4) {
        game.progress[seat].turns = 38;
    }
    let events = game.expire();
    let out = Event::Out {
        seat: seat(0),
        why: OutReason::Stalled,
        cause: None,
    };
    assert_eq!(commit(&mut game, events)[1], out);
}
