//! What is booked, read with plain SQL of the test's own.

use std::collections::{BTreeMap, HashMap};

use sqlx::{PgPool, SqlitePool};
use tiaoqi::game::{self, GameEvent};
use tiaoqi::protocol::{Event, RoomId};
use uuid::Uuid;

/// A row of `game`: room, number of the `scored` event, rated.
type Game = (Uuid, Uuid, i64, bool);
/// A row of `game_seat`: game, seat, account, points.
type Seat = (Uuid, i64, Option<Uuid>, i64);
/// A row of `ledger`: game, account, points before, delta, points after.
type Entry = (Uuid, Uuid, i64, i64, i64);

/// Every result and every change of points.
#[derive(Debug)]
pub(crate) struct Books {
    games: Vec<Game>,
    seats: Vec<Seat>,
    ledger: Vec<Entry>,
    standings: Vec<(Uuid, i64)>,
}

impl Books {
    /// Reads everything.
    pub(crate) async fn read(url: &str) -> Self {
        macro_rules! read {
            ($pool:expr) => {{
                let pool = $pool;
                let books = Self {
                    games: sqlx::query_as("SELECT id, room, last_seq, rated FROM game")
                        .fetch_all(&pool)
                        .await
                        .unwrap(),
                    seats: sqlx::query_as("SELECT game, seat, user_id, points FROM game_seat")
                        .fetch_all(&pool)
                        .await
                        .unwrap(),
                    ledger: sqlx::query_as(
                        "SELECT game, user_id, points_before, delta, points_after FROM ledger",
                    )
                    .fetch_all(&pool)
                    .await
                    .unwrap(),
                    standings: sqlx::query_as("SELECT user_id, points FROM standing")
                        .fetch_all(&pool)
                        .await
                        .unwrap(),
                };
                pool.close().await;
                books
            }};
        }
        if url.starts_with("sqlite:") {
            read!(SqlitePool::connect(url).await.unwrap())
        } else {
            read!(PgPool::connect(url).await.unwrap())
        }
    }

    /// Holds the books against the logs: each scored game is booked exactly once with the
    /// points of its event, nothing else is booked, and every account's points are the sum of
    /// its changes. Answers how many games were scored.
    pub(crate) fn check(&self, logs: &BTreeMap<RoomId, Vec<Event>>) -> usize {
        let mut scored = 0;
        let mut booked: HashMap<(Uuid, i64), &Game> = HashMap::new();
        for game in &self.games {
            let twice = booked.insert((game.1, game.2), game);
            assert!(twice.is_none(), "a result is booked twice: {game:?}");
        }
        for (room, log) in logs {
            for (event, seq) in log.iter().zip(1_i64..) {
                let Event::Game(game::Event::Game(GameEvent::Scored { scores })) = event else {
                    continue;
                };
                scored += 1;
                let Some(&&(game, .., rated)) = booked.get(&(*room, seq)) else {
                    panic!("room {room}: the result at {seq} is not booked");
                };
                let mut seats: Vec<(i64, Option<Uuid>, i64)> = self
                    .seats
                    .iter()
                    .filter(|row| row.0 == game)
                    .map(|row| (row.1, row.2, row.3))
                    .collect();
                seats.sort_unstable();
                let said: Vec<(i64, i64)> = scores
                    .iter()
                    .map(|score| (i64::from(u8::from(score.seat)), i64::from(score.points)))
                    .collect();
                let rows: Vec<(i64, i64)> = seats.iter().map(|row| (row.0, row.2)).collect();
                assert_eq!(rows, said, "room {room}: seats of the result at {seq}");
                for (_, user, points) in seats {
                    let entries: Vec<&Entry> = self
                        .ledger
                        .iter()
                        .filter(|entry| entry.0 == game && Some(entry.1) == user)
                        .collect();
                    match entries.as_slice() {
                        [] if !rated => assert_eq!(points, 0),
                        [entry] => {
                            assert_eq!(entry.3, points, "game {game}: the change");
                            assert_eq!(entry.2 + entry.3, entry.4, "game {game}: the sum");
                        }
                        _ => panic!("game {game}: booked {} times for {user:?}", entries.len()),
                    }
                }
            }
        }
        let of_these = self
            .games
            .iter()
            .filter(|game| logs.contains_key(&game.1))
            .count();
        assert_eq!(of_these, scored, "results booked and scored");
        let mut sums: HashMap<Uuid, i64> = HashMap::new();
        for entry in &self.ledger {
            *sums.entry(entry.1).or_default() += entry.3;
        }
        for (user, points) in &self.standings {
            assert_eq!(
                sums.remove(user).unwrap_or_default(),
                *points,
                "points of {user}"
            );
        }
        assert!(
            sums.is_empty(),
            "changes of points without an account: {sums:?}"
        );
        scored
    }
}
