//! A game in a room: its start, the acts in it, a rematch, and leaving it.

use std::collections::BTreeMap;

use crate::game::family::{Family, Rules, seat_of};
use crate::game::{self, Act, ActError, GameEvent, Player, chance};
use crate::protocol::{Code, Event, Refusal, RoomEvent, StandReason, UserId};
use crate::room::decide::{Drawn, Person, game_event, game_events, room};
use crate::room::state::Room;
use crate::rules::Seat;
use crate::rules::draughts::{self, DutyReason, NoMove};
use crate::rules::star::IllegalAct;

impl Room {
    /// Acts of a turn name the ply they are for (PROTOCOL.md, rule 2).
    pub(super) fn act(
        &self,
        person: &Person,
        ply: Option<u32>,
        act: &Act,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.game.as_ref().ok_or(Code::NoGame)?;
        let seat = game.seat_of(person.user).ok_or(Code::NotSeated)?;
        if game.ended().is_some() {
            return Err(Code::Over.into());
        }
        if matches!(act, Act::Move { .. } | Act::Pass | Act::UseItem(_)) {
            let ply = ply.ok_or(Code::BadRequest)?;
            if ply != game.play().ply() {
                return Err(Code::StalePly.into());
            }
        }
        act_on(game, seat, act)
    }

    pub(super) fn start(&self, person: &Person, drawn: &Drawn) -> Result<Vec<Event>, Refusal> {
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
        Ok(vec![self.started(self, drawn)?])
    }

    pub(super) fn ask_rematch(
        &self,
        person: &Person,
        drawn: &Drawn,
    ) -> Result<Vec<Event>, Refusal> {
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
            let mut next = self.clone();
            if self.settings.family() == Family::Draughts {
                let swapped = room(RoomEvent::Swapped {});
                next.apply(&swapped, self.last_at, None)
                    .map_err(|_| Code::Internal)?;
                events.push(swapped);
            }
            events.push(self.started(&next, drawn)?);
        }
        Ok(events)
    }

    /// The start of a game among those who sit in `seated`: this room, perhaps with changed sides.
    fn started(&self, seated: &Self, drawn: &Drawn) -> Result<Event, Refusal> {
        let standings = drawn.standings.as_ref().ok_or(Refusal::UNAVAILABLE)?;
        let points: BTreeMap<UserId, i64> = self
            .people()
            .zip(standings.points.iter().copied())
            .collect();
        let players: Vec<Player> = seated
            .occupants
            .iter()
            .map(|(&seat, occupant)| Player {
                seat,
                user: occupant.user,
                name: occupant.name.clone(),
                guest: occupant.guest,
                points: occupant
                    .user
                    .and_then(|user| points.get(&user).copied())
                    .unwrap_or(0),
            })
            .collect();
        let seats = self.settings.seats();
        let rules = self.settings.rules();
        let (first, seed) = match &rules {
            Rules::Star(_) => (
                self.settings.first.or(chance::toss(drawn.seed, seats)),
                Some(drawn.seed),
            ),
            Rules::Draughts(rules) => (Some(seat_of(rules.first_move)), None),
        };
        Ok(game_event(GameEvent::Started {
            game: drawn.game,
            number: self.games + 1,
            first: first.ok_or(Code::BadSettings)?,
            players,
            first_drawn: seed.is_some() && self.settings.first.is_none(),
            rules,
            clock: self.settings.clock,
            turn_limit: self.settings.turn_limit(),
            teams: self.settings.teams,
            items: self.settings.items,
            rated: self.settings.rated,
            farm: standings.farm,
            seed_commitment: seed.as_ref().map(chance::commitment).unwrap_or_default(),
            seed,
        }))
    }

    /// Out of the room; out of a running game as well, where one still plays.
    pub(super) fn leave(&self, person: &Person) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(person.user).is_none() {
            return Err(Code::NotSeated.into());
        }
        let mut events = Vec::new();
        if let Some(game) = self.playing() {
            let mut game = game.clone();
            for seat in self.seats_of(person.user) {
                if game.ended().is_some() || !game.play().is_playing(seat) {
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
}

pub(super) fn act_on(game: &game::Game, seat: Seat, act: &Act) -> Result<Vec<Event>, Refusal> {
    game.decide(seat, act).map(game_events).map_err(refusal)
}

fn refusal(error: ActError) -> Refusal {
    match error {
        ActError::NoOffer => Code::NoOffer,
        ActError::NoSuchAct => Code::BadRequest,
        ActError::OfferTooSoon => Code::OfferTooSoon,
        ActError::Draughts(error) => match error {
            draughts::IllegalAct::NotYourTurn => Code::NotYourTurn,
            draughts::IllegalAct::Over => Code::Over,
            draughts::IllegalAct::Move(NoMove::Illegal) => Code::Illegal,
            draughts::IllegalAct::Move(NoMove::Ambiguous) => Code::Ambiguous,
            draughts::IllegalAct::Move(NoMove::Duty(DutyReason::MustCapture)) => Code::MustCapture,
            draughts::IllegalAct::Move(NoMove::Duty(DutyReason::MostPieces)) => Code::MostPieces,
            draughts::IllegalAct::Move(NoMove::Duty(DutyReason::KingPriority)) => {
                Code::KingPriority
            }
        },
        ActError::NoSeed => Code::Internal,
        ActError::NotPlaying | ActError::Rules(IllegalAct::Over) => Code::Over,
        ActError::Rules(IllegalAct::NotYourTurn) => Code::NotYourTurn,
        ActError::Rules(IllegalAct::Illegal | IllegalAct::Forbidden) => Code::Illegal,
    }
    .into()
}
