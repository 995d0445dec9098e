//! The shell around a room: what is stored, answered, sent and timed, in which order, and what
//! becomes of a room when its store, its code or its viewers fail.

mod failures;
mod outages;
mod seats;
mod storing;
mod turns;
mod viewers;

use std::time::Duration;

use serde_json::Value;
use tiaoqi::rules::Seat;

const SECOND: Duration = Duration::from_secs(1);

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn kinds(frames: &[Value]) -> Vec<&str> {
    frames
        .iter()
        .filter_map(|frame| frame["type"].as_str())
        .collect()
}
