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
    /// Something that is no letter, digit, `-`, `_`, `·` or single space between them.
    Character,
    /// Letters of several scripts; only those of East Asia stand beside others.
    Mixed,
    /// It sounds like the house's own.
    Reserved,
}

impl NameError {
    /// A stable code; the client has words for each (`bad.<code>`) in every language.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Length => "name_length",
            Self::Character => "name_character",
            Self::Mixed => "name_mixed",
            Self::Reserved => "name_reserved",
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a name has 2 to 20 characters",
            Self::Character => "a name has letters, digits, - and _, and single spaces between",
            Self::Mixed => "a name does not mix scripts that look alike",
            Self::Reserved => "the name is reserved",
        })
    }
}

impl std::error::Error for NameError {}

/// Names nobody has, in any spelling with the same key.
const RESERVED: [&str; 20] = [
    "admin",
    "administrator",
    "root",
    "system",
    "staff",
    "moderator",
    "support",
    "official",
    "tiaoqi",
    "跳棋",
    "跳棋館",
    "跳棋馆",
    "管理員",
    "管理员",
    "系統",
    "系统",
    "官方",
    "客服",
    "電腦",
    "电脑",
];

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
        let shown: String = text.nfkc().collect();
        let shown = shown.trim_matches(' ');
        if !LENGTH.contains(&shown.chars().count()) {
            return Err(NameError::Length);
        }
        check_characters(shown)?;
        check_scripts(shown)?;
        let key = key_of(shown);
        if RESERVED.iter().any(|reserved| key_of(reserved) == key) {
            return Err(NameError::Reserved);
        }
        let shown = shown.to_owned();
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

/// Letters, digits and a little between them; marks only on a letter, at most two on each.
fn check_characters(shown: &str) -> Result<(), NameError> {
    let mut marks_left = 0;
    let mut before = ' ';
    let mut named = false;
    for letter in shown.chars() {
        if is_combining_mark(letter) {
            if marks_left == 0 || Script::of(letter) == Script::Unknown {
                return Err(NameError::Character);
            }
            marks_left -= 1;
            continue;
        }
        let is_named = letter.is_alphanumeric();
        let between = matches!(letter, '-' | '_' | '·') || (letter == ' ' && before != ' ');
        if !is_named && !between {
            return Err(NameError::Character);
        }
        named |= is_named;
        marks_left = if is_named { 2 } else { 0 };
        before = letter;
    }
    if named {
        Ok(())
    } else {
        Err(NameError::Character)
    }
}

/// The scripts of East Asia stand beside each other and beside one other script.
fn check_scripts(shown: &str) -> Result<(), NameError> {
    let mut only = None;
    for script in shown.chars().map(Script::of) {
        match script {
            Script::Unknown => return Err(NameError::Character),
            Script::Any | Script::EastAsian => {}
            Script::Other(_) if only.is_none_or(|only| only == script) => only = Some(script),
            Script::Other(_) => return Err(NameError::Mixed),
        }
    }
    Ok(())
}

/// The script of a character, as far as names care.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Digits, separators, and marks that go with every script.
    Any,
    /// Han, kana, hangul, bopomofo.
    EastAsian,
    /// One of `SCRIPTS`, by its index.
    Other(usize),
    /// Letters of scripts that are there to look like others, and what shows nothing.
    Unknown,
}

/// Ranges of each script a name may be in, one line a script. Not in them: phonetic letters,
/// clicks, small capitals and scripts of no living language, which look like Latin.
const SCRIPTS: [&[(char, char)]; 22] = [
    // Latin
    &[
        ('A', 'Z'),
        ('a', 'z'),
        ('\u{c0}', '\u{1bf}'),
        ('\u{1c4}', '\u{24f}'),
        ('\u{1e00}', '\u{1eff}'),
    ],
    // Greek
    &[('\u{370}', '\u{3ff}'), ('\u{1f00}', '\u{1fff}')],
    // Cyrillic
    &[('\u{400}', '\u{482}'), ('\u{48a}', '\u{52f}')],
    // Armenian
    &[('\u{531}', '\u{587}')],
    // Hebrew
    &[('\u{591}', '\u{5f4}')],
    // Arabic
    &[
        ('\u{610}', '\u{61a}'),
        ('\u{620}', '\u{6ff}'),
        ('\u{750}', '\u{77f}'),
    ],
    // Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Sinhala
    &[('\u{900}', '\u{97f}')],
    &[('\u{980}', '\u{9ff}')],
    &[('\u{a00}', '\u{a7f}')],
    &[('\u{a80}', '\u{aff}')],
    &[('\u{b80}', '\u{bff}')],
    &[('\u{c00}', '\u{c7f}')],
    &[('\u{c80}', '\u{cff}')],
    &[('\u{d00}', '\u{d7f}')],
    &[('\u{d80}', '\u{dff}')],
    // Thai, Lao, Tibetan, Myanmar, Georgian, Ethiopic, Khmer (without its unseen vowels)
    &[('\u{e00}', '\u{e7f}')],
    &[('\u{e80}', '\u{eff}')],
    &[('\u{f00}', '\u{fff}')],
    &[('\u{1000}', '\u{109f}')],
    &[('\u{10a0}', '\u{10ff}'), ('\u{1c90}', '\u{1cbf}')],
    &[('\u{1200}', '\u{139f}')],
    &[('\u{1780}', '\u{17b3}'), ('\u{17b6}', '\u{17ff}')],
];

/// Ranges of the scripts of East Asia, without the hangul letters that show nothing.
const EAST_ASIAN: &[(char, char)] = &[
    ('々', '〇'),
    ('\u{3041}', '\u{309a}'),
    ('\u{309d}', '\u{30fa}'),
    ('ー', '\u{30ff}'),
    ('\u{3105}', '\u{312f}'),
    ('\u{31a0}', '\u{31bf}'),
    ('\u{31f0}', '\u{31ff}'),
    ('\u{1100}', '\u{115e}'),
    ('\u{1161}', '\u{11ff}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{20000}', '\u{323af}'),
];

impl Script {
    fn of(letter: char) -> Self {
        let is_in = |ranges: &[(char, char)]| {
            ranges
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&letter))
        };
        // U+034F is a mark that shows nothing.
        let common_mark = is_in(&[('\u{300}', '\u{34e}'), ('\u{350}', '\u{36f}')]);
        if common_mark || matches!(letter, '0'..='9' | '-' | '_' | '·' | ' ') {
            Self::Any
        } else if is_in(EAST_ASIAN) {
            Self::EastAsian
        } else {
            SCRIPTS
                .iter()
                .position(|ranges| is_in(ranges))
                .map_or(Self::Unknown, Self::Other)
        }
    }
}

fn key_of(shown: &str) -> String {
    shown
        .chars()
        // Upper case first: it makes one of what has several small forms (ς, ß, ı).
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfkc()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_' | '·'))
        .map(skeleton)
        .collect()
}

/// What a letter looks like: within a script, in names that are wholly Greek or Cyrillic and look
/// Latin, and among the letters of East Asia.
fn skeleton(letter: char) -> char {
    match letter {
        '0' | 'о' | 'ο' | '〇' => 'o',
        '1' | 'і' | 'ι' | 'i' | 'ı' | 'ӏ' | '丨' => 'l',
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'н' | 'η' | 'һ' => 'h',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'ν' => 'v',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'υ' => 'y',
        'ζ' => 'z',
        'ー' => '一',
        'ニ' => '二',
        'ロ' => '口',
        'カ' => '力',
        'ト' => '卜',
        'タ' => '夕',
        'エ' => '工',
        'ハ' => '八',
        'ヘ' => 'へ',
        'ベ' => 'べ',
        'ペ' => 'ぺ',
        other => other,
    }
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
            "Ǆon",
            "हिन्दी",
            "สมชาย",
            "محمد",
            "Ming明",
            "カタカナ",
            "a\u{301}\u{323}b",
            "Nguyễn",
            "42",
            "Łukasz",
        ] {
            assert!(Name::new(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn names_that_are_not() {
        use NameError::{Character, Length, Mixed, Reserved};
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
            ("ming\u{fe0f}", Character),
            ("ming\u{e0101}", Character),
            ("ming\u{34f}", Character),
            ("ming\u{ad}", Character),
            ("\u{301}ming", Character),
            ("a \u{301}b", Character),
            ("--", Character),
            ("_ _", Character),
            ("ᎪᎷᎥ", Character),
            ("ɡood", Character),
            ("ǀǀǀ", Character),
            ("ʰello\u{2c8}", Character),
            ("🅐🅑", Character),
            ("\u{17b4}\u{17b4}ក", Character),
            ("pаypal", Mixed),
            ("Αdmin", Mixed),
            ("Ольга明b", Mixed),
            ("Admin", Reserved),
            ("a d m 1 n", Reserved),
            ("管理員", Reserved),
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
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("coco", "сосо"),
            ("BOB", "ΒΟΒ"),
            ("工口", "エロ"),
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
