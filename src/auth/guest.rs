//! Names for guests: an adjective, an animal and a number, so that people can talk about them.

use crate::auth::name::Name;

/// In which language a guest is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tongue {
    /// In traditional characters.
    #[default]
    Hant,
    /// In simplified characters.
    Hans,
    /// In English.
    En,
}

impl Tongue {
    /// The tongue of a language tag, as a browser names its language.
    #[must_use]
    pub fn of_tag(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let traditional = ["hant", "tw", "hk", "mo"]
            .iter()
            .any(|part| tag.contains(part));
        match tag.get(..2) {
            Some("zh") if traditional => Self::Hant,
            Some("zh") => Self::Hans,
            _ => Self::En,
        }
    }
}

const HANT: ([&str; 16], [&str; 16]) = (
    [
        "快樂", "勇敢", "安靜", "聰明", "溫柔", "機靈", "悠閒", "開朗", "俐落", "沉著", "好奇",
        "瀟灑", "細心", "大方", "樂觀", "熱心",
    ],
    [
        "熊貓",
        "白鶴",
        "松鼠",
        "海豚",
        "刺蝟",
        "黃鸝",
        "錦鯉",
        "山羊",
        "狐狸",
        "水獺",
        "小鹿",
        "貓頭鷹",
        "蜻蜓",
        "燕子",
        "河馬",
        "企鵝",
    ],
);

const HANS: ([&str; 16], [&str; 16]) = (
    [
        "快乐", "勇敢", "安静", "聪明", "温柔", "机灵", "悠闲", "开朗", "利落", "沉着", "好奇",
        "潇洒", "细心", "大方", "乐观", "热心",
    ],
    [
        "熊猫",
        "白鹤",
        "松鼠",
        "海豚",
        "刺猬",
        "黄鹂",
        "锦鲤",
        "山羊",
        "狐狸",
        "水獭",
        "小鹿",
        "猫头鹰",
        "蜻蜓",
        "燕子",
        "河马",
        "企鹅",
    ],
);

const EN: ([&str; 16], [&str; 16]) = (
    [
        "Happy", "Brave", "Quiet", "Clever", "Gentle", "Nimble", "Calm", "Sunny", "Swift",
        "Steady", "Curious", "Jolly", "Careful", "Kind", "Merry", "Lucky",
    ],
    [
        "Panda", "Crane", "Squirrel", "Dolphin", "Hedgehog", "Oriole", "Carp", "Goat", "Fox",
        "Otter", "Deer", "Owl", "Firefly", "Swallow", "Hippo", "Penguin",
    ],
);

/// The name that 64 drawn bits make.
pub(super) fn name(tongue: Tongue, bits: u64) -> Name {
    let (adjectives, animals) = match tongue {
        Tongue::Hant => HANT,
        Tongue::Hans => HANS,
        Tongue::En => EN,
    };
    let pick = |words: [&'static str; 16], shift: u32| {
        words[usize::try_from(bits >> shift & 15).unwrap_or(0)]
    };
    let number = 100 + (bits >> 8) % 99_900;
    Name::new(&format!(
        "{}{}{number}",
        pick(adjectives, 0),
        pick(animals, 4)
    ))
    .expect("own words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_makes_a_name() {
        for tongue in [Tongue::Hant, Tongue::Hans, Tongue::En] {
            for bits in 0..256 {
                let name = name(tongue, bits | (99_899 << 8));
                assert!(name.as_str().ends_with("99999"), "{}", name.as_str());
            }
        }
    }

    #[test]
    fn tongues_of_tags() {
        for (tag, tongue) in [
            ("zh-TW", Tongue::Hant),
            ("zh-Hant-HK", Tongue::Hant),
            ("zh-CN", Tongue::Hans),
            ("zh", Tongue::Hans),
            ("en-GB", Tongue::En),
            ("de", Tongue::En),
            ("", Tongue::En),
        ] {
            assert_eq!(Tongue::of_tag(tag), tongue, "{tag}");
        }
    }
}
