//! Fixtures of the unit tests: cards, orders and parameters in one line each.

use super::{
    DigMultiplier, FivesRule, FollowDuty, Links, Order, PermanentTrumps, PlayRules, ThrowPenalty,
    Trump,
};
use crate::cards::{Card, CardSet, Rank, Suit};

/// What most presets play.
pub(super) const DEFAULT: PlayRules = PlayRules {
    permanent_trumps: PermanentTrumps::None,
    links: Links {
        hollow_side: true,
        hollow_trump: true,
        level_at_natural_place: false,
        ace_below_two: false,
        little_joker_to_level: true,
        level_to_off_suit_level: true,
        off_suit_level_to_suit: true,
        permanent: false,
    },
    throw_penalty: ThrowPenalty::EveryCard,
    follow_pairs: FollowDuty::Must,
    follow_tractors: FollowDuty::Must,
    fives: FivesRule::None,
    dig: DigMultiplier::Doubling,
};

/// `knockout`'s parameters.
pub(super) const KNOCKOUT: PlayRules = PlayRules {
    links: Links {
        hollow_trump: false,
        level_at_natural_place: true,
        little_joker_to_level: false,
        level_to_off_suit_level: false,
        off_suit_level_to_suit: false,
        ..DEFAULT.links
    },
    follow_pairs: FollowDuty::Free,
    follow_tractors: FollowDuty::Free,
    dig: DigMultiplier::LowestFour,
    ..DEFAULT
};

/// `five-ten-king`'s parameters.
pub(super) const FIVE_TEN_KING: PlayRules = PlayRules {
    permanent_trumps: PermanentTrumps::RedFive,
    links: Links {
        hollow_side: false,
        hollow_trump: false,
        ace_below_two: true,
        little_joker_to_level: false,
        level_to_off_suit_level: false,
        off_suit_level_to_suit: false,
        ..DEFAULT.links
    },
    fives: FivesRule::LevelsLowered,
    dig: DigMultiplier::PairFour,
    ..DEFAULT
};

/// `red-five`'s parameters.
pub(super) const RED_FIVE: PlayRules = PlayRules {
    permanent_trumps: PermanentTrumps::RedFive,
    fives: FivesRule::RedFiveLowered,
    ..DEFAULT
};

/// `double-dig`'s parameters.
pub(super) const DOUBLE_DIG: PlayRules = PlayRules {
    permanent_trumps: PermanentTrumps::MiddleFive,
    links: Links {
        permanent: true,
        ..DEFAULT.links
    },
    throw_penalty: ThrowPenalty::Flat,
    dig: DigMultiplier::PairFour,
    ..DEFAULT
};

/// The order at a level and trump suit: `8S`, `A-` for no trump.
pub(super) fn order(rules: &PlayRules, trump: &str) -> Order {
    let mut letters = trump.chars();
    let level = letters.next().and_then(Rank::from_letter);
    let suit = letters.next().and_then(Suit::from_letter);
    let level = level.expect("a level");
    Order::new(rules, Trump { suit, level })
}

/// Cards by name: `SA SA HK`.
pub(super) fn set(names: &str) -> CardSet {
    let cards: Vec<Card> = names
        .split_whitespace()
        .map(|name| name.parse().expect("a card"))
        .collect();
    CardSet::from_cards(&cards).expect("no card three times")
}

/// The names of cards, in their order.
pub(super) fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
    names.join(" ")
}
