//! From tokens to games.

use super::decode::Decoder;
use super::lex::{Lexer, Token};
use super::{GameResult, MOST_MOVES, MOST_TAGS, PdnError, Reason, Record, Tag, game_name};
use crate::rules::draughts::{Colour, LegalMove, Position, Preset, RuleSet};

/// `GameType` of international draughts in PDN 3.0.
const INTERNATIONAL: u8 = 20;

/// The games of a file, one by one. A game that is wrong does not keep the others from being read.
///
/// ```
/// use tiaoqi::rules::draughts::pdn::Reader;
///
/// let file = b"1. 32-28 {good} 19-23 (18-23) 2. 28x19 14x23 1-1  1. 35-30 20-26 *";
/// let games: Vec<_> = Reader::new(file.iter().copied()).collect();
/// assert_eq!(games[0].as_ref().map(|game| game.moves.len()), Ok(4));
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!((error.ply, error.token.as_str()), (2, "20-26"));
/// ```
#[derive(Debug)]
pub struct Reader<I: Iterator<Item = u8>> {
    tokens: Lexer<Decoder<I>>,
    /// The tag that told that the game before was over.
    next: Option<Token>,
    /// Games so far.
    games: u32,
}

impl<I: Iterator<Item = u8>> Reader<I> {
    /// Reads a file from its bytes.
    pub fn new(bytes: I) -> Self {
        Self {
            tokens: Lexer::new(Decoder::new(bytes)),
            next: None,
            games: 0,
        }
    }
}

impl<I: Iterator<Item = u8>> Iterator for Reader<I> {
    type Item = Result<Record, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::default();
        let mut result = None;
        loop {
            let Some(token) = self.next.take().or_else(|| self.tokens.next()) else {
                draft.close();
                if draft.is_empty() {
                    return None;
                }
                break;
            };
            match token {
                Token::Tag { .. } | Token::WrongTag { .. } if draft.has_begun() => {
                    self.next = Some(token);
                    draft.close();
                    break;
                }
                Token::Tag { name, value } => draft.tag(name, value),
                Token::WrongTag { text, reason } => draft.fail(&text, reason),
                Token::Open => draft.depth = draft.depth.saturating_add(1),
                Token::Close if draft.depth > 0 => draft.depth -= 1,
                Token::Close => {
                    draft.begin();
                    draft.fail(")", Reason::Stray);
                }
                Token::Wrong { text, reason } => {
                    draft.begin();
                    draft.fail(&text, reason);
                }
                Token::Word(_) if draft.depth > 0 => {}
                Token::Word(word) => {
                    if let Some(read) = draft.word(&word) {
                        // An end without a game, as after a second result.
                        if draft.is_empty() {
                            continue;
                        }
                        result = Some(read);
                        break;
                    }
                }
            }
        }
        self.games = self.games.saturating_add(1);
        Some(draft.finish(self.games, result))
    }
}

/// Where a game has come to.
#[derive(Debug)]
struct Board {
    preset: Preset,
    rules: RuleSet,
    start: Position,
    position: Position,
}

/// A game that is being read.
#[derive(Debug, Default)]
struct Draft {
    tags: Vec<Tag>,
    game_type: Option<String>,
    variant: Option<String>,
    fen: Option<String>,
    result: GameResult,
    /// From the first move on.
    board: Option<Board>,
    moves: Vec<LegalMove>,
    /// How many variations are open.
    depth: u32,
    /// Ply, text and reason of the first thing that is wrong.
    error: Option<(usize, String, Reason)>,
    has_tags: bool,
}

impl Draft {
    /// Whether nothing of a game has come yet.
    const fn is_empty(&self) -> bool {
        !self.has_tags && self.board.is_none() && self.error.is_none()
    }

    /// Whether the part behind the tags has begun: a tag now belongs to the next game.
    const fn has_begun(&self) -> bool {
        self.depth > 0 || self.board.is_some()
    }

    fn fail(&mut self, text: &str, reason: Reason) {
        if self.error.is_none() {
            let ply = match self.board {
                Some(_) => self.moves.len() + 1,
                None => 0,
            };
            self.error = Some((ply, text.to_owned(), reason));
        }
    }

    /// No more of this game will come.
    fn close(&mut self) {
        if self.depth > 0 {
            self.fail("(", Reason::UnclosedVariation);
        }
    }

    fn tag(&mut self, name: String, value: String) {
        self.has_tags = true;
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("GameType") {
            self.game_type.get_or_insert(value);
        } else if is("Variant") {
            self.variant.get_or_insert(value);
        } else if is("FEN") {
            self.fen.get_or_insert(value);
        } else if is("Result") {
            self.result = GameResult::read(value.trim()).unwrap_or_default();
        } else if is("SetUp") || self.tags.iter().any(|tag| is(&tag.name)) {
            // That there is a FEN is seen without being told; of two equal tags the first counts.
        } else if self.tags.len() == MOST_TAGS {
            self.fail(&name, Reason::TooManyTags);
        } else {
            self.tags.push(Tag { name, value });
        }
    }

    /// A word of the main line; the result if it is one.
    fn word(&mut self, word: &str) -> Option<GameResult> {
        let word = without_number(word);
        let word = word.trim_end_matches(['!', '?']);
        if word.is_empty() {
            return None;
        }
        if let Some(result) = GameResult::read(word) {
            return Some(result);
        }
        self.begin();
        if self.error.is_none() {
            self.make_move(word);
        }
        None
    }

    /// Sets the board up, once.
    fn begin(&mut self) {
        if self.board.is_some() {
            return;
        }
        let (preset, start) = match self.set_up() {
            Ok(set_up) => set_up,
            Err((text, reason)) => {
                self.fail(&text, reason);
                (Preset::Fmjd, Position::start(Colour::White))
            }
        };
        self.board = Some(Board {
            preset,
            rules: preset.rules(),
            start,
            position: start,
        });
    }

    fn set_up(&self) -> Result<(Preset, Position), (String, Reason)> {
        let game_type = self.game_type.as_deref().unwrap_or_default();
        let mut fields = game_type.split(',').map(str::trim);
        let number = fields.next().unwrap_or_default();
        if !number.is_empty() && number.parse() != Ok(INTERNATIONAL) {
            let name = number.parse().map_or("a game without a name", game_name);
            return Err((game_type.to_owned(), Reason::OtherGame(name)));
        }
        let variant = self.variant.as_deref().unwrap_or_default();
        let preset = match variant.trim().to_ascii_lowercase().as_str() {
            "" | "?" | "-" | "fmjd" | "standard" | "international" | "from position" => {
                Preset::Fmjd
            }
            "plyyard" => Preset::Plyyard,
            _ => return Err((variant.to_owned(), Reason::Variant)),
        };
        let start = match (self.fen.as_deref(), fields.next()) {
            (Some(fen), _) => Position::from_fen(fen)
                .map_err(|error| (fen.chars().take(120).collect(), Reason::Fen(error)))?,
            (None, Some("W" | "w")) => Position::start(Colour::White),
            (None, Some("B" | "b")) => Position::start(Colour::Black),
            (None, _) => Position::start(preset.rules().first_move),
        };
        Ok((preset, start))
    }

    fn make_move(&mut self, word: &str) {
        let Some(board) = &mut self.board else { return };
        if self.moves.len() == MOST_MOVES {
            self.fail(word, Reason::TooManyMoves);
            return;
        }
        match board.position.read_move(&board.rules, word) {
            Ok(found) => {
                board.position = board.position.after(&found.identity());
                self.moves.push(found);
            }
            Err(error) => self.fail(word, Reason::Move(error)),
        }
    }

    fn finish(mut self, game: u32, result: Option<GameResult>) -> Result<Record, PdnError> {
        self.begin();
        let (board, error) = (self.board, self.error);
        match (board, error) {
            (Some(board), None) => Ok(Record {
                tags: self.tags,
                preset: board.preset,
                start: board.start,
                moves: self.moves,
                // The mark behind the moves counts more than the tag, unless it says nothing.
                result: match result {
                    Some(GameResult::Unknown) | None => self.result,
                    Some(result) => result,
                },
            }),
            (_, error) => {
                let (ply, token, reason) = error.unwrap_or((0, String::new(), Reason::Tag));
                Err(PdnError {
                    game,
                    ply,
                    token,
                    reason,
                })
            }
        }
    }
}

/// The word without a move number in front of it, as in `1.32-28`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() {
        return rest;
    }
    match rest.trim_start_matches(['.', '…']) {
        after if after.len() < rest.len() => after,
        _ => word,
    }
}
