//! What a command does to a room: events, or a typed refusal. Pure: the time and everything
//! drawn come in as values.

use uuid::Uuid;

use crate::game::{self, Act, ActError, GameEvent, Millis, Player, ResumeReason, Settings};
use crate::protocol::{CloseReason, Code, Command, Event, Refusal, RoomEvent, StandReason, UserId};
use crate::room::ports::Standings;
use crate::room::state::{Occupant, Room};
use crate::rules::Seat;
use crate::rules::star::IllegalAct;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub user: UserId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest's.
    pub guest: bool,
}

/// What reaches a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A person's command.
    Person {
        /// Who.
        person: Person,
        /// The ply it is for.
        ply: Option<u32>,
        /// What is asked.
        command: Command,
        /// By how much it came after the deadline of its turn and yet in time, as its
        /// connection's lag allows, in milliseconds.
        late: Millis,
    },
    /// A bot's move.
    Bot {
        /// Its seat.
        seat: Seat,
        /// The ply it is for.
        ply: u32,
        /// The move; none when it gives up.
        act: Act,
    },
    /// The running turn's deadline has passed.
    Expire,
    /// An account's first connection opened.
    Connected(UserId),
    /// An account's last connection closed.
    Disconnected(UserId),
    /// An account has been away for too long.
    Away(UserId),
    /// Nobody has been here for too long.
    Idle,
    /// Time passed that nobody is charged for.
    Resume {
        /// How much, in milliseconds.
        credit: Millis,
        /// Why.
        why: ResumeReason,
    },
}

/// What was drawn or read for an input that needs it; see [`Room::needs`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The id of a game that starts.
    pub game: Uuid,
    /// Unpredictable bits that decide who starts.
    pub toss: u64,
    /// The day, for the factor against farming.
    pub standings: Option<Standings>,
}

/// What has to be read before an input can be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// The standings of these accounts, in this order.
    Standings(Vec<UserId>),
}

impl Room {
    /// What [`Room::decide`] will need to have read for this input.
    #[must_use]
    pub fn needs(&self, input: &Input) -> Needs {
        let Input::Person {
            person, command, ..
        } = input
        else {
            return Needs::Nothing;
        };
        match command {
            Command::Sit { .. } => Needs::Standings(vec![person.user]),
            Command::Start {} | Command::Rematch {} => Needs::Standings(self.people().collect()),
            _ => Needs::Nothing,
        }
    }

    /// The accounts seated, in turn order.
    fn people(&self) -> impl Iterator<Item = UserId> + '_ {
        self.occupants.values().filter_map(|occupant| occupant.user)
    }

    /// The events an input makes, in order.
    ///
    /// # Errors
    /// Why it is refused; nothing changed.
    pub fn decide(&self, input: &Input, drawn: &Drawn) -> Result<Vec<Event>, Refusal> {
        if self.closed {
            return Err(Code::Gone.into());
        }
        match input {
            Input::Person {
                person,
                ply,
                command,
                late,
            } => {
                let mut events = self.command(person, *ply, command, drawn)?;
                if *late > 0 && command.acts_in_turn() {
                    let resumed = GameEvent::Resumed {
                        credit: *late,
                        why: ResumeReason::Lag,
                    };
                    events.insert(0, game_event(resumed));
                }
                Ok(events)
            }
            Input::Bot { seat, ply, act } => {
                let game = self.playing().ok_or(Code::NoGame)?;
                if game.star().ply() != *ply || game.bot_on_turn() != Some(*seat) {
                    return Err(Code::StalePly.into());
                }
                act_on(game, *seat, act)
            }
            Input::Expire => {
                let game = self.playing().ok_or(Code::NoGame)?;
                game.deadline().ok_or(Code::StalePly)?;
                Ok(game_events(game.expire()))
            }
            Input::Connected(user) => Ok(self.presence(*user, true)),
            Input::Disconnected(user) => Ok(self.presence(*user, false)),
            Input::Away(user) => {
                let away = self
                    .seat_of(*user)
                    .filter(|seat| self.playing().is_none() && !self.occupants[seat].connected);
                Ok(away.map_or_else(Vec::new, |seat| self.stand(seat, StandReason::Away)))
            }
            Input::Idle if self.playing().is_some() => Ok(Vec::new()),
            Input::Idle => Ok(vec![room(RoomEvent::Closed {
                why: CloseReason::Empty,
            })]),
            Input::Resume { credit, why } => Ok(match self.playing() {
                Some(game) if game.deadline().is_some() && *credit > 0 => {
                    vec![game_event(GameEvent::Resumed {
                        credit: *credit,
                        why: *why,
                    })]
                }
                _ => Vec::new(),
            }),
        }
    }

    fn command(
        &self,
        person: &Person,
        ply: Option<u32>,
        command: &Command,
        drawn: &Drawn,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit { seat } => self.sit(person, *seat, drawn),
            Command::Stand {} => {
                let seat = self.waiting_seat(person)?;
                Ok(self.stand(seat, StandReason::Left))
            }
            Command::Ready {} => {
                let seat = self.waiting_seat(person)?;
                if self.occupants[&seat].ready {
                    return Ok(Vec::new());
                }
                Ok(vec![room(RoomEvent::Readied { seat })])
            }
            Command::Unready {} => {
                let seat = self.waiting_seat(person)?;
                if !self.occupants[&seat].ready {
                    return Ok(Vec::new());
                }
                Ok(vec![room(RoomEvent::Unreadied { seat })])
            }
            Command::Configure { settings } => self.configure(person, settings),
            Command::AddBot { seat } => self.add_bot(person, *seat),
            Command::Kick { seat } => {
                self.host_in_waiting(person)?;
                let occupant = self.occupants.get(seat).ok_or(Code::NoSuchSeat)?;
                // To give up the own seat is to stand: it passes the office on.
                if occupant.user == Some(person.user) {
                    return Err(Code::Forbidden.into());
                }
                Ok(vec![room(RoomEvent::Kicked { seat: *seat })])
            }
            Command::Start {} => self.start(person, drawn),
            Command::Rematch {} => self.ask_rematch(person, drawn),
            Command::Leave {} => self.leave(person),
            Command::Move { from, to, path } => self.act(
                person,
                ply,
                &Act::Move {
                    from: *from,
                    to: *to,
                    path: path.clone(),
                },
            ),
            Command::Pass {} => self.act(person, ply, &Act::Pass),
            Command::Resign {} => self.act(person, None, &Act::Resign),
            Command::OfferDraw {} => self.act(person, None, &Act::OfferDraw),
            Command::AnswerDraw { yes: true } => self.act(person, None, &Act::AgreeDraw),
            Command::AnswerDraw { yes: false } => self.act(person, None, &Act::DeclineDraw),
        }
    }

    /// Acts of a turn name the ply they are for (PROTOCOL.md, rule 2).
    fn act(&self, person: &Person, ply: Option<u32>, act: &Act) -> Result<Vec<Event>, Refusal> {
        let game = self.game.as_ref().ok_or(Code::NoGame)?;
        let seat = game.seat_of(person.user).ok_or(Code::NotSeated)?;
        if game.ended().is_some() {
            return Err(Code::Over.into());
        }
        if matches!(act, Act::Move { .. } | Act::Pass) {
            let ply = ply.ok_or(Code::BadRequest)?;
            if ply != game.star().ply() {
                return Err(Code::StalePly.into());
            }
        }
        act_on(game, seat, act)
    }

    fn sit(&self, person: &Person, seat: Seat, drawn: &Drawn) -> Result<Vec<Event>, Refusal> {
        if self.playing().is_some() {
            return Err(Code::GameRunning.into());
        }
        if self.seat_of(person.user).is_some() {
            return Err(Code::AlreadySeated.into());
        }
        if !self.settings.seats().contains(&seat) {
            return Err(Code::NoSuchSeat.into());
        }
        if self.free_seats().next().is_none() {
            return Err(Code::RoomFull.into());
        }
        if self.occupants.contains_key(&seat) {
            return Err(Code::SeatTaken.into());
        }
        if self.settings.rated && person.guest {
            return Err(Code::NeedsAccount.into());
        }
        let standings = drawn.standings.as_ref().ok_or(Refusal::UNAVAILABLE)?;
        let mut events = vec![room(RoomEvent::Sat {
            seat,
            user: person.user,
            name: person.name.clone(),
            guest: person.guest,
            points: standings.points.first().copied().unwrap_or(0),
        })];
        // A room whose host has gone belongs to whoever sits down first.
        if self.seat_of(self.host).is_none() && self.people().next().is_none() {
            events.extend(self.host_to(Some((person.user, person.name.clone()))));
        }
        Ok(events)
    }

    /// The person's seat, while no game is running.
    fn waiting_seat(&self, person: &Person) -> Result<Seat, Refusal> {
        let seat = self.seat_of(person.user).ok_or(Code::NotSeated)?;
        if self.playing().is_some() {
            return Err(Code::GameRunning.into());
        }
        Ok(seat)
    }

    fn host_in_waiting(&self, person: &Person) -> Result<(), Refusal> {
        if person.user != self.host {
            return Err(Code::NotHost.into());
        }
        if self.playing().is_some() {
            return Err(Code::GameRunning.into());
        }
        Ok(())
    }

    /// A seat gets free; the host's office goes to the next person seated.
    fn stand(&self, seat: Seat, why: StandReason) -> Vec<Event> {
        let mut events = vec![room(RoomEvent::Stood { seat, why })];
        if self.occupants[&seat].user == Some(self.host) {
            let next = self
                .occupants
                .iter()
                .filter(|(other, _)| **other != seat)
                .find_map(|(_, occupant)| Some((occupant.user?, occupant.name.clone())));
            events.extend(self.host_to(next));
        }
        events
    }

    fn host_to(&self, next: Option<(UserId, String)>) -> Option<Event> {
        let (host, host_name) = next.filter(|(user, _)| *user != self.host)?;
        Some(room(RoomEvent::HostChanged { host, host_name }))
    }

    fn configure(&self, person: &Person, settings: &Settings) -> Result<Vec<Event>, Refusal> {
        self.host_in_waiting(person)?;
        settings.check().map_err(|_| Code::BadSettings)?;
        if settings.rated && person.guest {
            return Err(Code::NeedsAccount.into());
        }
        if *settings == self.settings {
            return Ok(Vec::new());
        }
        let mut events = vec![room(RoomEvent::Configured {
            settings: settings.clone(),
        })];
        let stays = |seat: &Seat, occupant: &Occupant| {
            let barred = settings.rated && (occupant.guest || occupant.user.is_none());
            !barred && settings.seats().contains(seat)
        };
        let mut host_stands = false;
        for (&seat, occupant) in &self.occupants {
            if !stays(&seat, occupant) {
                host_stands |= occupant.user == Some(self.host);
                events.push(room(RoomEvent::Stood {
                    seat,
                    why: StandReason::Settings,
                }));
            }
        }
        if host_stands {
            let next = self
                .occupants
                .iter()
                .filter(|(seat, occupant)| stays(seat, occupant))
                .find_map(|(_, occupant)| Some((occupant.user?, occupant.name.clone())));
            events.extend(self.host_to(next));
        }
        Ok(events)
    }

    fn add_bot(&self, person: &Person, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.host_in_waiting(person)?;
        if self.settings.rated {
            return Err(Code::NeedsAccount.into());
        }
        if !self.settings.seats().contains(&seat) {
            return Err(Code::NoSuchSeat.into());
        }
        if self.occupants.contains_key(&seat) {
            return Err(Code::SeatTaken.into());
        }
        let name = format!("Bot {}", seat.index() + 1);
        Ok(vec![room(RoomEvent::BotAdded { seat, name })])
    }

    fn start(&self, person: &Person, drawn: &Drawn) -> Result<Vec<Event>, Refusal> {
        self.host_in_waiting(person)?;
        if self.free_seats().next().is_some() {
            return Err(Code::SeatsFree.into());
        }
        let waiting = self
            .occupants
            .values()
            .any(|occupant| !occupant.ready && occupant.user != Some(person.user));
        if waiting {
            return Err(Code::NotReady.into());
        }
        Ok(vec![self.started(drawn)?])
    }

    fn ask_rematch(&self, person: &Person, drawn: &Drawn) -> Result<Vec<Event>, Refusal> {
        let seat = self.waiting_seat(person)?;
        if self.game.is_none() {
            return Err(Code::NoGame.into());
        }
        if self.rematch.contains(&seat) {
            return Ok(Vec::new());
        }
        let mut events = vec![room(RoomEvent::Rematch { seat })];
        let all = self.occupants.iter().all(|(other, occupant)| {
            occupant.user.is_none() || *other == seat || self.rematch.contains(other)
        });
        if all && self.free_seats().next().is_none() {
            events.push(self.started(drawn)?);
        }
        Ok(events)
    }

    fn started(&self, drawn: &Drawn) -> Result<Event, Refusal> {
        let standings = drawn.standings.as_ref().ok_or(Refusal::UNAVAILABLE)?;
        let mut points = standings.points.iter();
        let players: Vec<Player> = self
            .occupants
            .iter()
            .map(|(&seat, occupant)| Player {
                seat,
                user: occupant.user,
                name: occupant.name.clone(),
                guest: occupant.guest,
                points: occupant
                    .user
                    .and_then(|_| points.next().copied())
                    .unwrap_or(0),
            })
            .collect();
        let seats = self.settings.seats();
        let drawn_first = usize::try_from(drawn.toss % seats.len() as u64).unwrap_or(0);
        Ok(game_event(GameEvent::Started {
            game: drawn.game,
            number: self.games + 1,
            first: self.settings.first.unwrap_or(seats[drawn_first]),
            players,
            rules: self.settings.preset.rules(),
            turn_limit: self.settings.turn_limit(),
            rated: self.settings.rated,
            farm: standings.farm,
        }))
    }

    /// Out of the room; out of a running game as well, where one still plays.
    fn leave(&self, person: &Person) -> Result<Vec<Event>, Refusal> {
        let Some(seat) = self.seat_of(person.user) else {
            return Err(Code::NotSeated.into());
        };
        let mut events = match self.playing() {
            Some(game) if game.star().is_playing(seat) => act_on(game, seat, &Act::Leave)?,
            _ => Vec::new(),
        };
        events.extend(self.stand(seat, StandReason::Left));
        Ok(events)
    }

    fn presence(&self, user: UserId, connected: bool) -> Vec<Event> {
        let Some(seat) = self.seat_of(user) else {
            return Vec::new();
        };
        if self.occupants[&seat].connected == connected {
            return Vec::new();
        }
        vec![room(if connected {
            RoomEvent::Reconnected { seat }
        } else {
            RoomEvent::Disconnected { seat }
        })]
    }
}

fn act_on(game: &game::Game, seat: Seat, act: &Act) -> Result<Vec<Event>, Refusal> {
    match game.decide(seat, act) {
        Ok(events) => Ok(game_events(events)),
        Err(error) => Err(match error {
            ActError::NoOffer => Code::NoOffer,
            ActError::NotPlaying | ActError::Rules(IllegalAct::Over) => Code::Over,
            ActError::Rules(IllegalAct::NotYourTurn) => Code::NotYourTurn,
            ActError::Rules(IllegalAct::Illegal) => Code::Illegal,
            ActError::Rules(IllegalAct::Forbidden) => Code::Forbidden,
        }
        .into()),
    }
}

fn room(event: RoomEvent) -> Event {
    Event::Room(event)
}

fn game_event(event: GameEvent) -> Event {
    Event::Game(game::Event::Game(event))
}

fn game_events(events: Vec<game::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Game).collect()
}
