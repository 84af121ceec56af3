//! Leading: what may open a trick, and what the lead then asks of the others.

use super::{Category, Order, Profile, Refusal, Shape};
use crate::cards::{CardSet, Suit};

/// A lead that lies on the table, with what the followers need to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    cards: CardSet,
    category: Category,
    profile: Profile,
}

impl Lead {
    /// Reads cards as a lead (RULES.md §5); `None` when they are of different
    /// categories or there is none.
    #[must_use]
    pub fn new(order: &Order, cards: &CardSet) -> Option<Lead> {
        let (category, profile) = order.profile(cards)?;
        Some(Lead {
            cards: *cards,
            category,
            profile,
        })
    }

    /// Reads a play as the lead of that hand. `withheld` says that the seat
    /// held back ♥5-10-K earlier in the deal (§7.3).
    ///
    /// # Errors
    /// `NotInHand`, `WrongCount` (no card), `MixedCategories`, `FivesWithheld`.
    pub fn check(
        order: &Order,
        hand: &CardSet,
        play: &CardSet,
        withheld: bool,
    ) -> Result<Lead, Refusal> {
        let missing = play.minus(hand);
        if !missing.is_empty() {
            return Err(Refusal::NotInHand { missing });
        }
        if play.is_empty() {
            return Err(Refusal::WrongCount {
                needed: 1,
                given: 0,
            });
        }
        let lead = Lead::new(order, play).ok_or(Refusal::MixedCategories)?;
        if withheld && lead.profile.fives > 0 && lead.category == WITHHOLDABLE {
            return Err(Refusal::FivesWithheld);
        }
        Ok(lead)
    }

    /// Its cards.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// How many cards each seat has to play.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cards.len()
    }

    /// Always false: a lead has a card at least.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Its category.
    #[must_use]
    pub const fn category(&self) -> Category {
        self.category
    }

    /// How many parts of which shape it has.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether it is a throw: more than one part.
    #[must_use]
    pub const fn is_throw(&self) -> bool {
        self.profile.parts() > 1
    }

    /// The shape of its one part; `None` for a throw.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        if self.is_throw() {
            None
        } else {
            self.profile.shapes().next()
        }
    }
}

/// The only category whose 5-10-K may be held back (§7.3): with hearts trump
/// it is of another one.
pub(super) const WITHHOLDABLE: Category = Category::Side(Suit::Hearts);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{DEFAULT, FIVE_TEN_KING, order, set};

    fn check(hand: &str, play: &str, withheld: bool, expected: &str) {
        let order = order(&FIVE_TEN_KING, "8S");
        let said = match Lead::check(&order, &set(hand), &set(play), withheld) {
            Ok(_) => "ok",
            Err(refusal) => refusal.as_str(),
        };
        assert_eq!(said, expected, "{play} from {hand}");
    }

    #[test]
    fn a_lead_is_of_one_category_out_of_the_hand() {
        check("HA DA", "HA", false, "ok");
        check("HA DA", "HA DA", false, "mixed_categories");
        check("HA DA", "HK DK", false, "not_in_hand");
        check("HA DA", "", false, "wrong_count");
        check("H8 BJ S2", "H8 BJ S2", false, "ok");
        check("H8 H9", "H8 H9", false, "mixed_categories");
    }

    #[test]
    fn a_red_five_is_lowered_only_to_make_five_ten_king() {
        check("H5 HT HK HA", "H5 HT HK HA", false, "ok");
        check("H5 H5 HT HK HA", "H5 H5 HT HK", false, "mixed_categories");
        check("H5 HT HK HA", "H5 HT", false, "mixed_categories");
        check("H5 HT HK HA", "H5 HT HK", true, "fives_withheld");
        check("C5 CT CK HA", "C5 CT CK", true, "ok");
    }

    #[test]
    fn a_throw_has_more_than_one_part() {
        let order = order(&DEFAULT, "8S");
        let shape = |cards| {
            Lead::new(&order, &set(cards))
                .expect("one category")
                .shape()
        };
        assert_eq!(shape("HA"), Some(Shape::Single));
        assert_eq!(shape("HA HA"), Some(Shape::Pair));
        assert_eq!(shape("H7 H7 H9 H9"), Some(Shape::Tractor(2)));
        assert_eq!(shape("HA HA HK"), None);
    }
}
