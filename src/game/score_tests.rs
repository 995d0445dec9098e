use super::*;
use crate::game::testing::{act, seat, settings, started};
use crate::game::{Act, GameEvent, Preset, Settings};
use crate::rules::Point;

/// A rated game whose players had so many points before, in turn order.
fn rated(settings: Settings, before: &[i64], factor: Farm) -> Game {
    let settings = Settings {
        rated: true,
        ..settings
    };
    begin(&settings, before, factor)
}

fn begin(settings: &Settings, before: &[i64], factor: Farm) -> Game {
    let mut event = started(settings, &[], false);
    let GameEvent::Started { players, farm, .. } = &mut event else {
        unreachable!("it starts a game")
    };
    for (player, &points) in players.iter_mut().zip(before) {
        player.points = points;
    }
    *farm = factor;
    Game::start(&event, 0).unwrap()
}

fn fmjd() -> Settings {
    Settings {
        preset: Preset::Draughts(board::Preset::Fmjd),
        ..Settings::default()
    }
}

/// Makes the first legal move of whoever is on turn, so many times.
fn make_moves(game: &mut Game, plies: usize) {
    for _ in 0..plies {
        let path: Vec<Point> = match game.play() {
            Play::Star(star) => {
                let first = &star.legal_moves()[0];
                vec![first.from.into(), first.to.into()]
            }
            Play::Draughts(board) => {
                let first = &board.legal_moves()[0];
                first.route.iter().map(|&square| square.into()).collect()
            }
        };
        let on_turn = game.play().on_turn().unwrap();
        let chosen = Act::Move {
            from: path[0],
            to: path[path.len() - 1],
            path: matches!(game.play(), Play::Draughts(_)).then_some(path),
        };
        act(game, on_turn.index(), &chosen, 0);
    }
}

fn points(game: &Game) -> Vec<i32> {
    game.scores().iter().map(|score| score.points).collect()
}

#[test]
fn the_moves_of_a_game_of_draughts_are_those_of_the_side_that_made_fewer() {
    // White has begun: after 19 plies 10 moves to 9, after 20 ten of each.
    for (plies, moves, win) in [(19, [10, 9], 0), (20, [10, 10], 25)] {
        let mut game = rated(fmjd(), &[0, 0], Farm::Whole);
        make_moves(&mut game, plies);
        let made = board::Colour::ALL.map(|colour| game.play().turns(seat_of(colour)));
        assert_eq!(made, moves);
        act(&mut game, 1, &Act::Leave, 0);
        assert_eq!(points(&game), [win, -50], "{plies} plies");
    }
}

#[test]
fn who_made_more_moves_does_not_bear_on_too_early() {
    let mut game = rated(fmjd(), &[0, 0], Farm::Whole);
    make_moves(&mut game, 19);
    act(&mut game, 0, &Act::Leave, 0);
    assert_eq!(points(&game), [-50, 0]);
}

#[test]
fn d_is_from_before_the_game() {
    // Levels 1 and 10, whatever the points are afterwards: 25 + 9. By the levels after it, 2 and 9,
    // it would be less.
    let mut game = rated(fmjd(), &[40, 1_000], Farm::Whole);
    make_moves(&mut game, 20);
    act(&mut game, 1, &Act::Leave, 0);
    let of = |score: &SeatScore| (score.before, score.points, score.after);
    let scores: Vec<_> = game.scores().iter().map(of).collect();
    assert_eq!(scores, [(40, 34, 74), (1_000, -50, 950)]);
    assert_eq!(
        game.scores()
            .iter()
            .map(|score| score.place)
            .collect::<Vec<_>>(),
        [1, 2]
    );
}

#[test]
fn a_star_duel_that_a_going_out_decides_pays_from_round_11_on() {
    // Levels 10 and 1, from before the game: 25 - 9.
    for (rounds, win) in [(9, 0), (10, 16)] {
        let mut game = rated(settings(2, false, false), &[1_000, 40], Farm::Whole);
        make_moves(&mut game, 2 * rounds);
        assert_eq!(usize::from(game.play().round()), rounds + 1);
        act(&mut game, 3, &Act::Leave, 0);
        assert_eq!(points(&game), [win, -50]);
        let scores = game.scores();
        assert_eq!(scores[0].after, 1_000 + i64::from(win));
        assert_eq!(scores[1].after, -10, "points may go below 0");
        assert_eq!(usize::from(scores[1].round), rounds + 1);
    }
}

#[test]
fn seats_without_teams_are_paid_by_place_and_teams_as_teams() {
    let mut free = rated(settings(4, false, false), &[0; 4], Farm::Whole);
    make_moves(&mut free, 4 * 10);
    for leaver in [4, 3, 1] {
        act(&mut free, leaver, &Act::Leave, 0);
    }
    assert_eq!(points(&free), [35, -50, -50, -50]);
    let places: Vec<u8> = free.scores().iter().map(|score| score.place).collect();
    assert_eq!(places, [1, 2, 3, 4]);

    let mut teams = rated(settings(4, true, false), &[0; 4], Farm::Whole);
    make_moves(&mut teams, 4 * 10);
    act(&mut teams, 4, &Act::Leave, 0);
    assert_eq!(points(&teams), [30, 0, 30, -50]);
}

#[test]
fn the_factor_of_the_game_halves_a_gain_and_no_loss() {
    for (factor, win) in [(Farm::Whole, 25), (Farm::Half, 12), (Farm::None, 0)] {
        let mut game = rated(fmjd(), &[0, 0], factor);
        make_moves(&mut game, 20);
        act(&mut game, 1, &Act::Leave, 0);
        assert_eq!(points(&game), [win, -50]);
    }
}

#[test]
fn an_unrated_game_gives_nobody_anything() {
    for settings in [fmjd(), settings(2, false, false)] {
        let mut game = begin(&settings, &[70, 300], Farm::Whole);
        make_moves(&mut game, 30);
        let leaver = game.play().seats()[1];
        act(&mut game, leaver.index(), &Act::Leave, 0);
        let of = |score: &SeatScore| (score.before, score.points, score.after);
        let scores: Vec<_> = game.scores().iter().map(of).collect();
        assert_eq!(scores, [(70, 0, 70), (300, 0, 300)]);
        assert!(game.scores().iter().all(|s| s.parts == Parts::default()));
    }
}

#[test]
fn an_agreed_draw_is_worth_nothing_in_either_family() {
    for settings in [fmjd(), settings(2, false, false)] {
        let mut game = rated(settings, &[0, 1_000], Farm::Whole);
        make_moves(&mut game, 30);
        let seats: Vec<usize> = game.play().seats().iter().map(|s| s.index()).collect();
        act(&mut game, seats[0], &Act::OfferDraw, 0);
        act(&mut game, seats[1], &Act::AgreeDraw, 0);
        let of = |score: &SeatScore| (score.place, score.points, score.after);
        let scores: Vec<_> = game.scores().iter().map(of).collect();
        assert_eq!(scores, [(1, 0, 0), (1, 0, 1_000)]);
    }
}

#[test]
fn a_seat_is_paid_for_what_it_took_in_draughts_and_for_its_marbles_in_the_star() {
    let mut game = rated(fmjd(), &[250, 250], Farm::Whole);
    make_moves(&mut game, 40);
    let taken = game.play().draughts().unwrap().taken(board::Colour::Black);
    act(&mut game, 1, &Act::Resign, 0);
    // Two of level 6: nothing is doubled.
    let scores = game.scores();
    assert_eq!(scores[1].taken, Some(taken));
    assert_eq!(scores[1].parts.placing, -25);
    assert_eq!(scores[1].parts.encouragement, i32::from(taken / 2));
    assert!(taken >= 2, "the test would show nothing");

    let mut game = rated(settings(2, false, false), &[250, 250], Farm::Whole);
    make_moves(&mut game, 20);
    act(&mut game, 3, &Act::Resign, 0);
    let star = game.scores();
    assert_eq!((star[1].seat, star[1].taken), (seat(3), None));
    assert_eq!(star[1].points, -25 + i32::from(star[1].in_camp));
    assert_eq!(star[0].points, 25);
}
