//! How long this thread has computed: other load on the machine does not count.

use std::time::{Duration, Instant};

/// A stopwatch for processor time; where the system does not tell it, for time.
pub struct Cpu {
    wall: Instant,
    spent: Option<Duration>,
}

impl Cpu {
    /// Starts now.
    pub fn start() -> Cpu {
        Cpu {
            wall: Instant::now(),
            spent: spent(),
        }
    }

    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        match (spent(), self.spent) {
            (Some(now), Some(then)) => now.saturating_sub(then),
            (Some(_) | None, _) => self.wall.elapsed(),
        }
    }
}

/// Nanoseconds on a processor are the first number there (Linux).
fn spent() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
