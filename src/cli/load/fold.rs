//! A room as a client knows it: the fold of a snapshot and the events after it, done from the
//! wire alone, as a browser does it. Nothing of the server's own fold is used, so that a
//! difference between the two shows.

use std::fmt::Write as _;

use crate::game::{self, EndReason, Family, GameEvent, Rules};
use crate::protocol::{
    EndView, Event, EventFrame, GameView, LastMove, OccupantView, OfferView, RoomEvent, RoomState,
    SeatView, Snapshot, StreamState, TurnView, UserId, You,
};
use crate::rules::star::{self, Hole, HoleSet, Item, ItemUse, LegalMove, MoveKind, Shift};
use crate::rules::{Point, Seat};
use crate::scoring::level_of;

/// A room's state on this side of the wire.
#[derive(Clone, Debug)]
pub struct Model {
    /// The number of the last event in it.
    pub seq: u64,
    /// The state.
    pub state: RoomState,
    /// What this account is there.
    pub you: You,
    /// The legal moves, when this account is on turn.
    pub legal: Vec<LegalMove>,
    /// The server's hash after the last event that carried one, while it holds.
    pub h: Option<String>,
}

/// What may be done with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It comes next.
    Next,
    /// It is known.
    Old,
    /// Others are missing before it.
    Gap,
}

impl Model {
    /// The model a snapshot gives; none when it is not a room's.
    #[must_use]
    pub fn of(snap: Snapshot) -> Option<Self> {
        let StreamState::Room(state) = snap.state else {
            return None;
        };
        Some(Self {
            seq: snap.seq,
            state: *state,
            you: snap.you.unwrap_or(You {
                seat: None,
                host: false,
            }),
            legal: snap
                .legal
                .map(|legal| legal.star().to_vec())
                .unwrap_or_default(),
            h: snap.h,
        })
    }

    /// How a frame fits behind the model.
    #[must_use]
    pub fn fits(&self, frame: &EventFrame) -> Fit {
        match frame.seq {
            seq if seq <= self.seq => Fit::Old,
            seq if seq == self.seq + 1 => Fit::Next,
            _ => Fit::Gap,
        }
    }

    /// Takes the next event in.
    pub fn apply(&mut self, frame: EventFrame, me: UserId) {
        self.seq = frame.seq;
        let over = matches!(
            frame.event,
            Event::Game(game::Event::Star(star::Event::Ended { .. }))
        );
        match &frame.event {
            Event::Room(event) => self.room(event),
            Event::Game(game::Event::Star(event)) => self.star(event),
            Event::Game(game::Event::Draughts(_)) => {}
            Event::Game(game::Event::Game(event)) => self.game(event, &frame),
        }
        if let Some(legal) = frame.legal {
            self.legal = legal.star().to_vec();
        } else if frame.turn.is_some() || over {
            self.legal.clear();
        }
        if frame.h.is_some() || frame.turn.is_some() || over {
            self.h = frame.h;
        }
        if let (Some(game), Some(turn)) = (&mut self.state.game, frame.turn) {
            game.turn = turn;
        }
        let seat = self.state.seats.iter().find(|view| {
            view.occupant
                .as_ref()
                .is_some_and(|occupant| occupant.user == Some(me))
        });
        self.you = You {
            seat: seat.map(|view| view.seat),
            host: self.state.host == me,
        };
    }

    /// Whether the model agrees with the server's hash; without one there is nothing to
    /// disagree on.
    #[must_use]
    pub fn agrees(&self) -> bool {
        match (&self.h, &self.state.game) {
            (Some(h), Some(game)) => *h == hash(game),
            _ => true,
        }
    }

    /// Whether a snapshot of the same number says the same of seats and game. Connections and
    /// spectators are no events and may differ.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let seats = |state: &RoomState| -> Vec<SeatView> {
            let mut seats = state.seats.clone();
            for occupant in seats.iter_mut().filter_map(|view| view.occupant.as_mut()) {
                occupant.connected = true;
            }
            seats
        };
        self.state.game == other.state.game
            && self.state.playing == other.state.playing
            && self.state.settings == other.state.settings
            && self.state.host == other.state.host
            && self.state.rematch == other.state.rematch
            && seats(&self.state) == seats(&other.state)
    }

    /// Whether this account is on turn in a running game.
    #[must_use]
    pub fn my_turn(&self) -> bool {
        let on_turn = self.state.game.as_ref().and_then(|game| game.turn.seat);
        self.state.playing && on_turn.is_some() && on_turn == self.you.seat
    }

    fn seat(&mut self, seat: Seat) -> Option<&mut Option<OccupantView>> {
        let view = self.state.seats.iter_mut().find(|view| view.seat == seat)?;
        Some(&mut view.occupant)
    }

    fn occupy(&mut self, seat: Seat, occupant: Option<OccupantView>) {
        if let Some(place) = self.seat(seat) {
            *place = occupant;
        }
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut OccupantView)) {
        if let Some(Some(occupant)) = self.seat(seat) {
            change(occupant);
        }
    }

    /// Only bots stay ready.
    fn unready(&mut self) {
        self.state.rematch.clear();
        for occupant in self
            .state
            .seats
            .iter_mut()
            .filter_map(|view| view.occupant.as_mut())
        {
            occupant.ready = occupant.bot;
        }
    }

    fn room(&mut self, event: &RoomEvent) {
        match event {
            // Sides are changed in draughts alone.
            RoomEvent::Created { .. } | RoomEvent::Swapped {} => {}
            RoomEvent::Configured { settings } => {
                let old = std::mem::take(&mut self.state.seats);
                self.state.seats = settings
                    .seats()
                    .iter()
                    .map(|&seat| SeatView {
                        seat,
                        team: settings.team(seat),
                        occupant: old
                            .iter()
                            .find(|view| view.seat == seat)
                            .and_then(|view| view.occupant.clone()),
                    })
                    .collect();
                self.state.settings = settings.clone();
                self.unready();
            }
            RoomEvent::Sat {
                seat,
                user,
                name,
                guest,
                points,
            } => self.occupy(
                *seat,
                Some(OccupantView {
                    user: Some(*user),
                    name: name.clone(),
                    guest: *guest,
                    bot: false,
                    points: *points,
                    level: level_of(*points).number(),
                    ready: false,
                    connected: true,
                }),
            ),
            RoomEvent::BotAdded { seat, name } => self.occupy(
                *seat,
                Some(OccupantView {
                    user: None,
                    name: name.clone(),
                    guest: false,
                    bot: true,
                    points: 0,
                    level: level_of(0).number(),
                    ready: true,
                    connected: true,
                }),
            ),
            RoomEvent::Stood { seat, .. } | RoomEvent::Kicked { seat } => {
                self.occupy(*seat, None);
                self.state.rematch.retain(|other| other != seat);
            }
            RoomEvent::Readied { seat } => self.change(*seat, |occupant| occupant.ready = true),
            RoomEvent::Unreadied { seat } => {
                self.change(*seat, |occupant| occupant.ready = false);
                self.state.rematch.retain(|other| other != seat);
            }
            RoomEvent::HostChanged { host, host_name } => {
                self.state.host = *host;
                self.state.host_name.clone_from(host_name);
            }
            RoomEvent::Disconnected { seat } => {
                self.change(*seat, |occupant| occupant.connected = false);
            }
            RoomEvent::Reconnected { seat } => {
                self.change(*seat, |occupant| occupant.connected = true);
            }
            RoomEvent::Rematch { seat } => {
                self.change(*seat, |occupant| occupant.ready = true);
                self.state.rematch.push(*seat);
                self.state.rematch.sort_unstable();
                self.state.rematch.dedup();
            }
            RoomEvent::Closed { .. } => self.state.closed = true,
        }
    }

    fn star(&mut self, event: &star::Event) {
        let Some(game) = &mut self.state.game else {
            return;
        };
        match event {
            star::Event::Moved { seat, path, kind } => {
                moved(game, *seat, path, *kind);
                lapse(game, *seat);
            }
            star::Event::Passed { seat, .. } => lapse(game, *seat),
            star::Event::ItemUsed { seat, what, result } => {
                used(game, *seat, what, result);
                lapse(game, *seat);
            }
            star::Event::Out { seat, .. } => {
                game.offer = None;
                game.marbles.insert(*seat, HoleSet::EMPTY);
            }
            star::Event::Ended { places, reason, .. } => {
                game.ended = Some(EndView {
                    places: places.clone(),
                    reason: EndReason::Star(*reason),
                });
                game.offer = None;
                game.proposals.clear();
                self.state.playing = false;
            }
            star::Event::TurnExpired { .. }
            | star::Event::TurnSkipped { .. }
            | star::Event::ItemExpired { .. }
            | star::Event::Finished { .. }
            | star::Event::Warned { .. }
            | star::Event::PlayOnAsked {}
            | star::Event::PlayOnAnswered { .. } => {}
        }
    }

    fn game(&mut self, event: &GameEvent, frame: &EventFrame) {
        if let GameEvent::Started { .. } = event {
            self.state.game = started(event, frame);
            self.state.playing = true;
            self.state.rematch.clear();
            return;
        }
        if let GameEvent::Scored { scores } = event {
            for score in scores {
                self.change(score.seat, |occupant| {
                    if !occupant.bot {
                        occupant.points = score.after;
                        occupant.level = level_of(score.after).number();
                    }
                });
            }
            self.unready();
        }
        let Some(game) = &mut self.state.game else {
            return;
        };
        match event {
            GameEvent::DrawOffered { seat } => {
                game.offer = Some(OfferView {
                    seat: *seat,
                    agreed: vec![*seat],
                });
            }
            GameEvent::DrawAgreed { seat } => {
                if let Some(offer) = &mut game.offer {
                    offer.agreed.push(*seat);
                }
            }
            GameEvent::DrawDeclined { .. } => game.offer = None,
            GameEvent::ResignProposed { seat } => game.proposals.push(OfferView {
                seat: *seat,
                agreed: vec![*seat],
            }),
            GameEvent::ResignAgreed { seat } => {
                let mates = mates(game, *seat);
                for proposal in &mut game.proposals {
                    if mates.contains(&proposal.seat) {
                        proposal.agreed.push(*seat);
                    }
                }
            }
            GameEvent::ResignDeclined { seat } => {
                let mates = mates(game, *seat);
                game.proposals
                    .retain(|proposal| !mates.contains(&proposal.seat));
            }
            GameEvent::Scored { scores } => game.scores.clone_from(scores),
            GameEvent::Started { .. } | GameEvent::Resumed { .. } => {}
        }
    }
}

/// The game a `started` event begins.
fn started(event: &GameEvent, frame: &EventFrame) -> Option<GameView> {
    let GameEvent::Started {
        game,
        number,
        players,
        first,
        rules,
        rated,
        seed_commitment,
        ..
    } = event
    else {
        return None;
    };
    // The load is made of games of Chinese checkers.
    let Rules::Star(rules) = rules else {
        return None;
    };
    let turn = TurnView {
        seat: Some(*first),
        ply: 1,
        round: 1,
        duty: None,
        counters: Vec::new(),
        seats: Vec::new(),
        teams: Vec::new(),
        things: Vec::new(),
        used: None,
        power: None,
        asking: None,
        may_pass: false,
    };
    Some(GameView {
        id: *game,
        number: *number,
        family: Family::Star,
        rated: *rated,
        started: frame.at,
        players: players.clone(),
        first: *first,
        marbles: players
            .iter()
            .map(|player| (player.seat, star::home(rules.army, player.seat)))
            .collect(),
        pieces: None,
        last: None,
        turn: frame.turn.clone().unwrap_or(turn),
        seed_commitment: seed_commitment.clone(),
        offer: None,
        proposals: Vec::new(),
        ended: None,
        scores: Vec::new(),
    })
}

/// A marble goes from its path's first hole to its last; in a swap the one there comes back.
fn moved(game: &mut GameView, seat: Seat, path: &[Hole], kind: MoveKind) {
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return;
    };
    if kind == MoveKind::Swap {
        for marbles in game
            .marbles
            .values_mut()
            .filter(|marbles| marbles.contains(to))
        {
            marbles.remove(to);
            marbles.insert(from);
        }
    }
    if let Some(own) = game.marbles.get_mut(&seat) {
        own.remove(from);
        own.insert(to);
    }
    game.last = Some(LastMove {
        seat,
        path: path.iter().copied().map(Point::from).collect(),
    });
}

/// An item moved marbles.
fn used(game: &mut GameView, seat: Seat, what: &ItemUse, result: &[Shift]) {
    for shift in result {
        if let Some(marbles) = game.marbles.get_mut(&shift.seat) {
            marbles.remove(shift.from);
        }
    }
    for shift in result {
        if let Some(marbles) = game.marbles.get_mut(&shift.seat) {
            marbles.insert(shift.to);
        }
    }
    if let ItemUse::Wings { from, to } | ItemUse::Swap { from, with: to } = *what {
        game.last = Some(LastMove {
            seat,
            path: vec![from.into(), to.into()],
        });
    }
}

/// The members of the seat's team.
fn mates(game: &GameView, seat: Seat) -> Vec<Seat> {
    let team = game
        .turn
        .teams
        .iter()
        .find(|team| team.seats.contains(&seat));
    team.map_or_else(Vec::new, |team| team.seats.clone())
}

/// An offer lapses when the offerer acts again.
fn lapse(game: &mut GameView, seat: Seat) {
    game.proposals.retain(|proposal| proposal.seat != seat);
    if game.offer.as_ref().is_some_and(|offer| offer.seat == seat) {
        game.offer = None;
    }
}

/// The game's hash, from its canonical text (PROTOCOL.md, rule 5).
#[must_use]
pub fn hash(game: &GameView) -> String {
    let mut text = format!("{}|", game.turn.ply);
    match game.turn.seat {
        Some(seat) => _ = write!(text, "{seat}|"),
        None => text.push_str("-|"),
    }
    for (seat, holes) in &game.marbles {
        let holes: Vec<String> = holes.iter().map(|hole| hole.index().to_string()).collect();
        _ = write!(text, "{seat}:{};", holes.join(","));
    }
    let mut out: Vec<String> = Vec::new();
    for seat in game.turn.seats.iter().filter(|seat| seat.out.is_some()) {
        out.push(seat.seat.to_string());
    }
    out.sort();
    _ = write!(text, "|{}|", out.join(","));
    for seat in &game.turn.seats {
        if let Some(hand) = seat.items {
            let items: Vec<String> = hand.iter().map(|item| (item as u8).to_string()).collect();
            _ = write!(text, "{}:{};", seat.seat, items.join(","));
        }
    }
    text.push('|');
    let things = |item: Item| {
        let of_kind = game.turn.things.iter().filter(|thing| thing.item == item);
        let mut holes: Vec<usize> = of_kind.map(|thing| thing.hole.index()).collect();
        holes.sort_unstable();
        let holes: Vec<String> = holes.iter().map(usize::to_string).collect();
        holes.join(",")
    };
    if !game.turn.things.is_empty() {
        let (roadblocks, workers) = (things(Item::Roadblock), things(Item::RoadWorker));
        _ = write!(text, "R:{roadblocks};W:{workers}");
    }
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}
