//! `tiaoqi perft`: counts move sequences.

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};

use crate::rules::Seat;
use crate::rules::draughts::{self, Preset};
use crate::rules::star::{self, Army, MoveRules, Position, seating};

/// What is played.
#[derive(Debug, Subcommand)]
pub(super) enum Family {
    /// Chinese checkers.
    Star(StarArgs),
    /// 10x10 international draughts.
    Draughts(DraughtsArgs),
}

/// Where to begin and how deep to go.
#[derive(Clone, Debug, Args)]
pub(super) struct StarArgs {
    /// How many play.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["2", "3", "4", "6"]),
          required_unless_present = "seats")]
    players: Option<String>,
    /// How far a hop reaches.
    #[arg(long, value_enum)]
    hop: Hop,
    /// Marbles a side: 10, 13, 15 or 19.
    #[arg(long, default_value = "10")]
    marbles: Army,
    /// Whether a move may end in a camp that is neither home nor target.
    #[arg(long, value_enum, default_value = "allowed")]
    rest_in_foreign_camp: Permission,
    /// The camps in turn order, instead of those the count of players uses.
    #[arg(long, value_delimiter = ',')]
    seats: Option<Vec<Seat>>,
    /// Moves of a sequence.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

/// Where to begin and how deep to go.
#[derive(Clone, Debug, Args)]
pub(super) struct DraughtsArgs {
    /// The rule set: fmjd or plyyard.
    #[arg(long)]
    rules: Preset,
    /// Where to begin; without it at the first position.
    #[arg(long)]
    fen: Option<draughts::Position>,
    /// Moves of a sequence.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Hop {
    Short,
    Long,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Permission {
    Allowed,
    Forbidden,
}

/// Prints `depth nodes`, a line for each depth.
pub(super) fn run(family: &Family, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match family {
        Family::Star(args) => run_star(args, out),
        Family::Draughts(args) => run_draughts(args, out),
    }
}

fn run_draughts(args: &DraughtsArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    let first = || draughts::Position::start(rules.first_move);
    let start = args.fen.unwrap_or_else(first);
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", draughts::perft(&start, &rules, depth))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_star(args: &StarArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let players = args
        .players
        .as_deref()
        .and_then(|players| players.parse().ok())
        .unwrap_or(0);
    let seats = args.seats.as_deref().unwrap_or_else(|| seating(players));
    let distinct = seats
        .iter()
        .all(|seat| seats.iter().filter(|other| *other == seat).count() == 1);
    anyhow::ensure!(distinct, "a seat is named twice");
    let start = Position::start(args.marbles, seats);
    anyhow::ensure!(
        start.is_disjoint(),
        "two of the seats share a hole of their homes"
    );
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", nodes(args, seats, &start, depth))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn nodes(args: &StarArgs, seats: &[Seat], start: &Position, depth: u32) -> u64 {
    let rules = MoveRules {
        hop: match args.hop {
            Hop::Short => star::Hop::Short,
            Hop::Long => star::Hop::Long,
        },
        army: args.marbles,
        rest_in_foreign_camp: match args.rest_in_foreign_camp {
            Permission::Allowed => star::Permission::Allowed,
            Permission::Forbidden => star::Permission::Forbidden,
        },
        ..MoveRules::default()
    };
    star::perft(start, &rules, seats, 0, depth)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        family: Family,
    }

    #[derive(Deserialize)]
    struct Reference {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        seats: Vec<u8>,
        marbles: u8,
        hop: String,
        rest_in_foreign_camp: String,
        nodes: Vec<u64>,
    }

    #[test]
    fn every_row_of_the_reference_is_met() {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/star_perft.json"
        ));
        let reference: Reference = serde_json::from_str(text).unwrap();
        assert_eq!(reference.rows.len(), 44);
        for row in reference.rows {
            let seats: Vec<String> = row.seats.iter().map(u8::to_string).collect();
            let line = [
                "perft",
                "star",
                "--seats",
                &seats.join(","),
                "--hop",
                &row.hop,
                "--marbles",
                &row.marbles.to_string(),
                "--rest-in-foreign-camp",
                &row.rest_in_foreign_camp,
                "--depth",
                &row.nodes.len().to_string(),
            ];
            let mut out = Vec::new();
            run(&Line::parse_from(line).family, &mut out).unwrap();
            let expected: String = row
                .nodes
                .iter()
                .zip(1..)
                .map(|(nodes, depth)| format!("{depth} {nodes}\n"))
                .collect();
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{line:?}");
        }
    }

    #[test]
    fn draughts_are_counted_from_the_first_position_or_another() {
        let count = |words: &[&str]| {
            let line = ["perft", "draughts"].iter().chain(words);
            let family = Line::try_parse_from(line)?.family;
            let mut out = Vec::new();
            run(&family, &mut out).unwrap();
            Ok::<_, clap::Error>(String::from_utf8(out).unwrap())
        };
        let start = "1 9\n2 81\n3 658\n4 4265\n";
        for rules in ["fmjd", "plyyard"] {
            assert_eq!(count(&["--rules", rules, "--depth", "4"]).unwrap(), start);
        }
        let fen = ["--fen", "W:W23:B8,27,K28,K38", "--depth", "3", "--rules"];
        let count_with = |rules| count(&[&fen[..], &[rules]].concat()).unwrap();
        assert_eq!(count_with("plyyard"), "1 1\n2 4\n3 8\n");
        assert!(count_with("fmjd").starts_with("1 2\n"));
        assert!(count(&["--rules", "chess", "--depth", "1"]).is_err());
        assert!(count(&["--rules", "fmjd", "--depth", "0"]).is_err());
        let broken = ["--rules", "fmjd", "--depth", "1", "--fen", "W:W5:B1"];
        assert!(count(&broken).is_err());
    }

    #[test]
    fn seats_are_named_once_and_exist() {
        let parse = |seats| {
            Line::try_parse_from([
                "perft", "star", "--seats", seats, "--hop", "short", "--depth", "1",
            ])
        };
        assert!(parse("6").is_err());
        let crowded = [
            "perft",
            "star",
            "--seats",
            "0,1",
            "--marbles",
            "15",
            "--hop",
            "short",
            "--depth",
            "1",
        ];
        assert!(run(&Line::parse_from(crowded).family, &mut Vec::new()).is_err());
        assert!(run(&parse("0,0").unwrap().family, &mut Vec::new()).is_err());
        assert!(Line::try_parse_from(["perft", "star", "--hop", "short", "--depth", "1"]).is_err());
    }
}
