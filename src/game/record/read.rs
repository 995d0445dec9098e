//! Reads records from text, and from JSON.

use crate::game::record::headers::Headers;
use crate::game::record::note::Note;
use crate::game::record::replay::Replay;
use crate::game::record::scan::{Piece, Placed, Scanner};
use crate::game::record::{Place, ReadError, Reason, Record, json};

/// Reads the one record of a text, or of a JSON object.
///
/// # Errors
/// What is wrong first, and where; something behind the record is wrong as well.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut all = read_all(text).into_iter();
    let nothing = ReadError::new(
        Place::Text { line: 1, column: 1 },
        "",
        Reason::Missing(super::headers::MARK),
    );
    let record = all.next().unwrap_or(Err(nothing))?;
    match all.next() {
        None => Ok(record),
        Some(Err(error)) => Err(error),
        Some(Ok(_)) => Err(ReadError::new(Place::Event(1), "", Reason::AfterEnd)),
    }
}

/// Reads every record of a text or of a run of JSON objects; one that is wrong does not keep those
/// behind it from being read.
///
/// A text that begins with `{` and then a quotation mark is taken for JSON.
#[must_use]
pub fn read_all(text: &str) -> Vec<Result<Record, ReadError>> {
    if json::is_json(text) {
        return json::read_all(text);
    }
    let mut scanner = Scanner::new(text);
    let mut records = Vec::new();
    loop {
        match one(&mut scanner) {
            Ok(Some(record)) => records.push(Ok(record)),
            Ok(None) => break,
            Err(error) => {
                records.push(Err(error));
                if !scanner.skip_to_record() {
                    break;
                }
            }
        }
    }
    records
}

/// One record; none at the end of the text.
fn one(scanner: &mut Scanner<'_>) -> Result<Option<Record>, ReadError> {
    let Some(mut piece) = scanner.next()? else {
        return Ok(None);
    };
    let mut headers = Headers::at(piece.place);
    let unfinished =
        |scanner: &Scanner<'_>| ReadError::new(scanner.place(), "", Reason::Unfinished);
    while let Piece::Header { name, value } = piece.piece {
        headers.insert(name, value, piece.text, piece.place)?;
        piece = scanner.next()?.ok_or_else(|| unfinished(scanner))?;
    }
    let beginning = headers.beginning()?;
    let at_start = |reason| ReadError::new(headers.start(), "", reason);
    let mut replay = Replay::start(&beginning.started, beginning.seed).map_err(at_start)?;
    let mut round = None;
    loop {
        let Placed {
            piece: what,
            text,
            place,
        } = piece;
        let wrong = |reason| ReadError::new(place, text, reason);
        match what {
            Piece::Header { .. } => return Err(wrong(Reason::NotAHeader)),
            Piece::Round(number) => round = Some(number),
            Piece::Token(token) => {
                let note = Note::parse(token).ok_or_else(|| wrong(Reason::Token))?;
                replay.note(&note, round.take()).map_err(wrong)?;
                if let Note::End(_) = note {
                    break;
                }
            }
        }
        piece = scanner.next()?.ok_or_else(|| unfinished(scanner))?;
    }
    let (events, game) = replay.finish().map_err(at_start)?;
    headers.check_end(&game)?;
    Record::complete(
        beginning.occasion,
        beginning.date,
        beginning.preset,
        events,
        &game,
    )
    .map(Some)
    .map_err(|reason| ReadError::new(headers.seed_place(), "", reason))
}
