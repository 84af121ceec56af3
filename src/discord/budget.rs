//! How many calls a second may be made with the bot's token, and who goes first.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Busy, Clock, Millis};

/// Calls a second: Discord allows 50 (P08), the rest is kept for what comes late.
pub const CALLS: usize = 40;
/// Of these for private panels as long as other calls wait: what everybody
/// reads must not stand still however many panels change.
pub const PRIVATE_CALLS: usize = 28;
const SECOND: Duration = Duration::from_secs(1);
/// How soon to look again while somebody more urgent has not taken its turn.
const SOON: Duration = Duration::from_millis(5);

/// Who goes first when calls have to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// The panel of a seat that is to act.
    Asked,
    /// Private panels: people wait for their cards.
    Private,
    /// A table that is waiting for somebody to act, and panels that only tell
    /// how the others play.
    Turn,
    /// Everything else.
    Rest,
}

impl Priority {
    const fn is_private(self) -> bool {
        match self {
            Priority::Asked | Priority::Private => true,
            Priority::Turn | Priority::Rest => false,
        }
    }
}

/// Lets at most [`CALLS`] calls start in any second, the most urgent first.
pub struct Budget {
    clock: Clock,
    state: Mutex<State>,
}

/// A place in the queue: how urgent, and who came first.
type Place = (Priority, u64);

#[derive(Default)]
struct State {
    /// When the calls of the last second started, and how urgent they were.
    started: VecDeque<(Millis, Priority)>,
    waiting: BTreeSet<Place>,
    next: u64,
}

impl Budget {
    /// An unused budget on that clock.
    #[must_use]
    pub fn new(clock: Clock) -> Budget {
        Budget {
            clock,
            state: Mutex::default(),
        }
    }

    /// Waits until a call may start and counts it.
    pub async fn take(&self, busy: &Busy, priority: Priority) {
        let ticket = Ticket::draw(self, priority);
        while let Err(at) = ticket.try_use(self.clock.now()) {
            busy.sleep_until(at).await;
        }
    }

    /// Whether calls that can be done without should not be made: others wait,
    /// or half of the last second's calls are used.
    #[must_use]
    pub fn is_tight(&self) -> bool {
        let now = self.clock.now();
        let state = self.lock();
        let recent = state.started.iter().filter(|&&(at, _)| now < at + SECOND);
        !state.waiting.is_empty() || recent.count() >= CALLS / 2
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue; given up when dropped.
struct Ticket<'a> {
    budget: &'a Budget,
    place: Place,
}

impl<'a> Ticket<'a> {
    fn draw(budget: &'a Budget, priority: Priority) -> Ticket<'a> {
        let mut state = budget.lock();
        state.next += 1;
        let place = (priority, state.next);
        state.waiting.insert(place);
        Ticket { budget, place }
    }

    /// Takes a call, or says when to try again.
    fn try_use(&self, now: Millis) -> Result<(), Millis> {
        let mut state = self.budget.lock();
        while state
            .started
            .front()
            .is_some_and(|&(at, _)| now >= at + SECOND)
        {
            state.started.pop_front();
        }
        if state.started.len() >= CALLS {
            return Err(state.turn_of(self.place));
        }
        if state.next() != Some(self.place) {
            return Err(now + SOON);
        }
        state.waiting.remove(&self.place);
        state.started.push_back((now, self.place.0));
        Ok(())
    }
}

impl State {
    /// Who goes next: the most urgent one, but not private panels only.
    fn next(&self) -> Option<Place> {
        let private = self.started.iter().filter(|(_, p)| p.is_private());
        let first = self.waiting.first().copied();
        if private.count() < PRIVATE_CALLS {
            return first;
        }
        let others = (Priority::Turn, 0)..;
        self.waiting.range(others).next().copied().or(first)
    }

    /// When a call's turn comes at the earliest, so that not all who wait wake
    /// up for each call: others may be before it.
    fn turn_of(&self, place: Place) -> Millis {
        let before = if place.0.is_private() {
            self.waiting.range(..place).count()
        } else {
            self.waiting.range((Priority::Turn, 0)..place).count()
        };
        let leaves = self.started.get(before).or(self.started.back());
        leaves.map_or(Millis::default(), |&(at, _)| at + SECOND)
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.budget.lock().waiting.remove(&self.place);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn half_a_second_of_calls_makes_it_tight_for_a_while() {
        let (clock, manual) = Clock::manual(Millis(1_000_000));
        let budget = Budget::new(clock.clone());
        let busy = clock.busy();
        for _ in 0..CALLS / 2 {
            assert!(!budget.is_tight());
            budget.take(&busy, Priority::Rest).await;
        }
        assert!(budget.is_tight());
        manual.advance(SECOND);
        assert!(!budget.is_tight());
    }

    #[tokio::test]
    async fn a_second_holds_forty_calls_and_private_ones_go_first() {
        let (clock, manual) = Clock::manual(Millis(1_000_000));
        let budget = Arc::new(Budget::new(clock.clone()));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for number in 0..60 {
            let priority = if number < 50 {
                Priority::Rest
            } else {
                Priority::Private
            };
            let (clock, budget, order) = (clock.clone(), budget.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let busy = clock.busy();
                budget.take(&busy, priority).await;
                let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
                order.push((clock.now(), priority));
            }));
        }
        while manual.advance_to_next().await.is_some() {}
        for task in tasks {
            task.await.expect("no task panics");
        }
        let order = order.lock().unwrap_or_else(PoisonError::into_inner).clone();
        assert_eq!(order.len(), 60);
        for window in order.windows(CALLS + 1) {
            assert!(window[CALLS].0 >= window[0].0 + SECOND);
        }
        let late: Vec<_> = order.iter().skip(CALLS).map(|&(_, p)| p).collect();
        assert_eq!(late[..10], [Priority::Private; 10]);
    }

    #[tokio::test]
    async fn many_private_calls_leave_room_for_what_everybody_reads() {
        let (clock, manual) = Clock::manual(Millis(1_000_000));
        let budget = Arc::new(Budget::new(clock.clone()));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for number in 0..200 {
            let priority = if number < 180 {
                Priority::Private
            } else {
                Priority::Turn
            };
            let (clock, budget, order) = (clock.clone(), budget.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let busy = clock.busy();
                budget.take(&busy, priority).await;
                let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
                order.push((clock.now(), priority));
            }));
        }
        while manual.advance_to_next().await.is_some() {}
        for task in tasks {
            task.await.expect("no task panics");
        }
        let order = order.lock().unwrap_or_else(PoisonError::into_inner).clone();
        assert_eq!(order.len(), 200);
        for window in order.windows(CALLS + 1) {
            assert!(window[CALLS].0 >= window[0].0 + SECOND);
        }
        let last = order.iter().rposition(|&(_, p)| p == Priority::Turn);
        assert!(last.is_some_and(|at| at < 3 * CALLS), "{last:?} of 200");
        let end = order.last().map(|&(at, _)| at);
        assert!(end.is_some_and(|at| at < Millis(1_000_000) + 5 * SECOND));
    }
}
