//! What chance brings to a deal, and the hash that binds it beforehand.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cards::{Card, CardSet, DECK, two_decks};
use crate::rules::BySeat;

/// What chance brings to a deal; kept in the log, so that no seed must
/// survive an upgrade. `Debug` shows none of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The 108 cards in drawing order: 100 go round from the starter, the
    /// last 8 are the bottom, the first of them turned up first.
    pub deck: Vec<Card>,
    /// 16 random bytes that stand before the cards in the commitment.
    pub salt: [u8; 16],
    /// The cards the seats flip to find the first deal's starter, from seat
    /// 0 on (RULES.md 2.1); used in the first deal of a game only.
    pub flips: BySeat<Card>,
}

impl Shuffle {
    /// Whether these are the 108 cards of two decks.
    #[must_use]
    pub fn is_two_decks(&self) -> bool {
        self.deck.len() == DECK && CardSet::from_cards(&self.deck).is_some()
    }
}

/// What else of a deal is left to chance follows from its salt, which nobody
/// knows before the deal is opened and which the commitment binds.
impl Shuffle {
    /// A number below `below` (at least 1), the `nth` of this deal.
    #[must_use]
    pub fn lot(&self, nth: u32, below: usize) -> usize {
        let bytes = self.derived("lot", nth);
        let mut first = [0; 8];
        first.copy_from_slice(&bytes[..8]);
        // 64 bits over at most a few dozen: no number is likelier that one
        // could tell.
        (u64::from_le_bytes(first) % below.max(1) as u64) as usize
    }

    /// All cards in the order in which they are cut after this deal.
    #[must_use]
    pub fn cuts(&self) -> Vec<Card> {
        let mut cards: Vec<(u32, Card)> = (0..).zip(two_decks()).collect();
        cards.sort_by_cached_key(|(nth, _)| self.derived("cut", *nth));
        cards.into_iter().map(|(_, card)| card).collect()
    }

    fn derived(&self, what: &str, nth: u32) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.salt);
        hash.update(what);
        hash.update(nth.to_le_bytes());
        hash.finalize().into()
    }
}

impl std::fmt::Debug for Shuffle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shuffle(..)")
    }
}

/// The commitment of a shuffle, in hexadecimal. It is posted before the first
/// card is drawn; salt and cards are opened after the deal.
#[must_use]
pub fn commitment(shuffle: &Shuffle) -> String {
    commitment_of(&shuffle.salt, &shuffle.deck)
}

/// SHA-256 over the salt and the names of the cards joined by spaces, in
/// lower-case hexadecimal.
#[must_use]
pub fn commitment_of(salt: &[u8], cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(names.join(" "));
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(deck: Vec<Card>) -> Shuffle {
        Shuffle {
            deck,
            salt: [0; 16],
            flips: BySeat::new([Card::BIG_JOKER; 4]),
        }
    }

    #[test]
    fn the_commitment_is_the_hash_of_salt_and_names() {
        // tournament 二.1; college 二.1: agreed to by both sides
        let cards: Vec<Card> = ["SA", "HT", "BJ"]
            .map(|c| c.parse().expect("a card"))
            .into();
        let salt = *b"0123456789abcdef";
        // printf '0123456789abcdefSA HT BJ' | sha256sum
        assert_eq!(
            commitment_of(&salt, &cards),
            "7de54db631a700f49001cc0e5b5bbce89781235e79074a5a681d2c2f19f1e932"
        );
    }

    #[test]
    fn only_two_whole_decks_can_be_dealt() {
        // tournament 二.1; college 二.1
        assert!(shuffle(two_decks()).is_two_decks());
        let mut short = two_decks();
        short.pop();
        assert!(!shuffle(short.clone()).is_two_decks());
        short.push(Card::BIG_JOKER);
        assert!(shuffle(short.clone()).is_two_decks());
        short[0] = Card::BIG_JOKER;
        assert!(!shuffle(short).is_two_decks());
    }

    #[test]
    fn lots_and_cuts_follow_from_the_salt_alone() {
        let one = shuffle(two_decks());
        let mut other = shuffle(two_decks().into_iter().rev().collect());
        assert_eq!(one.cuts(), other.cuts());
        other.salt[3] = 1;
        assert_ne!(one.cuts(), other.cuts());
        let mut cut = one.cuts();
        cut.sort();
        let mut all = two_decks();
        all.sort();
        assert_eq!(cut, all);
        let lots: std::collections::BTreeSet<usize> = (0..200).map(|n| one.lot(n, 25)).collect();
        assert!(lots.into_iter().eq(0..25));
    }

    #[test]
    fn debug_shows_no_card() {
        assert_eq!(format!("{:?}", shuffle(two_decks())), "Shuffle(..)");
    }
}
