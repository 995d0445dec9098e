//! Counting move sequences, to compare move generators.

use super::capture::{Field, State};
use super::position::Position;
use super::rule_set::RuleSet;

/// The number of sequences of `depth` moves. Draws do not stop the count.
pub fn perft(position: &Position, rules: &RuleSet, depth: u32) -> u64 {
    nodes(position, rules, depth, &mut Vec::new())
}

fn nodes(position: &Position, rules: &RuleSet, depth: u32, arena: &mut Vec<State>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let base = arena.len();
    let found = Field::new(position, rules).search(arena);
    if depth == 1 {
        arena.truncate(base);
        return match found.legal.len() {
            0 => u64::from(position.count_quiet()),
            captures => captures as u64,
        };
    }
    let mut count = 0;
    if found.legal.is_empty() {
        position.for_each_quiet(|from, to| {
            count += nodes(&position.after_bits(from, to, 0), rules, depth - 1, arena);
        });
    } else {
        for index in found.legal {
            let State {
                from, at, taken, ..
            } = arena[index];
            count += nodes(
                &position.after_bits(from, at, taken),
                rules,
                depth - 1,
                arena,
            );
        }
        arena.truncate(base);
    }
    count
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::rules::draughts::Preset;
    use crate::rules::draughts::testing::{position, tell};

    #[derive(Deserialize)]
    struct Reference {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        name: String,
        fen: String,
        rules: String,
        depth: u32,
        nodes: u64,
        #[serde(default)]
        legal: Option<Vec<String>>,
    }

    /// Rows of more nodes than this are counted in a release build only.
    const SHORT: u64 = 4_000_000;

    #[test]
    fn every_row_of_the_reference_is_met() {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/draughts_perft.json"
        ));
        let reference: Reference = serde_json::from_str(text).unwrap();
        assert_eq!(reference.rows.len(), 351);
        for row in reference.rows {
            let rules = row.rules.parse::<Preset>().unwrap().rules();
            let position = position(&row.fen);
            if !cfg!(debug_assertions) || row.nodes <= SHORT {
                assert_eq!(
                    perft(&position, &rules, row.depth),
                    row.nodes,
                    "{} {}",
                    row.name,
                    row.depth
                );
            }
            if let Some(mut legal) = row.legal {
                let mut told: Vec<String> = position
                    .legal_moves(&rules)
                    .iter()
                    .map(|found| tell(&found.identity()))
                    .collect();
                told.sort_unstable();
                legal.sort_unstable();
                assert_eq!(told, legal, "{}", row.name);
            }
        }
    }
}
