//! How viewers see a room.

use std::collections::BTreeMap;

use crate::game::family::{Family, colour_of, seat_of};
use crate::game::{Game, Millis, Offer, Play};
use crate::protocol::{
    ClockView, EndView, GameView, LastMove, LobbyRoom, LobbyStatus, OccupantView, OfferView,
    PiecesView, RoomId, RoomState, SeatView, TeamView, TurnSeat, TurnView,
};
use crate::room::state::{Occupant, Room};
use crate::rules::draughts::{self, Colour, SquareSet};
use crate::rules::star::{self, Team};

impl Room {
    /// The state in a snapshot.
    #[must_use]
    pub fn view(&self, spectators: u32) -> RoomState {
        RoomState {
            code: self.code.clone(),
            settings: self.settings.clone(),
            host: self.host,
            host_name: self.host_name.clone(),
            seats: self
                .settings
                .seats()
                .iter()
                .map(|&seat| SeatView {
                    seat,
                    team: self.settings.team(seat),
                    occupant: self.occupants.get(&seat).map(occupant_view),
                })
                .collect(),
            playing: self.playing().is_some(),
            game: self.game.as_ref().map(game_view),
            rematch: self.rematch.iter().copied().collect(),
            spectators,
            closed: self.closed,
        }
    }

    /// The line in the lobby; none for private and closed rooms.
    #[must_use]
    pub fn line(&self, id: RoomId) -> Option<LobbyRoom> {
        if self.settings.private || self.closed {
            return None;
        }
        Some(LobbyRoom {
            id,
            code: self.code.clone(),
            host: self.host_name.clone(),
            settings: self.settings.clone(),
            taken: u8::try_from(self.occupants.len()).unwrap_or(u8::MAX),
            status: if self.playing().is_some() {
                LobbyStatus::Playing
            } else {
                LobbyStatus::Waiting
            },
            created: self.created,
        })
    }

    /// The clock of the running game.
    #[must_use]
    pub fn clock(&self, now: Millis) -> Option<ClockView> {
        let game = self.playing()?;
        let play = game.play();
        let deadline = game.deadline();
        let asking = play.is_asking();
        let running = deadline.and(play.on_turn()).filter(|_| !asking);
        let left = play
            .seats()
            .iter()
            .filter(|seat| play.is_playing(**seat))
            .map(|&seat| {
                let left = match deadline {
                    Some(deadline) if running == Some(seat) => (deadline - now).max(0),
                    _ => game.time_of(seat),
                };
                (seat, left)
            })
            .collect();
        Some(ClockView {
            running,
            left,
            ask: deadline
                .filter(|_| asking)
                .map(|deadline| (deadline - now).max(0)),
            at: now,
        })
    }
}

fn occupant_view(occupant: &Occupant) -> OccupantView {
    OccupantView {
        user: occupant.user,
        name: occupant.name.clone(),
        guest: occupant.guest,
        bot: occupant.user.is_none(),
        points: occupant.points,
        level: occupant.level(),
        ready: occupant.ready,
        connected: occupant.connected,
    }
}

fn game_view(game: &Game) -> GameView {
    GameView {
        id: game.id(),
        number: game.number(),
        family: match game.play() {
            Play::Star(_) => Family::Star,
            Play::Draughts(_) => Family::Draughts,
        },
        rated: game.is_rated(),
        started: game.started(),
        players: game.players().to_vec(),
        first: game.play().first(),
        marbles: game.star().map_or_else(BTreeMap::new, |star| {
            let seats = star.seats().iter();
            seats.map(|&seat| (seat, star.marbles(seat))).collect()
        }),
        pieces: game.play().draughts().map(|board| {
            let by_seat = |of: &dyn Fn(Colour) -> SquareSet| {
                Colour::ALL
                    .into_iter()
                    .map(|colour| (seat_of(colour), of(colour)))
                    .collect()
            };
            PiecesView {
                men: by_seat(&|colour| board.position().men(colour)),
                kings: by_seat(&|colour| board.position().kings(colour)),
            }
        }),
        last: game.last_move().map(|(seat, path)| LastMove {
            seat: *seat,
            path: path.clone(),
        }),
        turn: turn_view(game),
        seed_commitment: game.seed_commitment().to_owned(),
        offer: game.offer().map(offer_view),
        proposals: game.proposals().iter().map(offer_view).collect(),
        ended: game.ended().map(|ended| EndView {
            places: ended.places.clone(),
            reason: ended.reason,
        }),
        scores: game.scores().to_vec(),
    }
}

fn offer_view(offer: &Offer) -> OfferView {
    OfferView {
        seat: offer.seat,
        agreed: offer.agreed.clone(),
    }
}

/// What the rules say of the turn.
pub(super) fn turn_view(game: &Game) -> TurnView {
    let play = game.play();
    let star = game.star();
    let board = play.draughts();
    TurnView {
        seat: play.on_turn(),
        ply: play.ply(),
        round: play.round(),
        duty: board.and_then(draughts::Game::duty),
        counters: board.map_or_else(Vec::new, draughts::Game::draw_counters),
        seats: play
            .seats()
            .iter()
            .map(|&seat| TurnSeat {
                seat,
                in_camp: star.map_or(0, |star| star.in_camp(seat)),
                away: star.map_or(0, |star| star.away(seat)),
                taken: board
                    .zip(colour_of(seat))
                    .map(|(board, colour)| board.taken(colour)),
                turns: play.turns(seat),
                timeouts: play.timeouts(seat),
                place: play.place(seat),
                out: play.out(seat),
                stall: star.and_then(|star| star.stall(seat)),
                items: star
                    .filter(|star| star.has_items())
                    .map(|star| star.hand(seat)),
            })
            .collect(),
        teams: star.map_or_else(Vec::new, |star| {
            star.team_goal().map_or_else(Vec::new, |goal| {
                Team::ALL.map(|team| team_view(star, team, goal)).into()
            })
        }),
        things: star.map_or_else(Vec::new, |star| star.things().to_vec()),
        used: star.and_then(star::Game::item_in_turn),
        power: star.and_then(star::Game::power),
        asking: star.and_then(star::Game::asking).map(<[_]>::to_vec),
        may_pass: star.is_some_and(star::Game::may_pass),
    }
}

fn team_view(star: &star::Game, team: Team, goal: u8) -> TeamView {
    TeamView {
        team,
        seats: star.members(team).collect(),
        in_camp: star.team_in_camp(team),
        goal,
    }
}

/// The game's hash as it stands on the wire.
#[must_use]
pub fn hash_text(game: &Game) -> String {
    format!("{:016x}", game.play().hash())
}
