//! Results into the tables, in the transaction of the events that end the game, exactly once.

use crate::protocol::{RoomId, UserId};
use crate::room::ports::Booking;
use crate::rules::OutReason;
use crate::store::db::{ConnMut, execute, on};
use crate::store::rows::{seat_in, seq_in};
use crate::store::{StoreError, sql};

/// A change of one account's standing by one game.
#[derive(Clone, Copy)]
struct Change<'a> {
    user: UserId,
    booking: &'a Booking,
    delta: i64,
    first: bool,
}

/// Books the games of a transaction. A game that is booked already is left alone.
///
/// Games are taken in the order of their ids and standings in the order of the accounts', over
/// all games of the transaction, so that two writers never wait for each other in a ring.
pub(super) async fn book(
    mut conn: ConnMut<'_>,
    bookings: &[(RoomId, &Booking)],
) -> Result<(), StoreError> {
    let mut bookings = bookings.to_vec();
    bookings.sort_by_key(|(_, booking)| booking.game);
    let mut changes = Vec::new();
    for (room, booking) in bookings {
        if !insert_game(conn.as_mut(), room, booking).await? {
            tracing::warn!(game = %booking.game, "a game came to be booked a second time");
            continue;
        }
        insert_seats(conn.as_mut(), booking).await?;
        changes.extend(self::changes(booking));
    }
    changes.sort_by(|a, b| (a.user, a.booking.family).cmp(&(b.user, b.booking.family)));
    for change in changes {
        apply(conn.as_mut(), change).await?;
    }
    Ok(())
}

async fn insert_game(
    mut conn: ConnMut<'_>,
    room: RoomId,
    booking: &Booking,
) -> Result<bool, StoreError> {
    let (first, last) = (seq_in(booking.first_seq)?, seq_in(booking.last_seq)?);
    let rows = execute!(
        conn,
        sqlx::query(sql::GAME_INSERT)
            .bind(booking.game)
            .bind(room)
            .bind(first)
            .bind(last)
            .bind(booking.family)
            .bind(booking.preset)
            .bind(booking.rated)
            .bind(booking.started)
            .bind(booking.ended)
            .bind(booking.day)
    )?;
    Ok(rows == 1)
}

async fn insert_seats(mut conn: ConnMut<'_>, booking: &Booking) -> Result<(), StoreError> {
    for seat in &booking.seats {
        execute!(
            conn,
            sqlx::query(sql::GAME_SEAT_INSERT)
                .bind(booking.game)
                .bind(seat_in(seat.seat))
                .bind(seat.user)
                .bind(&seat.name)
                .bind(i64::from(seat.place))
                .bind(seat.out.map(OutReason::as_str))
                .bind(i64::from(seat.in_camp))
                .bind(i64::from(seat.taken))
                .bind(i64::from(seat.round))
                .bind(i64::from(seat.points))
                .bind(&seat.parts)
                .bind(booking.ended)
                .bind(booking.rated.then_some(booking.day))
        )?;
    }
    Ok(())
}

/// One change an account, also where it holds two seats of an unrated game.
fn changes(booking: &Booking) -> Vec<Change<'_>> {
    let last_place = booking
        .seats
        .iter()
        .map(|seat| seat.place)
        .max()
        .unwrap_or(0);
    let mut changes: Vec<Change<'_>> = Vec::new();
    for seat in &booking.seats {
        let Some(user) = seat.user else { continue };
        let delta = if booking.rated {
            i64::from(seat.points)
        } else {
            0
        };
        let first = booking.rated && seat.place == 1 && last_place > 1;
        match changes.iter_mut().find(|change| change.user == user) {
            Some(change) => {
                change.delta += delta;
                change.first |= first;
            }
            None => changes.push(Change {
                user,
                booking,
                delta,
                first,
            }),
        }
    }
    changes
}

async fn apply(mut conn: ConnMut<'_>, change: Change<'_>) -> Result<(), StoreError> {
    let Change {
        user,
        booking,
        delta,
        first,
    } = change;
    let after: i64 = on!(conn, c => sqlx::query_scalar(sql::STANDING_ADD)
        .bind(user)
        .bind(booking.family)
        .bind(delta)
        .bind(i64::from(booking.rated))
        .bind(i64::from(first))
        .fetch_one(c)
        .await?);
    if booking.rated {
        execute!(
            conn,
            sqlx::query(sql::LEDGER_INSERT)
                .bind(booking.game)
                .bind(user)
                .bind(booking.family)
                .bind(after - delta)
                .bind(delta)
                .bind(after)
                .bind(booking.ended)
        )?;
    }
    Ok(())
}
