//! The journal's writer: one task that commits the batches of all rooms in groups.
//!
//! It takes whatever is queued, at most [`GROUP`] batches, never waits for more, and commits
//! them in one transaction. A batch that lost its fence or was there already is answered so and
//! changes nothing for the others; one the database refuses is found by committing the group
//! again one by one, which is safe because the refused transaction is known to have written
//! nothing. Where that is not known (the connection broke, the commit's answer is missing) nobody
//! is told anything but "unavailable", and the connection is opened anew.
//!
//! Adoptions and signs of life go the same way, all that are queued in one transaction: after a
//! restart every running game is adopted at once, and a server whose writer is stuck shows none.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Sleep;

use crate::game::Millis;
use crate::protocol::RoomId;
use crate::room::ports::{Appended, Batch, JournalError};
use crate::store::line::{Failure, Line, Numbered, waited};
use crate::store::{StoreError, pg_only};

/// How many batches one transaction takes.
pub(super) const GROUP: usize = 512;
/// How many may wait for it.
pub(super) const QUEUE: usize = 8_192;
/// How often a batch that lost a deadlock is tried.
const TRIES: u32 = 3;
/// The first wait before connecting again, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// What is asked of the writer.
#[derive(Debug)]
pub(super) enum Job {
    /// Commit this.
    Append(Box<Append>),
    /// Raise a room's epoch.
    Adopt(Adopt),
    /// Record a sign of life at this time.
    Alive(Millis, oneshot::Sender<Result<(), JournalError>>),
    /// Say whether the database still answers on the writer's connection.
    Ping(oneshot::Sender<bool>),
    /// Take nothing more, and end when everything queued is answered.
    Close,
}

/// A batch and who waits for it.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) batch: Batch,
    pub(super) answer: oneshot::Sender<Result<Appended, JournalError>>,
}

/// A room to adopt, and who waits for its new epoch and last number (none: no such room).
#[derive(Debug)]
pub(super) struct Adopt {
    pub(super) room: RoomId,
    pub(super) answer: oneshot::Sender<Result<Option<(i64, i64)>, JournalError>>,
}

/// What the writer has done since it started.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) groups: AtomicU64,
    pub(super) committed: AtomicU64,
    pub(super) duplicates: AtomicU64,
    pub(super) fenced: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) unavailable: AtomicU64,
    pub(super) reconnects: AtomicU64,
}

/// The task.
#[derive(Debug)]
pub(super) struct Writer {
    line: Line,
    counters: Arc<Counters>,
    /// Set while the connection is down: when to try again, and how long to wait after that.
    down: Option<(Pin<Box<Sleep>>, Duration)>,
}

impl Writer {
    pub(super) fn new(line: Line, counters: Arc<Counters>) -> Self {
        Self {
            line,
            counters,
            down: None,
        }
    }

    /// Runs until it is told to close or every sender is gone, and everything queued is answered.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        loop {
            let taken = match &mut self.down {
                None => queue.recv_many(&mut jobs, GROUP).await,
                Some((wait, _)) => tokio::select! {
                    biased;
                    () = wait => {
                        self.reconnect().await;
                        continue;
                    }
                    taken = queue.recv_many(&mut jobs, GROUP) => taken,
                },
            };
            if taken == 0 {
                break;
            }
            let mut group = Vec::with_capacity(jobs.len());
            let mut adoptions = Vec::new();
            let mut lives = Vec::new();
            let mut pings = Vec::new();
            for job in jobs.drain(..) {
                match job {
                    Job::Append(append) => group.push(*append),
                    Job::Adopt(adopt) => adoptions.push(adopt),
                    Job::Alive(now, answer) => lives.push((now, answer)),
                    Job::Ping(answer) => pings.push(answer),
                    Job::Close => queue.close(),
                }
            }
            if !group.is_empty() {
                self.group(group).await;
            }
            // After the appends: an adoption waits for what its room had asked for before.
            if !adoptions.is_empty() {
                self.adopt(adoptions).await;
            }
            if !lives.is_empty() {
                self.live(lives).await;
            }
            if !pings.is_empty() {
                let answers = self.ping().await;
                for ping in pings {
                    let _ = ping.send(answers);
                }
            }
        }
        if let Line::Pg {
            conn: Some(conn), ..
        } = self.line
        {
            pg_only::close(conn).await;
        }
    }

    /// Commits a group and answers everybody in it.
    async fn group(&mut self, group: Vec<Append>) {
        let (group, numbered) = self.number(group);
        if group.is_empty() {
            return;
        }
        if self.down.is_some() {
            for append in group {
                self.answer(append, Err(JournalError::Unavailable));
            }
            return;
        }
        let batches: Vec<_> = group
            .iter()
            .zip(numbered)
            .map(|(append, (last_seq, new_seq))| Numbered {
                batch: &append.batch,
                last_seq,
                new_seq,
            })
            .collect();
        match self.line.commit(&batches).await {
            Ok(outcomes) => {
                self.counters.groups.fetch_add(1, Relaxed);
                for (append, outcome) in group.into_iter().zip(outcomes) {
                    self.answer(append, Ok(outcome));
                }
            }
            Err(Failure::Lost(error)) => {
                self.lost(&error);
                for append in group {
                    self.answer(append, Err(JournalError::Unavailable));
                }
            }
            Err(Failure::Refused(error)) if group.len() > 1 => {
                tracing::warn!(%error, batches = group.len(), "a group was refused: one by one");
                self.one_by_one(group).await;
            }
            Err(Failure::Contended(error)) => {
                tracing::warn!(%error, batches = group.len(), "a group lost a lock: one by one");
                self.one_by_one(group).await;
            }
            Err(Failure::Refused(error)) => {
                for append in group {
                    self.refuse(append, &error);
                }
            }
        }
    }

    /// Commits each batch in a transaction of its own, in their order.
    async fn one_by_one(&mut self, group: Vec<Append>) {
        for append in group {
            if self.down.is_some() {
                self.answer(append, Err(JournalError::Unavailable));
                continue;
            }
            match self.alone(&append.batch).await {
                Ok(outcome) => {
                    self.counters.groups.fetch_add(1, Relaxed);
                    self.answer(append, Ok(outcome));
                }
                Err(Failure::Refused(error)) => self.refuse(append, &error),
                Err(Failure::Contended(error)) => {
                    tracing::warn!(%error, room = %append.batch.room, "a batch got no lock");
                    self.answer(append, Err(JournalError::Unavailable));
                }
                Err(Failure::Lost(error)) => {
                    self.lost(&error);
                    self.answer(append, Err(JournalError::Unavailable));
                }
            }
        }
    }

    /// Commits one batch. Contention is known to have written nothing, so it may be tried again.
    async fn alone(&mut self, batch: &Batch) -> Result<Appended, Failure> {
        let numbered = Numbered::of(batch).map_err(Failure::Refused)?;
        let mut tries = 1;
        loop {
            match self.line.commit(&[numbered]).await {
                Ok(outcomes) => return Ok(outcomes.first().copied().unwrap_or(Appended::Fenced)),
                Err(Failure::Contended(error)) if tries < TRIES && !waited(&error) => tries += 1,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Raises the epochs of rooms in one transaction. Doing it twice does no harm, so that where
    /// one room is locked by somebody else all are tried again alone.
    async fn adopt(&mut self, mut adoptions: Vec<Adopt>) {
        // Always in the same order: two servers that adopt many rooms do not wait in a ring.
        adoptions.sort_unstable_by_key(|adopt| adopt.room);
        let rooms: Vec<_> = adoptions.iter().map(|adopt| adopt.room).collect();
        let together = if self.down.is_some() {
            Err(None)
        } else {
            self.line.adopt(&rooms).await.map_err(Some)
        };
        match together {
            Ok(raised) => {
                for (adopt, raised) in adoptions.into_iter().zip(raised) {
                    let _ = adopt.answer.send(Ok(raised));
                }
            }
            Err(Some(Failure::Contended(error))) if adoptions.len() > 1 => {
                tracing::warn!(%error, rooms = rooms.len(), "adoptions got no lock: one by one");
                for adopt in adoptions {
                    Box::pin(self.adopt(vec![adopt])).await;
                }
            }
            Err(failure) => {
                match failure {
                    Some(Failure::Lost(error)) => self.lost(&error),
                    Some(Failure::Contended(error)) => {
                        tracing::warn!(%error, ?rooms, "an adoption got no lock");
                    }
                    Some(Failure::Refused(error)) => {
                        tracing::error!(%error, ?rooms, "the database refuses an adoption");
                    }
                    None => {}
                }
                for adopt in adoptions {
                    let _ = adopt.answer.send(Err(JournalError::Unavailable));
                }
            }
        }
    }

    /// Records the latest sign of life for all that were queued.
    async fn live(&mut self, lives: Vec<(Millis, oneshot::Sender<Result<(), JournalError>>)>) {
        let latest = lives.iter().map(|(now, _)| *now).max().unwrap_or(0);
        let result = if self.down.is_some() {
            Err(JournalError::Unavailable)
        } else {
            self.line.live(latest).await.map_err(|failure| {
                if let Failure::Lost(error) = failure {
                    self.lost(&error);
                }
                JournalError::Unavailable
            })
        };
        for (_, answer) in lives {
            let _ = answer.send(result.clone());
        }
    }

    /// Answers the batches whose numbers no database holds, and gives the others' numbers.
    fn number(&self, group: Vec<Append>) -> (Vec<Append>, Vec<(i64, i64)>) {
        let mut kept = Vec::with_capacity(group.len());
        let mut numbers = Vec::with_capacity(group.len());
        for append in group {
            match Numbered::of(&append.batch).map(|n| (n.last_seq, n.new_seq)) {
                Ok(number) => {
                    numbers.push(number);
                    kept.push(append);
                }
                Err(error) => self.refuse(append, &error),
            }
        }
        (kept, numbers)
    }

    fn refuse(&self, append: Append, error: &StoreError) {
        let room = append.batch.room;
        tracing::error!(%error, %room, "the database refuses a batch");
        self.answer(
            append,
            Err(JournalError::Corrupt(format!("room {room}: {error}"))),
        );
    }

    fn answer(&self, append: Append, answer: Result<Appended, JournalError>) {
        let counter = match &answer {
            Ok(Appended::Committed) => &self.counters.committed,
            Ok(Appended::Duplicate { .. }) => &self.counters.duplicates,
            Ok(Appended::Fenced) => &self.counters.fenced,
            Err(JournalError::Corrupt(_)) => &self.counters.refused,
            Err(JournalError::Unavailable) => &self.counters.unavailable,
        };
        counter.fetch_add(1, Relaxed);
        // Whoever asked may have stopped waiting; what is written is written.
        let _ = append.answer.send(answer);
    }

    /// The outcome of a commit is unknown: this connection is not to be trusted again.
    fn lost(&mut self, error: &StoreError) {
        tracing::error!(%error, "the writer lost its connection; outcomes are unknown");
        match &mut self.line {
            Line::Pg { conn, .. } => {
                *conn = None;
                self.down = Some((Box::pin(tokio::time::sleep(Duration::ZERO)), BACKOFF.0));
            }
            // The pool looks at a connection it gets back, and opens another when it is not good.
            Line::Lite(_) => {}
        }
    }

    async fn reconnect(&mut self) {
        let Line::Pg {
            connect,
            allow_unsafe,
            conn,
        } = &mut self.line
        else {
            self.down = None;
            return;
        };
        match pg_only::writer(connect, *allow_unsafe).await {
            Ok(opened) => {
                tracing::info!("the writer is connected again");
                self.counters.reconnects.fetch_add(1, Relaxed);
                *conn = Some(opened);
                self.down = None;
            }
            Err(error) => {
                let wait = self.down.as_ref().map_or(BACKOFF.0, |(_, wait)| *wait);
                tracing::warn!(%error, ?wait, "the writer cannot connect");
                let longer = (wait * 2).min(BACKOFF.1);
                self.down = Some((Box::pin(tokio::time::sleep(wait)), longer));
            }
        }
    }

    async fn ping(&mut self) -> bool {
        if self.down.is_some() {
            return false;
        }
        let answer = self.line.ping().await;
        if let Err(Failure::Lost(error)) = &answer {
            self.lost(error);
        }
        answer.is_ok()
    }
}
