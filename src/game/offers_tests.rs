use super::*;
use crate::game::testing::{act, game, names, seat, settings, started};
use crate::game::{Act, Millis, Preset, Settings};
use crate::rules::star::{ASK_MILLIS, EndRule, Switches};
use crate::rules::{Point, draughts};

const LATER: Millis = 5_000;

fn out(game: &Game) -> Vec<usize> {
    let star = game.star().expect("a star game");
    let out = star
        .seats()
        .iter()
        .filter(|&&seat| star.out(seat).is_some());
    out.map(|seat| seat.index()).collect()
}

#[test]
fn a_member_resigns_only_when_every_other_member_agrees() {
    let mut game = game(&settings(6, true, false), &[]);
    let events = act(&mut game, 2, &Act::Resign, LATER);
    assert_eq!(names(&events), ["resign_proposed"]);
    assert!(game.decide(seat(2), &Act::Resign).unwrap().is_empty());
    assert_eq!(
        game.decide(seat(1), &Act::AgreeResign),
        Err(ActError::NoOffer),
        "another team"
    );
    let events = act(&mut game, 0, &Act::AgreeResign, LATER);
    assert_eq!(names(&events), ["resign_agreed"]);
    assert_eq!(out(&game), [0; 0]);
    // To resign oneself is to agree.
    let events = act(&mut game, 4, &Act::Resign, LATER);
    assert_eq!(
        names(&events),
        ["resign_agreed", "out", "out", "out", "ended", "scored"]
    );
    assert_eq!(out(&game), [0, 2, 4]);
    assert!(game.proposals().is_empty());
}

#[test]
fn one_member_that_declines_keeps_the_team_in_the_game() {
    let mut game = game(&settings(4, true, false), &[]);
    act(&mut game, 0, &Act::Resign, LATER);
    let events = act(&mut game, 3, &Act::DeclineResign, LATER);
    assert_eq!(names(&events), ["resign_declined"]);
    assert!(game.proposals().is_empty() && out(&game).is_empty());
    assert_eq!(
        game.decide(seat(3), &Act::AgreeResign),
        Err(ActError::NoOffer)
    );
}

#[test]
fn both_teams_may_have_a_proposal_and_it_lapses_when_the_proposer_acts() {
    let mut game = game(&settings(4, true, false), &[]);
    act(&mut game, 0, &Act::Resign, LATER);
    act(&mut game, 1, &Act::Resign, LATER);
    assert_eq!(game.proposals().len(), 2);
    let legal = game.star().expect("a star game").legal_moves().remove(0);
    let (from, to) = (legal.from, legal.to);
    act(
        &mut game,
        0,
        &Act::Move {
            from: from.into(),
            to: to.into(),
            path: None,
        },
        LATER,
    );
    assert_eq!(game.proposals().len(), 1);
    assert_eq!(game.proposals()[0].seat, seat(1));
}

#[test]
fn a_member_that_leaves_needs_nobody() {
    let mut game = game(&settings(4, true, false), &[]);
    let events = act(&mut game, 1, &Act::Leave, LATER);
    assert_eq!(names(&events), ["out", "ended", "scored"]);
}

#[test]
fn bots_agree_to_resign_and_decline_a_draw() {
    let mut game = game(&settings(4, true, false), &[3]);
    let events = act(&mut game, 0, &Act::OfferDraw, LATER);
    assert_eq!(names(&events), ["draw_offered", "draw_declined"]);
    let events = act(&mut game, 0, &Act::Resign, LATER);
    assert_eq!(
        names(&events),
        [
            "resign_proposed",
            "resign_agreed",
            "out",
            "out",
            "ended",
            "scored"
        ]
    );
}

#[test]
fn a_team_draw_needs_everyone_still_playing() {
    let mut game = game(&settings(4, true, false), &[]);
    act(&mut game, 0, &Act::OfferDraw, LATER);
    act(&mut game, 1, &Act::AgreeDraw, LATER);
    act(&mut game, 3, &Act::AgreeDraw, LATER);
    assert!(game.ended().is_none());
    let events = act(&mut game, 4, &Act::AgreeDraw, LATER);
    assert_eq!(names(&events), ["draw_agreed", "ended", "scored"]);
}

#[test]
fn one_person_on_all_seats_agrees_with_itself() {
    let local = settings(4, true, false);
    let start = || Game::start(&started(&local, &[], true), 0).unwrap();
    let mut game = start();
    let events = act(&mut game, 0, &Act::OfferDraw, LATER);
    assert_eq!(names(&events)[4..], ["ended", "scored"]);
    let mut game = start();
    let events = act(&mut game, 1, &Act::Resign, LATER);
    assert_eq!(out(&game), [1, 4]);
    assert_eq!(events.len(), 6);
    // The account acts for the seat on turn.
    let game = start();
    let user = game.players()[0].user.unwrap();
    assert_eq!(game.seat_of(user), Some(seat(0)));
}

/// Plays greedily until somebody has won.
fn asked(bots: &[usize], one: bool) -> (Game, Vec<Event>) {
    let mut settings = settings(4, false, false);
    settings.switches = Switches {
        end: Some(EndRule::Ask),
        ..Switches::default()
    };
    let mut game = Game::start(&started(&settings, bots, one), 0).unwrap();
    loop {
        let found = crate::bot::greedy::choose(game.star().expect("a star game"), 1).unwrap();
        let (from, to) = (found.from, found.to);
        let seat = game.star().expect("a star game").on_turn().unwrap().index();
        let events = act(
            &mut game,
            seat,
            &Act::Move {
                from: from.into(),
                to: to.into(),
                path: None,
            },
            LATER,
        );
        if names(&events).contains(&"play_on_asked".to_owned()) {
            return (game, events);
        }
    }
}

#[test]
fn the_question_whether_to_play_on_has_its_own_time() {
    let (mut game, _) = asked(&[], false);
    assert_eq!(game.deadline(), Some(LATER + ASK_MILLIS));
    let asked = game.star().expect("a star game").seats().iter().copied();
    let asked: Vec<Seat> = asked
        .filter(|&seat| game.star().expect("a star game").is_playing(seat))
        .collect();
    assert_eq!(asked.len(), 3);
    for (n, answer) in asked.iter().enumerate() {
        assert!(game.star().expect("a star game").asking().is_some());
        let at = LATER + 1_000 * Millis::try_from(n + 1).unwrap();
        act(&mut game, answer.index(), &Act::PlayOn { yes: true }, at);
    }
    // The turn begins with the last answer.
    assert_eq!(
        game.deadline(),
        Some(LATER + 3_000 + game.time_of(Seat::ALL[0]))
    );
}

#[test]
fn when_the_time_to_answer_is_over_the_game_is() {
    let (game, _) = asked(&[], false);
    assert_eq!(names(&game.expire()), ["ended", "scored"]);
}

#[test]
fn bots_want_to_play_on_and_nobody_waits_for_them() {
    let (game, events) = asked(&[1, 3, 4], false);
    let yes = names(&events)
        .iter()
        .filter(|name| *name == "play_on_answered")
        .count();
    let won = game
        .star()
        .expect("a star game")
        .seats()
        .iter()
        .find(|&&seat| game.star().expect("a star game").is_finished(seat));
    let human_won = won == Some(&seat(0));
    assert_eq!(yes, if human_won { 3 } else { 2 });
    assert_eq!(
        game.star().expect("a star game").asking().is_none(),
        human_won
    );
}

#[test]
fn one_person_answers_for_all_of_its_seats() {
    let (mut game, _) = asked(&[], true);
    let on_turn = game.star().expect("a star game").on_turn().unwrap().index();
    let events = act(&mut game, on_turn, &Act::PlayOn { yes: true }, LATER);
    assert_eq!(names(&events), ["play_on_answered"; 3]);
    assert_eq!(game.star().expect("a star game").asking(), None);
}

#[test]
fn a_turn_keeps_its_clock_through_items_and_the_acts_of_a_power_marble() {
    use crate::game::testing::hole;
    use crate::rules::star::ItemUse;

    let mut game = game(&settings(2, false, true), &[]);
    let limit = game.time_of(Seat::ALL[0]);
    let power = ItemUse::PowerMarble { from: hole("d1") };
    act(&mut game, 0, &Act::OfferDraw, 1_000);
    act(&mut game, 0, &Act::UseItem(power), LATER);
    assert!(game.offer().is_none(), "the offerer has acted again");
    let first = Act::Move {
        from: hole("d1").into(),
        to: hole("e5").into(),
        path: None,
    };
    act(&mut game, 0, &first, 2 * LATER);
    assert_eq!((game.turn_started(), game.deadline()), (0, Some(limit)));
    act(&mut game, 0, &Act::Pass, 3 * LATER);
    assert_eq!(game.deadline(), Some(3 * LATER + limit));
}

/// Makes the first legal move of draughts of the side on turn.
fn move_of_draughts(game: &mut Game) {
    let seat = game.play().on_turn().unwrap();
    let board = game.play().draughts().expect("a game of draughts");
    let route: Vec<Point> = board.legal_moves()[0]
        .route
        .iter()
        .map(|&square| square.into())
        .collect();
    let chosen = Act::Move {
        from: route[0],
        to: route[route.len() - 1],
        path: Some(route),
    };
    act(game, seat.index(), &chosen, LATER);
}

#[test]
fn in_draughts_a_declined_offer_may_not_be_repeated_before_five_own_moves() {
    let settings = Settings {
        preset: Preset::Draughts(draughts::Preset::Fmjd),
        ..Settings::default()
    };
    let mut game = game(&settings, &[]);
    let seat = game.play().on_turn().unwrap();
    let other = 1 - seat.index();
    // It is declined in so many words, not by a move.
    act(&mut game, seat.index(), &Act::OfferDraw, LATER);
    let events = act(&mut game, other, &Act::DeclineDraw, LATER);
    assert_eq!(names(&events), ["draw_declined"]);
    assert!(game.offer().is_none());
    for own_moves in 0..5 {
        let again = game.decide(seat, &Act::OfferDraw);
        assert_eq!(again, Err(ActError::OfferTooSoon), "{own_moves} own moves");
        move_of_draughts(&mut game);
        if own_moves < 4 {
            let again = game.decide(seat, &Act::OfferDraw);
            assert_eq!(again, Err(ActError::OfferTooSoon));
        }
        move_of_draughts(&mut game);
    }
    let events = act(&mut game, seat.index(), &Act::OfferDraw, LATER);
    assert_eq!(names(&events), ["draw_offered"]);
    // The second refusal counts anew.
    act(&mut game, other, &Act::DeclineDraw, LATER);
    let again = game.decide(seat, &Act::OfferDraw);
    assert_eq!(again, Err(ActError::OfferTooSoon));
}

#[test]
fn in_draughts_who_declined_may_offer_at_once() {
    let settings = Settings {
        preset: Preset::Draughts(draughts::Preset::Fmjd),
        ..Settings::default()
    };
    let mut game = game(&settings, &[]);
    act(&mut game, 0, &Act::OfferDraw, LATER);
    act(&mut game, 1, &Act::DeclineDraw, LATER);
    let events = act(&mut game, 1, &Act::OfferDraw, LATER);
    assert_eq!(names(&events), ["draw_offered"]);
    let events = act(&mut game, 0, &Act::AgreeDraw, LATER);
    assert_eq!(names(&events), ["draw_agreed", "ended", "scored"]);
}

#[test]
fn in_chinese_checkers_a_declined_offer_may_be_repeated_at_once() {
    let mut game = game(&settings(2, false, false), &[]);
    act(&mut game, 0, &Act::OfferDraw, LATER);
    act(&mut game, 3, &Act::DeclineDraw, LATER);
    let events = act(&mut game, 0, &Act::OfferDraw, LATER);
    assert_eq!(names(&events), ["draw_offered"]);
}
