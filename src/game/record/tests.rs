//! Games of every kind are written, read and played through again.

use std::collections::BTreeMap;

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::bot::{self, Choice};
use crate::game::{Act, Player, ResumeReason, chance};
use crate::rules::star::{
    Army, BlockedTarget, Checkpoint, Checkpoints, EndRule, Hop, NoLegalMove, Passing, RankBy,
    seating,
};
use crate::rules::{Seat, Seed};
use crate::scoring::Farm;

/// How many games the check plays; ten times as many in the long form.
const GAMES: u64 = if cfg!(debug_assertions) { 150 } else { 600 };

/// `SplitMix64`.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// Switches that people might turn.
fn switches(rng: &mut Rng, players: usize) -> Switches {
    let mut switches = Switches::default();
    if rng.one_in(3) {
        switches.hop = Some(rng.pick(&[Hop::Short, Hop::Long]));
    }
    if rng.one_in(3) {
        let suits = Army::ALL.into_iter().filter(|army| army.suits(players));
        switches.army = Some(rng.pick(&suits.collect::<Vec<_>>()));
    }
    if rng.one_in(4) {
        let one = Checkpoint { turn: 4, away: 3 };
        let lists = [Checkpoints::default(), Checkpoints::new(&[one]).unwrap()];
        switches.checkpoints = Some(rng.pick(&lists));
    }
    if rng.one_in(3) {
        let ways = [BlockedTarget::Swap, BlockedTarget::OccupiedCounts];
        switches.blocked_target = Some(rng.pick(&ways));
    }
    if rng.one_in(3) {
        switches.passing = Some(Passing::ByAgreement);
    }
    if rng.one_in(3) {
        switches.no_legal_move = Some(NoLegalMove::Forfeit);
    }
    switches.first_in_skips = rng.one_in(2).then_some(true);
    if rng.one_in(2) {
        switches.end = Some(rng.pick(&[EndRule::FirstWinner, EndRule::PlayOn, EndRule::Ask]));
    }
    if rng.one_in(4) {
        switches.rank_by = Some(rng.pick(&[RankBy::Turns, RankBy::FinishOrder]));
    }
    switches
}

/// `started` of a game of some kind.
fn beginning(rng: &mut Rng) -> (Preset, GameEvent) {
    loop {
        let preset = rng.pick(&Preset::ALL);
        let players = rng.pick(&[2, 3, 4, 6]);
        let changed = rng.one_in(2);
        let switches = if changed {
            switches(rng, players)
        } else {
            Switches::default()
        };
        let rules = switches.over(preset);
        let extras = preset.may_have_teams_and_items();
        let teams = extras && rng.one_in(2);
        let fits = if teams {
            rules.check_teams(players)
        } else {
            rules.check(players)
        };
        if fits.is_err() {
            continue;
        }
        let seats = seating(players);
        let rated = preset.may_be_rated() && !changed && rng.one_in(2);
        let seed = Seed::from_words([rng.next(), rng.next(), 0, 7]);
        let first_drawn = rated || rng.one_in(2);
        let first = match chance::toss(seed, seats) {
            Some(drawn) if first_drawn => drawn,
            _ => rng.pick(seats),
        };
        let person = |rng: &mut Rng, seat: Seat| Player {
            seat,
            // Two seats of one person, bots and guests among them.
            user: (rated || !rng.one_in(4)).then(|| Uuid::from_u128(u128::from(rng.next() % 9))),
            name: rng
                .pick(&["Meihua", "蘭花", "a \"b\" \\c", "[x]", "{y}"])
                .to_owned(),
            guest: !rated && rng.one_in(3),
            points: i64::try_from(rng.below(30_000)).unwrap() - 50,
        };
        let started = GameEvent::Started {
            game: Uuid::from_u128(u128::from(rng.next())),
            number: 1 + u32::try_from(rng.below(9)).unwrap(),
            players: seats.iter().map(|&seat| person(rng, seat)).collect(),
            first,
            rules: rules.into(),
            clock: None,
            turn_limit: rng.pick(&[10_000, 30_000, 12_345]),
            teams,
            items: extras && rng.one_in(2),
            rated,
            farm: rng.pick(&[Farm::Whole, Farm::Half, Farm::None]),
            first_drawn,
            seed_commitment: chance::commitment(&seed),
            seed: Some(seed),
        };
        return (preset, started);
    }
}

/// What somebody may think of doing; much of it is refused.
fn whim(rng: &mut Rng, game: &Game) -> (Seat, Act) {
    let seat = rng.pick(game.play().seats());
    let act = match rng.below(40) {
        _ if game.offer().is_some() && !rng.one_in(4) => Act::AgreeDraw,
        _ if !game.proposals().is_empty() && !rng.one_in(4) => {
            rng.pick(&[Act::AgreeResign, Act::DeclineResign])
        }
        0 => Act::Resign,
        _ if game.star().is_some_and(star::Game::has_teams) && rng.one_in(3) => Act::Resign,
        1..=2 => Act::DeclineResign,
        3 if rng.one_in(3) => Act::Leave,
        4..=7 => Act::OfferDraw,
        8..=11 => Act::AgreeDraw,
        12..=14 => Act::DeclineDraw,
        _ => Act::PlayOn {
            yes: !rng.one_in(4),
        },
    };
    (seat, act)
}

/// A game played to its end, by the greedy bot or by whim.
fn play(rng: &mut Rng) -> (Preset, Vec<Event>) {
    const AT: Millis = 0;
    let (preset, started) = beginning(rng);
    let mut game = Game::start(&started, AT).unwrap();
    let mut events = vec![Event::Game(started)];
    let random = rng.one_in(2);
    // One who has gone without a word.
    let idle = rng.one_in(6).then(|| game.play().seats()[0]);
    while !game.play().is_over() {
        let star = game.star().expect("a star game");
        let talk = game.offer().is_some() || !game.proposals().is_empty();
        let more = if rng.one_in(if talk { 2 } else { 25 })
            || star.asking().is_some() && !rng.one_in(10)
        {
            let (seat, act) = whim(rng, &game);
            game.decide(seat, &act).unwrap_or_default()
        } else if rng.one_in(60) {
            let (credit, why) = (rng.below(9_000).try_into().unwrap(), ResumeReason::Store);
            vec![Event::Game(GameEvent::Resumed { credit, why })]
        } else if star.asking().is_some() || idle == star.on_turn() || rng.one_in(40) {
            game.expire()
        } else {
            let seat = star.on_turn().unwrap();
            let uses = star.item_targets().map(|targets| targets.uses());
            let uses = uses.filter(|uses| !uses.is_empty() && rng.one_in(6));
            let act = if let Some(uses) = uses {
                Act::UseItem(rng.pick(&uses))
            } else if star.may_pass() && rng.one_in(4) {
                Act::Pass
            } else if random && !star.legal_moves().is_empty() {
                let found = rng.pick(&star.legal_moves());
                let (from, to, path) = (found.from, found.to, None);
                Act::Move {
                    from: from.into(),
                    to: to.into(),
                    path,
                }
            } else {
                match bot::decide(star, rng.next()).unwrap() {
                    Choice::Move(found) => Act::Move {
                        from: found.from.into(),
                        to: found.to.into(),
                        path: None,
                    },
                    Choice::Item(what) => Act::UseItem(what),
                    Choice::Pass => Act::Pass,
                }
            };
            game.decide(seat, &act).unwrap()
        };
        for event in &more {
            game.apply(event, AT).unwrap();
        }
        events.extend(more);
    }
    let events = events.into_iter().map(Event::public).collect();
    (preset, events)
}

fn occasion() -> Occasion {
    Occasion {
        event: "A \"cup\"\n".to_owned(),
        site: "https://play.example".to_owned(),
    }
}

/// The kind of each event, or of what it says in more detail.
fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).unwrap();
    let detail = ["why", "reason", "item"].map(|name| value["d"][name].as_str().unwrap_or(""));
    format!("{} {}", value["type"].as_str().unwrap(), detail.concat())
}

#[test]
fn every_game_is_written_read_and_played_through_to_the_same_events() {
    let long = std::env::var_os("TIAOQI_LONG").is_some_and(|value| value == "1");
    let games = if long { 10 * GAMES } else { GAMES };
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..games {
        let (preset, events) = play(&mut Rng(seed));
        let started = 1_796_000_000_000 + i64::try_from(seed).unwrap();
        let record = Record::new(occasion(), started, preset, &events)
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(record.events(), events, "{seed}");
        let text = record.to_string();
        let again = read(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(again, record, "{seed}");
        // Described by another preset it is the same game.
        let other = Record::new(occasion(), started, Preset::Turns, &events).unwrap();
        let from_other = read(&other.to_string()).unwrap();
        assert_eq!(from_other.events(), events, "{seed}");
        let json = record.to_json();
        assert_eq!(read(&json).as_ref(), Ok(&record), "{seed}");
        for event in &events {
            *kinds.entry(kind(event)).or_default() += 1;
        }
    }
    for expected in [
        "moved ",
        "passed voluntary",
        "passed declined",
        "turn_expired ",
        "turn_skipped ",
        "item_used roadblock",
        "item_used road_worker",
        "item_used power_marble",
        "item_used wings",
        "item_used swap",
        "item_used tornado",
        "item_expired roadblock",
        "finished ",
        "out resigned",
        "out left",
        "out stalled",
        "out timed_out",
        "warned ",
        "play_on_asked ",
        "play_on_answered ",
        "draw_offered ",
        "draw_agreed ",
        "draw_declined ",
        "resign_proposed ",
        "resign_agreed ",
        "resign_declined ",
        "resumed store",
        "ended places",
        "ended draw",
    ] {
        assert!(kinds.contains_key(expected), "no {expected}: {kinds:?}");
    }
}

fn some_game() -> Record {
    let (preset, events) = play(&mut Rng(4));
    Record::new(occasion(), 0, preset, &events).unwrap()
}

/// Reads with one thing changed.
fn with(text: &str, from: &str, to: &str) -> Result<Record, ReadError> {
    assert!(text.contains(from), "{from}\n{text}");
    read(&text.replacen(from, to, 1))
}

/// `docs/RECORDS.md` shows a whole game; this is it.
fn example() -> String {
    let page = include_str!("../../../docs/RECORDS.md");
    let text = page.split("```text\n[Tiaoqi").nth(1).unwrap();
    format!("[Tiaoqi{}", text.split("```").next().unwrap())
}

#[test]
fn the_example_of_the_page_is_a_record_as_it_is_written() {
    let text = example();
    let record = read(&text).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.site(), "https://play.example");
    let page = include_str!("../../../docs/RECORDS.md");
    let json = page.split("```json\n").nth(1).unwrap();
    let json = read(json.split("```").next().unwrap()).unwrap();
    assert_eq!(json.hash(), record.hash());
}

#[test]
fn how_a_text_is_laid_out_does_not_matter() {
    let record = some_game();
    let text = record.to_string();
    let (headers, moves) = text.split_once("\n\n").unwrap();
    let lines: Vec<&str> = headers.lines().rev().collect();
    let dense: String = moves
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("{x} {y z}\r\n");
    let other = format!(
        "\u{feff}{{made by hand}}\r\n{}\r\n{dense}",
        lines.join("\r\n")
    );
    assert_eq!(read(&other).as_ref(), Ok(&record));
    // Round numbers, consequences and what the end says may be left out.
    let bare = |line: &&str| {
        !["Hash", "End", "Result"]
            .iter()
            .any(|name| line[1..].starts_with(name))
    };
    let headers: Vec<&str> = headers.lines().filter(bare).collect();
    let acts = moves.split_whitespace().filter(|token| {
        !token.ends_with('.')
            && !token.contains('=')
            && !token.ends_with("stalled")
            && !token.ends_with("timed_out")
    });
    let bare = format!(
        "{}\n{}",
        headers.join("\n"),
        acts.collect::<Vec<_>>().join(" ")
    );
    assert_eq!(read(&bare).as_ref(), Ok(&record));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let text = example();
    let error = |from: &str, to: &str| {
        let error = with(&text, from, to).unwrap_err();
        (error.reason.code(), error.to_string())
    };
    let code = |from: &str, to: &str| error(from, to).0;
    assert_eq!(code("[Tiaoqi \"1\"]", "[Tiaoqi \"2\"]"), "version");
    assert_eq!(code("[Rules \"qq 1\"]", "[Rules \"qq 2\"]"), "version");
    assert_eq!(code("[Rules \"qq 1\"]", "[Rules \"qr 1\"]"), "header");
    assert_eq!(code("[Rules \"qq 1\"]\n", ""), "missing");
    assert_eq!(code("[Seats \"0 3\"]", "[Seats \"0 1\"]"), "start");
    assert_eq!(
        code("[Rated \"no\"]", "[Rated \"no\"]\n[Rated \"no\"]"),
        "duplicate"
    );
    assert_eq!(code("[Rated \"no\"]", "[Rated no]"), "not_a_header");
    assert_eq!(code("[End \"places\"]", "[End \"draw\"]"), "result");
    assert_eq!(code("[Result0 \"1", "[Result0 \"2"), "result");
    assert_eq!(code("[Hash \"", "[Hash \"0"), "hash");
    assert_eq!(code("[Seed \"0", "[Seed \"1"), "seed");
    assert_eq!(code("end(places)", "{end(places)"), "comment");
    assert_eq!(code("end(places)", ""), "unfinished");
    assert_eq!(code("end(places)", "end(draw)"), "impossible");
    assert_eq!(code("end(places)", "end(places) 0:pass"), "missing");
    assert_eq!(code("\n2.", "\n3."), "round");
    let (code, words) = error("1. 3:", "1. 3:q1-p1 3:");
    assert_eq!(code, "refused");
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("1. "))
        .unwrap();
    assert_eq!(
        words,
        format!("line {line}, column 4, 3:q1-p1, no such move")
    );
    assert_eq!(
        error("1. 3:", "1. 0:").1.split(", ").nth(3),
        Some("not your turn")
    );
    assert_eq!(error("1. 3:", "1. 3;").0, "token");
}

#[test]
fn one_that_is_wrong_does_not_hide_those_behind_it() {
    let good = example();
    let bad = good.replace("end(places)", "0:nothing end(places)");
    let all = read_all(&format!("{good}\n{bad}\n{good}"));
    let fine: Vec<bool> = all.iter().map(Result::is_ok).collect();
    assert_eq!(fine, [true, false, true]);
    assert_eq!(
        read(&format!("{good}{good}")).unwrap_err().reason,
        Reason::AfterEnd
    );
    assert!(read_all(" {nothing} ").is_empty());
    assert_eq!(read("").unwrap_err().reason.code(), "missing");
    let json = read(&good).unwrap().to_json();
    assert_eq!(read_all(&format!("{json}\n{json}")).len(), 2);
}

#[test]
fn json_that_was_changed_is_found_out() {
    let record = some_game();
    let json = record.to_json();
    let code = |from: &str, to: &str| with(&json, from, to).unwrap_err().reason.code();
    assert_eq!(code("\"version\":1", "\"version\":2"), "version");
    assert_eq!(code("\"hash\":\"", "\"hash\":\"0"), "hash");
    assert_eq!(code("\"type\":\"moved\"", "\"type\":\"flown\""), "json");
    assert_eq!(code("{\"type\":\"scored\"", "{\"type\":\"moved\""), "json");
    assert_eq!(code("\"type\":\"started\"", "\"type\":\"moved\""), "json");
    assert_eq!(code("\"date\":\"1970", "\"date\":\"970"), "header");
    assert_eq!(code("}}]}", "}}]"), "json");
    let mut events = record.events().to_vec();
    let of = |events: &[Event]| Record::new(occasion(), 0, record.preset(), events).unwrap_err();
    let moved = events
        .iter()
        .position(|event| kind(event) == "moved ")
        .unwrap();
    let again = events[moved].clone();
    events.insert(moved, again);
    let error = of(&events);
    assert_eq!(
        error.place,
        Place::Event(moved + 2),
        "the first one is right"
    );
    events.truncate(moved);
    assert_eq!(of(&events).reason, Reason::Unfinished);
    assert_eq!(of(&[]).reason, Reason::Start);
}

/// A record names a preset: what it stands for is settled for as long as its version is.
#[test]
fn version_1_of_the_rules_is_settled() {
    let said = Preset::ALL.map(|preset| serde_json::to_string(&preset.rules()).unwrap());
    let rest = r#""reenter_home":"forbidden","#;
    let qq = format!(
        r#""army":10,"leave_target":"allowed","rest_in_foreign_camp":"forbidden","checkpoints":[{{"turn":20,"away":5}},{{"turn":25,"away":8}},{{"turn":30,"away":10}}],{rest}"blocked_target":"strict","passing":"never","no_legal_move":"pass","first_in_skips":false,"end":"play_on","rank_by":"finish_order"}}"#
    );
    assert_eq!(said[0], format!(r#"{{"hop":"short",{qq}"#));
    assert_eq!(said[1], format!(r#"{{"hop":"long",{qq}"#));
    assert_eq!(
        said[2],
        format!(
            r#"{{"hop":"short","army":10,"leave_target":"forbidden","rest_in_foreign_camp":"allowed","checkpoints":[{{"turn":30,"away":10}}],{rest}"blocked_target":"occupied_counts","passing":"never","no_legal_move":"pass","first_in_skips":false,"end":"first_winner","rank_by":"finish_order"}}"#
        )
    );
    assert_eq!(
        said[3],
        format!(
            r#"{{"hop":"short","army":10,"leave_target":"allowed","rest_in_foreign_camp":"forbidden","checkpoints":[{{"turn":30,"away":10}}],{rest}"blocked_target":"strict","passing":"never","no_legal_move":"pass","first_in_skips":false,"end":"play_on","rank_by":"turns"}}"#
        )
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_fall_over(at in 0_usize..4_000, insert in "[ -~\n]{0,12}") {
        let mut text = example();
        let mut at = at % text.len();
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, &insert);
        let _ = read_all(&text);
    }
}
