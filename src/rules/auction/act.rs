//! What a seat can do in the auction.

use serde::{Deserialize, Serialize};

use crate::cards::{CardSet, Suit};

/// An act of one seat. `Debug` shows no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum AuctionAct {
    /// Place a level card (放牌/亮主); also insuring (上保险) and raising.
    Declare {
        /// One card, or two identical ones.
        cards: CardSet,
    },
    /// Change trump before the bottom is taken (反主).
    Overturn {
        /// A pair.
        cards: CardSet,
        /// The trump, where the pair may name one; none is no trump there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Named>,
    },
    /// Let a question to overturn or to fry go by.
    Pass,
    /// Put eight cards down (扣底).
    Bury {
        /// The eight.
        cards: CardSet,
    },
    /// Change trump and take the bottom up (炒底); also hooking back (勾回头).
    Fry {
        /// A pair.
        cards: CardSet,
        /// As for `Overturn`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Named>,
    },
}

/// A trump as a player names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Named {
    /// 无主, no trump.
    #[serde(rename = "NT")]
    NoTrump,
    /// A suit: `S`, `H`, `D`, `C`.
    #[serde(untagged)]
    Suit(Suit),
}

impl Named {
    /// All five, no trump first.
    pub const ALL: [Named; 5] = [
        Named::NoTrump,
        Named::Suit(Suit::Spades),
        Named::Suit(Suit::Hearts),
        Named::Suit(Suit::Diamonds),
        Named::Suit(Suit::Clubs),
    ];

    /// The suit; `None` for no trump.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Named::Suit(suit) => Some(suit),
            Named::NoTrump => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_the_judge_does() {
        for (named, text) in Named::ALL.into_iter().zip(["NT", "S", "H", "D", "C"]) {
            let json = serde_json::to_value(named).expect("serialises");
            assert_eq!(json, text);
            assert_eq!(serde_json::from_value::<Named>(json).ok(), Some(named));
        }
    }
}
