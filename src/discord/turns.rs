//! What one person does, one thing after another and in the order in which it
//! was done, however the handling of it is scheduled: who picks cards and
//! confirms at once has confirmed what was picked.

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Who is being served. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Turns(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// By person, the interactions that are not done yet. Their numbers grow
    /// with the time at which they were made.
    open: Mutex<HashMap<u64, BTreeSet<u64>>>,
    done: Notify,
}

/// A place in a person's line; it is given up when this is dropped.
pub(super) struct Turn {
    inner: Arc<Inner>,
    person: u64,
    interaction: u64,
}

impl Turns {
    /// Joins the line of that person; to be called as soon as an interaction
    /// has come.
    pub(super) fn join(&self, person: u64, interaction: u64) -> Turn {
        let inner = Arc::clone(&self.0);
        let mut open = lock(&inner);
        open.entry(person).or_default().insert(interaction);
        drop(open);
        Turn {
            inner,
            person,
            interaction,
        }
    }
}

impl Turn {
    /// Waits until whatever the person did before is done.
    pub(super) async fn come(&self) {
        // Two that came in one piece are handed on in any order: the other
        // one joins the line, too, before anything is done.
        tokio::task::yield_now().await;
        loop {
            let mut done = pin!(self.inner.done.notified());
            // Listens before it looks, so that nothing is missed in between.
            done.as_mut().enable();
            if self.is_first() {
                return;
            }
            done.await;
        }
    }

    fn is_first(&self) -> bool {
        let open = lock(&self.inner);
        let first = open.get(&self.person).and_then(|line| line.first());
        first.is_none_or(|first| *first >= self.interaction)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut open = lock(&self.inner);
        if let Some(line) = open.get_mut(&self.person) {
            line.remove(&self.interaction);
            if line.is_empty() {
                open.remove(&self.person);
            }
        }
        drop(open);
        self.inner.done.notify_waiters();
    }
}

fn lock(inner: &Inner) -> MutexGuard<'_, HashMap<u64, BTreeSet<u64>>> {
    inner.open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Done = Arc<Mutex<Vec<u64>>>;

    fn act(
        turns: &Turns,
        person: u64,
        interaction: u64,
        done: &Done,
    ) -> impl Future<Output = ()> + use<> {
        let turn = turns.join(person, interaction);
        let done = Arc::clone(done);
        async move {
            turn.come().await;
            tokio::task::yield_now().await;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(interaction);
        }
    }

    #[tokio::test]
    async fn the_later_one_waits_even_if_it_is_handed_on_first() {
        let (turns, done) = (Turns::default(), Done::default());
        let tasks = [9, 7, 8].map(|n| tokio::spawn(act(&turns, 1, n, &done)));
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(*done.lock().expect("not poisoned"), [7, 8, 9]);
        assert!(lock(&turns.0).is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn nobody_waits_for_somebody_else_or_for_who_is_gone() {
        let (turns, done) = (Turns::default(), Done::default());
        let slow = turns.join(1, 1);
        act(&turns, 2, 2, &done).await;
        let later = tokio::spawn(act(&turns, 1, 3, &done));
        tokio::task::yield_now().await;
        assert_eq!(*done.lock().expect("not poisoned"), [2]);
        drop(slow);
        later.await.expect("no panic");
        assert_eq!(*done.lock().expect("not poisoned"), [2, 3]);
    }
}
