//! Files: real ones, made-up ones, and broken ones.

use proptest::prelude::*;

use super::*;
use crate::rules::draughts::testing::{any_preset, position};
use crate::rules::draughts::{Colour, Game, MoveTextError, NoMove};

fn read(text: &str) -> Vec<Result<Record, PdnError>> {
    Reader::new(text.bytes()).collect()
}

fn read_one(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

/// Game, ply, text and code of the one thing that is wrong.
fn error_of(text: &str) -> (u32, usize, String, &'static str) {
    let error = read(text).into_iter().find_map(Result::err).unwrap();
    assert!(!error.to_string().is_empty());
    (error.game, error.ply, error.token, error.reason.code())
}

fn moves(record: &Record) -> String {
    let texts: Vec<String> = record
        .moves
        .iter()
        .map(|found| {
            let squares = found.route.iter().map(ToString::to_string);
            squares.collect::<Vec<_>>().join(".")
        })
        .collect();
    texts.join(" ")
}

#[test]
fn every_recorded_game_replays_and_comes_out_the_same_ever_after() {
    let file = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/draughts_games.pdn"
    ));
    let games: Vec<Record> = read(file).into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 250);
    let count = |result| games.iter().filter(|game| game.result == result).count();
    assert_eq!(count(GameResult::Draw), 127);
    assert_eq!(count(GameResult::WhiteWon), 62);
    assert_eq!(count(GameResult::BlackWon), 56);
    assert_eq!(count(GameResult::Unknown), 5);
    let once: String = games.iter().map(Record::pdn).collect();
    let again: Vec<Record> = read(&once).into_iter().map(Result::unwrap).collect();
    for (game, again) in games.iter().zip(&again) {
        assert_eq!(game.pdn(), again.pdn());
        let identities =
            |game: &Record| -> Vec<_> { game.moves.iter().map(LegalMove::identity).collect() };
        assert_eq!(identities(game), identities(again));
    }
    assert_eq!(again.iter().map(Record::pdn).collect::<String>(), once);
    assert!(once.lines().all(|line| line.len() <= 79));
}

#[test]
fn one_game_in_many_guises_is_one_game() {
    let plain = "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n";
    let game = read_one(plain);
    let guises = [
        "[White \"A\"]\n1.32-28 19-23 2.28x19 14x23 3.37-32 *".to_owned(),
        "[White \"A\"] 32-28 19-23 28:19 14:23 37-32".to_owned(),
        "[White \"A\"] 1. 032-28 019-023 2. 28X19 14x23 3. 37-32 *".to_owned(),
        "[White \"A\"] 1. 32-28! 19-23?! 2. 28x19 $14 14x23$2 3. 37-32(!) *".to_owned(),
        "[White \"A\"]\n; a line\n% another one (\n1. 32-28 ; 19-24\n1... 19-23 28x19 14x23 37-32"
            .to_owned(),
        "[White \"A\"] {before} 1. 32-28 {[%clock w0:04:59 B0:05:00] 1-1 (} 19-23{;}\n2. 28x19 \
         (2. 33-29 (2. 34-29 23x34 {)}) 23x34) 14x23 3. 37-32 *"
            .to_owned(),
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        format!("\u{feff}{plain}"),
        format!("{plain} * \n 1-1"),
    ];
    for guise in guises {
        assert_eq!(read_one(&guise), game, "{guise}");
    }
    for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        let units = plain.encode_utf16().flat_map(bytes);
        assert_eq!(Reader::new(units).next(), Some(Ok(game.clone())));
    }
}

#[test]
fn a_draw_is_not_the_move_that_begins_like_it() {
    // A king moves from 1 to 12 and back; then the game is drawn.
    let game = read_one("[FEN \"W:WK1,50:BK5,45\"] 1. 1-12 5-10 2. 12-1 10-5 1-1");
    assert_eq!(moves(&game), "1.12 5.10 12.1 10.5");
    let error = error_of("[FEN \"W:WK1,50:BK5,45\"] 1. 1-10 1-1");
    assert_eq!((error.2.as_str(), error.3), ("1-10", "illegal"));
    assert_eq!(game.result, GameResult::Draw);
    for (word, written) in [
        ("2-0", "2-0"),
        ("1-0", "2-0"),
        ("1-1", "1-1"),
        ("1/2-1/2", "1-1"),
        ("0-2", "0-2"),
        ("0-1", "0-2"),
        ("0-0", "0-0"),
        ("*", "*"),
    ] {
        let behind = read_one(&format!("1. 32-28 {word}"));
        assert_eq!(behind.result.as_str(), written);
        let tag = read_one(&format!("[Result \"{word}\"] 1. 32-28"));
        assert_eq!(tag.result.as_str(), written);
        let both = read_one(&format!("[Result \"{word}\"] 1. 32-28 *"));
        assert_eq!(both.result.as_str(), written);
    }
    let two: Vec<_> = read("1. 32-28 1-1 1. 33-28 2-0");
    assert_eq!(two.len(), 2);
}

#[test]
fn the_writer_knows_one_form() {
    let game = position("W:WK47:B14,19,29,31,42");
    let legal = game.legal_moves(&Preset::Fmjd.rules());
    let record = Record {
        tags: vec![Tag {
            name: "White".to_owned(),
            value: "O\"N \\".to_owned(),
        }],
        preset: Preset::Fmjd,
        start: game,
        moves: vec![legal[1].clone()],
        result: GameResult::Draw,
    };
    let route: Vec<String> = legal[1].route.iter().map(ToString::to_string).collect();
    let written = format!(
        "[White \"O\\\"N \\\\\"]\n[GameType \"20\"]\n[FEN \"W:WK47:B14,19,29,31,42\"]\n\
         [Result \"1-1\"]\n1. {} 1-1\n\n",
        route.join("x")
    );
    assert_eq!(record.pdn(), written);
    assert_eq!(read_one(&written), record);
    let loose = format!(
        "[Result \"1/2-1/2\"] [ White \"O\\\"N \\\\\"] [SetUp \"1\"] [white \"again\"] \
         [FEN \"W:WK47:B14,19,29,31,42.\"]\n0{}",
        route.join(":")
    );
    assert_eq!(read_one(&loose).pdn(), written);
}

#[test]
fn a_game_by_the_house_rules_says_so() {
    let start = Position::start(Colour::Black);
    let rules = Preset::Plyyard.rules();
    let record = Record {
        tags: Vec::new(),
        preset: Preset::Plyyard,
        start,
        moves: vec![start.read_move(&rules, "19-23").unwrap()],
        result: GameResult::Unknown,
    };
    assert_eq!(
        record.pdn(),
        "[GameType \"20,B,10,10,N2,0\"]\n[Variant \"plyyard\"]\n[Result \"*\"]\n1. 19-23 *\n\n"
    );
    assert_eq!(read_one(&record.pdn()), record);
    // A king that turns straight back: legal here, not elsewhere.
    let fen = "[FEN \"W:WK12:B7,18\"] 1. 12x23";
    assert_eq!(
        read_one(&format!("[Variant \"PlyYard\"]{fen}")).moves[0]
            .taken
            .len(),
        2
    );
    assert_eq!(read_one(fen).moves[0].taken.len(), 1);
}

#[test]
fn another_game_is_refused_by_its_name() {
    let error = read("[GameType \"25\"] 1. c3-d4 *").remove(0).unwrap_err();
    assert_eq!(error.reason, Reason::OtherGame("Russian draughts"));
    assert_eq!(
        error.to_string(),
        "game 1, ply 0, 25: another game: Russian draughts"
    );
    for number in (0..=255).filter(|number| *number != 20) {
        let text = format!("[GameType \"{number},W,8,8,A1,0\"] 1. 32-28 *");
        assert_eq!(error_of(&text).3, "other_game");
    }
    assert_eq!(error_of("[GameType \"x\"]").3, "other_game");
    assert_eq!(error_of("[Variant \"Killer\"]").3, "variant");
    assert!(read("[GameType \"20,W,10,10,N2,0\"] 1. 32-28 *")[0].is_ok());
}

#[test]
fn an_error_says_where_and_the_other_games_are_read() {
    let file = "[Event \"1\"]\n1. 32-28 19-23 2. 28x20 14x23 *\n\
        [Event \"2\"]\n1. 32-28 *\n\
        [Event \"3\"]\n1. 32-28 {no end\n\
        [Event \"4\"]\n1. 32-28 (1. 33-28\n\
        [Event \"5\"]\n1. 32-28\n\
        [Event \"6]\n1. 32-28 *\n\
        [Event \"7\"]\n[FEN \"W:W5:B1\"]\n*\n\
        [Event \"8\"]\n1. 32-28 ) 19-23 *\n\
        [Event \"9\"]\n1. 32-28 2-0\n\
        1. 33-28 20-25 2. 28-20 0-2\n\
        [Event \"11\"]";
    let told: Vec<_> = read(file)
        .into_iter()
        .map(|game| match game {
            Ok(game) => ("ok".to_owned(), game.moves.len(), String::new()),
            Err(error) => (error.reason.code().to_owned(), error.ply, error.token),
        })
        .collect();
    let expected = [
        ("illegal", 3, "28x20"),
        ("ok", 1, ""),
        ("unclosed_comment", 2, "{"),
        ("unclosed_variation", 2, "("),
        ("ok", 1, ""),
        ("tag", 0, "Event"),
        ("man_on_far_row", 0, "W:W5:B1"),
        ("stray", 2, ")"),
        ("ok", 1, ""),
        ("illegal", 3, "28-20"),
        ("ok", 0, ""),
    ];
    let expected = expected.map(|(code, ply, token)| (code.to_owned(), ply, token.to_owned()));
    assert_eq!(told, expected);
    let numbers: Vec<u32> = read(file)
        .into_iter()
        .filter_map(Result::err)
        .map(|error| error.game)
        .collect();
    assert_eq!(numbers, [1, 3, 4, 6, 7, 8, 10]);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_reason() {
    for (text, ply, code) in [
        ("1. 32-28 hello *", 2, "not_a_move"),
        ("1. 32-51 *", 1, "square"),
        ("1. 32x28 *", 1, "separator"),
        ("1. 32-28 19-23 2. 37-32 *", 3, "must_capture"),
        ("1. 32-28 }", 2, "stray"),
        ("[White A]\n*", 0, "tag"),
        ("[\"A\"]\n*", 0, "tag"),
        ("[White \"A\" x]\n*", 0, "tag"),
        ("[White \"A\n\"]\n*", 0, "tag"),
        ("[FEN \"\"]\n*", 0, "side_to_move"),
    ] {
        let error = error_of(text);
        assert_eq!((error.1, error.3), (ply, code), "{text}");
    }
    assert_eq!(read(""), []);
    assert_eq!(read(" \r\n\u{feff}{nothing} * 1-1 $5 \n"), []);
}

#[test]
fn nothing_grows_without_bound() {
    let long = "9".repeat(5000);
    assert_eq!(error_of(&format!("1. {long}x1 *")).3, "too_long");
    assert_eq!(error_of(&format!("[White \"{long}\"]\n*")).3, "too_long");
    assert_eq!(error_of(&format!("[{long} \"A\"]\n*")).3, "too_long");
    let tags: String = (0..=MOST_TAGS).map(|n| format!("[T{n} \"\"]\n")).collect();
    assert_eq!(error_of(&tags).3, "too_many_tags");
    let round = "47-42 5-10 42-47 10-5 ".repeat(MOST_MOVES / 4 + 1);
    let endless = format!("[FEN \"W:WK47:BK5\"] {round}");
    let error = error_of(&endless);
    assert_eq!((error.1, error.3), (MOST_MOVES + 1, "too_many_moves"));
    let deep = format!("1. 32-28 {}{} 19-23 *", "(".repeat(9000), ")".repeat(9000));
    assert_eq!(read_one(&deep).moves.len(), 2);
}

proptest! {
    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for game in Reader::new(bytes.iter().copied()).flatten() {
            prop_assert_eq!(read_one(&game.pdn()).pdn(), game.pdn());
        }
    }

    #[test]
    fn whatever_looks_like_games_is_read_and_what_is_accepted_is_a_fixed_point(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "[White \"", "A\\", "\"]", "[Event \"x\"]\n", "[FEN \"B:WK1:BK50\"]", "1.", " ",
                "\n", "32-28", "19-23", "28x19", "14:23", "1-10", "50-45", "*", "1-1", "2-0",
                "{", "}", "(", ")", "$1", ";", "%", "[Variant \"plyyard\"]\n", "[GameType \"20\"]",
            ]),
            0..60,
        ),
    ) {
        for game in read(&parts.concat()).into_iter().flatten() {
            let written = game.pdn();
            prop_assert_eq!(read_one(&written).pdn(), written);
        }
    }

    #[test]
    fn a_played_game_survives_its_text(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..150),
        preset in any_preset(),
    ) {
        let mut game = Game::standard(preset.rules());
        let start = *game.position();
        let mut record = Record {
            tags: Vec::new(),
            preset,
            start,
            moves: Vec::new(),
            result: GameResult::Unknown,
        };
        for choice in choices {
            let Some(colour) = game.on_turn() else { break };
            let chosen = choice.get(&game.legal_moves()).clone();
            for event in game.play_move(colour, &chosen.identity()).unwrap() {
                game.apply(&event).unwrap();
            }
            record.moves.push(chosen);
        }
        let read = read_one(&record.pdn());
        prop_assert_eq!(read.pdn(), record.pdn());
        let identities = |record: &Record| -> Vec<_> {
            record.moves.iter().map(LegalMove::identity).collect()
        };
        prop_assert_eq!(identities(&read), identities(&record));
    }
}

#[test]
fn a_refused_move_keeps_its_reason() {
    let error = read("1. 32-28 19-23 2. 37-32 *").remove(0).unwrap_err();
    let duty = crate::rules::draughts::DutyReason::MustCapture;
    assert_eq!(
        error.reason,
        Reason::Move(MoveTextError::Move(NoMove::Duty(duty)))
    );
}
