//! Why an action is refused, and what must be done instead.

use serde::{Deserialize, Serialize};

use super::Category;
use crate::cards::{CardSet, Rank};

/// A refused action (RULES.md §6, §10, §11). It costs nothing and changes
/// nothing. The variants stand in order of precedence: when several reasons
/// apply, the first is named.
///
/// Cards are held as [`CardSet`], whose `Debug` shows none of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[error("{}", self.as_str())]
pub enum Refusal {
    /// Nothing of the kind is asked in this phase.
    WrongPhase,
    /// These cards are not in the hand.
    NotInHand {
        /// The cards that are missing.
        missing: CardSet,
    },
    /// A bury of other than the size of the bottom.
    WrongBury {
        /// How many cards must be buried.
        needed: usize,
        /// How many were named.
        given: usize,
    },
    /// More or fewer cards than the lead (§6.1), or a lead of none.
    WrongCount {
        /// How many cards must be played; 1 stands for "at least one" in a lead.
        needed: usize,
        /// How many were named.
        given: usize,
    },
    /// A lead of more than one category (§5).
    MixedCategories,
    /// Cards of the lead's category were kept back (§6.1).
    MustFollowSuit {
        /// The category led.
        category: Category,
        /// How many cards of it must be among those played.
        needed: usize,
        /// The cards of it that the hand holds.
        cards: CardSet,
    },
    /// Fewer pairs than the lead asks and the hand has (§6.2).
    MustFollowPair {
        /// How many pairs must be among the cards played.
        needed: usize,
        /// The pairs of the category that the hand holds.
        pairs: CardSet,
    },
    /// Shorter tractors than the lead asks and the hand has (§6.3).
    MustFollowTractor {
        /// The lengths in pairs of the tractors that must be played, longest first.
        lengths: Vec<usize>,
        /// Every pair that stands in some play that would be legal.
        cards: CardSet,
    },
    /// The hand holds the 5-10-K of the category led (§7.3).
    MustFollowFives {
        /// The three cards that must be played.
        cards: CardSet,
    },
    /// No 5-10-K to follow a trump one: the three highest trumps are due (§7.3).
    MustPlayHighest {
        /// The cards to choose three from; four or more only where some are equal.
        cards: CardSet,
    },
    /// The ♥5-10-K was held back earlier in the deal (§7.3).
    FivesWithheld,
    /// The seat's own declaration or overturn stands, or P9 bars the declarer (§10.3).
    OwnDeclaration,
    /// The seat may fry only after another seat has (§10.4).
    NeedsBridge,
    /// Only the dealing side may do that (P9).
    DealersOnly,
    /// Only the dealer may do that (P9).
    DealerOnly,
    /// Another seat is asked.
    NotYourTurn,
    /// The cards must be level cards (or what else the ruleset lets declare).
    NotALevelCard {
        /// The level of the deal.
        level: Rank,
    },
    /// Two identical cards are needed.
    NotAPair,
    /// Somebody has declared already (P7).
    AlreadyDeclared,
    /// The seat has used this pair before (§10.3).
    AlreadyUsed,
    /// What stands is as high or higher (P10).
    NotHigher,
    /// A name that cannot be had, a play that the ruleset does not know.
    NotAllowed,
}

impl Refusal {
    /// The reason's name, as `chaodipi judge` writes it.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Refusal::WrongPhase => "wrong_phase",
            Refusal::NotInHand { .. } => "not_in_hand",
            Refusal::WrongBury { .. } => "wrong_bury",
            Refusal::WrongCount { .. } => "wrong_count",
            Refusal::MixedCategories => "mixed_categories",
            Refusal::MustFollowSuit { .. } => "must_follow_suit",
            Refusal::MustFollowPair { .. } => "must_follow_pair",
            Refusal::MustFollowTractor { .. } => "must_follow_tractor",
            Refusal::MustFollowFives { .. } => "must_follow_fives",
            Refusal::MustPlayHighest { .. } => "must_play_highest",
            Refusal::FivesWithheld => "fives_withheld",
            Refusal::OwnDeclaration => "own_declaration",
            Refusal::NeedsBridge => "needs_bridge",
            Refusal::DealersOnly => "dealers_only",
            Refusal::DealerOnly => "dealer_only",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::NotALevelCard { .. } => "not_a_level_card",
            Refusal::NotAPair => "not_a_pair",
            Refusal::AlreadyDeclared => "already_declared",
            Refusal::AlreadyUsed => "already_used",
            Refusal::NotHigher => "not_higher",
            Refusal::NotAllowed => "not_allowed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_shows_no_card() {
        let ace = "SA".parse().expect("a card");
        let missing = CardSet::from_cards(&[ace]).expect("one card");
        let refusal = Refusal::NotInHand { missing };
        assert_eq!(refusal.to_string(), "not_in_hand");
        assert!(!format!("{refusal:?}").contains("SA"));
    }

    #[test]
    fn the_serialised_name_is_the_reason() {
        let refusal = Refusal::NotALevelCard { level: Rank::Two };
        let json = serde_json::to_value(&refusal).expect("serialises");
        assert_eq!(json["reason"], refusal.as_str());
        assert_eq!(json["level"], "2");
    }
}
