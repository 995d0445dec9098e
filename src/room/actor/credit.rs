//! Time that nobody is charged for: while the server was down or stood still, the store did not
//! answer, or the room was read. It is given back once the room is loaded, or at once.

use crate::game::{Millis, ResumeReason};
use crate::room::actor::append::Failure;
use crate::room::actor::{Actor, Exit};
use crate::room::decide::Input;
use crate::room::load::Viewers;
use crate::room::ports::Outage;

/// Time that is still to be given back.
#[derive(Clone, Copy)]
pub(super) struct Owed {
    since: Millis,
    /// How far the clock had leapt by then.
    leapt: Millis,
    why: ResumeReason,
    /// An append that may have given back all until its time, and the room's number before it.
    pub(super) tried: Option<(u64, Millis)>,
}

impl Owed {
    pub(super) fn new(since: Millis, leapt: Millis, why: ResumeReason) -> Self {
        Self {
            since,
            leapt,
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
        let leapt = self.shared.clock.leapt();
        if let Some(owed) = &mut self.owed {
            owed.settle(seq);
            credit += (now - owed.since).max(0) + (owed.leapt - self.leapt).max(0);
            why = owed.why;
        } else {
            credit += leapt - self.leapt;
        }
        self.leapt = leapt;
        // Who was here when the server went down had until now to come back.
        let ended = self.outages().map(|outage| outage.until).max();
        self.left_at = self.left_at.max(ended.unwrap_or(0));
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
        self.counted(viewers);
        Ok(())
    }

    /// Gives back the time by which the clock has leapt, before anything is held against it.
    pub(super) async fn credit_leap(&mut self, viewers: &mut Viewers) -> Result<(), Exit> {
        let leapt = self.shared.clock.leapt();
        let credit = leapt - self.leapt;
        if credit <= 0 {
            return Ok(());
        }
        self.leapt = leapt;
        for since in self.gone.values_mut() {
            *since += credit;
        }
        let why = ResumeReason::Restart;
        self.run_input(&Input::Resume { credit, why }, viewers)
            .await
    }

    /// The times when the server was down since the room's last event.
    fn outages(&self) -> impl Iterator<Item = Outage> + use<> {
        let last = self.room.last_at();
        let all = self.shared.outages();
        all.into_iter().filter(move |outage| outage.until > last)
    }

    /// How much of the running turn fell into times when the server was down.
    fn outage_credit(&self) -> Millis {
        let Some(game) = self.room.playing() else {
            return 0;
        };
        // It lived at the last event, and all before that is settled.
        let start = game.turn_started().max(self.room.last_at());
        self.outages()
            .map(|outage| (outage.until - outage.from.max(start)).max(0))
            .sum()
    }
}
