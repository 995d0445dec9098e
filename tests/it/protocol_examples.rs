//! docs/PROTOCOL.md says what the code does: every example is read with the types of the wire, and
//! every message, command, event and code has one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tiaoqi::protocol::{ByeCode, ClientMessage, Code, HallFrame, ServerMessage};

use crate::support::client::fnv1a;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/PROTOCOL.md");
    fs::read_to_string(path).unwrap()
}

fn examples() -> Vec<Value> {
    let text = document();
    let blocks = text.split("```json\n").skip(1);
    let examples: Vec<Value> = blocks
        .map(|block| {
            let json = block.split("```").next().unwrap();
            serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"))
        })
        .collect();
    assert!(examples.len() > 50, "the test finds no examples any more");
    examples
}

fn text<'a>(example: &'a Value, field: &str) -> &'a str {
    example[field].as_str().unwrap_or_default()
}

/// The names under which an enum's variants stand on the wire, as its own parser lists them.
fn names_of<T: serde::de::DeserializeOwned + std::fmt::Debug>(tag: &str) -> BTreeSet<String> {
    let unknown = serde_json::json!({ tag: "?", "d": {} });
    let error = serde_json::from_value::<T>(unknown)
        .unwrap_err()
        .to_string();
    let listed = error
        .split_once("expected one of ")
        .expect("a list of names")
        .1;
    listed
        .split(", ")
        .map(|name| name.trim_matches('`').to_owned())
        .collect()
}

#[test]
fn every_example_is_read_and_written_the_same() {
    for example in examples() {
        let written = match text(&example, "t") {
            "hello" | "sub" | "unsub" | "cmd" | "ping" => {
                let message: ClientMessage = serde_json::from_value(example.clone()).unwrap();
                serde_json::to_value(message)
            }
            "ev" if !text(&example, "s").starts_with("room:") => {
                let frame: HallFrame = serde_json::from_value(example.clone()).unwrap();
                serde_json::to_value(frame)
            }
            _ => {
                let message: ServerMessage = serde_json::from_value(example.clone())
                    .unwrap_or_else(|e| panic!("{e}: {example}"));
                serde_json::to_value(message)
            }
        };
        assert_eq!(written.unwrap(), example);
    }
}

#[test]
fn every_message_command_and_event_has_an_example() {
    let examples = examples();
    let all = |of: &dyn Fn(&Value) -> bool, field: &str| -> BTreeSet<String> {
        examples
            .iter()
            .filter(|e| of(e))
            .map(|e| text(e, field).to_owned())
            .collect()
    };
    let mut messages = names_of::<ClientMessage>("t");
    messages.extend(names_of::<ServerMessage>("t"));
    assert_eq!(all(&|_| true, "t"), messages);

    let commands = names_of::<tiaoqi::protocol::Command>("type");
    assert_eq!(all(&|e| text(e, "t") == "cmd", "type"), commands);

    let mut events = names_of::<tiaoqi::protocol::RoomEvent>("type");
    events.extend(names_of::<tiaoqi::game::GameEvent>("type"));
    events.extend(names_of::<tiaoqi::rules::star::Event>("type"));
    let of_rooms = |e: &Value| text(e, "t") == "ev" && text(e, "s").starts_with("room:");
    assert_eq!(all(&of_rooms, "type"), events);

    let hall = names_of::<tiaoqi::protocol::HallEvent>("type");
    let of_halls = |e: &Value| text(e, "t") == "ev" && !text(e, "s").starts_with("room:");
    assert_eq!(all(&of_halls, "type"), hall);
}

/// The first cells of the table under a heading, without the code marks.
fn table(heading: &str) -> Vec<Vec<String>> {
    let text = document();
    let section = text
        .split(&format!("\n## {heading}\n"))
        .nth(1)
        .expect("a section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        row.trim_matches(['|', ' '])
            .split(" | ")
            .map(str::to_owned)
            .collect()
    })
    .collect()
}

#[test]
fn the_tables_name_every_refusal_and_close_code_and_no_other() {
    let listed: Vec<String> = table("Refusals")
        .into_iter()
        .map(|row| row[0].trim_matches('`').to_owned())
        .collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(listed, codes);

    let listed: Vec<u16> = table("Close codes")
        .into_iter()
        .map(|row| row[0].trim_matches('`').parse().unwrap())
        .collect();
    let all = [
        ByeCode::Normal,
        ByeCode::Restart,
        ByeCode::Protocol,
        ByeCode::Auth,
        ByeCode::Forbidden,
        ByeCode::NoStream,
        ByeCode::Slow,
        ByeCode::TakenOver,
        ByeCode::Version,
        ByeCode::Rate,
    ];
    assert_eq!(listed, all.map(|code| code as u16));
}

#[test]
fn the_test_vectors_of_the_hash_are_right() {
    let rows = table("The hash");
    assert_eq!(rows.len(), 7);
    for row in rows {
        let text = row[0].trim_matches('`').replace('¦', "|");
        let hash = row[1].trim_matches('`');
        assert_eq!(format!("{:016x}", fnv1a(&text)), hash, "{text}");
        assert_eq!(
            format!("{:016x}", tiaoqi::rules::star::fnv1a_64(text.as_bytes())),
            hash
        );
    }
}

#[test]
fn unknown_fields_are_ignored_in_the_envelope_and_refused_in_d() {
    for example in examples()
        .into_iter()
        .filter(|example| text(example, "t") == "cmd")
    {
        let mut outside = example.clone();
        outside["x"] = 1.into();
        assert!(
            serde_json::from_value::<ClientMessage>(outside).is_ok(),
            "{example}"
        );
        let mut inside = example.clone();
        inside["d"]["x"] = 1.into();
        assert!(
            serde_json::from_value::<ClientMessage>(inside).is_err(),
            "{example}"
        );
    }
}
