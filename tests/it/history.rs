//! What clients saw, held against what is stored.

use std::collections::{BTreeMap, HashMap};

use tiaoqi::cli::load::client::Noted;
use tiaoqi::game::{self, GameEvent};
use tiaoqi::protocol::{Cid, Code, Command, Event, RoomId, UserId};
use tiaoqi::room::ports::{Journal as _, Stored};
use tiaoqi::room::{Room, hash_text};
use tiaoqi::store::Store;

use crate::tables::Outcome;

/// The log of each room.
pub(crate) type Logs = BTreeMap<RoomId, Vec<Stored>>;

/// What is stored of one room: numbered from 1 without a gap.
pub(crate) async fn log(url: &str, room: RoomId) -> Vec<Stored> {
    let store = Store::open(url).await.unwrap();
    let log = of(&store, room).await;
    store.close().await;
    log
}

/// What is stored of every room that was played in.
pub(crate) async fn logs(url: &str, outcome: &Outcome) -> Logs {
    let store = Store::open(url).await.unwrap();
    let mut logs = Logs::new();
    for &room in outcome.hashes.keys() {
        logs.insert(room, of(&store, room).await);
    }
    store.close().await;
    logs
}

async fn of(store: &Store, room: RoomId) -> Vec<Stored> {
    let mut log = Vec::new();
    loop {
        let more = store.events(room, log.len() as u64, 1_000).await.unwrap();
        if more.is_empty() {
            break;
        }
        log.extend(more);
    }
    assert!(!log.is_empty(), "room {room} is gone");
    for (event, seq) in log.iter().zip(1..) {
        assert_eq!(event.seq, seq, "room {room}: a gap");
    }
    log
}

/// Whether a game is over and its points are given.
pub(crate) fn is_scored(event: &Event) -> bool {
    matches!(
        event,
        Event::Game(game::Event::Game(GameEvent::Scored { .. }))
    )
}

pub(crate) fn parse(stored: &Stored) -> Event {
    serde_json::from_str(&stored.payload).unwrap()
}

pub(crate) fn parsed(logs: &Logs) -> BTreeMap<RoomId, Vec<Event>> {
    logs.iter()
        .map(|(&room, log)| (room, log.iter().map(parse).collect()))
        .collect()
}

/// Every acknowledged command stands in the log exactly once, under the number it was
/// acknowledged with, however often that was. Answers how many were acknowledged.
///
/// A network that delivers every frame once also gives a command one answer: then one that was
/// refused stands nowhere.
pub(crate) fn answers_are_stored(outcome: &Outcome, logs: &Logs, once: bool) -> usize {
    let mut stored: HashMap<(RoomId, UserId, Cid), u64> = HashMap::new();
    for (&room, log) in logs {
        for event in log {
            let Some((user, cid)) = event.command else {
                continue;
            };
            let twice = stored.insert((room, user, cid), event.seq);
            assert_eq!(twice, None, "room {room}: command {cid} is stored twice");
        }
    }
    let mut acknowledged = 0;
    for (user, room, history) in &outcome.histories {
        let mut commands: HashMap<Cid, &Command> = HashMap::new();
        let mut answers: HashMap<Cid, Vec<Result<u64, Code>>> = HashMap::new();
        for note in history {
            match &note.what {
                Noted::Sent(_, cid, command) => _ = commands.insert(*cid, command),
                Noted::Ok(cid, seq) => answers.entry(*cid).or_default().push(Ok(*seq)),
                Noted::No(cid, code) => answers.entry(*cid).or_default().push(Err(*code)),
                _ => {}
            }
        }
        for (cid, answers) in answers {
            let what = format!("room {room}: {:?} {cid}: {answers:?}", commands[&cid]);
            let Some(seq) = stored.get(&(*room, *user, cid)).copied() else {
                // To be ready twice is to be ready: acknowledged, and nothing to store.
                let again = matches!(commands[&cid], Command::Ready {} | Command::Rematch {});
                assert!(
                    again || answers.iter().all(Result::is_err),
                    "not stored: {what}"
                );
                continue;
            };
            let same = answers
                .iter()
                .all(|answer| answer.map_or(!once, |ok| ok == seq));
            assert!(same, "stored at {seq}: {what}");
            acknowledged += usize::from(answers.contains(&Ok(seq)));
        }
    }
    acknowledged
}

/// What each client saw is what is stored, in order and without a gap.
pub(crate) fn streams_are_prefixes(outcome: &Outcome, logs: &Logs) {
    for (_, room, history) in &outcome.histories {
        let log = &logs[room];
        let mut have = 0;
        for note in history {
            match &note.what {
                Noted::Snap(_, seq, _) => {
                    assert!(*seq >= have, "room {room}: back from {have} to {seq}");
                    have = *seq;
                }
                Noted::Event(_, seq, at, event) => {
                    assert_eq!(*seq, have + 1, "room {room}: a gap in what a client saw");
                    have = *seq;
                    let stored = &log[usize::try_from(have).unwrap() - 1];
                    // The seed of a game is stored and shown to nobody before the end.
                    let shown = match parse(stored) {
                        Event::Game(event) => Event::Game(event.public()),
                        event @ Event::Room(_) => event,
                    };
                    assert_eq!((stored.at, &shown), (*at, &**event), "room {room}, {seq}");
                }
                _ => {}
            }
        }
        assert!(
            have <= log.len() as u64,
            "room {room}: a client saw more than is stored"
        );
    }
}

/// At the end every client has the hash that the stored log folds to.
pub(crate) fn hashes_agree(outcome: &Outcome, logs: &Logs) {
    for (room, clients) in &outcome.hashes {
        for (seq, h) in clients {
            let until = usize::try_from(*seq).unwrap();
            let folded = Room::fold(&logs[room][..until]).unwrap();
            assert_eq!(*h, folded.game().map(hash_text), "room {room} at {seq}");
        }
    }
}
