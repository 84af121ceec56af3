//! The one source of time: the machine's clock, a clock moved by a unit test, or the clock of the Discord stand-in.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::ops::Add;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};

/// How often the executor is let run before "nobody works" is believed.
const YIELDS: usize = 16;
/// The longest single wait of the real clock, so that a step of the machine's clock is noticed.
const SLICE: Duration = Duration::from_secs(60);

/// A moment: milliseconds since 1970-01-01 UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Whole seconds since 1970, rounded up, as Discord's `<t:…:R>` wants them.
    #[must_use]
    pub fn secs(self) -> u64 {
        self.0.div_ceil(1000)
    }

    /// The time from `earlier` to this moment; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Millis {
    type Output = Self;

    /// Rounds a part of a millisecond down; stops at the largest moment.
    fn add(self, later: Duration) -> Self {
        let ms = u64::try_from(later.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(ms))
    }
}

/// Tells the time and waits for moments; clones share one clock.
#[derive(Clone)]
pub struct Clock(Option<Arc<Virtual>>);

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Clock(virtual)"
        } else {
            "Clock(real)"
        })
    }
}

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn real() -> Self {
        Self(None)
    }

    /// A clock that stands still at `start` until its [`ManualClock`] moves it.
    #[must_use]
    pub fn manual(start: Millis) -> (Self, ManualClock) {
        let inner = Arc::new(Virtual::new(start));
        (Self(Some(Arc::clone(&inner))), ManualClock(inner))
    }

    /// A clock moved by the Discord stand-in at `addr`; returns once the first time is known.
    ///
    /// # Errors
    /// Refuses an address that is not loopback, and passes on what the connection reports.
    pub async fn connect(addr: SocketAddr) -> io::Result<Self> {
        if !addr.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the clock of a stand-in must be on a loopback address",
            ));
        }
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        let mut link = Link::new(stream);
        let start = match link.read().await? {
            Some(ToBot::Now(now)) => now,
            Some(ToBot::Probe(_)) | None => {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the stand-in sent no time",
                ));
            }
        };
        let inner = Arc::new(Virtual::new(start));
        let follower = Arc::clone(&inner);
        tokio::spawn(async move {
            if let Err(error) = follow(link, Arc::clone(&follower)).await {
                tracing::error!(%error, "the stand-in's clock is gone; time stands still");
            }
            follower.gone.send_replace(true);
        });
        Ok(Self(Some(inner)))
    }

    /// Returns when the stand-in that moved this clock is gone; never with any other clock.
    pub async fn gone(&self) {
        match &self.0 {
            // The sender lives as long as the clock.
            Some(inner) => drop(inner.gone.subscribe().wait_for(|gone| *gone).await),
            None => std::future::pending().await,
        }
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Millis {
        match &self.0 {
            Some(inner) => inner.lock().now,
            None => {
                let since = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                Millis::default() + since
            }
        }
    }

    /// Waits until `at`. The caller wakes up working: the process counts as busy until the returned guard is dropped.
    pub async fn sleep_until(&self, at: Millis) -> Busy {
        match &self.0 {
            Some(inner) => Sleeper::start(inner, at).wait().await,
            None => loop {
                let left = at.since(self.now());
                if left.is_zero() {
                    return Busy(None);
                }
                tokio::time::sleep(left.min(SLICE)).await;
            },
        }
    }

    /// Waits for `time` from now, as [`Clock::sleep_until`].
    pub async fn sleep(&self, time: Duration) -> Busy {
        self.sleep_until(self.now() + time).await
    }

    /// Marks the process as working while the guard or a clone of it lives. Hand it along with the work (in a mailbox
    /// message, into a spawned task), so that there is no gap. Costs nothing with the real clock.
    #[must_use]
    pub fn busy(&self) -> Busy {
        if let Some(inner) = &self.0 {
            inner.work(1);
        }
        Busy(self.0.clone())
    }
}

/// While one lives, the process counts as working and the stand-in lets no time pass.
pub struct Busy(Option<Arc<Virtual>>);

impl Busy {
    /// Waits until `at` as an idle sleeper, then works on: for a back-off inside a piece of work.
    pub async fn sleep_until(&self, at: Millis) {
        match &self.0 {
            Some(inner) => {
                let sleeper = Sleeper::start(inner, at);
                let pause = Pause::start(inner);
                let awake = sleeper.wait().await;
                drop(pause);
                drop(awake);
            }
            None => drop(Clock(None).sleep_until(at).await),
        }
    }
}

impl Clone for Busy {
    fn clone(&self) -> Self {
        Clock(self.0.clone()).busy()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(inner) = &self.0 {
            inner.rest(1);
        }
    }
}

impl fmt::Debug for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Busy")
    }
}

/// Moves a [`Clock::manual`].
#[derive(Clone)]
pub struct ManualClock(Arc<Virtual>);

impl ManualClock {
    /// Moves the clock to `to` and wakes who waits for that moment or an earlier one; never moves it back.
    pub fn advance_to(&self, to: Millis) {
        self.0.advance(to);
    }

    /// Moves the clock on by `time`.
    pub fn advance(&self, time: Duration) {
        let now = self.0.lock().now;
        self.0.advance(now + time);
    }

    /// The earliest moment anybody waits for.
    #[must_use]
    pub fn next_timer(&self) -> Option<Millis> {
        self.0.lock().next()
    }

    /// Returns when no [`Busy`] lives and, after letting the executor run, still none lives.
    pub async fn settle(&self) {
        self.0.quiet().await;
    }

    /// Settles, then moves to the earliest moment anybody waits for; `None` if nobody waits.
    pub async fn advance_to_next(&self) -> Option<Millis> {
        self.settle().await;
        let next = self.next_timer()?;
        self.advance_to(next);
        Some(next)
    }
}

impl fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ManualClock")
    }
}

/// One line from the stand-in to the bot's clock.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ToBot {
    /// The time is this.
    Now(Millis),
    /// Answer with this number once idle.
    Probe(u64),
}

/// One line from the bot's clock to the stand-in.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Idle {
    /// The number of the probe that is answered.
    pub(crate) probe: u64,
    /// Counts what happened in the process: the same twice means nothing happened in between.
    pub(crate) epoch: u64,
    /// The earliest moment the process waits for.
    pub(crate) next: Option<Millis>,
}

/// A clock that stands still until told otherwise, and counts who works.
struct Virtual {
    state: Mutex<State>,
    /// Changes with each change of the count of workers or sleepers.
    epoch: watch::Sender<u64>,
    /// Whoever moved it is gone.
    gone: watch::Sender<bool>,
}

struct State {
    now: Millis,
    busy: usize,
    next_id: u64,
    sleepers: BTreeMap<(Millis, u64), oneshot::Sender<Busy>>,
}

impl State {
    fn next(&self) -> Option<Millis> {
        self.sleepers.first_key_value().map(|((at, _), _)| *at)
    }
}

impl Virtual {
    fn new(now: Millis) -> Self {
        let state = State {
            now,
            busy: 0,
            next_id: 0,
            sleepers: BTreeMap::new(),
        };
        Self {
            state: Mutex::new(state),
            epoch: watch::Sender::new(0),
            gone: watch::Sender::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.epoch.send_modify(|n| *n += 1);
    }

    fn work(&self, n: usize) {
        self.lock().busy += n;
        self.changed();
    }

    fn rest(&self, n: usize) {
        self.lock().busy -= n;
        self.changed();
    }

    fn advance(self: &Arc<Self>, to: Millis) {
        let due = {
            let mut state = self.lock();
            state.now = state.now.max(to);
            let first_later = (Millis(state.now.0.saturating_add(1)), 0);
            let later = state.sleepers.split_off(&first_later);
            let due = std::mem::replace(&mut state.sleepers, later);
            state.busy += due.len();
            due
        };
        self.changed();
        for wake in due.into_values() {
            // Who is woken counts as working from here on; an unclaimed guard is dropped with the message.
            drop(wake.send(Busy(Some(Arc::clone(self)))));
        }
    }

    async fn quiet(&self) {
        let mut epoch = self.epoch.subscribe();
        loop {
            let before = *epoch.borrow_and_update();
            let idle = self.lock().busy == 0;
            if idle {
                for _ in 0..YIELDS {
                    tokio::task::yield_now().await;
                }
                if *epoch.borrow() == before {
                    return;
                }
            } else if epoch.changed().await.is_err() {
                return;
            }
        }
    }
}

/// A registered wait; dropping it takes it off the list.
struct Sleeper {
    inner: Arc<Virtual>,
    key: (Millis, u64),
    woken: Option<oneshot::Receiver<Busy>>,
}

impl Sleeper {
    fn start(inner: &Arc<Virtual>, at: Millis) -> Self {
        let mut state = inner.lock();
        state.next_id += 1;
        let key = (at, state.next_id);
        let mut woken = None;
        if at > state.now {
            let (send, receive) = oneshot::channel();
            state.sleepers.insert(key, send);
            woken = Some(receive);
        }
        drop(state);
        inner.changed();
        Self {
            inner: Arc::clone(inner),
            key,
            woken,
        }
    }

    async fn wait(mut self) -> Busy {
        let woken = match &mut self.woken {
            Some(receive) => receive.await.ok(),
            None => None,
        };
        woken.unwrap_or_else(|| Clock(Some(Arc::clone(&self.inner))).busy())
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        let taken = self.inner.lock().sleepers.remove(&self.key);
        if taken.is_some() {
            self.inner.changed();
        }
    }
}

/// Takes one worker off the count while it lives.
struct Pause(Arc<Virtual>);

impl Pause {
    fn start(inner: &Arc<Virtual>) -> Self {
        inner.rest(1);
        Self(Arc::clone(inner))
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        self.0.work(1);
    }
}

/// JSON lines over one connection.
struct Link {
    lines: tokio::io::Lines<BufReader<tokio::net::tcp::OwnedReadHalf>>,
    out: tokio::net::tcp::OwnedWriteHalf,
}

impl Link {
    fn new(stream: TcpStream) -> Self {
        let (read, out) = stream.into_split();
        Self {
            lines: BufReader::new(read).lines(),
            out,
        }
    }

    async fn read(&mut self) -> io::Result<Option<ToBot>> {
        match self.lines.next_line().await? {
            Some(line) => Ok(Some(serde_json::from_str(&line)?)),
            None => Ok(None),
        }
    }

    async fn write(&mut self, idle: &Idle) -> io::Result<()> {
        let mut line = serde_json::to_vec(idle)?;
        line.push(b'\n');
        self.out.write_all(&line).await
    }
}

/// Follows the stand-in's time and answers its probes until the connection ends.
async fn follow(mut link: Link, inner: Arc<Virtual>) -> io::Result<()> {
    let mut asked = None;
    loop {
        tokio::select! {
            biased;
            line = link.read() => match line? {
                Some(ToBot::Now(now)) => inner.advance(now),
                Some(ToBot::Probe(number)) => asked = Some(number),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            },
            () = inner.quiet(), if asked.is_some() => {
                if let Some(probe) = asked.take() {
                    let epoch = *inner.epoch.borrow();
                    let next = inner.lock().next();
                    link.write(&Idle { probe, epoch, next }).await?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Millis = Millis(1_000_000);

    async fn is_pending<T>(future: impl Future<Output = T>) -> bool {
        tokio::time::timeout(Duration::from_millis(20), future)
            .await
            .is_err()
    }

    #[tokio::test]
    async fn a_manual_clock_wakes_sleepers_in_time_only() {
        let (clock, manual) = Clock::manual(START);
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                drop(clock.sleep(Duration::from_secs(5)).await);
                clock.now()
            }
        });
        manual.settle().await;
        assert_eq!(manual.next_timer(), Some(Millis(1_005_000)));
        manual.advance(Duration::from_secs(4));
        manual.settle().await;
        assert!(!sleeper.is_finished());
        assert_eq!(manual.advance_to_next().await, Some(Millis(1_005_000)));
        assert_eq!(sleeper.await.expect("the sleeper ends"), Millis(1_005_000));
        assert_eq!(manual.next_timer(), None);
    }

    #[tokio::test]
    async fn a_dropped_sleep_is_no_timer() {
        let (clock, manual) = Clock::manual(START);
        {
            let sleep = clock.sleep(Duration::from_secs(5));
            tokio::pin!(sleep);
            assert!(is_pending(&mut sleep).await);
            assert!(manual.next_timer().is_some());
        }
        assert_eq!(manual.next_timer(), None);
    }

    #[tokio::test]
    async fn settling_waits_for_work_but_not_for_a_back_off() {
        let (clock, manual) = Clock::manual(START);
        let busy = clock.busy();
        let other = busy.clone();
        assert!(is_pending(manual.settle()).await);
        drop(other);
        let worker = tokio::spawn(async move {
            busy.sleep_until(Millis(1_002_000)).await;
            busy
        });
        assert_eq!(manual.advance_to_next().await, Some(Millis(1_002_000)));
        let busy = worker.await.expect("the worker ends");
        assert!(
            is_pending(manual.settle()).await,
            "the guard works again after its sleep"
        );
        drop(busy);
        manual.settle().await;
    }

    #[tokio::test]
    async fn a_woken_sleeper_counts_as_working_before_it_runs() {
        let (clock, manual) = Clock::manual(START);
        let sleep = clock.sleep(Duration::from_secs(1));
        tokio::pin!(sleep);
        assert!(is_pending(&mut sleep).await);
        manual.advance(Duration::from_secs(1));
        assert!(is_pending(manual.settle()).await);
        drop(sleep.await);
        manual.settle().await;
    }

    #[tokio::test]
    async fn only_loopback_may_own_the_clock() {
        let error = Clock::connect(SocketAddr::from(([192, 0, 2, 1], 9)))
            .await
            .expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }

    #[tokio::test]
    async fn the_real_clock_sleeps_and_is_never_busy() {
        let clock = Clock::real();
        let before = clock.now();
        drop(clock.sleep(Duration::from_millis(5)).await);
        assert!(clock.now() >= before);
        drop(clock.busy().clone());
    }
}
