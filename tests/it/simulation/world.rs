//! One room and everything around it: the people, the clock, the log, a client; and what the
//! shell does with a command, an input and a restart.

use std::collections::HashMap;

use tiaoqi::protocol::{Cid, Command, Event, RoomEvent, RoomId, UserId};
use tiaoqi::room::ports::{Standings, Stored};
use tiaoqi::room::registry::Person;
use tiaoqi::room::{Drawn, Input, Needs, Room, Step};
use tiaoqi::rules::{Seat, Seed};
use tiaoqi::scoring::Farm;

use super::draws::draw_settings;
use super::tally::Tally;
use crate::support::client::Client;
use crate::support::{Rng, person};

/// A command as it was sent, kept for retries.
#[derive(Clone)]
struct Sent {
    person: usize,
    cid: Cid,
    ply: Option<u32>,
    command: Command,
}

pub(super) struct World<'a> {
    pub(super) rng: Rng,
    pub(super) tally: &'a mut Tally,
    pub(super) id: RoomId,
    pub(super) now: i64,
    pub(super) people: Vec<Person>,
    pub(super) points: HashMap<UserId, i64>,
    pub(super) room: Room,
    /// The room as it is folded from the stored JSON, one event behind the other.
    pub(super) mirror: Room,
    pub(super) log: Vec<Stored>,
    pub(super) client: Client,
    /// What each stored command was answered with.
    pub(super) effects: HashMap<(UserId, Cid), u64>,
    sent: Vec<Sent>,
    pub(super) scored: u64,
}

impl<'a> World<'a> {
    pub(super) fn new(seed: u64, tally: &'a mut Tally) -> Self {
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

    pub(super) fn seat(&self, who: usize) -> Option<Seat> {
        self.room.seat_of(self.people[who].user)
    }

    pub(super) fn host(&self) -> usize {
        let host = self.room.host();
        self.people
            .iter()
            .position(|person| person.user == host)
            .expect("one of the people")
    }

    /// Who plays on the seat (and may have left since).
    pub(super) fn person_on(&self, seat: Seat) -> usize {
        self.person_or(seat, usize::MAX)
    }

    pub(super) fn person_or(&self, seat: Seat, or: usize) -> usize {
        let user = self.room.playing().and_then(|game| game.player(seat)?.user);
        self.people
            .iter()
            .position(|person| Some(person.user) == user)
            .unwrap_or(or)
    }

    pub(super) fn command(&mut self, who: usize, ply: Option<u32>, command: Command) {
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
    pub(super) fn retry(&mut self) {
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

    pub(super) fn input(&mut self, input: &Input, command: Option<(UserId, Cid)>) {
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

    /// The server stops and reads the whole log again; the client starts from a snapshot.
    pub(super) fn restart(&mut self) {
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

pub(super) fn name_of(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("plain data");
    json["type"].as_str().expect("a type").to_owned()
}
