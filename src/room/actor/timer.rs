//! What the room does by itself: the turn's deadline, people who are away, and when the room closes
//! or leaves memory.

use crate::game::Millis;
use crate::room::actor::{Actor, Exit};
use crate::room::decide::Input;
use crate::room::load::Viewers;
use crate::room::step::IDLE_LIMIT;

/// How long after a deadline the timer waits for moves that were read from a socket in time.
pub(super) const GRACE: Millis = 50;
/// A connection that is back within this time was never reported as lost.
const RECONNECT: Millis = 3_000;
/// How long a seat is kept for somebody who is away before a game.
const AWAY_LIMIT: Millis = 30_000;
/// How long a waiting room without connections stays in memory.
const UNLOAD_AFTER: Millis = 60_000;

impl Actor {
    /// When the room next has to do something by itself.
    pub(super) fn next_due(&self, viewers: &Viewers) -> Option<Millis> {
        if self.room.is_closed() {
            return None;
        }
        let leeway = self.leeway(viewers);
        let deadline = self.deadline().map(|deadline| deadline + leeway + GRACE);
        let waiting = self.room.playing().is_none();
        let away = self.gone.iter().filter_map(|(user, since)| {
            let seat = self.room.seat_of(*user)?;
            if self.room.occupants()[&seat].connected {
                Some(since + RECONNECT)
            } else {
                waiting.then_some(since + AWAY_LIMIT)
            }
        });
        let alone = self.alone_since.filter(|_| waiting && viewers.is_empty());
        let unload = alone
            .filter(|_| self.may_come_back())
            .map(|since| since + UNLOAD_AFTER);
        let idle = alone.map(|_| self.idle_at());
        let audience = self.audience.due.filter(|_| !viewers.is_empty());
        deadline
            .into_iter()
            .chain(audience)
            .chain(away)
            .chain(unload)
            .chain(idle)
            .min()
    }

    /// When the room closes if nobody comes.
    fn idle_at(&self) -> Millis {
        self.room.last_at().max(self.left_at) + IDLE_LIMIT
    }

    /// Whether the log alone says when the room closes, so that it may be read again for that.
    fn may_come_back(&self) -> bool {
        self.left_at <= self.room.last_at()
    }

    /// How long a move of the seat on turn may be on its way when the turn runs out.
    pub(super) fn leeway(&self, viewers: &Viewers) -> Millis {
        let (Some(game), Some(mover)) = (self.room.playing(), self.mover()) else {
            return 0;
        };
        let lags = viewers
            .values()
            .filter(|viewer| viewer.person.user == mover)
            .map(|viewer| viewer.lag.millis());
        game.leeway(lags.max().unwrap_or(0))
    }

    pub(super) fn deadline(&self) -> Option<Millis> {
        self.room.playing()?.deadline()
    }

    pub(super) async fn tick(&mut self, viewers: &mut Viewers) -> Result<(), Exit> {
        let now = self.shared.clock.now();
        self.tell_audience(now, viewers);
        let leeway = self.leeway(viewers);
        if self
            .deadline()
            .is_some_and(|deadline| deadline + leeway + GRACE <= now)
        {
            self.run_input(&Input::Expire, viewers).await?;
        }
        let gone: Vec<_> = self
            .gone
            .iter()
            .map(|(user, since)| (*user, *since))
            .collect();
        for (user, since) in gone {
            if since + RECONNECT <= now {
                self.run_input(&Input::Disconnected(user), viewers).await?;
            }
            if since + AWAY_LIMIT <= now {
                self.run_input(&Input::Away(user), viewers).await?;
            }
            if self.room.seat_of(user).is_none() {
                self.gone.remove(&user);
            }
        }
        if viewers.is_empty() && self.idle_at() <= now {
            self.run_input(&Input::Idle, viewers).await?;
        }
        Ok(())
    }

    /// Whether memory need not hold the room: the registry wakes it when it is next due.
    pub(super) fn may_unload(&self, viewers: &Viewers) -> bool {
        let Some(since) = self.alone_since.filter(|_| viewers.is_empty()) else {
            return false;
        };
        self.room.is_closed()
            || (self.room.playing().is_none()
                && self.may_come_back()
                && since + UNLOAD_AFTER <= self.shared.clock.now())
    }
}
