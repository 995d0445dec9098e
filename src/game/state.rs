//! The state of one game: the fold of its events.

use uuid::Uuid;

use crate::game::{Event, GameEvent, Millis, Player, ResumeReason, SeatScore};
use crate::rules::star::{self, ASK_MILLIS, EndReason, Extras, Hole, ItemUse, Placed};
use crate::rules::{BySeat, Seat, Seed};
use crate::scoring::Farm;

/// One game: rules, players, the turn's clock, what is open among the players and, at the end, the
/// points.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub(super) id: Uuid,
    pub(super) number: u32,
    pub(super) players: Vec<Player>,
    pub(super) star: star::Game,
    pub(super) rated: bool,
    pub(super) farm: Farm,
    pub(super) turn_limit: Millis,
    pub(super) started: Millis,
    pub(super) turn_started: Millis,
    pub(super) credit: Millis,
    /// What was given back for lag, by seat.
    pub(super) lag: BySeat<Millis>,
    pub(super) offer: Option<Offer>,
    pub(super) proposals: Vec<Offer>,
    pub(super) seed: Option<Seed>,
    pub(super) seed_commitment: String,
    /// The number of the last event, `started` being 1.
    pub(super) events: u64,
    pub(super) last: Option<(Seat, Vec<Hole>)>,
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
        let star =
            star::Game::with(rules.clone(), &seats, *first, extras).map_err(|_| CorruptGame)?;
        Ok(Self {
            id: *game,
            number: *number,
            players: players.clone(),
            star,
            rated: *rated,
            farm: *farm,
            turn_limit: *turn_limit,
            started: at,
            turn_started: at,
            credit: 0,
            lag: BySeat::default(),
            offer: None,
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
            Event::Star(event) => self.apply_star(event, at),
            Event::Game(event) => self.apply_game(event),
        }
    }

    fn apply_star(&mut self, event: &star::Event, at: Millis) -> Result<(), CorruptGame> {
        let before = self.turn_key();
        self.star.apply(event).map_err(|_| CorruptGame)?;
        if self.turn_key() != before {
            self.turn_started = at;
            self.credit = 0;
        }
        match event {
            star::Event::Moved { seat, path, .. } => {
                self.last = Some((*seat, path.clone()));
                self.lapse_offers_of(*seat);
            }
            star::Event::ItemUsed { seat, what, .. } => {
                if let ItemUse::Wings { from, to } | ItemUse::Swap { from, with: to } = *what {
                    self.last = Some((*seat, vec![from, to]));
                }
                self.lapse_offers_of(*seat);
            }
            star::Event::Passed { seat, .. } => self.lapse_offers_of(*seat),
            star::Event::Out { .. } => self.offer = None,
            star::Event::Ended { places, reason, .. } => {
                self.offer = None;
                self.proposals.clear();
                self.ended = Some(Ended {
                    at,
                    places: places.clone(),
                    reason: *reason,
                });
            }
            _ => {}
        }
        Ok(())
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
            GameEvent::DrawDeclined { .. } => self.offer = None,
            GameEvent::ResignProposed { seat } => self.proposals.push(Offer {
                seat: *seat,
                agreed: vec![*seat],
            }),
            GameEvent::ResignAgreed { seat } => {
                let team = self.star.team(*seat);
                let mut open = self.proposals.iter_mut();
                open.find(|proposal| self.star.team(proposal.seat) == team)
                    .ok_or(CorruptGame)?
                    .agreed
                    .push(*seat);
            }
            GameEvent::ResignDeclined { seat } => {
                let team = self.star.team(*seat);
                self.proposals
                    .retain(|proposal| self.star.team(proposal.seat) != team);
            }
            GameEvent::Resumed { credit, why } => {
                self.credit += credit;
                if *why == ResumeReason::Lag {
                    let seat = self.star.on_turn().ok_or(CorruptGame)?;
                    self.lag[seat] += credit;
                }
            }
            GameEvent::Scored { scores } => self.scores.clone_from(scores),
        }
        Ok(())
    }

    /// What of the state makes a turn, or the time to answer, another one.
    fn turn_key(&self) -> (Option<Seat>, Option<u16>, bool) {
        let seat = self.star.on_turn();
        let turns = seat.map(|seat| self.star.turns(seat));
        (seat, turns, self.star.asking().is_some())
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
            .find(|&seat| self.star.on_turn() == Some(seat))
            .or_else(|| own().find(|&seat| self.star.is_playing(seat)))
            .or_else(|| own().next())
    }

    /// The hash of the seed from which chance is drawn.
    #[must_use]
    pub fn seed_commitment(&self) -> &str {
        &self.seed_commitment
    }

    /// The play-through under the rules.
    #[must_use]
    pub fn star(&self) -> &star::Game {
        &self.star
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

    /// The turn limit.
    #[must_use]
    pub fn turn_limit(&self) -> Millis {
        self.turn_limit
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
        let seat = self.star.on_turn()?;
        if self.star.asking().is_some() {
            return Some(self.turn_started + ASK_MILLIS + self.credit);
        }
        self.player(seat)?.user?;
        Some(self.turn_started + self.turn_limit + self.credit)
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
            .star
            .on_turn()
            .map_or(0, |seat| LAG_QUOTA - self.lag[seat]);
        lag.min(left).max(0)
    }

    /// The bot's seat that is on turn.
    #[must_use]
    pub fn bot_on_turn(&self) -> Option<Seat> {
        let seat = self.star.on_turn()?;
        let acts = self.star.asking().is_none();
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
    pub fn last_move(&self) -> Option<&(Seat, Vec<Hole>)> {
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
