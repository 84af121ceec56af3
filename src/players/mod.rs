//! Computer players. They see a seat's view and never a game, so they know no
//! more than a person on that seat.

mod bury;
mod delay;
mod greedy;
mod know;
mod memory;
mod mind;
mod random;
mod search;
mod why;

pub use bury::bury_eight;
pub use delay::{Moment, delay};
pub use greedy::Greedy;
pub use memory::{Memory, Weights};
pub use random::Random;
pub use search::{Limit, Search, Table, Weighed};
pub use why::{Why, why, why_buried};

use rand::Rng;

use crate::cards::{Card, CardSet};
use crate::game::{Action, Ask, ComputerLevel, SeatView};
use crate::rules::auction::AuctionAct;

/// What a player does when asked.
#[derive(Clone, PartialEq)]
pub enum Act {
    /// Nothing: it is not asked, or has nothing to place.
    Nothing,
    /// A step of the auction.
    Auction(AuctionAct),
    /// A play.
    Play(Vec<Card>),
}

impl Act {
    /// The action to ask of the table; `None` for nothing.
    #[must_use]
    pub fn into_action(self) -> Option<Action> {
        match self {
            Act::Nothing => None,
            Act::Auction(act) => Some(Action::Auction(act)),
            Act::Play(cards) => Some(Action::Play(cards)),
        }
    }
}

impl std::fmt::Debug for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Act::Nothing => "Nothing",
            Act::Auction(_) => "Auction(..)",
            Act::Play(_) => "Play(..)",
        })
    }
}

/// Somebody who answers what a seat is asked.
pub trait ComputerPlayer: Send + Sync {
    /// The answer to what `view` asks; legal, and [`Act::Nothing`] only when
    /// nothing is asked or nothing is to be placed.
    fn choose(&self, view: &SeatView, chance: &mut dyn Rng) -> Act;
}

/// The computer player of that strength, where there is no time to think: a
/// strong one then plays like a good one.
#[must_use]
pub fn player(level: ComputerLevel) -> Box<dyn ComputerPlayer> {
    match level {
        ComputerLevel::Easy => Box::new(Greedy),
        ComputerLevel::Good | ComputerLevel::Strong => Box::new(Memory::default()),
    }
}

/// What is done for a seat whose time is up or that is on auto-play
/// (RULES.md §11): it never declares, overturns or fries, buries its saved
/// draft filled up, and plays the computer player's move.
#[must_use]
pub fn stand_in(view: &SeatView, draft: &CardSet) -> Act {
    match &view.ask {
        Ask::Nothing | Ask::Ready => Act::Nothing,
        // Passing is asked for only where declaring is sealed.
        Ask::Place { options } if options.contains(&AuctionAct::Pass) => {
            Act::Auction(AuctionAct::Pass)
        }
        Ask::Place { .. } => Act::Nothing,
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => match answered {
            Some(_) => Act::Nothing,
            None => Act::Auction(AuctionAct::Pass),
        },
        Ask::Bury => Act::Auction(bury::bury(view, draft)),
        Ask::Lead | Ask::Follow { .. } => memory::play(view, &Weights::TUNED),
    }
}

/// What the computer would do at once, for the Suggest button: computed from the
/// seat's own view alone.
#[must_use]
pub fn suggest(view: &SeatView) -> Act {
    memory::choose(view, &Weights::TUNED)
}
