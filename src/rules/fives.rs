//! 5-10-K as a combination (RULES.md §7.3).

use serde::{Deserialize, Serialize};

use super::{Category, Trump};
use crate::cards::{Card, CardSet, Kinds, Rank, Suit};

/// Whether 5-10-K of one suit is a combination, and which cards may be lowered to make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FivesRule {
    /// It is none. Most presets.
    #[default]
    None,
    /// It is one; ♥5 and, at level 5, 10 or K, level cards may be lowered;
    /// whoever cannot follow a trump 5-10-K with one plays the three highest
    /// trumps held. `five-ten-king` plays so.
    LevelsLowered,
    /// It is one; only ♥5 may be lowered. `red-five` plays so.
    RedFiveLowered,
}

/// How the 5-10-K of one suit can be made in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fives {
    /// The category that it belongs to.
    pub category: Category,
    /// Its three cards.
    pub cards: CardSet,
    /// Those of them that are trumps and have to be lowered.
    pub lowered: Kinds,
}

impl FivesRule {
    /// How the 5-10-K of a suit can be made; `None` when it cannot.
    pub(super) fn of_suit(self, suit: Suit, trump: Trump, trumps: Kinds) -> Option<Fives> {
        let cards = [Rank::Five, Rank::Ten, Rank::King].map(|rank| Card::new(suit, rank));
        let cards: Kinds = cards.into_iter().collect();
        let (category, lowered) = if trump.suit == Some(suit) {
            (Category::Trump, Kinds::NONE)
        } else {
            (Category::Side(suit), cards & trumps)
        };
        let red_five = |card| card == Card::new(Suit::Hearts, Rank::Five);
        let possible = match self {
            FivesRule::None => false,
            FivesRule::LevelsLowered => lowered
                .iter()
                .all(|card| red_five(card) || card.rank() == Some(trump.level)),
            FivesRule::RedFiveLowered => lowered.iter().all(red_five),
        };
        possible.then(|| Fives {
            category,
            cards: CardSet::from_kinds(cards, Kinds::NONE),
            lowered,
        })
    }

    /// Whether a seat without 5-10-K owes its three highest cards to a lead of
    /// 5-10-K in that category.
    pub(super) const fn owes_highest(self, category: Category) -> bool {
        match self {
            FivesRule::None | FivesRule::RedFiveLowered => false,
            FivesRule::LevelsLowered => matches!(category, Category::Trump),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PlayRules;
    use crate::rules::testing::{DEFAULT, FIVE_TEN_KING, RED_FIVE, names, order};

    /// The cards to lower for the 5-10-K of each suit, `-` where there is none.
    fn check(rules: &PlayRules, trump: &str, expected: [&str; 4]) {
        let order = order(rules, trump);
        let trumps = order.kinds(Category::Trump);
        let said = Suit::ALL.map(|suit| {
            let fives = rules.fives.of_suit(suit, order.trump(), trumps);
            fives.map_or("-".into(), |f| names(&f.lowered.iter().collect::<Vec<_>>()))
        });
        assert_eq!(said, expected, "{trump}");
    }

    #[test]
    fn what_has_to_be_lowered() {
        check(&DEFAULT, "8S", ["-", "-", "-", "-"]);
        check(&FIVE_TEN_KING, "8S", ["", "H5", "", ""]);
        check(&FIVE_TEN_KING, "5S", ["", "H5", "D5", "C5"]);
        check(&FIVE_TEN_KING, "T-", ["ST", "H5 HT", "DT", "CT"]);
        check(&FIVE_TEN_KING, "KH", ["SK", "", "DK", "CK"]);
        check(&RED_FIVE, "8S", ["", "H5", "", ""]);
        check(&RED_FIVE, "5S", ["", "H5", "-", "-"]);
        check(&RED_FIVE, "TS", ["", "-", "-", "-"]);
        check(&RED_FIVE, "TH", ["-", "", "-", "-"]);
    }
}
