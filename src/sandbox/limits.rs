//! How fast the bot may call: sliding windows, one a route and place.

use std::collections::{HashMap, VecDeque};

use super::ids::ChannelId;
use super::options::Bucket;
use crate::clock::Millis;

/// What a window counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Window {
    Global,
    Posts(ChannelId),
    Edits(ChannelId),
    OldEdits(ChannelId),
    Token(String),
}

/// How a window stands after a call, as the answer's headers tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) bucket: Bucket,
    pub(crate) name: String,
    pub(crate) remaining: usize,
    /// Milliseconds until the oldest call leaves the window.
    pub(crate) reset_after: u64,
}

/// The calls of the recent past.
#[derive(Debug, Default)]
pub(crate) struct Buckets(HashMap<Window, VecDeque<Millis>>);

impl Buckets {
    /// Forgets windows in which nothing was called for a minute.
    pub(crate) fn forget(&mut self, now: Millis) {
        const IDLE: u64 = 60_000;
        self.0
            .retain(|_, calls| calls.back().is_some_and(|at| at.0 + IDLE >= now.0));
    }

    /// Counts a call.
    ///
    /// # Errors
    /// A full window refuses with the milliseconds to wait, and does not count the call.
    pub(crate) fn take(
        &mut self,
        window: Window,
        bucket: Bucket,
        now: Millis,
    ) -> Result<Standing, u64> {
        let name = format!("{window:?}");
        let calls = self.0.entry(window).or_default();
        while calls
            .front()
            .is_some_and(|at| at.0 + bucket.window <= now.0)
        {
            calls.pop_front();
        }
        let until = |at: Millis| (at.0 + bucket.window).saturating_sub(now.0);
        if calls.len() >= bucket.requests {
            return Err(calls.front().map_or(bucket.window, |at| until(*at)));
        }
        calls.push_back(now);
        Ok(Standing {
            bucket,
            name,
            remaining: bucket.requests - calls.len(),
            reset_after: calls.front().map_or(bucket.window, |at| until(*at)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_slides() {
        let mut buckets = Buckets::default();
        let bucket = Bucket::new(2, 1000);
        let mut take = |at| {
            buckets
                .take(Window::Global, bucket, Millis(at))
                .map(|s| s.remaining)
        };
        assert_eq!(take(0), Ok(1));
        assert_eq!(take(400), Ok(0));
        assert_eq!(take(900), Err(100));
        assert_eq!(take(1000), Ok(0));
        assert_eq!(take(1001), Err(399));
    }
}
