//! The limits of the draws by count, to the ply, and what sets them back.
//!
//! White's king goes between 47 and 41 and Black's between 4 and 9: neither ever stands where the
//! other, or a piece of these positions, could take or be taken.

use crate::rules::draughts::testing::{commit, position, told};
use crate::rules::draughts::{Colour, EndReason, Event, Game, Preset, RuleSet};

fn begin(rules: RuleSet, fen: &str) -> Game {
    Game::new(rules, position(fen)).unwrap()
}

/// The same rules without the draw by repetition, which would come first.
fn unrepeated(preset: Preset) -> RuleSet {
    RuleSet {
        repetition: None,
        ..preset.rules()
    }
}

fn play(game: &mut Game, text: &str) -> Vec<Event> {
    let colour = game.on_turn().unwrap();
    let events = game.play_move(colour, &told(text));
    let events = events.unwrap_or_else(|error| panic!("{text}: {error}"));
    commit(game, &events);
    events
}

/// A quiet move of a king: the one on 47 or 41, or the one on 4 or 9, goes to the other square.
fn shuttle(game: &mut Game) {
    let colour = game.on_turn().unwrap();
    let (out, back) = match colour {
        Colour::White => ("47-41", "41-47"),
        Colour::Black => ("4-9", "9-4"),
    };
    let at_home = game.position().kings(colour).contains(told(out).from);
    play(game, if at_home { out } else { back });
}

fn shuttle_plies(game: &mut Game, plies: usize) {
    for _ in 0..plies {
        shuttle(game);
        assert!(!game.is_over());
    }
}

/// Shuttles until the game is over; the plies, and why it is.
fn shuttle_on(game: &mut Game) -> (u32, Option<EndReason>) {
    let before = game.ply();
    while !game.is_over() && game.ply() - before < 500 {
        shuttle(game);
    }
    let outcome = game.outcome();
    assert_eq!(outcome.and_then(|outcome| outcome.winner), None);
    (game.ply() - before, outcome.map(|outcome| outcome.reason))
}

fn made(game: &Game, reason: EndReason) -> u16 {
    let counters = game.draw_counters();
    let counter = counters.iter().find(|counter| counter.reason == reason);
    counter.map_or(0, |counter| counter.made)
}

// `plyyard`.

#[test]
fn by_the_house_rules_the_third_time_a_position_stands_is_a_draw() {
    let mut game = begin(Preset::Plyyard.rules(), "W:WK47:BK4");
    // It stands at first and after the 4th and the 8th ply.
    assert_eq!(shuttle_on(&mut game), (8, Some(EndReason::Repetition)));
}

#[test]
fn by_the_house_rules_a_position_is_another_one_with_the_other_side_to_move() {
    let mut game = begin(Preset::Plyyard.rules(), "W:WK47:BK4");
    // White comes back to 47 in three moves, so that Black is to move there.
    for text in ["47-41", "4-9", "41-36", "9-4", "36-47"] {
        play(&mut game, text);
    }
    let rest = ["4-9", "47-41", "9-4", "41-47", "4-9", "47-41", "9-4"];
    for text in rest {
        play(&mut game, text);
        assert!(!game.is_over(), "after {text}");
    }
    // The kings stand on 47 and 4 for the fourth time, with Black to move for the third.
    let events = play(&mut game, "41-47");
    let drawn = Event::Ended {
        winner: None,
        reason: EndReason::Repetition,
    };
    assert_eq!(events[1..], [drawn]);
}

#[test]
fn by_the_house_rules_a_hundred_quiet_plies_are_a_draw_and_moves_of_men_are_quiet() {
    let mut game = begin(unrepeated(Preset::Plyyard), "W:WK47,35:BK4,16");
    shuttle_plies(&mut game, 40);
    play(&mut game, "35-30");
    assert_eq!(made(&game, EndReason::QuietPlies), 41);
    // 59 are left.
    assert_eq!(shuttle_on(&mut game), (59, Some(EndReason::QuietPlies)));
}

#[test]
fn by_the_house_rules_a_capture_begins_the_hundred_plies_anew() {
    let mut game = begin(unrepeated(Preset::Plyyard), "W:WK47,26:BK4,16");
    shuttle_plies(&mut game, 40);
    play(&mut game, "47-41");
    play(&mut game, "16-21");
    assert_eq!(made(&game, EndReason::QuietPlies), 42);
    play(&mut game, "26x17x21");
    assert_eq!(made(&game, EndReason::QuietPlies), 0);
    assert_eq!(shuttle_on(&mut game), (100, Some(EndReason::QuietPlies)));
}

#[test]
fn by_the_house_rules_a_promotion_begins_the_hundred_plies_anew() {
    let mut game = begin(unrepeated(Preset::Plyyard), "W:WK47,6:BK4");
    shuttle_plies(&mut game, 40);
    assert_eq!(made(&game, EndReason::QuietPlies), 40);
    play(&mut game, "6-1");
    assert_eq!(made(&game, EndReason::QuietPlies), 0);
    assert_eq!(shuttle_on(&mut game), (100, Some(EndReason::QuietPlies)));
}

#[test]
fn the_house_rules_have_no_draw_by_few_pieces() {
    for fen in ["W:WK47:BK4", "W:WK47,6:BK4", "W:WK47,6,26:BK4"] {
        let mut game = begin(unrepeated(Preset::Plyyard), fen);
        assert_eq!(shuttle_on(&mut game), (100, Some(EndReason::QuietPlies)));
    }
}

// `fmjd`, few pieces against a lone king.

#[test]
fn three_with_a_king_among_them_against_a_lone_king_draw_after_16_moves_of_each() {
    for fen in ["W:WK47,K48,K50:BK4", "W:WK47,K48,6:BK4", "W:WK47,6,26:BK4"] {
        let mut game = begin(unrepeated(Preset::Fmjd), fen);
        let drawn = (32, Some(EndReason::ThreeAgainstKing));
        assert_eq!(shuttle_on(&mut game), drawn, "{fen}");
    }
}

#[test]
fn neither_a_mans_move_nor_a_promotion_begins_the_16_moves_anew() {
    let mut game = begin(unrepeated(Preset::Fmjd), "W:WK47,6,26:BK4");
    shuttle_plies(&mut game, 8);
    play(&mut game, "26-21");
    play(&mut game, "4-9");
    play(&mut game, "6-1");
    play(&mut game, "9-4");
    assert_eq!(made(&game, EndReason::ThreeAgainstKing), 12);
    let drawn = (20, Some(EndReason::ThreeAgainstKing));
    assert_eq!(shuttle_on(&mut game), drawn);
}

#[test]
fn the_capture_that_brings_the_balance_about_is_not_counted() {
    // Of K, M and M against K and M the last man is taken.
    let mut game = begin(unrepeated(Preset::Fmjd), "W:WK47,6,26:BK4,16");
    shuttle_plies(&mut game, 4);
    play(&mut game, "47-41");
    play(&mut game, "16-21");
    assert_eq!(made(&game, EndReason::ThreeAgainstKing), 0);
    play(&mut game, "26x17x21");
    let drawn = (32, Some(EndReason::ThreeAgainstKing));
    assert_eq!(shuttle_on(&mut game), drawn);
}

// `fmjd`, moves by kings only.

#[test]
fn a_mans_move_begins_the_25_moves_of_kings_anew() {
    let mut game = begin(unrepeated(Preset::Fmjd), "W:WK47,35:BK4,16");
    shuttle_plies(&mut game, 48);
    assert_eq!(made(&game, EndReason::KingsOnly), 48);
    play(&mut game, "35-30");
    assert_eq!(made(&game, EndReason::KingsOnly), 0);
    assert_eq!(shuttle_on(&mut game), (50, Some(EndReason::KingsOnly)));
}

#[test]
fn a_kings_capture_begins_the_25_moves_of_kings_anew() {
    let mut game = begin(unrepeated(Preset::Fmjd), "W:WK47,K26:BK4,K16,45");
    shuttle_plies(&mut game, 40);
    play(&mut game, "47-41");
    play(&mut game, "16-21");
    assert_eq!(made(&game, EndReason::KingsOnly), 42);
    play(&mut game, "26x17x21");
    assert_eq!(made(&game, EndReason::KingsOnly), 0);
    assert_eq!(shuttle_on(&mut game), (50, Some(EndReason::KingsOnly)));
}
