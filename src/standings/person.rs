//! What finished deals say about one person.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Rating, Ratings, Totals, Won};
use crate::game::PlayerId;
use crate::store::{Fact, Role, Tally};

/// Deals with or against somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Whom.
    pub player: PlayerId,
    /// How these deals went for the person told of.
    pub won: Won,
}

/// How a deal went, for the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Whether it was won; `None`: by nobody.
    pub won: Option<bool>,
    /// Whether as dealer or dealer's partner.
    pub dealing: bool,
    /// Levels risen.
    pub levels: u32,
}

/// A person in the light of some deals. But for `computer`, only of those
/// without a computer player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    /// What the person did.
    pub totals: Totals,
    /// Deals with a computer player on a seat.
    pub computer: Won,
    /// Deals won in a row up to now. Where nobody won, a row goes on.
    pub streak: u32,
    /// Deals won in a row at most.
    pub longest: u32,
    /// With whom, most deals first.
    pub partners: Vec<Tie>,
    /// Against whom, most deals first.
    pub opponents: Vec<Tie>,
    /// The deals one by one, oldest first.
    pub form: Vec<Form>,
    /// The rating, once a deal was rated.
    pub rating: Option<Rating>,
}

/// Looks at a person in some deals, which stand in the order in which they ended.
#[must_use]
pub fn person(deals: &[Tally], player: PlayerId) -> Person {
    let mut found = Person::default();
    let mut partners: BTreeMap<PlayerId, Won> = BTreeMap::new();
    let mut opponents: BTreeMap<PlayerId, Won> = BTreeMap::new();
    for deal in deals {
        let Some(own) = deal.people.iter().find(|f| f.player == player) else {
            continue;
        };
        if deal.computer {
            found.computer.add(own.won);
            continue;
        }
        found.add(own);
        for other in deal.people.iter().filter(|f| f.player != player) {
            let ties = if other.seat.side() == own.seat.side() {
                &mut partners
            } else {
                &mut opponents
            };
            ties.entry(other.player).or_default().add(own.won);
        }
    }
    found.partners = ordered(partners);
    found.opponents = ordered(opponents);
    found.rating = Ratings::of(deals).players.get(&player).copied();
    found
}

impl Person {
    fn add(&mut self, own: &Fact) {
        self.totals.add(own);
        if own.won {
            self.streak += 1;
        } else if !own.drawn {
            self.streak = 0;
        }
        self.longest = self.longest.max(self.streak);
        self.form.push(Form {
            won: (!own.drawn).then_some(own.won),
            dealing: match own.role {
                Role::Dealer | Role::Partner => true,
                Role::Attacker => false,
            },
            levels: own.levels,
        });
    }
}

fn ordered(ties: BTreeMap<PlayerId, Won>) -> Vec<Tie> {
    let ties = ties.into_iter().map(|(player, won)| Tie { player, won });
    let mut ties: Vec<Tie> = ties.collect();
    ties.sort_by_key(|t| (Reverse(t.won.deals), Reverse(t.won.won), t.player));
    ties
}
