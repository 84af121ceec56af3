//! Who wins a trick (RULES.md §7).

use super::{Category, Lead, Order, Shape};
use crate::cards::{CardSet, Kinds};

/// How a play measures up against a lead: higher beats lower, and of equal
/// ones the earlier stands.
type Key = u16;

/// Any ruff stands above any play of the lead's category.
const RUFF: Key = 1 << 8;
/// A throw cannot be beaten in its own category.
const THROW: Key = RUFF - 1;

/// The index of the play that stands (0 the leader's), of the one to four
/// plays made so far in playing order. The leader's, if it is no lead.
#[must_use]
pub fn winner(order: &Order, plays: &[CardSet]) -> usize {
    let Some(lead) = plays.first().and_then(|cards| Lead::new(order, cards)) else {
        return 0;
    };
    let mut best = (0, lead_key(order, &lead));
    for (index, play) in plays.iter().enumerate().skip(1) {
        match lead.key(order, play) {
            Some(key) if key > best.1 => best = (index, key),
            Some(_) | None => {}
        }
    }
    best.0
}

/// The points that lie in a trick (§8).
#[must_use]
pub fn points(plays: &[CardSet]) -> u16 {
    plays.iter().map(CardSet::points).sum()
}

/// Whether `play`, made on that lead, beats the play that stands (§7.1). A
/// play of neither the lead's category nor trump never does.
#[must_use]
pub fn beats(order: &Order, lead: &Lead, standing: &CardSet, play: &CardSet) -> bool {
    let standing = if *standing == lead.cards() {
        lead_key(order, lead)
    } else {
        lead.key(order, standing).unwrap_or(0)
    };
    lead.key(order, play).is_some_and(|key| key > standing)
}

fn lead_key(order: &Order, lead: &Lead) -> Key {
    lead.key(order, &lead.cards()).unwrap_or(THROW)
}

impl Lead {
    /// The key of a play of as many cards; `None` when it cannot win.
    fn key(&self, order: &Order, play: &CardSet) -> Option<Key> {
        if play.len() != self.len() {
            return None;
        }
        let all_of = |category| (play.kinds() - order.kinds(category)).is_empty();
        if self.shape() == Some(Shape::Fives) && play == &self.cards() {
            return Some(0);
        }
        if all_of(self.category()) {
            return self.same_shape(order, play);
        }
        (self.category() != Category::Trump && all_of(Category::Trump))
            .then(|| self.ruff(order, play))?
            .map(|key| RUFF + key)
    }

    /// The height of a play of the lead's category that has the lead's shape.
    fn same_shape(&self, order: &Order, play: &CardSet) -> Option<Key> {
        match self.shape()? {
            Shape::Single => highest(order, play.kinds()),
            Shape::Pair => highest(order, play.pairs()),
            Shape::Tractor(length) => order
                .line(self.category(), play.pairs())
                .pack(&[length])
                .map(|top| top as Key),
            Shape::Fives => None,
        }
    }

    /// The key of trumps that split into the lead's parts (§7.2).
    fn ruff(&self, order: &Order, play: &CardSet) -> Option<Key> {
        let profile = self.profile();
        let mut rest = *play;
        for _ in 0..profile.fives {
            let fives = order.fives(Category::Trump)?.cards;
            if !rest.contains_all(&fives) {
                return None;
            }
            rest = rest.minus(&fives);
        }
        let pairs = rest.pairs();
        if pairs.len() < profile.pairs_in_all() {
            return None;
        }
        if !profile.tractors().is_empty() {
            let line = order.line(Category::Trump, pairs);
            return line.pack(profile.tractors()).map(|top| top as Key);
        }
        if profile.pairs > 0 {
            return highest(order, pairs);
        }
        // Nothing but 5-10-Ks: equal to any other such ruff.
        highest(order, rest.kinds()).or(Some(0))
    }
}

fn highest(order: &Order, kinds: Kinds) -> Option<Key> {
    kinds.iter().map(|c| Key::from(order.strength(c))).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PlayRules;
    use crate::rules::testing::{DEFAULT, DOUBLE_DIG, FIVE_TEN_KING, KNOCKOUT, order, set};

    fn check(rules: &PlayRules, plays: &[&str], expected: usize) {
        let order = order(rules, "8S");
        let plays: Vec<CardSet> = plays.iter().map(|p| set(p)).collect();
        assert_eq!(winner(&order, &plays), expected);
        let lead = Lead::new(&order, &plays[0]).expect("a lead");
        for (index, play) in plays.iter().enumerate() {
            let beaten = beats(&order, &lead, &plays[expected], play);
            assert!(!beaten, "{index} beats {expected}");
        }
    }

    #[test]
    fn the_highest_of_the_category_wins_and_of_equals_the_first() {
        check(&DEFAULT, &["H9", "HA", "HA", "D3"], 1);
        check(&DEFAULT, &["D8", "H8", "S8", "S3"], 2);
        check(&DEFAULT, &["D8", "H8", "C8", "S3"], 0);
        check(&DEFAULT, &["H9 H9", "HA HK", "HT HT", "D3 D3"], 2);
        check(&DEFAULT, &["H7 H7 H9 H9", "HT HT HK HK", "HJ HJ HT HT"], 2);
    }

    #[test]
    fn trumps_of_the_leads_parts_ruff() {
        check(&DEFAULT, &["HK HK", "S3 S3", "C5 C5", "D8 D8"], 3);
        check(
            &DEFAULT,
            &["HA HK HK", "S2 S3 S4", "SA SQ SQ", "BJ BJ S6"],
            3,
        );
        check(&DEFAULT, &["H3 H3 H4 H4", "SA SA S3 S3"], 0);
        check(&DEFAULT, &["HA HA HQ HQ", "S3 S3 S4 S4"], 1);
        check(&DEFAULT, &["S2", "HA"], 0);
    }

    #[test]
    fn ruffs_compare_by_the_highest_part_of_the_longest_shape() {
        check(&DEFAULT, &["H5 H4 H4", "S9 S7 S7", "BJ S6 S6"], 1);
        check(&DEFAULT, &["H5 H6 H7", "S9 S7 S7", "S8 S4 S2"], 2);
        check(
            &DEFAULT,
            &["HA HA HQ", "S9 S9 S3", "SK ST S4", "D8 D8 S2"],
            3,
        );
        check(
            &DEFAULT,
            &[
                "H2 H2 H3 H3 HA HA",
                "S2 S2 S3 S3 SA SA",
                "S4 S4 S5 S5 S7 S7",
            ],
            2,
        );
    }

    #[test]
    fn two_tractors_need_two_tractors_in_the_ruff() {
        let lead = "H2 H2 H3 H3 H5 H5 H6 H6";
        check(&DEFAULT, &[lead, "S2 S2 S3 S3 S4 S4 S5 S5"], 1);
        check(&DEFAULT, &[lead, "S2 S2 S3 S3 S4 S4 S6 S6"], 0);
        check(&DEFAULT, &[lead, "SA SA D8 D8 H8 H8 S8 S8"], 1);
    }

    #[test]
    fn five_ten_king_is_beaten_by_the_trump_one_only() {
        check(
            &FIVE_TEN_KING,
            &["C5 CT CK", "SA SA SK", "S5 ST SK", "S5 ST SK"],
            2,
        );
        check(&FIVE_TEN_KING, &["C5 CT CK", "BJ BJ LJ", "C5 CT CK"], 0);
        check(&FIVE_TEN_KING, &["H5 HT HK", "H5 HT HK", "S5 ST SK"], 2);
        check(
            &FIVE_TEN_KING,
            &["C5 CT CK CA", "BJ BJ LJ LJ", "S5 ST SK S2"],
            2,
        );
        check(
            &FIVE_TEN_KING,
            &["C5 CT CK CA", "S5 ST SK S2", "S5 ST SK BJ", "S5 ST SK LJ"],
            2,
        );
    }

    #[test]
    fn special_tractors_compare_by_their_places() {
        check(
            &FIVE_TEN_KING,
            &["CA CA C2 C2", "C3 C3 C4 C4", "S2 S2 S4 S4"],
            1,
        );
        check(&KNOCKOUT, &["S6 S6 S7 S7", "S8 S8 S9 S9", "S7 S7 S8 S8"], 1);
        check(
            &DOUBLE_DIG,
            &["S9 S9 ST ST", "LJ LJ SA SA", "SA SA S8 S8"],
            1,
        );
    }
}
