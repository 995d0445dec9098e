//! From bytes to characters: UTF-8 and UTF-16 with and without a byte order mark, and Latin-1.

use arrayvec::ArrayVec;

/// How the bytes are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// UTF-8; a byte that does not fit is a Latin-1 character, so Latin-1 needs no telling.
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
}

/// The characters of a text file. It never fails: what no encoding explains becomes U+FFFD.
///
/// Without a byte order mark a zero among the first two bytes tells UTF-16, as PDN begins with
/// ASCII.
#[derive(Clone, Debug)]
pub struct Decoder<I> {
    bytes: I,
    /// Bytes that were looked at but not yet used.
    ahead: ArrayVec<u8, 4>,
    encoding: Option<Encoding>,
    /// A UTF-16 unit that was looked at but not yet used.
    unit: Option<u16>,
}

impl<I: Iterator<Item = u8>> Decoder<I> {
    /// Decodes these bytes.
    pub fn new(bytes: I) -> Self {
        Self {
            bytes,
            ahead: ArrayVec::new(),
            encoding: None,
            unit: None,
        }
    }

    /// Looks at up to four bytes ahead.
    fn look(&mut self, count: usize) -> &[u8] {
        while self.ahead.len() < count {
            let Some(byte) = self.bytes.next() else { break };
            self.ahead.push(byte);
        }
        &self.ahead[..count.min(self.ahead.len())]
    }

    fn drop_ahead(&mut self, count: usize) {
        self.ahead.drain(..count.min(self.ahead.len()));
    }

    fn encoding(&mut self) -> Encoding {
        if let Some(encoding) = self.encoding {
            return encoding;
        }
        let (mark, encoding) = match self.look(3) {
            [0xef, 0xbb, 0xbf] => (3, Encoding::Utf8),
            [0xff, 0xfe, ..] => (2, Encoding::Utf16LittleEndian),
            [0xfe, 0xff, ..] => (2, Encoding::Utf16BigEndian),
            [1..=0x7f, 0, ..] => (0, Encoding::Utf16LittleEndian),
            [0, 1..=0x7f, ..] => (0, Encoding::Utf16BigEndian),
            _ => (0, Encoding::Utf8),
        };
        self.drop_ahead(mark);
        self.encoding = Some(encoding);
        encoding
    }

    fn next_utf8(&mut self) -> Option<char> {
        let first = *self.look(1).first()?;
        let length = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        let whole = std::str::from_utf8(self.look(length))
            .ok()
            .and_then(|text| text.chars().next());
        self.drop_ahead(if whole.is_some() { length } else { 1 });
        Some(whole.unwrap_or(char::from(first)))
    }

    fn next_unit(&mut self, encoding: Encoding) -> Option<u16> {
        if let Some(unit) = self.unit.take() {
            return Some(unit);
        }
        let unit = match *self.look(2) {
            [] => return None,
            [low, high] if encoding == Encoding::Utf16LittleEndian => {
                u16::from_le_bytes([low, high])
            }
            [high, low] => u16::from_be_bytes([high, low]),
            // Half a unit: a surrogate that stands alone.
            _ => 0xdfff,
        };
        self.drop_ahead(2);
        Some(unit)
    }

    fn next_utf16(&mut self, encoding: Encoding) -> Option<char> {
        let first = self.next_unit(encoding)?;
        let mut units: ArrayVec<u16, 2> = ArrayVec::from_iter([first]);
        if matches!(first, 0xd800..=0xdbff)
            && let Some(second) = self.next_unit(encoding)
        {
            if matches!(second, 0xdc00..=0xdfff) {
                units.push(second);
            } else {
                self.unit = Some(second);
            }
        }
        let decoded = char::decode_utf16(units).next()?;
        Some(decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

impl<I: Iterator<Item = u8>> Iterator for Decoder<I> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self.encoding() {
            Encoding::Utf8 => self.next_utf8(),
            encoding => self.next_utf16(encoding),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(bytes: &[u8]) -> String {
        Decoder::new(bytes.iter().copied()).collect()
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn each_encoding_gives_the_same_text() {
        let text = "[White \"Łukasz Größe 跳棋 🀄\"]";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
        for marked in [format!("\u{feff}{text}"), text.to_owned()] {
            assert_eq!(decode(&utf16(&marked, u16::to_le_bytes)), text);
            assert_eq!(decode(&utf16(&marked, u16::to_be_bytes)), text);
        }
        assert_eq!(
            decode(b"[White \"Andr\xe9 M\xfcller\"]"),
            "[White \"André Müller\"]"
        );
    }

    #[test]
    fn broken_bytes_become_characters_all_the_same() {
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"a\xe9"), "aé");
        assert_eq!(decode(b"a\xf0\x9f\x80"), "að\u{9f}\u{80}");
        assert_eq!(decode(b"\xff\xfea"), "\u{fffd}");
        assert_eq!(decode(b"\xff\xfe\x3d\xd8a\x00"), "\u{fffd}a");
    }

    proptest! {
        #[test]
        fn any_text_survives_utf_8_and_utf_16(text in "[ -~]\\PC{0,40}") {
            prop_assert_eq!(&decode(text.as_bytes()), &text);
            prop_assert_eq!(&decode(&utf16(&text, u16::to_le_bytes)), &text);
            prop_assert_eq!(&decode(&utf16(&text, u16::to_be_bytes)), &text);
        }

        #[test]
        fn no_more_characters_than_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            prop_assert!(decode(&bytes).chars().count() <= bytes.len());
        }
    }
}
