//! The players of a match, timed, and the contract that is made without them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::worst::Watch;
use super::{ArenaArgs, Design};
use crate::cards::CardSet;
use crate::game::{Ask, SeatView};
use crate::players::{Act, ComputerPlayer, Greedy, Limit, Memory, Random, Search, Table, stand_in};
use crate::rules::auction::AuctionAct;
use crate::rules::{Follow, Lead, Order};

/// The kinds of player that can be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Any legal move.
    Random,
    /// Wins cheaply.
    Greedy,
    /// Counts.
    Memory,
    /// Tries its choices out.
    Search,
    /// The same, but it knows where all cards lie: for comparison only.
    Cheat,
}

impl Kind {
    /// Its name, as on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Memory => "memory",
            Kind::Search => "search",
            Kind::Cheat => "cheat",
        }
    }

    /// Whether it compares its choices in worlds.
    pub(super) const fn has_worlds(self) -> bool {
        match self {
            Kind::Random | Kind::Greedy | Kind::Memory => false,
            Kind::Search | Kind::Cheat => true,
        }
    }

    fn player(self, args: &ArenaArgs, first: bool, table: &Table) -> Box<dyn ComputerPlayer> {
        match self {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy),
            Kind::Memory => Box::new(Memory::default()),
            Kind::Search => match args.budget_a.filter(|_| first) {
                Some(budget) => Box::new(Timed(Duration::from_millis(budget))),
                None => Box::new(Search::new(Limit::Worlds(args.worlds))),
            },
            Kind::Cheat => Box::new(Search {
                cheat: Some(Arc::clone(table)),
                ..Search::new(Limit::Worlds(args.worlds))
            }),
        }
    }
}

/// `search` with so much time for a move.
struct Timed(Duration);

impl ComputerPlayer for Timed {
    fn choose(&self, view: &SeatView, chance: &mut dyn Rng) -> Act {
        let end = Instant::now() + self.0;
        let over = move || Instant::now() >= end;
        Search::new(Limit::Until(Arc::new(over))).choose(view, chance)
    }
}

/// How long the moves of a team took, in microseconds, and whether there was
/// anything to choose.
#[derive(Clone, Debug, Default)]
pub struct Thinking(Arc<Mutex<Vec<(u32, bool)>>>);

impl Thinking {
    /// The times so far.
    #[must_use]
    pub fn times(&self) -> Vec<(u32, bool)> {
        self.moves().clone()
    }

    fn moves(&self) -> MutexGuard<'_, Vec<(u32, bool)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether there is more than one legal answer.
fn is_choice(view: &SeatView) -> bool {
    match &view.ask {
        Ask::Nothing | Ask::Ready => false,
        Ask::Place { options } => options.iter().any(|o| *o != AuctionAct::Pass),
        Ask::Overturn { options, .. } | Ask::Fry { options, .. } => !options.is_empty(),
        Ask::Bury => true,
        Ask::Lead => view.hand.len() > 1,
        Ask::Follow { lead } => view.trump.is_some_and(|trump| {
            let order = Order::new(&view.public.rules.play, trump);
            let lead = CardSet::from_cards(lead).and_then(|cards| Lead::new(&order, &cards));
            lead.is_some_and(|lead| {
                let follow = Follow::new(&order, &lead, &view.hand, view.withheld);
                follow.forced().is_none()
            })
        }),
    }
}

/// A player of a match.
pub(super) struct Contender {
    player: Box<dyn ComputerPlayer>,
    design: Design,
    thinking: Thinking,
    watch: Option<Watch>,
}

impl Contender {
    pub(super) fn new(
        kind: Kind,
        args: &ArenaArgs,
        first: bool,
        thinking: &Thinking,
        table: &Table,
        watch: Option<Watch>,
    ) -> Contender {
        Contender {
            player: kind.player(args, first, table),
            design: args.design,
            thinking: thinking.clone(),
            watch,
        }
    }

    fn timed(&self, view: &SeatView, chance: &mut dyn Rng) -> Act {
        let begin = Instant::now();
        let act = self.player.choose(view, chance);
        let took = u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX);
        self.thinking.moves().push((took, is_choice(view)));
        if let Some(watch) = &self.watch {
            watch.look(view, &act);
        }
        act
    }
}

impl ComputerPlayer for Contender {
    fn choose(&self, view: &SeatView, chance: &mut dyn Rng) -> Act {
        match (&view.ask, self.design) {
            (Ask::Nothing | Ask::Ready, _) => Act::Nothing,
            // Of a contract that is made for them everybody has the same.
            (Ask::Place { .. }, Design::Contract) => Greedy.choose(view, chance),
            (Ask::Overturn { .. } | Ask::Fry { .. }, Design::Contract) => {
                stand_in(view, &CardSet::EMPTY)
            }
            (Ask::Place { .. } | Ask::Overturn { .. } | Ask::Fry { .. }, Design::Whole)
            | (Ask::Bury | Ask::Lead | Ask::Follow { .. }, _) => self.timed(view, chance),
        }
    }
}
