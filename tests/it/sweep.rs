//! Whole games without a server, random ones and greedy ones, under every preset and switch that
//! changes how games end: each ends by round 300, is the fold of its events, keeps its marbles,
//! agrees with the seed it publishes, and its record, written, read and played through, ends with the
//! same hash.
//!
//! `TIAOQI_LONG=1` plays 1,000 of each and says how many random games reached round 300.

use tiaoqi::bot::{self, Choice};
use tiaoqi::game::record::{self, Occasion, Record};
use tiaoqi::game::{self, Act, Event, Game, GameEvent, Player, Rules, Settings, chance, verify};
use tiaoqi::rules::star::{
    Army, BlockedTarget, Checkpoints, EndRule, Hole, HoleSet, NoLegalMove, Passing, Permission,
    Preset, ROUND_LIMIT, RankBy, Switches,
};
use tiaoqi::rules::{Point, Seat, Seed};
use tiaoqi::scoring::Farm;
use uuid::Uuid;

use crate::support::Rng;

/// How many games of each kind: random, greedy.
fn counts() -> (u64, u64) {
    if std::env::var_os("TIAOQI_LONG").is_some_and(|value| value == "1") {
        (1_000, 1_000)
    } else if cfg!(debug_assertions) {
        (3, 1)
    } else {
        (30, 10)
    }
}

fn start(settings: &Settings, number: u64) -> GameEvent {
    let seed = Seed::from_words([number, 2, 3, 4]);
    let seats = settings.seats();
    let players = seats.iter().map(|&seat| Player {
        seat,
        user: Some(Uuid::from_u128(1 + u128::from(u8::from(seat)))),
        name: seat.to_string(),
        guest: false,
        points: 100,
    });
    GameEvent::Started {
        game: Uuid::nil(),
        number: 1,
        players: players.collect(),
        first: chance::toss(seed, seats).unwrap(),
        rules: settings.rules(),
        turn_limit: settings.turn_limit(),
        clock: None,
        teams: settings.teams,
        items: settings.items,
        rated: settings.rated,
        farm: Farm::Whole,
        first_drawn: true,
        seed_commitment: chance::commitment(&seed),
        seed: Some(seed),
    }
}

/// A random act of the seat on turn.
fn random(game: &Game, seat: Seat, rng: &mut Rng) -> Act {
    let star = game.star().expect("a star game");
    if star.power().is_some_and(|power| power.acted) && rng.chance(30) {
        return Act::Pass;
    }
    let rules = star.move_rules();
    let ends = |from: Hole| star.position().all_ends(&rules, seat, from);
    let movable: HoleSet = star
        .marbles(seat)
        .iter()
        .filter(|&from| !ends(from).is_empty())
        .collect();
    if movable.is_empty() || rng.chance(10) {
        let uses = star.item_targets().unwrap_or_default().uses();
        if !uses.is_empty() {
            return Act::UseItem(*rng.pick(&uses));
        }
    }
    let from = *rng.pick(&movable.iter().collect::<Vec<_>>());
    let to = *rng.pick(&ends(from).iter().collect::<Vec<_>>());
    Act::Move {
        from: from.into(),
        to: to.into(),
        path: None,
    }
}

fn greedy(game: &Game, seed: u64) -> Act {
    match bot::decide(game.star().expect("a star game"), seed).expect("a bot that can act") {
        Choice::Move(found) => Act::Move {
            from: found.from.into(),
            to: found.to.into(),
            path: Some(found.path.into_iter().map(Point::from).collect()),
        },
        Choice::Item(what) => Act::UseItem(what),
        Choice::Pass => Act::Pass,
    }
}

/// What holds after each event: no marble is lost, doubled or on another.
fn check_marbles(game: &Game, settings: &Settings) {
    let star = game.star().expect("a star game");
    assert!(star.position().is_disjoint());
    for &seat in star.seats() {
        let Rules::Star(rules) = settings.rules() else {
            panic!("a star game")
        };
        let army = rules.army.marbles();
        let expected = if star.out(seat).is_some() { 0 } else { army };
        assert_eq!(star.marbles(seat).len(), expected);
    }
}

/// What holds between acts.
fn check_turn(game: &Game) {
    let star = game.star().expect("a star game");
    assert_eq!(star.on_turn().is_none(), game.ended().is_some());
    assert!(star.on_turn().is_none_or(|seat| star.is_playing(seat)));
}

/// Plays one game to its end; the round it reached.
fn play(settings: &Settings, number: u64, act: &mut dyn FnMut(&Game, Seat) -> Act) -> u16 {
    let started = start(settings, number);
    let mut game = Game::start(&started, 0).unwrap();
    let mut record = vec![Event::Game(started.clone())];
    while let Some(seat) = game.star().expect("a star game").on_turn() {
        let what = act(&game, seat);
        let events = game
            .decide(seat, &what)
            .unwrap_or_else(|error| panic!("{settings:?} {number}: {what:?}: {error:?}"));
        for event in &events {
            game.apply(event, 0).unwrap();
            check_marbles(&game, settings);
        }
        record.extend(events);
        check_turn(&game);
    }
    let text = serde_json::to_string(&record).unwrap();
    let stored: Vec<Event> = serde_json::from_str(&text).unwrap();
    let mut replayed = Game::start(&started, 0).unwrap();
    for event in &stored[1..] {
        replayed.apply(event, 0).unwrap();
    }
    assert_eq!(replayed, game, "{settings:?} {number}");
    verify(&stored).unwrap_or_else(|error| panic!("{settings:?} {number}: {error}"));
    let hash = game.star().expect("a star game").hash();
    assert_eq!(replay_hash(settings, stored), hash, "{settings:?} {number}");
    let scores = game.scores();
    assert_eq!(scores.len(), settings.seats().len());
    assert!(scores.iter().any(|score| score.place == 1));
    assert!(game.star().expect("a star game").round() <= ROUND_LIMIT + 1);
    game.star().expect("a star game").round()
}

/// The hash that the game's record ends with once it has been written, read and played through.
fn replay_hash(settings: &Settings, events: Vec<Event>) -> u64 {
    let game::Preset::Star(preset) = settings.preset else {
        panic!("a star game")
    };
    let events: Vec<_> = events.into_iter().map(Event::public).collect();
    let written = Record::new(Occasion::default(), 0, preset, &events).unwrap();
    let text = written.to_string();
    let read = record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, written);
    read.hash()
}

fn sweep(name: &str, settings: &Settings) {
    assert_eq!(
        tally(name, settings),
        0,
        "{name}: greedy games reached round {ROUND_LIMIT}"
    );
}

/// Plays the games, and answers how many greedy ones reached the last round.
fn tally(name: &str, settings: &Settings) -> u64 {
    assert_eq!(settings.check(), Ok(()));
    let (random_games, greedy_games) = counts();
    let mut long = 0;
    for number in 0..random_games {
        let mut rng = Rng(number + 1);
        let round = play(settings, number, &mut |game, seat| {
            random(game, seat, &mut rng)
        });
        long += u64::from(round >= ROUND_LIMIT);
    }
    let mut greedy_long = 0;
    for number in 0..greedy_games {
        let round = play(settings, number, &mut |game, _| {
            greedy(
                game,
                number ^ u64::from(game.star().expect("a star game").ply()) << 32,
            )
        });
        greedy_long += u64::from(round >= ROUND_LIMIT);
    }
    eprintln!(
        "{name} {}: {long} of {random_games} random games and {greedy_long} of {greedy_games} greedy ones \
         reached round {ROUND_LIMIT}",
        settings.players
    );
    greedy_long
}

fn with(preset: Preset, players: u8, blocked_target: BlockedTarget) -> Settings {
    let differs = preset.rules().blocked_target != blocked_target;
    Settings {
        preset: preset.into(),
        players,
        switches: Switches {
            blocked_target: differs.then_some(blocked_target),
            ..Switches::default()
        },
        ..Settings::default()
    }
}

fn each_blocked_target(preset: Preset) {
    for blocked in [
        BlockedTarget::Strict,
        BlockedTarget::OccupiedCounts,
        BlockedTarget::Swap,
    ] {
        for players in [2, 3, 4, 6] {
            sweep(
                &format!("{preset} {blocked:?}"),
                &with(preset, players, blocked),
            );
        }
    }
}

#[test]
fn games_of_qq_end() {
    each_blocked_target(Preset::Qq);
}

#[test]
fn games_of_qq_long_end() {
    each_blocked_target(Preset::QqLong);
}

#[test]
fn games_of_classic_end() {
    each_blocked_target(Preset::Classic);
}

/// Nobody stalls here, so that random games go on for long.
#[test]
fn games_without_the_stall_rule_end() {
    for blocked in [
        BlockedTarget::Strict,
        BlockedTarget::OccupiedCounts,
        BlockedTarget::Swap,
    ] {
        for (players, items) in [(2, false), (2, true), (3, true)] {
            let mut settings = with(Preset::Qq, players, blocked);
            settings.private = true;
            settings.items = items;
            settings.switches.checkpoints = Some(Checkpoints::default());
            let name = format!("qq {blocked:?} without checkpoints, items {items}");
            sweep(&name, &settings);
        }
    }
}

#[test]
fn games_by_turns_end() {
    for players in [2, 3, 4, 6] {
        sweep(
            "turns",
            &with(Preset::Turns, players, BlockedTarget::Strict),
        );
    }
}

/// A private game of `qq` with these switches.
fn changed(players: u8, switches: Switches) -> Settings {
    Settings {
        preset: Preset::Qq.into(),
        players,
        private: true,
        switches,
        ..Settings::default()
    }
}

#[test]
fn games_of_larger_armies_end() {
    for preset in [Preset::Qq, Preset::Classic] {
        for (army, players) in [(Army::Thirteen, 4), (Army::Fifteen, 2), (Army::Nineteen, 2)] {
            let switches = Switches {
                army: Some(army),
                ..Switches::default()
            };
            let settings = Settings {
                preset: preset.into(),
                ..changed(players, switches)
            };
            let name = format!("{preset} {army:?}");
            if army == Army::Nineteen {
                // More than half of each way home is the other's: bots can shut one another in.
                tally(&name, &settings);
            } else {
                sweep(&name, &settings);
            }
        }
    }
}

/// The switches that no preset and no other sweep changes, each alone.
#[test]
fn games_of_each_other_switch_end() {
    let none = Switches::default;
    let each = [
        Switches {
            leave_target: Some(Permission::Forbidden),
            ..none()
        },
        Switches {
            rest_in_foreign_camp: Some(Permission::Allowed),
            ..none()
        },
        Switches {
            reenter_home: Some(Permission::Allowed),
            ..none()
        },
        Switches {
            passing: Some(Passing::ByAgreement),
            ..none()
        },
        Switches {
            no_legal_move: Some(NoLegalMove::Forfeit),
            ..none()
        },
        Switches {
            first_in_skips: Some(true),
            ..none()
        },
        Switches {
            end: Some(EndRule::FirstWinner),
            ..none()
        },
        Switches {
            rank_by: Some(RankBy::Turns),
            ..none()
        },
    ];
    for switches in each {
        assert_eq!(
            Switches::between(&Preset::Qq.rules(), &switches.over(Preset::Qq)),
            switches
        );
        let name = serde_json::to_string(&switches).unwrap();
        for players in [2, 3, 4, 6] {
            let settings = changed(players, switches.clone());
            if players >= 4 && switches.rest_in_foreign_camp.is_some() {
                // Where many may rest in every camp, bots can shut one another in for good.
                tally(&name, &settings);
            } else {
                sweep(&name, &settings);
            }
        }
    }
}

#[test]
fn games_of_teams_end() {
    for preset in [Preset::Qq, Preset::QqLong] {
        for players in [4, 6] {
            for items in [false, true] {
                let settings = Settings {
                    teams: true,
                    items,
                    ..with(preset, players, BlockedTarget::Strict)
                };
                sweep(&format!("{preset} teams, items {items}"), &settings);
            }
        }
    }
}

#[test]
fn games_with_items_end() {
    for preset in [Preset::Qq, Preset::QqLong] {
        for blocked in [
            BlockedTarget::Strict,
            BlockedTarget::OccupiedCounts,
            BlockedTarget::Swap,
        ] {
            for players in [2, 3, 4, 6] {
                let settings = Settings {
                    items: true,
                    ..with(preset, players, blocked)
                };
                sweep(&format!("{preset} {blocked:?} items"), &settings);
            }
        }
    }
}
