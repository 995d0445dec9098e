//! What a room changes of a preset, switch by switch.

use serde::{Deserialize, Serialize};

use super::board::Army;
use super::rule_set::{
    BlockedTarget, Checkpoints, EndRule, Hop, NoLegalMove, Passing, Permission, Preset, RankBy,
    RuleSet,
};

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// The switches of a [`RuleSet`] that differ from a preset; absent ones are the preset's.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(deny_unknown_fields)]
        pub struct Switches {
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[cfg_attr(test, ts(optional))]
                pub $name: Option<$type>,
            )*
        }

        impl Switches {
            /// The rule set that a preset becomes with these switches.
            ///
            /// `classic` and `turns` name their checkpoint by the number of marbles: it follows
            /// `army` unless it is changed itself.
            pub fn over(&self, preset: Preset) -> RuleSet {
                let mut rules = preset.rules();
                if let Some(checkpoints) = self.army.and_then(|army| preset.checkpoints(army)) {
                    rules.checkpoints = checkpoints;
                }
                $(if let Some(value) = &self.$name {
                    rules.$name.clone_from(value);
                })*
                rules
            }

            /// The switches in which two rule sets differ, as the second has them.
            pub fn between(from: &RuleSet, to: &RuleSet) -> Self {
                Self {
                    $($name: (from.$name != to.$name).then(|| to.$name.clone()),)*
                }
            }
        }
    };
}

switches! {
    /// How far a hop reaches.
    hop: Hop,
    /// How many marbles a side has.
    army: Army,
    /// Whether a marble in its target may end its move outside.
    leave_target: Permission,
    /// Whether a move may end in a camp that is neither the mover's home nor its target.
    rest_in_foreign_camp: Permission,
    /// The stall rule; an empty list turns it off.
    checkpoints: Checkpoints,
    /// Whether a move may end in the mover's home once its last checkpoint has passed.
    reenter_home: Permission,
    /// What helps a seat whose target others stand in.
    blocked_target: BlockedTarget,
    /// Voluntary passing.
    passing: Passing,
    /// What happens to a seat without a legal move.
    no_legal_move: NoLegalMove,
    /// Whether the first seat that brings a marble into its target loses its next turn.
    first_in_skips: bool,
    /// When the game is over.
    end: EndRule,
    /// What decides the places.
    rank_by: RankBy,
}

impl Switches {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_switches_a_preset_is_itself() {
        for preset in Preset::ALL {
            assert_eq!(Switches::default().over(preset), preset.rules());
        }
        assert_eq!(serde_json::to_string(&Switches::default()).unwrap(), "{}");
    }

    #[test]
    fn any_rule_set_is_a_preset_with_switches() {
        for from in Preset::ALL {
            for to in Preset::ALL {
                let switches = Switches::between(&from.rules(), &to.rules());
                assert_eq!(switches.is_empty(), from == to);
                assert_eq!(switches.over(from), to.rules());
                let text = serde_json::to_string(&switches).unwrap();
                assert_eq!(serde_json::from_str::<Switches>(&text).unwrap(), switches);
            }
        }
        assert!(serde_json::from_str::<Switches>(r#"{"hops":"long"}"#).is_err());
    }

    #[test]
    fn the_checkpoint_of_classic_and_turns_follows_the_marbles() {
        let with = |preset: Preset| {
            let army = Some(Army::Fifteen);
            let switches = Switches {
                army,
                ..Switches::default()
            };
            let last = switches.over(preset).checkpoints.last().unwrap();
            (last.turn, last.away)
        };
        assert_eq!(with(Preset::Classic), (45, 15));
        assert_eq!(with(Preset::Turns), (30, 15));
        assert_eq!(with(Preset::Qq), (30, 10));
    }
}
