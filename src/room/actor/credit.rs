//! Time that nobody is charged for: while the server was down, the store did not answer, or the
//! room was read again. It is given back once the room is loaded.

use crate::game::{Millis, ResumeReason};
use crate::room::actor::append::Failure;
use crate::room::actor::{Actor, Exit};
use crate::room::decide::Input;
use crate::room::load::Viewers;

/// Time that is still to be given back.
#[derive(Clone, Copy)]
pub(super) struct Owed {
    since: Millis,
    why: ResumeReason,
    /// An append that may have given back all until its time, and the room's number before it.
    pub(super) tried: Option<(u64, Millis)>,
}

impl Owed {
    pub(super) fn new(since: Millis, why: ResumeReason) -> Self {
        Self {
            since,
            why,
            tried: None,
        }
    }

    /// What is owed to a room read again, now that its log says whether the append took effect.
    fn settle(&mut self, seq: u64) {
        if let Some((_, at)) = self.tried.take().filter(|(before, _)| seq > *before) {
            self.since = at;
        }
    }
}

impl Actor {
    /// After loading: gives back the time nobody is charged for, and brings viewers up to date.
    pub(super) async fn begin(&mut self, viewers: &mut Viewers) -> Result<(), Exit> {
        let now = self.shared.clock.now();
        let seq = self.room.seq();
        let mut credit = self.outage_credit();
        let mut why = ResumeReason::Restart;
        if let Some(owed) = &mut self.owed {
            owed.settle(seq);
            credit += (now - owed.since).max(0);
            why = owed.why;
        }
        for (_, user) in self.room.projection().seated {
            if !viewers.values().any(|viewer| viewer.person.user == user) {
                self.gone.insert(user, now);
            }
        }
        self.alone_since = viewers.is_empty().then_some(now);
        self.shared.register(self.id, &self.room);
        // A refusal here only means that no game is running.
        match self
            .step(&Input::Resume { credit, why }, None, viewers)
            .await
        {
            Err(Failure::Exit(exit)) => {
                if let (Exit::Lost(at), Some(owed)) = (&exit, &mut self.owed) {
                    owed.tried = Some((seq, *at));
                }
                return Err(exit);
            }
            Ok(_) | Err(Failure::Refused(_)) => self.owed = None,
        }
        for viewer in viewers.values() {
            viewer.outbox.send(self.snapshot(viewer, viewers));
        }
        Ok(())
    }

    /// How much of the running turn fell into times when the server was down.
    fn outage_credit(&self) -> Millis {
        let Some(game) = self.room.playing() else {
            return 0;
        };
        let start = game.turn_started();
        let last = self.room.last_at();
        self.shared
            .outages()
            .iter()
            .filter(|outage| outage.until > last)
            .map(|outage| (outage.until - outage.from.max(start)).max(0))
            .sum()
    }
}
