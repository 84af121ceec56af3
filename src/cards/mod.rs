//! Playing cards: suits, ranks, the 54 kinds of card, and sets of them from two decks.

mod card;
mod set;

pub use card::{Card, CardError, Rank, Suit};
pub use set::{CardSet, Kinds};

/// How many cards two decks hold (RULES.md §1).
pub const DECK: usize = 108;
/// How many cards each seat draws (RULES.md §1).
pub const HAND: usize = 25;
/// How many cards lie in the bottom (RULES.md §1).
pub const BOTTOM: usize = 8;

/// The 108 cards of two decks, in a fixed order: every kind twice.
#[must_use]
pub fn two_decks() -> Vec<Card> {
    Card::ALL.into_iter().flat_map(|c| [c, c]).collect()
}
