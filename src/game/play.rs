//! The play-through of either family, as the game around it sees it.

use crate::game::family::{DRAUGHTS_SEATS, EndReason, Rules, colour_of, seat_of};
use crate::game::{ActError, CorruptGame, Event};
use crate::rules::draughts;
use crate::rules::star::{self, Extras, Placed};
use crate::rules::{OutReason, Seat};

/// One play-through under its rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// Chinese checkers.
    Star(Box<star::Game>),
    /// Draughts.
    Draughts(Box<draughts::Game>),
}

impl Play {
    /// A play-through that begins.
    ///
    /// # Errors
    /// When rules, seats and first turn make no game.
    pub fn begin(
        rules: &Rules,
        seats: &[Seat],
        first: Seat,
        extras: Extras,
    ) -> Result<Self, CorruptGame> {
        match rules {
            Rules::Star(rules) => star::Game::with(rules.clone(), seats, first, extras)
                .map(|game| Self::Star(Box::new(game)))
                .map_err(|_| CorruptGame),
            Rules::Draughts(rules) => {
                let right = seats == DRAUGHTS_SEATS && first == seat_of(rules.first_move);
                (right && extras == Extras::default())
                    .then(|| Self::Draughts(Box::new(draughts::Game::standard(*rules))))
                    .ok_or(CorruptGame)
            }
        }
    }

    /// Takes an event of the rules in.
    ///
    /// # Errors
    /// When it does not fit, or is the other family's.
    pub fn apply(&mut self, event: &Event) -> Result<(), CorruptGame> {
        match (self, event) {
            (Self::Star(game), Event::Star(event)) => game.apply(event).map_err(|_| CorruptGame),
            (Self::Draughts(game), Event::Draughts(event)) => {
                game.apply(event).map_err(|_| CorruptGame)
            }
            _ => Err(CorruptGame),
        }
    }

    /// The game of Chinese checkers, if it is one.
    #[must_use]
    pub fn star(&self) -> Option<&star::Game> {
        match self {
            Self::Star(game) => Some(game),
            Self::Draughts(_) => None,
        }
    }

    /// The game of draughts, if it is one.
    #[must_use]
    pub fn draughts(&self) -> Option<&draughts::Game> {
        match self {
            Self::Star(_) => None,
            Self::Draughts(game) => Some(game),
        }
    }

    /// The seats in turn order.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        match self {
            Self::Star(game) => game.seats(),
            Self::Draughts(_) => &DRAUGHTS_SEATS,
        }
    }

    /// The seat on turn; none when the game is over.
    #[must_use]
    pub fn on_turn(&self) -> Option<Seat> {
        match self {
            Self::Star(game) => game.on_turn(),
            Self::Draughts(game) => game.on_turn().map(seat_of),
        }
    }

    /// The seat that makes the first turn of a round.
    #[must_use]
    pub fn first(&self) -> Seat {
        match self {
            Self::Star(game) => game.first(),
            Self::Draughts(game) => seat_of(game.rules().first_move),
        }
    }

    /// Committed acts + 1.
    #[must_use]
    pub fn ply(&self) -> u32 {
        match self {
            Self::Star(game) => game.ply(),
            Self::Draughts(game) => game.ply(),
        }
    }

    /// The round, from 1; in draughts the number of the move of the side on turn.
    #[must_use]
    pub fn round(&self) -> u16 {
        match self {
            Self::Star(game) => game.round(),
            Self::Draughts(game) => {
                let made = draughts::Colour::ALL.map(|colour| game.moves(colour));
                u16::try_from(made[0].min(made[1]) + 1).unwrap_or(u16::MAX)
            }
        }
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Star(game) => game.is_over(),
            Self::Draughts(game) => game.is_over(),
        }
    }

    /// Whether a seat is neither finished nor out.
    #[must_use]
    pub fn is_playing(&self, seat: Seat) -> bool {
        match self {
            Self::Star(game) => game.is_playing(seat),
            Self::Draughts(game) => !game.is_over() && colour_of(seat).is_some(),
        }
    }

    /// How a seat went out.
    #[must_use]
    pub fn out(&self, seat: Seat) -> Option<OutReason> {
        match self {
            Self::Star(game) => game.out(seat),
            Self::Draughts(game) => game
                .outcome()?
                .out
                .filter(|(colour, _)| seat_of(*colour) == seat)
                .map(|(_, why)| why.into()),
        }
    }

    /// A seat's place, once final.
    #[must_use]
    pub fn place(&self, seat: Seat) -> Option<u8> {
        match self {
            Self::Star(game) => game.place(seat),
            Self::Draughts(game) => {
                let winner = game.outcome()?.winner;
                let ahead = winner.is_none_or(|winner| seat_of(winner) == seat);
                Some(if ahead { 1 } else { 2 })
            }
        }
    }

    /// Turns a seat has had; in draughts its moves.
    #[must_use]
    pub fn turns(&self, seat: Seat) -> u16 {
        match self {
            Self::Star(game) => game.turns(seat),
            Self::Draughts(game) => colour_of(seat).map_or(0, |colour| {
                u16::try_from(game.moves(colour)).unwrap_or(u16::MAX)
            }),
        }
    }

    /// Expired turns of a seat in a row.
    #[must_use]
    pub fn timeouts(&self, seat: Seat) -> u8 {
        match self {
            Self::Star(game) => game.timeouts(seat),
            Self::Draughts(game) => colour_of(seat).map_or(0, |colour| game.timeouts(colour)),
        }
    }

    /// The hash by which a server and its clients compare their states.
    #[must_use]
    pub fn hash(&self) -> u64 {
        match self {
            Self::Star(game) => game.hash(),
            Self::Draughts(game) => game.hash(),
        }
    }

    /// Whether all are asked whether to play on, so that nobody acts in a turn.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.star().is_some_and(|game| game.asking().is_some())
    }

    /// What of the state makes a turn, or the time to answer, another one.
    pub(super) fn turn_key(&self) -> (Option<Seat>, u32, bool) {
        let seat = self.on_turn();
        let turn = match self {
            Self::Star(game) => seat.map_or(0, |seat| u32::from(game.turns(seat))),
            Self::Draughts(game) => game.ply(),
        };
        (seat, turn, self.is_asking())
    }

    /// A seat goes out.
    pub(super) fn put_out(&self, seat: Seat, why: OutReason) -> Result<Vec<Event>, ActError> {
        match self {
            Self::Star(game) => Ok(game
                .put_out(seat, why)?
                .into_iter()
                .map(Event::Star)
                .collect()),
            Self::Draughts(game) => {
                let colour = colour_of(seat).ok_or(ActError::NotPlaying)?;
                let events = game.put_out(colour, side_out(why)?)?;
                Ok(events.into_iter().map(Event::Draughts).collect())
            }
        }
    }

    /// All who still play agree on a draw.
    pub(super) fn agree_draw(&self) -> Vec<Event> {
        match self {
            Self::Star(game) => game.agree_draw().into_iter().map(Event::Star).collect(),
            Self::Draughts(game) => game.agree_draw().into_iter().map(Event::Draughts).collect(),
        }
    }

    /// The running turn's end by its own clock.
    pub(super) fn expire(&self) -> Vec<Event> {
        match self {
            Self::Star(game) => game.expire().into_iter().map(Event::Star).collect(),
            Self::Draughts(game) => game.expire().into_iter().map(Event::Draughts).collect(),
        }
    }

    /// Places and reason that an event of the end tells.
    pub(super) fn ending(event: &Event) -> Option<(Vec<Placed>, EndReason)> {
        match event {
            Event::Star(star::Event::Ended { places, reason, .. }) => {
                Some((places.clone(), EndReason::Star(*reason)))
            }
            Event::Draughts(draughts::Event::Ended { winner, reason }) => {
                let mut places: Vec<Placed> = DRAUGHTS_SEATS
                    .into_iter()
                    .map(|seat| Placed {
                        seat,
                        place: if winner.is_none_or(|winner| seat_of(winner) == seat) {
                            1
                        } else {
                            2
                        },
                    })
                    .collect();
                places.sort_by_key(|placed| placed.place);
                Some((places, EndReason::Draughts(*reason)))
            }
            _ => None,
        }
    }
}

/// How a side of draughts goes out; none stalls there.
fn side_out(why: OutReason) -> Result<draughts::OutReason, ActError> {
    match why {
        OutReason::Resigned => Ok(draughts::OutReason::Resigned),
        OutReason::Left => Ok(draughts::OutReason::Left),
        OutReason::TimedOut => Ok(draughts::OutReason::TimedOut),
        OutReason::Flag => Ok(draughts::OutReason::Flag),
        OutReason::Stalled => Err(ActError::NoSuchAct),
    }
}
