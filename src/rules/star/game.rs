//! One play-through: its state and what can be asked of it.
//!
//! Deciding (`turn.rs`, `finish.rs`, `stall.rs`) never changes a [`Game`]; it returns events. Only
//! [`Game::apply`] (`fold.rs`) changes one. So a live game, a replay and a recovery are one code.

use arrayvec::ArrayVec;

use super::ask::Ask;
use super::board;
use super::event::{EndReason, StallNotice};
use super::item::Hand;
use super::items::Acting;
use super::movegen::{LegalMove, MoveRules};
use super::position::Position;
use super::rule_set::{
    BlockedTarget, ROUND_WITHOUT_CHECKPOINTS, RuleSet, SetupError, WARNING_TURNS,
};
use super::set::HoleSet;
use super::thing::{MOST_THINGS, Thing};
use crate::rules::{BySeat, Finality, OutReason, Seat};

/// How far a seat has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    /// No one sits there in this game.
    #[default]
    Absent,
    /// Neither finished nor out.
    Playing,
    /// Its marbles fill its target since this round.
    Finished { round: u16 },
    /// Out since this round, with so many marbles in its target just before they left the board.
    Out {
        why: OutReason,
        round: u16,
        in_camp: u8,
    },
}

/// What a game keeps about one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Own turns completed, of whatever kind.
    pub(super) turns: u16,
    /// Turns that ran out since the last own act.
    pub(super) timeouts: u8,
    /// Whether the next turn is skipped (`first_in_skips`).
    pub(super) skips: bool,
    /// How far it has come.
    pub(super) standing: Standing,
    /// Its place, once it is final.
    pub(super) place: Option<u8>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) reason: EndReason,
    /// The round and kind of the event that made the last places final.
    pub(super) round: u16,
    pub(super) by: Finality,
}

/// What a room may add to a rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extras {
    /// 組隊: two teams, whose members alternate in turn order.
    pub teams: bool,
    /// 道具: every seat starts with one item of each kind.
    pub items: bool,
}

/// One play-through of the star.
///
/// # Equality
///
/// Two games are equal when they have the same rules, seats and state, however they came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) rules: RuleSet,
    /// The seats clockwise, from the lowest number.
    pub(super) order: ArrayVec<Seat, { Seat::COUNT }>,
    pub(super) first: Seat,
    pub(super) extras: Extras,
    pub(super) position: Position,
    pub(super) on_turn: Option<Seat>,
    /// Completed acts and 1: a move, a pass, an item use, a turn skipped or run out.
    pub(super) ply: u32,
    /// The round in which `on_turn` has its turn.
    pub(super) round: u16,
    /// The round to which the last act belonged.
    pub(super) last_act_round: u16,
    /// The seat whose act that was.
    pub(super) last_actor: Seat,
    /// What has happened in the running turn.
    pub(super) acting: Acting,
    pub(super) hands: BySeat<Hand>,
    pub(super) things: ArrayVec<Thing, MOST_THINGS>,
    pub(super) progress: BySeat<Progress>,
    /// Whether a marble has come into its target by its seat's own move (`first_in_skips`).
    pub(super) someone_was_in: bool,
    /// The round and kind of the last `finished` or `out`.
    pub(super) last_settled: (u16, Finality),
    pub(super) ask: Ask,
    pub(super) end: Option<End>,
}

impl Game {
    /// A game without teams and items; see [`Self::with`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn new(rules: RuleSet, seats: &[Seat], first: Seat) -> Result<Self, SetupError> {
        Self::with(rules, seats, first, Extras::default())
    }

    /// A game in which all marbles are at home and `first` is on turn.
    ///
    /// The seats may come in any order; they take their turns clockwise.
    ///
    /// # Errors
    ///
    /// When [`RuleSet::check`] or [`RuleSet::check_teams`] refuses, the seats are no seating of the table, or `first` is not
    /// among them.
    pub fn with(
        rules: RuleSet,
        seats: &[Seat],
        first: Seat,
        extras: Extras,
    ) -> Result<Self, SetupError> {
        if extras.teams {
            rules.check_teams(seats.len())?;
        } else {
            rules.check(seats.len())?;
        }
        let order: ArrayVec<Seat, { Seat::COUNT }> = Seat::ALL
            .into_iter()
            .filter(|seat| seats.contains(seat))
            .collect();
        if order.len() != seats.len() || !board::is_seating(&order) || !order.contains(&first) {
            return Err(SetupError::Seats);
        }
        let mut progress = BySeat::<Progress>::default();
        let mut hands = BySeat::<Hand>::default();
        for &seat in &order {
            progress[seat].standing = Standing::Playing;
            if extras.items {
                hands[seat] = Hand::FULL;
            }
        }
        Ok(Self {
            position: Position::start(rules.army, &order),
            rules,
            order,
            first,
            extras,
            on_turn: Some(first),
            ply: 1,
            round: 1,
            last_act_round: 1,
            last_actor: first,
            acting: Acting::default(),
            hands,
            things: ArrayVec::new(),
            progress,
            someone_was_in: false,
            last_settled: (1, Finality::Finish),
            ask: Ask::default(),
            end: None,
        })
    }

    /// The rule set.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The seats in turn order, clockwise from the lowest number.
    pub fn seats(&self) -> &[Seat] {
        &self.order
    }

    /// The seat that had the first turn.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The seat on turn; none once the game is over.
    pub const fn on_turn(&self) -> Option<Seat> {
        self.on_turn
    }

    /// The number of completed turns, of whatever kind, and 1.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The running round, from 1.
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// How many own turns the seat has completed: moves, passes, skipped and expired turns.
    pub fn turns(&self, seat: Seat) -> u16 {
        self.progress[seat].turns
    }

    /// How many turns in a row the seat has let run out, 0..=3.
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.progress[seat].timeouts
    }

    /// The seat's place from 1, once it is final.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        self.progress[seat].place
    }

    /// Why the seat is out.
    pub fn out(&self, seat: Seat) -> Option<OutReason> {
        match self.progress[seat].standing {
            Standing::Out { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Whether the seat's marbles fill its target.
    pub fn is_finished(&self, seat: Seat) -> bool {
        matches!(self.progress[seat].standing, Standing::Finished { .. })
    }

    /// Whether the seat is in this game, neither finished nor out.
    pub fn is_playing(&self, seat: Seat) -> bool {
        self.progress[seat].standing == Standing::Playing
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// What ended the game.
    pub fn end_reason(&self) -> Option<EndReason> {
        self.end.map(|end| end.reason)
    }

    /// What stands where.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat's marbles.
    pub fn marbles(&self, seat: Seat) -> HoleSet {
        self.position.marbles[seat]
    }

    /// How many of the seat's marbles stand in its target.
    pub fn in_camp(&self, seat: Seat) -> u8 {
        (self.marbles(seat) & board::target(self.rules.army, seat)).len()
    }

    /// How many of the seat's marbles do not stand in its home.
    pub fn away(&self, seat: Seat) -> u8 {
        (self.marbles(seat) - board::home(self.rules.army, seat)).len()
    }

    /// What the seat must still do for a checkpoint that is at most five own turns off.
    pub fn stall(&self, seat: Seat) -> Option<StallNotice> {
        if self.is_over() || !self.is_playing(seat) {
            return None;
        }
        let turns = self.turns(seat);
        let away = self.away(seat);
        self.rules
            .checkpoints
            .iter()
            .filter(|checkpoint| checkpoint.turn > turns)
            .take_while(|checkpoint| checkpoint.turn - turns <= WARNING_TURNS)
            .find(|checkpoint| checkpoint.away > away)
            .map(|checkpoint| StallNotice {
                turn: checkpoint.turn,
                need: checkpoint.away - away,
                left: checkpoint.turn - turns,
            })
    }

    /// The legal moves of the seat on turn, sorted by from, then to; none once the game is over and
    /// while it is asked whether to play on.
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        self.on_turn
            .filter(|_| self.asking().is_none())
            .map(|seat| self.position.legal_moves(&self.move_rules(), seat))
            .unwrap_or_default()
    }

    /// What bears on where a move may end right now, a power marble of the running turn included.
    pub fn move_rules(&self) -> MoveRules {
        let closes = self.rules.reenter_home.is_forbidden();
        MoveRules {
            hop: self.rules.hop,
            army: self.rules.army,
            leave_target: self.rules.leave_target,
            rest_in_foreign_camp: self.rules.rest_in_foreign_camp,
            swap: self.rules.blocked_target == BlockedTarget::Swap,
            home_closed: BySeat::from_fn(|seat| closes && self.is_late(seat)),
            settled: BySeat::from_fn(|seat| self.is_finished(seat)),
            only: self.acting.power.map(|power| power.marble),
            barred: self
                .acting
                .power
                .filter(|power| power.acted)
                .map(|power| power.origin),
        }
    }

    /// Whether the seat's last checkpoint has passed; without checkpoints, whether round 30 has.
    pub(super) fn is_late(&self, seat: Seat) -> bool {
        match self.rules.checkpoints.last() {
            Some(checkpoint) => self.turns(seat) >= checkpoint.turn,
            None => self.round > ROUND_WITHOUT_CHECKPOINTS,
        }
    }

    /// The seats that are neither finished nor out, in turn order.
    pub(super) fn playing(&self) -> impl Iterator<Item = Seat> {
        self.order
            .iter()
            .copied()
            .filter(|&seat| self.is_playing(seat))
    }

    /// How many seats have finished.
    #[expect(clippy::cast_possible_truncation, reason = "there are six seats")]
    pub(super) fn finished_count(&self) -> u8 {
        self.order
            .iter()
            .filter(|&&seat| self.is_finished(seat))
            .count() as u8
    }

    /// How many seats are out.
    #[expect(clippy::cast_possible_truncation, reason = "there are six seats")]
    pub(super) fn out_count(&self) -> u8 {
        self.order
            .iter()
            .filter(|&&seat| self.out(seat).is_some())
            .count() as u8
    }
}
