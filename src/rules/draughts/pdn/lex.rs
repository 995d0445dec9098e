//! From characters to tokens. Comments, NAGs and escaped lines are read over here.

use arrayvec::ArrayVec;

use super::Reason;

/// The longest tag value or word that is kept, in characters.
const LONGEST: usize = 1000;

/// A piece of a file that means something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// A move, a move number, a result, or anything else without blanks.
    Word(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// What began like a tag, and what is wrong with it.
    WrongTag { text: String, reason: Reason },
    /// What is none of these, and why.
    Wrong { text: String, reason: Reason },
}

/// The tokens of a text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<I> {
    chars: I,
    /// Characters that were looked at but not yet used.
    ahead: ArrayVec<char, 2>,
    at_line_start: bool,
}

impl<I: Iterator<Item = char>> Lexer<I> {
    pub(super) fn new(chars: I) -> Self {
        Self {
            chars,
            ahead: ArrayVec::new(),
            at_line_start: true,
        }
    }

    fn look(&mut self, at: usize) -> Option<char> {
        while self.ahead.len() <= at {
            let next = self.chars.next()?;
            self.ahead.push(next);
        }
        self.ahead.get(at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.look(0)?;
        self.ahead.remove(0);
        self.at_line_start = is_line_end(next);
        Some(next)
    }

    fn take_if(&mut self, fits: impl Fn(char) -> bool) -> Option<char> {
        match self.look(0) {
            Some(next) if fits(next) => self.take(),
            _ => None,
        }
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        while self.take_if(&fits).is_some() {}
    }

    fn skip_line(&mut self) {
        self.skip_while(|next| !is_line_end(next));
    }

    /// Whether a tag begins here, at the start of a line: so the next game, whatever is still
    /// open in this one.
    fn is_at_tag(&mut self) -> bool {
        self.at_line_start
            && self.look(0) == Some('[')
            && self.look(1).is_some_and(|next| next.is_ascii_uppercase())
    }

    /// Reads over a comment; whether it ends.
    fn skip_comment(&mut self) -> bool {
        while !self.is_at_tag() {
            match self.take() {
                Some('}') => return true,
                Some(_) => {}
                None => return false,
            }
        }
        false
    }

    fn tag(&mut self) -> Token {
        match self.try_tag() {
            Ok(token) => token,
            Err((text, reason)) => {
                self.skip_line();
                Token::WrongTag { text, reason }
            }
        }
    }

    fn try_tag(&mut self) -> Result<Token, (String, Reason)> {
        self.skip_while(is_blank);
        let mut name = String::new();
        while let Some(next) = self.take_if(|next| next.is_ascii_alphanumeric() || next == '_') {
            if name.len() == LONGEST {
                return Err((shown(&name), Reason::TooLong));
            }
            name.push(next);
        }
        self.skip_while(is_blank);
        if name.is_empty() || self.take_if(|next| next == '"').is_none() {
            return Err((shown(&name), Reason::Tag));
        }
        let mut value = String::new();
        let mut length = 0;
        loop {
            let next = match self.take_if(|next| !is_line_end(next)) {
                None => return Err((shown(&name), Reason::Tag)),
                Some('"') => break,
                Some('\\') => self
                    .take_if(|next| matches!(next, '"' | '\\'))
                    .unwrap_or('\\'),
                Some(next) => next,
            };
            if length == LONGEST {
                return Err((shown(&name), Reason::TooLong));
            }
            length += 1;
            value.push(next);
        }
        self.skip_while(is_blank);
        if self.take_if(|next| next == ']').is_none() {
            return Err((shown(&name), Reason::Tag));
        }
        Ok(Token::Tag { name, value })
    }

    fn word(&mut self, first: char) -> Token {
        let mut word = String::from(first);
        let mut length = 1;
        while let Some(next) = self.take_if(|next| !next.is_whitespace() && !is_bracket(next)) {
            length += 1;
            if length <= LONGEST {
                word.push(next);
            }
        }
        if length > LONGEST {
            return Token::Wrong {
                text: shown(&word),
                reason: Reason::TooLong,
            };
        }
        Token::Word(word)
    }
}

impl<I: Iterator<Item = char>> Iterator for Lexer<I> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let at_line_start = self.at_line_start;
            let wrong = |text: &str, reason| {
                Some(Token::Wrong {
                    text: text.to_owned(),
                    reason,
                })
            };
            match self.take()? {
                '%' if at_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => {
                    if !self.skip_comment() {
                        return wrong("{", Reason::UnclosedComment);
                    }
                }
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                '[' => return Some(self.tag()),
                '}' => return wrong("}", Reason::Stray),
                ']' => return wrong("]", Reason::Stray),
                '$' => self.skip_while(|next| next.is_ascii_digit()),
                blank if is_blank(blank) || is_line_end(blank) => {}
                first => return Some(self.word(first)),
            }
        }
    }
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// What may stand anywhere and means nothing; a byte order mark from a file that was joined to
/// another is one of them.
fn is_blank(c: char) -> bool {
    (c.is_whitespace() || c.is_control() || c == '\u{feff}') && !is_line_end(c)
}

const fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ';' | '$')
}
