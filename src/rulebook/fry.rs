//! The parameters of overturning and frying.

use super::param::{Param, Topic, Values, always, no_example};
use crate::i18n::{Lang, tr};
use crate::rules::{
    BigJokers, FirstFry, HookBackFry, OverturnDealer, OverturnOver, OverturnRules, OverturnWho,
    OverturnWith, PairRank, RuleSet,
};

const WHO: Values = Values::Names(&[
    "nobody",
    "not-last-to-speak",
    "not-declarer",
    "dealers",
    "dealer",
    "others-once",
    "round-once",
]);
const WITH: Values = Values::Names(&["level-pairs", "level-or-joker-pairs", "frying-pairs"]);
const OVER: Values = Values::Names(&["anything", "lower"]);
const DEALER: Values = Values::Names(&["unchanged", "overturner", "by-placing"]);

pub(super) fn params() -> Vec<Param> {
    let mut params = Vec::from(first_deal());
    params.extend(later_deals());
    params.extend([first_fry(), rank(), big_jokers(), hook_back()]);
    params
}

fn first_deal() -> [Param; 4] {
    [
        Param {
            path: "auction.overturn-first.who",
            title: |l| tr!(l, "param-overturn-first-who"),
            says: |l, r| who(l, &r.auction.overturn_first),
            ..overturning(WHO, always)
        },
        Param {
            path: "auction.overturn-first.with",
            title: |l| tr!(l, "param-overturn-first-with"),
            says: |l, r| with(l, &r.auction.overturn_first),
            ..overturning(WITH, first_asked)
        },
        Param {
            path: "auction.overturn-first.over",
            title: |l| tr!(l, "param-overturn-first-over"),
            says: |l, r| over(l, &r.auction.overturn_first),
            ..overturning(OVER, first_asked)
        },
        Param {
            path: "auction.overturn-first.dealer",
            title: |l| tr!(l, "param-overturn-first-dealer"),
            says: |l, r| then(l, &r.auction.overturn_first),
            ..overturning(DEALER, first_asked)
        },
    ]
}

fn later_deals() -> [Param; 4] {
    [
        Param {
            path: "auction.overturn-later.who",
            title: |l| tr!(l, "param-overturn-later-who"),
            says: |l, r| who(l, &r.auction.overturn_later),
            ..overturning(WHO, always)
        },
        Param {
            path: "auction.overturn-later.with",
            title: |l| tr!(l, "param-overturn-later-with"),
            says: |l, r| with(l, &r.auction.overturn_later),
            ..overturning(WITH, later_asked)
        },
        Param {
            path: "auction.overturn-later.over",
            title: |l| tr!(l, "param-overturn-later-over"),
            says: |l, r| over(l, &r.auction.overturn_later),
            ..overturning(OVER, later_asked)
        },
        Param {
            path: "auction.overturn-later.dealer",
            title: |l| tr!(l, "param-overturn-later-dealer"),
            says: |l, r| then(l, &r.auction.overturn_later),
            ..overturning(DEALER, later_asked)
        },
    ]
}

/// What all parameters of overturning have in common.
fn overturning(values: Values, matters: fn(&RuleSet) -> bool) -> Param {
    Param {
        path: "",
        topic: Topic::Frying,
        values,
        title: |_| String::new(),
        says: |_, _| String::new(),
        example: no_example,
        matters,
    }
}

fn first_asked(rules: &RuleSet) -> bool {
    rules.auction.overturn_first.who != OverturnWho::Nobody
}

fn later_asked(rules: &RuleSet) -> bool {
    rules.auction.overturn_later.who != OverturnWho::Nobody
}

fn who(lang: Lang, rules: &OverturnRules) -> String {
    match rules.who {
        OverturnWho::Nobody => tr!(lang, "overturn-nobody"),
        OverturnWho::NotLastToSpeak => tr!(lang, "overturn-not-last"),
        OverturnWho::NotDeclarer => tr!(lang, "overturn-not-declarer"),
        OverturnWho::Dealers => tr!(lang, "overturn-dealers"),
        OverturnWho::Dealer => tr!(lang, "overturn-dealer"),
        OverturnWho::OthersOnce => tr!(lang, "overturn-others-once"),
        OverturnWho::RoundOnce => tr!(lang, "overturn-round-once"),
    }
}

fn with(lang: Lang, rules: &OverturnRules) -> String {
    match rules.with {
        OverturnWith::LevelPairs => tr!(lang, "overturn-level-pairs"),
        OverturnWith::LevelOrJokerPairs => tr!(lang, "overturn-level-joker-pairs"),
        OverturnWith::FryingPairs => tr!(lang, "overturn-frying-pairs"),
    }
}

fn over(lang: Lang, rules: &OverturnRules) -> String {
    match rules.over {
        OverturnOver::Anything => tr!(lang, "overturn-anything"),
        OverturnOver::Lower => tr!(lang, "overturn-lower"),
    }
}

fn then(lang: Lang, rules: &OverturnRules) -> String {
    match rules.dealer {
        OverturnDealer::Unchanged => tr!(lang, "overturn-dealer-same"),
        OverturnDealer::Overturner => tr!(lang, "overturn-dealer-own"),
        OverturnDealer::ByPlacing => tr!(lang, "overturn-dealer-placing"),
    }
}

/// All four of a kind of deal in one sentence.
pub(super) fn overturning_line(lang: Lang, rules: &OverturnRules) -> String {
    match rules.who {
        OverturnWho::Nobody => tr!(lang, "overturn-none", who = who(lang, rules)),
        OverturnWho::NotLastToSpeak
        | OverturnWho::NotDeclarer
        | OverturnWho::Dealers
        | OverturnWho::Dealer
        | OverturnWho::OthersOnce
        | OverturnWho::RoundOnce => tr!(
            lang,
            "overturn-how",
            who = who(lang, rules),
            with = with(lang, rules),
            over = over(lang, rules),
            then = then(lang, rules)
        ),
    }
}

fn first_fry() -> Param {
    Param {
        path: "auction.first-fry",
        topic: Topic::Frying,
        values: Values::Names(&["yes", "no"]),
        title: |l| tr!(l, "param-first-fry"),
        says: |l, r| match r.auction.first_fry {
            FirstFry::Yes => tr!(l, "first-fry-yes"),
            FirstFry::No => tr!(l, "first-fry-no"),
        },
        example: no_example,
        matters: always,
    }
}

fn rank() -> Param {
    Param {
        path: "auction.rank",
        topic: Topic::Frying,
        values: Values::Names(&[
            "unranked",
            "suits",
            "suits-then-red-five",
            "suits-then-fives",
        ]),
        title: |l| tr!(l, "param-rank"),
        says: |l, r| match r.auction.rank {
            PairRank::Unranked => tr!(l, "ranked-none"),
            PairRank::Suits => tr!(l, "ranked-suits"),
            PairRank::SuitsThenRedFive => tr!(l, "ranked-red-five"),
            PairRank::SuitsThenFives => tr!(l, "ranked-fives"),
        },
        example: |l, r| {
            Some(match r.auction.rank {
                PairRank::Unranked => tr!(l, "ranked-none-eg"),
                PairRank::Suits => tr!(l, "ranked-suits-eg"),
                PairRank::SuitsThenRedFive => tr!(l, "ranked-red-five-eg"),
                PairRank::SuitsThenFives => tr!(l, "ranked-fives-eg"),
            })
        },
        matters: always,
    }
}

fn big_jokers() -> Param {
    Param {
        path: "auction.big-jokers",
        topic: Topic::Frying,
        values: Values::Names(&["no-trump", "name-any"]),
        title: |l| tr!(l, "param-big-jokers"),
        says: |l, r| match r.auction.big_jokers {
            BigJokers::NoTrump => tr!(l, "jokers-no-trump"),
            BigJokers::NameAny => tr!(l, "jokers-name"),
        },
        example: no_example,
        matters: always,
    }
}

fn hook_back() -> Param {
    Param {
        path: "auction.hook-back",
        topic: Topic::Frying,
        values: Values::Names(&["none", "declared-suit", "declared-suit-five-names-any"]),
        title: |l| tr!(l, "param-hook-back"),
        says: |l, r| match r.auction.hook_back {
            HookBackFry::None => tr!(l, "hook-back-none"),
            HookBackFry::DeclaredSuit => tr!(l, "hook-back-suit"),
            HookBackFry::DeclaredSuitFiveNamesAny => tr!(l, "hook-back-any"),
        },
        example: |l, r| match r.auction.hook_back {
            HookBackFry::None => None,
            HookBackFry::DeclaredSuit | HookBackFry::DeclaredSuitFiveNamesAny => {
                Some(tr!(l, "hook-back-eg"))
            }
        },
        matters: always,
    }
}
