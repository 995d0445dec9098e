//! How viewers see a room.

use std::collections::BTreeMap;

use crate::game::{Game, Millis, Offer};
use crate::protocol::{
    ClockView, EndView, GameView, LastMove, LobbyRoom, LobbyStatus, OccupantView, OfferView,
    RoomId, RoomState, SeatView, TeamView, TurnSeat, TurnView,
};
use crate::room::state::{Occupant, Room};
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
        let star = game.star();
        let deadline = game.deadline();
        let asking = star.asking().is_some();
        let running = deadline.and(star.on_turn()).filter(|_| !asking);
        let left = star
            .seats()
            .iter()
            .filter(|seat| star.is_playing(**seat))
            .map(|&seat| {
                let left = match deadline {
                    Some(deadline) if running == Some(seat) => (deadline - now).max(0),
                    _ => game.turn_limit(),
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
    let star = game.star();
    GameView {
        id: game.id(),
        number: game.number(),
        rated: game.is_rated(),
        started: game.started(),
        players: game.players().to_vec(),
        first: star.first(),
        marbles: star
            .seats()
            .iter()
            .map(|&seat| (seat, star.marbles(seat)))
            .collect::<BTreeMap<_, _>>(),
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
    let star = game.star();
    TurnView {
        seat: star.on_turn(),
        ply: star.ply(),
        round: star.round(),
        seats: star
            .seats()
            .iter()
            .map(|&seat| TurnSeat {
                seat,
                in_camp: star.in_camp(seat),
                away: star.away(seat),
                turns: star.turns(seat),
                timeouts: star.timeouts(seat),
                place: star.place(seat),
                out: star.out(seat),
                stall: star.stall(seat),
                items: star.has_items().then(|| star.hand(seat)),
            })
            .collect(),
        teams: star.team_goal().map_or_else(Vec::new, |goal| {
            Team::ALL.map(|team| team_view(star, team, goal)).into()
        }),
        things: star.things().to_vec(),
        used: star.item_in_turn(),
        power: star.power(),
        asking: star.asking().map(<[_]>::to_vec),
        may_pass: star.may_pass(),
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
    format!("{:016x}", game.star().hash())
}
