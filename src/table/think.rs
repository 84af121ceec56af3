//! Thinking beside the runtime: threads of their own on which `search` tries out
//! moves, so that no table and no answer ever waits for it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use tokio::sync::oneshot;

use crate::clock::Busy;
use crate::game::SeatView;
use crate::players::{Act, ComputerPlayer, Limit, Search};

/// How much is thought, and on how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// So many think at the same time.
    pub threads: usize,
    /// How long a computer player thinks about a move when nobody else does.
    pub budget: Duration,
}

impl Default for Thinking {
    fn default() -> Thinking {
        Thinking {
            threads: 1,
            budget: Duration::from_millis(500),
        }
    }
}

/// How long a suggestion is thought about.
const SUGGESTING: Duration = Duration::from_millis(200);
/// After this a suggestion is made without search.
pub(super) const SUGGESTED_BY: Duration = Duration::from_millis(300);
/// Thinking is never cut shorter than this, however many think.
const SHORTEST: Duration = Duration::from_millis(40);
/// Worlds where chance is fixed: the same game must come out each time.
const FIXED_WORLDS: u32 = 2;

/// The threads that think. They start with the first thought and end with the
/// last of these.
pub(super) struct Thinkers {
    shared: Arc<Queue>,
    thinking: Thinking,
    started: AtomicBool,
    fixed: bool,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    more: Condvar,
}

#[derive(Default)]
struct Jobs {
    /// Suggestions: a person waits.
    urgent: VecDeque<Job>,
    /// Moves of computer players, which take their time anyway.
    moves: VecDeque<Job>,
    closed: bool,
}

struct Job {
    view: Arc<SeatView>,
    chance: StdRng,
    /// Time does not pass for the table while it is thought about.
    _busy: Busy,
    reply: oneshot::Sender<Act>,
}

impl Queue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, with how long it is thought about; `None` when all is over.
    fn next(&self, budget: Duration) -> Option<(Job, Duration)> {
        let mut jobs = self.jobs();
        loop {
            if jobs.closed {
                return None;
            }
            if let Some(job) = jobs.urgent.pop_front() {
                return Some((job, SUGGESTING));
            }
            if let Some(job) = jobs.moves.pop_front() {
                let waiting = u32::try_from(jobs.moves.len()).unwrap_or(u32::MAX);
                let share = budget / waiting.saturating_add(1);
                return Some((job, share.max(SHORTEST)));
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether a person waits for a suggestion.
    fn is_urgent(&self) -> bool {
        !self.jobs().urgent.is_empty()
    }
}

impl Thinkers {
    /// `fixed`: the same number of worlds whatever the time.
    pub(super) fn new(thinking: Thinking, fixed: bool) -> Thinkers {
        Thinkers {
            shared: Arc::default(),
            thinking,
            started: AtomicBool::new(false),
            fixed,
        }
    }

    /// Whether thinking depends on no clock.
    pub(super) const fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Thinks about a move of a computer player.
    pub(super) fn ponder(
        &self,
        view: Arc<SeatView>,
        chance: StdRng,
        busy: Busy,
    ) -> oneshot::Receiver<Act> {
        self.add(view, chance, busy, false)
    }

    /// Thinks about what to suggest to a person.
    pub(super) fn suggest(
        &self,
        view: Arc<SeatView>,
        chance: StdRng,
        busy: Busy,
    ) -> oneshot::Receiver<Act> {
        self.add(view, chance, busy, true)
    }

    fn add(
        &self,
        view: Arc<SeatView>,
        chance: StdRng,
        busy: Busy,
        urgent: bool,
    ) -> oneshot::Receiver<Act> {
        self.start();
        let (reply, answer) = oneshot::channel();
        let job = Job {
            view,
            chance,
            _busy: busy,
            reply,
        };
        let mut jobs = self.shared.jobs();
        if urgent {
            jobs.urgent.push_back(job);
        } else {
            jobs.moves.push_back(job);
        }
        drop(jobs);
        self.shared.more.notify_one();
        answer
    }

    fn start(&self) {
        if self.started.swap(true, Ordering::Relaxed) {
            return;
        }
        for _ in 0..self.thinking.threads {
            let (queue, fixed) = (Arc::clone(&self.shared), self.fixed);
            let budget = self.thinking.budget;
            let thread = std::thread::Builder::new().name("thinking".into());
            // Without a thread every thought is dropped, and `memory` moves.
            if let Err(error) = thread.spawn(move || work(&queue, budget, fixed)) {
                tracing::error!(%error, "nothing can be thought about");
                self.shared.jobs().closed = true;
            }
        }
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.jobs().closed = true;
        self.shared.more.notify_all();
    }
}

fn work(queue: &Arc<Queue>, budget: Duration, fixed: bool) {
    while let Some((mut job, time)) = queue.next(budget) {
        // The seat has moved on, or nobody waits any longer.
        if job.reply.is_closed() {
            continue;
        }
        let limit = if fixed {
            Limit::Worlds(FIXED_WORLDS)
        } else {
            until(queue, Instant::now(), time)
        };
        let act = Search::new(limit).choose(&job.view, &mut job.chance);
        // Who asked may be gone.
        let _ = job.reply.send(act);
    }
}

/// Until the time is up; a computer player's move also yields to a person.
fn until(queue: &Arc<Queue>, begin: Instant, time: Duration) -> Limit {
    let queue = Arc::clone(queue);
    Limit::Until(Arc::new(move || {
        let taken = begin.elapsed();
        taken >= time || (taken >= SHORTEST && time != SUGGESTING && queue.is_urgent())
    }))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::clock::{Clock, Millis};
    use crate::game::{ClockChoice, durations};
    use crate::players::Random;
    use crate::rules::{BySeat, Seat, preset};
    use crate::tools::simulate::Driver;

    #[test]
    fn a_computer_player_never_thinks_longer_than_it_waits() {
        // Twice over, for the jobs of a table that was thought about just before.
        let twice = 2 * Thinking::default().budget;
        // No more can be chosen.
        let most = Duration::from_secs(1);
        for waits in [
            durations::COMPUTER_PLAYS,
            durations::COMPUTER_ANSWERS,
            durations::COMPUTER_PLACES,
        ] {
            assert!(twice <= *waits.start() && most <= *waits.start());
        }
        assert!(SUGGESTING < SUGGESTED_BY);
    }

    const BUDGET: Duration = Duration::from_millis(600);

    /// Thinkers without a thread, to which jobs can be given and from which they can
    /// be taken.
    struct Idle {
        thinkers: Thinkers,
        clock: Clock,
        view: Arc<SeatView>,
        replies: Vec<oneshot::Receiver<Act>>,
    }

    impl Idle {
        fn new() -> Idle {
            let rules = preset("tournament").expect("a preset");
            let players = BySeat::from_fn(|_| Box::new(Random) as Box<_>);
            let driver = Driver::new(rules, ClockChoice::Relaxed, players, 1);
            let thinking = Thinking {
                threads: 0,
                budget: BUDGET,
            };
            Idle {
                thinkers: Thinkers::new(thinking, false),
                clock: Clock::manual(Millis(0)).0,
                view: Arc::new(driver.game.seat(Seat::ALL[0])),
                replies: Vec::new(),
            }
        }

        fn give(&mut self, urgent: bool) {
            let (view, chance) = (Arc::clone(&self.view), StdRng::seed_from_u64(1));
            let busy = self.clock.busy();
            self.replies.push(if urgent {
                self.thinkers.suggest(view, chance, busy)
            } else {
                self.thinkers.ponder(view, chance, busy)
            });
        }

        /// How long the next job is thought about.
        fn next(&self) -> Option<Duration> {
            self.thinkers.shared.next(BUDGET).map(|(_, time)| time)
        }
    }

    #[test]
    fn the_more_tables_think_the_less_each_does_and_a_person_goes_first() {
        let mut idle = Idle::new();
        idle.give(false);
        assert_eq!(idle.next(), Some(BUDGET), "the only one");
        for _ in 0..3 {
            idle.give(false);
        }
        idle.give(true);
        assert_eq!(idle.next(), Some(SUGGESTING));
        let times = [(); 3].map(|()| idle.next());
        assert_eq!(times, [3, 2, 1].map(|share| Some(BUDGET / share)));
        for _ in 0..100 {
            idle.give(false);
        }
        assert_eq!(idle.next(), Some(SHORTEST));
    }

    #[test]
    fn a_move_being_thought_about_yields_to_a_person() {
        let mut idle = Idle::new();
        let queue = Arc::clone(&idle.thinkers.shared);
        let over = |taken: Duration, time| {
            let begin = Instant::now().checked_sub(taken).expect("a time");
            match until(&queue, begin, time) {
                Limit::Until(over) => over(),
                Limit::Worlds(_) => panic!("no time"),
            }
        };
        // So long that a slow machine does not come to its end.
        let long = Duration::from_secs(100);
        assert!(!over(SHORTEST, long) && over(long, BUDGET));
        idle.give(true);
        assert!(over(SHORTEST, long), "a person waits");
    }

    #[test]
    fn nothing_is_taken_up_once_all_is_over() {
        let mut idle = Idle::new();
        idle.give(false);
        let queue = Arc::clone(&idle.thinkers.shared);
        drop(idle);
        assert!(queue.next(BUDGET).is_none());
    }
}
