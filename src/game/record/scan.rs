//! Cuts a text into headers, round numbers and tokens, each with its place.

use crate::game::record::{Place, ReadError, Reason};

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// `[Name "value"]`, without the escapes.
    Header {
        /// The name.
        name: &'a str,
        /// The value.
        value: String,
    },
    /// `12.`
    Round(u16),
    /// Anything else between spaces.
    Token(&'a str),
}

/// A piece with its text and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed<'a> {
    pub(super) piece: Piece<'a>,
    pub(super) text: &'a str,
    pub(super) place: Place,
}

/// Where the text is being read.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner of a text, which may begin with a byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: 1,
            column: 1,
        }
    }

    pub(super) const fn place(&self) -> Place {
        let (line, column) = (self.line, self.column);
        Place::Text { line, column }
    }

    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in taken.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        taken
    }

    fn skip_space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// The next piece; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Placed<'a>>, ReadError> {
        loop {
            self.skip_space();
            if !self.rest.starts_with('{') {
                break;
            }
            match self.rest.find('}') {
                Some(end) => self.take(end + 1),
                None => {
                    let error = ReadError::new(self.place(), "{", Reason::Comment);
                    self.take(self.rest.len());
                    return Err(error);
                }
            };
        }
        let place = self.place();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if self.rest.starts_with('[') {
            let line = self.rest.lines().next().unwrap_or_default();
            let Some((name, value, length)) = header(line) else {
                self.take(line.len());
                return Err(ReadError::new(place, line, Reason::NotAHeader));
            };
            let text = self.take(length);
            let piece = Piece::Header { name, value };
            return Ok(Some(Placed { piece, text, place }));
        }
        if let Some((round, length)) = round(self.rest) {
            let text = self.take(length);
            let piece = Piece::Round(round);
            return Ok(Some(Placed { piece, text, place }));
        }
        let ends = |c: char| c.is_whitespace() || c == '{';
        let text = self.take(self.rest.find(ends).unwrap_or(self.rest.len()));
        let piece = Piece::Token(text);
        Ok(Some(Placed { piece, text, place }))
    }

    /// Goes on at the next line that begins a record, if there is one.
    pub(super) fn skip_to_record(&mut self) -> bool {
        let mark = format!("[{} ", super::headers::MARK);
        while !self.rest.is_empty() {
            let line = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            self.take(line);
            if self.rest.trim_start_matches([' ', '\t']).starts_with(&mark) {
                return true;
            }
        }
        false
    }
}

/// A number and a dot.
fn round(text: &str) -> Option<(u16, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits)?.parse().ok()?;
    text.get(digits..)?
        .starts_with('.')
        .then_some((number, digits + 1))
}

/// A header at the beginning of a line: its name, its value and how many bytes it takes.
fn header(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?;
    let name_length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = inner.split_at(name_length);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    let after = loop {
        match chars.next()? {
            (at, '"') => break quoted.get(at + 1..)?,
            (_, '\\') => value.push(match chars.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            (_, c) => value.push(c),
        }
    };
    let after = after.trim_start().strip_prefix(']')?;
    let complete = !name.is_empty() && rest.len() > quoted.len() + 1;
    complete.then(|| (name, value, line.len() - after.len()))
}

/// A value as it stands between the quotes of a header.
pub(super) fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(text: &str) -> Vec<Placed<'_>> {
        let mut scanner = Scanner::new(text);
        std::iter::from_fn(|| scanner.next().unwrap()).collect()
    }

    #[test]
    fn space_comments_and_marks_do_not_matter() {
        let text = "\u{feff}{one\r\ntwo}[A \"b\"]\r\n  12.0:x{y}1. {z}\tend";
        let found: Vec<_> = pieces(text)
            .into_iter()
            .map(|placed| (placed.text, placed.place))
            .collect();
        let at = |line, column| Place::Text { line, column };
        assert_eq!(
            found,
            [
                ("[A \"b\"]", at(2, 5)),
                ("12.", at(3, 3)),
                ("0:x", at(3, 6)),
                ("1.", at(3, 12)),
                ("end", at(3, 19)),
            ]
        );
    }

    #[test]
    fn what_is_no_header_is_an_error_of_its_line() {
        for wrong in [
            "[A]",
            "[\"x\"]",
            "[A\"x\"]",
            "[A \"x]",
            "[A \"x\" y]",
            "[A \"\\x\"]",
            "[A x]",
        ] {
            let error = Scanner::new(wrong).next().unwrap_err();
            assert_eq!(error.reason, Reason::NotAHeader, "{wrong}");
        }
        let error = Scanner::new("{x").next().unwrap_err();
        assert_eq!(error.reason, Reason::Comment);
    }

    proptest! {
        #[test]
        fn any_value_survives_a_header(value in ".*", odd in "[\"\\\\\n\r\t\u{2028}]*") {
            let value = value + &odd;
            let text = format!("[Name \"{}\"]", escape(&value));
            let found = pieces(&text);
            let expected = Piece::Header { name: "Name", value };
            prop_assert_eq!(&found[0].piece, &expected);
            prop_assert_eq!(found.len(), 1);
        }

        #[test]
        fn any_text_is_cut_into_pieces(text in "(?s).{0,80}") {
            let mut scanner = Scanner::new(&text);
            let ends = (0..200).any(|_| matches!(scanner.next(), Ok(None)));
            prop_assert!(ends);
        }
    }
}
