//! The parameters of card play: the part of a ruleset that RULES.md §3-§8 reads.

use serde::{Deserialize, Serialize};

use super::{DigMultiplier, FivesRule, FollowDuty, Links, PermanentTrumps, ThrowPenalty};

/// What a ruleset decides about the play of cards (RULES.md §3-§8). The
/// default is what most presets play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayRules {
    /// P1: cards that are always trumps.
    pub permanent_trumps: PermanentTrumps,
    /// The links of tractors (§4).
    pub links: Links,
    /// P2: what a failed throw costs.
    pub throw_penalty: ThrowPenalty,
    /// P3: whether pairs must be followed.
    pub follow_pairs: FollowDuty,
    /// P4: whether tractors must be followed.
    pub follow_tractors: FollowDuty,
    /// 5-10-K as a combination (§7.3).
    pub fives: FivesRule,
    /// P5: the multiplier of the bottom.
    pub dig: DigMultiplier,
}

/// Why parameters of card play do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayRulesError {
    /// The trump-suit level card would be a neighbour of one pair in two ways.
    #[error(
        "with level-at-natural-place, the links hollow-trump, little-joker-to-level, \
         level-to-off-suit-level and off-suit-level-to-suit must be off"
    )]
    LevelCardLinkedTwice,
    /// Tractors cannot be owed when the pairs in them are not.
    #[error("follow-tractors = \"must\" needs follow-pairs = \"must\"")]
    TractorsWithoutPairs,
    /// ♥5 is lowered from its permanent place, which it then must have.
    #[error("5-10-K with lowering needs permanent-trumps = \"red-five\"")]
    LoweringWithoutRedFive,
}

impl PlayRules {
    /// Whether the parameters can be played together.
    ///
    /// # Errors
    /// The first combination found that cannot.
    pub fn validate(&self) -> Result<(), PlayRulesError> {
        let links = self.links;
        let level_links = links.hollow_trump
            || links.little_joker_to_level
            || links.level_to_off_suit_level
            || links.off_suit_level_to_suit;
        if links.level_at_natural_place && level_links {
            return Err(PlayRulesError::LevelCardLinkedTwice);
        }
        if self.follow_tractors == FollowDuty::Must && self.follow_pairs == FollowDuty::Free {
            return Err(PlayRulesError::TractorsWithoutPairs);
        }
        if self.fives != FivesRule::None && self.permanent_trumps != PermanentTrumps::RedFive {
            return Err(PlayRulesError::LoweringWithoutRedFive);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_can_be_played() {
        assert_eq!(PlayRules::default().validate(), Ok(()));
    }

    #[test]
    fn a_level_card_in_two_places_cannot_be_linked_at_both() {
        let mut rules = PlayRules::default();
        rules.links.level_at_natural_place = true;
        assert_eq!(rules.validate(), Err(PlayRulesError::LevelCardLinkedTwice));
        rules.links.hollow_trump = false;
        rules.links.little_joker_to_level = false;
        rules.links.level_to_off_suit_level = false;
        rules.links.off_suit_level_to_suit = false;
        assert_eq!(rules.validate(), Ok(()));
    }

    #[test]
    fn tractors_are_owed_only_with_pairs() {
        let rules = PlayRules {
            follow_pairs: FollowDuty::Free,
            ..PlayRules::default()
        };
        assert_eq!(rules.validate(), Err(PlayRulesError::TractorsWithoutPairs));
    }
}
