//! Rooms full of players on a real server, and what became of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tiaoqi::cli::load::client::{Client, Note, Options, Stats, now};
use tiaoqi::cli::load::player::{Plan, Player, Style};
use tiaoqi::cli::load::site::{Session, Site};
use tiaoqi::game::Settings;
use tiaoqi::protocol::{RoomId, TurnView, UserId};
use tiaoqi::rules::star::Preset;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How long clients may take to have everything answered once nobody plays any more.
const SETTLING: Duration = Duration::from_secs(20);

/// One room to be.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) players: u8,
    pub(crate) rated: bool,
    pub(crate) turn_seconds: u16,
    /// At which ply who is on turn gives up.
    pub(crate) resign_at: Option<u32>,
    /// Games, one after the other.
    pub(crate) games: u32,
    pub(crate) think: Duration,
}

impl Table {
    fn settings(&self) -> Settings {
        Settings {
            preset: Preset::Qq.into(),
            players: self.players,
            turn_seconds: self.turn_seconds,
            rated: self.rated,
            private: false,
            first: None,
            ..Settings::default()
        }
    }
}

/// Everybody's sessions and rooms, made through `made` and played through `site` (which may be
/// a proxy before it).
pub(crate) async fn seat_all(
    made: &Site,
    site: &Site,
    tables: &[Table],
    options: Options,
    seed: u64,
) -> Vec<Player> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut players = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        let settings = table.settings();
        let mut room = None;
        for (&seat, place) in settings.seats().iter().zip(0..) {
            let session = if table.rated {
                account(made, number, place).await
            } else {
                made.guest().await.unwrap()
            };
            let room = match room {
                Some(room) => room,
                None => *room.insert(made.create_room(&session, &settings).await.unwrap().id),
            };
            let client = Client::new(site.clone(), session, options, rng.random());
            let plan = Plan {
                room,
                seat,
                style: Style::Greedy,
                think: table.think,
                resign_at: table.resign_at,
                games: table.games,
            };
            players.push(Player::new(client, plan, rng.random()));
        }
    }
    players
}

async fn account(site: &Site, table: usize, place: usize) -> Session {
    let name = format!("Table{table}Seat{place}");
    site.register(&name, "correct horse battery").await.unwrap()
}

/// Players at work.
#[derive(Debug)]
pub(crate) struct Playing {
    tasks: JoinSet<Player>,
    stop: CancellationToken,
    /// How many have not done what they meant to.
    left: Arc<AtomicUsize>,
}

impl Playing {
    /// Lets everybody play.
    pub(crate) fn start(players: Vec<Player>) -> Self {
        let stop = CancellationToken::new();
        let left = Arc::new(AtomicUsize::new(players.len()));
        let mut tasks = JoinSet::new();
        for mut player in players {
            let (stop, left) = (stop.clone(), Arc::clone(&left));
            tasks.spawn(async move {
                if player.play(&stop).await {
                    left.fetch_sub(1, Relaxed);
                    // Who is done stays, as somebody does who looks at the result.
                    linger(&mut player, &stop).await;
                } else {
                    assert!(stop.is_cancelled(), "thrown out: {:?}", player.client);
                }
                player
            });
        }
        Self { tasks, stop, left }
    }

    /// Waits until everybody has done what they meant to, and stops them.
    pub(crate) async fn play_out(self, longest: Duration) -> Outcome {
        let end = now() + longest;
        while self.left.load(Relaxed) > 0 && now() < end {
            sleep(Duration::from_millis(20)).await;
        }
        let left = self.left.load(Relaxed);
        let outcome = self.finish().await;
        assert_eq!(
            left, 0,
            "players not done in {longest:?}: {:#?}",
            outcome.running
        );
        outcome
    }

    /// Stops everybody where they are, lets every command be answered, and compares each model
    /// with a fresh snapshot.
    pub(crate) async fn finish(mut self) -> Outcome {
        self.stop.cancel();
        let mut players = Vec::new();
        while let Some(ended) = self.tasks.join_next().await {
            players.push(ended.unwrap());
        }
        let players = settle(players).await;
        let mut outcome = Outcome::default();
        for mut player in settle(players).await {
            let room = player.room();
            let client = &mut player.client;
            let me = client.me().expect("welcomed").user;
            let model = client.model(room).expect("a model").clone();
            if let Some(game) = model.state.game.filter(|game| game.ended.is_none()) {
                outcome
                    .running
                    .insert(room, (game.players.len(), game.turn));
            }
            outcome
                .hashes
                .entry(room)
                .or_default()
                .push((model.seq, model.h));
            outcome.stats.add(std::mem::take(&mut client.stats));
            outcome
                .histories
                .push((me, room, std::mem::take(&mut client.history)));
        }
        outcome.stats.latencies.sort_unstable();
        outcome
    }
}

/// Follows the room until `stop`.
async fn linger(player: &mut Player, stop: &CancellationToken) {
    loop {
        tokio::select! {
            _ = player.client.next() => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Waits until everything is answered, a fresh snapshot included.
async fn settle(players: Vec<Player>) -> Vec<Player> {
    let mut tasks = JoinSet::new();
    for mut player in players {
        tasks.spawn(async move {
            let room = player.room();
            let client = &mut player.client;
            client.refresh(room);
            let settled = async {
                while !client.is_settled() {
                    client.next().await;
                }
            };
            assert!(
                timeout(SETTLING, settled).await.is_ok(),
                "no answer: {client:?}"
            );
            player
        });
    }
    let mut settled = Vec::new();
    while let Some(player) = tasks.join_next().await {
        settled.push(player.unwrap());
    }
    settled
}

/// What became of everybody.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What all counted.
    pub(crate) stats: Stats,
    /// What each client saw.
    pub(crate) histories: Vec<(UserId, RoomId, Vec<Note>)>,
    /// The last event and hash that each client of a room knows.
    pub(crate) hashes: BTreeMap<RoomId, Vec<(u64, Option<String>)>>,
    /// The turn of each game that is not over, and how many play it.
    pub(crate) running: BTreeMap<RoomId, (usize, TurnView)>,
}

impl Outcome {
    /// Asserts that no client ever disagreed with the server.
    pub(crate) fn assert_in_step(&self) {
        let stats = &self.stats;
        let trouble = stats.trouble.as_deref().unwrap_or_default();
        assert_eq!(
            (stats.desyncs, stats.regressions, stats.garbage),
            (0, 0, 0),
            "{trouble}"
        );
    }
}
