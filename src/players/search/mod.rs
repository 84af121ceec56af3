//! A player that tries its choices out: in deals of the unseen cards that agree
//! with all it knows, the same ones for every choice, played to the end by `memory`.

mod auction;
mod bidding;
mod compare;
mod declare;
mod play;
mod run;
mod world;
mod worth;

use std::sync::{Arc, Mutex, PoisonError};

use rand::Rng;

use super::memory::Weights;
use super::{Act, ComputerPlayer};
use crate::cards::CardSet;
use crate::game::{Ask, SeatView};
use crate::rules::BySeat;
use compare::Comparison;
use world::World;

/// How long a move is thought about.
#[derive(Clone)]
pub enum Limit {
    /// In so many worlds.
    Worlds(u32),
    /// Until the function says that the time is up; asked in every world.
    Until(Arc<dyn Fn() -> bool + Send + Sync>),
}

/// More worlds than this teach nothing.
const MOST_WORLDS: u32 = 400;

impl Limit {
    /// Whether another world may be looked at after so many.
    fn allows(&self, worlds: u32) -> bool {
        match self {
            Limit::Worlds(most) => worlds < *most,
            Limit::Until(over) => worlds < MOST_WORLDS && !over(),
        }
    }
}

/// See the module's text.
#[derive(Clone)]
pub struct Search {
    /// How long it thinks.
    pub limit: Limit,
    /// The weights of the `memory` that it plays in its head.
    pub weights: Weights,
    /// All cards as they lie: for the cheat of the arena, which shows what knowing
    /// them would be worth. Nobody at a table has it.
    pub cheat: Option<Table>,
}

/// The four hands and the bottom.
pub type Table = Arc<Mutex<(BySeat<CardSet>, CardSet)>>;

impl Search {
    /// One that thinks so long.
    #[must_use]
    pub const fn new(limit: Limit) -> Search {
        Search {
            limit,
            weights: Weights::TUNED,
            cheat: None,
        }
    }

    /// The cards as they lie, for the cheat.
    fn peek(&self) -> Option<World> {
        let table = self.cheat.as_ref()?;
        let (hands, bottom) = *table.lock().unwrap_or_else(PoisonError::into_inner);
        Some(World { hands, bottom })
    }

    /// How all play on once something is tried out. In the cheat's only world they
    /// would always play on alike, and it would learn no more from many tries than
    /// from one: there they play a little otherwise each time.
    fn weights(&self, chance: &mut dyn Rng) -> Weights {
        if self.cheat.is_none() {
            return self.weights;
        }
        self.weights.varied(chance)
    }
}

/// Choices that were tried out, and what came of it.
struct Tried {
    choices: Vec<Act>,
    comparison: Comparison,
}

/// What trying out says of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The best move that was found; the weighed one where none is better.
    pub best: Act,
    /// What the weighed one is worth, in rungs for its side.
    pub value: f32,
    /// What the best is worth.
    pub best_value: f32,
    /// The standard error of the difference.
    pub doubt: f32,
}

impl Search {
    /// Tries out what may be answered, `first` first.
    fn tried(&self, view: &SeatView, first: &Act, chance: &mut dyn Rng) -> Option<Tried> {
        match &view.ask {
            Ask::Nothing | Ask::Ready => None,
            Ask::Place { .. } => declare::tried(self, view, first, chance),
            Ask::Overturn { .. } | Ask::Fry { .. } | Ask::Bury => {
                auction::tried(self, view, first, chance)
            }
            Ask::Lead | Ask::Follow { .. } => play::tried(self, view, first, chance),
        }
    }

    /// Compares a move with the others that are tried out; `None` where there is
    /// nothing to compare.
    pub fn weigh(&self, view: &SeatView, act: &Act, chance: &mut dyn Rng) -> Option<Weighed> {
        let Tried {
            mut choices,
            comparison,
        } = self.tried(view, act, chance)?;
        let best = comparison.leader();
        Some(Weighed {
            best: choices.swap_remove(best),
            value: comparison.mean(0),
            best_value: comparison.mean(best),
            doubt: comparison.difference(best, 0).1,
        })
    }
}

impl ComputerPlayer for Search {
    fn choose(&self, view: &SeatView, chance: &mut dyn Rng) -> Act {
        let memory = super::memory::choose(view, &self.weights);
        match self.tried(view, &memory, chance) {
            Some(mut tried) => tried.choices.swap_remove(tried.comparison.chosen()),
            None => memory,
        }
    }
}
