//! Throws (甩牌): whether one succeeds, what stays on the table when not, and the penalty.

use serde::{Deserialize, Serialize};

use super::{Category, Lead, Order, Part, Shape};
use crate::cards::CardSet;

/// P2: what the side of a failed throw pays (RULES.md §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThrowPenalty {
    /// 10 for every card thrown. `dark`, `knockout`, `five-ten-king` and those
    /// whose text is silent play so.
    #[default]
    EveryCard,
    /// 10 for every card thrown that goes back to the hand; for every card
    /// when no part would have stood. `tournament` plays so.
    CardsTakenBack,
    /// 10 for every card of the beaten parts. `college` and `ordered` play so.
    BeatenParts,
    /// 10 flat. `tv` and `double-dig` play so.
    Flat,
}

/// What a failed throw leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedThrow {
    /// The cards that stay on the table as the lead; the others go back.
    pub forced: CardSet,
    /// Points that the thrower's side pays.
    pub penalty: u16,
}

/// How many cards of a throw met which fate.
struct Fates {
    thrown: usize,
    forced: usize,
    beaten: usize,
}

impl ThrowPenalty {
    fn points(self, fates: &Fates) -> u16 {
        let cards = match self {
            ThrowPenalty::EveryCard => fates.thrown,
            ThrowPenalty::CardsTakenBack if fates.beaten == fates.thrown => fates.thrown,
            ThrowPenalty::CardsTakenBack => fates.thrown - fates.forced,
            ThrowPenalty::BeatenParts => fates.beaten,
            ThrowPenalty::Flat => 1,
        };
        10 * cards as u16
    }
}

impl Lead {
    /// Holds the lead against the three other hands (§5). `None`: it stands,
    /// as any lead that is no throw does.
    #[must_use]
    pub fn fails_against(&self, order: &Order, others: &[CardSet; 3]) -> Option<FailedThrow> {
        if !self.is_throw() {
            return None;
        }
        let parts = order.parts(&self.cards())?;
        let mut forced: Option<Part> = None;
        let mut beaten = 0;
        for part in parts.parts {
            if !is_beaten(order, parts.category, &part, others) {
                continue;
            }
            beaten += part.cards.len();
            // Equal parts stand in the order S H D C: the first one is kept.
            let rank = |p: &Part| (p.cards.len(), p.strength);
            if forced.is_none_or(|f| rank(&part) < rank(&f)) {
                forced = Some(part);
            }
        }
        let forced = forced?.cards;
        let fates = Fates {
            thrown: self.len(),
            forced: forced.len(),
            beaten,
        };
        let penalty = order.rules().throw_penalty.points(&fates);
        Some(FailedThrow { forced, penalty })
    }
}

/// Whether one of the hands holds the same shape, strictly higher, in the category.
fn is_beaten(order: &Order, category: Category, part: &Part, hands: &[CardSet]) -> bool {
    let higher = || {
        let card = part.cards.iter().next();
        card.map(|c| order.higher(c)).unwrap_or_default()
    };
    match part.shape {
        Shape::Single => hands.iter().any(|h| !(h.kinds() & higher()).is_empty()),
        Shape::Pair => hands.iter().any(|h| !(h.pairs() & higher()).is_empty()),
        Shape::Tractor(length) => hands.iter().any(|h| {
            order
                .line(category, h.pairs())
                .tractor_below(length as usize, 31)
                .is_some_and(|top| top > u32::from(part.strength))
        }),
        Shape::Fives => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PlayRules;
    use crate::rules::testing::{DEFAULT, FIVE_TEN_KING, KNOCKOUT, names, order, set};

    fn check(rules: &PlayRules, play: &str, others: [&str; 3], expected: &str) {
        let order = order(rules, "8S");
        let lead = Lead::new(&order, &set(play)).expect("one category");
        let said = match lead.fails_against(&order, &others.map(set)) {
            None => "stands".into(),
            Some(failed) => format!("{} -{}", names(&failed.forced.to_vec()), failed.penalty),
        };
        assert_eq!(said, expected, "{play} against {others:?}");
    }

    #[test]
    fn a_part_is_beaten_by_its_own_shape_only() {
        check(&DEFAULT, "HA HK HK", ["HA", "", ""], "stands");
        check(&DEFAULT, "HA HQ HQ", ["HK HK", "", ""], "HQ HQ -30");
        check(&DEFAULT, "HA HQ HQ", ["HK", "HK", ""], "stands");
        check(
            &DEFAULT,
            "H9 H9 HT HT HA",
            ["HJ HJ HK HK", "", ""],
            "stands",
        );
        check(
            &DEFAULT,
            "H9 H9 HT HT HA",
            ["", "HJ HJ HQ HQ", ""],
            "H9 H9 HT HT -50",
        );
        check(&DEFAULT, "HA HQ", ["", "BJ", "S2 SA"], "stands");
    }

    #[test]
    fn the_fewest_cards_are_forced_and_of_these_the_lowest() {
        check(&DEFAULT, "H9 H7 H3 H3", ["HT", "H4 H4", ""], "H7 -40");
        check(&DEFAULT, "D8 H8 BJ", ["S8", "", ""], "H8 -30");
    }

    #[test]
    fn the_natural_place_of_the_level_card_counts_for_tractors() {
        check(
            &KNOCKOUT,
            "S6 S6 S7 S7 BJ",
            ["S8 S8 S9 S9", "", ""],
            "S6 S6 S7 S7 -50",
        );
    }

    #[test]
    fn five_ten_king_in_a_throw_is_never_beaten() {
        check(&FIVE_TEN_KING, "C5 CT CK C9", ["CA", "", ""], "C9 -40");
        check(
            &FIVE_TEN_KING,
            "C5 CT CK CA",
            ["S5 ST SK", "", ""],
            "stands",
        );
    }

    #[test]
    fn each_penalty() {
        let with = |throw_penalty| PlayRules {
            throw_penalty,
            ..DEFAULT
        };
        let some = ["HK", "", ""];
        check(&with(ThrowPenalty::EveryCard), "HA HQ HJ", some, "HJ -30");
        check(
            &with(ThrowPenalty::CardsTakenBack),
            "HA HQ HJ",
            some,
            "HJ -20",
        );
        check(
            &with(ThrowPenalty::CardsTakenBack),
            "HT HQ HQ",
            ["HK HK", "", ""],
            "HT -30",
        );
        check(&with(ThrowPenalty::BeatenParts), "HA HQ HJ", some, "HJ -20");
        check(&with(ThrowPenalty::Flat), "HA HQ HJ", some, "HJ -10");
    }
}
