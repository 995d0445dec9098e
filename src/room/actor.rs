//! The shell around one room: a task that owns it, takes what comes in, has it stored, and only
//! then answers and sends.
//!
//! At most one step is on its way to the journal. When the journal's answer is lost, when the
//! room panics or is fenced, the state in memory counts for nothing any more: the task reads
//! the log again.

use std::collections::{BTreeMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::oneshot;

use crate::game::{Act, Millis, Play, ResumeReason};
use crate::protocol::{
    Answer, ByeCode, Cid, Code, Event, EventFrame, Legal, Refusal, RoomEvent, RoomId,
    ServerMessage, Snapshot, Stream, StreamState, UserId, You,
};
use crate::room::decide::{Drawn, Input, Needs};
use crate::room::load::{Loaded, Viewers, answer, frozen, load, refuse_all, text};
use crate::room::mailbox::{Inbox, Msg};
use crate::room::outbox::Frame;
use crate::room::ports::{Appended, Standings};
use crate::room::registry::{Request, Shared, Subscriber};
use crate::room::state::Room;
use crate::room::step::{IDLE_LIMIT, Step, day_of, is_turn_event};
use crate::room::view::hash_text;
use crate::rules::{Seat, Seed};
use crate::scoring::Farm;

/// How many events a resuming client may have missed; more, and it gets a snapshot.
const MISSED: usize = 64;
/// How long after a deadline the timer waits for moves that were read from a socket in time.
const GRACE: Millis = 50;
/// A connection that is back within this time was never reported as lost.
const RECONNECT: Millis = 3_000;
/// How long a seat is kept for somebody who is away before a game.
const AWAY_LIMIT: Millis = 30_000;
/// How long a waiting room without connections stays in memory.
const UNLOAD_AFTER: Millis = 60_000;
/// How long one snapshot serves all who only watch, unless something happens: they come in crowds,
/// and the number of spectators in it may be as old as this.
const STRANGERS_SNAPSHOT: Millis = 1_000;
/// An append that takes longer than this is charged to nobody.
const SLOW_APPEND: Millis = 250;
/// Why a task stopped serving its room.
enum Exit {
    /// For good: stopped, or another node's now.
    Done,
    /// The registry has forgotten the task already, and may have started another.
    Unloaded,
    /// The journal's answer to an append made at this time was lost: what is stored is unknown.
    Lost(Millis),
}

/// Time that is still to be given back.
#[derive(Clone, Copy)]
struct Owed {
    since: Millis,
    why: ResumeReason,
    /// An append that may have given back all until its time, and the room's number before it.
    tried: Option<(u64, Millis)>,
}

impl Owed {
    fn new(since: Millis, why: ResumeReason) -> Self {
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

/// Runs a room until it is unloaded, closed or the server stops.
pub(super) async fn run(shared: Arc<Shared>, id: RoomId, mut inbox: Inbox) {
    let mut viewers = Viewers::new();
    let mut owed: Option<Owed> = None;
    let mut poison = None;
    let mut failed = false;
    loop {
        let loaded = load(&shared, id, &mut inbox, &mut viewers).await;
        let (room, epoch) = match loaded {
            Loaded::Room(room, epoch) => (*room, epoch),
            Loaded::Stopped => break,
            Loaded::Missing => return refuse_all(&shared, id, &mut inbox, Code::NotFound),
            Loaded::Corrupt => return frozen(&shared, id, &mut inbox, &viewers).await,
        };
        let mut actor = Actor {
            id,
            shared: Arc::clone(&shared),
            hash: room.game().map(hash_text),
            room,
            epoch,
            ring: VecDeque::new(),
            gone: BTreeMap::new(),
            thinking: None,
            alone_since: None,
            left_at: 0,
            owed: owed.take(),
            current: None,
            poison,
            for_strangers: None,
            exit: None,
        };
        let serve = actor.serve(&mut inbox, &mut viewers);
        match AssertUnwindSafe(serve).catch_unwind().await {
            Ok(Exit::Done) => break,
            Ok(Exit::Unloaded) => return,
            Ok(Exit::Lost(since)) => {
                owed = Some(actor.owed.unwrap_or(Owed::new(since, ResumeReason::Store)));
            }
            Err(_) if !failed => {
                failed = true;
                // Tried again, the same command would most likely fail the same way.
                poison = actor.current;
                tracing::error!(room = %id, "a room failed and is rebuilt from its log");
                let now = shared.clock.now();
                owed = Some(actor.owed.unwrap_or(Owed::new(now, ResumeReason::Rebuilt)));
            }
            Err(_) => {
                tracing::error!(room = %id, "a room failed again and is frozen");
                return frozen(&shared, id, &mut inbox, &viewers).await;
            }
        }
    }
    shared.unload(id);
}

/// An event as it was sent, and the game's hash after it.
struct Sent {
    frame: EventFrame,
    hash: Option<String>,
}

/// A snapshot as it was sent.
struct Made {
    seq: u64,
    made: Millis,
    frame: Frame,
}

struct Actor {
    id: RoomId,
    shared: Arc<Shared>,
    room: Room,
    epoch: i64,
    /// The last events sent.
    ring: VecDeque<Sent>,
    /// The game's hash after the last event.
    hash: Option<String>,
    /// Accounts seated here without a connection, and since when.
    gone: BTreeMap<UserId, Millis>,
    /// The ply a bot is thinking about.
    thinking: Option<u32>,
    /// Since when nobody is connected.
    alone_since: Option<Millis>,
    /// When the last of all connections left; 0 if none was here since the room was loaded.
    left_at: Millis,
    /// Time not yet given back.
    owed: Option<Owed>,
    /// The command at work, and the one at whose work the room failed before.
    current: Option<(UserId, Cid)>,
    poison: Option<(UserId, Cid)>,
    /// The last snapshot for somebody who has no part in the room.
    for_strangers: Option<Made>,
    /// Set when the room has to be left although what was asked is done.
    exit: Option<Exit>,
}

impl Actor {
    async fn serve(&mut self, inbox: &mut Inbox, viewers: &mut Viewers) -> Exit {
        if let Err(exit) = self.begin(viewers).await {
            return exit;
        }
        loop {
            if let Some(exit) = self.exit.take() {
                return exit;
            }
            self.wake_bot();
            let due = self.next_due(viewers);
            let wait = due.map(|due| (due - self.shared.clock.now()).max(0));
            let timer = async {
                match wait {
                    Some(wait) => tokio::time::sleep(millis(wait)).await,
                    None => std::future::pending().await,
                }
            };
            // What has come in goes before the timer: a move that arrived in time wins.
            let msg = tokio::select! {
                biased;
                msg = inbox.recv() => Some(msg),
                () = timer => None,
            };
            let result = match msg {
                Some(Some(Msg::Stop) | None) => return Exit::Done,
                Some(Some(msg)) => self.handle(msg, viewers).await,
                None => self.tick(viewers).await,
            };
            if let Err(exit) = result {
                return exit;
            }
            if self.may_unload(viewers) && self.shared.try_unload(self.id, inbox) {
                return Exit::Unloaded;
            }
        }
    }

    /// After loading: gives back the time nobody is charged for, and brings viewers up to date.
    async fn begin(&mut self, viewers: &mut Viewers) -> Result<(), Exit> {
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

    async fn handle(&mut self, msg: Msg, viewers: &mut Viewers) -> Result<(), Exit> {
        match msg {
            Msg::Subscribe { subscriber, reply } => {
                answer(reply, Ok(()));
                self.subscribe(subscriber, viewers).await
            }
            Msg::Unsubscribe { conn } => {
                self.unsubscribe(conn, viewers);
                Ok(())
            }
            Msg::Command { request, reply } => self.command(request, reply, viewers).await,
            Msg::Probe { request, reply } => {
                answer(reply, self.probe(request));
                Ok(())
            }
            Msg::Bot { seat, ply, act } => {
                self.thinking = None;
                self.bot(seat, ply, act, viewers).await
            }
            Msg::Stop => Err(Exit::Done),
        }
    }

    async fn command(
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

    fn probe(&self, request: Request) -> Result<Option<u64>, Refusal> {
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
    async fn bot(
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
            Err(Failure::Refused(refusal))
                if matches!(refusal.code, Code::Illegal | Code::Forbidden) =>
            {
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

    async fn subscribe(
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
        let frame = match self.missed(&subscriber) {
            Some(events) => text(&events),
            None => self.snapshot(&subscriber, viewers),
        };
        subscriber.outbox.send(frame);
        self.run_input(&Input::Connected(user), viewers).await
    }

    fn unsubscribe(&mut self, conn: u64, viewers: &mut Viewers) {
        let Some(gone) = viewers.remove(&conn) else {
            return;
        };
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

    /// When the room next has to do something by itself.
    fn next_due(&self, viewers: &Viewers) -> Option<Millis> {
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
        deadline
            .into_iter()
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
    fn leeway(&self, viewers: &Viewers) -> Millis {
        let (Some(game), Some(mover)) = (self.room.playing(), self.mover()) else {
            return 0;
        };
        let lags = viewers
            .values()
            .filter(|viewer| viewer.person.user == mover)
            .map(|viewer| viewer.lag.millis());
        game.leeway(lags.max().unwrap_or(0))
    }

    fn deadline(&self) -> Option<Millis> {
        self.room.playing()?.deadline()
    }

    async fn tick(&mut self, viewers: &mut Viewers) -> Result<(), Exit> {
        let now = self.shared.clock.now();
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
    fn may_unload(&self, viewers: &Viewers) -> bool {
        let Some(since) = self.alone_since.filter(|_| viewers.is_empty()) else {
            return false;
        };
        self.room.is_closed()
            || (self.room.playing().is_none()
                && self.may_come_back()
                && since + UNLOAD_AFTER <= self.shared.clock.now())
    }

    /// An input nobody waits for; a refusal means that it has become pointless.
    async fn run_input(&mut self, input: &Input, viewers: &mut Viewers) -> Result<(), Exit> {
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
    async fn step(
        &mut self,
        input: &Input,
        command: Option<(UserId, Cid)>,
        viewers: &mut Viewers,
    ) -> Result<u64, Failure> {
        let drawn = self.draw(input).await?;
        let began = self.shared.clock.now();
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
                        let mut owed = Owed::new(began, ResumeReason::Store);
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

    /// Sends committed events to every viewer, serialised once for each class of viewer.
    fn publish(&mut self, mut frames: Vec<EventFrame>, viewers: &mut Viewers) {
        let turns = frames.iter().any(|frame| is_turn_event(&frame.event));
        for frame in &mut frames {
            frame.s = Some(Stream::Room(self.id));
        }
        let Some(last) = frames.last() else { return };
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
    fn snapshot(&mut self, viewer: &Subscriber, viewers: &Viewers) -> Frame {
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

    /// How many people without a seat are watching.
    fn spectators(&self, viewers: &Viewers) -> u32 {
        let mut spectators: Vec<UserId> = viewers
            .values()
            .map(|viewer| viewer.person.user)
            .filter(|user| self.room.seat_of(*user).is_none())
            .collect();
        spectators.sort_unstable();
        spectators.dedup();
        u32::try_from(spectators.len()).unwrap_or(u32::MAX)
    }

    /// The account on turn.
    fn mover(&self) -> Option<UserId> {
        let game = self.room.playing()?;
        game.player(game.play().on_turn()?)?.user
    }

    fn legal(&self) -> Option<Arc<Legal>> {
        Some(Arc::new(match self.room.playing()?.play() {
            Play::Star(game) => Legal::Star(game.legal_moves()),
            Play::Draughts(game) => Legal::Draughts(game.legal_moves()),
        }))
    }

    fn items(&self) -> Option<Arc<crate::rules::star::ItemTargets>> {
        Some(Arc::new(self.room.playing()?.star()?.item_targets()?))
    }

    /// Sets a bot thinking when it is on turn.
    fn wake_bot(&mut self) {
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

/// Why a step did not happen.
enum Failure {
    Refused(Refusal),
    Exit(Exit),
}

fn millis(span: Millis) -> Duration {
    Duration::from_millis(u64::try_from(span).unwrap_or(0))
}
