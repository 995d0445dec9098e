//! Somebody at a table: sits down, gets ready, starts, moves, and asks for another game.

use std::time::Duration;

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::client::{Client, Update, now};
use super::fold::Model;
use crate::game::Rules;
use crate::protocol::{Cid, Command, RoomId};
use crate::rules::star::{self, Hole, HoleSet, LegalMove};
use crate::rules::{Point, Seat};

/// How long after a refusal the player looks again, and how long it waits for legal moves.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// How long the last word of a player may take.
const FAREWELL: Duration = Duration::from_secs(5);

/// Worth less than any move outside the target.
const WORST: i32 = -100;

/// How moves are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Style {
    /// The move that gains most, now and then another one.
    #[default]
    Greedy,
    /// Any legal move.
    Random,
}

/// What a player means to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The room.
    pub room: RoomId,
    /// The seat to take there.
    pub seat: Seat,
    /// How moves are chosen.
    pub style: Style,
    /// How long a move is thought about, on average.
    pub think: Duration,
    /// Gives up when on turn at this ply or a later one.
    pub resign_at: Option<u32>,
    /// How many games are played, one after the other.
    pub games: u32,
}

/// A player.
#[derive(Debug)]
pub struct Player {
    /// The connection.
    pub client: Client,
    plan: Plan,
    rng: ChaCha8Rng,
    asked: Option<Cid>,
    /// When a move that is thought about is made: its ply, and the time.
    thinking: Option<(u32, Instant)>,
    look_at: Instant,
    /// The number at which legal moves are missing, and until when they are waited for.
    starving: Option<(u64, Instant)>,
}

impl Player {
    /// A player with a plan. The seed draws its moves.
    #[must_use]
    pub fn new(mut client: Client, plan: Plan, seed: u64) -> Self {
        client.follow(plan.room);
        Self {
            client,
            plan,
            rng: ChaCha8Rng::seed_from_u64(seed),
            asked: None,
            thinking: None,
            look_at: now(),
            starving: None,
        }
    }

    /// The room it plays in.
    #[must_use]
    pub fn room(&self) -> RoomId {
        self.plan.room
    }

    /// Plays until the plan is done, the session ends, or `stop`. Answers whether the plan was
    /// done.
    pub async fn play(&mut self, stop: &CancellationToken) -> bool {
        loop {
            if self.is_done() {
                return true;
            }
            self.act();
            let wake = match self.thinking {
                Some((_, at)) => at,
                None => self.look_at.max(now() + LOOK_AGAIN),
            };
            let update = tokio::select! {
                update = self.client.next() => update,
                () = sleep_until(wake) => continue,
                () = stop.cancelled() => return false,
            };
            match update {
                Update::Answered(cid, answer) if self.asked == Some(cid) => {
                    self.asked = None;
                    if answer.is_err() {
                        self.look_at = now() + LOOK_AGAIN;
                    }
                }
                Update::Ended(_) | Update::NoRoom(..) => return false,
                _ => {}
            }
        }
    }

    /// Leaves the room, so that nobody waits for this seat.
    pub async fn leave(&mut self) {
        let seated = self
            .client
            .model(self.plan.room)
            .is_some_and(|model| model.you.seat.is_some());
        if seated && self.client.is_connected() {
            let cid = self.client.submit(self.plan.room, Command::Leave {}, None);
            let answered = async {
                loop {
                    match self.client.next().await {
                        Update::Answered(other, _) if other == cid => return,
                        Update::Ended(_) | Update::NoRoom(..) => return,
                        _ => {}
                    }
                }
            };
            // Who is not answered in time goes without a word.
            drop(tokio::time::timeout(FAREWELL, answered).await);
        }
        self.client.close().await;
    }

    fn is_done(&self) -> bool {
        self.asked.is_none()
            && self.client.model(self.plan.room).is_some_and(|model| {
                let game = model.state.game.as_ref();
                game.is_some_and(|game| game.ended.is_some() && game.number >= self.plan.games)
            })
    }

    /// Does what the state asks for, unless something is being asked already.
    fn act(&mut self) {
        if self.asked.is_some() || now() < self.look_at {
            return;
        }
        let Some(model) = self.client.model(self.plan.room) else {
            return;
        };
        if !model.my_turn() {
            self.thinking = None;
            if let Some(command) = self.wish(model) {
                self.asked = Some(self.client.submit(self.plan.room, command, None));
            }
            return;
        }
        let ply = model.state.game.as_ref().map_or(0, |game| game.turn.ply);
        if model.legal.is_empty() {
            // The legal moves come with the last of the frames that belong together.
            let seq = model.seq;
            match self.starving {
                Some((since, until)) if since == seq && until <= now() => {
                    self.starving = None;
                    self.client.refresh(self.plan.room);
                }
                Some((since, _)) if since == seq => {}
                _ => self.starving = Some((seq, now() + LOOK_AGAIN)),
            }
            return;
        }
        match self.thinking {
            Some((thought, at)) if thought == ply && now() >= at => {}
            Some((thought, _)) if thought == ply => return,
            _ if !self.plan.think.is_zero() => {
                let pause = self.plan.think.mul_f64(self.rng.random_range(0.5..1.5));
                self.thinking = Some((ply, now() + pause));
                return;
            }
            _ => {}
        }
        self.thinking = None;
        let command = if self.plan.resign_at.is_some_and(|at| ply >= at) {
            Command::Resign {}
        } else {
            match choose(model, self.plan.style, &mut self.rng) {
                Some(found) => Command::Move {
                    from: found.from.into(),
                    to: found.to.into(),
                    path: Some(found.path.into_iter().map(Point::from).collect()),
                },
                None => return,
            }
        };
        let ply = command.acts_in_turn().then_some(ply);
        self.asked = Some(self.client.submit(self.plan.room, command, ply));
    }

    /// What is to be done outside of one's turn.
    fn wish(&self, model: &Model) -> Option<Command> {
        let state = &model.state;
        if state.playing || state.closed {
            return None;
        }
        let Some(seat) = model.you.seat else {
            return Some(Command::Sit {
                seat: self.plan.seat,
            });
        };
        if let Some(game) = &state.game {
            let again = game.number < self.plan.games && !state.rematch.contains(&seat);
            return again.then_some(Command::Rematch {});
        }
        let ready = |me: bool| {
            state
                .seats
                .iter()
                .filter(|view| (view.seat == seat) == me)
                .all(|view| {
                    view.occupant
                        .as_ref()
                        .is_some_and(|occupant| occupant.ready)
                })
        };
        if model.you.host {
            return ready(false).then_some(Command::Start {});
        }
        (!ready(true)).then_some(Command::Ready {})
    }
}

/// A legal move. The greedy one brings a marble nearest to the innermost free hole of the
/// target; one in sixteen is drawn, so that no two players wait for each other for ever.
pub fn choose(model: &Model, style: Style, rng: &mut impl Rng) -> Option<LegalMove> {
    if model.legal.is_empty() {
        return None;
    }
    if style == Style::Random || rng.random_ratio(1, 16) {
        let at = rng.random_range(0..model.legal.len());
        return Some(model.legal[at].clone());
    }
    let seat = model.you.seat?;
    let game = model.state.game.as_ref()?;
    let own = game.marbles.get(&seat).copied().unwrap_or(HoleSet::EMPTY);
    let Rules::Star(rules) = model.state.settings.rules() else {
        return None;
    };
    let target = star::target(rules.army, seat);
    let tip = target.iter().max_by_key(|hole| hole.distance(centre()))?;
    let goal = (target.difference(own))
        .iter()
        .min_by_key(|hole| tip.distance(*hole))?;
    let steps = |from: Hole, to: Hole| i32::from(from.distance(to));
    let worth = |found: &LegalMove| -> (i32, i32) {
        let gain = if target.contains(found.from) {
            // Who has arrived only goes deeper, or two would change places for ever.
            match steps(tip, found.from) - steps(tip, found.to) {
                deeper if deeper > 0 => deeper,
                _ => WORST,
            }
        } else {
            steps(goal, found.from) - steps(goal, found.to)
        };
        (gain, steps(goal, found.from))
    };
    let best = model.legal.iter().map(worth).max()?;
    let equals: Vec<&LegalMove> = model
        .legal
        .iter()
        .filter(|found| worth(found) == best)
        .collect();
    Some(equals[rng.random_range(0..equals.len())].clone())
}

/// The hole in the middle of the board.
fn centre() -> Hole {
    Hole::ALL[Hole::COUNT / 2]
}
