//! [`Journal`] on the store.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::game::{Family, Millis};
use crate::protocol::{RoomId, UserId};
use crate::room::ports::{
    Adopted, Appended, Batch, Journal, JournalError, NewRoom, Outage, PortFuture, Standings,
    Stored, Unfinished,
};
use crate::scoring::Farm;
use crate::store::db::{detached, execute, on};
use crate::store::rows::{EventRow, seat_out, seats, seq_out, status_text, stored};
use crate::store::writer::{Adopt, Append, Job};
use crate::store::{Store, StoreError, sql};

/// How long a room waits for what it reads, or has read, of the store.
const PATIENCE: Duration = Duration::from_secs(10);

/// A row of `ROOMS_OPEN`: id, code, status, wake, last event's time, seat, user.
type OpenRow = (
    Uuid,
    String,
    String,
    Option<i64>,
    i64,
    Option<i64>,
    Option<Uuid>,
);

impl Journal for Store {
    fn create(&self, room: NewRoom) -> PortFuture<'_, Result<bool, JournalError>> {
        Box::pin(patiently(self.create_room(room)))
    }

    /// The batch is queued by the call itself where the queue has a place: batches are written
    /// in the order of the calls, and dropping the future drops the answer only.
    fn append(&self, batch: Batch) -> PortFuture<'_, Result<Appended, JournalError>> {
        let (answer, answered) = oneshot::channel();
        let queued = self
            .jobs
            .try_send(Job::Append(Box::new(Append { batch, answer })));
        Box::pin(async move {
            match queued {
                Ok(()) => {}
                Err(TrySendError::Full(job)) => {
                    self.jobs
                        .send(job)
                        .await
                        .map_err(|_| JournalError::Unavailable)?;
                }
                Err(TrySendError::Closed(_)) => return Err(JournalError::Unavailable),
            }
            answered.await.unwrap_or(Err(JournalError::Unavailable))
        })
    }

    fn adopt(&self, room: RoomId) -> PortFuture<'_, Result<Option<Adopted>, JournalError>> {
        Box::pin(patiently(self.adopt_room(room)))
    }

    fn events(
        &self,
        room: RoomId,
        since: u64,
        limit: u32,
    ) -> PortFuture<'_, Result<Vec<Stored>, JournalError>> {
        Box::pin(patiently(self.events_between(room, since, u64::MAX, limit)))
    }

    fn find(&self, code: &str) -> PortFuture<'_, Result<Option<RoomId>, JournalError>> {
        let code = code.to_owned();
        Box::pin(patiently(async move { self.room_by_code(&code).await }))
    }

    fn unfinished(&self) -> PortFuture<'_, Result<Vec<Unfinished>, JournalError>> {
        Box::pin(async move { Ok(self.open_rooms().await?) })
    }

    fn alive(&self, now: Millis) -> PortFuture<'_, Result<(), JournalError>> {
        Box::pin(self.job(move |answer| Job::Alive(now, answer)))
    }

    fn begin(&self, now: Millis) -> PortFuture<'_, Result<Vec<Outage>, JournalError>> {
        Box::pin(async move { Ok(self.begin_life(now).await?) })
    }

    fn standings(
        &self,
        users: Vec<UserId>,
        family: Family,
        day: i64,
    ) -> PortFuture<'_, Result<Standings, JournalError>> {
        Box::pin(patiently(async move {
            self.standings_of(&users, family, day).await
        }))
    }
}

/// Waits for as long as a room may be kept from its work; what is written by then is unknown.
async fn patiently<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, JournalError>
where
    JournalError: From<E>,
{
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(JournalError::Unavailable),
    }
}

impl Store {
    async fn create_room(&self, new: NewRoom) -> Result<bool, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let NewRoom {
                room,
                code,
                entries,
                projection,
            } = new;
            let at = entries.first().map_or(0, |entry| entry.at);
            let last_at = entries.last().map_or(at, |entry| entry.at);
            let count =
                i64::try_from(entries.len()).map_err(|_| StoreError::corrupt("event", room))?;
            let mut tx = db.write_tx().await?;
            let inserted = execute!(
                tx,
                sqlx::query(sql::ROOM_INSERT)
                    .bind(room)
                    .bind(&code)
                    .bind(count)
                    .bind(status_text(projection.status))
                    .bind(projection.wake_at)
                    .bind(at)
                    .bind(last_at)
            )?;
            if inserted == 0 {
                // The same room asked for again, after an answer that was lost, is there.
                let holder: Option<Uuid> = on!(tx, c => sqlx::query_scalar(sql::ROOM_BY_CODE)
                    .bind(&code)
                    .fetch_optional(c)
                    .await?);
                tx.rollback().await?;
                return Ok(holder == Some(room));
            }
            for (seq, entry) in (1_i64..).zip(&entries) {
                execute!(
                    tx,
                    sqlx::query(sql::EVENT_INSERT)
                        .bind(room)
                        .bind(seq)
                        .bind(entry.at)
                        .bind(entry.command.map(|(user, _)| user))
                        .bind(entry.command.map(|(_, cid)| cid))
                        .bind(&entry.payload)
                )?;
            }
            for (seat, user) in seats(&projection) {
                execute!(
                    tx,
                    sqlx::query(sql::SEAT_INSERT)
                        .bind(room)
                        .bind(seat)
                        .bind(user)
                )?;
            }
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn adopt_room(&self, room: RoomId) -> Result<Option<Adopted>, JournalError> {
        let raised = self
            .job(|answer| Job::Adopt(Adopt { room, answer }))
            .await?;
        let Some((epoch, last_seq)) = raised else {
            return Ok(None);
        };
        // From here on nobody else can append to the room, so its log is read without a lock.
        let last_seq = seq_out(last_seq)?;
        let events = self.events_between(room, 0, last_seq, u32::MAX).await?;
        if !(1..=last_seq).eq(events.iter().map(|event| event.seq)) {
            return Err(StoreError::corrupt("event", room).into());
        }
        Ok(Some(Adopted { epoch, events }))
    }

    /// Asks the writer for something and waits for its answer.
    async fn job<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, JournalError>>) -> Job,
    ) -> Result<T, JournalError> {
        let (answer, answered) = oneshot::channel();
        self.jobs
            .send(job(answer))
            .await
            .map_err(|_| JournalError::Unavailable)?;
        answered.await.unwrap_or(Err(JournalError::Unavailable))
    }

    /// Events `since < seq <= until` of a room, at most `limit`, oldest first.
    ///
    /// # Errors
    /// The store does not answer, or a row cannot be read.
    pub async fn events_between(
        &self,
        room: RoomId,
        since: u64,
        until: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        // A number no log reaches means the end of it.
        let (since, until) = (
            i64::try_from(since).unwrap_or(i64::MAX),
            i64::try_from(until).unwrap_or(i64::MAX),
        );
        let mut conn = self.db.read().await?;
        let rows: Vec<EventRow> = on!(conn, c => sqlx::query_as(sql::EVENTS)
            .bind(room)
            .bind(since)
            .bind(until)
            .bind(i64::from(limit))
            .fetch_all(c)
            .await?);
        rows.into_iter().map(|row| stored(room, row)).collect()
    }

    async fn room_by_code(&self, code: &str) -> Result<Option<RoomId>, StoreError> {
        if code.contains('\0') {
            return Ok(None);
        }
        let mut conn = self.db.read().await?;
        Ok(on!(conn, c => sqlx::query_scalar(sql::ROOM_BY_CODE)
            .bind(code)
            .fetch_optional(c)
            .await?))
    }

    async fn open_rooms(&self) -> Result<Vec<Unfinished>, StoreError> {
        let mut conn = self.db.read().await?;
        let rows: Vec<OpenRow> =
            on!(conn, c => sqlx::query_as(sql::ROOMS_OPEN).fetch_all(c).await?);
        let mut rooms: Vec<Unfinished> = Vec::new();
        for (room, code, status, wake_at, touched_at, seat, user) in rows {
            if rooms.last().is_none_or(|last| last.room != room) {
                let playing = status == "playing";
                let wake_at = wake_at.unwrap_or(touched_at);
                rooms.push(Unfinished {
                    room,
                    code,
                    playing,
                    wake_at,
                    seated: Vec::new(),
                });
            }
            if let (Some(seat), Some(user), Some(last)) = (seat, user, rooms.last_mut()) {
                last.seated.push((seat_out(seat, "seat", room)?, user));
            }
        }
        Ok(rooms)
    }

    async fn begin_life(&self, now: Millis) -> Result<Vec<Outage>, StoreError> {
        let db = self.db.clone();
        detached(async move {
            let mut tx = db.write_tx().await?;
            let last: Option<i64> =
                on!(tx, c => sqlx::query_scalar(sql::LIFE).fetch_optional(c).await?);
            if let Some(last) = last.filter(|last| *last < now) {
                execute!(tx, sqlx::query(sql::OUTAGE_INSERT).bind(last).bind(now))?;
            }
            execute!(tx, sqlx::query(sql::LIFE_SET).bind(now))?;
            let oldest: Option<i64> =
                on!(tx, c => sqlx::query_scalar(sql::ROOMS_OPEN_OLDEST).fetch_one(c).await?);
            let spans: Vec<(i64, i64)> = match oldest {
                None => Vec::new(),
                Some(oldest) => on!(tx, c => sqlx::query_as(sql::OUTAGES_AFTER)
                    .bind(oldest)
                    .fetch_all(c)
                    .await?),
            };
            tx.commit().await?;
            Ok(spans
                .into_iter()
                .map(|(from, until)| Outage { from, until })
                .collect())
        })
        .await
    }

    async fn standings_of(
        &self,
        users: &[UserId],
        family: Family,
        day: i64,
    ) -> Result<Standings, StoreError> {
        let mut conn = self.db.read().await?;
        let mut points = Vec::with_capacity(users.len());
        let mut most = 0;
        for (index, &user) in users.iter().enumerate() {
            let found: Option<i64> = on!(conn, c => sqlx::query_scalar(sql::POINTS)
                .bind(user)
                .bind(family.as_str())
                .fetch_optional(c)
                .await?);
            points.push(found.unwrap_or(0));
            let others = &users[index + 1..];
            if others.is_empty() {
                continue;
            }
            let together: Vec<(Uuid, i64)> = on!(conn, c => sqlx::query_as(sql::RATED_TOGETHER)
                .bind(user)
                .bind(day)
                .fetch_all(c)
                .await?);
            let together: HashMap<Uuid, i64> = together.into_iter().collect();
            let worst = others.iter().filter_map(|other| together.get(other)).max();
            most = most.max(worst.copied().unwrap_or(0));
        }
        Ok(Standings {
            points,
            farm: Farm::after(u32::try_from(most).unwrap_or(u32::MAX)),
        })
    }
}
