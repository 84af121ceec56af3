//! What is measured under load: times, calls, memory.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::clock::Millis;
use crate::sandbox::{Call, ChannelId, Sandbox};

/// An action that is over.
pub(super) struct Done {
    /// What kind it was.
    pub(super) kind: &'static str,
    /// From when it was due to its first answer; `None`: there was none.
    pub(super) took: Option<Duration>,
    /// A play that was answered: where and when, by the stand-in's clock.
    pub(super) public: Option<(ChannelId, Millis)>,
    /// The panel was not any more what had been looked at; nothing was sent.
    pub(super) changed: bool,
}

/// Times of one kind.
#[derive(Default)]
pub(super) struct Tally {
    millis: Vec<f64>,
    failed: usize,
}

impl Tally {
    /// Counts one; `None` failed.
    pub(super) fn add(&mut self, took: Option<Duration>) {
        match took {
            Some(took) => self.millis.push(took.as_secs_f64() * 1e3),
            None => self.failed += 1,
        }
    }

    /// How many failed.
    pub(super) const fn failed(&self) -> usize {
        self.failed
    }

    /// Its figures in a line.
    pub(super) fn line(&self, name: &str) -> String {
        let mut sorted = self.millis.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = sorted.len().saturating_sub(1);
            let rank = (share * last as f64).ceil() as usize;
            sorted.get(rank).copied().unwrap_or_default()
        };
        format!(
            "{name:<8} n {:>5}  p50 {:>7.1}  p95 {:>7.1}  p99 {:>7.1}  max {:>7.1}  failed {}",
            sorted.len(),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            self.failed
        )
    }
}

/// From that moment to the next successful change of that channel's messages.
pub(super) fn next_public(calls: &[Call], channel: ChannelId, at: Millis) -> Option<Duration> {
    let path = format!("/channels/{channel}/messages");
    calls
        .iter()
        .filter(|c| c.at > at && c.status == 200 && c.path.starts_with(&path))
        .find(|c| matches!(c.method.as_str(), "POST" | "PATCH"))
        .map(|c| c.at.since(at))
}

/// How many calls of each kind there were, and how many were too many.
pub(super) fn calls_by_kind(calls: &[Call]) -> String {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for call in calls {
        let place = call.path.trim_start_matches('/').split('/').next();
        let place = place.unwrap_or_default();
        *kinds.entry(format!("{} {place}", call.method)).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.iter().map(|(k, n)| format!("{k} {n}")).collect();
    let refused = calls.iter().filter(|c| c.status == 429).count();
    format!("{} ({}); 429: {refused}", calls.len(), kinds.join(", "))
}

/// Waits until no call has come for `long`; the time to the last one, or
/// `None` after `patience`.
pub(super) async fn quiet(
    sandbox: &Sandbox,
    long: Duration,
    patience: Duration,
) -> Option<Duration> {
    let began = Instant::now();
    let mut last = (sandbox.call_count(), Duration::ZERO);
    while began.elapsed() < patience {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let count = sandbox.call_count();
        if count != last.0 {
            last = (count, began.elapsed());
        } else if began.elapsed() - last.1 >= long {
            return Some(last.1);
        }
    }
    None
}

/// The machine's load and cores.
pub(super) fn load_average() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<&str> = load.split(' ').take(3).collect();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{cores} cores, load {}", load.join(" "))
}

/// Watches how much memory a process has.
pub(super) struct Memory {
    process: u32,
    first: u64,
    most: Arc<AtomicU64>,
    task: tokio::task::JoinHandle<()>,
}

impl Memory {
    /// Looks every half second from now on.
    pub(super) fn watch(process: u32) -> Memory {
        let most = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&most);
        let task = tokio::spawn(async move {
            loop {
                seen.fetch_max(resident(process), Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Memory {
            process,
            first: resident(process),
            most,
            task,
        }
    }

    /// What was seen, in megabytes.
    pub(super) fn report(&self) -> String {
        let mb = |kb: u64| kb as f64 / 1e3;
        format!(
            "{:.0} MB before the load, {:.0} MB at most, {:.0} MB now",
            mb(self.first),
            mb(self.most.load(Ordering::Relaxed)),
            mb(resident(self.process))
        )
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Resident memory in kilobytes; 0 where the system does not tell.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let number = line.and_then(|l| l.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_gives_percentiles() {
        let mut tally = Tally::default();
        for ms in (1..=101).rev() {
            tally.add(Some(Duration::from_millis(ms)));
        }
        tally.add(None);
        let line = tally.line("all");
        let words: Vec<&str> = line.split_whitespace().collect();
        let wanted = "all n 101 p50 51.0 p95 96.0 p99 100.0 max 101.0 failed 1";
        assert_eq!(words.join(" "), wanted);
    }
}
