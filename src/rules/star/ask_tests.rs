use super::*;
use crate::rules::OutReason;
use crate::rules::star::event::Placed;
use crate::rules::star::testing::{commit, expire, hole, nearly_done, seat};
use crate::rules::star::{Preset, RankBy, RuleSet};

fn asking_rules() -> RuleSet {
    RuleSet {
        end: EndRule::Ask,
        ..Preset::Qq.rules()
    }
}

/// A game of three in which seat 0 has just won.
fn asked() -> Game {
    let (mut game, moves) = nearly_done(asking_rules());
    let (seat, from, to) = moves[0];
    let events = game.play(seat, from, to, None).unwrap();
    assert_eq!(events[2..], [Event::PlayOnAsked {}]);
    commit(&mut game, events);
    game
}

fn answer(game: &mut Game, n: usize, yes: bool) -> Vec<Event> {
    let events = game.answer_play_on(seat(n), yes).unwrap();
    commit(game, events)
}

fn ended_with_the_first_winner(events: &[Event]) -> bool {
    let places = [(0, 1), (2, 2), (4, 2)].map(|(n, place)| Placed {
        seat: seat(n),
        place,
    });
    let ended = Event::Ended {
        places: places.to_vec(),
        reason: EndReason::Places,
        seed: None,
    };
    events.last() == Some(&ended)
}

#[test]
fn after_the_winner_nobody_acts_until_all_have_answered() {
    let mut game = asked();
    assert_eq!(game.asking(), Some(&[][..]));
    assert_eq!(game.on_turn(), Some(seat(2)));
    assert_eq!(game.legal_moves(), []);
    let refused = game.play(seat(2), hole("e5"), hole("e4"), None);
    assert_eq!(refused, Err(IllegalAct::Forbidden));
    answer(&mut game, 4, true);
    assert_eq!(game.asking(), Some(&[seat(4)][..]));
    answer(&mut game, 2, true);
    assert_eq!(game.asking(), None);
    assert!(!game.legal_moves().is_empty());
}

#[test]
fn one_no_ends_the_game_with_the_first_winner() {
    let mut game = asked();
    answer(&mut game, 4, true);
    let events = answer(&mut game, 2, false);
    assert!(ended_with_the_first_winner(&events));
    assert_eq!((game.is_over(), game.asking()), (true, None));
}

#[test]
fn no_answer_in_time_ends_the_game_and_is_no_expired_turn() {
    let mut game = asked();
    answer(&mut game, 2, true);
    let events = expire(&mut game);
    assert!(ended_with_the_first_winner(&events) && events.len() == 1);
    assert_eq!(game.timeouts(seat(2)), 0);
}

#[test]
fn only_those_who_still_play_are_asked_and_only_once() {
    let mut game = asked();
    let refused = |game: &Game, n: usize| game.answer_play_on(seat(n), true);
    assert_eq!(refused(&game, 0), Err(IllegalAct::Forbidden));
    answer(&mut game, 2, true);
    assert_eq!(refused(&game, 2), Err(IllegalAct::Forbidden));
    answer(&mut game, 4, true);
    assert_eq!(refused(&game, 4), Err(IllegalAct::Forbidden));
    let events = game.play(seat(2), hole("e5"), hole("e4"), None).unwrap();
    assert!(!events.contains(&Event::PlayOnAsked {}));
}

#[test]
fn who_goes_out_is_not_waited_for() {
    let seats = crate::rules::star::seating(4);
    let mut game = Game::new(asking_rules(), seats, seat(0)).unwrap();
    let target = crate::rules::star::target(game.rules.army, seat(0));
    let (from, to) = (hole("m5"), hole("n1"));
    game.position.marbles[seat(3)] = hole("i5").into();
    game.position.marbles[seat(0)] = (target - to.into()) | from.into();
    let events = game.play(seat(0), from, to, None).unwrap();
    commit(&mut game, events);
    answer(&mut game, 1, true);
    answer(&mut game, 4, true);
    let events = game.put_out(seat(3), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert_eq!((game.asking(), game.is_over()), (None, false));
}

#[test]
fn where_only_one_is_left_there_is_nothing_to_ask() {
    let mut game = asked();
    let events = game.put_out(seat(2), OutReason::Left).unwrap();
    commit(&mut game, events);
    assert!(game.is_over());
    assert_eq!(game.place(seat(4)), Some(2));
}

#[test]
fn by_turns_all_are_asked_when_the_round_is_over() {
    let rules = RuleSet {
        rank_by: RankBy::Turns,
        ..asking_rules()
    };
    let (mut game, moves) = nearly_done(rules);
    let (mover, from, to) = moves[0];
    let events = game.play(mover, from, to, None).unwrap();
    commit(&mut game, events);
    assert_eq!(game.asking(), None);
    expire(&mut game);
    let events = expire(&mut game);
    assert_eq!(events[1..], [Event::PlayOnAsked {}]);
}

#[test]
fn an_answer_nobody_asked_for_is_a_corrupt_log() {
    let (mut game, _) = nearly_done(asking_rules());
    let answer = Event::PlayOnAnswered {
        seat: seat(2),
        yes: true,
    };
    assert!(game.apply(&answer).is_err());
    assert!(game.apply(&Event::PlayOnAsked {}).is_err());
}
