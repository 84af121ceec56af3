//! The table of links of RULES.md §4: which pairs are neighbours in a tractor.

use serde::{Deserialize, Serialize};

/// Which neighbours make a tractor, beside the two that always do: natural
/// neighbours of one suit, and the two jokers (RULES.md §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Links {
    /// 7-9 at level 8 in a side suit. All but `five-ten-king` play so.
    pub hollow_side: bool,
    /// 7-9 at level 8 in the trump suit. All but `platform`, `knockout` and
    /// `five-ten-king` play so.
    pub hollow_trump: bool,
    /// The trump-suit level card stands at its natural place as well: 7-8-9
    /// in trump at level 8. `knockout` plays so.
    pub level_at_natural_place: bool,
    /// A-2 as the lowest neighbours, counted as a 2. `five-ten-king` plays so.
    pub ace_below_two: bool,
    /// Little joker - trump-suit level card; in no trump, little joker - any
    /// one level pair. All but `college`, `knockout` and `five-ten-king` play so.
    pub little_joker_to_level: bool,
    /// Trump-suit level card - off-suit level card. All but `tournament`,
    /// `college`, `knockout` and `five-ten-king` play so.
    pub level_to_off_suit_level: bool,
    /// Off-suit level card - highest trump-suit card below. All but
    /// `tournament`, `college`, `knockout` and `five-ten-king` play so.
    pub off_suit_level_to_suit: bool,
    /// Permanent trumps along their own order: 中心五 - big joker, little
    /// joker - ♠A, ♠A - level card. `double-dig` plays so.
    pub permanent: bool,
}

impl Default for Links {
    fn default() -> Links {
        Links {
            hollow_side: true,
            hollow_trump: true,
            level_at_natural_place: false,
            ace_below_two: false,
            little_joker_to_level: true,
            level_to_off_suit_level: true,
            off_suit_level_to_suit: true,
            permanent: false,
        }
    }
}
