//! What a command does to a game: events, or a typed refusal.

use crate::game::{Event, Game, GameEvent, score};
use crate::rules::star::{self, Hole, IllegalAct};
use crate::rules::{OutReason, Seat};

/// What a seat, or time, asks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Move a marble.
    Move {
        /// Where it stands.
        from: Hole,
        /// Where it shall stand.
        to: Hole,
        /// The way, if one is named.
        path: Option<Vec<Hole>>,
    },
    /// Pass, where the rule set allows it.
    Pass,
    /// Give up.
    Resign,
    /// Leave.
    Leave,
    /// Offer a draw.
    OfferDraw,
    /// Agree to the open offer.
    AgreeDraw,
    /// Decline it.
    DeclineDraw,
}

/// Why a game refuses an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActError {
    /// The rules refuse it.
    Rules(IllegalAct),
    /// No offer is open, or one cannot answer it.
    NoOffer,
    /// The seat is finished or out.
    NotPlaying,
}

impl From<IllegalAct> for ActError {
    fn from(error: IllegalAct) -> Self {
        Self::Rules(error)
    }
}

impl Game {
    /// The events an act of a seat makes, in order, with all that follows from it.
    ///
    /// # Errors
    /// Why it is refused; nothing changed.
    pub fn decide(&self, seat: Seat, act: &Act) -> Result<Vec<Event>, ActError> {
        let events = match act {
            Act::Move { from, to, path } => {
                rules(self.star.play(seat, *from, *to, path.as_deref())?)
            }
            Act::Pass => rules(self.star.pass(seat)?),
            Act::Resign => rules(self.star.put_out(seat, OutReason::Resigned)?),
            Act::Leave => rules(self.star.put_out(seat, OutReason::Left)?),
            Act::OfferDraw => self.offer_draw(seat)?,
            Act::AgreeDraw => self.agree_draw(seat)?,
            Act::DeclineDraw => {
                self.open_offer_for(seat)?;
                vec![Event::Game(GameEvent::DrawDeclined { seat })]
            }
        };
        Ok(self.with_scores(events))
    }

    /// The events of the running turn's end by its clock.
    #[must_use]
    pub fn expire(&self) -> Vec<Event> {
        self.with_scores(rules(self.star.expire()))
    }

    /// A seat that plays offers a draw. Bots decline at once, so that nobody waits for them.
    /// There is one offer at a time: to offer while another's is open is to agree to it, and to
    /// offer again changes nothing.
    fn offer_draw(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        if self.star.is_over() {
            return Err(IllegalAct::Over.into());
        }
        if !self.star.is_playing(seat) {
            return Err(ActError::NotPlaying);
        }
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
        }
        Ok(events)
    }

    fn agree_draw(&self, seat: Seat) -> Result<Vec<Event>, ActError> {
        let agreed = self.open_offer_for(seat)?;
        let mut events = vec![Event::Game(GameEvent::DrawAgreed { seat })];
        let all =
            self.star.seats().iter().all(|&other| {
                !self.star.is_playing(other) || other == seat || agreed.contains(&other)
            });
        if all {
            events.extend(rules(self.star.agree_draw()));
        }
        Ok(events)
    }

    /// Who has agreed to the open offer that `seat` has still to answer.
    fn open_offer_for(&self, seat: Seat) -> Result<&[Seat], ActError> {
        let offer = self.offer.as_ref().ok_or(ActError::NoOffer)?;
        if !self.star.is_playing(seat) {
            return Err(ActError::NotPlaying);
        }
        if offer.agreed.contains(&seat) {
            return Err(ActError::NoOffer);
        }
        Ok(&offer.agreed)
    }

    /// Adds `scored` behind `ended`.
    fn with_scores(&self, mut events: Vec<Event>) -> Vec<Event> {
        let ends = events
            .iter()
            .any(|e| matches!(e, Event::Star(star::Event::Ended { .. })));
        if ends {
            let mut star = self.star.clone();
            for event in &events {
                if let Event::Star(event) = event {
                    star.apply(event).expect("own event");
                }
            }
            let scores = score::scores(self, &star);
            events.push(Event::Game(GameEvent::Scored { scores }));
        }
        events
    }
}

fn rules(events: Vec<star::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Star).collect()
}
