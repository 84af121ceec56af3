//! The small handle through which everybody else speaks to a table.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};

use super::suggestions::Suggestions;
use super::{ActError, Person, Place, Shown, Snapshot};
use crate::cards::CardSet;
use crate::clock::{Busy, Clock};
use crate::error::AppError;
use crate::game::{Action, Actor, FailedThrow, Illegal, PlayerId, Revision, Step, TableId};

/// What came of an action.
#[derive(Clone)]
pub struct Acted {
    /// How many events the table has now.
    pub revision: Revision,
    /// The table right after it.
    pub snapshot: Arc<Snapshot>,
    /// The throw that this action tried and that failed.
    pub failed_throw: Option<FailedThrow>,
    /// The action was a vote that was counted; others are still needed.
    pub only_voted: bool,
}

/// A change of what a seat has picked for the step it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DraftChange {
    /// These cards and no others.
    Set(CardSet),
    /// The same, because they were suggested.
    Suggested(CardSet),
    /// Of the cards `shown` in one select exactly `picked`; what is picked in
    /// other selects stays.
    ReplacePart {
        /// All that the select offers.
        shown: CardSet,
        /// What is picked of it.
        picked: CardSet,
    },
    /// Nothing any more.
    Clear,
}

/// A table, to be spoken to. Clones speak to the same one.
#[derive(Clone)]
pub struct TableHandle(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub place: Place,
    pub clock: Clock,
    pub mailbox: mpsc::UnboundedSender<Mail>,
    pub snapshot: watch::Sender<Arc<Snapshot>>,
    pub pulses: Mutex<Vec<mpsc::UnboundedSender<Busy>>>,
    /// How often it was asked to be shown anew.
    pub repairs: AtomicU32,
    /// What was suggested in the turns that seats are at.
    pub suggestions: Arc<Suggestions>,
}

impl Shared {
    /// Shows a new state to whoever watches.
    pub(super) fn publish(&self, snapshot: Snapshot) {
        let seats = snapshot.seats.clone();
        self.snapshot.send_replace(Arc::new(snapshot));
        self.suggestions.go_on(&seats);
        let mut pulses = self.pulses.lock().unwrap_or_else(PoisonError::into_inner);
        pulses.retain(|pulse| pulse.send(self.clock.busy()).is_ok());
    }
}

/// What lies in a mailbox. As long as it does, the process counts as busy.
pub(super) struct Mail {
    pub busy: Busy,
    pub what: What,
}

pub(super) enum What {
    Act {
        actor: Actor,
        step: Option<Step>,
        action: Action,
        reply: oneshot::Sender<Result<Acted, ActError>>,
    },
    Draft {
        player: PlayerId,
        step: Step,
        change: DraftChange,
        reply: oneshot::Sender<Result<CardSet, ActError>>,
    },
    Shown(Shown),
    Move {
        channel: u64,
        reply: oneshot::Sender<Result<(), ActError>>,
    },
    Forget {
        person: Box<Person>,
        reply: oneshot::Sender<Result<(), ActError>>,
    },
    Renamed,
    Repair,
    Stop,
}

impl TableHandle {
    /// The table's number.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.0.place.table
    }

    /// Whether both lead to one life of a table in one place: not where it was
    /// taken elsewhere in between, or set aside and taken up again.
    #[must_use]
    pub fn is(&self, other: &TableHandle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Where the table lives.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Does an action: it is on the disk when this returns. `step`: for
    /// buttons, the step they were made for.
    ///
    /// # Errors
    /// Why nothing was done.
    pub async fn act(
        &self,
        actor: Actor,
        step: Option<Step>,
        action: Action,
    ) -> Result<Acted, ActError> {
        let _busy = self.0.clock.busy();
        let (reply, answer) = oneshot::channel();
        self.post(What::Act {
            actor,
            step,
            action,
            reply,
        });
        answer.await.unwrap_or_else(|_| Err(self.gone()))
    }

    /// Changes what a seat has picked; what it has picked now.
    ///
    /// # Errors
    /// Why nothing was changed.
    pub async fn draft(
        &self,
        player: PlayerId,
        step: Step,
        change: DraftChange,
    ) -> Result<CardSet, ActError> {
        let _busy = self.0.clock.busy();
        let (reply, answer) = oneshot::channel();
        self.post(What::Draft {
            player,
            step,
            change,
            reply,
        });
        answer.await.unwrap_or_else(|_| Err(self.gone()))
    }

    /// The table as it is now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.snapshot.borrow().clone()
    }

    /// The table as it is and will be. A reader sees the newest state, not each.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.0.snapshot.subscribe()
    }

    /// Tells of each new state from now on, with a guard that keeps the process
    /// busy until the reader has taken it up: no time passes in between.
    #[must_use]
    pub fn pulses(&self) -> mpsc::UnboundedReceiver<Busy> {
        let (send, pulses) = mpsc::unbounded_channel();
        let mut all = self.0.pulses.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(send);
        pulses
    }

    /// The board has brought something to Discord: clocks run from that.
    pub fn shown(&self, shown: Shown) {
        self.post(What::Shown(shown));
    }

    /// A person at the table has another name or language now.
    pub fn renamed(&self) {
        self.post(What::Renamed);
    }

    /// Takes the table up again from what is stored, and lets all that is shown
    /// of it be shown anew.
    pub fn repair(&self) {
        self.0.repairs.fetch_add(1, Ordering::Relaxed);
        self.post(What::Repair);
    }

    /// Takes the table to another channel; the registry has seen to it that
    /// the channel is free.
    pub(super) async fn move_to(&self, channel: u64) -> Result<(), ActError> {
        let _busy = self.0.clock.busy();
        let (reply, answer) = oneshot::channel();
        self.post(What::Move { channel, reply });
        answer.await.unwrap_or_else(|_| Err(self.gone()))
    }

    /// A person's data is about to be deleted: stands up here, and no seat is
    /// kept for them. Whose hand they have seen is kept until the deal ends.
    ///
    /// # Errors
    /// Why nothing was done.
    pub async fn forget(&self, person: &Person) -> Result<(), ActError> {
        let _busy = self.0.clock.busy();
        let (reply, answer) = oneshot::channel();
        let person = Box::new(person.clone());
        self.post(What::Forget { person, reply });
        answer.await.unwrap_or_else(|_| Err(self.gone()))
    }

    pub(super) fn stop(&self) {
        self.post(What::Stop);
    }

    fn gone(&self) -> ActError {
        if self.0.snapshot.borrow().is_over() {
            Illegal::Over.into()
        } else {
            AppError::Stopping.into()
        }
    }

    /// A table that is over has no actor any more; nobody misses the letter.
    fn post(&self, what: What) {
        let busy = self.0.clock.busy();
        let _ = self.0.mailbox.send(Mail { busy, what });
    }
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableHandle({})", self.id().0)
    }
}
