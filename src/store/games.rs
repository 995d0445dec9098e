//! Results as REST reads them: one game, an account's games, its changes of points.

use std::collections::HashMap;

use uuid::Uuid;

use crate::game::Millis;
use crate::protocol::{RoomId, UserId};
use crate::room::ports::Stored;
use crate::rules::{OutReason, Seat};
use crate::store::db::on;
use crate::store::rows::{out_reason, seat_out, seq_out};
use crate::store::{Store, StoreError, sql};

/// The most events one game's record can have before it counts as unreadable.
const RECORD_LIMIT: u32 = 100_000;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its id.
    pub id: Uuid,
    /// The room it was played in.
    pub room: RoomId,
    /// Number of its `started` event.
    pub first_seq: u64,
    /// Number of its `scored` event.
    pub last_seq: u64,
    /// The family, as `star`.
    pub family: String,
    /// The preset, as `qq`.
    pub preset: String,
    /// Whether it counted.
    pub rated: bool,
    /// When it started.
    pub started: Millis,
    /// When it ended.
    pub ended: Millis,
    /// The day it counts for against farming.
    pub day: i64,
    /// Its seats, by their number.
    pub seats: Vec<GameSeat>,
}

/// One seat's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSeat {
    /// The camp.
    pub seat: Seat,
    /// The account; none for a bot.
    pub user: Option<UserId>,
    /// The name it played under.
    pub name: String,
    /// The place.
    pub place: u8,
    /// How it went out.
    pub out: Option<OutReason>,
    /// Own marbles in the target at the end.
    pub in_camp: u8,
    /// The opponent's pieces it took, in draughts.
    pub taken: u8,
    /// The round in which the place became final.
    pub round: u16,
    /// What was added to the account's points.
    pub points: i32,
    /// The parts of the sum, as JSON.
    pub parts: String,
}

/// Some of an account's games, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameRecord>,
    /// Where the next page begins; none after the last.
    pub next: Option<(Millis, Uuid)>,
}

/// A change of an account's points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// The game that made it.
    pub game: Uuid,
    /// The family.
    pub family: String,
    /// Points before.
    pub before: i64,
    /// The change.
    pub delta: i64,
    /// Points after.
    pub after: i64,
    /// When.
    pub at: Millis,
}

/// A row of `GAME`.
type GameRow = (Uuid, Uuid, i64, i64, String, String, bool, i64, i64, i64);
/// A row of `GAME_SEATS`.
type SeatRow = (
    Uuid,
    i64,
    Option<Uuid>,
    String,
    i64,
    Option<String>,
    i64,
    i64,
    i64,
    i64,
    String,
);

fn game(row: GameRow, seats: Vec<GameSeat>) -> Result<GameRecord, StoreError> {
    let (id, room, first_seq, last_seq, family, preset, rated, started, ended, day) = row;
    Ok(GameRecord {
        id,
        room,
        first_seq: seq_out(first_seq)?,
        last_seq: seq_out(last_seq)?,
        family,
        preset,
        rated,
        started,
        ended,
        day,
        seats,
    })
}

fn seat(row: SeatRow) -> Result<(Uuid, GameSeat), StoreError> {
    fn narrow<T: TryFrom<i64>>(value: i64, game: Uuid) -> Result<T, StoreError> {
        T::try_from(value).map_err(|_| StoreError::corrupt("game_seat", game))
    }
    let (id, seat, user, name, place, out, in_camp, taken, round, points, parts) = row;
    let seat = GameSeat {
        seat: seat_out(seat, "game_seat", id)?,
        user,
        name,
        place: narrow(place, id)?,
        out: out.map(|out| out_reason(&out, id)).transpose()?,
        in_camp: narrow(in_camp, id)?,
        taken: narrow(taken, id)?,
        round: narrow(round, id)?,
        points: narrow(points, id)?,
        parts,
    };
    Ok((id, seat))
}

/// Where a list in falling order begins.
fn start(before: Option<(Millis, Uuid)>) -> (Millis, Uuid) {
    before.unwrap_or((Millis::MAX, Uuid::max()))
}

impl Store {
    /// A finished game.
    ///
    /// # Errors
    /// The store does not answer, or a row cannot be read.
    pub async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError> {
        let mut conn = self.db.read().await?;
        let header: Option<GameRow> =
            on!(conn, c => sqlx::query_as(sql::GAME).bind(id).fetch_optional(c).await?);
        let Some(header) = header else {
            return Ok(None);
        };
        let rows: Vec<SeatRow> =
            on!(conn, c => sqlx::query_as(sql::GAME_SEATS).bind(id).fetch_all(c).await?);
        let seats = rows
            .into_iter()
            .map(|row| Ok(seat(row)?.1))
            .collect::<Result<_, StoreError>>()?;
        game(header, seats).map(Some)
    }

    /// A game's record: every event from `started` to `scored`.
    ///
    /// # Errors
    /// The store does not answer, or the record has a gap.
    pub async fn game_events(&self, game: &GameRecord) -> Result<Vec<Stored>, StoreError> {
        let since = game.first_seq.saturating_sub(1);
        let events = self
            .events_between(game.room, since, game.last_seq, RECORD_LIMIT)
            .await?;
        if !events
            .iter()
            .map(|event| event.seq)
            .eq(game.first_seq..=game.last_seq)
        {
            return Err(StoreError::corrupt("game", game.id));
        }
        Ok(events)
    }

    /// An account's games before a place in the list (see [`GamePage::next`]), newest first.
    ///
    /// # Errors
    /// The store does not answer, or a row cannot be read.
    pub async fn games_of(
        &self,
        user: UserId,
        before: Option<(Millis, Uuid)>,
        limit: u16,
    ) -> Result<GamePage, StoreError> {
        let (ended, id) = start(before);
        let mut conn = self.db.read().await?;
        // One more than asked for tells whether there is a next page.
        let headers: Vec<GameRow> = on!(conn, c => sqlx::query_as(sql::GAMES_OF)
            .bind(user)
            .bind(ended)
            .bind(id)
            .bind(i64::from(limit) + 1)
            .fetch_all(c)
            .await?);
        let rows: Vec<SeatRow> = on!(conn, c => sqlx::query_as(sql::GAMES_OF_SEATS)
            .bind(user)
            .bind(ended)
            .bind(id)
            .bind(i64::from(limit))
            .fetch_all(c)
            .await?);
        let mut seats: HashMap<Uuid, Vec<GameSeat>> = HashMap::new();
        for row in rows {
            let (id, seat) = seat(row)?;
            seats.entry(id).or_default().push(seat);
        }
        let more = headers.len() > usize::from(limit);
        let games = headers
            .into_iter()
            .take(usize::from(limit))
            .map(|header| {
                let seats = seats.remove(&header.0).unwrap_or_default();
                game(header, seats)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let next = games
            .last()
            .filter(|_| more)
            .map(|game| (game.ended, game.id));
        Ok(GamePage { games, next })
    }

    /// An account's changes of points before `(at, game)`, newest first.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn ledger_of(
        &self,
        user: UserId,
        before: Option<(Millis, Uuid)>,
        limit: u16,
    ) -> Result<Vec<LedgerEntry>, StoreError> {
        let (at, game) = start(before);
        let mut conn = self.db.read().await?;
        let rows: Vec<(Uuid, String, i64, i64, i64, i64)> = on!(conn, c => sqlx::query_as(sql::LEDGER_OF)
                .bind(user)
                .bind(at)
                .bind(game)
                .bind(i64::from(limit))
                .fetch_all(c)
                .await?);
        Ok(rows
            .into_iter()
            .map(|(game, family, before, delta, after, at)| LedgerEntry {
                game,
                family,
                before,
                delta,
                after,
                at,
            })
            .collect())
    }
}
