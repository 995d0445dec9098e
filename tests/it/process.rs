//! The real binary as a process of its own, on a database of its own.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tiaoqi::cli::load::client::now;
use tiaoqi::cli::load::site::Site;
use tokio::net::TcpStream;
use tokio::time::sleep;

/// How long a server may take from its start to an open port.
const START: Duration = Duration::from_secs(20);

/// Unix milliseconds, as the server's events carry them.
pub(crate) fn wall() -> i64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with what another process wrote"
    )]
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

/// A setting of the test run.
pub(crate) fn setting(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by environment variables"
    )]
    std::env::var(name).ok()
}

/// Whether the long form of the tests is asked for.
pub(crate) fn long() -> bool {
    setting("TIAOQI_LONG").is_some_and(|value| value == "1")
}

/// Where a server keeps its games.
#[derive(Debug)]
pub(crate) enum Database {
    /// A file in a folder of its own.
    Sqlite(TempDir),
    /// A database of its own on a server that several use.
    Postgres {
        server: String,
        name: String,
        url: String,
    },
}

impl Database {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    /// A new database on the server that `TEST_DATABASE_URL` names, which has to keep what it
    /// acknowledges: a kill proves nothing otherwise.
    pub(crate) async fn postgres() -> Self {
        let Some(server) = setting("TEST_DATABASE_URL") else {
            panic!(
                "TEST_DATABASE_URL is not set: a PostgreSQL server's URL is needed for this test"
            );
        };
        let mut conn = PgConnection::connect(&server).await.unwrap();
        for name in ["fsync", "synchronous_commit"] {
            let show = AssertSqlSafe(format!("SHOW {name}"));
            let value: String = sqlx::query_scalar(show).fetch_one(&mut conn).await.unwrap();
            assert_eq!(value, "on", "{name} of the server in TEST_DATABASE_URL");
        }
        let name = format!("tiaoqi_it_{}_{}", std::process::id(), wall());
        conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name}")))
            .await
            .unwrap();
        let (base, query) = match server.split_once('?') {
            Some((base, query)) => (base, format!("?{query}")),
            None => (server.as_str(), String::new()),
        };
        let (base, _) = base
            .rsplit_once('/')
            .expect("postgres://user@host/database");
        let url = format!("{base}/{name}{query}");
        Self::Postgres { server, name, url }
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => format!("sqlite:{}", folder.path().join("games.db").display()),
            Self::Postgres { url, .. } => url.clone(),
        }
    }

    /// Removes it.
    pub(crate) async fn remove(self) {
        if let Self::Postgres { server, name, .. } = self {
            let mut conn = PgConnection::connect(&server).await.unwrap();
            let drop = AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"));
            conn.execute(drop).await.unwrap();
        }
    }
}

/// A server's process. Dropped, it is killed.
pub(crate) struct Server {
    child: Option<Child>,
    url: String,
    address: SocketAddr,
    folder: TempDir,
    flags: Vec<String>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Starts a server on a free port and waits until the port is open.
    pub(crate) async fn start(database: &Database) -> Self {
        Self::start_with(database, &[]).await
    }

    /// [`Server::start`] with more flags.
    pub(crate) async fn start_with(database: &Database, flags: &[&str]) -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut server = Self {
            child: None,
            url: database.url(),
            address: free.local_addr().unwrap(),
            folder: tempfile::tempdir().unwrap(),
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
        };
        drop(free);
        server.restart().await;
        server
    }

    /// Starts the process again, on the same port, and waits until the port is open. Answers
    /// when it was (Unix milliseconds).
    pub(crate) async fn restart(&mut self) -> i64 {
        assert!(self.child.is_none(), "the server runs");
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.log_path())
            .unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_tiaoqi"))
            .arg("serve")
            .args(["--listen", &self.address.to_string()])
            .args(["--database-url", &self.url])
            .arg("--data-dir")
            .arg(self.folder.path())
            .args(["--accounts-per-hour", "1000000"])
            .args(["--logins-per-minute", "1000000"])
            .args(&self.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.child = Some(child);
        let end = now() + START;
        while TcpStream::connect(self.address).await.is_err() {
            self.assert_alive();
            assert!(now() < end, "the port is not open\n{}", self.log());
            sleep(Duration::from_millis(5)).await;
        }
        let opened = wall();
        // The port is open before the database is; a server that cannot use it ends again.
        let health = self.site().get("/healthz", None).await;
        self.assert_alive();
        assert_eq!(health.unwrap().status, 200, "{}", self.log());
        opened
    }

    fn assert_alive(&mut self) {
        let child = self.child.as_mut().expect("a process");
        let ended = child.try_wait().unwrap();
        assert!(
            ended.is_none(),
            "the server ended: {ended:?}\n{}",
            self.log()
        );
    }

    /// `kill -9`, and waits until the process is gone. Answers when (Unix milliseconds).
    pub(crate) fn kill(&mut self) -> i64 {
        let mut child = self.child.take().expect("a process");
        let at = wall();
        child.kill().unwrap();
        child.wait().unwrap();
        at
    }

    pub(crate) fn site(&self) -> Site {
        Site::parse(&format!("http://{}", self.address)).unwrap()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Resident memory in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Sends the process a signal, as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([format!("-{name}"), self.pid().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }

    fn pid(&self) -> u32 {
        self.child.as_ref().expect("a process").id()
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// The last lines of what the server said.
    pub(crate) fn log(&self) -> String {
        let text = std::fs::read_to_string(self.log_path()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }

    /// Asserts that no room failed: the log has no line of level ERROR.
    pub(crate) fn assert_no_errors(&self) {
        let text = std::fs::read_to_string(self.log_path()).unwrap_or_default();
        let errors: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("ERROR") || line.contains("panicked"))
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself; either way it is gone.
            drop(child.kill());
            drop(child.wait());
        }
    }
}
