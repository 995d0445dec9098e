//! What people and bots ask of the room, and what they are answered.

use tokio::sync::oneshot;

use crate::game::Act;
use crate::protocol::{Code, Refusal};
use crate::room::actor::append::Failure;
use crate::room::actor::timer::GRACE;
use crate::room::actor::{Actor, Exit};
use crate::room::decide::{Drawn, Input};
use crate::room::load::{Viewers, answer};
use crate::room::ports::Standings;
use crate::room::registry::Request;
use crate::rules::Seat;
use crate::scoring::Farm;

impl Actor {
    pub(super) async fn command(
        &mut self,
        request: Request,
        reply: oneshot::Sender<Result<u64, Refusal>>,
        viewers: &mut Viewers,
    ) -> Result<(), Exit> {
        let user = request.person.user;
        let cid = request.cid;
        if let Some(seq) = self.room.answer(user, cid) {
            answer(reply, Ok(seq));
            return Ok(());
        }
        if self.poison == Some((user, cid)) {
            answer(reply, Err(Code::Internal.into()));
            return Ok(());
        }
        // The deadline decides, not the order in which timer and frame were noticed. What
        // somebody else sent after it must not overtake a move in time that is still on its way.
        let leeway = self.leeway(viewers);
        let mut late = 0;
        if let Some(deadline) = self.deadline() {
            let own = self.mover() == Some(user);
            let grace = if own { 0 } else { GRACE };
            if request.arrived > deadline + leeway + grace {
                self.run_input(&Input::Expire, viewers).await?;
            } else if own {
                late = (request.arrived - deadline).max(0);
            }
        }
        self.current = Some((user, cid));
        let input = Input::Person {
            person: request.person,
            ply: request.ply,
            command: request.command,
            late,
        };
        let done = self.step(&input, Some((user, cid)), viewers).await;
        self.current = None;
        match done {
            Ok(seq) => answer(reply, Ok(seq)),
            Err(Failure::Refused(refusal)) => answer(reply, Err(refusal)),
            Err(Failure::Exit(exit)) => {
                answer(reply, Err(Refusal::UNAVAILABLE));
                return Err(exit);
            }
        }
        Ok(())
    }

    pub(super) fn probe(&self, request: Request) -> Result<Option<u64>, Refusal> {
        if let Some(seq) = self.room.answer(request.person.user, request.cid) {
            return Ok(Some(seq));
        }
        let input = Input::Person {
            person: request.person,
            ply: request.ply,
            command: request.command,
            late: 0,
        };
        let drawn = Drawn {
            standings: Some(Standings {
                points: Vec::new(),
                farm: Farm::Whole,
            }),
            ..Drawn::default()
        };
        self.room.decide(&input, &drawn).map(|_| None)
    }

    /// A bot's act. Bots have no clock: one whose move the rules refuse gives up, so that nobody
    /// waits for ever.
    pub(super) async fn bot(
        &mut self,
        seat: Seat,
        ply: u32,
        act: Act,
        viewers: &mut Viewers,
    ) -> Result<(), Exit> {
        match self
            .step(&Input::Bot { seat, ply, act }, None, viewers)
            .await
        {
            Err(Failure::Refused(refusal)) if refusal.code == Code::Illegal => {
                tracing::error!(room = %self.id, %refusal, "a bot's move was refused");
                let act = Act::Resign;
                self.run_input(&Input::Bot { seat, ply, act }, viewers)
                    .await
            }
            // Its turn is over: somebody has ended the game.
            Ok(_) | Err(Failure::Refused(_)) => Ok(()),
            Err(Failure::Exit(exit)) => Err(exit),
        }
    }

    /// Sets a bot thinking when it is on turn.
    pub(super) fn wake_bot(&mut self) {
        let Some(game) = self.room.playing() else {
            return;
        };
        let Some(seat) = game.bot_on_turn() else {
            return;
        };
        let ply = game.play().ply();
        if self.thinking == Some(ply) {
            return;
        }
        self.thinking = Some(ply);
        self.shared.think(self.id, seat, game.play().clone());
    }
}
