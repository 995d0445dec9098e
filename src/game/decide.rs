//! What a command does to a game: events, or a typed refusal.

use crate::game::family::colour_of;
use crate::game::play::Play;
use crate::game::{Event, Game, GameEvent, chance, score};
use crate::rules::star::{self, Hole, IllegalAct, ItemUse};
use crate::rules::{OutReason, Point, Seat, draughts};

/// What a seat, or time, asks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Move a marble or piece.
    Move {
        /// Where it stands.
        from: Point,
        /// Where it shall stand.
        to: Point,
        /// The way, if one is named.
        path: Option<Vec<Point>>,
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
    /// The rules of Chinese checkers refuse it.
    Rules(IllegalAct),
    /// The rules of draughts refuse it.
    Draughts(draughts::IllegalAct),
    /// The family has no such act.
    NoSuchAct,
    /// An offer was refused a few moves ago.
    OfferTooSoon,
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

impl From<draughts::IllegalAct> for ActError {
    fn from(error: draughts::IllegalAct) -> Self {
        Self::Draughts(error)
    }
}

impl Game {
    /// The events an act of a seat makes, in order, with all that follows from it.
    ///
    /// # Errors
    /// Why it is refused; nothing changed.
    pub fn decide(&self, seat: Seat, act: &Act) -> Result<Vec<Event>, ActError> {
        let events = match act {
            Act::Move { from, to, path } => self.make_move(seat, *from, *to, path.as_deref())?,
            Act::Pass => rules(self.of_star()?.pass(seat)?),
            Act::UseItem(what) => {
                let deal = self.deal(what)?;
                rules(self.of_star()?.use_item(seat, what, &deal)?)
            }
            Act::Resign => self.resign(seat)?,
            Act::AgreeResign => self.agree_resign(seat)?,
            Act::DeclineResign => self.decline_resign(seat)?,
            Act::Leave => self.play.put_out(seat, OutReason::Left)?,
            Act::OfferDraw => self.offer_draw(seat)?,
            Act::AgreeDraw => self.agree_draw(seat)?,
            Act::DeclineDraw => self.decline_draw(seat)?,
            Act::PlayOn { yes } => self.answer_play_on(seat, *yes)?,
        };
        Ok(self.complete(events))
    }

    fn make_move(
        &self,
        seat: Seat,
        from: Point,
        to: Point,
        path: Option<&[Point]>,
    ) -> Result<Vec<Event>, ActError> {
        match &self.play {
            Play::Star(game) => {
                let hole = |point: Point| point.hole().ok_or(IllegalAct::Illegal);
                let path: Option<Vec<Hole>> = path
                    .map(|path| path.iter().map(|&point| hole(point)).collect())
                    .transpose()?;
                let events = game.play(seat, hole(from)?, hole(to)?, path.as_deref())?;
                Ok(rules(events))
            }
            Play::Draughts(game) => {
                let illegal = draughts::IllegalAct::Move(draughts::NoMove::Illegal);
                let colour = colour_of(seat).ok_or(ActError::NotPlaying)?;
                let ends = [from, to];
                let path = path.unwrap_or(&ends);
                if path.first() != Some(&from) || path.last() != Some(&to) {
                    return Err(illegal.into());
                }
                let route: Option<Vec<_>> = path.iter().map(|point| point.square()).collect();
                let events = game.play(colour, &route.ok_or(illegal)?)?;
                Ok(events.into_iter().map(Event::Draughts).collect())
            }
        }
    }

    /// The game of Chinese checkers, for acts that no other family has.
    pub(super) fn of_star(&self) -> Result<&star::Game, ActError> {
        self.play.star().ok_or(ActError::NoSuchAct)
    }

    /// The events of the running turn's end by its clock.
    #[must_use]
    pub fn expire(&self) -> Vec<Event> {
        let events = match self.play.on_turn() {
            Some(seat) if self.time.is_main() => {
                self.play.put_out(seat, OutReason::Flag).unwrap_or_default()
            }
            _ => self.play.expire(),
        };
        self.complete(events)
    }

    /// Draws what an item deals.
    fn deal(&self, what: &ItemUse) -> Result<Vec<Hole>, ActError> {
        let ItemUse::Tornado { hole } = *what else {
            return Ok(Vec::new());
        };
        // The rules say better than this what is wrong with a tornado that has nothing to deal.
        let Some(ground) = self.of_star()?.tornado_ground(hole) else {
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
        for event in &mut events {
            if let Event::Star(star::Event::Ended { seed, .. }) = event {
                *seed = self.seed;
            }
        }
        if events.iter().any(|event| Play::ending(event).is_some()) {
            let mut over = self.play.clone();
            for event in &events {
                if !matches!(event, Event::Game(_)) {
                    over.apply(event).expect("own event");
                }
            }
            let scores = score::scores(self, &over);
            events.push(Event::Game(GameEvent::Scored { scores }));
        }
        events
    }
}

pub(super) fn rules(events: Vec<star::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Star).collect()
}
