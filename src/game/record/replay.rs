//! Plays a record through again: each act is asked of the rules, and what they make of it is held
//! against what the record says.
//!
//! What the players agreed on among themselves is taken as it was noted, where it fits the state: a
//! bot that answers otherwise some day does not change the games it has played.

use std::collections::VecDeque;

use crate::game::record::note::{Deed, Note, Say};
use crate::game::record::{Reason, Record, seed_of, star_of};
use crate::game::{Event, Game, GameEvent, Millis, Offer, score};
use crate::rules::star::{self, EndReason, Hole, ItemUse, PassReason};
use crate::rules::{OutReason, Seat, Seed};

/// A record takes no notice of when its events happened.
const AT: Millis = 0;

/// A game that is played through again.
#[derive(Debug)]
pub(super) struct Replay {
    game: Game,
    /// What is published with the end.
    seed: Option<Seed>,
    /// What follows from the last act and has not yet been taken in.
    pending: VecDeque<Event>,
    events: Vec<Event>,
}

impl Replay {
    /// A replay that begins with `started`.
    pub(super) fn start(started: &Event, seed: Option<Seed>) -> Result<Self, Reason> {
        let started = started.clone().public();
        let Event::Game(event) = &started else {
            return Err(Reason::Start);
        };
        let game = Game::start(event, AT).map_err(|_| Reason::Start)?;
        // Draughts has PDN.
        if game.star().is_none() {
            return Err(Reason::Start);
        }
        Ok(Self {
            game,
            seed,
            pending: VecDeque::new(),
            events: vec![started],
        })
    }

    /// The round that runs.
    pub(super) fn round(&self) -> u16 {
        star_of(&self.game).round()
    }

    /// Takes in what a token says, with all consequences before it that the record left out.
    ///
    /// `round` is the round its line says it belongs to.
    pub(super) fn note(&mut self, note: &Note, round: Option<u16>) -> Result<(), Reason> {
        if self.game.ended.is_some() {
            return Err(Reason::AfterEnd);
        }
        let says_so = |event: &Event| Note::of(event).as_ref() == Some(note);
        let consequence = self.pending.iter().position(says_so);
        let before = consequence.unwrap_or(self.pending.len());
        self.settle(before)?;
        if let Some(round) = round.filter(|&round| round != self.round()) {
            let expected = self.round();
            return Err(Reason::Round { round, expected });
        }
        if consequence.is_none() {
            self.act(note)?;
            // The rules may have made something else of it.
            if !self.pending.front().is_some_and(says_so) {
                return Err(Reason::Impossible);
            }
        }
        self.settle(1)
    }

    /// Takes in an event, which has to be the next one.
    pub(super) fn event(&mut self, event: &Event) -> Result<(), Reason> {
        if self.pending.is_empty() {
            if self.game.ended.is_some() {
                return Err(Reason::AfterEnd);
            }
            let note = Note::of(event).ok_or(Reason::Impossible)?;
            self.act(&note)?;
        }
        if self.pending.front() != Some(event) {
            return Err(match event {
                Event::Game(GameEvent::Scored { .. }) => Reason::Result,
                _ => Reason::Impossible,
            });
        }
        self.settle(1)
    }

    /// The events, once the game is over and its points are given.
    pub(super) fn finish(mut self) -> Result<(Vec<Event>, Game), Reason> {
        self.settle(self.pending.len())?;
        if self.game.scores.is_empty() {
            return Err(Reason::Unfinished);
        }
        Ok((self.events, self.game))
    }

    /// Lets the first consequences happen.
    fn settle(&mut self, count: usize) -> Result<(), Reason> {
        for _ in 0..count {
            let Some(event) = self.pending.pop_front() else {
                break;
            };
            let ends = matches!(event, Event::Star(star::Event::Ended { .. }));
            self.game
                .apply(&event, AT)
                .map_err(|_| Reason::Impossible)?;
            self.events.push(event);
            if ends {
                let scores = score::scores(&self.game, self.game.play());
                let scored = GameEvent::Scored { scores };
                self.pending.push_back(Event::Game(scored));
            }
        }
        Ok(())
    }

    /// Asks the rules what comes of an act.
    fn act(&mut self, note: &Note) -> Result<(), Reason> {
        let star = star_of(&self.game);
        self.pending = match note {
            Note::Resumed(why, credit) => {
                let (why, credit) = (*why, *credit);
                vec![Event::Game(GameEvent::Resumed { credit, why })]
            }
            // Ends that follow from an act are consequences; this one follows from time.
            Note::End(EndReason::Places) if star.asking().is_some() => rules(star.expire()),
            Note::End(_) => return Err(Reason::Impossible),
            Note::Seat(seat, deed) => self.deed(*seat, deed)?,
        }
        .into();
        self.publish();
        Ok(())
    }

    fn deed(&self, seat: Seat, deed: &Deed) -> Result<Vec<Event>, Reason> {
        let star = star_of(&self.game);
        Ok(match deed {
            Deed::Move { path, swap: _ } => {
                let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
                    return Err(Reason::Impossible);
                };
                rules(star.play(seat, from, to, Some(path))?)
            }
            Deed::Item { what, dealt } => {
                let deal: Vec<Hole> = match what {
                    ItemUse::Tornado { .. } => dealt.iter().map(|shift| shift.to).collect(),
                    _ => Vec::new(),
                };
                rules(star.use_item(seat, what, &deal)?)
            }
            Deed::Pass(PassReason::Voluntary | PassReason::Declined) => rules(star.pass(seat)?),
            Deed::Expired if star.on_turn() == Some(seat) && star.asking().is_none() => {
                rules(star.expire())
            }
            Deed::Out(why, None) => rules(star.put_out(seat, *why)?),
            Deed::PlayOn { yes } => rules(star.answer_play_on(seat, *yes)?),
            Deed::Draw(say) => self.draw(seat, *say).ok_or(Reason::Impossible)?,
            Deed::Resign(say) => self.resign(seat, *say).ok_or(Reason::Impossible)?,
            // These only ever follow from something else.
            Deed::Pass(PassReason::Blocked)
            | Deed::Expired
            | Deed::Skip
            | Deed::Finished(_)
            | Deed::Out(_, Some(_)) => return Err(Reason::Impossible),
        })
    }

    /// A word about a draw, and the draw once all who play have agreed.
    fn draw(&self, seat: Seat, say: Say) -> Option<Vec<Event>> {
        let star = star_of(&self.game);
        let offer = self.game.offer.as_ref();
        let (event, agreed) = self.word(seat, say, offer, |say| match say {
            Say::Ask => GameEvent::DrawOffered { seat },
            Say::Yes => GameEvent::DrawAgreed { seat },
            Say::No => GameEvent::DrawDeclined { seat },
        })?;
        let mut playing = star.seats().iter().filter(|&&seat| star.is_playing(seat));
        let all = say != Say::No && playing.all(|seat| agreed.contains(seat));
        let follows = if all { star.agree_draw() } else { Vec::new() };
        Some(chain(event, follows))
    }

    /// A word about a team's resigning, and that once all members who play have agreed.
    fn resign(&self, seat: Seat, say: Say) -> Option<Vec<Event>> {
        let star = star_of(&self.game);
        let team = star.team(seat)?;
        let mut proposals = self.game.proposals.iter();
        let open = proposals.find(|proposal| star.team(proposal.seat) == Some(team));
        let (event, agreed) = self.word(seat, say, open, |say| match say {
            Say::Ask => GameEvent::ResignProposed { seat },
            Say::Yes => GameEvent::ResignAgreed { seat },
            Say::No => GameEvent::ResignDeclined { seat },
        })?;
        let mut members = star.members(team).filter(|&seat| star.is_playing(seat));
        let all = say != Say::No && members.all(|seat| agreed.contains(&seat));
        let proposer = agreed.first().copied().unwrap_or(seat);
        let follows = if all {
            star.put_out(proposer, OutReason::Resigned).ok()?
        } else {
            Vec::new()
        };
        Some(chain(event, follows))
    }

    /// A word in a talk, and who has agreed with it; none where it does not fit.
    fn word(
        &self,
        seat: Seat,
        say: Say,
        open: Option<&Offer>,
        event: impl Fn(Say) -> GameEvent,
    ) -> Option<(GameEvent, Vec<Seat>)> {
        let star = star_of(&self.game);
        let agreed = open.map(|offer| offer.agreed.clone());
        let fits = match (say, &agreed) {
            (Say::Ask, None) | (Say::No, Some(_)) => true,
            (Say::Yes, Some(agreed)) => !agreed.contains(&seat),
            _ => false,
        };
        if star.is_over() || !star.is_playing(seat) || !fits {
            return None;
        }
        let mut agreed = agreed.unwrap_or_default();
        agreed.push(seat);
        Some((event(say), agreed))
    }

    /// The seed comes out with the end.
    fn publish(&mut self) {
        for event in &mut self.pending {
            if let Event::Star(star::Event::Ended { seed, .. }) = event {
                *seed = self.seed;
            }
        }
    }
}

fn rules(events: Vec<star::Event>) -> Vec<Event> {
    events.into_iter().map(Event::Star).collect()
}

fn chain(event: GameEvent, follows: Vec<star::Event>) -> Vec<Event> {
    let mut events = vec![Event::Game(event)];
    events.extend(rules(follows));
    events
}

impl Record {
    /// Plays a record's events through.
    ///
    /// The error comes with the number of the event that it is about, from 1.
    pub(super) fn replay(events: &[Event]) -> Result<(Vec<Event>, Game), (usize, Reason)> {
        let Some((started, rest)) = events.split_first() else {
            return Err((1, Reason::Start));
        };
        let seed = seed_of(rest);
        let mut replay = Replay::start(started, seed).map_err(|reason| (1, reason))?;
        for (event, number) in rest.iter().zip(2..) {
            replay.event(event).map_err(|reason| (number, reason))?;
        }
        replay.finish().map_err(|reason| (events.len(), reason))
    }
}
