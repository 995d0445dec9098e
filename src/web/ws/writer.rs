//! The writing half of a socket: drains the outbox, keeps the connection alive, says good-bye.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::SplitSink;
use futures_util::{Sink, SinkExt as _};
use tokio::time::{MissedTickBehavior, timeout};

use crate::protocol::{ByeCode, ServerMessage};
use crate::room::lag::Lag;
use crate::room::outbox::{Out, OutboxReader};
use crate::room::ports::Clock;

/// How long the peer may take to read one frame.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a good-bye may take.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often the peer is asked for a sign of life.
pub(super) const PING: Duration = Duration::from_secs(20);

/// Notes when pings go out.
pub(super) struct Pinger {
    lag: Lag,
    clock: Arc<dyn Clock>,
}

impl Pinger {
    pub(super) fn new(lag: Lag, clock: Arc<dyn Clock>) -> Self {
        Self { lag, clock }
    }
}

/// Sends what comes out of the outbox until it says to close, or the peer does not read.
/// `jitter` spreads the return of many clients at once.
pub(super) async fn run(
    mut sink: SplitSink<WebSocket, Message>,
    mut outbox: OutboxReader,
    pinger: Pinger,
    jitter: u64,
) {
    let code = drain(&mut sink, &mut outbox, &pinger).await;
    if let Some(code) = code {
        // The peer may be gone; then there is nobody to tell.
        let _ = timeout(LAST_WORDS, say_bye(&mut sink, code, jitter)).await;
    }
}

/// Writes until there is a reason to close; none when the connection is gone.
async fn drain<S>(sink: &mut S, outbox: &mut OutboxReader, pinger: &Pinger) -> Option<ByeCode>
where
    S: Sink<Message> + Unpin,
{
    let mut pings = tokio::time::interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            out = outbox.next() => match out {
                Out::Frame(frame) => Message::Text((&*frame).into()),
                Out::Close(code) => return Some(code),
            },
            _ = pings.tick() => {
                pinger.lag.asked(pinger.clock.now());
                Message::Ping(Bytes::new())
            }
        };
        match timeout(PATIENCE, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return None,
            Err(_) => return Some(ByeCode::Slow),
        }
    }
}

async fn say_bye<S>(sink: &mut S, code: ByeCode, jitter: u64) -> Result<(), S::Error>
where
    S: Sink<Message> + Unpin,
{
    let (retry_ms, reason) = words(code, jitter);
    let bye = ServerMessage::Bye {
        code: code as u16,
        retry_ms,
        reason: reason.to_owned(),
    };
    let text = serde_json::to_string(&bye).expect("wire types serialise");
    sink.send(Message::Text(text.into())).await?;
    sink.send(Message::Close(Some(CloseFrame {
        code: code as u16,
        reason: reason.into(),
    })))
    .await
}

/// When to come back, if ever, and why.
fn words(code: ByeCode, jitter: u64) -> (Option<u32>, &'static str) {
    let spread = |from: u32| Some(from + u32::try_from(jitter % 3_000).unwrap_or(0));
    match code {
        ByeCode::Normal => (None, "good-bye"),
        ByeCode::Restart => (spread(500), "the server restarts"),
        ByeCode::Protocol => (None, "the protocol was broken"),
        ByeCode::Auth => (None, "the session ended"),
        ByeCode::Forbidden => (None, "not allowed"),
        ByeCode::NoStream => (None, "no such stream"),
        ByeCode::Slow => (spread(1_000), "not read in time"),
        ByeCode::TakenOver => (None, "a newer tab took over"),
        ByeCode::Version => (None, "the client is too old"),
        ByeCode::Rate => (spread(5_000), "too many frames"),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use super::*;
    use crate::room::outbox::Outbox;

    /// A peer that reads nothing.
    struct Stuck;

    impl Sink<Message> for Stuck {
        type Error = Infallible;

        fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn start_send(self: Pin<&mut Self>, _: Message) -> Result<(), Infallible> {
            Ok(())
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Pending
        }

        fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Pending
        }
    }

    struct Stopped;

    impl Clock for Stopped {
        fn now(&self) -> crate::game::Millis {
            1
        }
    }

    fn pinger() -> Pinger {
        Pinger::new(Lag::default(), Arc::new(Stopped))
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_for_ten_seconds_is_slow() {
        let (outbox, mut reader) = Outbox::pair();
        outbox.send("x".into());
        let code = drain(&mut Stuck, &mut reader, &pinger()).await;
        assert_eq!(code, Some(ByeCode::Slow));
    }

    #[tokio::test(start_paused = true)]
    async fn a_quiet_connection_is_pinged() {
        let (outbox, mut reader) = Outbox::pair();
        let mut sent = Vec::new();
        let code = {
            let mut sink = Box::pin(futures_util::sink::drain().with(|message: Message| {
                sent.push(message.clone());
                futures_util::future::ok::<_, Infallible>(message)
            }));
            let closer = async {
                tokio::time::sleep(PING * 2 + Duration::from_secs(1)).await;
                outbox.close(ByeCode::Normal);
            };
            let pinger = pinger();
            tokio::join!(drain(&mut sink, &mut reader, &pinger), closer).0
        };
        assert_eq!(code, Some(ByeCode::Normal));
        // At once, for the lag, and then from time to time.
        assert_eq!(sent, vec![Message::Ping(Bytes::new()); 3]);
    }

    #[test]
    fn clients_of_a_restarting_server_come_back_spread() {
        let retry = |jitter| words(ByeCode::Restart, jitter).0.unwrap();
        assert!((0..10_000).all(|jitter| (500..3_500).contains(&retry(jitter))));
        assert_ne!(retry(1), retry(2));
    }
}
