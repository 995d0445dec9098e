//! A record as JSON: the same headers, and every event as it is stored and sent.

use serde::{Deserialize, Serialize};

use crate::game::Event;
use crate::game::record::{Occasion, Place, ReadError, Reason, Record, VERSION, date};
use crate::rules::star::{Preset, Switches};

/// The form of the object.
#[derive(Debug, Deserialize, Serialize)]
struct Form {
    version: u16,
    #[serde(default)]
    event: String,
    #[serde(default)]
    site: String,
    date: String,
    preset: Preset,
    #[serde(default)]
    switches: Switches,
    hash: String,
    events: Vec<Event>,
}

/// What every version has.
#[derive(Debug, Deserialize)]
struct Versioned {
    version: u16,
}

impl Record {
    /// The record as one JSON object.
    ///
    /// ```text
    /// {"version":1,"event":"","site":"","date":"2026-11-30T00:53:20.000Z","preset":"qq",
    ///  "switches":{},"hash":"0123456789abcdef","events":[{"type":"started","d":{…}},…]}
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let form = Form {
            version: VERSION,
            event: self.event.clone(),
            site: self.site.clone(),
            date: date::write(self.started),
            preset: self.preset,
            switches: self.switches.clone(),
            hash: format!("{:016x}", self.hash),
            events: self.events.clone(),
        };
        serde_json::to_string(&form).expect("plain data")
    }
}

/// Whether a text is taken for JSON.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    text.strip_prefix('{')
        .is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// Reads objects one after the other; nothing behind one that is no JSON.
pub(super) fn read_all(text: &str) -> Vec<Result<Record, ReadError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let objects = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    objects
        .map(|object| match object {
            Ok(object) => read(object),
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                let place = Place::Text { line, column };
                Err(ReadError::new(place, &error.to_string(), Reason::Json))
            }
        })
        .collect()
}

fn read(object: serde_json::Value) -> Result<Record, ReadError> {
    let at = |number, token: &str, reason| ReadError::new(Place::Event(number), token, reason);
    let no_json = |error: serde_json::Error| at(1, &error.to_string(), Reason::Json);
    let Versioned { version } = Versioned::deserialize(&object).map_err(no_json)?;
    if version != VERSION {
        return Err(at(1, &version.to_string(), Reason::Version));
    }
    let form: Form = serde_json::from_value(object).map_err(no_json)?;
    let started = date::read(&form.date);
    let started = started.ok_or_else(|| at(1, &form.date, Reason::Header("Date")))?;
    let occasion = Occasion {
        event: form.event,
        site: form.site,
    };
    let record = Record::new(occasion, started, form.preset, &form.events)?;
    let length = record.events.len();
    if record.switches != form.switches {
        return Err(at(1, "switches", Reason::Start));
    }
    if format!("{:016x}", record.hash) != form.hash {
        return Err(at(length, &form.hash, Reason::Hash));
    }
    Ok(record)
}
