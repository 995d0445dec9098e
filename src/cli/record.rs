//! `tiaoqi record check FILE…`: plays recorded games through and tells which fail, and where.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;

use crate::game::record;

/// What to do with records.
#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Play every game of the files through (text or JSON; docs/RECORDS.md), a line each.
    Check {
        /// The files; `-` is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Does it; failed games make the exit status 1.
pub(super) fn run(task: &Task, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Task::Check { files } = task;
    let mut tally = Tally::default();
    for file in files {
        let text = read(file).with_context(|| file.display().to_string())?;
        check(&file.display().to_string(), &text, &mut tally, out)?;
    }
    let Tally { games, failed } = tally;
    writeln!(out, "{games} games, {} ok, {failed} failed", games - failed)?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    games: usize,
    failed: usize,
}

fn read(file: &Path) -> io::Result<String> {
    if file == Path::new("-") {
        io::read_to_string(io::stdin().lock())
    } else {
        fs::read_to_string(file)
    }
}

/// One line a game: `file game-number ok`, or the place, the token and the reason.
fn check(file: &str, text: &str, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    for (game, number) in record::read_all(text).into_iter().zip(1..) {
        tally.games += 1;
        match game {
            Ok(_) => writeln!(out, "{file} {number} ok")?,
            Err(error) => {
                tally.failed += 1;
                writeln!(out, "{file} {number} error: {error}")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_game_and_the_last_one_counts() {
        let page = include_str!("../../docs/RECORDS.md");
        let good = page
            .split("```text\n")
            .find(|part| part.starts_with("[Tiaoqi"));
        let good = good.unwrap().split("```").next().unwrap();
        let bad = good.replace("[Seats \"0 3\"]", "[Seats \"0\"]");
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (
            folder.path().join("one.txt"),
            folder.path().join("two.json"),
        );
        fs::write(&one, format!("{good}\n{bad}\n{good}")).unwrap();
        fs::write(&two, record::read(good).unwrap().to_json()).unwrap();
        let files = vec![one.clone(), two.clone()];
        let mut out = Vec::new();
        let code = run(&Task::Check { files }, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let line = 1 + good.lines().count() + 1;
        let (one, two) = (one.display(), two.display());
        assert_eq!(
            out,
            format!(
                "{one} 1 ok\n{one} 2 error: line {line}, column 1, the headers make no game\n\
                 {one} 3 ok\n{two} 1 ok\n4 games, 3 ok, 1 failed\n"
            )
        );
        assert_eq!(code, ExitCode::FAILURE);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let files = vec![PathBuf::from("/nonexistent/x")];
        let error = run(&Task::Check { files }, &mut Vec::new()).unwrap_err();
        assert!(format!("{error:#}").starts_with("/nonexistent/x: "));
    }
}
