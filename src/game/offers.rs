//! What the players of a game agree on among themselves: draws, a team's resigning, playing on.
//!
//! Bots decline a draw and agree to everything else at once, so that nobody waits for them; and where
//! one person holds several seats, its answer is that of all of them.

use crate::game::decide::rules;
use crate::game::{ActError, Event, Game, GameEvent, Offer};
use crate::rules::star::{self, IllegalAct};
use crate::rules::{OutReason, Seat};

impl Game {
    /// A seat that plays offers a draw. There is one offer at a time: to offer while another's is open
    /// is to agree to it, and to offer again changes nothing.
    pub(super) fn offer_draw(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        self.check_playing(seat)?;
        if let Some(offer) = &self.offer {
            if offer.agreed.contains(&seat) {
                return Ok(Vec::new());
            }
            return self.agree_draw(seat);
        }
        let mut events = vec![Event::Game(GameEvent::DrawOffered { seat })];
        let bot = self
            .players
            .iter()
            .find(|player| player.user.is_none() && self.star.is_playing(player.seat));
        if let Some(bot) = bot {
            events.push(Event::Game(GameEvent::DrawDeclined { seat: bot.seat }));
        } else {
            events.extend(self.agree_to_draw(seat, &[seat]));
        }
        Ok(events)
    }

    pub(super) fn agree_draw(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        let seat = self.speaks_for(seat, |seat| self.may_answer_draw(seat));
        let agreed = self.open_offer_for(seat)?;
        let mut events = vec![Event::Game(GameEvent::DrawAgreed { seat })];
        let mut agreed = agreed.to_vec();
        agreed.push(seat);
        events.extend(self.agree_to_draw(seat, &agreed));
        Ok(events)
    }

    /// The other seats of whoever agreed agree as well; the draw, when all have.
    fn agree_to_draw(&self, seat: Seat, agreed: &[Seat]) -> Vec<Event> {
        let mut agreed = agreed.to_vec();
        let mut events = Vec::new();
        for &other in self.star.seats() {
            let waits = self.star.is_playing(other) && !agreed.contains(&other);
            if waits && self.same_person(seat, other) {
                events.push(Event::Game(GameEvent::DrawAgreed { seat: other }));
                agreed.push(other);
            }
        }
        let all = |&&seat: &&Seat| self.star.is_playing(seat);
        if self
            .star
            .seats()
            .iter()
            .filter(all)
            .all(|seat| agreed.contains(seat))
        {
            events.extend(rules(self.star.agree_draw()));
        }
        events
    }

    pub(super) fn decline_draw(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        self.open_offer_for(seat)?;
        Ok(vec![Event::Game(GameEvent::DrawDeclined { seat })])
    }

    fn may_answer_draw(&self, seat: Seat) -> bool {
        self.open_offer_for(seat).is_ok()
    }

    /// Who has agreed to the open offer that `seat` has still to answer.
    fn open_offer_for(&self, seat: Seat) -> Result<&[Seat], ActError> {
        let offer = self.offer.as_ref().ok_or(ActError::NoOffer)?;
        self.still_to_answer(offer, seat)
    }

    fn still_to_answer<'a>(&self, offer: &'a Offer, seat: Seat) -> Result<&'a [Seat], ActError> {
        if !self.star.is_playing(seat) {
            return Err(ActError::NotPlaying);
        }
        if offer.agreed.contains(&seat) {
            return Err(ActError::NoOffer);
        }
        Ok(&offer.agreed)
    }

    /// A seat resigns; in a team game it proposes that to its team. To propose while a member's
    /// proposal is open is to agree to it.
    pub(super) fn resign(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        let is_bot = self
            .player(seat)
            .is_some_and(|player| player.user.is_none());
        if !self.star.has_teams() || is_bot {
            return Ok(rules(self.star.put_out(seat, OutReason::Resigned)?));
        }
        self.check_playing(seat)?;
        if let Some(proposal) = self.proposal_for(seat) {
            if proposal.agreed.contains(&seat) {
                return Ok(Vec::new());
            }
            return self.agree_resign(seat);
        }
        let mut events = vec![Event::Game(GameEvent::ResignProposed { seat })];
        events.extend(self.agree_to_resign(seat, &[seat])?);
        Ok(events)
    }

    pub(super) fn agree_resign(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        let mut agreed = self.open_proposal_for(seat)?.to_vec();
        let mut events = vec![Event::Game(GameEvent::ResignAgreed { seat })];
        agreed.push(seat);
        events.extend(self.agree_to_resign(seat, &agreed)?);
        Ok(events)
    }

    /// Bots and the other seats of the same person agree as well; the team resigns when all have.
    fn agree_to_resign(&self, seat: Seat, agreed: &[Seat]) -> Result<Vec<Event>, ActError> {
        let mut agreed = agreed.to_vec();
        let mut events = Vec::new();
        let team = self.star.team(seat);
        let mates = team.into_iter().flat_map(|team| self.star.members(team));
        let mut all = true;
        for mate in mates.filter(|&mate| self.star.is_playing(mate)) {
            if agreed.contains(&mate) {
                continue;
            }
            let is_bot = self
                .player(mate)
                .is_some_and(|player| player.user.is_none());
            if is_bot || self.same_person(seat, mate) {
                events.push(Event::Game(GameEvent::ResignAgreed { seat: mate }));
                agreed.push(mate);
            } else {
                all = false;
            }
        }
        if all {
            let proposer = agreed.first().copied().unwrap_or(seat);
            events.extend(rules(self.star.put_out(proposer, OutReason::Resigned)?));
        }
        Ok(events)
    }

    pub(super) fn decline_resign(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        self.open_proposal_for(seat)?;
        Ok(vec![Event::Game(GameEvent::ResignDeclined { seat })])
    }

    fn open_proposal_for(&self, seat: Seat) -> Result<&[Seat], ActError> {
        let proposal = self.proposal_for(seat).ok_or(ActError::NoOffer)?;
        self.still_to_answer(proposal, seat)
    }

    /// The proposal to resign that is open in the seat's team.
    fn proposal_for(&self, seat: Seat) -> Option<&Offer> {
        let of_team = |proposal: &&Offer| self.star.team(proposal.seat) == self.star.team(seat);
        self.proposals.iter().find(of_team)
    }

    /// Whether to play on (`end: ask`); a person's answer is that of all of its seats.
    pub(super) fn answer_play_on(&self, seat: Seat, yes: bool) -> Result<Vec<Event>, ActError> {
        let waits = |seat: Seat| {
            let asked = self.star.asking();
            self.star.is_playing(seat) && asked.is_some_and(|agreed| !agreed.contains(&seat))
        };
        let seat = self.speaks_for(seat, waits);
        let mut events = self.star.answer_play_on(seat, yes)?;
        let mut star = self.ahead(&events);
        while let Some(other) = waiting(&star, |other| self.same_person(seat, other)) {
            let more = star.answer_play_on(other, yes)?;
            advance(&mut star, &more);
            events.extend(more);
        }
        Ok(rules(events))
    }

    /// Adds the answers of bots where the rules have just asked whether to play on.
    pub(super) fn with_bots_answers(&self, mut events: Vec<Event>) -> Vec<Event> {
        let asks = |event: &Event| matches!(event, Event::Star(star::Event::PlayOnAsked {}));
        if !events.iter().any(asks) {
            return events;
        }
        let of_rules = events.iter().filter_map(|event| match event {
            Event::Star(event) => Some(event.clone()),
            Event::Game(_) => None,
        });
        let mut star = self.ahead(&of_rules.collect::<Vec<_>>());
        let is_bot = |seat: Seat| {
            self.player(seat)
                .is_some_and(|player| player.user.is_none())
        };
        while let Some(bot) = waiting(&star, is_bot) {
            let Ok(more) = star.answer_play_on(bot, true) else {
                break;
            };
            advance(&mut star, &more);
            events.extend(rules(more));
        }
        events
    }

    /// The seat itself, or another one of the same person that may answer where this one may not.
    fn speaks_for(&self, seat: Seat, may: impl Fn(Seat) -> bool) -> Seat {
        let others = self.star.seats().iter().copied();
        [seat]
            .into_iter()
            .chain(others.filter(|&other| self.same_person(seat, other)))
            .find(|&seat| may(seat))
            .unwrap_or(seat)
    }

    fn same_person(&self, one: Seat, other: Seat) -> bool {
        let user = |seat| self.player(seat).and_then(|player| player.user);
        user(one).is_some() && user(one) == user(other)
    }

    fn check_playing(&self, seat: Seat) -> Result<(), ActError> {
        if self.star.is_over() {
            Err(IllegalAct::Over.into())
        } else if self.star.is_playing(seat) {
            Ok(())
        } else {
            Err(ActError::NotPlaying)
        }
    }

    /// The play-through after these events of its own.
    pub(super) fn ahead(&self, events: &[star::Event]) -> star::Game {
        let mut star = self.star.clone();
        advance(&mut star, events);
        star
    }
}

fn advance(star: &mut star::Game, events: &[star::Event]) {
    for event in events {
        star.apply(event).expect("own event");
    }
}

/// A seat that has still to say whether to play on.
fn waiting(star: &star::Game, which: impl Fn(Seat) -> bool) -> Option<Seat> {
    let agreed = star.asking()?;
    let waits = |seat: &&Seat| star.is_playing(**seat) && !agreed.contains(seat) && which(**seat);
    star.seats().iter().find(waits).copied()
}

#[cfg(test)]
#[path = "offers_tests.rs"]
mod tests;
