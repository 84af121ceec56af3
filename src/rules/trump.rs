//! What is trump in a deal, and the five categories that follow from it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Rank, Suit};

/// The trump of a deal: its suit and the level rank (RULES.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trump {
    /// The trump suit; `None` is no trump (无主).
    pub suit: Option<Suit>,
    /// The level rank (级牌), whose cards are all trumps.
    pub level: Rank,
}

/// A category of cards: following suit is following category (RULES.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Jokers, level cards, the trump suit, permanent trumps.
    Trump,
    /// The other cards of one suit.
    Side(Suit),
}

impl Category {
    /// All five, trumps first, then S, H, D, C. In a deal with a trump suit
    /// that suit's own side category is empty.
    pub const ALL: [Category; 5] = [
        Category::Trump,
        Category::Side(Suit::Spades),
        Category::Side(Suit::Hearts),
        Category::Side(Suit::Diamonds),
        Category::Side(Suit::Clubs),
    ];

    /// Its place in [`Category::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Category::Trump => 0,
            Category::Side(suit) => 1 + suit.index(),
        }
    }
}

impl fmt::Display for Category {
    /// `trump`, `S`, `H`, `D` or `C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Category::Trump => f.write_str("trump"),
            Category::Side(suit) => write!(f, "{}", suit.letter()),
        }
    }
}

impl Serialize for Category {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Category, D::Error> {
        let text = String::deserialize(deserializer)?;
        Category::ALL
            .into_iter()
            .find(|c| c.to_string() == text)
            .ok_or_else(|| serde::de::Error::custom("a category is trump, S, H, D or C"))
    }
}
