//! Stored events as lines of JSON (ND-JSON).

use std::borrow::Cow;
use std::fmt::Write as _;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use crate::game;
use crate::room::ports::Stored;

/// The media type.
pub(super) const ND_JSON: &str = "application/x-ndjson";

/// One line an event: `{"seq":…,"at":…,"type":…,"d":…}`.
pub(super) fn lines(events: &[Stored]) -> Response {
    let mut text = String::new();
    for Stored {
        seq, at, payload, ..
    } in events
    {
        let payload = public(payload);
        // The payload is an object with `type` and `d`; its fields join the number and the time.
        let fields = payload.strip_prefix('{').unwrap_or("}");
        let _ = writeln!(text, "{{\"seq\":{seq},\"at\":{at},{fields}");
    }
    ([(header::CONTENT_TYPE, ND_JSON)], text).into_response()
}

/// The payload without what nobody may see: `started` is stored with the game's seed.
fn public(payload: &str) -> Cow<'_, str> {
    if !payload.contains("\"seed\"") {
        return payload.into();
    }
    match serde_json::from_str::<game::Event>(payload) {
        Ok(event) => serde_json::to_string(&event.public())
            .expect("plain data")
            .into(),
        // Written by a build that this one does not know, so nothing of it is safe to tell.
        Err(_) => r#"{"type":"unknown","d":{}}"#.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_event_that_cannot_be_read_nothing_is_told() {
        let payload = r#"{"type":"started","d":{"seed":"5eed","form":"of another build"}}"#;
        let told: serde_json::Value = serde_json::from_str(&public(payload)).unwrap();
        assert_eq!(told, serde_json::json!({ "type": "unknown", "d": {} }));
        let other = r#"{"type":"moved","d":{"kind":"move"}}"#;
        assert_eq!(public(other), other);
    }
}
