//! `tiaoqi moves`: the legal moves of a position.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::cli::lines::LineError;
use crate::rules::draughts::{self, Preset, Square, SquareSet};
use crate::rules::star::{
    Army, BlockedTarget, Cube, Hole, HoleSet, Hop, MoveKind, MoveRules, Permission, Position, home,
};
use crate::rules::{BySeat, Seat};

/// What tells which of the two questions a line is.
#[derive(Debug, Deserialize)]
struct Head {
    family: Family,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Family {
    Star,
    Draughts,
}

/// A position of draughts as it comes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraughtsQuestion {
    #[serde(rename = "family")]
    _family: IgnoredAny,
    rules: Preset,
    fen: String,
}

/// A position of the star as it comes in; holes are cube coordinates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StarQuestion {
    #[serde(rename = "family")]
    _family: IgnoredAny,
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

/// The legal moves, sorted by from, then to.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// Of a position of the star.
    Star {
        /// Sorted.
        moves: Vec<StarMove>,
    },
    /// Of a position of draughts.
    Draughts {
        /// Sorted.
        moves: Vec<DraughtsMove>,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct DraughtsMove {
    from: Square,
    to: Square,
    taken: SquareSet,
    route: Vec<Square>,
    text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct StarMove {
    kind: MoveKind,
    from: [i8; 3],
    to: [i8; 3],
    path: Vec<[i8; 3]>,
}

/// Answers one line.
pub(super) fn answer(line: &str) -> Result<Answer, LineError> {
    match serde_json::from_str::<Head>(line)?.family {
        Family::Star => answer_star(&serde_json::from_str(line)?),
        Family::Draughts => answer_draughts(&serde_json::from_str(line)?),
    }
}

fn answer_draughts(question: &DraughtsQuestion) -> Result<Answer, LineError> {
    let position = draughts::Position::from_fen(&question.fen)
        .map_err(|error| LineError::new("bad_position", error))?;
    let legal = position.legal_moves(&question.rules.rules());
    let texts: Vec<String> = legal.iter().map(|found| found.text(&legal)).collect();
    let moves = legal
        .into_iter()
        .zip(texts)
        .map(|(found, text)| DraughtsMove {
            from: found.from,
            to: found.to,
            taken: found.taken,
            route: found.route,
            text,
        })
        .collect();
    Ok(Answer::Draughts { moves })
}

fn answer_star(question: &StarQuestion) -> Result<Answer, LineError> {
    let (position, rules) = question.position()?;
    let moves = position.legal_moves(&rules, question.to_move);
    let mut moves: Vec<StarMove> = moves
        .into_iter()
        .map(|found| StarMove {
            kind: found.kind,
            from: cube(found.from),
            to: cube(found.to),
            path: found.path.into_iter().map(cube).collect(),
        })
        .collect();
    moves.sort_by_key(|found| (found.from, found.to));
    Ok(Answer::Star { moves })
}

impl StarQuestion {
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

    #[test]
    fn a_position_of_draughts_is_answered_with_texts() {
        let ask = |rules: &str, fen: &str| {
            let line = json!({"family": "draughts", "rules": rules, "fen": fen});
            answer(&line.to_string()).map(|answer| serde_json::to_value(answer).unwrap())
        };
        let start = ask("fmjd", "W:W31-50:B1-20").unwrap();
        assert_eq!(start["moves"].as_array().unwrap().len(), 9);
        assert_eq!(
            start["moves"][2],
            json!({"from": 32, "to": 27, "taken": [], "route": [32, 27], "text": "32-27"})
        );
        assert_eq!(
            ask("plyyard", "W:W10,K36:B9,K14").unwrap(),
            json!({"moves": [
                {"from": 10, "to": 19, "taken": [14], "route": [10, 19], "text": "10x19"}
            ]})
        );
        // Two ways to take four pieces between the same squares.
        let ambiguous = ask("fmjd", "W:WK47:B14,19,29,31,42").unwrap();
        for found in ambiguous["moves"].as_array().unwrap() {
            let squares = found["route"].as_array().unwrap();
            let squares: Vec<String> = squares.iter().map(Value::to_string).collect();
            assert_eq!(found["text"], squares.join("x"));
            assert_eq!(squares.len(), 5);
        }
        for (rules, fen, code) in [
            ("fmjd", "W:W31-50:B1-31", "bad_position"),
            ("fmjd", "", "bad_position"),
            ("chess", "W:W31:B1", "bad_request"),
        ] {
            let error = serde_json::to_value(ask(rules, fen).unwrap_err()).unwrap();
            assert_eq!(error["code"], code);
        }
        let unknown = json!({"family": "draughts", "rules": "fmjd", "fen": "W:W31:B1", "hop": 1});
        assert!(answer(&unknown.to_string()).is_err());
    }
}
