//! Who follows the room, and what they get: committed events, those that were missed, or a
//! snapshot.

use std::sync::Arc;

use crate::game::{Millis, Play};
use crate::protocol::{
    Answer, ByeCode, Event, EventFrame, Legal, ServerMessage, Snapshot, Stream, StreamState, You,
};
use crate::room::actor::{Actor, Exit};
use crate::room::decide::Input;
use crate::room::load::{Viewers, text};
use crate::room::outbox::Frame;
use crate::room::registry::Subscriber;
use crate::room::step::is_turn_event;
use crate::rules::star::ItemTargets;

/// How many events a resuming client may have missed; more, and it gets a snapshot.
const MISSED: usize = 64;
/// How long one snapshot serves all who only watch, unless something happens: they come in crowds,
/// and the number of spectators in it may be as old as this.
const STRANGERS_SNAPSHOT: Millis = 1_000;

/// An event as it was sent, and the game's hash after it.
pub(super) struct Sent {
    frame: EventFrame,
    hash: Option<String>,
}

/// A snapshot as it was sent.
pub(super) struct Made {
    seq: u64,
    made: Millis,
    frame: Frame,
}

impl Actor {
    pub(super) async fn subscribe(
        &mut self,
        subscriber: Subscriber,
        viewers: &mut Viewers,
    ) -> Result<(), Exit> {
        let user = subscriber.person.user;
        if self.room.seat_of(user).is_some() {
            for (conn, older) in viewers.iter() {
                if older.person.user == user && *conn != subscriber.conn {
                    older.outbox.close(ByeCode::TakenOver);
                }
            }
            viewers.retain(|conn, older| older.person.user != user || *conn == subscriber.conn);
        }
        self.gone.remove(&user);
        self.alone_since = None;
        viewers.insert(subscriber.conn, subscriber.clone());
        if let Some(events) = self.missed(&subscriber) {
            subscriber.outbox.send(text(&events));
            subscriber.outbox.send(self.audience(viewers));
        } else {
            let frame = self.snapshot(&subscriber, viewers);
            subscriber.outbox.send(frame);
        }
        self.recount();
        self.run_input(&Input::Connected(user), viewers).await
    }

    pub(super) fn unsubscribe(&mut self, conn: u64, viewers: &mut Viewers) {
        let Some(gone) = viewers.remove(&conn) else {
            return;
        };
        self.recount();
        let user = gone.person.user;
        let now = self.shared.clock.now();
        if self.room.seat_of(user).is_some()
            && !viewers.values().any(|viewer| viewer.person.user == user)
        {
            self.gone.insert(user, now);
        }
        if viewers.is_empty() && self.alone_since.is_none() {
            self.alone_since = Some(now);
            self.left_at = now;
        }
    }

    /// Sends committed events to every viewer, serialised once for each class of viewer.
    pub(super) fn publish(&mut self, mut frames: Vec<EventFrame>, viewers: &mut Viewers) {
        let turns = frames.iter().any(|frame| is_turn_event(&frame.event));
        for frame in &mut frames {
            frame.s = Some(Stream::Room(self.id));
        }
        let Some(last) = frames.last() else { return };
        if frames
            .iter()
            .any(|frame| matches!(frame.event, Event::Room(_)))
        {
            self.recount();
        }
        let mover = self.mover().filter(|_| turns);
        let for_mover = mover.map(|_| {
            let mut frame = last.clone();
            frame.legal = self.legal();
            frame.items = self.items();
            text(&ServerMessage::Ev(Box::new(frame)))
        });
        let mut texts: Vec<Frame> = frames
            .iter()
            .map(|frame| text(&ServerMessage::Ev(Box::new(frame.clone()))))
            .collect();
        let for_others = texts.pop();
        // A viewer whose queue is full is closing; it stays until its connection says goodbye.
        for viewer in viewers.values() {
            let last = match &for_mover {
                Some(frame) if mover == Some(viewer.person.user) => Some(frame),
                _ => for_others.as_ref(),
            };
            for frame in texts.iter().chain(last) {
                viewer.outbox.send(Arc::clone(frame));
            }
        }
        for mut frame in frames {
            frame.s = None;
            // Only the newest frame's clock means anything to somebody who comes later.
            frame.clock = None;
            // An event without a hash of its own leaves the game as it was.
            let hash = frame.h.clone().or_else(|| self.hash.clone());
            self.hash.clone_from(&hash);
            // The event a client has itself, and those it may have missed.
            if self.ring.len() > MISSED {
                self.ring.pop_front();
            }
            self.ring.push_back(Sent { frame, hash });
        }
    }

    /// The events a resuming client has missed; none when only a snapshot will do.
    fn missed(&self, subscriber: &Subscriber) -> Option<ServerMessage> {
        let (since, hash) = subscriber.since.as_ref()?;
        let at = self.ring.iter().position(|sent| sent.frame.seq == *since)?;
        if self.ring[at].hash != *hash {
            let (room, conn) = (self.id, subscriber.conn);
            tracing::warn!(%room, conn, seq = since, "a client's game differs from the server's");
            return None;
        }
        let mut events: Vec<EventFrame> = self
            .ring
            .iter()
            .skip(at + 1)
            .map(|sent| sent.frame.clone())
            .collect();
        if let Some(last) = events.last_mut() {
            last.clock = self.room.clock(self.shared.clock.now());
            if self.mover() == Some(subscriber.person.user) {
                last.legal = self.legal();
                last.items = self.items();
            }
        }
        Some(ServerMessage::Evs {
            s: Stream::Room(self.id),
            events,
        })
    }

    /// The whole state for a viewer. Those to whom nothing in it is their own share one frame.
    pub(super) fn snapshot(&mut self, viewer: &Subscriber, viewers: &Viewers) -> Frame {
        let user = viewer.person.user;
        let you = You {
            seat: self.room.seat_of(user),
            host: self.room.host() == user,
        };
        let answered: Vec<Answer> = self.room.answers(user).collect();
        let stranger = you.seat.is_none() && !you.host && answered.is_empty();
        let (seq, now) = (self.room.seq(), self.shared.clock.now());
        if let Some(shared) = &self.for_strangers
            && stranger
            && shared.seq == seq
            && now - shared.made < STRANGERS_SNAPSHOT
        {
            return Arc::clone(&shared.frame);
        }
        let own_turn = self.mover() == Some(user);
        let frame = text(&ServerMessage::Snap(Box::new(Snapshot {
            s: Stream::Room(self.id),
            seq,
            h: self.hash.clone(),
            state: StreamState::Room(Box::new(self.room.view(self.spectators(viewers)))),
            clock: self.room.clock(now),
            you: Some(you),
            legal: own_turn.then(|| self.legal()).flatten(),
            items: own_turn.then(|| self.items()).flatten(),
            answered,
        })));
        if stranger {
            self.for_strangers = Some(Made {
                seq,
                made: now,
                frame: Arc::clone(&frame),
            });
        }
        frame
    }

    fn legal(&self) -> Option<Arc<Legal>> {
        Some(Arc::new(match self.room.playing()?.play() {
            Play::Star(game) => Legal::Star(game.legal_moves()),
            Play::Draughts(game) => Legal::Draughts(game.legal_moves()),
        }))
    }

    fn items(&self) -> Option<Arc<ItemTargets>> {
        Some(Arc::new(self.room.playing()?.star()?.item_targets()?))
    }
}
