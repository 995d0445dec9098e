//! Whole rooms on the pure core, played by programs that know no manners: one thread, a made-up
//! clock, every choice from the seed.
//!
//! Even seeds play their games to the end with the greedy bot on every seat; odd ones do whatever
//! comes to their mind. After every step all that PROTOCOL.md promises is checked.

use std::collections::{BTreeMap, HashMap};

use tiaoqi::bot::{self, Choice};
use tiaoqi::game::{self, Act, Game, GameEvent, MainClock, Play, ResumeReason, Settings};
use tiaoqi::protocol::{Cid, Command, Event, EventFrame, RoomEvent, RoomId, ServerMessage, UserId};
use tiaoqi::room::ports::{Standings, Stored};
use tiaoqi::room::registry::Person;
use tiaoqi::room::{Drawn, Input, Needs, Room, Step};
use tiaoqi::rules::draughts::{self, Colour};
use tiaoqi::rules::star::{self, ASK_MILLIS, EndRule, Hole, ItemUse, Preset, Switches};
use tiaoqi::rules::{Point, Seat, Seed};
use tiaoqi::scoring::Farm;

use crate::support::client::{Client, Wire};
use crate::support::{Rng, long, person};

/// How many games the check plays, and the long form; fewer where nothing is optimised.
const GAMES: u64 = if cfg!(debug_assertions) { 200 } else { 10_000 };
const GAMES_LONG: u64 = 10 * GAMES;
/// How many steps a chaotic room takes at most.
const STEPS: usize = 160;

#[test]
fn rooms_keep_their_promises_whatever_people_do() {
    let wanted = if long() { GAMES_LONG } else { GAMES };
    let mut tally = Tally::default();
    let mut seed = 0;
    while tally.games < wanted {
        let outcome = std::panic::catch_unwind(|| {
            let mut tally = Tally::default();
            simulate(seed, &mut tally);
            tally
        });
        match outcome {
            Ok(one) => tally.add(&one),
            Err(_) => panic!("seed {seed} breaks a promise; see above"),
        }
        seed += 1;
    }
    println!(
        "{} games, {} to their end, in {seed} rooms; {} events, {} refusals, {} retries, {} restarts",
        tally.games,
        tally.count("ended"),
        tally.events.values().sum::<u64>(),
        tally.refusals.values().sum::<u64>(),
        tally.retries,
        tally.restarts,
    );
    tally.is_thorough();
}

/// The same seed gives the same log: a failure can be looked at again.
#[test]
fn a_seed_gives_one_history() {
    for seed in [1, 2] {
        let mut tallies = [Tally::default(), Tally::default()];
        let logs = tallies.each_mut().map(|tally| simulate(seed, tally));
        assert_eq!(logs[0], logs[1]);
        assert!(!logs[0].is_empty());
    }
}

/// What has happened, so that the test can tell that it tests.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    retries: u64,
    forgotten_retries: u64,
    restarts: u64,
    events: BTreeMap<String, u64>,
    refusals: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.retries += other.retries;
        self.forgotten_retries += other.forgotten_retries;
        self.restarts += other.restarts;
        for (name, count) in &other.events {
            *self.events.entry(name.clone()).or_default() += count;
        }
        for (name, count) in &other.refusals {
            *self.refusals.entry(name).or_default() += count;
        }
    }

    fn count(&self, event: &str) -> u64 {
        self.events.get(event).copied().unwrap_or(0)
    }

    /// Whether every kind of event and refusal that rooms have came about.
    fn is_thorough(&self) {
        // No preset skips turns; to be blocked on all sides takes people who conspire.
        for event in [
            "created",
            "configured",
            "sat",
            "stood",
            "readied",
            "unreadied",
            "bot_added",
            "kicked",
            "host_changed",
            "disconnected",
            "reconnected",
            "rematch",
            "closed",
            "started",
            "draw_offered",
            "draw_agreed",
            "draw_declined",
            "resumed",
            "scored",
            "item_used",
            "item_expired",
            "passed",
            "play_on_asked",
            "play_on_answered",
            "resign_proposed",
            "resign_agreed",
            "resign_declined",
            "moved",
            "turn_expired",
            "finished",
            "out",
            "warned",
            "ended",
        ] {
            assert!(self.count(event) > 0, "no {event} in {self:?}");
        }
        for code in [
            "not_your_turn",
            "stale_ply",
            "illegal",
            "seat_taken",
            "room_full",
            "over",
            "forbidden",
            "gone",
            "bad_request",
            "not_seated",
            "already_seated",
            "not_host",
            "not_ready",
            "seats_free",
            "game_running",
            "no_game",
            "needs_account",
            "no_offer",
            "bad_settings",
            "no_such_seat",
        ] {
            assert!(self.refusals.contains_key(code), "no {code} in {self:?}");
        }
        assert!(
            self.count("ended") * 2 >= self.games,
            "too few ends in {self:?}"
        );
        assert!(self.retries > 0 && self.forgotten_retries > 0 && self.restarts > 0);
    }
}

fn simulate(seed: u64, tally: &mut Tally) -> Vec<Stored> {
    let mut world = World::new(seed, tally);
    if seed.is_multiple_of(2) {
        world.play_greedily();
    } else {
        world.play_wildly();
    }
    world.restart();
    world.log
}

/// A command as it was sent, kept for retries.
#[derive(Clone)]
struct Sent {
    person: usize,
    cid: Cid,
    ply: Option<u32>,
    command: Command,
}

struct World<'a> {
    rng: Rng,
    tally: &'a mut Tally,
    id: RoomId,
    now: i64,
    people: Vec<Person>,
    points: HashMap<UserId, i64>,
    room: Room,
    /// The room as it is folded from the stored JSON, one event behind the other.
    mirror: Room,
    log: Vec<Stored>,
    client: Client,
    /// What each stored command was answered with.
    effects: HashMap<(UserId, Cid), u64>,
    sent: Vec<Sent>,
    scored: u64,
}

impl<'a> World<'a> {
    fn new(seed: u64, tally: &'a mut Tally) -> Self {
        let mut rng = Rng(seed);
        let people: Vec<Person> = (0..8)
            .map(|number: u8| Person {
                guest: number >= 6,
                ..person(u128::from(number) + 1, &format!("P{number}"))
            })
            .collect();
        let points = people
            .iter()
            .map(|person| {
                (
                    person.user,
                    i64::try_from(rng.below(3_000)).expect("small") - 100,
                )
            })
            .collect();
        let settings = loop {
            let settings = draw_settings(&mut rng);
            if settings.check().is_ok() {
                break settings;
            }
        };
        let host = &people[0];
        let now = 1_750_000_000_000 + i64::try_from(seed % 1_000_000).expect("small") * 1_000;
        let mut events = vec![Event::Room(RoomEvent::Created {
            code: "SEED2345".to_owned(),
            settings: settings.clone(),
            host: host.user,
            host_name: host.name.clone(),
        })];
        let taken = if settings.local { usize::MAX } else { 1 };
        for &seat in settings.seats().iter().take(taken) {
            events.push(Event::Room(RoomEvent::Sat {
                seat,
                user: host.user,
                name: host.name.clone(),
                guest: false,
                points: 0,
            }));
        }
        let id = rng.id();
        let step = Step::open(&events, now, None).expect("a room");
        let log: Vec<Stored> = step
            .new_room(id)
            .entries
            .into_iter()
            .zip(1..)
            .map(|(entry, seq)| Stored {
                seq,
                at: entry.at,
                command: entry.command,
                payload: entry.payload,
            })
            .collect();
        let mirror = Room::fold(&log).expect("its own log");
        assert_eq!(mirror, step.next);
        for event in &events {
            *tally.events.entry(name_of(event)).or_default() += 1;
        }
        Self {
            rng,
            tally,
            id,
            now,
            people,
            points,
            client: Client::new(step.next.seq(), step.next.view(0)),
            room: step.next,
            mirror,
            log,
            effects: HashMap::new(),
            sent: Vec::new(),
            scored: 0,
        }
    }

    /// Everybody plays well, to the end, once or twice.
    fn play_greedily(&mut self) {
        let host = 0;
        for game in 0..2 {
            if self.room.is_closed() {
                return;
            }
            self.fill_seats();
            if game > 0 && self.rng.chance(50) {
                for who in 0..self.people.len() {
                    if self.room.playing().is_none() && self.seat(who).is_some() {
                        self.command(who, None, Command::Rematch {});
                    }
                }
            }
            if self.room.playing().is_none() {
                for who in 0..self.people.len() {
                    if self.seat(who).is_some() {
                        self.command(who, None, Command::Ready {});
                    }
                }
                self.command(host, None, Command::Start {});
            }
            assert!(self.room.playing().is_some(), "no game began");
            while let Some(game) = self.room.playing() {
                let seat = game.play().on_turn().expect("a game that runs");
                let ply = game.play().ply();
                let game = game.clone();
                self.now += 200;
                if game.play().is_asking() {
                    self.answer_play_on(&game, 95);
                    continue;
                }
                let act = self.draw_act(&game, 10, 100).expect("an act");
                if game.bot_on_turn().is_some() {
                    self.input(&Input::Bot { seat, ply, act }, None);
                } else {
                    let who = self.person_on(seat);
                    self.command(who, Some(ply), command_of(&act));
                }
                if self.rng.chance(1) {
                    self.restart();
                }
                if self.rng.chance(2) {
                    self.retry();
                }
            }
        }
    }

    /// All who are asked say whether to play on, most of them yes.
    fn answer_play_on(&mut self, game: &Game, percent: u64) {
        for &seat in game.play().seats() {
            let who = self.person_or(seat, 0);
            let yes = self.rng.chance(percent);
            self.command(who, None, Command::AnswerPlayOn { yes });
        }
    }

    /// An act of the seat on turn: an item or, in so many of a hundred cases, what the bot would do, or
    /// else any move. None where that is none.
    fn draw_act(&mut self, game: &Game, items: u64, greedy: u64) -> Option<Act> {
        let Some(star) = game.star() else {
            return draw_move(&mut self.rng, game);
        };
        if self.rng.chance(items) {
            let uses = star.item_targets().unwrap_or_default().uses();
            if !uses.is_empty() {
                return Some(Act::UseItem(*self.rng.pick(&uses)));
            }
        }
        if !self.rng.chance(greedy) {
            return draw_move(&mut self.rng, game);
        }
        Some(match bot::decide(star, self.rng.0)? {
            Choice::Move(found) => act_of(&found, self.rng.chance(50)),
            Choice::Item(what) => Act::UseItem(what),
            Choice::Pass => Act::Pass,
        })
    }

    fn fill_seats(&mut self) {
        let bots = !self.room.settings().rated && self.rng.chance(30);
        for seat in self.room.free_seats().collect::<Vec<_>>() {
            if bots {
                self.command(0, None, Command::AddBot { seat });
                continue;
            }
            let who = (0..6)
                .find(|who| self.seat(*who).is_none())
                .expect("six people");
            self.command(who, None, Command::Sit { seat });
        }
    }

    /// Whatever comes to mind.
    fn play_wildly(&mut self) {
        for _ in 0..STEPS {
            if self.rng.chance(10) {
                self.restart();
            }
            if self.rng.chance(10) {
                self.retry();
            }
            match self.room.playing().cloned() {
                Some(game) => self.disturb(&game),
                None => self.gather(),
            }
            if self.room.is_closed() && self.rng.chance(50) {
                return;
            }
        }
    }

    /// Something happens in a room that waits; often enough it leads to a game.
    fn gather(&mut self) {
        self.now += i64::try_from(self.rng.below(20_000)).expect("small");
        let who = self.rng.below(self.people.len());
        let seat = Seat::ALL[self.rng.below(6)];
        match self.rng.below(26) {
            0..=5 => {
                let free: Vec<_> = self.room.free_seats().collect();
                let seat = if free.is_empty() {
                    seat
                } else {
                    *self.rng.pick(&free)
                };
                self.command(who, None, Command::Sit { seat });
            }
            6 => self.command(who, None, Command::Sit { seat }),
            7..=9 => {
                for who in 0..self.people.len() {
                    if self.seat(who).is_some() && self.rng.chance(90) {
                        self.command(who, None, Command::Ready {});
                    }
                }
                let host = self.host();
                self.command(host, None, Command::Start {});
            }
            10 => self.command(who, None, Command::Unready {}),
            11 => {
                let settings = draw_settings(&mut self.rng);
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::Configure { settings });
            }
            12..=15 => {
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::AddBot { seat });
            }
            16 => {
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::Kick { seat });
            }
            17 => self.command(who, None, Command::Stand {}),
            18..=20 => {
                for who in 0..self.people.len() {
                    if self.room.playing().is_none() && self.rng.chance(90) {
                        self.command(who, None, Command::Rematch {});
                    }
                }
            }
            21 => {
                let command = self.any_command();
                let ply = self.rng.chance(50).then_some(1);
                self.command(who, ply, command);
            }
            22 if self.rng.chance(10) => self.input(&Input::Idle, None),
            22 => self.input(&Input::Expire, None),
            _ => self.presence(),
        }
    }

    /// Something happens in a game.
    fn disturb(&mut self, game: &Game) {
        let seat = game.play().on_turn().expect("a game that runs");
        let ply = game.play().ply();
        let who = self.rng.below(self.people.len());
        match self.rng.below(40) {
            0 => {
                let command = self.any_command();
                self.command(who, Some(ply), command);
            }
            1 => self.command(who, None, Command::OfferDraw {}),
            2 => {
                for who in 0..self.people.len() {
                    let yes = self.rng.chance(80);
                    self.command(who, None, Command::AnswerDraw { yes });
                }
            }
            3 | 16 if game.star().is_some_and(star::Game::has_teams) || self.rng.chance(20) => {
                self.command(who, None, Command::Resign {});
                for who in 0..self.people.len() {
                    let yes = self.rng.chance(60);
                    self.command(who, None, Command::AnswerResign { yes });
                }
            }
            4 if self.rng.chance(40) => self.command(who, None, Command::Leave {}),
            5..=6 => self.presence(),
            7 => {
                let credit = i64::try_from(self.rng.below(5_000)).expect("small");
                let why = *self.rng.pick(&[
                    ResumeReason::Restart,
                    ResumeReason::Store,
                    ResumeReason::Rebuilt,
                ]);
                self.input(&Input::Resume { credit, why }, None);
            }
            8..=11 => {
                if let Some(deadline) = game.deadline() {
                    self.now = deadline + 50;
                }
                self.input(&Input::Expire, None);
            }
            12 => {
                let act = draw_move(&mut self.rng, game).unwrap_or(Act::Resign);
                let ply = ply + u32::from(self.rng.chance(50));
                let seat = if self.rng.chance(50) {
                    seat
                } else {
                    Seat::ALL[self.rng.below(6)]
                };
                self.input(&Input::Bot { seat, ply, act }, None);
            }
            13 => {
                let mut place = || Point::from(*self.rng.pick(&Hole::ALL));
                let (from, to) = (place(), place());
                let path = self.rng.chance(50).then(|| vec![from, to]);
                let by = if self.rng.chance(50) {
                    who
                } else {
                    self.person_or(seat, who)
                };
                self.command(by, Some(ply), Command::Move { from, to, path });
            }
            14 => {
                let by = self.person_or(seat, who);
                self.command(by, Some(ply), Command::Pass {});
            }
            15 => self.input(&Input::Idle, None),
            _ => self.act(game, seat, ply, who),
        }
    }

    /// The seat on turn moves, now and then for the wrong ply or by the wrong person.
    fn act(&mut self, game: &Game, seat: Seat, ply: u32, who: usize) {
        self.now += i64::try_from(self.rng.below(3_000)).expect("small");
        if game.play().is_asking() && self.rng.chance(60) {
            return self.answer_play_on(game, 90);
        }
        let Some(act) = self.draw_act(game, 10, 70) else {
            return;
        };
        if game.bot_on_turn().is_some() {
            self.input(&Input::Bot { seat, ply, act }, None);
            return;
        }
        let by = if self.rng.chance(95) {
            self.person_or(seat, who)
        } else {
            who
        };
        let ply = match self.rng.below(20) {
            0 => None,
            1 => Some(ply + 1),
            2 => Some(ply - 1),
            _ => Some(ply),
        };
        self.command(by, ply, command_of(&act));
    }

    fn presence(&mut self) {
        let user = self.people[self.rng.below(self.people.len())].user;
        let input = match self.rng.below(5) {
            0 | 1 => Input::Connected(user),
            2 | 3 => Input::Disconnected(user),
            _ => Input::Away(user),
        };
        self.input(&input, None);
    }

    fn any_command(&mut self) -> Command {
        let seat = Seat::ALL[self.rng.below(6)];
        match self.rng.below(18) {
            0 => Command::Sit { seat },
            1 => Command::Stand {},
            2 => Command::Ready {},
            3 => Command::Unready {},
            4 => Command::Configure {
                settings: draw_settings(&mut self.rng),
            },
            5 => Command::AddBot { seat },
            6 => Command::Kick { seat },
            7 => Command::Start {},
            8 => Command::Pass {},
            9 => Command::OfferDraw {},
            10 => Command::AnswerDraw { yes: false },
            11 => Command::AnswerDraw { yes: true },
            12 => Command::Rematch {},
            13 => Command::AnswerResign { yes: false },
            14 => Command::AnswerPlayOn { yes: true },
            15 => Command::UseItem(ItemUse::Roadblock {
                hole: Hole::ALL[60],
            }),
            16 => Command::UseItem(ItemUse::Tornado {
                hole: Hole::ALL[60],
            }),
            _ => Command::Leave {},
        }
    }

    fn seat(&self, who: usize) -> Option<Seat> {
        self.room.seat_of(self.people[who].user)
    }

    fn host(&self) -> usize {
        let host = self.room.host();
        self.people
            .iter()
            .position(|person| person.user == host)
            .expect("one of the people")
    }

    /// Who plays on the seat (and may have left since).
    fn person_on(&self, seat: Seat) -> usize {
        self.person_or(seat, usize::MAX)
    }

    fn person_or(&self, seat: Seat, or: usize) -> usize {
        let user = self.room.playing().and_then(|game| game.player(seat)?.user);
        self.people
            .iter()
            .position(|person| Some(person.user) == user)
            .unwrap_or(or)
    }

    fn command(&mut self, who: usize, ply: Option<u32>, command: Command) {
        let sent = Sent {
            person: who,
            cid: self.rng.id(),
            ply,
            command,
        };
        self.sent.push(sent.clone());
        self.send(sent);
    }

    /// An earlier command comes again, as after a lost answer.
    fn retry(&mut self) {
        if !self.sent.is_empty() {
            let recent = self.sent.len().min(40);
            let at = self.sent.len() - 1 - self.rng.below(recent);
            let sent = self.sent[at].clone();
            self.send(sent);
        }
    }

    /// What the shell does with a command: answered before, stored before, or decided now.
    fn send(&mut self, sent: Sent) {
        let person = self.people[sent.person].clone();
        let command = (person.user, sent.cid);
        let stored = self.effects.get(&command).copied();
        match (self.room.answer(person.user, sent.cid), stored) {
            (Some(answer), stored) => {
                assert_eq!(Some(answer), stored, "a retry is answered otherwise");
                self.tally.retries += 1;
                return;
            }
            // Longer ago than the room remembers: the journal knows.
            (None, Some(seq)) => {
                let later = self
                    .log
                    .iter()
                    .filter(|event| event.seq > seq)
                    .filter(|event| event.command.is_some_and(|(user, _)| user == person.user));
                assert!(
                    later.count() >= tiaoqi::room::ANSWERS_KEPT,
                    "forgotten too early"
                );
                self.tally.forgotten_retries += 1;
                return;
            }
            (None, None) => {}
        }
        // As late as a far connection may be, sometimes.
        let late = match self.room.playing() {
            Some(game) if self.rng.chance(5) => {
                game.leeway(i64::try_from(self.rng.below(501)).expect("small"))
            }
            _ => 0,
        };
        let input = Input::Person {
            person,
            ply: sent.ply,
            command: sent.command,
            late,
        };
        self.input(&input, Some(command));
    }

    fn draw(&mut self, input: &Input) -> Drawn {
        match self.room.needs(input) {
            Needs::Nothing => Drawn::default(),
            Needs::Standings(users) => Drawn {
                game: self.rng.id(),
                seed: Seed::from_words([(); 4].map(|()| self.rng.next())),
                standings: Some(Standings {
                    points: users.iter().map(|user| self.points[user]).collect(),
                    farm: *self.rng.pick(&[Farm::Whole, Farm::Half, Farm::None]),
                }),
            },
        }
    }

    fn input(&mut self, input: &Input, command: Option<(UserId, Cid)>) {
        self.now += 1;
        let drawn = self.draw(input);
        let events = match self.room.decide(input, &drawn) {
            Ok(events) => events,
            Err(refusal) => {
                let code = refusal.code.as_str();
                assert!(
                    !matches!(code, "internal" | "unavailable"),
                    "{code} for {input:?}"
                );
                *self.tally.refusals.entry(code).or_default() += 1;
                return;
            }
        };
        assert!(
            events.is_empty() || !self.room.is_closed(),
            "an event after closed"
        );
        if events.is_empty() {
            return;
        }
        let step = Step::of(&self.room, &events, self.now, command)
            .unwrap_or_else(|e| panic!("{e}: {events:?} for {input:?}"));
        self.check_step(&events, &step, command);
        self.check_clock(&step.next);
        self.check_booking(&events, &step);
        self.room = step.next;
        self.check_room();
    }

    /// The log grows without a gap, and its fold is the live state; so is a client's.
    fn check_step(&mut self, events: &[Event], step: &Step, command: Option<(UserId, Cid)>) {
        assert_eq!(step.entries.len(), events.len());
        assert_eq!(step.frames.len(), events.len());
        let first = self.room.seq() + 1;
        if let Some(command) = command {
            assert!(
                self.effects.insert(command, first).is_none(),
                "a second effect"
            );
        }
        for (index, ((event, entry), frame)) in events
            .iter()
            .zip(&step.entries)
            .zip(&step.frames)
            .enumerate()
        {
            let seq = first + index as u64;
            assert_eq!(frame.seq, seq);
            assert_eq!(entry.command, command.filter(|_| index == 0));
            *self.tally.events.entry(name_of(event)).or_default() += 1;
            let parsed: Event = serde_json::from_str(&entry.payload).expect("stored JSON");
            assert_eq!(&parsed, event, "an event changes on its way through JSON");
            self.mirror
                .apply(&parsed, entry.at, entry.command)
                .expect("the next event");
            self.log.push(Stored {
                seq,
                at: entry.at,
                command: entry.command,
                payload: entry.payload.clone(),
            });
            self.check_client(frame);
        }
        assert_eq!(self.mirror, step.next, "fold(log) is not the live state");
        assert_eq!(
            self.client.state,
            step.next.view(0),
            "a client sees another room"
        );
    }

    fn check_client(&mut self, frame: &EventFrame) {
        let text = serde_json::to_string(&ServerMessage::Ev(Box::new(frame.clone()))).unwrap();
        let wire: Wire = serde_json::from_str(&text).expect("a frame");
        let hash = wire.h.clone();
        assert_eq!(hash.is_some(), frame.turn.is_some());
        self.client.fold(wire);
        if hash.is_some() {
            assert_eq!(self.client.hash(), hash, "hashes differ after {text}");
        }
    }

    /// A deadline moves back for nothing but a new turn, and bots have none.
    fn check_clock(&self, next: &Room) {
        let turn = |game: &Game| {
            let play = game.play();
            let turns = match game.star() {
                Some(star) => star
                    .seats()
                    .iter()
                    .map(|&seat| u32::from(star.turns(seat)))
                    .sum(),
                None => play.ply(),
            };
            (game.id(), turns, play.on_turn(), play.is_asking())
        };
        let (Some(before), Some(after)) = (self.room.playing(), next.playing()) else {
            return;
        };
        if turn(before) == turn(after) {
            assert!(
                after.deadline() >= before.deadline(),
                "a deadline came nearer"
            );
        } else if let Some(deadline) = after.deadline() {
            let asking = after.play().is_asking();
            let limit = if asking {
                ASK_MILLIS
            } else {
                after.time_of(after.play().on_turn().expect("a running turn"))
            };
            assert_eq!(deadline, self.now + limit);
        }
    }

    /// One result for each game, with points that add up, in the step that ends it.
    fn check_booking(&mut self, events: &[Event], step: &Step) {
        let scores: Vec<_> = events
            .iter()
            .enumerate()
            .filter_map(|(at, event)| match event {
                Event::Game(game::Event::Game(GameEvent::Scored { scores })) => Some((at, scores)),
                _ => None,
            })
            .collect();
        let ends = |event: &Event| {
            matches!(
                event,
                Event::Game(
                    game::Event::Star(star::Event::Ended { .. })
                        | game::Event::Draughts(draughts::Event::Ended { .. })
                )
            )
        };
        assert_eq!(
            scores.len(),
            events.iter().filter(|event| ends(event)).count()
        );
        let batch = step.batch(self.id, 1);
        assert_eq!(batch.last_seq, self.room.seq());
        assert_eq!(batch.booking.is_some(), !scores.is_empty());
        let (Some((at, scores)), Some(booking)) = (scores.first(), batch.booking) else {
            return;
        };
        self.scored += 1;
        assert!(ends(&events[at - 1]), "points not right behind the end");
        let game = step.next.game().expect("a game");
        assert_eq!(
            u64::from(game.number()),
            self.scored,
            "a game without points before this one"
        );
        assert_eq!(booking.last_seq, self.room.seq() + 1 + *at as u64);
        let first = &self.log[usize::try_from(booking.first_seq).expect("small") - 1];
        assert!(
            first.payload.starts_with(r#"{"type":"started""#),
            "{}",
            first.payload
        );
        assert_eq!(booking.seats.len(), game.players().len());
        for score in *scores {
            let player = game.player(score.seat).expect("a player");
            assert_eq!(
                (score.before, score.points),
                (player.points, score.parts.total())
            );
            assert_eq!(score.after, score.before + i64::from(score.points));
            if !game.is_rated() {
                assert_eq!(score.points, 0, "points for an unrated game");
            } else if let Some(user) = player.user {
                self.points.insert(user, score.after);
            }
        }
        well_formed_places(game);
    }

    fn check_room(&mut self) {
        let room = &self.room;
        let seats = room.settings().seats();
        assert!(
            room.occupants().keys().all(|seat| seats.contains(seat)),
            "a seat too many"
        );
        let mut users: Vec<_> = room.occupants().values().filter_map(|o| o.user).collect();
        let people = users.len();
        users.sort_unstable();
        users.dedup();
        let each = if room.settings().local {
            people.min(1)
        } else {
            people
        };
        assert_eq!(users.len(), each, "somebody sits twice");
        assert!(
            users.is_empty() || users.contains(&room.host()),
            "people sit here, and the host is none of them"
        );
        if room.settings().rated {
            assert!(
                room.occupants()
                    .values()
                    .all(|o| o.user.is_some() && !o.guest)
            );
        }
        let projection = room.projection();
        assert_eq!(projection.wake_at.is_none(), room.is_closed());
        assert_eq!(
            projection.seated.len(),
            if room.is_closed() { 0 } else { people }
        );
        if let Some(game) = room.game() {
            conserved(game);
            let on_turn: Vec<_> = game.play().on_turn().into_iter().collect();
            assert_eq!(on_turn.len(), usize::from(room.playing().is_some()));
            assert!(on_turn.iter().all(|seat| game.play().is_playing(*seat)));
            assert_eq!(
                game.deadline().is_some(),
                room.playing().is_some() && game.bot_on_turn().is_none()
            );
        }
        self.tally.games += u64::from(
            self.log
                .last()
                .is_some_and(|last| last.payload.starts_with(r#"{"type":"started""#)),
        );
    }

    /// The server stops and reads the whole log again; the client starts from a snapshot.
    fn restart(&mut self) {
        self.tally.restarts += 1;
        let folded = Room::fold(&self.log).expect("its own log");
        assert_eq!(folded, self.room);
        assert_eq!(folded.seq(), self.log.len() as u64);
        let hash = |room: &Room| room.game().map(|game| game.play().hash());
        assert_eq!(hash(&folded), hash(&self.room));
        self.room = folded;
        let view = serde_json::to_string(&self.room.view(0)).unwrap();
        let client = Client::new(self.room.seq(), serde_json::from_str(&view).unwrap());
        assert_eq!(client.hash(), self.client.hash());
        self.client = client;
    }
}

fn name_of(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("plain data");
    json["type"].as_str().expect("a type").to_owned()
}

fn act_of(found: &star::LegalMove, with_path: bool) -> Act {
    Act::Move {
        from: found.from.into(),
        to: found.to.into(),
        path: with_path.then(|| found.path.iter().copied().map(Point::from).collect()),
    }
}

fn command_of(act: &Act) -> Command {
    match act {
        Act::Move { from, to, path } => Command::Move {
            from: *from,
            to: *to,
            path: path.clone(),
        },
        Act::UseItem(what) => Command::UseItem(*what),
        _ => Command::Pass {},
    }
}

/// Settings, some of which make no game.
fn draw_settings(rng: &mut Rng) -> Settings {
    let players = if rng.chance(10) {
        5
    } else {
        *rng.pick(&[2, 2, 2, 3, 3, 4, 4, 6])
    };
    let rated = rng.chance(40);
    if rng.chance(15) {
        return Settings {
            preset: (*rng.pick(&draughts::Preset::ALL)).into(),
            turn_seconds: *rng.pick(&[10, 30, 300]),
            clock: rng.chance(50).then(|| MainClock {
                main: *rng.pick(&[0, 3, 300]),
                increment: *rng.pick(&[1, 3]),
            }),
            rated,
            private: rng.chance(20),
            local: rng.chance(5),
            ..Settings::default()
        };
    }
    Settings {
        preset: (*rng.pick(&[Preset::Qq, Preset::Qq, Preset::QqLong])).into(),
        players,
        turn_seconds: *rng.pick(&[10, 30, 300]),
        rated,
        private: rng.chance(20),
        first: (!rated && rng.chance(20)).then_some(Seat::ALL[0]),
        teams: matches!(players, 4 | 6) && rng.chance(60),
        items: rng.chance(30),
        local: rng.chance(5),
        switches: Switches {
            end: (!rated && rng.chance(25)).then_some(EndRule::Ask),
            ..Switches::default()
        },
        ..Settings::default()
    }
}

/// Any legal move.
fn draw_move(rng: &mut Rng, game: &Game) -> Option<Act> {
    match game.play() {
        Play::Star(star) => {
            let moves = star.legal_moves();
            (!moves.is_empty()).then(|| act_of(rng.pick(&moves), rng.chance(50)))
        }
        Play::Draughts(board) => {
            let moves = board.legal_moves();
            let found = (!moves.is_empty()).then(|| rng.pick(&moves).clone())?;
            Some(Act::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: Some(found.route.into_iter().map(Point::from).collect()),
            })
        }
    }
}

/// Ten marbles for each seat that is not out, none for the others, and no two in one hole; twenty
/// pieces for each side but for those that were taken.
fn conserved(game: &Game) {
    let star = match game.play() {
        Play::Star(star) => star,
        Play::Draughts(board) => {
            for colour in Colour::ALL {
                let left = board.position().pieces(colour).len();
                assert_eq!(left + board.taken(colour.other()), 20, "pieces of {colour}");
            }
            return;
        }
    };
    let mut all = star::HoleSet::EMPTY;
    for &seat in star.seats() {
        let marbles = star.marbles(seat);
        let expected = if star.out(seat).is_some() { 0 } else { 10 };
        assert_eq!(marbles.len(), expected, "marbles of seat {seat}");
        assert!(all.is_disjoint(marbles), "two marbles in one hole");
        all |= marbles;
    }
}

/// Places count like a race: who shares one shares its number, and the next one is left out.
fn well_formed_places(game: &Game) {
    let ended = game.ended().expect("a game that is over");
    if game.star().is_some_and(star::Game::has_teams) {
        return team_places(game);
    }
    let mut places: Vec<_> = ended
        .places
        .iter()
        .map(|placed| usize::from(placed.place))
        .collect();
    places.sort_unstable();
    assert_eq!(places.len(), game.players().len());
    for (at, place) in places.iter().enumerate() {
        let shared = at > 0 && places[at - 1] == *place;
        assert!(shared || *place == at + 1, "{places:?}");
    }
    for score in game.scores() {
        let placed = ended.places.iter().find(|placed| placed.seat == score.seat);
        assert_eq!(placed.map(|placed| placed.place), Some(score.place));
    }
}

/// One team has won and the other lost, or all have drawn.
fn team_places(game: &Game) {
    let star = game.star().expect("a star game");
    let drawn = star.end_reason().is_some_and(star::EndReason::is_draw);
    let place = |team| {
        let mut places = star.members(team).map(|seat| star.place(seat));
        let first = places.next().expect("a member");
        assert!(
            places.all(|place| place == first),
            "a team shares its place"
        );
        first.expect("a place")
    };
    let mut places = star::Team::ALL.map(place);
    places.sort_unstable();
    assert_eq!(places, if drawn { [1, 1] } else { [1, 2] });
}
