//! As much of HTTP/1.1 as a load generator on loopback needs: one request a connection.

use std::io;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How long an answer may take, from the first packet to the last.
const PATIENCE: Duration = Duration::from_secs(20);
/// The largest answer that is read.
const LARGEST: u64 = 64 * 1024 * 1024;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case, in the order they came.
    pub headers: Vec<(String, String)>,
    /// The body, whole.
    pub body: Vec<u8>,
}

impl Reply {
    /// The first header of this name (lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as JSON, when the status says that all is well.
    ///
    /// # Errors
    /// The status and the body's beginning when it is a refusal or something else.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        if !(200..300).contains(&self.status) {
            return Err(self.unexpected("refused"));
        }
        serde_json::from_slice(&self.body).map_err(|_| self.unexpected("not the JSON asked for"))
    }

    fn unexpected(&self, what: &str) -> io::Error {
        let text: String = String::from_utf8_lossy(&self.body)
            .chars()
            .take(200)
            .collect();
        io::Error::other(format!("{what}: HTTP {} {text}", self.status))
    }
}

/// Asks `authority` (`host:port`) and reads the whole answer.
///
/// # Errors
/// No connection, no answer in 20 s, or one that is no HTTP.
pub async fn request(
    authority: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> io::Result<Reply> {
    let mut text =
        format!("{method} {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(body) = body {
        text.push_str("content-type: application/json\r\n");
        text.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(body.unwrap_or_default());
    let exchange = async {
        let mut socket = TcpStream::connect(authority).await?;
        socket.write_all(text.as_bytes()).await?;
        let mut answer = Vec::with_capacity(1024);
        socket.take(LARGEST).read_to_end(&mut answer).await?;
        parse(&answer).ok_or_else(|| io::Error::other("the answer is no HTTP, or cut off"))
    };
    tokio::time::timeout(PATIENCE, exchange).await?
}

/// Reads an answer that ended with its connection.
fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let mut lines = std::str::from_utf8(&answer[..end]).ok()?.split("\r\n");
    let status = lines
        .next()?
        .strip_prefix("HTTP/1.1 ")?
        .get(..3)?
        .parse()
        .ok()?;
    let headers: Vec<(String, String)> = lines
        .map(|line| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        })
        .collect::<Option<_>>()?;
    let mut reply = Reply {
        status,
        headers,
        body: Vec::new(),
    };
    let rest = &answer[end + 4..];
    reply.body = if reply.header("transfer-encoding") == Some("chunked") {
        unchunk(rest)?
    } else if let Some(length) = reply.header("content-length") {
        rest.get(..length.parse().ok()?)?.to_vec()
    } else {
        rest.to_vec()
    };
    Some(reply)
}

fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_a_length_in_chunks_and_until_the_end_are_read() {
        let whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=b\r\n\r\n{}";
        let reply = parse(whole.as_bytes()).unwrap();
        assert_eq!(
            (reply.status, reply.body.as_slice()),
            (200, b"{}".as_slice())
        );
        assert_eq!(reply.header("set-cookie"), Some("a=b"));
        let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1;x\r\nd\r\n0\r\n\r\n";
        assert_eq!(parse(chunked.as_bytes()).unwrap().body, b"abcd");
        assert_eq!(parse(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap().body, b"");
    }

    #[test]
    fn an_answer_that_is_cut_off_is_none() {
        for cut in [
            "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "HTTP/1.1 200 OK\r\nconte",
            "",
        ] {
            assert_eq!(parse(cut.as_bytes()), None, "{cut}");
        }
    }
}
