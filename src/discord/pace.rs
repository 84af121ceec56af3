//! How fast messages may be posted and edited in one channel.
//!
//! Discord tells its limits with each answer, but behind another API serenity
//! drops them, and at Discord itself it waits inside a call that has become
//! out of date meanwhile. So the usual limit is kept from the start: whoever
//! shows a state asks when there is room and then sends the newest one.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Busy, Clock, Millis};

/// Calls of one kind in one channel in a [`WINDOW`].
pub const CALLS: usize = 5;
/// Five seconds, and a quarter for the way: what counts is when calls arrive.
pub const WINDOW: Duration = Duration::from_millis(5250);
/// When more channels are known, those that are quiet are forgotten.
const MANY: usize = 512;

/// What is limited apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// New messages.
    Post,
    /// Edits with the bot's token.
    Edit,
}

/// Where a call counts: the channel and the kind.
pub type Place = (u64, Kind);

/// Remembers the calls of the recent past.
pub struct Pace {
    clock: Clock,
    calls: Mutex<HashMap<Place, VecDeque<Millis>>>,
}

impl Pace {
    /// Nothing has been called yet.
    #[must_use]
    pub fn new(clock: Clock) -> Pace {
        Pace {
            clock,
            calls: Mutex::default(),
        }
    }

    /// When that many calls (1 to [`CALLS`]) can be made at once; now or
    /// earlier if they can.
    #[must_use]
    pub fn room(&self, place: Place, count: usize) -> Millis {
        let calls = self.lock();
        calls
            .get(&place)
            .map_or(Millis::default(), |made| free(made, count))
    }

    /// Waits until a call can be made, and counts it.
    pub async fn take(&self, busy: &Busy, place: Place) {
        while let Err(at) = self.try_use(place, self.clock.now()) {
            busy.sleep_until(at).await;
        }
    }

    fn try_use(&self, place: Place, now: Millis) -> Result<(), Millis> {
        let mut calls = self.lock();
        if calls.len() > MANY {
            calls.retain(|_, made| made.back().is_some_and(|&at| at + WINDOW > now));
        }
        let made = calls.entry(place).or_default();
        let at = free(made, 1);
        if at > now {
            return Err(at);
        }
        made.push_back(now);
        if made.len() > CALLS {
            made.pop_front();
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Place, VecDeque<Millis>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When `count` of the calls made last, at most [`CALLS`], have left the window.
fn free(made: &VecDeque<Millis>, count: usize) -> Millis {
    let must_leave = (made.len() + count).saturating_sub(CALLS);
    let last = must_leave.checked_sub(1).and_then(|i| made.get(i));
    last.map_or(Millis::default(), |&at| at + WINDOW)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const PLACE: Place = (1, Kind::Post);

    #[tokio::test]
    async fn a_window_holds_five_calls_of_a_kind_and_channel() {
        let (clock, manual) = Clock::manual(Millis(1_000_000));
        let pace = Arc::new(Pace::new(clock.clone()));
        let times = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for _ in 0..12 {
            let (clock, pace, times) = (clock.clone(), pace.clone(), times.clone());
            tasks.push(tokio::spawn(async move {
                let busy = clock.busy();
                pace.take(&busy, PLACE).await;
                let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
                times.push(clock.now().0 - 1_000_000);
            }));
        }
        while manual.advance_to_next().await.is_some() {}
        for task in tasks {
            task.await.expect("no task panics");
        }
        let times = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let wanted = [[0; 5].as_slice(), &[5250; 5], &[10500; 2]].concat();
        assert_eq!(times, wanted);
        let busy = clock.busy();
        pace.take(&busy, (1, Kind::Edit)).await;
        pace.take(&busy, (2, Kind::Post)).await;
        assert_eq!(clock.now(), Millis(1_010_500), "others have room");
    }

    #[tokio::test]
    async fn room_is_told_for_several_calls() {
        let (clock, manual) = Clock::manual(Millis(1_000_000));
        let pace = Pace::new(clock.clone());
        let busy = clock.busy();
        assert_eq!(pace.room(PLACE, CALLS), Millis(0));
        pace.take(&busy, PLACE).await;
        manual.advance(Duration::from_secs(1));
        pace.take(&busy, PLACE).await;
        assert_eq!(pace.room(PLACE, 3), Millis(0));
        assert_eq!(pace.room(PLACE, 4), Millis(1_005_250));
        assert_eq!(pace.room(PLACE, 5), Millis(1_006_250));
    }
}
