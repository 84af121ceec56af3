//! What one person does, one thing after another and in the order in which it
//! was done, however the handling of it is scheduled: who picks cards and
//! confirms at once has confirmed what was picked.

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serenity::model::application::Interaction;
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
    place: Place,
}

/// Which place it is: who asks, and in what.
#[derive(Clone, Copy, Debug)]
struct Place {
    person: u64,
    interaction: u64,
}

impl Turns {
    /// Keeps a place for what has just come. The connection calls this before
    /// it hands the interaction on as a task of its own, since tasks begin in
    /// any order; each place kept has to be [taken](Turns::take) by that task.
    pub(super) fn keep(&self, interaction: &Interaction) {
        if let Some(place) = place(interaction) {
            self.insert(place);
        }
    }

    /// Takes the place of that interaction, which is new where none was kept;
    /// none for what need not wait.
    pub(super) fn take(&self, interaction: &Interaction) -> Option<Turn> {
        place(interaction).map(|place| self.turn(place))
    }

    fn turn(&self, place: Place) -> Turn {
        self.insert(place);
        let inner = Arc::clone(&self.0);
        Turn { inner, place }
    }

    fn insert(&self, place: Place) {
        let mut open = lock(&self.0);
        open.entry(place.person)
            .or_default()
            .insert(place.interaction);
    }
}

/// Where an interaction stands in line. Reading along while somebody types
/// changes nothing and need not wait.
fn place(interaction: &Interaction) -> Option<Place> {
    let (person, id) = if let Interaction::Command(command) = interaction {
        (command.user.id, command.id)
    } else if let Interaction::Component(component) = interaction {
        (component.user.id, component.id)
    } else if let Interaction::Modal(modal) = interaction {
        (modal.user.id, modal.id)
    } else {
        return None;
    };
    Some(Place {
        person: person.get(),
        interaction: id.get(),
    })
}

impl Turn {
    /// Waits until whatever the person did before is done.
    pub(super) async fn come(&self) {
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
        let first = open.get(&self.place.person).and_then(BTreeSet::first);
        first.is_none_or(|first| *first >= self.place.interaction)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut open = lock(&self.inner);
        let Place {
            person,
            interaction,
        } = self.place;
        if let Some(line) = open.get_mut(&person) {
            line.remove(&interaction);
            if line.is_empty() {
                open.remove(&person);
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

    fn at(person: u64, interaction: u64) -> Place {
        Place {
            person,
            interaction,
        }
    }

    fn act(turn: Turn, done: &Done) -> impl Future<Output = ()> + use<> {
        let done = Arc::clone(done);
        async move {
            turn.come().await;
            tokio::task::yield_now().await;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(turn.place.interaction);
        }
    }

    #[tokio::test]
    async fn the_later_one_waits_even_for_a_place_that_is_only_kept() {
        let (turns, done) = (Turns::default(), Done::default());
        for n in 7..10 {
            turns.insert(at(1, n));
        }
        let mut tasks = Vec::new();
        for n in [9, 8, 7] {
            let acts = act(turns.turn(at(1, n)), &done);
            tasks.push(tokio::spawn(acts));
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
        }
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(*done.lock().expect("not poisoned"), [7, 8, 9]);
        assert!(lock(&turns.0).is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn nobody_waits_for_somebody_else_or_for_who_is_gone() {
        let (turns, done) = (Turns::default(), Done::default());
        let slow = turns.turn(at(1, 1));
        act(turns.turn(at(2, 2)), &done).await;
        let later = tokio::spawn(act(turns.turn(at(1, 3)), &done));
        tokio::task::yield_now().await;
        assert_eq!(*done.lock().expect("not poisoned"), [2]);
        drop(slow);
        later.await.expect("no panic");
        assert_eq!(*done.lock().expect("not poisoned"), [2, 3]);
    }
}
