//! The state of one game: the fold of its events.

use uuid::Uuid;

use crate::game::family::{EndReason, seat_of};
use crate::game::play::Play;
use crate::game::time::Time;
use crate::game::{Event, GameEvent, Millis, Player, ResumeReason, SeatScore};
use crate::rules::star::{self, ASK_MILLIS, Extras, ItemUse, Placed};
use crate::rules::{BySeat, Point, Seat, Seed, draughts};
use crate::scoring::Farm;

/// One game: rules, players, the turn's clock, what is open among the players and, at the end, the
/// points.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub(super) id: Uuid,
    pub(super) number: u32,
    pub(super) players: Vec<Player>,
    pub(super) play: Play,
    pub(super) rated: bool,
    pub(super) farm: Farm,
    pub(super) time: Time,
    pub(super) started: Millis,
    pub(super) turn_started: Millis,
    pub(super) credit: Millis,
    /// What was given back for lag, by seat.
    pub(super) lag: BySeat<Millis>,
    pub(super) offer: Option<Offer>,
    /// The moves a side of draughts had made when its last offer came to nothing.
    pub(super) refused: BySeat<Option<u16>>,
    pub(super) proposals: Vec<Offer>,
    pub(super) seed: Option<Seed>,
    pub(super) seed_commitment: String,
    /// The number of the last event, `started` being 1.
    pub(super) events: u64,
    pub(super) last: Option<(Seat, Vec<Point>)>,
    pub(super) ended: Option<Ended>,
    pub(super) scores: Vec<SeatScore>,
}

/// The most that is given back to one seat in one game because its moves were on their way, in
/// milliseconds: whoever delays the answers to pings gains no more than this.
pub const LAG_QUOTA: Millis = 5_000;

/// An open draw offer, or a proposal to resign in a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who offered.
    pub seat: Seat,
    /// Who agreed so far, the offerer first.
    pub agreed: Vec<Seat>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Millis,
    /// The place of each seat.
    pub places: Vec<Placed>,
    /// Why.
    pub reason: EndReason,
}

/// An event does not fit the state before it: the log is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptGame;

impl std::fmt::Display for CorruptGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an event does not fit the game before it")
    }
}

impl std::error::Error for CorruptGame {}

impl Game {
    /// The game a `started` event begins.
    ///
    /// # Errors
    /// When the event is no `started`, or its rule set and seats make no game.
    pub fn start(event: &GameEvent, at: Millis) -> Result<Self, CorruptGame> {
        let GameEvent::Started {
            game,
            number,
            players,
            first,
            rules,
            turn_limit,
            clock,
            teams,
            items,
            rated,
            farm,
            seed,
            seed_commitment,
            first_drawn: _,
        } = event
        else {
            return Err(CorruptGame);
        };
        let seats: Vec<Seat> = players.iter().map(|player| player.seat).collect();
        let extras = Extras {
            teams: *teams,
            items: *items,
        };
        let play = Play::begin(rules, &seats, *first, extras)?;
        Ok(Self {
            id: *game,
            number: *number,
            players: players.clone(),
            play,
            rated: *rated,
            farm: *farm,
            time: Time::begin(*turn_limit, *clock),
            started: at,
            turn_started: at,
            credit: 0,
            lag: BySeat::default(),
            offer: None,
            refused: BySeat::default(),
            proposals: Vec::new(),
            seed: *seed,
            seed_commitment: seed_commitment.clone(),
            events: 1,
            last: None,
            ended: None,
            scores: Vec::new(),
        })
    }

    /// Takes one event in: the only way the state changes.
    ///
    /// # Errors
    /// When the event does not fit; the state is then unspecified and must be dropped.
    pub fn apply(&mut self, event: &Event, at: Millis) -> Result<(), CorruptGame> {
        self.events += 1;
        match event {
            Event::Game(event) => self.apply_game(event),
            Event::Star(_) | Event::Draughts(_) => self.apply_rules(event, at),
        }
    }

    fn apply_rules(&mut self, event: &Event, at: Millis) -> Result<(), CorruptGame> {
        let before = self.play.turn_key();
        self.play.apply(event)?;
        if self.play.turn_key() != before {
            if let (Some(seat), true) = (before.0, is_move(event)) {
                self.time.spend(seat, at - self.turn_started - self.credit);
            }
            self.turn_started = at;
            self.credit = 0;
        }
        match event {
            Event::Star(event) => self.note_star(event),
            Event::Draughts(event) => self.note_draughts(event),
            Event::Game(_) => {}
        }
        if let Some((places, reason)) = Play::ending(event) {
            self.offer = None;
            self.proposals.clear();
            self.ended = Some(Ended { at, places, reason });
        }
        Ok(())
    }

    fn note_star(&mut self, event: &star::Event) {
        match event {
            star::Event::Moved { seat, path, .. } => {
                let path = path.iter().copied().map(Point::from).collect();
                self.last = Some((*seat, path));
                self.lapse_offers_of(*seat);
            }
            star::Event::ItemUsed { seat, what, .. } => {
                if let ItemUse::Wings { from, to } | ItemUse::Swap { from, with: to } = *what {
                    self.last = Some((*seat, vec![from.into(), to.into()]));
                }
                self.lapse_offers_of(*seat);
            }
            star::Event::Passed { seat, .. } => self.lapse_offers_of(*seat),
            star::Event::Out { .. } => self.offer = None,
            _ => {}
        }
    }

    /// An offer of draughts lapses with the opponent's move (RULES.md section 9).
    fn note_draughts(&mut self, event: &draughts::Event) {
        let draughts::Event::Moved { colour, route, .. } = event else {
            return;
        };
        let seat = seat_of(*colour);
        self.last = Some((seat, route.iter().copied().map(Point::from).collect()));
        if self.offer.as_ref().is_some_and(|offer| offer.seat != seat) {
            self.refuse_offer();
        }
    }

    /// The open offer has come to nothing.
    fn refuse_offer(&mut self) {
        if let Some(offer) = self.offer.take() {
            self.refused[offer.seat] = Some(self.play.turns(offer.seat));
        }
    }

    fn apply_game(&mut self, event: &GameEvent) -> Result<(), CorruptGame> {
        match event {
            GameEvent::Started { .. } => return Err(CorruptGame),
            GameEvent::DrawOffered { seat } => {
                self.offer = Some(Offer {
                    seat: *seat,
                    agreed: vec![*seat],
                });
            }
            GameEvent::DrawAgreed { seat } => {
                self.offer.as_mut().ok_or(CorruptGame)?.agreed.push(*seat);
            }
            GameEvent::DrawDeclined { .. } => self.refuse_offer(),
            GameEvent::ResignProposed { seat } => self.proposals.push(Offer {
                seat: *seat,
                agreed: vec![*seat],
            }),
            GameEvent::ResignAgreed { seat } => {
                let star = self.play.star().ok_or(CorruptGame)?;
                let team = star.team(*seat);
                let mut open = self.proposals.iter_mut();
                open.find(|proposal| star.team(proposal.seat) == team)
                    .ok_or(CorruptGame)?
                    .agreed
                    .push(*seat);
            }
            GameEvent::ResignDeclined { seat } => {
                let star = self.play.star().ok_or(CorruptGame)?;
                let team = star.team(*seat);
                self.proposals
                    .retain(|proposal| star.team(proposal.seat) != team);
            }
            GameEvent::Resumed { credit, why } => {
                self.credit += credit;
                if *why == ResumeReason::Lag {
                    let seat = self.play.on_turn().ok_or(CorruptGame)?;
                    self.lag[seat] += credit;
                }
            }
            GameEvent::Scored { scores } => self.scores.clone_from(scores),
        }
        Ok(())
    }

    /// An offer lapses when the offerer acts again (RULES.md section 3).
    fn lapse_offers_of(&mut self, seat: Seat) {
        self.proposals.retain(|proposal| proposal.seat != seat);
        if self.offer.as_ref().is_some_and(|offer| offer.seat == seat) {
            self.offer = None;
        }
    }

    /// The game's id.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// The how-manieth of its room, from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Who plays, in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Who plays on a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// The seat an account plays on. Where one person holds several: the one on turn, or else the
    /// first that still plays, or else the first.
    #[must_use]
    pub fn seat_of(&self, user: Uuid) -> Option<Seat> {
        let own = || {
            self.players
                .iter()
                .filter(move |player| player.user == Some(user))
                .map(|player| player.seat)
        };
        own()
            .find(|&seat| self.play.on_turn() == Some(seat))
            .or_else(|| own().find(|&seat| self.play.is_playing(seat)))
            .or_else(|| own().next())
    }

    /// The hash of the seed from which chance is drawn.
    #[must_use]
    pub fn seed_commitment(&self) -> &str {
        &self.seed_commitment
    }

    /// The play-through under the rules.
    #[must_use]
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The play-through of Chinese checkers, if that is what is played.
    #[must_use]
    pub fn star(&self) -> Option<&star::Game> {
        self.play.star()
    }

    /// Whether it counts.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// When it started.
    #[must_use]
    pub fn started(&self) -> Millis {
        self.started
    }

    /// What a seat has for a turn that begins now.
    #[must_use]
    pub fn time_of(&self, seat: Seat) -> Millis {
        self.time.of(seat)
    }

    /// When the running turn began.
    #[must_use]
    pub fn turn_started(&self) -> Millis {
        self.turn_started
    }

    /// When the running turn runs out, or the time to answer whether to play on; `None` when the game
    /// is over or a bot is on turn, whose turns have no clock.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let seat = self.play.on_turn()?;
        if self.play.is_asking() {
            return Some(self.turn_started + ASK_MILLIS + self.credit);
        }
        self.player(seat)?.user?;
        Some(self.turn_started + self.time.of(seat) + self.credit)
    }

    /// Milliseconds given back to a seat so far because its moves were on their way.
    #[must_use]
    pub fn lag_of(&self, seat: Seat) -> Millis {
        self.lag[seat]
    }

    /// How much later than the deadline a move of the seat on turn may still arrive, when its
    /// connection has this lag.
    #[must_use]
    pub fn leeway(&self, lag: Millis) -> Millis {
        let left = self
            .play
            .on_turn()
            .map_or(0, |seat| LAG_QUOTA - self.lag[seat]);
        lag.min(left).max(0)
    }

    /// The bot's seat that is on turn.
    #[must_use]
    pub fn bot_on_turn(&self) -> Option<Seat> {
        let seat = self.play.on_turn()?;
        let acts = !self.play.is_asking();
        (acts && self.player(seat)?.user.is_none()).then_some(seat)
    }

    /// The open draw offer.
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// The open proposals to resign, at most one a team.
    #[must_use]
    pub fn proposals(&self) -> &[Offer] {
        &self.proposals
    }

    /// The last move, or what took its place.
    #[must_use]
    pub fn last_move(&self) -> Option<&(Seat, Vec<Point>)> {
        self.last.as_ref()
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// The points of each seat, once it has ended.
    #[must_use]
    pub fn scores(&self) -> &[SeatScore] {
        &self.scores
    }
}

/// Whether the event is an act that ends its turn, for which a main clock gives an increment.
fn is_move(event: &Event) -> bool {
    matches!(event, Event::Draughts(draughts::Event::Moved { .. }))
}
