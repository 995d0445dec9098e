//! `tiaoqi verify-seed`: whether a game's chance follows from the seed it published.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;

use crate::game::{self, Event, GameEvent, verify};
use crate::protocol;

/// What is to be checked.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// A game's record, as `/api/v1/games/{game}/events` gives it (one event a line) or as a JSON list
    /// of events; standard input when absent or `-`. It may hold several games.
    file: Option<PathBuf>,
}

/// Checks every game of the record; one line each, `ok` or the first draw that differs.
pub(super) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut text = String::new();
    match args.file.as_ref().filter(|file| file.as_os_str() != "-") {
        Some(file) => text = fs::read_to_string(file).context(file.display().to_string())?,
        None => _ = io::stdin().read_to_string(&mut text)?,
    }
    let all_good = check(&text, out)?;
    Ok(if all_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Whether every game in the text is as it should be, and there is one.
fn check(text: &str, out: &mut impl Write) -> anyhow::Result<bool> {
    let games = games(text)?;
    anyhow::ensure!(!games.is_empty(), "no game begins in this record");
    let mut all_good = true;
    for record in &games {
        match verify(record) {
            Ok(audit) => writeln!(out, "ok, {} draws", audit.draws)?,
            Err(error) => {
                all_good = false;
                writeln!(out, "{error}")?;
            }
        }
    }
    Ok(all_good)
}

/// The games of a record, each from its `started` on, without the events of the room around them.
fn games(text: &str) -> anyhow::Result<Vec<Vec<Event>>> {
    let events: Vec<protocol::Event> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).context("a list of events")?
    } else {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines
            .enumerate()
            .map(|(n, line)| serde_json::from_str(line).with_context(|| format!("line {}", n + 1)))
            .collect::<anyhow::Result<_>>()?
    };
    let mut games: Vec<Vec<Event>> = Vec::new();
    for event in events {
        let protocol::Event::Game(event) = event else {
            continue;
        };
        if matches!(event, game::Event::Game(GameEvent::Started { .. })) {
            games.push(Vec::new());
        }
        if let Some(record) = games.last_mut() {
            record.push(event);
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Act, Game, Millis, chance};
    use crate::rules::star::{Preset, seating};
    use crate::rules::{OutReason, Seed};
    use crate::scoring::Farm;

    /// A game in which the one who starts leaves.
    fn record() -> Vec<serde_json::Value> {
        const AT: Millis = 0;
        let seed = Seed::new([1; Seed::BYTES]);
        let seats = seating(2);
        let players = seats.iter().map(|&seat| game::Player {
            seat,
            user: None,
            name: "P".to_owned(),
            guest: false,
            points: 0,
        });
        let started = GameEvent::Started {
            game: uuid::Uuid::nil(),
            number: 1,
            players: players.collect(),
            first: chance::toss(seed, seats).unwrap(),
            rules: Preset::Qq.rules(),
            turn_limit: 30_000,
            teams: false,
            items: false,
            rated: false,
            farm: Farm::Whole,
            first_drawn: true,
            seed_commitment: chance::commitment(&seed),
            seed: Some(seed),
        };
        let game = Game::start(&started, AT).unwrap();
        let left = game.decide(seats[0], &Act::Leave).unwrap();
        let mut record = vec![serde_json::to_value(Event::Game(started).public()).unwrap()];
        record.push(serde_json::json!({"type": "disconnected", "d": {"seat": 0}}));
        record.extend(
            left.iter()
                .map(|event| serde_json::to_value(event).unwrap()),
        );
        assert_eq!(record[2]["d"]["why"], OutReason::Left.as_str());
        record
    }

    fn answer(text: &str) -> (bool, String) {
        let mut out = Vec::new();
        let good = check(text, &mut out).unwrap();
        (good, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_list_and_lines_are_read_alike() {
        let record = record();
        let list = serde_json::to_string(&record).unwrap();
        assert_eq!(answer(&list), (true, "ok, 1 draws\n".to_owned()));
        let line = |(n, event): (usize, &serde_json::Value)| {
            let mut line = event.clone();
            line["seq"] = n.into();
            line["at"] = 17.into();
            format!("{line}\n")
        };
        let lines: String = record.iter().enumerate().map(line).collect();
        assert_eq!(answer(&lines), (true, "ok, 1 draws\n".to_owned()));
        let two = format!("{lines}{lines}");
        assert_eq!(answer(&two).1.lines().count(), 2);
    }

    #[test]
    fn what_differs_is_named() {
        let mut record = record();
        let first = record[0]["d"]["first"].as_u64().unwrap();
        record[0]["d"]["first"] = (3 - first).into();
        let (good, text) = answer(&serde_json::to_string(&record).unwrap());
        assert!(!good && text.starts_with("event 1: "), "{text}");
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let mut out = Vec::new();
        assert!(check("", &mut out).is_err());
        assert!(check("{\"type\":\"nonsense\",\"d\":{}}", &mut out).is_err());
    }
}
