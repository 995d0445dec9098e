//! What a command does to a room: events, or a typed refusal. Pure: the time and everything
//! drawn come in as values.

use uuid::Uuid;

use crate::game::{self, Act, ActError, GameEvent, Millis, Player, ResumeReason, Settings, chance};
use crate::protocol::{CloseReason, Code, Command, Event, Refusal, RoomEvent, StandReason, UserId};
use crate::room::ports::Standings;
use crate::room::state::{Occupant, Room};
use crate::rules::star::IllegalAct;
use crate::rules::{Seat, Seed};

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
    /// Unpredictable bits from which the chance of a game that starts is drawn.
    pub seed: Seed,
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

    /// The seats an account holds: one, or several where one person plays all of them.
    fn seats_of(&self, user: UserId) -> impl Iterator<Item = Seat> + '_ {
        let own = move |(&seat, occupant): (&Seat, &Occupant)| {
            (occupant.user == Some(user)).then_some(seat)
        };
        self.occupants.iter().filter_map(own)
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
            } => self.command(person, *ply, command, drawn),
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
                Ok(away.map_or_else(Vec::new, |_| self.stand(*user, StandReason::Away)))
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
                self.waiting_seat(person)?;
                Ok(self.stand(person.user, StandReason::Left))
            }
            Command::Ready {} => {
                self.waiting_seat(person)?;
                let waiting = self.seats_of(person.user);
                let waiting = waiting.filter(|seat| !self.occupants[seat].ready);
                Ok(waiting
                    .map(|seat| room(RoomEvent::Readied { seat }))
                    .collect())
            }
            Command::Unready {} => {
                self.waiting_seat(person)?;
                let ready = self.seats_of(person.user);
                let ready = ready.filter(|seat| self.occupants[seat].ready);
                Ok(ready
                    .map(|seat| room(RoomEvent::Unreadied { seat }))
                    .collect())
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
            Command::UseItem(what) => self.act(person, ply, &Act::UseItem(*what)),
            Command::Resign {} => self.act(person, None, &Act::Resign),
            Command::AnswerResign { yes: true } => self.act(person, None, &Act::AgreeResign),
            Command::AnswerResign { yes: false } => self.act(person, None, &Act::DeclineResign),
            Command::AnswerPlayOn { yes } => self.act(person, None, &Act::PlayOn { yes: *yes }),
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
        if matches!(act, Act::Move { .. } | Act::Pass | Act::UseItem(_)) {
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
        let held = self.settings.local && self.people().next().is_some();
        if held || self.free_seats().next().is_none() {
            return Err(Code::RoomFull.into());
        }
        if self.occupants.contains_key(&seat) {
            return Err(Code::SeatTaken.into());
        }
        if self.settings.rated && person.guest {
            return Err(Code::NeedsAccount.into());
        }
        let standings = drawn.standings.as_ref().ok_or(Refusal::UNAVAILABLE)?;
        let points = standings.points.first().copied().unwrap_or(0);
        let sits = |seat| {
            room(RoomEvent::Sat {
                seat,
                user: person.user,
                name: person.name.clone(),
                guest: person.guest,
                points,
            })
        };
        let others = self
            .free_seats()
            .filter(|&free| self.settings.local && free != seat);
        let mut events: Vec<Event> = [seat].into_iter().chain(others).map(sits).collect();
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

    /// What a person sits on gets free; the host's office goes to the next person seated.
    fn stand(&self, user: UserId, why: StandReason) -> Vec<Event> {
        let own = self.seats_of(user);
        let mut events: Vec<Event> = own
            .map(|seat| room(RoomEvent::Stood { seat, why }))
            .collect();
        if user == self.host {
            let next = self
                .occupants
                .values()
                .filter(|occupant| occupant.user != Some(user))
                .find_map(|occupant| Some((occupant.user?, occupant.name.clone())));
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
        settings.check()?;
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
            // One person has all seats of a local room, and one of any other.
            let own = occupant.user.and_then(|user| self.seats_of(user).next());
            let fits = if settings.local {
                occupant.user.is_none_or(|user| user == person.user)
            } else {
                own.is_none_or(|first| first == *seat)
            };
            !barred && fits && settings.seats().contains(seat)
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
        let kept = |seat: &Seat| {
            let occupant = self.occupants.get(seat);
            occupant.is_some_and(|occupant| stays(seat, occupant))
        };
        let host_seat = self.seats_of(self.host).find(kept);
        if let Some(own) = host_seat.filter(|_| settings.local) {
            let occupant = &self.occupants[&own];
            for seat in settings.seats().iter().filter(|seat| !kept(seat)) {
                events.push(room(RoomEvent::Sat {
                    seat: *seat,
                    user: self.host,
                    name: occupant.name.clone(),
                    guest: occupant.guest,
                    points: occupant.points,
                }));
            }
        }
        if host_stands && host_seat.is_none() {
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
        self.waiting_seat(person)?;
        if self.game.is_none() {
            return Err(Code::NoGame.into());
        }
        let asks = self.seats_of(person.user);
        let mut events: Vec<Event> = asks
            .filter(|seat| !self.rematch.contains(seat))
            .map(|seat| room(RoomEvent::Rematch { seat }))
            .collect();
        if events.is_empty() {
            return Ok(events);
        }
        let all = self.occupants.iter().all(|(other, occupant)| {
            let asks = occupant.user == Some(person.user) || self.rematch.contains(other);
            occupant.user.is_none() || asks
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
        let first = self.settings.first.or(chance::toss(drawn.seed, seats));
        Ok(game_event(GameEvent::Started {
            game: drawn.game,
            number: self.games + 1,
            first: first.ok_or(Code::BadSettings)?,
            players,
            rules: self.settings.rules(),
            turn_limit: self.settings.turn_limit(),
            teams: self.settings.teams,
            items: self.settings.items,
            rated: self.settings.rated,
            farm: standings.farm,
            first_drawn: self.settings.first.is_none(),
            seed_commitment: chance::commitment(&drawn.seed),
            seed: Some(drawn.seed),
        }))
    }

    /// Out of the room; out of a running game as well, where one still plays.
    fn leave(&self, person: &Person) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(person.user).is_none() {
            return Err(Code::NotSeated.into());
        }
        let mut events = Vec::new();
        if let Some(game) = self.playing() {
            let mut game = game.clone();
            for seat in self.seats_of(person.user) {
                if game.ended().is_some() || !game.star().is_playing(seat) {
                    continue;
                }
                let left = game.decide(seat, &Act::Leave).map_err(refusal)?;
                for event in &left {
                    game.apply(event, self.last_at)
                        .map_err(|_| Code::Internal)?;
                }
                events.extend(game_events(left));
            }
        }
        events.extend(self.stand(person.user, StandReason::Left));
        Ok(events)
    }

    fn presence(&self, user: UserId, connected: bool) -> Vec<Event> {
        self.seats_of(user)
            .filter(|seat| self.occupants[seat].connected != connected)
            .map(|seat| {
                room(if connected {
                    RoomEvent::Reconnected { seat }
                } else {
                    RoomEvent::Disconnected { seat }
                })
            })
            .collect()
    }
}

fn act_on(game: &game::Game, seat: Seat, act: &Act) -> Result<Vec<Event>, Refusal> {
    game.decide(seat, act).map(game_events).map_err(refusal)
}

fn refusal(error: ActError) -> Refusal {
    match error {
        ActError::NoOffer => Code::NoOffer,
        ActError::NoSeed => Code::Internal,
        ActError::NotPlaying | ActError::Rules(IllegalAct::Over) => Code::Over,
        ActError::Rules(IllegalAct::NotYourTurn) => Code::NotYourTurn,
        ActError::Rules(IllegalAct::Illegal) => Code::Illegal,
        ActError::Rules(IllegalAct::Forbidden) => Code::Forbidden,
    }
    .into()
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
