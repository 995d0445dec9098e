//! Acts, their refusals, and what follows from them.

use proptest::prelude::*;

use super::*;
use crate::rules::draughts::testing::{any_preset, commit, path, position, told};
use crate::rules::draughts::{CorruptLog, DutyReason, Outcome, Preset, SetupError};

fn game(preset: Preset, fen: &str) -> Game {
    Game::new(preset.rules(), position(fen)).unwrap()
}

fn play(game: &mut Game, numbers: &[u8]) -> Vec<Event> {
    let colour = game.on_turn().unwrap();
    let events = game.play(colour, &path(numbers)).unwrap();
    commit(game, &events);
    events
}

#[test]
fn a_move_gives_the_turn_to_the_other_side() {
    let mut game = Game::standard(Preset::Fmjd.rules());
    assert_eq!(game.legal_moves().len(), 9);
    let events = play(&mut game, &[32, 28]);
    assert_eq!(events.len(), 1);
    assert_eq!(game.on_turn(), Some(Colour::Black));
    assert_eq!((game.ply(), game.moves(Colour::White)), (2, 1));
    let black_first = Game::standard(Preset::Plyyard.rules());
    assert_eq!(black_first.on_turn(), Some(Colour::Black));
}

#[test]
fn a_refusal_names_the_rule_that_stands_in_the_way() {
    // 32 may take 28 and go on over 18; 37 may take only 31.
    let game = game(Preset::Fmjd, "W:W32,37,48:B28,18,31,7");
    let refused = |numbers: &[u8]| game.play(Colour::White, &path(numbers)).unwrap_err();
    assert_eq!(refused(&[48, 42]).code(), "must_capture");
    assert_eq!(refused(&[37, 26]).code(), "most_pieces");
    assert_eq!(refused(&[32, 23]).code(), "most_pieces");
    assert_eq!(refused(&[32, 27]).code(), "must_capture");
    assert_eq!(refused(&[48, 37]).code(), "illegal");
    assert_eq!(refused(&[28, 32]).code(), "illegal");
    assert_eq!(refused(&[32]).code(), "illegal");
    assert_eq!(refused(&[]).code(), "illegal");
    let duty = game.duty().unwrap();
    assert_eq!(duty.reason, DutyReason::MostPieces);
    assert_eq!(duty.pieces.iter().collect::<Vec<_>>(), path(&[32]));
    assert_eq!(
        game.play(Colour::Black, &path(&[7, 12])),
        Err(IllegalAct::NotYourTurn)
    );
}

#[test]
fn kings_go_first_only_where_the_rule_set_says_so() {
    let fen = "W:W32:BK28,27";
    let free = game(Preset::Fmjd, fen);
    let duty = free.duty().unwrap();
    assert_eq!(duty.reason, DutyReason::MustCapture);
    assert!(free.play(Colour::White, &path(&[32, 21])).is_ok());
    let bound = game(Preset::Plyyard, fen);
    assert_eq!(bound.duty().unwrap().reason, DutyReason::KingPriority);
    let refused = bound.play(Colour::White, &path(&[32, 21])).unwrap_err();
    assert_eq!(refused.code(), "king_priority");
    assert!(bound.play(Colour::White, &path(&[32, 23])).is_ok());
    assert_eq!(Game::standard(Preset::Fmjd.rules()).duty(), None);
}

#[test]
fn a_path_may_leave_squares_out_as_long_as_one_move_fits() {
    let game = game(Preset::Fmjd, "W:WK47:B14,19,29,31,42");
    let moves = game.legal_moves();
    assert_eq!(moves.len(), 2);
    let [from, to] = [moves[0].from, moves[0].to];
    assert_eq!(
        game.play(Colour::White, &[from, to]),
        Err(IllegalAct::Move(NoMove::Ambiguous))
    );
    for found in &moves {
        let events = game.play(Colour::White, &found.route).unwrap();
        let Event::Moved { taken, route, .. } = &events[0] else {
            panic!("{events:?}")
        };
        assert_eq!((taken, route), (&found.taken, &found.route));
    }
    let wrong = [from, from, to];
    assert_eq!(
        game.play(Colour::White, &wrong).unwrap_err().code(),
        "illegal"
    );
}

#[test]
fn a_man_becomes_a_king_only_where_its_move_ends() {
    // It passes the far row and goes on.
    let mut passing = game(Preset::Fmjd, "W:W15:B9,10,43");
    let through = passing.legal_moves();
    assert_eq!(through.len(), 1);
    let events = play(&mut passing, &[15, 13]);
    assert!(matches!(
        events[0],
        Event::Moved {
            promoted: false,
            ..
        }
    ));
    assert!(passing.position().kings(Colour::White).is_empty());
    let mut ending = game(Preset::Fmjd, "W:W7:B45");
    let events = play(&mut ending, &[7, 1]);
    assert!(matches!(events[0], Event::Moved { promoted: true, .. }));
    assert_eq!(ending.position().fen(), "B:WK1:B45");
}

#[test]
fn who_cannot_move_has_lost() {
    let mut taken = game(Preset::Fmjd, "W:W28:B23");
    let events = play(&mut taken, &[28, 19]);
    let won = |reason| Event::Ended {
        winner: Some(Colour::White),
        reason,
    };
    assert_eq!(events[1..], [won(EndReason::NoPieces)]);
    assert_eq!(
        taken.outcome(),
        Some(Outcome {
            winner: Some(Colour::White),
            reason: EndReason::NoPieces,
            out: None,
            moves: super::super::ByColour { white: 1, black: 0 },
            taken: super::super::ByColour { white: 1, black: 0 },
        })
    );
    let mut shut = game(Preset::Fmjd, "W:W47,46:B36");
    let events = play(&mut shut, &[46, 41]);
    assert_eq!(events[1..], [won(EndReason::NoMoves)]);
    assert_eq!(shut.on_turn(), None);
    assert_eq!(shut.legal_moves(), []);
    assert_eq!(
        shut.play(Colour::Black, &path(&[36, 41])),
        Err(IllegalAct::Over)
    );
    for preset in Preset::ALL {
        assert_eq!(
            Game::new(preset.rules(), position("B:W50:B")),
            Err(SetupError)
        );
    }
}

#[test]
fn a_side_can_go_out_on_and_off_turn() {
    for why in [
        OutReason::Resigned,
        OutReason::Left,
        OutReason::Flag,
        OutReason::TimedOut,
    ] {
        for colour in Colour::ALL {
            let mut game = Game::standard(Preset::Fmjd.rules());
            let events = game.put_out(colour, why).unwrap();
            commit(&mut game, &events);
            let outcome = game.outcome().unwrap();
            assert_eq!(outcome.winner, Some(colour.other()));
            assert_eq!(outcome.out, Some((colour, why)));
            assert_eq!(game.put_out(colour, why), Err(IllegalAct::Over));
            assert!(game.canonical_text().starts_with("1|-|"));
        }
    }
}

#[test]
fn the_third_turn_in_a_row_that_runs_out_is_the_last() {
    let mut game = Game::standard(Preset::Fmjd.rules());
    for _ in 0..2 {
        let events = game.expire();
        commit(&mut game, &events);
    }
    assert_eq!(game.timeouts(Colour::White), 2);
    play(&mut game, &[32, 28]);
    assert_eq!(game.timeouts(Colour::White), 0);
    for _ in 0..3 {
        assert_eq!(game.on_turn(), Some(Colour::Black));
        let events = game.expire();
        commit(&mut game, &events);
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.out, Some((Colour::Black, OutReason::TimedOut)));
    assert_eq!(outcome.winner, Some(Colour::White));
    assert_eq!(game.expire(), []);
}

#[test]
fn an_agreed_draw_has_no_winner() {
    let mut game = Game::standard(Preset::Plyyard.rules());
    let events = game.agree_draw();
    commit(&mut game, &events);
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (None, EndReason::Agreement)
    );
    assert_eq!(game.agree_draw(), []);
}

#[test]
fn a_foreign_event_is_no_part_of_a_game() {
    let game = Game::standard(Preset::Fmjd.rules());
    let moved = |colour, text: &str, route: &[u8], promoted| {
        let Move { from, to, taken } = told(text);
        Event::Moved {
            colour,
            from,
            to,
            taken,
            route: path(route),
            promoted,
        }
    };
    let ended = |winner, reason| Event::Ended { winner, reason };
    let wrong = [
        moved(Colour::Black, "20-24", &[20, 24], false),
        moved(Colour::White, "28-23", &[28, 23], false),
        moved(Colour::White, "32x23x28", &[32, 23], false),
        moved(Colour::White, "37-32", &[37, 32], false),
        moved(Colour::White, "32-28", &[32, 27], false),
        moved(Colour::White, "32-28", &[32, 28], true),
        Event::TurnExpired {
            colour: Colour::White,
            count: 2,
        },
        Event::TurnExpired {
            colour: Colour::Black,
            count: 1,
        },
        ended(None, EndReason::Out),
        ended(Some(Colour::White), EndReason::Out),
        ended(Some(Colour::White), EndReason::Agreement),
        ended(Some(Colour::White), EndReason::NoMoves),
        ended(None, EndReason::Repetition),
        ended(None, EndReason::QuietPlies),
    ];
    for event in wrong {
        let mut copy = game.clone();
        assert!(
            matches!(copy.apply(&event), Err(CorruptLog { .. })),
            "{event:?}"
        );
        assert_eq!(copy, game);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_random_game_ends_and_its_log_brings_it_back(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1200),
        preset in any_preset(),
    ) {
        let mut game = Game::standard(preset.rules());
        let mut log = Vec::new();
        let mut pieces = 40;
        for choice in choices {
            let Some(colour) = game.on_turn() else { break };
            let moves = game.legal_moves();
            let chosen = choice.get(&moves);
            let events = game.play_move(colour, &chosen.identity()).unwrap();
            commit(&mut game, &events);
            log.extend(events);
            let now = Colour::ALL
                .into_iter()
                .map(|colour| game.position().pieces(colour).len())
                .sum::<u8>();
            prop_assert_eq!(now, pieces - chosen.taken.len());
            pieces = now;
            for counter in game.draw_counters() {
                prop_assert!(counter.made < counter.limit || game.is_over());
            }
        }
        prop_assert!(game.is_over(), "1200 plies are more than any draw counter lets pass");
        let mut again = Game::standard(preset.rules());
        commit(&mut again, &log);
        prop_assert_eq!(again.hash(), game.hash());
        prop_assert_eq!(again, game);
    }
}
