//! P1 of RULES.md §3: cards that are trumps whatever the trump suit is.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank, Suit};

/// P1: which cards are trumps in every deal, and where they stand (RULES.md §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PermanentTrumps {
    /// None. Most presets.
    #[default]
    None,
    /// ♥5 above the big joker. `flag`, `five-ten-king` and `red-five` play so.
    RedFive,
    /// The trump-suit five (中心五) above the big joker, none in no trump; ♠A
    /// below the little joker. `double-dig` plays so.
    MiddleFive,
}

impl PermanentTrumps {
    /// The card above the big joker in a deal with that trump suit (`None` is no trump).
    #[must_use]
    pub const fn above_jokers(self, trump: Option<Suit>) -> Option<Card> {
        match (self, trump) {
            (PermanentTrumps::None, _) | (PermanentTrumps::MiddleFive, None) => None,
            (PermanentTrumps::RedFive, _) => Some(Card::new(Suit::Hearts, Rank::Five)),
            (PermanentTrumps::MiddleFive, Some(suit)) => Some(Card::new(suit, Rank::Five)),
        }
    }

    /// The card between the little joker and the level cards.
    #[must_use]
    pub const fn below_jokers(self) -> Option<Card> {
        match self {
            PermanentTrumps::None | PermanentTrumps::RedFive => None,
            PermanentTrumps::MiddleFive => Some(Card::new(Suit::Spades, Rank::Ace)),
        }
    }
}
