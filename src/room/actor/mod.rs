//! The shell around one room: a task that owns it, takes what comes in, has it stored, and only
//! then answers and sends.
//!
//! At most one step is on its way to the journal. When the journal's answer is lost, when the
//! room panics or is fenced, the state in memory counts for nothing any more: the task reads
//! the log again.

mod append;
mod audience;
mod commands;
mod credit;
mod timer;
mod watching;

use std::collections::{BTreeMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;

use crate::game::{Millis, ResumeReason};
use crate::protocol::{Cid, Code, RoomId, UserId};
use crate::room::actor::audience::Audience;
use crate::room::actor::credit::Owed;
use crate::room::actor::watching::{Made, Sent};
use crate::room::load::{Loaded, Viewers, answer, frozen, load, refuse_all};
use crate::room::mailbox::{Inbox, Msg};
use crate::room::registry::Shared;
use crate::room::state::Room;
use crate::room::view::hash_text;

/// Why a task stopped serving its room.
enum Exit {
    /// For good: stopped, or another node's now.
    Done,
    /// The registry has forgotten the task already, and may have started another.
    Unloaded,
    /// The journal's answer to an append made at this time was lost: what is stored is unknown.
    Lost(Millis),
}

/// Runs a room until it is unloaded, closed or the server stops.
pub(super) async fn run(shared: Arc<Shared>, id: RoomId, mut inbox: Inbox) {
    let mut viewers = Viewers::new();
    // How long the log takes to be read is no player's time.
    let clock = &shared.clock;
    let mut owed = Some(Owed::new(clock.now(), clock.leapt(), ResumeReason::Restart));
    let mut poison = None;
    let mut failed = false;
    let (mut left_at, mut leapt) = (0, 0);
    // Whether the room was lost again before it could do anything.
    let mut stuck = false;
    loop {
        let loaded = load(&shared, id, &mut inbox, &mut viewers, stuck).await;
        let (room, epoch) = match loaded {
            Loaded::Room(room, epoch) => (*room, epoch),
            Loaded::Stopped => break,
            Loaded::Missing => return refuse_all(&shared, id, &mut inbox, Code::NotFound),
            Loaded::Corrupt => return frozen(&shared, id, &mut inbox, &viewers).await,
        };
        let seq = room.seq();
        let mut actor = Actor {
            id,
            shared: Arc::clone(&shared),
            hash: room.game().map(hash_text),
            room,
            epoch,
            ring: VecDeque::new(),
            gone: BTreeMap::new(),
            thinking: None,
            alone_since: None,
            left_at,
            leapt,
            owed: owed.take(),
            current: None,
            poison,
            for_strangers: None,
            audience: Audience::default(),
            exit: None,
        };
        let serve = actor.serve(&mut inbox, &mut viewers);
        match AssertUnwindSafe(serve).catch_unwind().await {
            Ok(Exit::Done) => break,
            Ok(Exit::Unloaded) => return,
            Ok(Exit::Lost(since)) => {
                owed = Some(actor.owed.unwrap_or(Owed::new(
                    since,
                    actor.leapt,
                    ResumeReason::Store,
                )));
            }
            Err(_) if !failed => {
                failed = true;
                // Tried again, the same command would most likely fail the same way.
                poison = actor.current;
                tracing::error!(room = %id, "a room failed and is rebuilt from its log");
                owed = Some(actor.owed.unwrap_or(Owed::new(
                    clock.now(),
                    actor.leapt,
                    ResumeReason::Rebuilt,
                )));
            }
            Err(_) => {
                tracing::error!(room = %id, "a room failed again and is frozen");
                return frozen(&shared, id, &mut inbox, &viewers).await;
            }
        }
        stuck = actor.room.seq() == seq;
        (left_at, leapt) = (actor.left_at, actor.leapt);
    }
    shared.unload(id);
}

struct Actor {
    id: RoomId,
    shared: Arc<Shared>,
    room: Room,
    epoch: i64,
    /// The last events sent.
    ring: VecDeque<Sent>,
    /// The game's hash after the last event.
    hash: Option<String>,
    /// Accounts seated here without a connection, and since when.
    gone: BTreeMap<UserId, Millis>,
    /// The ply a bot is thinking about.
    thinking: Option<u32>,
    /// Since when nobody is connected.
    alone_since: Option<Millis>,
    /// When the last of all connections left; 0 if none was here since the room was loaded.
    left_at: Millis,
    /// How far the clock had leapt when that was last given back.
    leapt: Millis,
    /// Time not yet given back.
    owed: Option<Owed>,
    /// The command at work, and the one at whose work the room failed before.
    current: Option<(UserId, Cid)>,
    poison: Option<(UserId, Cid)>,
    /// The last snapshot for somebody who has no part in the room.
    for_strangers: Option<Made>,
    audience: Audience,
    /// Set when the room has to be left although what was asked is done.
    exit: Option<Exit>,
}

impl Actor {
    async fn serve(&mut self, inbox: &mut Inbox, viewers: &mut Viewers) -> Exit {
        if let Err(exit) = self.begin(viewers).await {
            return exit;
        }
        loop {
            if let Some(exit) = self.exit.take() {
                return exit;
            }
            self.wake_bot();
            let due = self.next_due(viewers);
            let wait = due.map(|due| (due - self.shared.clock.now()).max(0));
            let timer = async {
                match wait {
                    Some(wait) => tokio::time::sleep(millis(wait)).await,
                    None => std::future::pending().await,
                }
            };
            // What has come in goes before the timer: a move that arrived in time wins.
            let msg = tokio::select! {
                biased;
                msg = inbox.recv() => Some(msg),
                () = timer => None,
            };
            if let Err(exit) = self.credit_leap(viewers).await {
                return exit;
            }
            let result = match msg {
                Some(Some(Msg::Stop) | None) => return Exit::Done,
                Some(Some(msg)) => self.handle(msg, viewers).await,
                None => self.tick(viewers).await,
            };
            if let Err(exit) = result {
                return exit;
            }
            if self.may_unload(viewers) && self.shared.try_unload(self.id, inbox) {
                return Exit::Unloaded;
            }
        }
    }

    async fn handle(&mut self, msg: Msg, viewers: &mut Viewers) -> Result<(), Exit> {
        match msg {
            Msg::Subscribe { subscriber, reply } => {
                answer(reply, Ok(()));
                self.subscribe(subscriber, viewers).await
            }
            Msg::Unsubscribe { conn } => {
                self.unsubscribe(conn, viewers);
                Ok(())
            }
            Msg::Command { request, reply } => self.command(request, reply, viewers).await,
            Msg::Probe { request, reply } => {
                answer(reply, self.probe(request));
                Ok(())
            }
            Msg::Bot { seat, ply, act } => {
                self.thinking = None;
                self.bot(seat, ply, act, viewers).await
            }
            Msg::Stop => Err(Exit::Done),
        }
    }

    /// The account on turn.
    fn mover(&self) -> Option<UserId> {
        let game = self.room.playing()?;
        game.player(game.play().on_turn()?)?.user
    }
}

fn millis(span: Millis) -> Duration {
    Duration::from_millis(u64::try_from(span).unwrap_or(0))
}
