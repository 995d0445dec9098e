//! What has to hold for any bytes whatever. The targets of this folder make these checks on what
//! a fuzzer thinks of; `tests/it/fuzz.rs` makes them on the seeds and on changed ones.

use std::collections::BTreeSet;

use tiaoqi::game::record;
use tiaoqi::protocol::{ClientMessage, MAX_FRAME_BYTES};
use tiaoqi::rules::draughts::pdn::{GameResult, MOST_MOVES, MOST_TAGS, PdnError, Reader, Record};
use tiaoqi::rules::draughts::{
    ByColour, Colour, Event, Game, Kind, LegalMove, Piece, Position, Preset, RuleSet, Square,
    SquareSet, TakenLeave,
};

#[path = "../src/rules/draughts/slow.rs"]
mod slow;

/// A text that is read as a position is written in one form, which is read as the same.
pub(crate) fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(position) = Position::from_fen(&text) else {
        return;
    };
    let written = position.fen();
    assert_eq!(Position::from_fen(&written), Ok(position), "{written}");
    assert_eq!(written.parse(), Ok(position), "{written}");
    assert_eq!(position.to_string(), written);
    assert!(written.bytes().all(|byte| byte.is_ascii_graphic()));
    let squares = Square::all().filter(|square| position.piece(*square).is_some());
    let pieces = Colour::ALL.map(|colour| position.pieces(colour).len());
    assert_eq!(squares.count(), usize::from(pieces[0] + pieces[1]));
}

/// A file is read to its end, nothing of it grows without bound, and a game that was accepted is
/// written in one form, which is read as the same.
pub(crate) fn pdn(bytes: &[u8]) {
    let mut errors = 0;
    for (number, game) in (1..).zip(Reader::new(bytes.iter().copied())) {
        match game {
            Ok(game) => one_form(&game),
            Err(PdnError {
                game, ply, token, ..
            }) => {
                assert_eq!(game, number);
                assert!(ply <= MOST_MOVES + 1);
                assert!(token.chars().count() <= 1000, "{token}");
                errors += 1;
            }
        }
        assert!(errors <= bytes.len(), "games out of nothing");
    }
}

fn one_form(game: &Record) {
    assert!(game.tags.len() <= MOST_TAGS && game.moves.len() <= MOST_MOVES);
    for tag in &game.tags {
        assert!(tag.name.len() <= 1000 && tag.value.chars().count() <= 1000);
    }
    let written = game.pdn();
    let mut games = Reader::new(written.bytes());
    let Some(Ok(read)) = games.next() else {
        panic!("not read again: {written}");
    };
    assert_eq!(games.next(), None, "more than one game: {written}");
    assert_eq!(read.pdn(), written);
    assert_eq!(identities(&read), identities(game), "{written}");
    let read = Record {
        moves: game.moves.clone(),
        ..read
    };
    assert_eq!(read, *game, "{written}");
}

fn identities(game: &Record) -> Vec<tiaoqi::rules::draughts::Move> {
    game.moves.iter().map(LegalMove::identity).collect()
}

/// The longest game that is played.
const MOST_PLIES: usize = 300;

/// A position and moves in it: a FEN up to the first line end, or 25 bytes of two squares each;
/// then a byte for the rule set and one for each act.
pub(crate) fn moves(bytes: &[u8]) {
    let Some((start, acts)) = start(bytes) else {
        return;
    };
    let Some((&first, acts)) = acts.split_first() else {
        return;
    };
    let preset = Preset::ALL[usize::from(first) % Preset::ALL.len()];
    let Ok(begun) = Game::new(preset.rules(), start) else {
        assert!(start.legal_moves(&preset.rules()).is_empty());
        return;
    };
    let mut game = begun.clone();
    let mut log = Vec::new();
    let mut moves = Vec::new();
    for act in acts.iter().take(MOST_PLIES) {
        let Some(colour) = game.on_turn() else { break };
        let legal = legal_moves(&game);
        let events = if *act == 255 {
            game.expire()
        } else {
            let chosen = &legal[usize::from(*act) % legal.len()];
            moves.push(chosen.clone());
            moved(&game, chosen, &legal)
        };
        let before = game.clone();
        for event in &events {
            game.apply(event).expect("events that follow from an act");
        }
        assert_eq!(game.ply(), before.ply() + 1);
        assert!(game.play(colour, &[]).is_err());
        log.extend(events);
        hash_of_a_copy(&game);
    }
    ended_or_not(&game);
    let mut again = begun;
    for event in &log {
        again.apply(event).expect("the log of a game");
    }
    assert_eq!(again, game);
    let record = Record {
        tags: Vec::new(),
        preset,
        start,
        moves,
        result: GameResult::Unknown,
    };
    one_form(&record);
}

fn start(bytes: &[u8]) -> Option<(Position, &[u8])> {
    if let Some(b'W' | b'B') = bytes.first() {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let text = std::str::from_utf8(&bytes[..end]).ok()?;
        return Some((Position::from_fen(text).ok()?, &bytes[end + 1..]));
    }
    let (squares, rest) = bytes.split_at_checked(25)?;
    let mut men = ByColour::<SquareSet>::default();
    let mut kings = ByColour::<SquareSet>::default();
    let contents = squares.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    for (square, content) in Square::all().zip(contents) {
        let set = match content {
            1 | 2 => &mut men.white,
            3 | 4 => &mut men.black,
            5 => &mut kings.white,
            6 => &mut kings.black,
            _ => continue,
        };
        *set |= square.into();
    }
    let (&side, rest) = rest.split_first()?;
    let to_move = Colour::ALL[usize::from(side & 1)];
    Some((Position::new(men, kings, to_move).ok()?, rest))
}

/// The legal moves, found in every way there is.
fn legal_moves(game: &Game) -> Vec<LegalMove> {
    let (position, rules) = (game.position(), game.rules());
    let legal = game.legal_moves();
    assert!(!legal.is_empty(), "on turn without a move: {position}");
    assert!(position.has_move(rules));
    assert_eq!(position.count_moves(rules), legal.len());
    let identities: Vec<_> = legal.iter().map(LegalMove::identity).collect();
    assert!(identities.is_sorted_by(|a, b| a < b), "{position}");
    let captures = legal.iter().filter(|found| !found.taken.is_empty());
    let pieces: SquareSet = captures.map(|found| found.from).collect();
    let duty = game.duty().map(|duty| duty.pieces).unwrap_or_default();
    assert_eq!(duty, pieces, "{position}");
    // The slow way walks every route: not where there can be too many.
    let few = match rules.taken_leave {
        TakenLeave::AtEnd => 14,
        TakenLeave::AtOnce => 9,
    };
    if position.pieces(position.to_move().other()).len() <= few {
        // The two put sets of squares in different orders.
        let found = identities.iter().map(|found| {
            let taken = found.taken.iter().map(Square::number).collect();
            (found.from.number(), found.to.number(), taken)
        });
        let found: BTreeSet<slow::Found> = found.collect();
        assert_eq!(found, slow::legal(position, rules), "{position}");
    }
    legal
}

/// What follows from a move, which has to be found by its route and by its text, and to change
/// what it says and nothing else.
fn moved(game: &Game, chosen: &LegalMove, legal: &[LegalMove]) -> Vec<Event> {
    let (position, rules) = (game.position(), game.rules());
    let colour = position.to_move();
    let text = chosen.text(legal);
    let read = position.read_move(rules, &text).expect("a written move");
    assert_eq!(read.identity(), chosen.identity(), "{text} in {position}");
    let by_route = position.find_move(rules, &chosen.route);
    assert_eq!(by_route.as_ref(), Ok(chosen), "{position}");
    let events = game
        .play_move(colour, &chosen.identity())
        .expect("a legal move");
    assert_eq!(game.play(colour, &chosen.route).as_ref(), Ok(&events));
    assert!(game.play_move(colour.other(), &chosen.identity()).is_err());

    let after = position.after(&chosen.identity());
    assert_eq!(after.to_move(), colour.other());
    let moving = position.piece(chosen.from).expect("a piece that moves");
    let far = SquareSet::far_row(colour).contains(chosen.to);
    let kind = if far { Kind::King } else { moving.kind };
    for square in Square::all() {
        let expected = if square == chosen.to {
            Some(Piece { colour, kind })
        } else if square == chosen.from || chosen.taken.contains(square) {
            None
        } else {
            position.piece(square)
        };
        assert_eq!(after.piece(square), expected, "{text} in {position}");
    }
    events
}

/// The hash is that of the text, and the text says what stands where.
fn hash_of_a_copy(game: &Game) {
    let text = game.canonical_text();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    assert_eq!(game.hash(), hash, "{text}");
    let parts: Vec<&str> = text.split('|').collect();
    let &[ply, turn, white_men, white_kings, black_men, black_kings] = &parts[..] else {
        panic!("{text}");
    };
    assert_eq!(ply.parse(), Ok(game.ply()));
    assert_eq!(turn.starts_with('-'), game.is_over());
    let set = |text: &str| -> SquareSet {
        let numbers = text.split(',').filter(|number| !number.is_empty());
        numbers
            .map(|number| Square::new(number.parse().expect("a number")).expect("a square"))
            .collect()
    };
    let men = ByColour {
        white: set(white_men),
        black: set(black_men),
    };
    let kings = ByColour {
        white: set(white_kings),
        black: set(black_kings),
    };
    let copy = Position::new(men, kings, game.position().to_move());
    assert_eq!(copy.as_ref(), Ok(game.position()), "{text}");
}

fn ended_or_not(game: &Game) {
    assert_eq!(game.outcome().is_some(), game.is_over());
    assert_eq!(game.on_turn().is_none(), game.is_over());
    for counter in game.draw_counters() {
        assert!(game.is_over() || counter.made < counter.limit);
    }
    if let Some(outcome) = game.outcome() {
        assert_eq!(outcome.winner.is_none(), outcome.reason.is_draw());
        assert_eq!(game.legal_moves(), []);
        assert_eq!(game.expire(), []);
    }
}

/// A record of Chinese checkers that is accepted comes out the same, as text and as JSON.
pub(crate) fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for read in record::read_all(&text).into_iter().flatten() {
        let written = read.to_string();
        assert_eq!(record::read(&written).as_ref(), Ok(&read), "{written}");
        let json = read.to_json();
        assert_eq!(record::read(&json).as_ref(), Ok(&read), "{json}");
    }
}

/// A frame of a client that is accepted can be told to another server, and comes out the same.
pub(crate) fn frame(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(&bytes[..bytes.len().min(MAX_FRAME_BYTES)]) else {
        return;
    };
    let Ok(message) = serde_json::from_str::<ClientMessage>(text) else {
        return;
    };
    let written = serde_json::to_string(&message).expect("plain data");
    let read: ClientMessage = serde_json::from_str(&written)
        .unwrap_or_else(|error| panic!("not read again: {error}: {written}"));
    assert_eq!(serde_json::to_string(&read).expect("plain data"), written);
}
