//! `tiaoqi load`: plays many games at once against a running server and tells how it did.
//!
//! It talks to the server by the wire alone, as browsers do, and checks it on the way: every
//! event is folded and every hash compared. The tests in `tests/it` use the same client.

pub mod client;
pub mod fold;
pub mod http;
pub mod player;
pub mod site;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::game::{Preset, Settings};
use crate::rules::star::{self, seating};
use client::{Client, Options, Stats, now};
use player::{Plan, Player, Style};
use site::Site;

/// How many sessions are made at once.
const MAKING: usize = 8;

/// What `tiaoqi load` can be told.
#[derive(Clone, Debug, clap::Args)]
pub struct LoadArgs {
    /// The server, as `http://127.0.0.1:8080`. It has to allow as many guests from this address
    /// (`tiaoqi serve --accounts-per-hour`).
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    pub url: String,

    /// Games played at the same time.
    #[arg(long, default_value = "10", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub games: u32,

    /// Players a game: 2, 3, 4 or 6.
    #[arg(long, default_value = "2", value_name = "N", value_parser = players)]
    pub players: u8,

    /// How long it is played, once everybody is there.
    #[arg(long, default_value = "10", value_name = "SECONDS",
          value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub seconds: u64,

    /// How long a player thinks about a move, on average.
    #[arg(long, default_value = "0", value_name = "MS",
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub think_ms: u64,

    /// How moves are chosen.
    #[arg(long, value_enum, default_value = "greedy")]
    pub style: Style,

    /// What everything drawn is drawn from. Default: another one each time.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Allow a server that is not on this machine.
    #[arg(long)]
    pub allow_remote: bool,
}

fn players(text: &str) -> Result<u8, String> {
    let count = text.parse().unwrap_or(0);
    if seating(usize::from(count)).is_empty() {
        return Err("2, 3, 4 or 6".into());
    }
    Ok(count)
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Report {
    /// Games at once.
    pub games: u32,
    /// How long was played.
    pub took: Duration,
    /// What all clients counted, `latencies` sorted.
    pub stats: Stats,
}

impl Report {
    /// Accepted moves a second.
    #[must_use]
    pub fn moves_per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a count of moves")]
        let moves = self.stats.moves as f64;
        moves / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// The latency that so many per cent of accepted moves did not exceed; none without moves.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Option<Duration> {
        percentile(&self.stats.latencies, percent)
    }

    /// Whether nothing was wrong: no disagreement, nothing lost, nothing unreadable.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.stats.desyncs == 0 && self.stats.regressions == 0 && self.stats.garbage == 0
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let stats = &self.stats;
        writeln!(out, "games at once       {}", self.games)?;
        writeln!(out, "seconds             {:.1}", self.took.as_secs_f64())?;
        writeln!(out, "accepted moves      {}", stats.moves)?;
        writeln!(out, "moves a second      {:.0}", self.moves_per_second())?;
        for percent in [50, 99] {
            if let Some(took) = self.percentile(percent) {
                let ms = took.as_secs_f64() * 1_000.0;
                writeln!(out, "cmd to ok, p{percent}      {ms:.2} ms")?;
            }
        }
        writeln!(out, "other commands      {}", stats.others)?;
        writeln!(out, "commands sent again {}", stats.retries)?;
        writeln!(out, "connections         {}", stats.connects)?;
        writeln!(out, "connections lost    {}", stats.losses)?;
        writeln!(out, "attempts failed     {}", stats.failures)?;
        writeln!(out, "desyncs             {}", stats.desyncs)?;
        writeln!(out, "went back           {}", stats.regressions)?;
        writeln!(out, "unreadable frames   {}", stats.garbage)?;
        for (code, count) in &stats.refusals {
            writeln!(out, "refused {code:<12}{count}")?;
        }
        if let Some(trouble) = &stats.trouble {
            writeln!(out, "first trouble       {trouble}")?;
        }
        Ok(())
    }
}

/// The value that `percent` of sorted samples, in microseconds, do not exceed.
#[must_use]
pub fn percentile(sorted: &[u32], percent: usize) -> Option<Duration> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted
        .get(rank - 1)
        .map(|&micros| Duration::from_micros(micros.into()))
}

/// Plays as told and prints the report. Fails when anything was wrong.
///
/// # Errors
/// A URL that cannot be used, a server that does not let the players in, standard output.
pub(super) fn run(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(load(args))?;
    report.print(&mut io::stdout().lock())?;
    Ok(if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Plays as told.
///
/// # Errors
/// A URL that cannot be used, or a server that does not let the players in.
pub async fn load(args: &LoadArgs) -> io::Result<Report> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidInput, what.to_owned());
    let site = Site::parse(&args.url).ok_or_else(|| bad("--url: http://HOST:PORT expected"))?;
    if !site.is_loopback() && !args.allow_remote {
        return Err(bad(
            "the server is not on this machine: --allow-remote to mean it",
        ));
    }
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let players = set_up(&site, args, &mut rng).await?;

    let stop = CancellationToken::new();
    let began = now();
    let mut tasks = JoinSet::new();
    for mut player in players {
        let stop = stop.clone();
        tasks.spawn(async move {
            player.play(&stop).await;
            player
        });
    }
    wait_for(&mut tasks, began + Duration::from_secs(args.seconds)).await?;
    let took = now() - began;
    stop.cancel();
    let mut leaving = JoinSet::new();
    let mut stats = Stats::default();
    while let Some(player) = tasks.join_next().await {
        let mut player = player.map_err(io::Error::other)?;
        leaving.spawn(async move { stats_of(&mut player).await });
    }
    while let Some(one) = leaving.join_next().await {
        stats.add(one.map_err(io::Error::other)?);
    }
    stats.latencies.sort_unstable();
    Ok(Report {
        games: args.games,
        took,
        stats,
    })
}

/// A player's counts at the end of the time; then it leaves.
async fn stats_of(player: &mut Player) -> Stats {
    let stats = player.client.stats.clone();
    player.leave().await;
    stats
}

/// Waits for the end. Players play on until then: one that stops by itself was thrown out.
async fn wait_for(tasks: &mut JoinSet<Player>, end: Instant) -> io::Result<()> {
    tokio::select! {
        () = tokio::time::sleep_until(end) => Ok(()),
        Some(early) = tasks.join_next() => {
            let player = early.map_err(io::Error::other)?;
            let trouble = player.client.stats.trouble.unwrap_or_default();
            Err(io::Error::other(format!("a player's session or room ended too early {trouble}")))
        }
    }
}

/// Sessions and rooms for everybody.
async fn set_up(site: &Site, args: &LoadArgs, rng: &mut ChaCha8Rng) -> io::Result<Vec<Player>> {
    let settings = Settings {
        preset: Preset::Star(star::Preset::Qq),
        players: args.players,
        turn_seconds: 60,
        rated: false,
        private: true,
        first: None,
        ..Settings::default()
    };
    let mut games = JoinSet::new();
    let mut players = Vec::new();
    for _ in 0..args.games {
        if games.len() == MAKING
            && let Some(made) = games.join_next().await
        {
            let made: io::Result<Vec<Player>> = made.map_err(io::Error::other)?;
            players.extend(made?);
        }
        let (site, settings, seed) = (site.clone(), settings.clone(), rng.random());
        let (style, think) = (args.style, Duration::from_millis(args.think_ms));
        games.spawn(async move { table(&site, &settings, style, think, seed).await });
    }
    while let Some(made) = games.join_next().await {
        players.extend(made.map_err(io::Error::other)??);
    }
    Ok(players)
}

/// The players of one room, which plays one game after the other.
async fn table(
    site: &Site,
    settings: &Settings,
    style: Style,
    think: Duration,
    seed: u64,
) -> io::Result<Vec<Player>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut sessions = Vec::new();
    for _ in settings.seats() {
        sessions.push(site.guest().await?);
    }
    let first = sessions
        .first()
        .ok_or_else(|| io::Error::other("no seats"))?;
    let room = site.create_room(first, settings).await?.id;
    let players = settings
        .seats()
        .iter()
        .zip(sessions)
        .map(|(&seat, session)| {
            let client = Client::new(site.clone(), session, Options::default(), rng.random());
            let plan = Plan {
                room,
                seat,
                style,
                think,
                resign_at: None,
                games: u32::MAX,
            };
            Player::new(client, plan, rng.random())
        });
    Ok(players.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_samples_that_so_many_do_not_exceed() {
        let samples: Vec<u32> = (1..=200).collect();
        let micros = |percent| percentile(&samples, percent).unwrap().as_micros();
        assert_eq!(
            (micros(0), micros(50), micros(99), micros(100)),
            (1, 100, 198, 200)
        );
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn only_this_machine_is_loopback() {
        for (url, loopback) in [
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:80/", true),
            ("http://localhost:1", true),
            ("http://10.0.0.1:8080", false),
            ("http://127.0.0.1.example:8080", false),
        ] {
            assert_eq!(Site::parse(url).unwrap().is_loopback(), loopback, "{url}");
        }
        for url in [
            "https://127.0.0.1:1",
            "http://127.0.0.1",
            "http://a@b:1",
            "http://a/b:1",
            "x",
        ] {
            assert_eq!(Site::parse(url), None, "{url}");
        }
    }
}
