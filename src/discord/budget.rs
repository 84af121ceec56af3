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
/// How much longer than others a call may be on its way.
const JITTER: Duration = Duration::from_millis(250);
/// So many calls may start in any time so long. Discord counts when they
/// arrive: what starts in a second and a jitter may all arrive in one second,
/// so that is less than Discord allows. And a burst is stretched, so that
/// making its calls does not itself delay them; one table's fits in.
const WINDOWS: [(usize, Duration); 3] = [
    (20, JITTER),
    (CALLS, SECOND),
    (48, Duration::from_millis(1250)),
];
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

/// Lets calls start within all windows of Discord's limit, the most urgent first.
pub struct Budget {
    clock: Clock,
    state: Mutex<State>,
}

/// A place in the queue: how urgent, and who came first.
type Place = (Priority, u64);

#[derive(Default)]
struct State {
    /// When the newest calls started, and how urgent they were.
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
        !state.waiting.is_empty() || state.last_second(now).count() >= CALLS / 2
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
        if state.room_after(0) > now {
            return Err(state.turn_of(self.place));
        }
        if state.next(now) != Some(self.place) {
            return Err(now + SOON);
        }
        state.waiting.remove(&self.place);
        state.started.push_back((now, self.place.0));
        let most = WINDOWS.iter().map(|&(calls, _)| calls).max();
        if most.is_some_and(|most| state.started.len() > most) {
            state.started.pop_front();
        }
        Ok(())
    }
}

impl State {
    /// The calls that have started in the last second.
    fn last_second(&self, now: Millis) -> impl Iterator<Item = &(Millis, Priority)> {
        let newest = self.started.iter().rev();
        newest.take_while(move |&&(at, _)| now < at + SECOND)
    }

    /// When all windows have room for one call more than `before` at the
    /// earliest, however many start meanwhile.
    fn room_after(&self, before: usize) -> Millis {
        let room = WINDOWS.iter().filter_map(|&(calls, time)| {
            let leaves = (self.started.len() + before).checked_sub(calls)?;
            let (at, _) = self.started.get(leaves).or(self.started.back())?;
            Some(*at + time)
        });
        room.max().unwrap_or_default()
    }

    /// Who goes next: the most urgent one, but not private panels only.
    fn next(&self, now: Millis) -> Option<Place> {
        let private = self.last_second(now).filter(|(_, p)| p.is_private());
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
        self.room_after(before)
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

    const START: Millis = Millis(1_000_000);

    #[tokio::test]
    async fn half_a_second_of_calls_makes_it_tight_for_a_while() {
        let (clock, manual) = Clock::manual(START);
        let budget = Budget::new(clock.clone());
        let busy = clock.busy();
        for call in 0..CALLS / 2 {
            assert!(!budget.is_tight());
            if call == WINDOWS[0].0 {
                manual.advance(JITTER);
            }
            budget.take(&busy, Priority::Rest).await;
        }
        assert!(budget.is_tight());
        manual.advance(SECOND);
        assert!(!budget.is_tight());
    }

    /// When calls that all want to start at once do start, and which.
    async fn started(wanted: &[Priority]) -> Vec<(Millis, Priority)> {
        let (clock, manual) = Clock::manual(START);
        let budget = Arc::new(Budget::new(clock.clone()));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for &priority in wanted {
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
        assert_eq!(order.len(), wanted.len());
        for (calls, time) in WINDOWS {
            for window in order.windows(calls + 1) {
                assert!(window[calls].0 >= window[0].0 + time);
            }
        }
        order
    }

    #[tokio::test]
    async fn a_burst_is_stretched_and_private_calls_go_first() {
        let wanted = [[Priority::Rest; 90].as_slice(), &[Priority::Private; 10]].concat();
        let order = started(&wanted).await;
        let first = WINDOWS[0].0;
        let late: Vec<_> = order.iter().skip(first).map(|&(_, p)| p).collect();
        assert_eq!(late[..10], [Priority::Private; 10]);
        // No more time than the windows ask for, but for looking again.
        let end = order.last().map(|&(at, _)| at);
        assert!(end.is_some_and(|at| at < START + 3 * SECOND), "{end:?}");
    }

    #[tokio::test]
    async fn many_private_calls_leave_room_for_what_everybody_reads() {
        let wanted = [[Priority::Private; 180].as_slice(), &[Priority::Turn; 20]].concat();
        let order = started(&wanted).await;
        let last = order.iter().rposition(|&(_, p)| p == Priority::Turn);
        assert!(last.is_some_and(|at| at < 3 * CALLS), "{last:?} of 200");
        let end = order.last().map(|&(at, _)| at);
        assert!(end.is_some_and(|at| at < START + 6 * SECOND));
    }
}
