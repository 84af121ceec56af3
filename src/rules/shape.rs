//! The parts that a set of cards falls into (RULES.md §4).

use serde::{Deserialize, Serialize};

use super::line::run;
use super::{Category, Order};
use crate::cards::{Card, CardSet, Kinds};

/// The shape of one part (§4, §7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// One card.
    Single,
    /// Two identical cards.
    Pair,
    /// So many linked pairs, two or more.
    Tractor(u8),
    /// 5, 10 and K of one suit.
    Fives,
}

/// One part of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its shape.
    pub shape: Shape,
    /// Its cards.
    pub cards: CardSet,
    /// Compares it with parts of the same shape and category: higher wins.
    pub strength: u8,
}

/// A set of cards of one category, fallen into parts (§4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The category of all of them.
    pub category: Category,
    /// 5-10-Ks first, then tractors from the longest, then pairs, then
    /// singles, each from the strongest. Never empty.
    pub parts: Vec<Part>,
}

/// How many parts of which shape, without the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// How many 5-10-Ks.
    pub fives: u8,
    lengths: [u8; Profile::MOST_TRACTORS],
    tractors: u8,
    /// How many pairs outside tractors.
    pub pairs: u8,
    /// How many singles.
    pub singles: u8,
}

/// What a play of one category is: its category, how many 5-10-Ks are taken
/// out first, and what is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub category: Category,
    pub fives: u8,
    pub rest: CardSet,
}

impl Profile {
    /// More tractors than 54 cards of each kind could hold.
    const MOST_TRACTORS: usize = 14;

    /// The lengths of the tractors in pairs, longest first.
    #[must_use]
    pub fn tractors(&self) -> &[u8] {
        &self.lengths[..self.tractors as usize]
    }

    /// How many pairs are among the parts; a tractor counts its length (§6.2).
    #[must_use]
    pub fn pairs_in_all(&self) -> usize {
        self.tractors().iter().map(|&k| k as usize).sum::<usize>() + self.pairs as usize
    }

    /// How many parts there are.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.fives as usize + self.tractors as usize + self.pairs as usize + self.singles as usize
    }

    /// The shapes of the parts, in the order of [`Parts`].
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        let tractors = self.tractors().iter().map(|&k| Shape::Tractor(k));
        std::iter::repeat_n(Shape::Fives, self.fives as usize)
            .chain(tractors)
            .chain(std::iter::repeat_n(Shape::Pair, self.pairs as usize))
            .chain(std::iter::repeat_n(Shape::Single, self.singles as usize))
    }
}

impl Part {
    /// Its cards as they are laid on the table: a tractor from its highest
    /// pair down its links, a 5-10-K as 5, 10, K.
    #[must_use]
    pub fn in_order(&self, order: &Order) -> Vec<Card> {
        let Shape::Tractor(length) = self.shape else {
            return self.cards.to_vec();
        };
        let mut list: Vec<Card> = self.cards.to_vec();
        let run = run(u32::from(self.strength), length as usize);
        list.sort_by_key(|&c| std::cmp::Reverse(order.places(c) & run));
        list
    }
}

impl Order {
    /// The parts of a play (§4); `None` when its cards are of different
    /// categories or there is none. 5-10-K is read with lowering (§7.3).
    #[must_use]
    pub fn parts(&self, cards: &CardSet) -> Option<Parts> {
        let reading = self.read(cards)?;
        let mut parts = Vec::new();
        if let Some(fives) = self.fives(reading.category) {
            let part = Part {
                shape: Shape::Fives,
                cards: fives.cards,
                strength: 0,
            };
            parts.extend(std::iter::repeat_n(part, reading.fives as usize));
        }
        let mut rest = reading.rest;
        let mut line = self.line(reading.category, rest.pairs());
        while let Some((top, length)) = line.longest(usize::MAX) {
            line = line.without(top, length);
            let kinds = self.kinds_on(rest.pairs(), run(top, length));
            let cards = CardSet::from_kinds(kinds, kinds);
            rest = rest.minus(&cards);
            parts.push(Part {
                shape: Shape::Tractor(length as u8),
                cards,
                strength: top as u8,
            });
        }
        for (shape, kinds) in [
            (Shape::Pair, rest.pairs()),
            (Shape::Single, rest.kinds() - rest.pairs()),
        ] {
            let twice = if shape == Shape::Pair {
                kinds
            } else {
                Kinds::NONE
            };
            for card in self.descending(&CardSet::from_kinds(kinds, Kinds::NONE)) {
                let one = Kinds::NONE.with(card);
                parts.push(Part {
                    shape,
                    cards: CardSet::from_kinds(one, one & twice),
                    strength: self.strength(card),
                });
            }
        }
        Some(Parts {
            category: reading.category,
            parts,
        })
    }

    /// How many parts of which shape a play has; `None` as for [`Order::parts`].
    #[must_use]
    pub fn profile(&self, cards: &CardSet) -> Option<(Category, Profile)> {
        let reading = self.read(cards)?;
        let mut profile = Profile {
            fives: reading.fives,
            ..Profile::default()
        };
        let pairs = reading.rest.pairs();
        let mut line = self.line(reading.category, pairs);
        let mut loose = pairs.len();
        while let Some((top, length)) = line.longest(usize::MAX) {
            line = line.without(top, length);
            profile.lengths[profile.tractors as usize] = length as u8;
            profile.tractors += 1;
            loose -= length;
        }
        profile.pairs = loose as u8;
        profile.singles = (reading.rest.len() - 2 * pairs.len()) as u8;
        Some((reading.category, profile))
    }

    /// The category of a play, lowering as far as 5-10-K needs it.
    pub(super) fn read(&self, cards: &CardSet) -> Option<Reading> {
        if let Some(category) = self.common_category(cards) {
            return Some(self.take_fives(category, cards));
        }
        Category::ALL.into_iter().find_map(|category| {
            let lowered = self.fives(category)?.lowered;
            let outside = cards.kinds() - self.kinds(category);
            if !(outside - lowered).is_empty() || (cards.kinds() & self.kinds(category)).is_empty()
            {
                return None;
            }
            // What is lowered has to be used up by the 5-10-Ks.
            let reading = self.take_fives(category, cards);
            (reading.rest.kinds() - self.kinds(category))
                .is_empty()
                .then_some(reading)
        })
    }

    fn take_fives(&self, category: Category, cards: &CardSet) -> Reading {
        let mut reading = Reading {
            category,
            fives: 0,
            rest: *cards,
        };
        if let Some(fives) = self.fives(category) {
            while reading.rest.contains_all(&fives.cards) {
                reading.rest = reading.rest.minus(&fives.cards);
                reading.fives += 1;
            }
        }
        reading
    }

    /// One kind for each place of a run; at a shared place the first in S H D C.
    pub(super) fn kinds_on(&self, pairs: Kinds, run: u32) -> Kinds {
        let mut open = run;
        let mut kinds = Kinds::NONE;
        for card in pairs.iter() {
            let place = self.places(card) & open;
            if place != 0 {
                open &= !place;
                kinds = kinds.with(card);
            }
        }
        kinds
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::PlayRules;
    use crate::rules::testing::{
        DEFAULT, DOUBLE_DIG, FIVE_TEN_KING, KNOCKOUT, RED_FIVE, names, order, set,
    };

    fn check(rules: &PlayRules, trump: &str, cards: &str, expected: &str) {
        let order = order(rules, trump);
        let cards = set(cards);
        let parts = order.parts(&cards);
        let text = parts.as_ref().map(|p| {
            let parts = p.parts.iter().map(|part| names(&part.in_order(&order)));
            parts.collect::<Vec<_>>().join(" + ")
        });
        assert_eq!(text.as_deref().unwrap_or("mixed"), expected);
        // The profile says the same without the cards.
        let shapes = parts.map(|p| p.parts.iter().map(|part| part.shape).collect::<Vec<_>>());
        let profile = order.profile(&cards).map(|(_, p)| p.shapes().collect());
        assert_eq!(shapes, profile);
    }

    #[test]
    fn neighbours_natural_and_over_the_level_rank() {
        check(&DEFAULT, "8S", "H9 H9 HT HT", "HT HT H9 H9");
        check(&DEFAULT, "8S", "H7 H7 H9 H9", "H9 H9 H7 H7");
        check(&DEFAULT, "8S", "S7 S7 S9 S9", "S9 S9 S7 S7");
        check(&KNOCKOUT, "8S", "H7 H7 H9 H9", "H9 H9 H7 H7");
        check(&KNOCKOUT, "8S", "S7 S7 S9 S9", "S9 S9 + S7 S7");
        check(&KNOCKOUT, "8S", "S7 S7 S8 S8 S9 S9", "S9 S9 S8 S8 S7 S7");
        check(&FIVE_TEN_KING, "8S", "H7 H7 H9 H9", "H9 H9 + H7 H7");
        check(&DEFAULT, "2S", "HA HA H3 H3", "HA HA + H3 H3");
        check(&FIVE_TEN_KING, "2S", "HA HA H3 H3", "HA HA + H3 H3");
        check(
            &FIVE_TEN_KING,
            "8S",
            "CA CA C2 C2 C3 C3",
            "C3 C3 C2 C2 CA CA",
        );
        check(
            &FIVE_TEN_KING,
            "8S",
            "CA CA C2 C2 CQ CQ",
            "C2 C2 CA CA + CQ CQ",
        );
        check(&DEFAULT, "8S", "HA HA HK HQ", "HA HA + HK + HQ");
    }

    #[test]
    fn neighbours_among_the_high_trumps() {
        check(&DEFAULT, "8S", "BJ BJ LJ LJ S8 S8", "BJ BJ LJ LJ S8 S8");
        check(&DEFAULT, "8-", "BJ BJ LJ LJ H8 H8", "BJ BJ LJ LJ H8 H8");
        check(&DEFAULT, "8S", "LJ LJ D8 D8", "LJ LJ + D8 D8");
        check(&DEFAULT, "8S", "D8 D8 H8 H8", "H8 H8 + D8 D8");
        check(
            &DEFAULT,
            "8S",
            "SA SA D8 D8 S8 S8 H8 H8",
            "S8 S8 H8 H8 SA SA + D8 D8",
        );
        check(&DEFAULT, "AS", "SK SK DA DA", "DA DA SK SK");
        check(&KNOCKOUT, "8S", "BJ BJ LJ LJ S8 S8", "BJ BJ LJ LJ + S8 S8");
    }

    #[test]
    fn neighbours_of_permanent_trumps() {
        check(&RED_FIVE, "8S", "H4 H4 H6 H6", "H6 H6 + H4 H4");
        check(&RED_FIVE, "5S", "H4 H4 H6 H6", "H6 H6 + H4 H4");
        check(&RED_FIVE, "5S", "D4 D4 D6 D6", "D6 D6 D4 D4");
        check(&RED_FIVE, "8S", "H5 H5 BJ BJ", "H5 H5 + BJ BJ");
        check(&DOUBLE_DIG, "TH", "H5 H5 BJ BJ", "H5 H5 BJ BJ");
        check(&DOUBLE_DIG, "TH", "LJ LJ SA SA HT HT", "LJ LJ SA SA HT HT");
        check(&DOUBLE_DIG, "TH", "LJ LJ HT HT", "LJ LJ + HT HT");
        check(
            &DOUBLE_DIG,
            "TS",
            "SK SK DT DT ST ST SA SA",
            "SA SA ST ST DT DT SK SK",
        );
        check(&DOUBLE_DIG, "AS", "LJ LJ SA SA DA DA", "LJ LJ SA SA DA DA");
        check(&DOUBLE_DIG, "5H", "SA SA D5 D5", "SA SA + D5 D5");
        check(&DOUBLE_DIG, "A-", "LJ LJ SA SA DA DA", "LJ LJ SA SA DA DA");
    }

    #[test]
    fn five_ten_king_comes_first_and_may_be_lowered() {
        check(&FIVE_TEN_KING, "8S", "C5 CT CK CK", "C5 CT CK + CK");
        check(&FIVE_TEN_KING, "5S", "C5 CT CK CA", "C5 CT CK + CA");
        check(&FIVE_TEN_KING, "5S", "C5 C5 CT CK", "mixed");
        check(&FIVE_TEN_KING, "TS", "H5 HT HK", "H5 HT HK");
        check(&RED_FIVE, "8S", "H5 HT HK H9", "H5 HT HK + H9");
        check(&RED_FIVE, "TS", "H5 HT HK", "mixed");
        check(&RED_FIVE, "KH", "H5 HT HK", "H5 HT HK");
        check(&DEFAULT, "8S", "C5 CT CK", "CK + CT + C5");
        check(&DEFAULT, "8S", "H9 D9", "mixed");
        check(&DEFAULT, "8S", "", "mixed");
    }
}
