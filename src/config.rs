//! Settings of the server: every flag is also an environment variable, and nothing else is read.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

/// What `tiaoqi serve` can be told.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// Address to listen on.
    #[arg(
        long,
        env = "TIAOQI_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub listen: SocketAddr,

    /// Database: `postgres://…` or `sqlite://…`. Default: `tiaoqi.db` in the data folder.
    #[arg(
        long,
        env = "TIAOQI_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub database_url: Option<String>,

    /// Folder for what the server keeps on disk; made when missing.
    #[arg(
        long,
        env = "TIAOQI_DATA_DIR",
        default_value = "./data",
        value_name = "FOLDER"
    )]
    pub data_dir: PathBuf,

    /// Origin under which browsers reach the server, as `https://play.example`. With https the
    /// cookie is `__Host-` and Secure, and HSTS is sent. Without it a browser's Origin has to
    /// equal the Host it asked.
    #[arg(long, env = "TIAOQI_PUBLIC_ORIGIN", value_name = "ORIGIN")]
    pub public_origin: Option<Origin>,

    /// Another origin whose pages may use this server (repeat, or separate by commas).
    #[arg(
        long,
        env = "TIAOQI_ALLOWED_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    pub allowed_origin: Vec<Origin>,

    /// Networks of reverse proxies whose X-Forwarded-For is believed, as `10.0.0.0/8` (repeat,
    /// or separate by commas). Default: none.
    #[arg(
        long,
        env = "TIAOQI_TRUSTED_PROXY",
        value_delimiter = ',',
        value_name = "CIDR"
    )]
    pub trusted_proxy: Vec<Network>,

    /// Form of the log on standard error.
    #[arg(long, env = "TIAOQI_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,

    /// What is logged, as `info` or `tiaoqi=debug,sqlx=warn`.
    #[arg(
        long,
        env = "TIAOQI_LOG",
        default_value = "info,sqlx=warn",
        value_name = "FILTER"
    )]
    pub log: String,

    /// Connections served at the same time, sockets included.
    #[arg(long, env = "TIAOQI_MAX_CONNECTIONS", default_value = "20000", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,

    /// Guests and accounts one address may make in an hour.
    #[arg(long, env = "TIAOQI_ACCOUNTS_PER_HOUR", default_value = "60", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub accounts_per_hour: u32,

    /// Attempts to log in one address has a minute.
    #[arg(long, env = "TIAOQI_LOGINS_PER_MINUTE", default_value = "20", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub logins_per_minute: u32,
}

impl ServeArgs {
    /// The database to use.
    #[must_use]
    pub fn database(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", self.data_dir.join("tiaoqi.db").display()))
    }
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// A web origin: scheme, host and port in the form a browser sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// As a browser sends it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether pages of it come over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// The text is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OriginError;

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an origin is http:// or https:// with a host and no path")
    }
}

impl std::error::Error for OriginError {}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        let (scheme, authority) = text.split_once("://").ok_or(OriginError)?;
        let default_port = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => return Err(OriginError),
        };
        let odd = |c: char| !(c.is_ascii_alphanumeric() || "-.:[]_".contains(c));
        if authority.is_empty() || authority.contains(odd) {
            return Err(OriginError);
        }
        let authority = authority.strip_suffix(default_port).unwrap_or(authority);
        Ok(Self(format!("{scheme}://{authority}")))
    }
}

/// A range of addresses in CIDR form. A lone address is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

/// The text is no range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkError;

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a network is an address and a count of bits, as 10.0.0.0/8")
    }
}

impl std::error::Error for NetworkError {}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (base, bits) = match text.split_once('/') {
            Some((base, bits)) => (base, Some(bits.parse().map_err(|_| NetworkError)?)),
            None => (text, None),
        };
        let base: IpAddr = base.parse().map_err(|_| NetworkError)?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return Err(NetworkError);
        }
        Ok(Self { base, bits })
    }
}

impl Network {
    /// Whether the address lies in the range. An IPv4 address written as IPv6 counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.base.to_canonical(), address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.bits)).unwrap_or(0);
                (base.to_bits() ^ address.to_bits()) & mask == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let mask = u128::MAX
                    .checked_shl(128 - u32::from(self.bits))
                    .unwrap_or(0);
                (base.to_bits() ^ address.to_bits()) & mask == 0
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Cli {
        #[command(flatten)]
        serve: ServeArgs,
    }

    #[test]
    fn without_arguments_the_server_is_local_and_keeps_a_file_in_data() {
        let args = Cli::parse_from(["tiaoqi"]).serve;
        assert_eq!(args.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(args.database(), "sqlite://./data/tiaoqi.db");
        assert!(args.trusted_proxy.is_empty());
    }

    #[test]
    fn origins_are_brought_into_the_form_browsers_send() {
        for (text, origin) in [
            ("https://Play.Example/", "https://play.example"),
            ("https://play.example:443", "https://play.example"),
            ("http://localhost:8080", "http://localhost:8080"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().as_str(), origin);
        }
        for text in [
            "play.example",
            "ftp://x",
            "https://",
            "https://a/b",
            "https://a b",
            "null",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(OriginError), "{text}");
        }
    }

    #[test]
    fn networks_hold_what_shares_their_bits() {
        let holds = |network: &str, address: &str| {
            network
                .parse::<Network>()
                .unwrap()
                .contains(address.parse().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.255.1.2"));
        assert!(holds("10.0.0.0/8", "::ffff:10.1.1.1"));
        assert!(!holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("127.0.0.1", "127.0.0.1"));
        assert!(!holds("127.0.0.1", "127.0.0.2"));
        assert!(holds("0.0.0.0/0", "203.0.113.7"));
        assert!(!holds("0.0.0.0/0", "::1"));
        assert!(holds("fd00::/8", "fdab::1"));
        for text in ["10.0.0.0/33", "10.0.0/8", "x", "::1/129", "10.0.0.0/-1"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkError), "{text}");
        }
    }
}
