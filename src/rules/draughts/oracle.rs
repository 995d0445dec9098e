//! The generator against the slow one.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::slow::{Board, Found, legal};
use super::testing::{any_position, any_preset, position, tell};
use super::{Colour, Game, NoMove, Position, Preset, RuleSet, Square, TakenLeave};

/// What a piece comes to that takes, counted and not walked.
#[derive(Debug, Default, PartialEq, Eq)]
struct Routes {
    /// Those to where nothing more can be taken.
    all: u64,
    /// Those that take the most pieces.
    longest: u64,
    /// How many different moves the longest are.
    moves: usize,
}

fn routes(position: &Position, rules: &RuleSet, from: Square) -> Routes {
    let mut board = Board::of(position);
    let piece = board.put(from.number(), None).unwrap();
    let mut routes = Routes::default();
    let mut layer = BTreeMap::from([((from.number(), 0_u64), 1_u64)]);
    while !layer.is_empty() {
        routes.moves = layer.len();
        routes.longest = layer.values().sum();
        let mut next = BTreeMap::new();
        for ((at, taken), count) in layer {
            let mut gone = Vec::new();
            if rules.taken_leave == TakenLeave::AtOnce {
                let squares = (1..=50).filter(|number| taken >> number & 1 != 0);
                gone.extend(squares.map(|number| (number, board.put(number, None))));
            }
            let steps = board.steps(piece, at, |over| taken >> over & 1 != 0);
            if steps.is_empty() {
                routes.all += count;
            }
            for (over, landing) in steps {
                *next.entry((landing, taken | 1 << over)).or_default() += count;
            }
            for (number, piece) in gone {
                board.put(number, piece);
            }
        }
        layer = next;
    }
    routes
}

fn generated(position: &Position, rules: &RuleSet) -> Vec<Found> {
    position
        .legal_moves(rules)
        .iter()
        .map(|found| {
            (
                found.from.number(),
                found.to.number(),
                found.taken.iter().map(Square::number).collect(),
            )
        })
        .collect()
}

fn agree(position: &Position, rules: &RuleSet) -> Result<(), TestCaseError> {
    let moves = generated(position, rules);
    let set: BTreeSet<Found> = moves.iter().cloned().collect();
    prop_assert_eq!(set.len(), moves.len(), "a move twice in {}", position);
    prop_assert_eq!(&set, &legal(position, rules), "{}", position);
    prop_assert_eq!(position.count_moves(rules), moves.len());
    prop_assert_eq!(position.has_move(rules), !moves.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn both_generators_agree_on_random_positions(position in any_position(), preset in any_preset()) {
        agree(&position, &preset.rules())?;
    }

    #[test]
    fn every_route_is_walked_and_every_full_path_finds_its_move(
        position in any_position(),
        preset in any_preset(),
    ) {
        let rules = preset.rules();
        for found in position.legal_moves(&rules) {
            prop_assert_eq!(found.route.len(), usize::from(found.taken.len().max(1)) + 1);
            let by_route = position.find_move(&rules, &found.route);
            prop_assert_eq!(by_route.as_ref(), Ok(&found));
            match position.find_move(&rules, &[found.from, found.to]) {
                Ok(short) => prop_assert_eq!(short.identity(), found.identity()),
                Err(error) => prop_assert_eq!(error, NoMove::Ambiguous),
            }
        }
    }

    #[test]
    fn a_duty_names_the_pieces_that_take(position in any_position(), preset in any_preset()) {
        let rules = preset.rules();
        let moves = position.legal_moves(&rules);
        let pieces = moves
            .iter()
            .filter(|found| !found.taken.is_empty())
            .map(|found| found.from)
            .collect();
        match position.duty(&rules) {
            Some(duty) => prop_assert_eq!(duty.pieces, pieces),
            None => prop_assert!(pieces.is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_generators_agree_through_random_games(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 200),
        preset in any_preset(),
    ) {
        let mut game = Game::standard(preset.rules());
        for choice in choices {
            agree(game.position(), game.rules())?;
            let moves = game.legal_moves();
            let Some(colour) = game.on_turn() else { break };
            let chosen = choice.get(&moves).identity();
            for event in game.play_move(colour, &chosen).unwrap() {
                game.apply(&event).unwrap();
            }
        }
    }
}

/// Where the rule sets differ: (FEN, legal under `fmjd`, legal under `plyyard`).
const DIFFERENT: [(&str, &[&str], &[&str]); 10] = [
    (
        "W:WK12:B7,18",
        &[
            "12x1x7", "12x23x18", "12x29x18", "12x34x18", "12x40x18", "12x45x18",
        ],
        &[
            "12x1x7x18",
            "12x23x7x18",
            "12x29x7x18",
            "12x34x7x18",
            "12x40x7x18",
            "12x45x7x18",
        ],
    ),
    (
        "W:WK22:B20,K23,K28,30,K37",
        &["22x3x20x28x30", "22x9x20x28x30", "22x14x20x28x30"],
        &["22x41x20x23x28x30x37", "22x46x20x23x28x30x37"],
    ),
    (
        "W:WK39:B31,33,38,40,41",
        &["39x47x31x33x41"],
        &["39x45x31x33x38x40x41"],
    ),
    ("W:W10,K36:B9,K14", &["10x19x14", "36x4x9"], &["10x19x14"]),
    (
        "W:W23:B8,27,K28,K38",
        &["23x21x27x28", "23x43x28x38"],
        &["23x43x28x38"],
    ),
    (
        "W:WK12:B7,18,K24,44",
        &["12x15x18x24", "12x20x18x24", "12x49x18x44"],
        &["12x15x7x18x24", "12x20x7x18x24"],
    ),
    (
        "W:WK10:BK17,K23,38,44",
        &["10x35x23x38x44", "10x40x23x38x44"],
        &["10x6x17x23x44", "10x11x17x23x44", "10x50x17x23x44"],
    ),
    (
        "W:WK1:B7,9,17,19,20,30,31,33,43,44",
        &["1x15x7x9x17x19x20x30x31x33x43x44"],
        &[
            "1x2x7x9x17x19x20x30x31x33x43x44",
            "1x3x7x9x17x19x20x30x31x33x43x44",
            "1x4x7x9x17x19x20x30x31x33x43x44",
            "1x5x7x9x17x19x20x30x31x33x43x44",
            "1x8x7x9x17x19x20x30x31x33x43x44",
            "1x10x7x9x17x19x20x30x31x33x43x44",
            "1x13x7x9x17x19x20x30x31x33x43x44",
            "1x14x7x9x17x19x20x30x31x33x43x44",
            "1x15x7x9x17x19x20x30x31x33x43x44",
            "1x16x7x9x17x19x20x30x31x33x43x44",
            "1x19x7x9x17x19x20x30x31x33x43x44",
            "1x21x7x9x17x19x20x30x31x33x43x44",
            "1x24x7x9x17x19x20x30x31x33x43x44",
            "1x25x7x9x17x19x20x30x31x33x43x44",
            "1x26x7x9x17x19x20x30x31x33x43x44",
            "1x27x7x9x17x19x20x30x31x33x43x44",
            "1x32x7x9x17x19x20x30x31x33x43x44",
            "1x34x7x9x17x19x20x30x31x33x43x44",
            "1x35x7x9x17x19x20x30x31x33x43x44",
            "1x36x7x9x17x19x20x30x31x33x43x44",
            "1x38x7x9x17x19x20x30x31x33x43x44",
            "1x39x7x9x17x19x20x30x31x33x43x44",
            "1x40x7x9x17x19x20x30x31x33x43x44",
            "1x42x7x9x17x19x20x30x31x33x43x44",
            "1x43x7x9x17x19x20x30x31x33x43x44",
            "1x47x7x9x17x19x20x30x31x33x43x44",
            "1x48x7x9x17x19x20x30x31x33x43x44",
            "1x50x7x9x17x19x20x30x31x33x43x44",
        ],
    ),
    ("W:W27:B22,K32", &["27x18x22", "27x38x32"], &["27x38x32"]),
    ("W:W32:BK28,27", &["32x21x27", "32x23x28"], &["32x23x28"]),
];

#[test]
fn the_rule_sets_differ_where_they_should() {
    for (fen, fmjd, plyyard) in DIFFERENT {
        let position = position(fen);
        assert_ne!(fmjd, plyyard, "{fen}");
        for (preset, expected) in [(Preset::Fmjd, fmjd), (Preset::Plyyard, plyyard)] {
            let told: Vec<String> = position
                .legal_moves(&preset.rules())
                .iter()
                .map(|found| tell(&found.identity()))
                .collect();
            assert_eq!(told, expected, "{preset} {fen}");
        }
    }
}

const MANY_CAPTURES: &str = "W:WK3,K5,K15,K16,K25,K35,K46,K47,K49,K50:\
     B4,13,14,18,20-22,27,30-32,36,38,40,43,44";

/// FEN, rule set, and what its king comes to.
const MANY_ROUTES: [(&str, Preset, Routes); 2] = [
    (
        "W:WK13:B7-10,17-20,27-30,37-40",
        Preset::Plyyard,
        Routes {
            all: 181_655,
            longest: 45_866,
            moves: 50,
        },
    ),
    (
        "W:WK13:B7-10,17-21,28-32,39-43",
        Preset::Plyyard,
        Routes {
            all: 1_307_906,
            longest: 202_923,
            moves: 50,
        },
    ),
];

#[test]
fn many_routes_are_few_moves_and_many_moves_are_all_found() {
    let many = position(MANY_CAPTURES);
    assert_eq!(many.count_moves(&Preset::Fmjd.rules()), 334);
    agree(&many, &Preset::Fmjd.rules()).unwrap();
    for (fen, preset, expected) in MANY_ROUTES {
        let position = position(fen);
        let rules = preset.rules();
        let king = position.kings(Colour::White).iter().next().unwrap();
        assert_eq!(routes(&position, &rules, king), expected, "{fen}");
        assert_eq!(position.count_moves(&rules), expected.moves, "{fen}");
        if expected.all < 1_000_000 {
            agree(&position, &rules).unwrap();
        }
        for found in position.legal_moves(&rules).iter().step_by(10) {
            // The whole route, and the two ends with one square between them.
            let [from, over, .., to] = found.route[..] else {
                panic!("{found:?}")
            };
            for path in [&found.route[..], &[from, over, to]] {
                let by_path = position.find_move(&rules, path).unwrap();
                assert_eq!(by_path.identity(), found.identity(), "{fen} {path:?}");
            }
        }
    }
}
