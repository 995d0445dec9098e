//! `tiaoqi pdn`: looks through files of draughts games.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;

use crate::rules::draughts::pdn::{PdnError, Reader};

/// What to do with them.
#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Replay every game and tell which fail and where.
    Check {
        /// PDN files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Games looked at, and those of them that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    games: u64,
    failed: u64,
}

/// Prints a line a game, and how many there were.
pub(super) fn run(action: &Action, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Action::Check { files } = action;
    let mut count = Count::default();
    for file in files {
        let reader = File::open(file).with_context(|| file.display().to_string())?;
        check(file, BufReader::new(reader), out, &mut count)
            .with_context(|| file.display().to_string())?;
    }
    let Count { games, failed } = count;
    writeln!(out, "{games} games, {} ok, {failed} failed", games - failed)?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn check(
    file: &Path,
    input: impl BufRead,
    out: &mut impl Write,
    count: &mut Count,
) -> io::Result<()> {
    // The reader knows bytes only: where they stop coming for another reason than the file's
    // end, that is told afterwards.
    let mut failure = None;
    let mut bytes = input.bytes();
    let bytes = std::iter::from_fn(|| match bytes.next()? {
        Ok(byte) => Some(byte),
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    for (number, game) in (1..).zip(Reader::new(bytes)) {
        let number: u32 = number;
        count.games += 1;
        write!(out, "{} {number} ", file.display())?;
        match game {
            Ok(_) => writeln!(out, "ok")?,
            Err(PdnError {
                ply, token, reason, ..
            }) => {
                count.failed += 1;
                writeln!(out, "error: {ply}, {token}, {reason}")?;
            }
        }
    }
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn told(bytes: &[u8]) -> (String, Count) {
        let mut out = Vec::new();
        let mut count = Count::default();
        check(Path::new("a.pdn"), bytes, &mut out, &mut count).unwrap();
        (String::from_utf8(out).unwrap(), count)
    }

    #[test]
    fn each_game_has_its_line() {
        let (text, count) = told(b"1. 32-28 19-23 1-1 [GameType \"21\"] 11-15 * 32-27 *");
        assert_eq!(
            text,
            "a.pdn 1 ok\n\
             a.pdn 2 error: 0, 21, another game: English draughts\n\
             a.pdn 3 ok\n"
        );
        assert_eq!((count.games, count.failed), (3, 1));
        let (text, _) = told(b"32-28 19-23 37-32");
        assert_eq!(text, "a.pdn 1 error: 3, 37-32, a capture is obligatory\n");
    }

    #[test]
    fn every_file_is_read_and_the_last_line_counts() {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("good.pdn");
        let bad = folder.path().join("bad.pdn");
        std::fs::write(&good, "32-28 *\n33-28 *").unwrap();
        std::fs::write(&bad, "32-29 *").unwrap();
        let run = |files: Vec<PathBuf>| {
            let mut out = Vec::new();
            let code = run(&Action::Check { files }, &mut out);
            let text = String::from_utf8(out).unwrap();
            (code, text.lines().last().unwrap_or_default().to_owned())
        };
        let (code, last) = run(vec![good.clone()]);
        assert_eq!(code.unwrap(), ExitCode::SUCCESS);
        assert_eq!(last, "2 games, 2 ok, 0 failed");
        let (code, last) = run(vec![bad, good]);
        assert_eq!(code.unwrap(), ExitCode::FAILURE);
        assert_eq!(last, "3 games, 2 ok, 1 failed");
        let (code, _) = run(vec![folder.path().join("none.pdn")]);
        assert!(code.unwrap_err().to_string().ends_with("none.pdn"));
    }

    #[test]
    fn twenty_megabytes_are_read_a_game_at_a_time() {
        let game = b"[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 {a comment} 3. 37-32 1-1\n\n";
        let copies = 20_000_000 / game.len();
        let (mut sink, mut count) = (io::sink(), Count::default());
        let bytes = Repeat {
            game,
            at: 0,
            left: copies,
        };
        check(
            Path::new("big"),
            BufReader::new(bytes),
            &mut sink,
            &mut count,
        )
        .unwrap();
        assert_eq!((count.games, count.failed), (copies as u64, 0));
    }

    /// So many copies of a game, without holding them.
    struct Repeat<'a> {
        game: &'a [u8],
        at: usize,
        left: usize,
    }

    impl Read for Repeat<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.at == self.game.len() {
                self.at = 0;
                self.left -= 1;
            }
            if self.left == 0 {
                return Ok(0);
            }
            let count = buffer.len().min(self.game.len() - self.at);
            buffer[..count].copy_from_slice(&self.game[self.at..self.at + count]);
            self.at += count;
            Ok(count)
        }
    }
}
