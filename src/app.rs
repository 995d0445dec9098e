//! The server's composition and life: what `tiaoqi serve` runs.

use std::future::Future;
use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::time::{MissedTickBehavior, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing_subscriber::EnvFilter;

use crate::auth::Auth;
use crate::config::{LogFormat, ServeArgs};
use crate::lobby::Lobby;
use crate::protocol::ByeCode;
use crate::room::ports::{Clock, Hall, Ids, Journal};
use crate::room::registry::{Options, Rooms};
use crate::store::{SessionHash, Store};
use crate::system::{SystemClock, SystemIds};
use crate::web::{self, Assets, Limits, Policy, Site, Sockets};

/// How often the store and the clock hear that the server lives: what lies between is no outage.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// How long rooms may take to finish what they are doing.
const ROOMS_END: Duration = Duration::from_secs(2);
/// How long connections may take to say good-bye.
const CONNECTIONS_END: Duration = Duration::from_millis(2_500);
/// How long the store may take to write what is queued.
const STORE_END: Duration = Duration::from_millis(500);

/// Begins to log to standard error, as the settings say.
///
/// # Errors
/// The filter cannot be read, or logging began before.
pub fn log(args: &ServeArgs) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&args.log).context("--log")?;
    let builder = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_env_filter(filter);
    let result = match args.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    result.map_err(anyhow::Error::from_boxed).context("logging")
}

/// Until ctrl-c or SIGTERM.
///
/// # Errors
/// The system does not let the process listen for signals.
pub async fn interrupted() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).context("SIGTERM")?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result.context("ctrl-c"),
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.context("ctrl-c")
}

/// Serves until `shutdown`, and then ends within five seconds: what rooms are doing is finished
/// and answered, sockets are told to come back, the store writes what is queued.
///
/// # Errors
/// The database cannot be opened or read, or the address is taken.
pub async fn serve(args: ServeArgs, shutdown: impl Future<Output = ()>) -> anyhow::Result<()> {
    // Before the store is touched: a second server on the same address ends here.
    let listener =
        web::listener(args.listen).with_context(|| format!("listen on {}", args.listen))?;
    let server = Server::open(&args).await?;
    let address = listener.local_addr()?;
    writeln!(
        std::io::stdout().lock(),
        "Tiaoqi listens on http://{address}"
    )?;
    tracing::info!(%address, build = web::BUILD, "serving");
    server.run(listener, &args, shutdown).await;
    Ok(())
}

/// The parts, before and while they run.
struct Server {
    site: Site,
    /// The clock, which has to beat.
    steady: Arc<SystemClock>,
    stop: CancellationToken,
}

impl Server {
    /// Opens the store and takes up its rooms.
    async fn open(args: &ServeArgs) -> anyhow::Result<Self> {
        if args.database_url.is_none() {
            tokio::fs::create_dir_all(&args.data_dir)
                .await
                .with_context(|| format!("folder {}", args.data_dir.display()))?;
        }
        let store = Store::open(&args.database())
            .await
            .context("open the database")?;
        let steady = Arc::new(SystemClock::new());
        let clock: Arc<dyn Clock> = Arc::<SystemClock>::clone(&steady);
        let ids: Arc<dyn Ids> = Arc::new(SystemIds);
        let lobby = Lobby::new(Arc::clone(&clock));
        let journal: Arc<dyn Journal> = Arc::new(store.clone());
        let hall: Arc<dyn Hall> = Arc::new(lobby.clone());
        let rooms = Rooms::new(
            journal,
            Arc::clone(&clock),
            Arc::clone(&ids),
            hall,
            Options::default(),
        );
        rooms.recover().await.context("take up the rooms")?;
        let auth = Auth::new(store.clone(), Arc::clone(&clock), Arc::clone(&ids));
        let site = Site {
            rooms,
            lobby,
            auth,
            store,
            sockets: Sockets::default(),
            limits: Limits::new(args),
            policy: Policy::new(args),
            assets: Assets::load(),
            clock,
            ids,
            tasks: TaskTracker::new(),
        };
        Ok(Self {
            site,
            steady,
            stop: CancellationToken::new(),
        })
    }

    /// Serves until `shutdown`, then ends.
    async fn run(
        self,
        listener: TcpListener,
        args: &ServeArgs,
        shutdown: impl Future<Output = ()>,
    ) {
        let Self { site, steady, stop } = self;
        let background = TaskTracker::new();
        background.spawn(beat(steady, stop.clone()));
        background.spawn(heartbeat(
            site.store.clone(),
            Arc::clone(&site.clock),
            stop.clone(),
        ));
        background.spawn(close_ended(site.clone(), stop.clone()));
        let (lobby, ending) = (site.lobby.clone(), stop.clone());
        background.spawn(async move { lobby.run(ending).await });
        let (limits, ending) = (site.limits.clone(), stop.clone());
        background.spawn(async move { limits.run(ending).await });
        let (auth, ending) = (site.auth.clone(), stop.clone());
        background.spawn(async move { auth.run(ending).await });

        let closed = CancellationToken::new();
        let app = web::router(&site);
        let accept = web::serve(listener, app, args.max_connections, &site.tasks, &closed);
        tokio::pin!(accept);
        tokio::select! {
            () = &mut accept => {}
            () = shutdown => {
                tracing::info!("ending");
                closed.cancel();
                accept.await;
            }
        }

        // Rooms first, so that what they commit is still answered.
        if timeout(ROOMS_END, site.rooms.shutdown()).await.is_err() {
            tracing::warn!("rooms did not end in time");
        }
        site.sockets.close_all(ByeCode::Restart);
        site.tasks.close();
        if timeout(CONNECTIONS_END, site.tasks.wait()).await.is_err() {
            tracing::warn!(left = site.tasks.len(), "connections did not end in time");
        }
        stop.cancel();
        background.close();
        let end = async {
            background.wait().await;
            site.store.close().await;
        };
        if timeout(STORE_END, end).await.is_err() {
            tracing::warn!("the store did not close in time");
        }
        tracing::info!("ended");
    }
}

/// Lets the clock know that the process runs.
async fn beat(clock: Arc<SystemClock>, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        clock.beat();
    }
}

/// Tells the store that the server lives.
async fn heartbeat(store: Store, clock: Arc<dyn Clock>, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silent = false;
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        // Never broken off: the store does not like that.
        let failed = store.alive(clock.now()).await.is_err();
        match (silent, failed) {
            (false, true) => tracing::error!("the store does not take signs of life"),
            (true, false) => tracing::info!("the store takes signs of life again"),
            _ => {}
        }
        silent = failed;
    }
}

/// Closes the sockets of sessions that end.
async fn close_ended(site: Site, stop: CancellationToken) {
    let mut ended = site.auth.ended();
    loop {
        let Some(heard) = stop.run_until_cancelled(ended.recv()).await else {
            return;
        };
        match heard {
            Ok(session) => site.sockets.end_session(session),
            // Some were missed: ask for each that has a socket.
            Err(broadcast::error::RecvError::Lagged(_)) => {
                for session in site.sockets.sessions() {
                    if has_ended(&site, session).await {
                        site.sockets.end_session(session);
                    }
                }
            }
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

async fn has_ended(site: &Site, session: SessionHash) -> bool {
    matches!(
        site.store.session(session, site.clock.now()).await,
        Ok(None)
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;
    use tokio::sync::oneshot;

    use super::*;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        serve: ServeArgs,
    }

    async fn get(address: std::net::SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_server_makes_its_folder_serves_and_ends_in_time() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new");
        let args = Cli::parse_from(["tiaoqi", "--data-dir", data.to_str().unwrap()]).serve;
        for _ in 0..2 {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let server = Server::open(&args).await.unwrap();
            let (end, ended) = oneshot::channel::<()>();
            let args = args.clone();
            let run = tokio::spawn(async move {
                server
                    .run(listener, &args, async move { drop(ended.await) })
                    .await;
            });
            assert!(get(address, "/readyz").await.starts_with("HTTP/1.1 200"));
            let _idle = TcpStream::connect(address).await.unwrap();
            end.send(()).unwrap();
            timeout(Duration::from_secs(5), run).await.unwrap().unwrap();
            assert!(TcpStream::connect(address).await.is_err());
        }
        assert!(data.join("tiaoqi.db").exists());
    }

    #[tokio::test]
    async fn a_database_that_cannot_be_opened_ends_the_server() {
        let url = [
            "tiaoqi",
            "--listen",
            "127.0.0.1:0",
            "--database-url",
            "mysql://x",
        ];
        let args = Cli::parse_from(url).serve;
        let error = serve(args, std::future::pending()).await.unwrap_err();
        assert_eq!(error.to_string(), "open the database");
    }
}
