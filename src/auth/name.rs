//! Names: what people may call themselves, and when two names are the same.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The shortest and the longest name, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// A name and the key that is unique among all accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    key: String,
}

/// Why a name is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Fewer than 2 or more than 20 characters.
    Length,
    /// Something that is no letter, digit, `-`, `_` or single space between them.
    Character,
    /// Letters of scripts that look alike, mixed.
    Mixed,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a name has 2 to 20 characters",
            Self::Character => "a name has letters, digits, - and _, and single spaces between",
            Self::Mixed => "a name does not mix Latin, Greek and Cyrillic letters",
        })
    }
}

impl std::error::Error for NameError {}

impl Name {
    /// The name in its normal form.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn new(text: &str) -> Result<Self, NameError> {
        // Far more than any name needs, before any work is done on it.
        if text.len() > 400 {
            return Err(NameError::Length);
        }
        let shown: String = text.trim_matches(' ').nfkc().collect();
        if !LENGTH.contains(&shown.chars().count()) {
            return Err(NameError::Length);
        }
        let mut marks = 0;
        let mut before = ' ';
        for letter in shown.chars() {
            if is_combining_mark(letter) {
                marks += 1;
                if marks > 2 {
                    return Err(NameError::Character);
                }
                continue;
            }
            let accepted = letter.is_alphanumeric()
                || matches!(letter, '-' | '_' | '·')
                || (letter == ' ' && before != ' ');
            // Letters that show nothing, as the Hangul fillers.
            if !accepted || matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}') {
                return Err(NameError::Character);
            }
            before = letter;
        }
        let scripts: [fn(char) -> bool; 3] = [is_latin, is_greek, is_cyrillic];
        if scripts
            .iter()
            .filter(|is_of| shown.chars().any(**is_of))
            .count()
            > 1
        {
            return Err(NameError::Mixed);
        }
        let key = key_of(&shown);
        Ok(Self { shown, key })
    }

    /// The name as shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// What is unique among all accounts: upper and lower case, accents' forms and the usual
    /// look-alikes of digits and letters make no difference.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

fn key_of(shown: &str) -> String {
    shown
        .chars()
        .flat_map(char::to_lowercase)
        .nfkc()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_' | '·'))
        .map(skeleton)
        .collect()
}

/// What a letter looks like: within a script, and for letters that stand for Latin ones in names
/// that are wholly Greek or Cyrillic.
fn skeleton(letter: char) -> char {
    match letter {
        '0' | 'о' | 'ο' => 'o',
        '1' | 'і' | 'ι' | 'i' | 'ı' => 'l',
        'а' | 'α' => 'a',
        'е' => 'e',
        'р' | 'ρ' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'ѕ' => 's',
        'ј' => 'j',
        'ν' => 'v',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'т' => 't',
        other => other,
    }
}

fn is_latin(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

fn is_greek(letter: char) -> bool {
    matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_accepted() {
        for name in [
            "小明",
            "Ming",
            "跳棋高手99",
            "李 白",
            "José",
            "Ольга",
            "Ελένη",
            "さくら",
            "민준",
            "a-b_c",
            "김 철수",
            "王·小二",
            "Zoë 7",
            "ab",
            "一二三四五六七八九十一二三四五六七八九十",
            "ＡＢＣ",
            "ǅon",
            "Nguyễn",
            "42",
            "Łukasz",
        ] {
            assert!(Name::new(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn names_that_are_not() {
        use NameError::{Character, Length, Mixed};
        for (name, error) in [
            ("", Length),
            ("x", Length),
            (" x ", Length),
            ("abcdefghijklmnopqrstu", Length),
            ("a  b", Character),
            ("a\tb", Character),
            ("a\nb", Character),
            ("a\0b", Character),
            ("a\u{202e}b", Character),
            ("a\u{2066}b", Character),
            ("a\u{200b}b", Character),
            ("a\u{200d}b", Character),
            ("a\u{feff}b", Character),
            ("<b>x</b>", Character),
            ("a@b", Character),
            ("🎲🎲", Character),
            ("z\u{335}\u{335}\u{335}x", Character),
            ("pаypal", Mixed),
            ("Αdmin", Mixed),
            ("\u{3164}\u{3164}", Character),
        ] {
            assert_eq!(Name::new(name), Err(error), "{name:?}");
        }
    }

    #[test]
    fn names_that_are_the_same() {
        for (one, two) in [
            ("Ming", "ming"),
            ("MING", "ＭＩＮＧ"),
            ("José", "Jose\u{301}"),
            ("bob", "b0b"),
            ("mila", "m1la"),
            ("ася", "aся".replace('a', "а").as_str()),
            ("a-b", "a_b"),
            ("ab", "a b"),
        ]
        .map(|(one, two)| (one.to_owned(), two.to_owned()))
        {
            assert_eq!(
                Name::new(&one).unwrap().key(),
                Name::new(&two).unwrap().key(),
                "{one} {two}"
            );
        }
        assert_ne!(
            Name::new("Ming").unwrap().key(),
            Name::new("Mingo").unwrap().key()
        );
    }
}
