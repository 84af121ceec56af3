//! Standings: what finished deals say about people and pairs. Everything here
//! is a function of the deals given to it, so that counting the log anew gives
//! the same.

mod board;
mod person;
mod rating;

use crate::store::{Fact, Role};

pub use board::{Line, Metric, RATE_FROM, board};
pub use person::{Form, Person, Tie, person};
pub use rating::{PROVISIONAL, Pair, Rating, Ratings};

/// Deals and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// Deals played.
    pub deals: u32,
    /// Deals won.
    pub won: u32,
}

impl Won {
    fn add(&mut self, won: bool) {
        self.deals += 1;
        self.won += u32::from(won);
    }

    /// Deals won of a hundred, rounded down; 0 where none was played.
    #[must_use]
    pub fn percent(self) -> u32 {
        (100 * self.won).checked_div(self.deals).unwrap_or(0)
    }
}

/// What somebody did in some deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All deals.
    pub all: Won,
    /// Those as dealer.
    pub dealer: Won,
    /// Those as dealer or dealer's partner.
    pub dealing: Won,
    /// Those as attacker.
    pub attacker: Won,
    /// Deals after which the stage was seized: nobody won them.
    pub drawn: u32,
    /// Levels risen.
    pub levels: u32,
    /// Bottoms dug.
    pub digs: u32,
    /// Fries.
    pub fries: u32,
    /// Fries over which nobody fried again.
    pub stood: u32,
    /// Throws that failed.
    pub failed_throws: u32,
}

impl Totals {
    fn add(&mut self, fact: &Fact) {
        self.all.add(fact.won);
        match fact.role {
            Role::Dealer => {
                self.dealer.add(fact.won);
                self.dealing.add(fact.won);
            }
            Role::Partner => self.dealing.add(fact.won),
            Role::Attacker => self.attacker.add(fact.won),
        }
        self.drawn += u32::from(fact.drawn);
        self.levels += fact.levels;
        self.digs += fact.digs;
        self.fries += fact.fries;
        self.stood += fact.stood;
        self.failed_throws += fact.failed_throws;
    }
}
