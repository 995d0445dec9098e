//! JSON lines in, JSON lines out, in the same order. A bad line is answered with an error on its
//! line, and the command goes on.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde::Serialize;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LineError {
    code: &'static str,
    message: String,
}

impl LineError {
    pub(super) fn new(code: &'static str, message: impl std::fmt::Display) -> Self {
        Self {
            code,
            message: message.to_string(),
        }
    }
}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        Self::new("bad_request", error)
    }
}

/// Answers every line of standard input.
pub(super) fn answer<T: Serialize>(
    to: impl Fn(&str) -> Result<T, LineError>,
) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let all_good = answer_lines(io::stdin().lock(), &mut out, to)?;
    out.flush()?;
    Ok(if all_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Answers every line of `input`; whether all were good. Each answer is written out before the
/// next line is waited for.
pub(super) fn answer_lines<T: Serialize>(
    mut input: impl BufRead,
    out: &mut impl Write,
    to: impl Fn(&str) -> Result<T, LineError>,
) -> io::Result<bool> {
    #[derive(Serialize)]
    struct Refused {
        error: LineError,
    }
    let mut all_good = true;
    let mut bytes = Vec::new();
    while {
        bytes.clear();
        input.read_until(b'\n', &mut bytes)? > 0
    } {
        let answer = std::str::from_utf8(&bytes)
            .map_err(|error| LineError::new("bad_request", error))
            .and_then(&to);
        match answer {
            Ok(answer) => serde_json::to_writer(&mut *out, &answer)?,
            Err(error) => {
                all_good = false;
                serde_json::to_writer(&mut *out, &Refused { error })?;
            }
        }
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(all_good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_answered_on_its_line_and_the_rest_goes_on() {
        let mut out = Vec::new();
        let double = |line: &str| Ok(2 * serde_json::from_str::<i64>(line)?);
        let all_good = answer_lines(&b"1\nx\n\n\xff\n21"[..], &mut out, double).unwrap();
        assert!(!all_good);
        let out = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!((lines[0], lines[4]), ("2", "42"));
        for line in &lines[1..4] {
            assert!(
                line.starts_with(r#"{"error":{"code":"bad_request","message":"#),
                "{line}"
            );
        }
    }
}
