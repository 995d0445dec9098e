//! Seats, the host and the settings, while no game is running.

use crate::game::{Settings, SettingsError};
use crate::protocol::{Code, Event, Refusal, RoomEvent, StandReason, UserId};
use crate::room::decide::{Drawn, Person, room};
use crate::room::state::{Occupant, Room};
use crate::rules::Seat;

impl Room {
    pub(super) fn sit(
        &self,
        person: &Person,
        seat: Seat,
        drawn: &Drawn,
    ) -> Result<Vec<Event>, Refusal> {
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
    pub(super) fn waiting_seat(&self, person: &Person) -> Result<Seat, Refusal> {
        let seat = self.seat_of(person.user).ok_or(Code::NotSeated)?;
        if self.playing().is_some() {
            return Err(Code::GameRunning.into());
        }
        Ok(seat)
    }

    pub(super) fn host_in_waiting(&self, person: &Person) -> Result<(), Refusal> {
        if person.user != self.host {
            return Err(Code::NotHost.into());
        }
        if self.playing().is_some() {
            return Err(Code::GameRunning.into());
        }
        Ok(())
    }

    /// What a person sits on gets free; the host's office goes to the next person seated.
    pub(super) fn stand(&self, user: UserId, why: StandReason) -> Vec<Event> {
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

    pub(super) fn configure(
        &self,
        person: &Person,
        settings: &Settings,
    ) -> Result<Vec<Event>, Refusal> {
        self.host_in_waiting(person)?;
        settings.check()?;
        if settings.rated && person.guest {
            return Err(Code::NeedsAccount.into());
        }
        if *settings == self.settings {
            return Ok(Vec::new());
        }
        // Points are kept for each family: another one is another room.
        if settings.family() != self.settings.family() {
            return Err(SettingsError::Family.into());
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

    pub(super) fn add_bot(&self, person: &Person, seat: Seat) -> Result<Vec<Event>, Refusal> {
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
}
