//! `tiaoqi moves`: the legal moves of a position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cli::lines::LineError;
use crate::rules::star::{
    Army, BlockedTarget, Cube, Hole, HoleSet, Hop, MoveKind, MoveRules, Permission, Position, home,
};
use crate::rules::{BySeat, Seat};

/// A position as it comes in; holes are cube coordinates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    family: Family,
    seats: Vec<Seat>,
    to_move: Seat,
    hop: Hop,
    rest_in_foreign_camp: Permission,
    leave_target: Permission,
    reenter_home: Permission,
    #[serde(default)]
    army: Army,
    #[serde(default)]
    blocked_target: BlockedTarget,
    #[serde(default)]
    roadblocks: Vec<[i8; 3]>,
    #[serde(default)]
    road_workers: Vec<[i8; 3]>,
    marbles: BTreeMap<Seat, Vec<[i8; 3]>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Family {
    Star,
}

/// The legal moves, sorted by from, then to.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    moves: Vec<Move>,
}

#[derive(Debug, Serialize)]
struct Move {
    kind: MoveKind,
    from: [i8; 3],
    to: [i8; 3],
    path: Vec<[i8; 3]>,
}

/// Answers one line.
pub(super) fn answer(line: &str) -> Result<Answer, LineError> {
    let question: Question = serde_json::from_str(line)?;
    let Family::Star = question.family;
    let (position, rules) = question.position()?;
    let moves = position.legal_moves(&rules, question.to_move);
    let mut moves: Vec<Move> = moves
        .into_iter()
        .map(|found| Move {
            kind: found.kind,
            from: cube(found.from),
            to: cube(found.to),
            path: found.path.into_iter().map(cube).collect(),
        })
        .collect();
    moves.sort_by_key(|found| (found.from, found.to));
    Ok(Answer { moves })
}

impl Question {
    fn position(&self) -> Result<(Position, MoveRules), LineError> {
        let illegal = |message: &str| LineError::new("bad_position", message);
        if !self.seats.contains(&self.to_move) {
            return Err(illegal("to_move is none of the seats"));
        }
        let mut taken = HoleSet::default();
        let mut place = |holes: &[[i8; 3]]| {
            let mut set = HoleSet::default();
            for &[x, y, z] in holes {
                let hole = Hole::from_cube(Cube { x, y, z })
                    .ok_or_else(|| illegal(&format!("no hole [{x},{y},{z}]")))?;
                if taken.contains(hole) {
                    return Err(illegal(&format!("[{x},{y},{z}] is taken twice")));
                }
                taken |= HoleSet::from(hole);
                set |= HoleSet::from(hole);
            }
            Ok(set)
        };
        let roadblocks = place(&self.roadblocks)?;
        let road_workers = place(&self.road_workers)?;
        let mut marbles = BySeat::<HoleSet>::default();
        for (seat, holes) in &self.marbles {
            if !self.seats.contains(seat) {
                return Err(illegal(&format!(
                    "marbles of seat {seat}, which does not play"
                )));
            }
            marbles[*seat] = place(holes)?;
        }
        let rules = MoveRules {
            hop: self.hop,
            army: self.army,
            leave_target: self.leave_target,
            rest_in_foreign_camp: self.rest_in_foreign_camp,
            swap: self.blocked_target == BlockedTarget::Swap,
            home_closed: BySeat::from_fn(|_| self.reenter_home.is_forbidden()),
            // Whose marbles fill the target has finished: they stay.
            settled: BySeat::from_fn(|seat| {
                let target = home(self.army, seat.facing());
                !marbles[seat].is_empty() && marbles[seat] == target
            }),
            ..MoveRules::default()
        };
        Ok((
            Position {
                marbles,
                roadblocks,
                road_workers,
            },
            rules,
        ))
    }
}

fn cube(hole: Hole) -> [i8; 3] {
    let Cube { x, y, z } = hole.cube();
    [x, y, z]
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn fixtures() -> Vec<Value> {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/star_fixtures.json"
        ));
        serde_json::from_str(text).unwrap()
    }

    fn ends_from(answer: &Value, from: &Value) -> Vec<Value> {
        let moves = answer["moves"].as_array().unwrap().iter();
        moves
            .filter(|found| found["from"] == *from)
            .map(|found| found["to"].clone())
            .collect()
    }

    #[test]
    fn every_fixture_is_met() {
        let fixtures = fixtures();
        assert_eq!(fixtures.len(), 14);
        for fixture in fixtures {
            let name = fixture["name"].as_str().unwrap();
            let answer = answer(&fixture["position"].to_string()).unwrap();
            let answer = serde_json::to_value(answer).unwrap();
            let ends = ends_from(&answer, &fixture["from"]);
            assert_eq!(
                Value::from(ends.clone()),
                fixture["all_reachable"],
                "{name}"
            );
            if let Some(count) = fixture["reachable"].as_u64() {
                assert_eq!(ends.len() as u64, count, "{name}");
            }
            for found in answer["moves"].as_array().unwrap() {
                let path = found["path"].as_array().unwrap();
                assert_eq!(path.first(), Some(&found["from"]), "{name}");
                assert_eq!(path.last(), Some(&found["to"]), "{name}");
            }
            let order: Vec<String> = answer["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|found| {
                    let key = |hole: &Value| {
                        let at = |i: usize| hole[i].as_i64().unwrap() + 8;
                        format!("{:02}{:02}{:02}", at(0), at(1), at(2))
                    };
                    key(&found["from"]) + &key(&found["to"])
                })
                .collect();
            assert!(order.is_sorted(), "{name}");
        }
    }

    #[test]
    fn a_position_that_cannot_be_is_refused_with_its_reason() {
        let good = json!({
            "family": "star", "seats": [0, 3], "to_move": 0, "hop": "short",
            "rest_in_foreign_camp": "allowed", "leave_target": "allowed", "reenter_home": "allowed",
            "marbles": {"0": [[0, 0, 0]]}
        });
        assert!(answer(&good.to_string()).is_ok());
        for (field, value, code) in [
            ("to_move", json!(1), "bad_position"),
            ("marbles", json!({"0": [[9, -9, 0]]}), "bad_position"),
            (
                "marbles",
                json!({"0": [[0, 0, 0]], "3": [[0, 0, 0]]}),
                "bad_position",
            ),
            ("marbles", json!({"1": [[0, 0, 0]]}), "bad_position"),
            ("hop", json!("medium"), "bad_request"),
            ("army", json!(11), "bad_request"),
            ("family", json!("chess"), "bad_request"),
            ("colour", json!("red"), "bad_request"),
        ] {
            let mut bad = good.clone();
            bad[field] = value;
            let error = serde_json::to_value(answer(&bad.to_string()).unwrap_err()).unwrap();
            assert_eq!(error["code"], code, "{field}");
        }
    }
}
