//! Digging (抠底): how often the points of the bottom count (RULES.md §8).

use serde::{Deserialize, Serialize};

use super::{Lead, Shape};

/// P5: the multiplier of the bottom by the winning play of the last trick
/// (RULES.md §8). A 5-10-K counts as a single.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigMultiplier {
    /// Single 2, pair 4, k-pair tractor 2^(k+1); a throw by its highest part.
    /// `dark`, `tv`, `red-five` and those whose text is silent play so.
    #[default]
    Doubling,
    /// Single 2, pair 4, any tractor 8; a throw by its highest part.
    /// `tournament` plays so.
    TractorEight,
    /// Single 2, pair 4, k-pair tractor 4k; a throw by its number of cards.
    /// `college` plays so.
    FourAPair,
    /// Single 2, any pair or tractor 4; a throw by its highest part. `forty`,
    /// `five-ten-king` and `double-dig` play so.
    PairFour,
    /// Single 2, pairs 4, a throw with a single in it 2. `knockout` plays so.
    LowestFour,
}

impl DigMultiplier {
    /// The multiplier when the last trick was led so and the attackers won
    /// it. Whatever won it, in suit or as a ruff, has the parts of the lead,
    /// so that these alone decide.
    #[must_use]
    pub fn of(self, lead: &Lead) -> u16 {
        let values = lead.profile().shapes().map(|shape| self.value(shape));
        match self {
            DigMultiplier::FourAPair if lead.is_throw() => lead.len() as u16,
            DigMultiplier::LowestFour => values.min().unwrap_or(0),
            DigMultiplier::Doubling
            | DigMultiplier::TractorEight
            | DigMultiplier::FourAPair
            | DigMultiplier::PairFour => values.max().unwrap_or(0),
        }
    }

    fn value(self, shape: Shape) -> u16 {
        match shape {
            Shape::Single | Shape::Fives => 2,
            Shape::Pair => 4,
            Shape::Tractor(pairs) => match self {
                DigMultiplier::Doubling => 2 << pairs.min(14),
                DigMultiplier::TractorEight => 8,
                DigMultiplier::FourAPair => 4 * u16::from(pairs),
                DigMultiplier::PairFour | DigMultiplier::LowestFour => 4,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{RED_FIVE, order, set};

    fn check(rule: DigMultiplier, expected: [u16; 6]) {
        let order = order(&RED_FIVE, "8S");
        let leads = [
            "H9",
            "H9 H9",
            "H2 H2 H3 H3",
            "H2 H2 H3 H3 H4 H4",
            "HA HK HK",
            "C5 CT CK",
        ];
        let said = leads.map(|l| rule.of(&Lead::new(&order, &set(l)).expect("a lead")));
        assert_eq!(said, expected, "{rule:?}");
    }

    #[test]
    fn each_multiplier() {
        check(DigMultiplier::Doubling, [2, 4, 8, 16, 4, 2]);
        check(DigMultiplier::TractorEight, [2, 4, 8, 8, 4, 2]);
        check(DigMultiplier::FourAPair, [2, 4, 8, 12, 3, 2]);
        check(DigMultiplier::PairFour, [2, 4, 4, 4, 4, 2]);
        check(DigMultiplier::LowestFour, [2, 4, 4, 4, 2, 2]);
    }
}
