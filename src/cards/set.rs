//! A set of cards from two decks, as two bit sets: who is there, and who is there twice.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use serde::{Deserialize, Serialize};

use super::Card;

/// A set of kinds of card, each at most once: one bit a kind, by [`Card::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u64);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);
    /// All 54 kinds.
    pub const ALL: Kinds = Kinds((1 << Card::COUNT) - 1);

    /// From bits; those above 53 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Kinds {
        Kinds(bits & Kinds::ALL.0)
    }

    /// As bits, bit [`Card::index`] for a kind.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the kind is in it.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// With that kind.
    #[must_use]
    pub const fn with(self, card: Card) -> Kinds {
        Kinds(self.0 | 1 << card.index())
    }

    /// How many kinds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds by number.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let card = Card::from_index(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl BitAnd for Kinds {
    type Output = Kinds;
    fn bitand(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }
}

impl BitOr for Kinds {
    type Output = Kinds;
    fn bitor(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

impl Sub for Kinds {
    type Output = Kinds;
    fn sub(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }
}

impl Not for Kinds {
    type Output = Kinds;
    fn not(self) -> Kinds {
        Kinds(!self.0 & Kinds::ALL.0)
    }
}

impl FromIterator<Card> for Kinds {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Kinds {
        cards.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}

/// A multiset of cards, each kind at most twice. Equal cards are the same:
/// which of the two ♠K it is makes no difference anywhere in the game.
///
/// `Debug` shows only how many cards there are, so that no hand reaches a log.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet {
    /// Kinds held at least once.
    one: u64,
    /// Kinds held twice; always within `one`.
    two: u64,
}

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet { one: 0, two: 0 };

    /// Adds a card; `false`, and nothing changes, if it is already there twice.
    pub fn insert(&mut self, card: Card) -> bool {
        let bit = 1 << card.index();
        if self.two & bit != 0 {
            return false;
        }
        self.two |= self.one & bit;
        self.one |= bit;
        true
    }

    /// Takes one card away; `false` if it is not there.
    pub fn remove(&mut self, card: Card) -> bool {
        let bit = 1 << card.index();
        if self.one & bit == 0 {
            return false;
        }
        if self.two & bit != 0 {
            self.two &= !bit;
        } else {
            self.one &= !bit;
        }
        true
    }

    /// The cards of a list; `None` when one of them stands in it three times.
    #[must_use]
    pub fn from_cards(cards: &[Card]) -> Option<CardSet> {
        let mut set = CardSet::EMPTY;
        cards.iter().all(|&c| set.insert(c)).then_some(set)
    }

    /// The set with these kinds once and those kinds twice.
    #[must_use]
    pub fn from_kinds(once: Kinds, twice: Kinds) -> CardSet {
        CardSet {
            one: once.bits() | twice.bits(),
            two: twice.bits(),
        }
    }

    /// How many of that card: 0, 1 or 2.
    #[must_use]
    pub const fn count(&self, card: Card) -> usize {
        (self.one >> card.index() & 1) as usize + (self.two >> card.index() & 1) as usize
    }

    /// Whether the card is there at least once.
    #[must_use]
    pub const fn has(&self, card: Card) -> bool {
        self.one >> card.index() & 1 == 1
    }

    /// Whether the card is there twice.
    #[must_use]
    pub const fn has_pair(&self, card: Card) -> bool {
        self.two >> card.index() & 1 == 1
    }

    /// How many cards, twins counted twice.
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.one.count_ones() + self.two.count_ones()) as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.one == 0
    }

    /// The kinds held once or twice.
    #[must_use]
    pub const fn kinds(&self) -> Kinds {
        Kinds(self.one)
    }

    /// The kinds held twice.
    #[must_use]
    pub const fn pairs(&self) -> Kinds {
        Kinds(self.two)
    }

    /// Only the cards of those kinds.
    #[must_use]
    pub const fn within(&self, kinds: Kinds) -> CardSet {
        CardSet {
            one: self.one & kinds.0,
            two: self.two & kinds.0,
        }
    }

    /// Whether every card of `other` is here at least as often.
    #[must_use]
    pub const fn contains_all(&self, other: &CardSet) -> bool {
        other.one & !self.one == 0 && other.two & !self.two == 0
    }

    /// The cards left when `other` is taken away; a card of `other` that is
    /// not here is passed over.
    #[must_use]
    pub const fn minus(&self, other: &CardSet) -> CardSet {
        // Had two and lost one, or had one and lost none: one is left.
        let two = self.two & !other.one;
        let one = (self.one & !other.one) | (self.two & !other.two);
        CardSet { one, two }
    }

    /// Both sets together; `None` if a card would be there three times.
    #[must_use]
    pub const fn plus(&self, other: &CardSet) -> Option<CardSet> {
        let three = (self.one & other.two) | (self.two & other.one);
        if three != 0 {
            return None;
        }
        Some(CardSet {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
        })
    }

    /// The cards by number, twins next to each other.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        let set = *self;
        Kinds(set.one)
            .iter()
            .flat_map(move |c| std::iter::repeat_n(c, set.count(c)))
    }

    /// The cards as a list, by number.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Card> {
        self.iter().collect()
    }

    /// Points of the cards together (RULES.md §8).
    #[must_use]
    pub fn points(&self) -> u16 {
        self.iter().map(Card::points).sum()
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({} cards)", self.len())
    }
}

impl Serialize for CardSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        CardSet::from_cards(&cards)
            .ok_or_else(|| serde::de::Error::custom("a card stands three times in a set"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> CardSet {
        let cards: Vec<Card> = names
            .split_whitespace()
            .map(|n| n.parse().expect("a card name"))
            .collect();
        CardSet::from_cards(&cards).expect("no card three times")
    }

    #[test]
    fn sets_add_and_take_away_copies() {
        let hand = set("SA SA HK D3");
        assert_eq!(hand.minus(&set("SA")), set("SA HK D3"));
        assert_eq!(hand.minus(&set("SA SA D3 C2")), set("HK"));
        assert_eq!(set("SA D3").plus(&set("SA HK")), Some(hand));
        assert_eq!(hand.plus(&set("SA")), None);
        assert!(hand.contains_all(&set("SA SA")));
        assert!(!hand.contains_all(&set("HK HK")));
        assert_eq!(hand.len(), 4);
    }

    #[test]
    fn debug_shows_no_card() {
        assert_eq!(format!("{:?}", set("SA SA")), "CardSet(2 cards)");
    }
}
