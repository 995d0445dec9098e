//! How a room comes into memory: its log is adopted and folded. And what is said while that
//! cannot be done: the store does not answer, there is no such room, or it is frozen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::protocol::{Code, Refusal, RoomId, ServerMessage, Stream};
use crate::room::mailbox::{Inbox, Msg};
use crate::room::outbox::Frame;
use crate::room::ports::{Adopted, JournalError};
use crate::room::registry::{Shared, Subscriber};
use crate::room::state::Room;

/// Pauses between attempts to read the log of a room whose store does not answer.
const RELOAD_PAUSE: Duration = Duration::from_millis(250);

/// The connections that follow a room.
pub(super) type Viewers = BTreeMap<u64, Subscriber>;

/// What became of loading a room.
pub(super) enum Loaded {
    Room(Box<Room>, i64),
    Missing,
    Corrupt,
    Stopped,
}

/// Takes the room over and folds its log; while the store does not answer, everything that
/// comes in is refused `unavailable`. With `rest`, so it is for a while before the first attempt.
pub(super) async fn load(
    shared: &Shared,
    id: RoomId,
    inbox: &mut Inbox,
    viewers: &mut Viewers,
    mut rest: bool,
) -> Loaded {
    loop {
        if rest && !refuse_for_a_while(inbox, viewers).await {
            return Loaded::Stopped;
        }
        rest = true;
        match shared.journal.adopt(id).await {
            Ok(Some(Adopted { epoch, events })) => {
                return match Room::fold(&events) {
                    Ok(room) => Loaded::Room(Box::new(room), epoch),
                    Err(error) => {
                        tracing::error!(room = %id, %error, "a room's log cannot be folded");
                        Loaded::Corrupt
                    }
                };
            }
            Ok(None) => return Loaded::Missing,
            Err(JournalError::Corrupt(what)) => {
                tracing::error!(room = %id, what, "a room's log cannot be read");
                return Loaded::Corrupt;
            }
            Err(JournalError::Unavailable) => {}
        }
    }
}

/// Refuses what comes in until the pause is over; false when the room is to stop.
async fn refuse_for_a_while(inbox: &mut Inbox, viewers: &mut Viewers) -> bool {
    let pause = tokio::time::sleep(RELOAD_PAUSE);
    tokio::pin!(pause);
    loop {
        tokio::select! {
            () = &mut pause => return true,
            msg = inbox.recv() => match msg {
                Some(Msg::Subscribe { reply, .. }) => answer(reply, Err(Refusal::UNAVAILABLE)),
                Some(Msg::Command { reply, .. }) => answer(reply, Err(Refusal::UNAVAILABLE)),
                Some(Msg::Probe { reply, .. }) => answer(reply, Err(Refusal::UNAVAILABLE)),
                Some(Msg::Unsubscribe { conn }) => { viewers.remove(&conn); }
                Some(Msg::Bot { .. }) => {}
                Some(Msg::Stop) | None => return false,
            },
        }
    }
}

/// Refuses what has come in for a room that is not there, and forgets it.
pub(super) fn refuse_all(shared: &Shared, id: RoomId, inbox: &mut Inbox, code: Code) {
    shared.unload(id);
    inbox.close();
    while let Some(msg) = inbox.try_recv() {
        match msg {
            Msg::Subscribe { reply, .. } => answer(reply, Err(code.into())),
            Msg::Command { reply, .. } => answer(reply, Err(code.into())),
            Msg::Probe { reply, .. } => answer(reply, Err(code.into())),
            Msg::Unsubscribe { .. } | Msg::Bot { .. } | Msg::Stop => {}
        }
    }
}

/// A room that failed twice, or whose log is damaged: it says so to everybody, holds nobody's
/// seat any more, and does nothing.
pub(super) async fn frozen(shared: &Shared, id: RoomId, inbox: &mut Inbox, viewers: &Viewers) {
    shared.forget(id);
    let notice = text(&ServerMessage::No {
        cid: None,
        s: Some(Stream::Room(id)),
        code: Code::Frozen,
        why: None,
        hint: None,
        retry_ms: None,
    });
    for viewer in viewers.values() {
        viewer.outbox.send(Arc::clone(&notice));
    }
    while let Some(msg) = inbox.recv().await {
        match msg {
            Msg::Subscribe { reply, .. } => answer(reply, Err(Code::Frozen.into())),
            Msg::Command { reply, .. } => answer(reply, Err(Code::Frozen.into())),
            Msg::Probe { reply, .. } => answer(reply, Err(Code::Frozen.into())),
            Msg::Unsubscribe { .. } | Msg::Bot { .. } => {}
            Msg::Stop => return,
        }
    }
}

/// Somebody who no longer waits for an answer gets it from the retry.
pub(super) fn answer<T>(reply: oneshot::Sender<T>, value: T) {
    drop(reply.send(value));
}

/// A frame, ready to be shared.
pub(super) fn text(message: &ServerMessage) -> Frame {
    serde_json::to_string(message).expect("plain data").into()
}
