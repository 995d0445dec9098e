//! The switches of a rule set that differ from its preset, and how a header lists them.

use serde_json::{Map, Value, json};

use crate::rules::star::{Preset, RuleSet, Switches};

/// The switches that make a preset this rule set, and no more: [`Switches::over`] gives it back.
pub(super) fn of(preset: Preset, rules: &RuleSet) -> Switches {
    let plain = preset.rules();
    let army = (plain.army != rules.army).then_some(rules.army);
    // With the marbles the checkpoints of some presets change by themselves.
    let base = Switches {
        army,
        ..Switches::default()
    };
    Switches {
        army,
        ..Switches::between(&base.over(preset), rules)
    }
}

/// `army=15 checkpoints=30/10,40/15 end=ask`, in the order of the rule set.
pub(super) fn write(switches: &Switches) -> String {
    let Ok(Value::Object(fields)) = serde_json::to_value(switches) else {
        return String::new();
    };
    // An object's fields come sorted by name.
    let words = fields.iter().map(|(name, value)| match value {
        Value::String(text) => format!("{name}={text}"),
        Value::Array(list) if list.is_empty() => format!("{name}=off"),
        Value::Array(list) => {
            let pairs = list
                .iter()
                .map(|one| format!("{}/{}", one["turn"], one["away"]));
            format!("{name}={}", pairs.collect::<Vec<_>>().join(","))
        }
        other => format!("{name}={other}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reads that, in any order.
pub(super) fn read(text: &str) -> Option<Switches> {
    let mut fields = Map::new();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=')?;
        let value = match (name, value) {
            ("checkpoints", "off") => json!([]),
            ("checkpoints", list) => {
                let list: Option<Vec<Value>> = list.split(',').map(checkpoint).collect();
                list?.into()
            }
            (_, "true") => true.into(),
            (_, "false") => false.into(),
            (_, value) => match value.parse::<u16>() {
                Ok(number) => number.into(),
                Err(_) => value.into(),
            },
        };
        if fields.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    serde_json::from_value(Value::Object(fields)).ok()
}

fn checkpoint(text: &str) -> Option<Value> {
    let (turn, away) = text.split_once('/')?;
    let (turn, away): (u16, u8) = (turn.parse().ok()?, away.parse().ok()?);
    Some(json!({ "turn": turn, "away": away }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::{Army, Checkpoints, EndRule, Hop};

    #[test]
    fn any_rule_set_is_read_back_from_its_switches() {
        let mut rule_sets: Vec<RuleSet> = Preset::ALL.map(Preset::rules).into();
        for preset in Preset::ALL {
            for army in Army::ALL {
                let fixed = RuleSet {
                    army,
                    end: EndRule::Ask,
                    first_in_skips: true,
                    ..preset.rules()
                };
                let without = RuleSet {
                    checkpoints: Checkpoints::default(),
                    hop: Hop::Long,
                    ..fixed.clone()
                };
                let follows = Switches {
                    army: Some(army),
                    ..Switches::default()
                };
                rule_sets.extend([fixed, without, follows.over(preset)]);
            }
        }
        for preset in Preset::ALL {
            for rules in &rule_sets {
                let switches = of(preset, rules);
                assert_eq!(&switches.over(preset), rules);
                let text = write(&switches);
                assert_eq!(read(&text), Some(switches), "{text}");
            }
        }
    }

    #[test]
    fn the_list_is_plain() {
        let switches = Switches {
            army: Some(Army::Fifteen),
            hop: Some(Hop::Long),
            first_in_skips: Some(true),
            ..Switches::default()
        };
        assert_eq!(write(&switches), "army=15 first_in_skips=true hop=long");
        assert_eq!(write(&Switches::default()), "");
        let rules = Preset::Qq.rules();
        let from_classic = of(Preset::Classic, &rules);
        assert!(write(&from_classic).contains("checkpoints=20/5,25/8,30/10"));
        let off = Switches {
            checkpoints: Some(Checkpoints::default()),
            ..Switches::default()
        };
        assert_eq!(write(&off), "checkpoints=off");
        for wrong in [
            "hop",
            "hop=far",
            "hops=long",
            "hop=long hop=long",
            "checkpoints=20",
            "army=x",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
