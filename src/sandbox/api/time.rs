//! Moving time, and waiting until nothing more happens.

use std::fmt;
use std::time::Duration;

use crate::clock::{Idle, Millis};
use crate::sandbox::Sandbox;

/// Between two looks whether the bot has heard the news.
const LISTENING: Duration = Duration::from_millis(2);

/// Nothing came to rest within the stand-in's patience; says what was still going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(String);

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bot did not come to rest: {}", self.0)
    }
}

impl std::error::Error for Stuck {}

impl Sandbox {
    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.shared.clock.now()
    }

    /// Moves a manual clock on by `time` at once, without settling; nothing with the real clock.
    pub fn advance(&self, time: Duration) {
        self.shared.clock.advance_to(self.now() + time);
    }

    /// Moves a manual clock to `to` at once, without settling; never back.
    pub fn advance_to(&self, to: Millis) {
        self.shared.clock.advance_to(to);
    }

    /// Waits until every interaction is answered, no request is in flight, every connected gateway session has read
    /// what was sent, and the bot's process says, twice with nothing in between, that it is idle. A bot that is gone
    /// counts as idle.
    ///
    /// # Errors
    /// After the stand-in's patience, with what still went on.
    pub async fn settle(&self) -> Result<(), Stuck> {
        self.rest().await.map(drop)
    }

    /// Settles; the earliest moment the bot waits for.
    ///
    /// # Errors
    /// As [`Sandbox::settle`].
    pub async fn next_timer(&self) -> Result<Option<Millis>, Stuck> {
        let idle = self.rest().await?;
        Ok(idle.iter().filter_map(|idle| idle.next).min())
    }

    /// Settles, moves time to the earliest moment the bot waits for, and settles again; that moment, if there is one.
    ///
    /// # Errors
    /// As [`Sandbox::settle`].
    pub async fn advance_to_next(&self) -> Result<Option<Millis>, Stuck> {
        let next = self.next_timer().await?;
        if let Some(next) = next {
            self.advance_to(next);
            self.settle().await?;
        }
        Ok(next)
    }

    /// Moves time on by `time`, stopping and settling at each moment the bot waits for.
    ///
    /// # Errors
    /// As [`Sandbox::settle`].
    pub async fn run_for(&self, time: Duration) -> Result<(), Stuck> {
        let end = self.now() + time;
        while let Some(next) = self.next_timer().await? {
            if next > end {
                break;
            }
            self.advance_to(next);
        }
        self.advance_to(end);
        self.settle().await
    }

    /// Waits until a bot is connected to the gateway (and, with a manual clock that a bot has used, to the clock).
    ///
    /// # Errors
    /// After the stand-in's patience.
    pub async fn wait_connected(&self) -> Result<(), Stuck> {
        self.wait(|| self.connected() > 0, "no gateway session")
            .await
    }

    /// Waits until no bot is connected any more, for example after it was killed.
    ///
    /// # Errors
    /// After the stand-in's patience.
    pub async fn wait_disconnected(&self) -> Result<(), Stuck> {
        self.wait(|| self.connected() == 0, "a gateway session is connected")
            .await?;
        let mut links = self.shared.clock.connected();
        let gone = links.wait_for(|links| *links == 0);
        match tokio::time::timeout(self.shared.patience, gone).await {
            Ok(_) => Ok(()),
            Err(_) => Err(Stuck("a clock is connected".to_owned())),
        }
    }

    async fn wait(&self, holds: impl Fn() -> bool, otherwise: &str) -> Result<(), Stuck> {
        let waited = tokio::time::timeout(self.shared.patience, self.until(holds)).await;
        waited.map_err(|_| Stuck(otherwise.to_owned()))
    }

    /// Waits until that holds, looking again after each change.
    pub async fn until(&self, holds: impl Fn() -> bool) {
        let mut changed = self.shared.changed.subscribe();
        while !holds() {
            if changed.changed().await.is_err() {
                break;
            }
        }
    }

    async fn rest(&self) -> Result<Vec<Idle>, Stuck> {
        let rest = tokio::time::timeout(self.shared.patience, self.quiet(false)).await;
        rest.map_err(|_| Stuck(self.going_on()))
    }

    /// Waits until nothing happens any more; with `unanswered`, although
    /// interactions wait for their answers.
    pub(super) async fn quiet(&self, unanswered: bool) -> Vec<Idle> {
        let mut before = None;
        loop {
            let mut changed = self.shared.changed.subscribe();
            let (working, activity, listens, signs) = {
                let mut world = self.shared.world();
                let waiting = !unanswered && !world.waiting.is_empty();
                let working = waiting || !world.in_flight.is_empty();
                let signs = if working {
                    Vec::new()
                } else {
                    world.sessions.ping()
                };
                let listens = world.sessions.connected() > 0;
                (working, world.activity, listens, signs)
            };
            if working {
                before = None;
                // The sender lives as long as this handle.
                drop(changed.changed().await);
                continue;
            }
            for sign in signs {
                // An error means that the connection is gone, which is rest enough.
                drop(sign.await);
            }
            let idle = self.shared.clock.probe().await;
            let epochs: Vec<u64> = idle.iter().map(|idle| idle.epoch).collect();
            if listens && self.shared.clock.unheard(&epochs) {
                before = None;
                tokio::time::sleep(LISTENING).await;
                continue;
            }
            let now = (activity, epochs);
            if self.shared.world().activity == activity && before.as_ref() == Some(&now) {
                self.shared.clock.rests(now.1);
                return idle;
            }
            before = Some(now);
        }
    }

    fn going_on(&self) -> String {
        let world = self.shared.world();
        let waiting: Vec<String> = world
            .waiting
            .iter()
            .filter_map(|id| world.interactions.get(id))
            .map(|i| format!("{:?} of {} unanswered", i.kind, i.user))
            .collect();
        let calls: Vec<String> = world.in_flight.values().cloned().collect();
        format!(
            "{} [{}] or the process is busy",
            waiting.join(", "),
            calls.join(", ")
        )
    }
}
