//! Rows to values and back: what is stored as text or `BIGINT` and is something narrower here.

use uuid::Uuid;

use crate::protocol::UserId;
use crate::room::ports::{Projection, RoomStatus, Stored};
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
