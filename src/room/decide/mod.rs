//! What a command does to a room: events, or a typed refusal. Pure: the time and everything
//! drawn come in as values.

mod play;
mod seating;

use uuid::Uuid;

use crate::game::{self, Act, GameEvent, Millis, ResumeReason};
use crate::protocol::{CloseReason, Code, Command, Event, Refusal, RoomEvent, StandReason, UserId};
use crate::room::decide::play::act_on;
use crate::room::ports::Standings;
use crate::room::state::{Occupant, Room};
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
        // Refused whatever would be read.
        if self.closed || self.playing().is_some() {
            return Needs::Nothing;
        }
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
                late,
            } => {
                if *late == 0 || !command.acts_in_turn() || self.playing().is_none() {
                    return self.command(person, *ply, command, drawn);
                }
                let resumed = game_event(GameEvent::Resumed {
                    credit: *late,
                    why: ResumeReason::Lag,
                });
                // Draws are numbered by the event: the act is decided behind the time given back.
                let mut behind = self.clone();
                behind
                    .apply(&resumed, self.last_at, None)
                    .map_err(|_| Code::Internal)?;
                let mut events = behind.command(person, *ply, command, drawn)?;
                events.insert(0, resumed);
                Ok(events)
            }
            Input::Bot { seat, ply, act } => {
                let game = self.playing().ok_or(Code::NoGame)?;
                if game.play().ply() != *ply || game.bot_on_turn() != Some(*seat) {
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

fn room(event: RoomEvent) -> Event {
    Event::Room(event)
}

fn game_event(event: GameEvent) -> Event {
    Event::Game(game::Event::Game(event))
}

fn game_events(events: Vec<game::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Game).collect()
}
