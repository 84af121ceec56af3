//! One kind of card: four suits of thirteen ranks, the little and the big joker.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A suit. The order is that of RULES.md §2 and §4 for breaking ties: S, H, D, C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Suit {
    /// 黑桃
    #[serde(rename = "S")]
    Spades,
    /// 红桃
    #[serde(rename = "H")]
    Hearts,
    /// 方块
    #[serde(rename = "D")]
    Diamonds,
    /// 梅花
    #[serde(rename = "C")]
    Clubs,
}

impl Suit {
    /// All four, in tie-breaking order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// 0-3 in tie-breaking order.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `S`, `H`, `D` or `C`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Suit::Spades => 'S',
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
            Suit::Clubs => 'C',
        }
    }

    /// `♠`, `♥`, `♦` or `♣`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Suit::Spades => '♠',
            Suit::Hearts => '♥',
            Suit::Diamonds => '♦',
            Suit::Clubs => '♣',
        }
    }

    /// The suit of a letter `S H D C`.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|s| s.letter() == letter)
    }
}

/// A rank, two to ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    /// 2
    #[serde(rename = "2")]
    Two,
    /// 3
    #[serde(rename = "3")]
    Three,
    /// 4
    #[serde(rename = "4")]
    Four,
    /// 5
    #[serde(rename = "5")]
    Five,
    /// 6
    #[serde(rename = "6")]
    Six,
    /// 7
    #[serde(rename = "7")]
    Seven,
    /// 8
    #[serde(rename = "8")]
    Eight,
    /// 9
    #[serde(rename = "9")]
    Nine,
    /// 10, written `T`
    #[serde(rename = "T")]
    Ten,
    /// J
    #[serde(rename = "J")]
    Jack,
    /// Q
    #[serde(rename = "Q")]
    Queen,
    /// K
    #[serde(rename = "K")]
    King,
    /// A
    #[serde(rename = "A")]
    Ace,
}

impl Rank {
    /// All thirteen, low to high.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// 0 for two … 12 for ace.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The one-letter name of RULES.md §1: `2`-`9 T J Q K A`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// As people read it: `10` instead of `T`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        [
            "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
        ][self as usize]
    }

    /// The rank of a letter `2`-`9 T J Q K A`.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|r| r.letter() == letter)
    }
}

/// One of the 54 kinds of card; each stands twice in the game.
///
/// The number is `suit * 13 + rank` for the suits in tie-breaking order, then
/// the little joker (52) and the big joker (53). `Ord` follows that number and
/// says nothing about which card wins a trick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many kinds there are.
    pub const COUNT: usize = 54;
    /// 小王, the little joker.
    pub const LITTLE_JOKER: Card = Card(52);
    /// 大王, the big joker.
    pub const BIG_JOKER: Card = Card(53);
    /// All 54 kinds, by number.
    pub const ALL: [Card; Card::COUNT] = {
        let mut all = [Card(0); Card::COUNT];
        let mut i = 0;
        while i < Card::COUNT {
            all[i] = Card(i as u8);
            i += 1;
        }
        all
    };

    /// The card of a suit and a rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(suit as u8 * 13 + rank as u8)
    }

    /// The card with that number, if it is below 54.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// Its number, 0-53.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its suit; `None` for a joker.
    #[must_use]
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(self.index() / 13).copied()
    }

    /// Its rank; `None` for a joker.
    #[must_use]
    pub fn rank(self) -> Option<Rank> {
        (!self.is_joker()).then(|| Rank::ALL[self.index() % 13])
    }

    /// Whether it is one of the two jokers.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// Points it is worth: 5 for a five, 10 for a ten or a king (RULES.md §8).
    #[must_use]
    pub fn points(self) -> u16 {
        match self.rank() {
            Some(Rank::Five) => 5,
            Some(Rank::Ten | Rank::King) => 10,
            _ => 0,
        }
    }

    /// Its name in RULES.md §1: `SA`, `HT`, `BJ`.
    #[must_use]
    pub fn name(self) -> String {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => format!("{}{}", suit.letter(), rank.letter()),
            _ if self == Card::BIG_JOKER => "BJ".into(),
            _ => "LJ".into(),
        }
    }

    /// As people read it in text: `♠A`, `♥10`, `BJ`, `LJ`.
    #[must_use]
    pub fn symbol(self) -> String {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => format!("{}{}", suit.symbol(), rank.label()),
            _ => self.name(),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A text that is not the name of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a card; cards are written like SA, HT, BJ")]
pub struct CardError(pub String);

impl FromStr for Card {
    type Err = CardError;

    /// Reads a name of RULES.md §1. (What players type is read by
    /// `commands::card_text`, which forgives more.)
    fn from_str(text: &str) -> Result<Card, CardError> {
        let error = || CardError(text.chars().take(20).collect());
        match text {
            "BJ" => return Ok(Card::BIG_JOKER),
            "LJ" => return Ok(Card::LITTLE_JOKER),
            _ => {}
        }
        let mut chars = text.chars();
        let (Some(suit), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(error());
        };
        match (Suit::from_letter(suit), Rank::from_letter(rank)) {
            (Some(suit), Some(rank)) => Ok(Card::new(suit, rank)),
            _ => Err(error()),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_the_card_they_name() {
        for card in Card::ALL {
            assert_eq!(card.name().parse(), Ok(card));
        }
        assert_eq!("SJ".parse(), Ok(Card::new(Suit::Spades, Rank::Jack)));
        for wrong in ["", "S", "S10", "XA", "sa", "BJJ", "1"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn two_decks_hold_two_hundred_points() {
        let points: u16 = crate::cards::two_decks().iter().map(|c| c.points()).sum();
        assert_eq!(points, 200);
    }
}
