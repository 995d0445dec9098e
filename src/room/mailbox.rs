//! What a room's task is told, and the two bounded queues it comes through.
//!
//! Commands do not stand in one line with subscriptions: the seat on turn gets its move in while
//! a crowd comes to watch. Whoever finds a queue full waits, a while; each connection asks for
//! a few things at a time only, so that the waiting are bounded as well.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::game::Act;
use crate::protocol::Refusal;
use crate::room::registry::{Request, Subscriber};
use crate::rules::Seat;

/// How many messages of either sort are taken in before a sender has to wait.
const PLACES: usize = 64;
/// How long it waits.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a room's task is told.
#[derive(Debug)]
pub(super) enum Msg {
    /// A connection wants the room's events.
    Subscribe {
        subscriber: Subscriber,
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A connection wants no more.
    Unsubscribe { conn: u64 },
    /// A person's command.
    Command {
        request: Request,
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// What a person's command would come to: the number it was answered with before, or
    /// whether it would be refused. Changes nothing.
    Probe {
        request: Request,
        reply: oneshot::Sender<Result<Option<u64>, Refusal>>,
    },
    /// A bot has made up its mind.
    Bot { seat: Seat, ply: u32, act: Act },
    /// The server stops.
    Stop,
}

/// Why a message was not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotSent {
    /// The room's task has ended.
    Closed,
    /// There was no place for too long.
    Full,
}

/// The sending side. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    acts: mpsc::Sender<Msg>,
    visits: mpsc::Sender<Msg>,
}

/// The room's side.
#[derive(Debug)]
pub(super) struct Inbox {
    acts: mpsc::Receiver<Msg>,
    visits: mpsc::Receiver<Msg>,
}

/// Both sides of a new mailbox.
pub(super) fn mailbox() -> (Mailbox, Inbox) {
    let (acts, acts_in) = mpsc::channel(PLACES);
    let (visits, visits_in) = mpsc::channel(PLACES);
    (
        Mailbox { acts, visits },
        Inbox {
            acts: acts_in,
            visits: visits_in,
        },
    )
}

impl Mailbox {
    /// Hands in what somebody waits for an answer to, who may as well ask again later.
    pub(super) async fn ask(&self, msg: Msg) -> Result<(), NotSent> {
        match timeout(PATIENCE, self.deliver(msg)).await {
            Ok(delivered) => delivered,
            Err(_) => Err(NotSent::Full),
        }
    }

    /// Hands in what must not get lost, however long it takes: `Closed` is then the only error.
    pub(super) async fn deliver(&self, msg: Msg) -> Result<(), NotSent> {
        let queue = match msg {
            Msg::Subscribe { .. } | Msg::Unsubscribe { .. } => &self.visits,
            Msg::Command { .. } | Msg::Probe { .. } | Msg::Bot { .. } | Msg::Stop => &self.acts,
        };
        queue.send(msg).await.map_err(|_| NotSent::Closed)
    }
}

impl Inbox {
    /// The next message, commands first; none when nobody can send any more.
    pub(super) async fn recv(&mut self) -> Option<Msg> {
        tokio::select! {
            biased;
            msg = self.acts.recv() => msg,
            msg = self.visits.recv() => msg,
        }
    }

    /// The next message that is there already.
    pub(super) fn try_recv(&mut self) -> Option<Msg> {
        self.acts
            .try_recv()
            .or_else(|_| self.visits.try_recv())
            .ok()
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.acts.is_empty() && self.visits.is_empty()
    }

    /// Takes nothing more in.
    pub(super) fn close(&mut self) {
        self.acts.close();
        self.visits.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(conn: u64) -> Msg {
        Msg::Unsubscribe { conn }
    }

    #[tokio::test]
    async fn a_command_overtakes_the_crowd_at_the_door() {
        let (mailbox, mut inbox) = mailbox();
        for conn in 0..PLACES as u64 {
            mailbox.deliver(visit(conn)).await.unwrap();
        }
        let late = mailbox.clone();
        let waiting = tokio::spawn(async move { late.deliver(visit(99)).await });
        mailbox.ask(Msg::Stop).await.unwrap();
        assert!(matches!(inbox.recv().await, Some(Msg::Stop)));
        for expected in (0..PLACES as u64).chain([99]) {
            let Some(Msg::Unsubscribe { conn }) = inbox.recv().await else {
                panic!("a visit")
            };
            assert_eq!(conn, expected);
        }
        assert_eq!(waiting.await.unwrap(), Ok(()));
        assert!(inbox.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_room_that_takes_nothing_in_is_given_up() {
        let (mailbox, mut inbox) = mailbox();
        for _ in 0..PLACES {
            mailbox.ask(Msg::Stop).await.unwrap();
        }
        assert_eq!(mailbox.ask(Msg::Stop).await, Err(NotSent::Full));
        inbox.close();
        assert_eq!(mailbox.ask(Msg::Stop).await, Err(NotSent::Closed));
    }
}
