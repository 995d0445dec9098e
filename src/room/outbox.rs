//! The bounded queue of frames towards one connection.
//!
//! Room events, answers and snapshots queue in order, at most 64 frames or 256 KiB; one more
//! closes the connection with 4408. What is only ever wanted in its latest form (the lobby)
//! has one slot a key, overwritten. Nobody who sends ever waits.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use crate::protocol::ByeCode;

/// The most frames that wait for one connection.
pub const MAX_FRAMES: usize = 64;
/// The most bytes that wait for one connection. One larger snapshot may stand alone.
pub const MAX_BYTES: usize = 256 * 1024;

/// A serialised frame, shared between the connections it goes to.
pub type Frame = Arc<str>;

/// What the connection's writer takes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// Send this text.
    Frame(Frame),
    /// Say `bye` with this code and close.
    Close(ByeCode),
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Frame>,
    bytes: usize,
    latest: BTreeMap<String, Frame>,
    closing: Option<ByeCode>,
    closed: bool,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Notify,
}

/// The sending side: cheap to clone, never waits.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Shared>);

/// The writer's side.
#[derive(Debug)]
pub struct OutboxReader(Arc<Shared>);

impl Outbox {
    /// A new queue.
    #[must_use]
    pub fn pair() -> (Self, OutboxReader) {
        let shared = Arc::new(Shared::default());
        (Self(Arc::clone(&shared)), OutboxReader(shared))
    }

    /// Queues a frame. `false`: the connection is closing, and will get no more.
    pub fn send(&self, frame: Frame) -> bool {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.closed || queue.closing.is_some() {
            return false;
        }
        let full = queue.frames.len() >= MAX_FRAMES
            || (!queue.frames.is_empty() && queue.bytes + frame.len() > MAX_BYTES);
        if full {
            queue.closing = Some(ByeCode::Slow);
            queue.frames.clear();
            queue.latest.clear();
            queue.bytes = 0;
        } else {
            queue.bytes += frame.len();
            queue.frames.push_back(frame);
        }
        drop(queue);
        self.0.ready.notify_one();
        !full
    }

    /// Replaces what waits under `key`, for things only wanted in their latest form.
    pub fn send_latest(&self, key: &str, frame: Frame) {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.closed || queue.closing.is_some() {
            return;
        }
        queue.latest.insert(key.to_owned(), frame);
        drop(queue);
        self.0.ready.notify_one();
    }

    /// Closes the connection with a code once what is queued has been sent.
    pub fn close(&self, code: ByeCode) {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closing.get_or_insert(code);
        drop(queue);
        self.0.ready.notify_one();
    }

    /// Whether the connection is gone or going.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        let queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closed || queue.closing.is_some()
    }
}

impl OutboxReader {
    /// The next thing to do; queued frames first, then the latest of each key, then the close.
    pub async fn next(&mut self) -> Out {
        loop {
            let notified = self.0.ready.notified();
            if let Some(out) = self.take() {
                return out;
            }
            notified.await;
        }
    }

    fn take(&self) -> Option<Out> {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(frame) = queue.frames.pop_front() {
            queue.bytes -= frame.len();
            return Some(Out::Frame(frame));
        }
        if let Some((_, frame)) = queue.latest.pop_first() {
            return Some(Out::Frame(frame));
        }
        queue.closing.map(Out::Close)
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closed = true;
        queue.frames.clear();
        queue.latest.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        text.into()
    }

    #[tokio::test]
    async fn frames_come_out_in_order_before_the_latest_of_each_key() {
        let (outbox, mut reader) = Outbox::pair();
        outbox.send_latest("lobby", frame("old"));
        outbox.send(frame("1"));
        outbox.send_latest("lobby", frame("new"));
        outbox.send(frame("2"));
        outbox.close(ByeCode::Normal);
        for expected in ["1", "2", "new"] {
            assert_eq!(reader.next().await, Out::Frame(frame(expected)));
        }
        assert_eq!(reader.next().await, Out::Close(ByeCode::Normal));
    }

    #[tokio::test]
    async fn one_frame_too_many_closes_as_slow() {
        let (outbox, mut reader) = Outbox::pair();
        for _ in 0..MAX_FRAMES {
            assert!(outbox.send(frame("x")));
        }
        assert!(!outbox.send(frame("x")));
        assert_eq!(reader.next().await, Out::Close(ByeCode::Slow));
    }

    #[tokio::test]
    async fn too_many_bytes_close_as_slow_but_one_large_frame_passes() {
        let (outbox, mut reader) = Outbox::pair();
        let large = "x".repeat(MAX_BYTES + 1);
        assert!(outbox.send(frame(&large)));
        assert_eq!(reader.next().await, Out::Frame(frame(&large)));
        assert!(outbox.send(frame(&large)));
        assert!(!outbox.send(frame("x")));
        assert_eq!(reader.next().await, Out::Close(ByeCode::Slow));
    }
}
