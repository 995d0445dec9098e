//! `tiaoqi score`: the points of a result.

use serde::{Deserialize, Serialize};

use crate::cli::lines::LineError;
use crate::scoring::{self, GameResult, Score, draughts};

/// A result as it comes in.
#[derive(Debug, Deserialize)]
#[serde(tag = "family", rename_all = "snake_case")]
enum Question {
    Star(GameResult),
    Draughts(draughts::GameResult),
}

/// The points of each seat.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    scores: Vec<Score>,
}

/// Answers one line.
pub(super) fn answer(line: &str) -> Result<Answer, LineError> {
    let scores = match serde_json::from_str(line)? {
        Question::Star(result) => scoring::score(&result),
        Question::Draughts(result) => draughts::score(&result),
    };
    let scores = scores.map_err(|error| LineError::new("bad_result", error))?;
    Ok(Answer { scores })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_example_of_the_contract() {
        let line = r#"{"family":"star","mode":"duel","hop":"short","draw":false,"seats":[
            {"seat":0,"team":null,"level":5,"place":1,"finished":true,"out":null,"in_camp":10,"round":31},
            {"seat":3,"team":null,"level":8,"place":2,"finished":false,"out":null,"in_camp":7,"round":31}]}"#;
        let answer = serde_json::to_value(answer(line).unwrap()).unwrap();
        let expected: Value = serde_json::from_str(
            r#"{"scores":[
            {"seat":0,"points":28,"parts":{"placing":28,"encouragement":0,"cap":0,"farm":0}},
            {"seat":3,"points":-21,"parts":{"placing":-28,"encouragement":7,"cap":0,"farm":0}}]}"#,
        )
        .unwrap();
        assert_eq!(answer, expected);
    }

    #[test]
    fn draughts_and_what_cannot_be() {
        let line = r#"{"family":"draughts","draw":false,"moves":34,"seats":[
            {"seat":0,"level":5,"place":1,"out":null,"taken":12},
            {"seat":1,"level":5,"place":2,"out":"flag","taken":9}],"farm":0.5}"#;
        let answer_ = serde_json::to_value(answer(line).unwrap()).unwrap();
        assert_eq!(answer_["scores"][0]["points"], 12, "25, halved");
        assert_eq!(answer_["scores"][1]["points"], -25 + 8);
        for bad in [
            "{}",
            r#"{"family":"star","mode":"duel","hop":"short","draw":false,"seats":[]}"#,
        ] {
            assert!(answer(bad).is_err(), "{bad}");
        }
    }
}
