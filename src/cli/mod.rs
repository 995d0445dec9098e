//! The sub-commands of `tiaoqi`.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::ServeArgs;

mod lines;
pub mod load;
mod moves;
mod pdn;
mod perft;
mod record;
mod score;
mod serve;
mod verify_seed;

/// Chinese checkers (跳棋) and international draughts (國際跳棋): the server, and tools around their rules.
#[derive(Debug, Parser)]
#[command(name = "tiaoqi", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server (also without a sub-command).
    Serve(Box<ServeArgs>),
    /// Count move sequences from the start position, to compare move generators.
    Perft {
        #[command(subcommand)]
        family: perft::Family,
    },
    /// Answer each position on standard input (one JSON object a line) with its legal moves.
    Moves,
    /// Look through files of draughts games (PDN).
    Pdn {
        #[command(subcommand)]
        action: pdn::Action,
    },
    /// Answer each result on standard input (one JSON object a line) with its points.
    Score,
    /// Records of games (docs/RECORDS.md).
    Record {
        #[command(subcommand)]
        task: record::Task,
    },
    /// Check that a game's chance follows from the seed it published.
    VerifySeed(verify_seed::VerifyArgs),
    /// Play many games at once against a running server, and check it on the way.
    Load(load::LoadArgs),
}

/// Runs the command line; what it cannot do it says on standard error.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => serve::run(cli.serve),
        Some(Command::Serve(args)) => serve::run(*args),
        Some(Command::Perft { family }) => perft::run(&family, &mut io::stdout().lock()),
        Some(Command::Moves) => lines::answer(moves::answer),
        Some(Command::Pdn { action }) => pdn::run(&action, &mut io::stdout().lock()),
        Some(Command::Score) => lines::answer(score::answer),
        Some(Command::Record { task }) => record::run(&task, &mut io::stdout().lock()),
        Some(Command::VerifySeed(args)) => verify_seed::run(&args, &mut io::stdout().lock()),
        Some(Command::Load(args)) => load::run(&args),
    };
    match result {
        Ok(code) => code,
        // A reader that has seen enough is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("tiaoqi: {error:#}\n"));
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
