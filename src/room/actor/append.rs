//! One step of the room: it is decided, stored, and only then becomes the room and is sent. A slow
//! append is charged to nobody.

use crate::game::{Millis, ResumeReason};
use crate::protocol::{ByeCode, Cid, Event, Refusal, RoomEvent, UserId};
use crate::room::actor::credit::Owed;
use crate::room::actor::{Actor, Exit};
use crate::room::decide::{Drawn, Input, Needs};
use crate::room::load::Viewers;
use crate::room::ports::Appended;
use crate::room::step::{Step, day_of};
use crate::rules::Seed;

/// An append that takes longer than this is charged to nobody.
const SLOW_APPEND: Millis = 250;

/// Why a step did not happen.
pub(super) enum Failure {
    Refused(Refusal),
    Exit(Exit),
}

impl Actor {
    /// An input nobody waits for; a refusal means that it has become pointless.
    pub(super) async fn run_input(
        &mut self,
        input: &Input,
        viewers: &mut Viewers,
    ) -> Result<(), Exit> {
        match self.step(input, None, viewers).await {
            Ok(_) => Ok(()),
            Err(Failure::Refused(refusal)) => {
                tracing::debug!(room = %self.id, %refusal, "an input of the room's own was refused");
                Ok(())
            }
            Err(Failure::Exit(exit)) => Err(exit),
        }
    }

    /// Decides, has it stored, and then tells everybody. Answers the number of the first event.
    pub(super) async fn step(
        &mut self,
        input: &Input,
        command: Option<(UserId, Cid)>,
        viewers: &mut Viewers,
    ) -> Result<u64, Failure> {
        // What is in memory counts for nothing any more.
        if let Some(exit) = self.exit.take() {
            return Err(Failure::Exit(exit));
        }
        let began = self.shared.clock.now();
        let drawn = self.draw(input).await?;
        let events = self.room.decide(input, &drawn).map_err(Failure::Refused)?;
        if events.is_empty() {
            return Ok(self.room.seq());
        }
        // Events that do not fit are a fault of ours: the room fails, and is rebuilt or frozen.
        let step = Step::of(&self.room, &events, began, command).expect("events that fit");
        let first = self.room.seq() + 1;
        match self
            .shared
            .journal
            .append(step.batch(self.id, self.epoch))
            .await
        {
            Ok(Appended::Committed) => {}
            Ok(Appended::Duplicate { seq }) => return Ok(seq),
            Ok(Appended::Fenced) => {
                for viewer in viewers.values() {
                    viewer.outbox.close(ByeCode::Restart);
                }
                return Err(Failure::Exit(Exit::Done));
            }
            Err(error) => {
                tracing::warn!(room = %self.id, %error, "an append was not answered");
                return Err(Failure::Exit(Exit::Lost(began)));
            }
        }
        self.room = step.next;
        self.publish(step.frames, viewers);
        self.shared.register(self.id, &self.room);
        self.shared.announce(&self.room, &events);
        let now = self.shared.clock.now();
        for event in &events {
            if let Event::Room(RoomEvent::Sat { user, .. }) = event
                && !viewers.values().any(|viewer| viewer.person.user == *user)
            {
                self.gone.insert(*user, now);
            }
        }
        let took = now - began;
        if took > SLOW_APPEND && !matches!(input, Input::Resume { .. }) {
            let seq = self.room.seq();
            let credit = Input::Resume {
                credit: took,
                why: ResumeReason::Store,
            };
            match Box::pin(self.step(&credit, None, viewers)).await {
                Ok(_) | Err(Failure::Refused(_)) => {}
                // The input itself is stored and is answered; then the room is read again.
                Err(Failure::Exit(exit)) => {
                    if let Exit::Lost(at) = exit {
                        let mut owed = Owed::new(began, self.leapt, ResumeReason::Store);
                        owed.tried = Some((seq, at));
                        self.owed = Some(owed);
                    }
                    self.exit = Some(exit);
                }
            }
        }
        Ok(first)
    }

    /// Reads and draws what the input needs.
    async fn draw(&self, input: &Input) -> Result<Drawn, Failure> {
        let users = match self.room.needs(input) {
            Needs::Nothing => return Ok(Drawn::default()),
            Needs::Standings(users) => users,
        };
        let day = day_of(self.shared.clock.now());
        let standings = self
            .shared
            .journal
            .standings(users, self.room.settings().family(), day)
            .await
            .map_err(|_| Failure::Refused(Refusal::UNAVAILABLE))?;
        Ok(Drawn {
            game: self.shared.ids.id(),
            seed: Seed::from_words([(); 4].map(|()| self.shared.ids.seed())),
            standings: Some(standings),
        })
    }
}
