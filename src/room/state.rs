//! A room's state: the fold of its events.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::game::{self, Game, Millis, Settings};
use crate::protocol::{Answer, Cid, Event, RoomEvent, UserId};
use crate::rules::Seat;
use crate::scoring::level_of;

/// How many answers are kept for each account.
pub const ANSWERS_KEPT: usize = 16;

/// Everything a room is. It changes by [`Room::apply`] alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    pub(super) code: String,
    pub(super) settings: Settings,
    pub(super) host: UserId,
    pub(super) host_name: String,
    pub(super) created: Millis,
    pub(super) occupants: BTreeMap<Seat, Occupant>,
    pub(super) game: Option<Game>,
    pub(super) games: u32,
    pub(super) rematch: BTreeSet<Seat>,
    pub(super) closed: bool,
    pub(super) seq: u64,
    pub(super) last_at: Millis,
    pub(super) game_first_seq: u64,
    answered: BTreeMap<UserId, VecDeque<Answer>>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// The account; none for a bot.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// A guest's account.
    pub guest: bool,
    /// Points of the family.
    pub points: i64,
    /// Ready for the next game; bots always are.
    pub ready: bool,
    /// Whether a connection of the account is open; bots always are there.
    pub connected: bool,
}

impl Occupant {
    /// The level the points give, 1..=25.
    #[must_use]
    pub fn level(&self) -> u8 {
        level_of(self.points).number()
    }
}

/// An event does not fit the room before it: the log is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptRoom {
    /// The event's number.
    pub seq: u64,
}

impl std::fmt::Display for CorruptRoom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {} does not fit the room before it", self.seq)
    }
}

impl std::error::Error for CorruptRoom {}

impl Room {
    /// The room its first event makes.
    ///
    /// # Errors
    /// When the event is no `created`.
    pub fn open(event: &Event, at: Millis) -> Result<Self, CorruptRoom> {
        let Event::Room(RoomEvent::Created {
            code,
            settings,
            host,
            host_name,
        }) = event
        else {
            return Err(CorruptRoom { seq: 1 });
        };
        Ok(Self {
            code: code.clone(),
            settings: settings.clone(),
            host: *host,
            host_name: host_name.clone(),
            created: at,
            occupants: BTreeMap::new(),
            game: None,
            games: 0,
            rematch: BTreeSet::new(),
            closed: false,
            seq: 1,
            last_at: at,
            game_first_seq: 0,
            answered: BTreeMap::new(),
        })
    }

    /// Takes the next event in; `command` is set on the first event of somebody's command.
    ///
    /// # Errors
    /// When the event does not fit; the state is then unspecified and must be dropped.
    pub fn apply(
        &mut self,
        event: &Event,
        at: Millis,
        command: Option<(UserId, Cid)>,
    ) -> Result<(), CorruptRoom> {
        self.seq += 1;
        self.last_at = at;
        if let Some((user, cid)) = command {
            let answers = self.answered.entry(user).or_default();
            if answers.len() == ANSWERS_KEPT {
                answers.pop_front();
            }
            answers.push_back(Answer { cid, seq: self.seq });
        }
        match event {
            Event::Room(event) => self.apply_room(event),
            Event::Game(event) => self.apply_game(event, at),
        }
        .ok_or(CorruptRoom { seq: self.seq })
    }

    /// `None`: it does not fit.
    fn apply_room(&mut self, event: &RoomEvent) -> Option<()> {
        match event {
            RoomEvent::Created { .. } => return None,
            RoomEvent::Configured { settings } => {
                self.settings = settings.clone();
                self.unready_people();
            }
            RoomEvent::Sat {
                seat,
                user,
                name,
                guest,
                points,
            } => {
                self.take_seat(
                    *seat,
                    Occupant {
                        user: Some(*user),
                        name: name.clone(),
                        guest: *guest,
                        points: *points,
                        ready: false,
                        connected: true,
                    },
                )?;
            }
            RoomEvent::BotAdded { seat, name } => {
                self.take_seat(
                    *seat,
                    Occupant {
                        user: None,
                        name: name.clone(),
                        guest: false,
                        points: 0,
                        ready: true,
                        connected: true,
                    },
                )?;
            }
            RoomEvent::Stood { seat, .. } | RoomEvent::Kicked { seat } => {
                self.occupants.remove(seat)?;
                self.rematch.remove(seat);
            }
            RoomEvent::Readied { seat } => self.occupants.get_mut(seat)?.ready = true,
            RoomEvent::Unreadied { seat } => {
                self.occupants.get_mut(seat)?.ready = false;
                self.rematch.remove(seat);
            }
            RoomEvent::HostChanged { host, host_name } => {
                self.host = *host;
                self.host_name.clone_from(host_name);
            }
            RoomEvent::Disconnected { seat } => self.occupants.get_mut(seat)?.connected = false,
            RoomEvent::Reconnected { seat } => self.occupants.get_mut(seat)?.connected = true,
            RoomEvent::Rematch { seat } => {
                self.occupants.get_mut(seat)?.ready = true;
                self.rematch.insert(*seat);
            }
            RoomEvent::Swapped {} => {
                let seats = self.settings.seats();
                let (first, second) = (*seats.first()?, *seats.get(1)?);
                let one = self.occupants.remove(&first);
                let other = self.occupants.remove(&second);
                self.occupants
                    .extend(other.map(|occupant| (first, occupant)));
                self.occupants
                    .extend(one.map(|occupant| (second, occupant)));
            }
            RoomEvent::Closed { .. } => self.closed = true,
        }
        Some(())
    }

    fn apply_game(&mut self, event: &game::Event, at: Millis) -> Option<()> {
        if let game::Event::Game(started @ game::GameEvent::Started { .. }) = event {
            if self.playing().is_some() {
                return None;
            }
            self.game = Some(Game::start(started, at).ok()?);
            self.games += 1;
            self.rematch.clear();
            self.game_first_seq = self.seq;
            return Some(());
        }
        let game = self.game.as_mut()?;
        game.apply(event, at).ok()?;
        if let game::Event::Game(game::GameEvent::Scored { scores }) = event {
            let after: Vec<_> = scores
                .iter()
                .filter_map(|score| Some((game.player(score.seat)?.user?, score.after)))
                .collect();
            for occupant in self.occupants.values_mut() {
                if let Some((_, points)) =
                    after.iter().find(|(user, _)| occupant.user == Some(*user))
                {
                    occupant.points = *points;
                }
            }
            self.unready_people();
        }
        Some(())
    }

    fn take_seat(&mut self, seat: Seat, occupant: Occupant) -> Option<()> {
        self.occupants
            .insert(seat, occupant)
            .is_none()
            .then_some(())
    }

    fn unready_people(&mut self) {
        self.rematch.clear();
        for occupant in self.occupants.values_mut() {
            occupant.ready = occupant.user.is_none();
        }
    }

    /// The number of the last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the last event happened.
    #[must_use]
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    /// What people type to join.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What is played.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The host's account.
    #[must_use]
    pub fn host(&self) -> UserId {
        self.host
    }

    /// Who sits where.
    #[must_use]
    pub fn occupants(&self) -> &BTreeMap<Seat, Occupant> {
        &self.occupants
    }

    /// The running game, or the last one.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The running game.
    #[must_use]
    pub fn playing(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.ended().is_none())
    }

    /// Whether nothing more happens here.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The seat an account sits on. Where one person holds several: the one that it acts for now.
    #[must_use]
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let holds = |seat: &Seat| {
            let occupant = self.occupants.get(seat);
            occupant.is_some_and(|occupant| occupant.user == Some(user))
        };
        let acting = self.playing().and_then(|game| game.seat_of(user));
        acting
            .filter(holds)
            .or_else(|| self.occupants.keys().copied().find(holds))
    }

    /// The seats of these settings that nobody has, in turn order.
    pub fn free_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.settings
            .seats()
            .iter()
            .copied()
            .filter(|seat| !self.occupants.contains_key(seat))
    }

    /// The number a command was answered with, if it is among the account's last 16.
    #[must_use]
    pub fn answer(&self, user: UserId, cid: Cid) -> Option<u64> {
        self.answers(user)
            .find(|answer| answer.cid == cid)
            .map(|answer| answer.seq)
    }

    /// The account's last answers, oldest first.
    pub fn answers(&self, user: UserId) -> impl Iterator<Item = Answer> + '_ {
        self.answered.get(&user).into_iter().flatten().copied()
    }
}
