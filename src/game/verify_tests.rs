use super::*;
use crate::game::Act;
use crate::game::testing::{SEED, act, game, hole, names, seat, settings, started};
use crate::rules::star::Shift;

/// A game of two with a tornado in it, from `started` to `scored`.
fn record() -> Vec<Event> {
    let settings = settings(2, false, true);
    let mut game = game(&settings, &[]);
    let mut record = vec![Event::Game(started(&settings, &[], false).into_public())];
    let mut play = |number: usize, what: Act| {
        record.extend(act(&mut game, number, &what, 0));
    };
    let step = |from: &str, to: &str| Act::Move {
        from: hole(from),
        to: hole(to),
        path: None,
    };
    play(0, step("d1", "e5"));
    play(3, step("n1", "m5"));
    play(0, step("e5", "f5"));
    play(3, Act::OfferDraw);
    play(3, step("m5", "l5"));
    play(0, Act::UseItem(ItemUse::Tornado { hole: hole("g5") }));
    play(0, Act::Resign);
    record
}

impl GameEvent {
    fn into_public(self) -> Self {
        match Event::Game(self).public() {
            Event::Game(event) => event,
            Event::Star(_) => unreachable!("it was no event of the rules"),
        }
    }
}

#[test]
fn a_record_is_checked_with_the_seed_it_publishes() {
    let record = record();
    assert_eq!(verify(&record), Ok(Audit { draws: 1 }));
    let text = serde_json::to_string(&record[0]).unwrap();
    assert!(
        !text.contains("\"seed\""),
        "the seed is secret until the end"
    );
    assert!(text.contains(&chance::commitment(&SEED)));
    let ended = record
        .iter()
        .find(|event| matches!(event, Event::Star(star::Event::Ended { .. })));
    assert!(
        serde_json::to_string(&ended)
            .unwrap()
            .contains(&SEED.to_string())
    );
    assert_eq!(names(&record[record.len() - 1..]), ["scored"]);
}

#[test]
fn a_running_game_has_nothing_to_check() {
    let record = record();
    assert_eq!(verify(&record[..6]), Err(AuditError::NoSeed));
    assert_eq!(verify(&record[1..]), Err(AuditError::NoStart));
    assert_eq!(verify(&[]), Err(AuditError::NoStart));
}

#[test]
fn another_seed_is_not_the_one_committed_to() {
    let mut record = record();
    for event in &mut record {
        if let Event::Star(star::Event::Ended { seed, .. }) = event {
            *seed = Some(Seed::new([6; Seed::BYTES]));
        }
    }
    assert_eq!(verify(&record), Err(AuditError::Commitment));
}

#[test]
fn another_start_than_the_drawn_one_is_found() {
    let changed = |drawn: bool, start_rated: bool| {
        let mut record = record();
        if let Event::Game(GameEvent::Started {
            first_drawn, rated, ..
        }) = &mut record[0]
        {
            *first_drawn = drawn;
            *rated = start_rated;
        }
        verify(&record)
    };
    let toss = chance::toss(SEED, &[seat(0), seat(3)]);
    let expected = if toss == Some(seat(0)) {
        Ok(Audit { draws: 2 })
    } else {
        Err(AuditError::Toss)
    };
    assert_eq!(changed(true, false), expected);
    assert_eq!(changed(false, true), Err(AuditError::NotDrawn));
}

#[test]
fn the_first_tornado_that_differs_is_named() {
    let mut record = record();
    let at = record
        .iter()
        .position(|event| names(std::slice::from_ref(event)) == ["item_used"])
        .unwrap();
    let number = u64::try_from(at).unwrap() + 1;
    let Event::Star(star::Event::ItemUsed { result, .. }) = &mut record[at] else {
        panic!("an item");
    };
    let Shift { to, .. } = &mut result[0];
    *to = if *to == hole("g5") {
        hole("g4")
    } else {
        hole("g5")
    };
    assert_eq!(verify(&record), Err(AuditError::Deal { event: number }));
}

#[test]
fn an_event_that_cannot_have_happened_is_named() {
    let mut record = record();
    record.remove(1);
    assert_eq!(verify(&record), Err(AuditError::Corrupt { event: 2 }));
}

#[test]
fn a_draw_depends_on_its_number() {
    // One event more before the tornado, and another arrangement may result: over many it does.
    let ground = star::TornadoGround {
        marbles: vec![hole("i5")],
        holes: vec![hole("h5"), hole("i5"), hole("i6"), hole("j5")],
    };
    let dealt: std::collections::BTreeSet<Vec<Hole>> = (2..60)
        .map(|event| chance::deal(SEED, event, &ground))
        .collect();
    assert_eq!(dealt.len(), 4);
}
