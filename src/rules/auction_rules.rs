//! The parameters of declaring, dealers, overturning and frying (RULES.md §10).

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank, Suit};

/// What a ruleset decides about the auction (RULES.md §10). The default is
/// what most presets play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AuctionRules {
    /// P7: whether the cards of the auction lie face down.
    pub secrecy: Secrecy,
    /// P7: which declaration stands.
    pub declaring: Declaring,
    /// P7: whether a joker pair declares no trump.
    pub declare_jokers: DeclareJokers,
    /// P8: who is dealer after the first deal.
    pub dealer: DealerRule,
    /// P9: overturning in a game's first deal.
    pub overturn_first: OverturnRules,
    /// P9: overturning in later deals.
    pub overturn_later: OverturnRules,
    /// P9: whether the bottom is fried in a game's first deal.
    pub first_fry: FirstFry,
    /// P10: which pair is higher.
    pub rank: PairRank,
    /// P10: what a pair of big jokers may name.
    pub big_jokers: BigJokers,
    /// P10: 勾回头, the first declarer's right to restore its suit.
    pub hook_back: HookBackFry,
    /// P11: what is trump when nobody declared.
    pub undeclared: Undeclared,
}

impl Default for AuctionRules {
    fn default() -> AuctionRules {
        AuctionRules {
            secrecy: Secrecy::default(),
            declaring: Declaring::default(),
            declare_jokers: DeclareJokers::default(),
            dealer: DealerRule::default(),
            overturn_first: OverturnRules {
                dealer: OverturnDealer::Overturner,
                ..OverturnRules::default()
            },
            overturn_later: OverturnRules::default(),
            first_fry: FirstFry::default(),
            rank: PairRank::default(),
            big_jokers: BigJokers::default(),
            hook_back: HookBackFry::default(),
            undeclared: Undeclared::default(),
        }
    }
}

/// P7: whether declaring, overturning and frying happen face down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secrecy {
    /// 暗: all see who spoke, nobody with what, till the frying is over; one
    /// card declares. `tournament`, `college`, `dark`, `tv`, `hook` and
    /// `knockout` play so.
    #[default]
    Secret,
    /// 明: the cards lie open; one or two cards declare. `ordered`,
    /// `platform`, `five-ten-king`, `red-five`, `flag`, `forty` and
    /// `double-dig` play so.
    Open,
}

impl Secrecy {
    /// Whether two identical level cards may be declared at once (RULES.md 10.1).
    #[must_use]
    pub const fn declares_pairs(self) -> bool {
        match self {
            Secrecy::Secret => false,
            Secrecy::Open => true,
        }
    }
}

/// P7: which of several declarations stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declaring {
    /// The first; nobody declares after it. `tournament`, `college`, `dark`,
    /// `tv`, `hook`, `knockout`, `five-ten-king` and `red-five` play so.
    #[default]
    First,
    /// The first; the declarer may add the second card (上保险), and then only
    /// a higher suit or jokers may fry. `ordered` and `platform` play so.
    FirstInsured,
    /// A pair over a single. `flag` and `forty` play so.
    PairOverSingle,
    /// A pair over a single, a pair over a pair of a lower suit. `double-dig`
    /// plays so.
    PairsBySuit,
}

impl Declaring {
    /// Whether a declaration of that many cards, in that suit, replaces the one
    /// that stands. Suits matter between pairs only.
    #[must_use]
    pub fn replaces(self, new: (usize, Option<Suit>), standing: (usize, Option<Suit>)) -> bool {
        let pair_over_single = new.0 > standing.0;
        match self {
            Declaring::First | Declaring::FirstInsured => false,
            Declaring::PairOverSingle => pair_over_single,
            Declaring::PairsBySuit => {
                let higher = suit_height(new.1) > suit_height(standing.1);
                pair_over_single || (new.0 == 2 && standing.0 == 2 && higher)
            }
        }
    }

    /// Whether others may declare after the first.
    #[must_use]
    pub const fn goes_on(self) -> bool {
        match self {
            Declaring::First | Declaring::FirstInsured => false,
            Declaring::PairOverSingle | Declaring::PairsBySuit => true,
        }
    }

    /// Whether the declarer may add the second card of a single.
    #[must_use]
    pub const fn insures(self) -> bool {
        match self {
            Declaring::FirstInsured => true,
            Declaring::First | Declaring::PairOverSingle | Declaring::PairsBySuit => false,
        }
    }
}

/// P7: whether a pair of jokers declares no trump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclareJokers {
    /// Level cards alone declare. All but `red-five` play so.
    #[default]
    No,
    /// A pair of jokers declares no trump. `red-five` plays so.
    Pair,
}

/// P8: who is dealer after the first deal (RULES.md 10.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealerRule {
    /// Stayed: the last dealer's partner; else the last dealer's next. Most presets.
    #[default]
    Rotating,
    /// 自放自打、上放下打: a dealing-side declarer; an attacker's next.
    /// `tournament` and `college` play so.
    ByPlacing,
    /// 自放对打: a dealing-side declarer's partner; an attacker's next.
    /// `knockout` plays so.
    ByPlacingPartner,
    /// Stayed: the same dealer; else the last dealer's next. `double-dig` plays so.
    Staying,
}

impl DealerRule {
    /// Whether the declaration decides who is dealer.
    #[must_use]
    pub const fn by_placing(self) -> bool {
        match self {
            DealerRule::ByPlacing | DealerRule::ByPlacingPartner => true,
            DealerRule::Rotating | DealerRule::Staying => false,
        }
    }
}

/// P9: overturning (反主) before the bottom is taken (RULES.md 10.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OverturnRules {
    /// Who is asked.
    pub who: OverturnWho,
    /// With which pairs.
    pub with: OverturnWith,
    /// Over what.
    pub over: OverturnOver,
    /// What it does to the dealer.
    pub dealer: OverturnDealer,
}

/// P9: who may overturn. "The declarer" is the seat whose declaration stood
/// when drawing ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverturnWho {
    /// Nobody. `ordered` and `platform` in later deals, `five-ten-king` always.
    Nobody,
    /// Anyone but the last to have spoken. `tv`, `flag`, `forty` and
    /// `red-five`; first deals of `dark`, `hook`, `ordered` and `platform`.
    #[default]
    NotLastToSpeak,
    /// Anyone but the declarer. `college`; first deals of `tournament` and `knockout`.
    NotDeclarer,
    /// Seats of the dealing side but the declarer. Later deals of `tournament`.
    Dealers,
    /// The dealer alone, if not the declarer. Later deals of `dark`, `hook` and `knockout`.
    Dealer,
    /// The three others than the declarer, once each. First deals of `double-dig`.
    OthersOnce,
    /// Once round from the dealer's next, the dealer last; whoever's trump
    /// stands is passed over. Later deals of `double-dig`.
    RoundOnce,
}

/// P9: with which pairs one overturns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverturnWith {
    /// A pair of level cards. First deals of `tournament`, `college`,
    /// `knockout` and `double-dig`.
    LevelPairs,
    /// A pair of level cards or of jokers. Most presets.
    #[default]
    LevelOrJokerPairs,
    /// Whatever may fry. `red-five`; later deals of `double-dig`.
    FryingPairs,
}

/// P9: over what one overturns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverturnOver {
    /// Over anything. Most presets.
    #[default]
    Anything,
    /// Over what is lower in P10's order. `red-five` and `double-dig`; first
    /// deals of `ordered` and `platform`.
    Lower,
}

/// P9: what overturning does to the dealer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverturnDealer {
    /// Nothing. Later deals of most presets.
    #[default]
    Unchanged,
    /// Who overturns is dealer. First deals; later deals of `tournament`.
    Overturner,
    /// P8 is applied to the overturner. Later deals of `college`.
    ByPlacing,
}

/// P9: whether the bottom is fried in a game's first deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstFry {
    /// As in every deal. Most presets.
    #[default]
    Yes,
    /// Play follows the burying. `ordered` and `platform` play so.
    No,
}

/// P10: which pair is higher, in frying and where P9 asks for it (RULES.md 10.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairRank {
    /// Any pair goes over any pair. Most presets.
    #[default]
    Unranked,
    /// ♦ < ♣ < ♥ < ♠ < little jokers < big jokers. `ordered` and `platform` play so.
    Suits,
    /// The same, then the ♥5 pair, which names any suit or no trump.
    /// `five-ten-king` and `red-five` play so.
    SuitsThenRedFive,
    /// The same as the first, then fives ♦ < ♣ < ♥ < ♠, which make their suit
    /// trump. `double-dig` plays so.
    SuitsThenFives,
}

/// How high a pair is; 0 stands for a lone single, which any pair tops.
pub type Height = u8;

/// The height of the hook-back, above every pair.
pub const HOOK_BACK: Height = 20;

/// The heights at which things start; within a group the suit decides.
const LITTLE_JOKERS: Height = 5;
const BIG_JOKERS: Height = 6;
const SPECIAL_FIVES: Height = 7;

impl PairRank {
    /// How high a pair of that card is at that level, 1 or more; `None` when
    /// such a pair neither overturns nor fries.
    #[must_use]
    pub fn height(self, card: Card, level: Rank) -> Option<Height> {
        let red_five = Card::new(Suit::Hearts, Rank::Five);
        let five = card.rank() == Some(Rank::Five);
        match self {
            PairRank::SuitsThenRedFive if card == red_five => return Some(SPECIAL_FIVES),
            PairRank::SuitsThenFives if five => {
                return Some(SPECIAL_FIVES + suit_height(card.suit()));
            }
            PairRank::Unranked
            | PairRank::Suits
            | PairRank::SuitsThenRedFive
            | PairRank::SuitsThenFives => {}
        }
        if card == Card::BIG_JOKER {
            Some(BIG_JOKERS)
        } else if card == Card::LITTLE_JOKER {
            Some(LITTLE_JOKERS)
        } else {
            (card.rank() == Some(level)).then(|| suit_height(card.suit()))
        }
    }

    /// Whether something of height `new` goes over what stands at `standing`.
    #[must_use]
    pub const fn tops(self, new: Height, standing: Height) -> bool {
        match self {
            PairRank::Unranked => true,
            PairRank::Suits | PairRank::SuitsThenRedFive | PairRank::SuitsThenFives => {
                new > standing
            }
        }
    }

    /// Whether a ♥5 pair names any suit or no trump.
    #[must_use]
    pub const fn red_five_names(self) -> bool {
        match self {
            PairRank::SuitsThenRedFive => true,
            PairRank::Unranked | PairRank::Suits | PairRank::SuitsThenFives => false,
        }
    }

    /// Whether the seats must see the cards to know what is higher.
    #[must_use]
    pub const fn is_ranked(self) -> bool {
        match self {
            PairRank::Unranked => false,
            PairRank::Suits | PairRank::SuitsThenRedFive | PairRank::SuitsThenFives => true,
        }
    }
}

/// ♦ 1, ♣ 2, ♥ 3, ♠ 4 (RULES.md 10.4); 0 without a suit.
#[must_use]
pub const fn suit_height(suit: Option<Suit>) -> Height {
    match suit {
        None => 0,
        Some(Suit::Diamonds) => 1,
        Some(Suit::Clubs) => 2,
        Some(Suit::Hearts) => 3,
        Some(Suit::Spades) => 4,
    }
}

/// P10: what a pair of big jokers may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BigJokers {
    /// No trump, as the little ones. Most presets.
    #[default]
    NoTrump,
    /// Any suit or no trump. `ordered`, `platform` and `knockout` play so.
    NameAny,
}

/// P10: 勾回头: over anything, once, after another seat has fried or
/// overturned, by the first declarer with the pair of what it declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookBackFry {
    /// There is none. Most presets.
    #[default]
    None,
    /// Who declared with a single restores the declared suit. `five-ten-king` plays so.
    DeclaredSuit,
    /// The same; who declared ♥5 at level 5, with one or two, names anything.
    /// `red-five` plays so.
    DeclaredSuitFiveNamesAny,
}

/// P11: what is trump, and in a first deal who is dealer, when nobody declared
/// (RULES.md 10.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undeclared {
    /// The first level card turned up, else the highest that is no joker. Most presets.
    #[default]
    Flip,
    /// The third card, a joker is no trump; in a first deal as `Flip`.
    /// `ordered` and `platform` play so.
    ThirdCard,
    /// No trump; in a first deal the dealer is drawn by lot. `tv` plays so.
    NoTrump,
    /// The first card that is no joker. `knockout` plays so.
    FirstNoJoker,
    /// The first card, a joker is no trump. `red-five` plays so.
    FirstCard,
    /// The deal is drawn again; the attackers become dealers, but in a first
    /// deal. `double-dig` plays so.
    StepDown,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        name.parse().expect("a card")
    }

    #[test]
    fn pairs_stand_in_the_order_of_10_4() {
        let check = |rank: PairRank, level: Rank, order: &str| {
            let heights: Vec<_> = order
                .split(' ')
                .map(|c| rank.height(card(c), level))
                .collect();
            assert!(heights.iter().all(Option::is_some), "{rank:?} {order}");
            assert!(heights.is_sorted_by(|a, b| a < b), "{rank:?} {order}");
        };
        check(PairRank::Suits, Rank::Eight, "D8 C8 H8 S8 LJ BJ");
        check(
            PairRank::SuitsThenRedFive,
            Rank::Eight,
            "D8 C8 H8 S8 LJ BJ H5",
        );
        check(PairRank::SuitsThenRedFive, Rank::Five, "D5 C5 S5 LJ BJ H5");
        check(
            PairRank::SuitsThenFives,
            Rank::Two,
            "D2 C2 H2 S2 LJ BJ D5 C5 H5 S5",
        );
        check(PairRank::SuitsThenFives, Rank::Five, "LJ BJ D5 C5 H5 S5");
        assert_eq!(PairRank::Suits.height(card("H5"), Rank::Eight), None);
        assert_eq!(PairRank::Unranked.height(card("H5"), Rank::Eight), None);
        assert!(PairRank::Unranked.tops(1, 4));
        assert!(!PairRank::Suits.tops(1, 4));
    }

    #[test]
    fn declarations_replace_each_other_as_10_1_says() {
        let d = (2, Some(Suit::Diamonds));
        let h = (2, Some(Suit::Hearts));
        let single = (1, Some(Suit::Spades));
        assert!(Declaring::PairOverSingle.replaces(d, single));
        assert!(!Declaring::PairOverSingle.replaces(h, d));
        assert!(Declaring::PairsBySuit.replaces(h, d));
        assert!(!Declaring::PairsBySuit.replaces(d, h));
        assert!(!Declaring::PairsBySuit.replaces(single, (1, Some(Suit::Diamonds))));
        assert!(!Declaring::First.replaces(h, single));
    }
}
