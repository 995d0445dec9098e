//! What a command does to a game: events, or a typed refusal.

use crate::game::{Event, Game, GameEvent, chance, score};
use crate::rules::star::{self, Hole, IllegalAct, ItemUse};
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
    /// Pass, where the rule set allows it, or decline the second act of a power marble.
    Pass,
    /// Use an item.
    UseItem(ItemUse),
    /// Give up; in a team game, propose that to the team.
    Resign,
    /// Agree that the team resigns.
    AgreeResign,
    /// Decline that.
    DeclineResign,
    /// Leave.
    Leave,
    /// Offer a draw.
    OfferDraw,
    /// Agree to the open offer.
    AgreeDraw,
    /// Decline it.
    DeclineDraw,
    /// Say whether to play on after the winner (`end: ask`).
    PlayOn {
        /// To play on, or to end the game.
        yes: bool,
    },
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
    /// There is nothing to draw from: this game was made from what everybody may see.
    NoSeed,
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
            Act::UseItem(what) => {
                let deal = self.deal(what)?;
                rules(self.star.use_item(seat, what, &deal)?)
            }
            Act::Resign => self.resign(seat)?,
            Act::AgreeResign => self.agree_resign(seat)?,
            Act::DeclineResign => self.decline_resign(seat)?,
            Act::Leave => rules(self.star.put_out(seat, OutReason::Left)?),
            Act::OfferDraw => self.offer_draw(seat)?,
            Act::AgreeDraw => self.agree_draw(seat)?,
            Act::DeclineDraw => self.decline_draw(seat)?,
            Act::PlayOn { yes } => self.answer_play_on(seat, *yes)?,
        };
        Ok(self.complete(events))
    }

    /// The events of the running turn's end by its clock.
    #[must_use]
    pub fn expire(&self) -> Vec<Event> {
        self.complete(rules(self.star.expire()))
    }

    /// Draws what an item deals.
    fn deal(&self, what: &ItemUse) -> Result<Vec<Hole>, ActError> {
        let ItemUse::Tornado { hole } = *what else {
            return Ok(Vec::new());
        };
        // The rules say better than this what is wrong with a tornado that has nothing to deal.
        let Some(ground) = self.star.tornado_ground(hole) else {
            return Ok(Vec::new());
        };
        let seed = self.seed.ok_or(ActError::NoSeed)?;
        Ok(chance::deal(seed, self.events + 1, &ground))
    }

    /// Adds what bots answer at once, the seed to `ended`, and `scored` behind it.
    fn complete(&self, events: Vec<Event>) -> Vec<Event> {
        self.with_scores(self.with_bots_answers(events))
    }

    /// Adds `scored` behind `ended`.
    fn with_scores(&self, mut events: Vec<Event>) -> Vec<Event> {
        let mut ends = false;
        for event in &mut events {
            if let Event::Star(star::Event::Ended { seed, .. }) = event {
                *seed = self.seed;
                ends = true;
            }
        }
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

pub(super) fn rules(events: Vec<star::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Star).collect()
}
