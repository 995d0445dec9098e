//! What a bot does when it is on turn, with items and power marbles in the game.
//!
//! The greedy bot plays without items: it uses one only where it has no move left, so that nobody
//! waits for it.

use super::greedy;
use crate::rules::Seat;
use crate::rules::star::{Game, Hole, ItemTargets, ItemUse, LegalMove, Reach, camp};

/// What a bot chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move.
    Move(LegalMove),
    /// An item; what a tornado deals is not for the bot to know.
    Item(ItemUse),
    /// To pass, or to decline the second act of a power marble.
    Pass,
}

/// The choice of the seat on turn; none when the game is over or waits for answers.
///
/// The same game and seed give the same choice.
pub fn decide(game: &Game, seed: u64) -> Option<Choice> {
    let seat = game.on_turn().filter(|_| game.asking().is_none())?;
    let found = greedy::choose(game, seed);
    if game.power().is_some_and(|power| power.acted) {
        let onward = found.filter(|found| is_nearer(seat, found.from, found.to));
        return Some(onward.map_or(Choice::Pass, Choice::Move));
    }
    found
        .map(Choice::Move)
        .or_else(|| Some(Choice::Item(way_out(seat, &game.item_targets()?)?)))
        .or_else(|| game.may_pass().then_some(Choice::Pass))
}

/// An item for a seat that cannot move: what brings a marble farthest, or else anything.
fn way_out(seat: Seat, targets: &ItemTargets) -> Option<ItemUse> {
    let farthest = |reaches: &[Reach]| {
        reaches
            .iter()
            .flat_map(|reach| reach.to.iter().map(|to| (reach.from, to)))
            .min_by_key(|&(_, to)| (lag(seat, to), to))
    };
    let wings = farthest(&targets.wings).map(|(from, to)| ItemUse::Wings { from, to });
    let swap = || farthest(&targets.swap).map(|(from, with)| ItemUse::Swap { from, with });
    wings
        .or_else(swap)
        .or_else(|| targets.uses().first().copied())
}

fn is_nearer(seat: Seat, from: Hole, to: Hole) -> bool {
    lag(seat, to) < lag(seat, from)
}

/// How far a hole lies from all holes of the camp that the seat must reach, taken together.
fn lag(seat: Seat, hole: Hole) -> u16 {
    camp(seat.facing())
        .iter()
        .map(|goal| u16::from(goal.distance(hole)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::star::{EndRule, Extras, Preset, RuleSet, seating};

    fn items(players: usize) -> Game {
        let seats = seating(players);
        let extras = Extras {
            teams: false,
            items: true,
        };
        Game::with(Preset::Qq.rules(), seats, seats[0], extras).unwrap()
    }

    fn commit(game: &mut Game, events: Vec<crate::rules::star::Event>) {
        for event in events {
            game.apply(&event).unwrap();
        }
    }

    #[test]
    fn a_bot_plays_without_items() {
        assert!(matches!(decide(&items(2), 1), Some(Choice::Move(_))));
    }

    #[test]
    fn a_bot_moves_the_power_marble_and_declines_a_way_back() {
        for seed in 0..20 {
            let mut game = items(3);
            let seat = game.on_turn().unwrap();
            let power = game.item_targets().unwrap().power_marble;
            let from = power.last().unwrap();
            let events = game.use_item(seat, &ItemUse::PowerMarble { from }, &[]);
            commit(&mut game, events.unwrap());
            let Some(Choice::Move(first)) = decide(&game, seed) else {
                panic!("the first act is a move");
            };
            assert_eq!(first.from, from);
            let events = game.play(seat, first.from, first.to, None).unwrap();
            commit(&mut game, events);
            match decide(&game, seed) {
                Some(Choice::Move(second)) => {
                    assert!(second.from == first.to && second.to != from);
                    assert!(is_nearer(seat, second.from, second.to));
                }
                other => assert_eq!(other, Some(Choice::Pass)),
            }
        }
    }

    #[test]
    fn a_bot_without_a_move_uses_an_item() {
        let targets = items(2).item_targets().unwrap();
        let seat = Seat::ALL[0];
        assert!(matches!(
            way_out(seat, &targets),
            Some(ItemUse::Wings { .. })
        ));
        let left = ItemTargets {
            wings: Vec::new(),
            ..targets
        };
        assert!(way_out(seat, &left).is_some());
        assert_eq!(way_out(seat, &ItemTargets::default()), None);
    }

    #[test]
    fn a_bot_does_not_act_while_all_are_asked() {
        let rules = RuleSet {
            end: EndRule::Ask,
            ..Preset::Qq.rules()
        };
        let seats = seating(3);
        let mut game = Game::new(rules, seats, seats[0]).unwrap();
        while game.asking().is_none() {
            let Some(Choice::Move(found)) = decide(&game, u64::from(game.ply())) else {
                panic!("a move");
            };
            let seat = game.on_turn().unwrap();
            let events = game.play(seat, found.from, found.to, None).unwrap();
            commit(&mut game, events);
        }
        assert_eq!(decide(&game, 1), None);
    }
}
