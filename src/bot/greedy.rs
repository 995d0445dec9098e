//! The greedy bot for the star: the move that brings its marbles nearest to the target.
//!
//! "Near" is the cost of the cheapest assignment of marbles to target holes (`matching.rs`), so the
//! last marbles find the last holes, marbles in the target make room for those that follow, and the
//! bot never walks to and fro: it takes a move that gains whenever there is one. Whole chains are
//! seen, since ends and not hops are compared. Among similar gains the marble that is farthest back
//! moves first, marbles leave home before the checkpoints of the stall rule ask for it, and equal
//! moves are drawn from the seed.

use arrayvec::ArrayVec;

use super::matching::Matching;
use crate::rules::Seat;
use crate::rules::star::{self, Game, Hole, HoleSet, LegalMove, MoveKind, MoveRules};

/// What one step of gain weighs against one step of lag.
const GAIN: i32 = 4;

/// What leaving home weighs, in the same unit.
const LEAVING: i32 = 6;

/// How many own turns more than marbles missing are kept in hand before a checkpoint.
const RESERVE: u16 = 4;

/// How many more for each foreign marble in the home: it may close the way.
const RESERVE_FOR_GUEST: u16 = 10;

/// So many steps out of home mean that there is no way out.
const ENCLOSED: u16 = 8;

/// The move of the seat on turn; none when it has none or the game is over.
///
/// The same game and seed give the same move.
pub fn choose(game: &Game, seed: u64) -> Option<LegalMove> {
    let seat = game.on_turn()?;
    let search = Search::new(game, seat);
    let (from, to) = search.best(seed)?;
    let position = game.position();
    let kind = if position.all_marbles().contains(to) {
        MoveKind::Swap
    } else {
        MoveKind::Move
    };
    let path = position.path(search.rules.hop, from, to)?;
    Some(LegalMove {
        from,
        to,
        path,
        kind,
    })
}

/// What a move does about marbles that should leave home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Duty {
    /// It brings one back.
    Neglected,
    /// It shuts in a marble of the seat whose home the target is.
    Encloses,
    /// Nothing, or nothing is due.
    Open,
    /// It brings one nearer to the way out.
    Prepared,
    /// It takes one out.
    Done,
}

struct Search<'a> {
    game: &'a Game,
    seat: Seat,
    rules: MoveRules,
    home: HoleSet,
    /// The innermost hole of the target: lag is the distance from it.
    tip: Hole,
    must_leave: bool,
    /// Where a marble can stand on its way out.
    way: HoleSet,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game, seat: Seat) -> Self {
        let army = game.rules().army;
        let way = !(game.position().occupied() | star::foreign_camps(seat));
        Self {
            game,
            seat,
            rules: game.move_rules(),
            home: star::home(army, seat),
            tip: tip(seat.facing()),
            must_leave: must_leave(game, seat, star::home(army, seat), way),
            way,
        }
    }

    /// The best of all moves by [`Self::value`]; equals are drawn.
    fn best(&self, seed: u64) -> Option<(Hole, Hole)> {
        let marbles = self.game.marbles(self.seat);
        let target = star::target(self.rules.army, self.seat);
        let matching = Matching::new(marbles, target);
        let mut draw = Draw(seed);
        let mut best = None;
        let mut equals = 0;
        for (from, lifted) in matching.lifted() {
            for to in self.game.position().all_ends(&self.rules, self.seat, from) {
                let value = self.value(from, to, lifted.gain(to));
                match best {
                    Some((most, _)) if value < most => continue,
                    Some((most, _)) if value == most => equals += 1,
                    _ => equals = 1,
                }
                if draw.below(equals) == 0 {
                    best = Some((value, (from, to)));
                }
            }
        }
        best.map(|(_, ends)| ends)
    }

    /// What a move is worth: first whether it does what a checkpoint demands, then whether it gains
    /// at all, then how much, with a preference for marbles that lag behind.
    fn value(&self, from: Hole, to: Hole, gain: i32) -> (Duty, bool, i32) {
        let out_of = |hole| {
            if self.home.contains(hole) {
                steps_out(hole, self.home, self.way)
            } else {
                0
            }
        };
        let (before, after) = (out_of(from), out_of(to));
        let duty = if before == 0 && after > 0 {
            Duty::Neglected
        } else if self.shuts_in(from, to) {
            Duty::Encloses
        } else if self.must_leave && after == 0 && before > 0 {
            Duty::Done
        } else if self.must_leave && after < before {
            Duty::Prepared
        } else {
            Duty::Open
        };
        let lag = i32::from(from.distance(self.tip));
        let leaving = if before > 0 && after == 0 { LEAVING } else { 0 };
        (duty, gain > 0, GAIN * gain + lag + leaving)
    }
}

impl Search<'_> {
    /// Whether the move takes the last way out from a marble of the seat whose home the target is:
    /// a seat that cannot leave stalls, and its marbles hold the target until it is out.
    fn shuts_in(&self, from: Hole, to: Hole) -> bool {
        let target = star::target(self.rules.army, self.seat);
        if !target.contains(to) {
            return false;
        }
        let host = self.seat.facing();
        let hosts = self.game.marbles(host) & target;
        if hosts.is_empty() {
            return false;
        }
        let before = !(self.game.position().occupied() | star::foreign_camps(host));
        let after = (before | from.into()) - to.into();
        hosts.iter().any(|h| {
            steps_out(h, target, after) == ENCLOSED && steps_out(h, target, before) < ENCLOSED
        })
    }
}

/// Whether the turns before some checkpoint are only just enough for the marbles still at home.
fn must_leave(game: &Game, seat: Seat, home: HoleSet, way: HoleSet) -> bool {
    let (turns, away) = (game.turns(seat), game.away(seat));
    let at_home = game.marbles(seat) & home;
    if at_home.is_empty() {
        return false;
    }
    let mut steps: ArrayVec<u16, 19> = at_home
        .iter()
        .map(|hole| steps_out(hole, home, way))
        .collect();
    steps.sort_unstable();
    let guests = game.position().all_marbles() & (home - at_home);
    let reserve = RESERVE + RESERVE_FOR_GUEST * u16::from(guests.len());
    game.rules()
        .checkpoints
        .iter()
        .filter(|checkpoint| checkpoint.turn > turns)
        .any(|checkpoint| {
            let missing = usize::from(checkpoint.away.saturating_sub(away));
            let needed: u16 = steps[..missing.min(steps.len())].iter().sum();
            missing > 0 && turns + needed + reserve >= checkpoint.turn
        })
}

/// How many steps lead a marble out of its home, as long as nothing else moves.
fn steps_out(from: Hole, home: HoleSet, way: HoleSet) -> u16 {
    let mut reached = HoleSet::of(from);
    for steps in 0..ENCLOSED {
        if !reached.is_subset(home) {
            return steps;
        }
        for hole in reached {
            reached |= star::neighbours(hole) & way;
        }
    }
    ENCLOSED
}

/// The outermost hole of a camp.
fn tip(camp: Seat) -> Hole {
    const TIPS: [usize; Seat::COUNT] = [0, 22, 110, 120, 98, 10];
    Hole::ALL[TIPS[camp.index()]]
}

/// Numbers from a seed, by the `SplitMix64` method.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::{Cube, Preset, seating};

    /// Plays a game of bots to its end.
    fn self_play(preset: Preset, players: usize, seed: u64) -> Game {
        let seats = seating(players);
        let first = seats[usize::try_from(seed).unwrap() % players];
        let mut game = Game::new(preset.rules(), seats, first).unwrap();
        while let Some(seat) = game.on_turn() {
            let choice = choose(&game, seed ^ u64::from(game.ply()) << 32).unwrap();
            let events = game
                .play(seat, choice.from, choice.to, Some(&choice.path))
                .unwrap();
            for event in events {
                game.apply(&event).unwrap();
            }
        }
        game
    }

    fn everyone_comes_home(preset: Preset, players: usize) {
        let seeds = if cfg!(debug_assertions) { 5 } else { 250 };
        let mut shut_in = 0;
        for seed in 0..seeds {
            let game = self_play(preset, players, seed);
            let outcomes = game.outcomes();
            assert!(
                game.round() < 150,
                "{preset} {players} {seed}: round {}",
                game.round()
            );
            let outs = outcomes
                .iter()
                .filter(|outcome| outcome.out.is_some())
                .count();
            shut_in += usize::from(outs > 0);
            let home = outcomes.iter().filter(|outcome| outcome.finished).count();
            let ends_at_once = preset == Preset::Classic;
            assert!(
                home + outs >= if ends_at_once { 1 } else { players - 1 },
                "{preset} {players} {seed}"
            );
        }
        // Among six the neighbours' marbles can shut one in before it could leave.
        let most = if players == 6 { seeds / 10 } else { 0 };
        assert!(
            shut_in <= usize::try_from(most).unwrap(),
            "{preset} {players}: {shut_in} of {seeds} games with a seat that stalled"
        );
    }

    macro_rules! self_play_tests {
        ($($name:ident: $preset:ident $players:literal,)*) => {
            $(#[test] fn $name() { everyone_comes_home(Preset::$preset, $players); })*
        };
    }

    self_play_tests! {
        two_come_home_with_short_hops: Qq 2,
        three_come_home_with_short_hops: Qq 3,
        four_come_home_with_short_hops: Qq 4,
        six_come_home_with_short_hops: Qq 6,
        two_come_home_with_long_hops: QqLong 2,
        three_come_home_with_long_hops: QqLong 3,
        four_come_home_with_long_hops: QqLong 4,
        six_come_home_with_long_hops: QqLong 6,
        two_play_a_classic_game: Classic 2,
        six_play_a_classic_game: Classic 6,
        four_come_home_by_turns: Turns 4,
    }

    #[test]
    fn tips_are_the_outermost_holes() {
        let centre = Hole::from_cube(Cube::default()).unwrap();
        for seat in Seat::ALL {
            assert!(star::camp(seat).contains(tip(seat)));
            assert_eq!(tip(seat).distance(centre), 8);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        assert_eq!(self_play(Preset::Qq, 2, 7), self_play(Preset::Qq, 2, 7));
        assert_ne!(self_play(Preset::Qq, 2, 7), self_play(Preset::Qq, 2, 8));
    }

    #[test]
    fn a_game_that_is_over_has_no_move() {
        assert_eq!(choose(&self_play(Preset::Qq, 2, 1), 1), None);
    }
}
