//! What a finished game hands to the scoring.

use super::game::{Game, Standing};
use crate::rules::{Finality, OutReason, Seat};

/// How a game ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatOutcome {
    /// Which seat.
    pub seat: Seat,
    /// Its place, from 1; seats that share a place have the same number.
    pub place: u8,
    /// Whether its marbles filled its target.
    pub finished: bool,
    /// Why it went out.
    pub out: Option<OutReason>,
    /// Own marbles in the target at the end; for a seat out: just before they left the board.
    pub in_camp: u8,
    /// The round in which its place became final, from 1.
    pub round: u16,
    /// The kind of event that made its place final.
    pub by: Finality,
}

impl Game {
    /// How the game ended for each seat, in turn order; nothing while it is not over.
    pub fn outcomes(&self) -> Vec<SeatOutcome> {
        let Some(end) = self.end else {
            return Vec::new();
        };
        let outcome = |&seat: &Seat| {
            let progress = self.progress[seat];
            let (out, in_camp, round, by) = match progress.standing {
                Standing::Out {
                    why,
                    round,
                    in_camp,
                } => (Some(why), in_camp, round, Finality::Out),
                Standing::Finished { round } => (None, self.in_camp(seat), round, Finality::Finish),
                Standing::Playing | Standing::Absent => {
                    (None, self.in_camp(seat), end.round, end.by)
                }
            };
            let finished = self.is_finished(seat);
            let place = progress.place.unwrap_or_default();
            SeatOutcome {
                seat,
                place,
                finished,
                out,
                in_camp,
                round,
                by,
            }
        };
        self.order.iter().map(outcome).collect()
    }
}
