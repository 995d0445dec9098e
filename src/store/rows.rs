//! Rows to values and back: what is stored as text or `BIGINT` and is something narrower here.

use uuid::Uuid;

use crate::protocol::{Cid, UserId};
use crate::room::ports::{Entry, Projection, RoomStatus, Stored};
use crate::rules::{OutReason, Seat};
use crate::store::StoreError;

/// A row of `EVENTS`: seq, at, user, cid, payload.
pub(super) type EventRow = (i64, i64, Option<Uuid>, Option<Uuid>, String);

pub(super) const fn status_text(status: RoomStatus) -> &'static str {
    match status {
        RoomStatus::Waiting => "waiting",
        RoomStatus::Playing => "playing",
        RoomStatus::Closed => "closed",
    }
}

/// A number of an event as the database holds it.
pub(super) fn seq_in(seq: u64) -> Result<i64, StoreError> {
    i64::try_from(seq).map_err(|_| StoreError::corrupt("event", seq))
}

/// A number of an event as the database holds it.
pub(super) fn seq_out(seq: i64) -> Result<u64, StoreError> {
    u64::try_from(seq).map_err(|_| StoreError::corrupt("event", seq))
}

pub(super) fn seat_in(seat: Seat) -> i64 {
    i64::from(u8::from(seat))
}

pub(super) fn seat_out(seat: i64, table: &'static str, of: Uuid) -> Result<Seat, StoreError> {
    u8::try_from(seat)
        .ok()
        .and_then(Seat::new)
        .ok_or_else(|| StoreError::corrupt(table, format_args!("{of}/{seat}")))
}

pub(super) fn out_reason(text: &str, game: Uuid) -> Result<OutReason, StoreError> {
    OutReason::ALL
        .into_iter()
        .find(|reason| reason.as_str() == text)
        .ok_or_else(|| StoreError::corrupt("game_seat", game))
}

pub(super) fn stored(room: Uuid, row: EventRow) -> Result<Stored, StoreError> {
    let (seq, at, user, cid, payload) = row;
    let command = match (user, cid) {
        (Some(user), Some(cid)) => Some((user, cid)),
        (None, None) => None,
        _ => return Err(StoreError::corrupt("event", format_args!("{room}/{seq}"))),
    };
    Ok(Stored {
        seq: seq_out(seq)?,
        at,
        command,
        payload,
    })
}

/// A command's place in a batch: who, its id, and the number of its last event.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandRow {
    pub(super) user: UserId,
    pub(super) cid: Cid,
    pub(super) last: i64,
}

/// An event's number with what stands in its command columns.
pub(super) fn numbered(
    first: i64,
    entries: &[Entry],
) -> impl Iterator<Item = (i64, Option<CommandRow>, &Entry)> {
    (first..)
        .zip(entries)
        .enumerate()
        .map(move |(index, (seq, entry))| {
            let command = entry.command.map(|(user, cid)| {
                let rest = entries[index + 1..]
                    .iter()
                    .take_while(|next| next.command.is_none());
                CommandRow {
                    user,
                    cid,
                    last: (seq..).zip(rest).last().map_or(seq, |(s, _)| s + 1),
                }
            });
            (seq, command, entry)
        })
}

/// Seats of a projection in a fixed order, so that two of them compare.
pub(super) fn seats(projection: &Projection) -> Vec<(i64, UserId)> {
    let mut seats: Vec<_> = projection
        .seated
        .iter()
        .map(|&(seat, user)| (seat_in(seat), user))
        .collect();
    seats.sort_unstable();
    seats
}
