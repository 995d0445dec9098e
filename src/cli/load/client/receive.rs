//! What comes from the server: welcomes, snapshots and events for the models, and answers.

use std::time::Duration;

use tokio_tungstenite::tungstenite::Message;

use super::seen::{Note, Noted};
use super::{Client, Update, now};
use crate::cli::load::fold::{Fit, Model};
use crate::protocol::{Cid, Code, EventFrame, Me, RoomId, ServerMessage, Snapshot, Stream};

impl Client {
    pub(super) fn receive(&mut self, message: Message) {
        let at = now();
        if let Some(link) = &mut self.link {
            link.heard = at;
            link.pinged = None;
        }
        let frame = match message {
            Message::Text(frame) => frame,
            Message::Close(frame) => {
                self.closed(frame.map_or(1005, |frame| frame.code.into()), None);
                return;
            }
            _ => return,
        };
        let Ok(message) = serde_json::from_str(&frame) else {
            self.stats.garbage += 1;
            self.trouble(|| format!("a frame cannot be read: {frame}"));
            return;
        };
        match message {
            ServerMessage::Welcome { me, .. } => self.welcomed(me),
            ServerMessage::Snap(snap) => self.snapshot(*snap),
            ServerMessage::Ev(frame) => {
                if let Some(Stream::Room(room)) = frame.s {
                    self.events(room, vec![*frame]);
                }
            }
            ServerMessage::Evs {
                s: Stream::Room(room),
                events,
            } => {
                // Where a snapshot is asked for, this was the answer to something else.
                if let Some(followed) = self.rooms.get_mut(&room).filter(|room| !room.afresh) {
                    followed.answered(at);
                    self.updates.push_back(Update::Changed(room));
                }
                self.events(room, events);
            }
            ServerMessage::Ok { cid, seq } => self.settle(cid, Ok(seq)),
            ServerMessage::No {
                cid,
                s,
                code,
                retry_ms,
                ..
            } => self.refused(cid, s, code, retry_ms),
            ServerMessage::Bye { code, retry_ms, .. } => self.closed(code, retry_ms),
            ServerMessage::Evs { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::Pong { .. } => {}
        }
    }

    fn closed(&mut self, code: u16, retry_ms: Option<u32>) {
        match code {
            4401 | 4403 | 4409 | 4426 => self.end(code),
            _ => self.lost(retry_ms.map(|ms| Duration::from_millis(ms.into()))),
        }
    }

    fn welcomed(&mut self, me: Me) {
        let at = now();
        if let Some(link) = &mut self.link {
            link.welcomed = true;
        }
        self.me = Some(me);
        self.attempt = 0;
        self.stats.connects += 1;
        for followed in self.rooms.values_mut() {
            followed.sub_at = Some(at);
            followed.tries = 0;
        }
        for pending in self.pending.values_mut() {
            pending.due = at;
            pending.tries = 0;
        }
        self.note(|| Noted::Welcome);
        self.updates.push_back(Update::Welcome);
    }

    fn snapshot(&mut self, snap: Snapshot) {
        let Stream::Room(room) = snap.s else {
            return;
        };
        for answer in &snap.answered {
            if self.pending.contains_key(&answer.cid) {
                self.settle(answer.cid, Ok(answer.seq));
            } else {
                self.note(|| Noted::Ok(answer.cid, answer.seq));
            }
        }
        self.note(|| Noted::Snap(room, snap.seq, snap.h.clone()));
        let (Some(followed), Some(model)) = (self.rooms.get_mut(&room), Model::of(snap)) else {
            return;
        };
        followed.answered(now());
        let mut trouble = None;
        if !model.agrees() {
            trouble = Some(format!(
                "room {room}: snapshot {} has another hash",
                model.seq
            ));
        }
        if let Some(old) = &followed.model {
            if old.seq > model.seq {
                self.stats.regressions += 1;
                self.stats.trouble.get_or_insert_with(|| {
                    format!(
                        "room {room}: went back from event {} to {}",
                        old.seq, model.seq
                    )
                });
            } else if old.seq == model.seq && !old.same_as(&model) {
                trouble = Some(format!(
                    "room {room} at {}: folded {:?}, snapshot {:?}",
                    old.seq, old.state, model.state
                ));
            }
        }
        followed.model = Some(model);
        if let Some(trouble) = trouble {
            self.stats.desyncs += 1;
            self.stats.trouble.get_or_insert(trouble);
        }
        self.updates.push_back(Update::Changed(room));
    }

    fn events(&mut self, room: RoomId, frames: Vec<EventFrame>) {
        let (Some(me), Some(followed)) = (&self.me, self.rooms.get_mut(&room)) else {
            return;
        };
        let at = now();
        let Some(model) = &mut followed.model else {
            return;
        };
        followed.heard = at;
        let mut changed = false;
        for frame in frames {
            match model.fits(&frame) {
                Fit::Old => continue,
                Fit::Gap => {
                    followed.tries = 0;
                    followed.sub_at = Some(at);
                    break;
                }
                Fit::Next => {}
            }
            if self.options.history {
                let event = Box::new(frame.event.clone());
                let what = Noted::Event(room, frame.seq, frame.at, event);
                self.history.push(Note { at, what });
            }
            model.apply(frame, me.user);
            changed = true;
            if !model.agrees() {
                let seq = model.seq;
                self.stats.desyncs += 1;
                self.stats
                    .trouble
                    .get_or_insert_with(|| format!("room {room}: event {seq} gives another hash"));
                followed.afresh = true;
                followed.tries = 0;
                followed.sub_at = Some(at);
                break;
            }
        }
        if changed {
            self.updates.push_back(Update::Changed(room));
        }
    }

    fn settle(&mut self, cid: Cid, answer: Result<u64, Code>) {
        self.note(|| match answer {
            Ok(seq) => Noted::Ok(cid, seq),
            Err(code) => Noted::No(cid, code),
        });
        let Some(pending) = self.pending.remove(&cid) else {
            return;
        };
        match answer {
            Ok(_) if pending.is_move => {
                let took = pending.first.map(|first| now() - first).unwrap_or_default();
                self.stats.moves += 1;
                self.stats
                    .latencies
                    .push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
            }
            Ok(_) => self.stats.others += 1,
            Err(_) => {}
        }
        self.updates.push_back(Update::Answered(cid, answer));
    }

    fn refused(&mut self, cid: Option<Cid>, s: Option<Stream>, code: Code, retry_ms: Option<u32>) {
        *self.stats.refusals.entry(code.as_str()).or_default() += 1;
        let later = matches!(code, Code::Unavailable | Code::Rate);
        let due = now() + Duration::from_millis(retry_ms.unwrap_or(1_000).into());
        if let Some(cid) = cid {
            match self.pending.get_mut(&cid) {
                Some(pending) if later => pending.due = due,
                _ => self.settle(cid, Err(code)),
            }
        } else if let Some(Stream::Room(room)) = s {
            match self.rooms.get_mut(&room) {
                Some(followed) if later => followed.sub_at = Some(due),
                _ => {
                    self.rooms.remove(&room);
                    self.updates.push_back(Update::NoRoom(room, code));
                }
            }
        }
    }
}
