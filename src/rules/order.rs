//! Which card belongs to which category, which is higher, and which pairs are linked.

use super::fives::Fives;
use super::line::Line;
use super::{Category, Links, PlayRules, Trump};
use crate::cards::{Card, CardSet, Kinds, Rank, Suit};

/// The order of the cards in one deal (RULES.md §3, §4), worked out once from
/// the rules and the trump. Everything about play asks it.
#[derive(Clone, Debug)]
pub struct Order {
    rules: PlayRules,
    trump: Trump,
    kinds: [Kinds; 5],
    category: [Category; Card::COUNT],
    strength: [u8; Card::COUNT],
    higher: [Kinds; Card::COUNT],
    /// The places of each card in the line of its category, as bits: one, or
    /// two for an ace that is high or low.
    places: [u32; Card::COUNT],
    /// The place of the off-suit level cards, as a bit.
    crowd: u32,
    fives: [Option<Fives>; 4],
}

/// The cards of one category in a hand, as they are shown to people.
#[derive(Clone, PartialEq, Eq)]
pub struct Group {
    /// The category.
    pub category: Category,
    /// The cards, strongest first; equal ones in the order S H D C.
    pub cards: Vec<Card>,
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Group({}, {} cards)", self.category, self.cards.len())
    }
}

impl Order {
    /// The order of a deal with that trump. The rules should have passed
    /// [`PlayRules::validate`].
    #[must_use]
    pub fn new(rules: &PlayRules, trump: Trump) -> Order {
        let classes = TrumpClasses::new(rules, trump);
        let mut order = Order {
            rules: *rules,
            trump,
            kinds: [Kinds::NONE; 5],
            category: [Category::Trump; Card::COUNT],
            strength: [0; Card::COUNT],
            higher: [Kinds::NONE; Card::COUNT],
            places: [0; Card::COUNT],
            crowd: 0,
            fives: [None; 4],
        };
        for card in Card::ALL {
            let category = match card.suit() {
                Some(suit) if !classes.is_trump(card) => Category::Side(suit),
                Some(_) | None => Category::Trump,
            };
            order.category[card.index()] = category;
            order.kinds[category.index()] = order.kinds[category.index()].with(card);
        }
        for suit in Suit::ALL {
            order.lay_suit(suit, &classes);
        }
        order.lay_classes(&classes);
        for category in Category::ALL {
            order.stack(category);
        }
        for suit in Suit::ALL {
            let trumps = order.kinds(Category::Trump);
            order.fives[suit.index()] = rules.fives.of_suit(suit, trump, trumps);
        }
        order
    }

    /// The order by which a hand is sorted for a seat that does not know the
    /// trump yet: jokers, level cards and cards that are trumps in any case
    /// first, then the four suits.
    #[must_use]
    pub fn unknown_trump(rules: &PlayRules, level: Rank) -> Order {
        Order::new(rules, Trump { suit: None, level })
    }

    /// The parameters it was made from.
    #[must_use]
    pub const fn rules(&self) -> &PlayRules {
        &self.rules
    }

    /// The trump of the deal.
    #[must_use]
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// The category of a card (§3).
    #[must_use]
    pub const fn category(&self, card: Card) -> Category {
        self.category[card.index()]
    }

    /// Whether a card is a trump (§3).
    #[must_use]
    pub fn is_trump(&self, card: Card) -> bool {
        self.category(card) == Category::Trump
    }

    /// The kinds of card in a category.
    #[must_use]
    pub const fn kinds(&self, category: Category) -> Kinds {
        self.kinds[category.index()]
    }

    /// The place of a card inside its category, 0 for the lowest; equal cards
    /// have the same. Cards of different categories do not compare.
    #[must_use]
    pub const fn strength(&self, card: Card) -> u8 {
        self.strength[card.index()]
    }

    /// The kinds of its category that are strictly higher than a card.
    #[must_use]
    pub const fn higher(&self, card: Card) -> Kinds {
        self.higher[card.index()]
    }

    /// The one category that all cards belong to, without any lowering;
    /// `None` when they are mixed or there is none.
    #[must_use]
    pub fn common_category(&self, cards: &CardSet) -> Option<Category> {
        let first = cards.kinds().iter().next()?;
        let category = self.category(first);
        (cards.kinds() - self.kinds(category))
            .is_empty()
            .then_some(category)
    }

    /// The cards from the strongest down, equal ones in the order S H D C;
    /// trumps before the side suits S, H, D, C.
    #[must_use]
    pub fn descending(&self, cards: &CardSet) -> Vec<Card> {
        let mut list = cards.to_vec();
        // `CardSet` lists cards in the order S H D C, and the sort is stable.
        list.sort_by_key(|&c| {
            let strength = std::cmp::Reverse(self.strength(c));
            (self.category(c).index(), strength)
        });
        list
    }

    /// A hand as it is shown: trumps first, then the side suits S, H, D, C;
    /// empty groups are left out.
    #[must_use]
    pub fn groups(&self, hand: &CardSet) -> Vec<Group> {
        Category::ALL
            .into_iter()
            .map(|category| Group {
                category,
                cards: self.descending(&hand.within(self.kinds(category))),
            })
            .filter(|group| !group.cards.is_empty())
            .collect()
    }

    /// The pairs among cards of one category, as a line.
    pub(super) fn line(&self, category: Category, pairs: Kinds) -> Line {
        let mut line = Line {
            bits: 0,
            crowd: self.crowd,
            spare: 0,
            ace: 0,
        };
        let mut rest = (pairs & self.kinds(category)).bits();
        while rest != 0 {
            let places = self.places[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            if line.bits & places & self.crowd != 0 {
                line.spare += 1;
            }
            line.bits |= places;
            if !places.is_power_of_two() {
                line.ace = places;
            }
        }
        // A run from the low ace to the high one would use the ace twice; the
        // same run one place higher is as long.
        if line.ace != 0 {
            let high = 31 - line.ace.leading_zeros();
            let span = super::line::run(high, high as usize + 1);
            if line.bits & span == span {
                line.bits &= !1;
            }
        }
        line
    }

    /// The places of a card in its line, as bits.
    pub(super) const fn places(&self, card: Card) -> u32 {
        self.places[card.index()]
    }

    /// How the 5-10-K of a category can be made; `None` where there is none.
    pub(super) fn fives(&self, category: Category) -> Option<&Fives> {
        let suit = match category {
            Category::Trump => self.trump.suit?,
            Category::Side(suit) => suit,
        };
        self.fives[suit.index()]
            .as_ref()
            .filter(|f| f.category == category)
    }

    /// Works out what is higher than each card of a category.
    fn stack(&mut self, category: Category) {
        let mut of_strength = [Kinds::NONE; Card::COUNT];
        let kinds = self.kinds(category);
        for card in kinds.iter() {
            let same = &mut of_strength[self.strength(card) as usize];
            *same = same.with(card);
        }
        let mut higher = Kinds::NONE;
        for same in of_strength[..kinds.len()].iter().rev() {
            for card in same.iter() {
                self.higher[card.index()] = higher;
            }
            higher = higher | *same;
        }
    }

    /// Strengths and places of a suit's own cards.
    fn lay_suit(&mut self, suit: Suit, classes: &TrumpClasses) {
        let links = self.rules.links;
        let is_trump_suit = self.trump.suit == Some(suit);
        let level_card = Card::new(suit, self.trump.level);
        let natural = is_trump_suit
            && links.level_at_natural_place
            && classes.level == Kinds::NONE.with(level_card);
        let hollow = if is_trump_suit {
            links.hollow_trump && !natural
        } else {
            links.hollow_side
        };
        // Where a permanent trump is of the level rank, the gap is its own.
        let closes_gap = hollow && !classes.is_permanent(level_card);
        let mut strength = 0;
        for rank in Rank::ALL {
            let card = Card::new(suit, rank);
            let own = self.category(card) == Category::Side(suit)
                || (is_trump_suit && !classes.stands_apart(card));
            let place = 1 + rank.index() - usize::from(closes_gap && rank > self.trump.level);
            if own {
                self.strength[card.index()] = strength;
                strength += 1;
            }
            if own || (natural && card == level_card) {
                self.places[card.index()] = 1 << place;
            }
        }
        let two = self.places[Card::new(suit, Rank::Two).index()];
        let ace = &mut self.places[Card::new(suit, Rank::Ace).index()];
        if links.ace_below_two && two == 1 << 1 && *ace != 0 {
            *ace |= 1;
        }
    }

    /// Strengths and places of the trumps that stand above the trump suit.
    fn lay_classes(&mut self, classes: &TrumpClasses) {
        let links = self.rules.links;
        let suit_cards = self.kinds(Category::Trump) - classes.apart;
        let mut strength = suit_cards.iter().map(|c| self.strength(c) + 1).max();
        let mut place = self
            .kinds(Category::Trump)
            .iter()
            .map(|c| 32 - self.places(c).leading_zeros())
            .max();
        let mut below = (!suit_cards.is_empty()).then_some(Class::Suit);
        for (class, kinds) in classes.ascending() {
            if kinds.is_empty() {
                continue;
            }
            let linked = below.is_none_or(|b| classes.linked(&links, b, class));
            let here = place.unwrap_or(0) + u32::from(!linked);
            let next_strength = strength.unwrap_or(0);
            let mut laid = false;
            for card in kinds.iter() {
                self.strength[card.index()] = next_strength;
                if self.places[card.index()] == 0 {
                    self.places[card.index()] = 1 << here;
                    laid = true;
                }
            }
            if class == Class::OffSuitLevel {
                self.crowd = 1 << here;
            }
            strength = Some(next_strength + 1);
            if laid {
                place = Some(here + 1);
                below = Some(class);
            } else {
                // A class with a natural place of its own links nothing here.
                place = Some(place.unwrap_or(0) + 1);
            }
        }
    }
}

/// A class of trumps, by what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Suit,
    OffSuitLevel,
    Level,
    BelowJokers,
    LittleJoker,
    BigJoker,
    AboveJokers,
}

/// The trumps that stand above the trump suit.
struct TrumpClasses {
    trump: Trump,
    off_suit_level: Kinds,
    level: Kinds,
    below_jokers: Kinds,
    above_jokers: Kinds,
    /// All of them.
    apart: Kinds,
}

impl TrumpClasses {
    fn new(rules: &PlayRules, trump: Trump) -> TrumpClasses {
        let permanent = rules.permanent_trumps;
        let above_jokers: Kinds = permanent.above_jokers(trump.suit).into_iter().collect();
        let below_jokers: Kinds = permanent.below_jokers().into_iter().collect();
        let of_level = |suits: &dyn Fn(Suit) -> bool| -> Kinds {
            Suit::ALL
                .into_iter()
                .filter(|&s| suits(s))
                .map(|s| Card::new(s, trump.level))
                .collect::<Kinds>()
                - above_jokers
                - below_jokers
        };
        let mut classes = TrumpClasses {
            trump,
            off_suit_level: of_level(&|s| trump.suit != Some(s)),
            level: of_level(&|s| trump.suit == Some(s)),
            below_jokers,
            above_jokers,
            apart: Kinds::NONE,
        };
        let each = classes.ascending().into_iter();
        classes.apart = each.fold(Kinds::NONE, |all, (_, kinds)| all | kinds);
        classes
    }

    /// Low to high, with their cards; a class may be empty.
    fn ascending(&self) -> [(Class, Kinds); 6] {
        [
            (Class::OffSuitLevel, self.off_suit_level),
            (Class::Level, self.level),
            (Class::BelowJokers, self.below_jokers),
            (Class::LittleJoker, Kinds::NONE.with(Card::LITTLE_JOKER)),
            (Class::BigJoker, Kinds::NONE.with(Card::BIG_JOKER)),
            (Class::AboveJokers, self.above_jokers),
        ]
    }

    fn stands_apart(&self, card: Card) -> bool {
        self.apart.has(card)
    }

    fn is_permanent(&self, card: Card) -> bool {
        self.above_jokers.has(card) || self.below_jokers.has(card)
    }

    fn is_trump(&self, card: Card) -> bool {
        self.stands_apart(card) || (card.suit().is_some() && card.suit() == self.trump.suit)
    }

    /// Whether two classes with nothing between them are linked (§4).
    fn linked(&self, links: &Links, below: Class, above: Class) -> bool {
        let no_trump = self.trump.suit.is_none();
        // ♠A can be the level card of the trump suit as well.
        let ace_is_level = self
            .trump
            .suit
            .is_some_and(|s| self.below_jokers.has(Card::new(s, self.trump.level)));
        match (below, above) {
            (Class::Suit, Class::OffSuitLevel) => links.off_suit_level_to_suit,
            (Class::OffSuitLevel, Class::Level) => links.level_to_off_suit_level,
            (Class::OffSuitLevel, Class::LittleJoker) => no_trump && links.little_joker_to_level,
            (Class::OffSuitLevel, Class::BelowJokers) if ace_is_level => {
                links.level_to_off_suit_level
            }
            (Class::OffSuitLevel, Class::BelowJokers) => no_trump && links.permanent,
            (Class::Level, Class::LittleJoker) => links.little_joker_to_level,
            (Class::Level, Class::BelowJokers)
            | (Class::BelowJokers, Class::LittleJoker)
            | (Class::BigJoker, Class::AboveJokers) => links.permanent,
            (Class::LittleJoker, Class::BigJoker) => true,
            (
                Class::Suit
                | Class::OffSuitLevel
                | Class::Level
                | Class::BelowJokers
                | Class::LittleJoker
                | Class::BigJoker
                | Class::AboveJokers,
                _,
            ) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{DEFAULT, DOUBLE_DIG, KNOCKOUT, RED_FIVE, names, order, set};

    fn check(rules: &PlayRules, trump: &str, hand: &str, expected: &str) {
        let groups = order(rules, trump).groups(&set(hand));
        let lines: Vec<String> = groups.iter().map(|g| names(&g.cards)).collect();
        assert_eq!(lines.join(" - "), expected);
    }

    #[test]
    fn trumps_stand_in_their_order_before_the_side_suits() {
        let hand = "S2 SA H8 D8 S8 LJ BJ HA H9 C3 D4";
        check(
            &DEFAULT,
            "8S",
            hand,
            "BJ LJ S8 H8 D8 SA S2 - HA H9 - D4 - C3",
        );
        check(
            &DEFAULT,
            "8-",
            hand,
            "BJ LJ S8 H8 D8 - SA S2 - HA H9 - D4 - C3",
        );
    }

    #[test]
    fn permanent_trumps_have_places_of_their_own() {
        check(&RED_FIVE, "8S", "H5 BJ H4 S8", "H5 BJ S8 - H4");
        check(&RED_FIVE, "5H", "H5 BJ S5", "H5 BJ S5");
        check(
            &DOUBLE_DIG,
            "TH",
            "SA H5 BJ LJ HT DT HA SK",
            "H5 BJ LJ SA HT DT HA - SK",
        );
        check(&DOUBLE_DIG, "5-", "H5 S5 SA LJ", "LJ SA S5 H5");
        check(&DOUBLE_DIG, "T-", "H5 S5 SA LJ", "LJ SA - S5 - H5");
    }

    #[test]
    fn off_suit_level_cards_are_equal() {
        let order = order(&DEFAULT, "8S");
        let strength = |name: &str| order.strength(name.parse().expect("a card"));
        assert_eq!(strength("H8"), strength("C8"));
        assert!(strength("S8") > strength("H8"));
        assert!(strength("H8") > strength("SA"));
    }

    #[test]
    fn a_hand_is_sorted_without_knowing_the_trump() {
        let order = Order::unknown_trump(&DEFAULT, Rank::Two);
        let groups = order.groups(&set("S3 H2 BJ D2 HA"));
        let lines: Vec<String> = groups.iter().map(|g| names(&g.cards)).collect();
        assert_eq!(lines, ["BJ H2 D2", "S3", "HA"]);
        assert_eq!(format!("{:?}", groups[0]), "Group(trump, 3 cards)");
    }

    #[test]
    fn the_ace_of_a_level_with_a_natural_place_is_not_linked_to_off_suit_aces() {
        let order = order(&KNOCKOUT, "AS");
        let profile = |cards: &str| order.profile(&set(cards)).expect("one category").1;
        assert_eq!(profile("SK SK SA SA").tractors(), [2]);
        assert!(profile("SA SA HA HA").tractors().is_empty());
    }
}
