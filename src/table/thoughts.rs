//! What the strong computer players of a table are thinking about.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::handle::Shared;
use super::registry::Registry;
use crate::game::{Ask, ComputerLevel, Game, Mover, SeatView, Step};
use crate::players::Act;
use crate::rules::auction::AuctionAct;
use crate::rules::{BySeat, Seat};

/// Moves that are being thought about, by the question they answer.
#[derive(Default)]
pub(super) struct Thoughts(BySeat<Option<Thought>>);

/// A move that is being thought about, or was.
struct Thought {
    question: Question,
    /// Until it was asked for.
    reply: Option<oneshot::Receiver<Act>>,
}

/// What is asked: the seat's step, and while cards go round in how many ways it
/// could declare by now.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question(Step, usize);

impl Question {
    fn of(view: &SeatView) -> Question {
        let ways = match &view.ask {
            Ask::Place { options } => options.len(),
            Ask::Nothing
            | Ask::Ready
            | Ask::Overturn { .. }
            | Ask::Bury
            | Ask::Fry { .. }
            | Ask::Lead
            | Ask::Follow { .. } => 0,
        };
        Question(view.step, ways)
    }
}

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
            let question = Question::of(view);
            let begun = self.0[seat]
                .as_ref()
                .is_some_and(|thought| thought.question == question);
            if strong && !begun && is_worth_thinking(&view.ask) {
                let chance = registry
                    .chance()
                    .player(shared.place.table, seat, view.step);
                let busy = shared.clock.busy();
                let reply = registry.thinkers().ponder(Arc::clone(view), chance, busy);
                self.0[seat] = Some(Thought {
                    question,
                    reply: Some(reply),
                });
            }
        }
    }

    /// What was thought out by now of what the seat is asked; nothing where it was not.
    pub(super) fn take(&mut self, seat: Seat, view: &SeatView) -> Option<Act> {
        let thought = self.0[seat].as_mut()?;
        let mut reply = thought.reply.take()?;
        let asked = thought.question == Question::of(view);
        asked.then(|| reply.try_recv().ok()).flatten()
    }
}

/// Whether what is asked is answered better with some thought.
fn is_worth_thinking(ask: &Ask) -> bool {
    match ask {
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => answered.is_none(),
        Ask::Bury | Ask::Lead | Ask::Follow { .. } => true,
        Ask::Place { options } => options.iter().any(|act| *act != AuctionAct::Pass),
        Ask::Nothing | Ask::Ready => false,
    }
}
