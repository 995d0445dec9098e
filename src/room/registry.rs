//! All rooms of this process: made, found, loaded when somebody asks, woken when due.

mod sitting;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bot::{self, Choice};
use crate::game::{self, Act, Family, GameEvent, Millis, Play, Settings};
use crate::protocol::{Cid, Code, Command, Event, Refusal, RoomEvent, RoomId, RoomRef, UserId};
use crate::room::actor;
use crate::room::directory::Directory;
use crate::room::lag::Lag;
use crate::room::mailbox::{Inbox, Mailbox, Msg, NotSent, mailbox};
use crate::room::outbox::Outbox;
use crate::room::ports::{Clock, Hall, Ids, Journal, JournalError, Outage};
use crate::room::state::Room;
use crate::room::step::Step;
use crate::rules::{Point, Seat};

pub use crate::room::decide::Person;

/// A connection that wants a room's events.
#[derive(Clone, Debug)]
pub struct Subscriber {
    /// The connection's number, unique in this process.
    pub conn: u64,
    /// Who is behind it.
    pub person: Person,
    /// Where its frames go.
    pub outbox: Outbox,
    /// How far away it is.
    pub lag: Lag,
    /// The last event it has, and the game's hash there, if there was a game.
    pub since: Option<(u64, Option<String>)>,
}

/// A command as it came in.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who sent it.
    pub person: Person,
    /// Its id.
    pub cid: Cid,
    /// The ply it is for.
    pub ply: Option<u32>,
    /// What is asked.
    pub command: Command,
    /// When the frame was read from the socket: a move that arrived in time wins over the timer.
    pub arrived: Millis,
}

/// How rooms behave where the rules leave it open.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long a bot waits before it moves, so that people can follow, in milliseconds.
    pub bot_pause: Millis,
    /// How many bots may think at once.
    pub bots_at_once: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bot_pause: 700,
            bots_at_once: 2,
        }
    }
}

/// What every room's task shares.
pub(super) struct Shared {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn Ids>,
    hall: Arc<dyn Hall>,
    options: Options,
    directory: Mutex<Directory>,
    outages: Mutex<Vec<Outage>>,
    thinkers: Arc<Semaphore>,
    tasks: TaskTracker,
    stop: CancellationToken,
    wake: Notify,
}

/// All rooms of this process. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rooms").finish_non_exhaustive()
    }
}

impl Rooms {
    /// A registry without rooms.
    #[must_use]
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        hall: Arc<dyn Hall>,
        options: Options,
    ) -> Self {
        Self(Arc::new(Shared {
            journal,
            clock,
            ids,
            hall,
            options,
            directory: Mutex::default(),
            outages: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(options.bots_at_once.max(1))),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            wake: Notify::new(),
        }))
    }

    /// Takes up every unfinished room of the store: notes where everybody sits and when each
    /// room is next due, and loads none before somebody asks or it is due. Call once, before
    /// serving.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn recover(&self) -> Result<(), JournalError> {
        let shared = &self.0;
        let outages = shared.journal.begin(shared.clock.now()).await?;
        *lock(&shared.outages) = outages;
        let rooms = shared.journal.unfinished().await?;
        tracing::info!(rooms = rooms.len(), "unfinished rooms taken up");
        {
            let mut directory = shared.directory();
            for room in rooms {
                directory.restore(room);
            }
        }
        let waker = Arc::clone(shared);
        shared.tasks.spawn(async move { waker.wake_rooms().await });
        Ok(())
    }

    /// Makes a room; its maker is its host and sits on the first seat.
    ///
    /// # Errors
    /// `bad_settings`, `needs_account`, `already_seated` in a running game, `unavailable`.
    pub async fn create(&self, host: &Person, settings: Settings) -> Result<RoomRef, Refusal> {
        settings.check()?;
        if settings.rated && host.guest {
            return Err(Code::NeedsAccount.into());
        }
        let claim = self.claim(host, None)?;
        self.give_up(host, &claim.elsewhere).await?;
        let shared = &self.0;
        let now = shared.clock.now();
        let standings = shared
            .journal
            .standings(vec![host.user], settings.family(), 0)
            .await
            .map_err(|_| Refusal::UNAVAILABLE)?;
        let seats = settings.seats();
        let taken = if settings.local { seats.len() } else { 1 };
        let private = settings.private;
        // A code that is taken is drawn again; ten in a row do not happen.
        for _ in 0..10 {
            let id = shared.ids.id();
            let code = draw_code(shared.ids.as_ref(), private);
            let mut events = vec![Event::Room(RoomEvent::Created {
                code: code.clone(),
                settings: settings.clone(),
                host: host.user,
                host_name: host.name.clone(),
            })];
            events.extend(seats.iter().take(taken).map(|&seat| {
                Event::Room(RoomEvent::Sat {
                    seat,
                    user: host.user,
                    name: host.name.clone(),
                    guest: host.guest,
                    points: standings.points.first().copied().unwrap_or(0),
                })
            }));
            let step = Step::open(&events, now, None).map_err(|_| Code::Internal)?;
            match shared.journal.create(step.new_room(id)).await {
                Ok(true) => {
                    shared.register(id, &step.next);
                    shared.announce(&step.next, &events);
                    return Ok(RoomRef {
                        id,
                        code,
                        playing: false,
                    });
                }
                Ok(false) => {}
                Err(_) => return Err(Refusal::UNAVAILABLE),
            }
        }
        Err(Code::Internal.into())
    }

    /// The room with this code (letters in either case) or id.
    ///
    /// # Errors
    /// `not_found`, `unavailable`.
    pub async fn find(&self, code_or_id: &str) -> Result<RoomRef, Refusal> {
        let code = code_or_id.to_ascii_uppercase();
        if let Some(found) = self.0.directory().find(&code, code_or_id) {
            return Ok(found);
        }
        let stored = self
            .0
            .journal
            .find(&code)
            .await
            .map_err(|_| Refusal::UNAVAILABLE)?;
        let id = stored.ok_or(Code::NotFound)?;
        Ok(RoomRef {
            id,
            code,
            playing: false,
        })
    }

    /// Where an account is seated.
    #[must_use]
    pub fn of_user(&self, user: UserId) -> Vec<RoomRef> {
        self.0.directory().of_user(user)
    }

    /// Subscribes a connection: the room itself sends `snap` or `evs`, then every event, into
    /// the outbox.
    ///
    /// # Errors
    /// `not_found`, `frozen`, `unavailable`.
    pub async fn subscribe(&self, room: RoomId, subscriber: Subscriber) -> Result<(), Refusal> {
        self.ask(room, |reply| Msg::Subscribe {
            subscriber: subscriber.clone(),
            reply,
        })
        .await
    }

    /// Ends a subscription (also when the connection closes).
    pub async fn unsubscribe(&self, room: RoomId, conn: u64) {
        let mailbox = self.0.directory().mailbox(room);
        if let Some(mailbox) = mailbox {
            // A room that is gone has no viewers left to forget.
            let _ = mailbox.deliver(Msg::Unsubscribe { conn }).await;
        }
    }

    /// Runs a command; answers, after the commit, with the number of its first event.
    ///
    /// # Errors
    /// Why it was refused; nothing changed, except that `unavailable` after a lost answer may
    /// have: the same `cid` again brings the answer.
    pub async fn command(&self, room: RoomId, request: Request) -> Result<u64, Refusal> {
        if matches!(request.command, Command::Sit { .. }) {
            // Whoever asks may go away meanwhile: the claim lives until the seat is stored.
            let rooms = self.clone();
            let sitting = self
                .0
                .tasks
                .spawn(async move { rooms.sit(room, request).await });
            return sitting.await.unwrap_or(Err(Refusal::UNAVAILABLE));
        }
        self.tell(room, &request).await
    }

    async fn tell(&self, room: RoomId, request: &Request) -> Result<u64, Refusal> {
        self.ask(room, |reply| Msg::Command {
            request: request.clone(),
            reply,
        })
        .await
    }

    /// Stops every room after what it is doing; nothing new is accepted.
    pub async fn shutdown(&self) {
        self.0.stop.cancel();
        let mailboxes = self.0.directory().mailboxes();
        for mailbox in mailboxes {
            // A closed mailbox is a room that has stopped.
            let _ = mailbox.deliver(Msg::Stop).await;
        }
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// Sends a message that is answered. A room that unloads just then is asked once more.
    async fn ask<T>(
        &self,
        room: RoomId,
        msg: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> Msg,
    ) -> Result<T, Refusal> {
        for _ in 0..2 {
            if self.0.stop.is_cancelled() {
                break;
            }
            let mailbox = self.0.load(room);
            let (reply, answered) = oneshot::channel();
            match mailbox.ask(msg(reply)).await {
                Ok(()) => {}
                Err(NotSent::Full) => break,
                Err(NotSent::Closed) => continue,
            }
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
        Err(Refusal::UNAVAILABLE)
    }
}

impl Shared {
    fn directory(&self) -> MutexGuard<'_, Directory> {
        lock(&self.directory)
    }

    pub(super) fn outages(&self) -> Vec<Outage> {
        lock(&self.outages).clone()
    }

    /// The room's mailbox; its task is started when there is none.
    fn load(self: &Arc<Self>, room: RoomId) -> Mailbox {
        let mut directory = self.directory();
        if let Some(mailbox) = directory.mailbox(room) {
            return mailbox;
        }
        let (mailbox, inbox) = mailbox();
        directory.loaded(room, mailbox.clone());
        drop(directory);
        self.tasks.spawn(actor::run(Arc::clone(self), room, inbox));
        mailbox
    }

    /// Forgets a room's task.
    pub(super) fn unload(&self, room: RoomId) {
        self.directory().unloaded(room);
        self.wake.notify_one();
    }

    /// Forgets a room's task unless something has just come in for it.
    pub(super) fn try_unload(&self, room: RoomId, inbox: &Inbox) -> bool {
        let mut directory = self.directory();
        if !inbox.is_empty() {
            return false;
        }
        directory.unloaded(room);
        drop(directory);
        self.wake.notify_one();
        true
    }

    /// Holds nobody's seat for this room any more, and lists it no longer.
    pub(super) fn forget(&self, room: RoomId) {
        self.directory().forget(room);
        self.hall.unlisted(room);
    }

    /// Notes where everybody sits and when the room is next due.
    pub(super) fn register(&self, id: RoomId, room: &Room) {
        let projection = room.projection();
        self.directory().update(id, room.code(), &projection);
        match room.line(id) {
            Some(line) => self.hall.listed(line),
            None => self.hall.unlisted(id),
        }
    }

    /// Tells accounts whose points have changed.
    pub(super) fn announce(self: &Arc<Self>, room: &Room, events: &[Event]) {
        for event in events {
            let Event::Game(game::Event::Game(GameEvent::Scored { scores })) = event else {
                continue;
            };
            // The account's own stream tells points of Chinese checkers alone.
            if room.settings().family() != Family::Star {
                continue;
            }
            let changed = scores.iter().filter(|score| score.points != 0);
            let users = changed
                .filter_map(|score| room.game()?.player(score.seat)?.user)
                .collect();
            let shared = Arc::clone(self);
            self.tasks
                .spawn(async move { shared.tell_points(users).await });
        }
    }

    /// Reads anew what these accounts have: another game may have ended since this one began.
    async fn tell_points(&self, users: Vec<UserId>) {
        let read = self.journal.standings(users.clone(), Family::Star, 0);
        // Without an answer the account tells it when it is next read.
        let points = read.await.map(|found| found.points).unwrap_or_default();
        for (user, points) in users.into_iter().zip(points) {
            self.hall.points(user, points);
        }
    }

    /// Lets a bot think off the async threads and sends its move to the room.
    pub(super) fn think(self: &Arc<Self>, room: RoomId, seat: Seat, game: Play) {
        let Some(mailbox) = self.directory().mailbox(room) else {
            return;
        };
        let shared = Arc::clone(self);
        let seed = self.ids.seed();
        self.tasks.spawn(async move {
            let pause = u64::try_from(shared.options.bot_pause).unwrap_or(0);
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(pause)) => {}
                () = shared.stop.cancelled() => return,
            }
            let Ok(_turn) = Arc::clone(&shared.thinkers).acquire_owned().await else {
                return;
            };
            let ply = game.ply();
            let chosen = tokio::task::spawn_blocking(move || choose(&game, seed)).await;
            // A bot without a choice (or that failed) gives up rather than hold everybody up.
            let act = chosen.ok().flatten().unwrap_or(Act::Resign);
            // A mailbox that is gone is a room that has stopped; it thinks again when loaded.
            let _ = mailbox.deliver(Msg::Bot { seat, ply, act }).await;
        });
    }

    /// Loads each room that nobody holds in memory when it is due.
    async fn wake_rooms(self: &Arc<Self>) {
        loop {
            let now = self.clock.now();
            let (due, next) = self.directory().due(now);
            for room in due {
                self.load(room);
            }
            let pause = next.map_or(60_000, |next| (next - now).clamp(1, 60_000));
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(pause.unsigned_abs())) => {}
                () = self.wake.notified() => {}
                () = self.stop.cancelled() => return,
            }
        }
    }
}

/// What a bot does; none when it has no choice.
fn choose(game: &Play, seed: u64) -> Option<Act> {
    Some(match game {
        Play::Star(game) => match bot::decide(game, seed)? {
            Choice::Item(what) => Act::UseItem(what),
            Choice::Pass => Act::Pass,
            Choice::Move(found) => Act::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: Some(found.path.into_iter().map(Point::from).collect()),
            },
        },
        Play::Draughts(game) => {
            let found = bot::draughts::choose(game, seed)?;
            Act::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: Some(found.route.into_iter().map(Point::from).collect()),
            }
        }
    })
}

/// What a code is made of: no letters or digits that look alike.
const CODE_ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A code: eight characters, twelve for a private room, which nobody shall guess.
fn draw_code(ids: &dyn Ids, private: bool) -> String {
    let length = if private { 12 } else { 8 };
    let mut bits = ids.seed();
    (0..length)
        .map(|_| {
            let letter = usize::try_from(bits % 32).unwrap_or(0);
            bits /= 32;
            char::from(CODE_ALPHABET[letter])
        })
        .collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
