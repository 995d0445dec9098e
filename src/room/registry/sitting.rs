//! One seat a person: an account is sat down in one room at a time, and its seat in another waiting
//! room is given up only for one that can be had.

use std::sync::Arc;

use crate::protocol::{Code, Command, Refusal, RoomId, RoomRef, UserId};
use crate::room::mailbox::Msg;
use crate::room::registry::{Person, Request, Rooms, Shared};

impl Rooms {
    /// Sits a person down. The retry of a command done long ago gives up no other seat.
    pub(super) async fn sit(&self, room: RoomId, request: Request) -> Result<u64, Refusal> {
        let claim = self.claim(&request.person, Some(room))?;
        if !claim.elsewhere.is_empty() {
            let before = self
                .ask(room, |reply| Msg::Probe {
                    request: request.clone(),
                    reply,
                })
                .await?;
            if let Some(seq) = before {
                return Ok(seq);
            }
            self.give_up(&request.person, &claim.elsewhere).await?;
        }
        self.tell(room, &request).await
    }

    /// While the claim lives, this account can be sat down in `room` alone.
    pub(super) fn claim(&self, person: &Person, room: Option<RoomId>) -> Result<Claim, Refusal> {
        let (claimed, elsewhere) = self.0.directory().claim(person.user, room);
        if !claimed {
            return Err(Code::AlreadySeated.into());
        }
        let claim = Claim {
            shared: Arc::clone(&self.0),
            user: person.user,
            elsewhere,
        };
        if claim.elsewhere.iter().any(|other| other.playing) {
            return Err(Code::AlreadySeated.into());
        }
        Ok(claim)
    }

    /// Gives up the person's seats in these waiting rooms.
    pub(super) async fn give_up(
        &self,
        person: &Person,
        elsewhere: &[RoomRef],
    ) -> Result<(), Refusal> {
        for other in elsewhere {
            let request = Request {
                person: person.clone(),
                cid: self.0.ids.id(),
                ply: None,
                command: Command::Stand {},
                arrived: self.0.clock.now(),
            };
            match self.tell(other.id, &request).await {
                Ok(_) => {}
                // Gone meanwhile: with the seat, or with the room.
                Err(refusal) if matches!(refusal.code, Code::NotSeated | Code::Gone) => {}
                Err(refusal) if refusal.code == Code::GameRunning => {
                    return Err(Code::AlreadySeated.into());
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }
}

/// The right to sit one account down.
pub(super) struct Claim {
    shared: Arc<Shared>,
    user: UserId,
    /// Where else the account sits.
    pub(super) elsewhere: Vec<RoomRef>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.shared.directory().release(self.user);
    }
}
