//! What the strong computer players of a table are thinking about.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::handle::Shared;
use super::registry::Registry;
use crate::game::{Ask, ComputerLevel, Game, Mover, SeatView, Step};
use crate::players::Act;
use crate::rules::{BySeat, Seat};

/// Moves that are being thought about, by the step they are for.
#[derive(Default)]
pub(super) struct Thoughts(BySeat<Option<(Step, oneshot::Receiver<Act>)>>);

impl Thoughts {
    /// Lets strong computer players begin to think as soon as they are asked, so
    /// that they are done before they are to move.
    pub(super) fn begin(
        &mut self,
        registry: &Registry,
        shared: &Shared,
        game: &Game,
        seats: &BySeat<Arc<SeatView>>,
    ) {
        for seat in Seat::ALL {
            let view = &seats[seat];
            let strong = game.mover(seat) == Mover::Computer(ComputerLevel::Strong);
            let begun = self.0[seat]
                .as_ref()
                .is_some_and(|(step, _)| *step == view.step);
            if strong && !begun && is_worth_thinking(&view.ask) {
                let chance = registry
                    .chance()
                    .player(shared.place.table, seat, view.step);
                let busy = shared.clock.busy();
                let thought = registry.thinkers().ponder(Arc::clone(view), chance, busy);
                self.0[seat] = Some((view.step, thought));
            }
        }
    }

    /// What was thought out by now for that step; nothing where it was not.
    pub(super) fn take(&mut self, seat: Seat, step: Step) -> Option<Act> {
        let (begun, mut thought) = self.0[seat].take()?;
        (begun == step).then(|| thought.try_recv().ok()).flatten()
    }
}

/// Whether what is asked is answered better with some thought.
const fn is_worth_thinking(ask: &Ask) -> bool {
    match ask {
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => answered.is_none(),
        Ask::Bury | Ask::Lead | Ask::Follow { .. } => true,
        Ask::Nothing | Ask::Ready | Ask::Place { .. } => false,
    }
}
