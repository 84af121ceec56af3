//! The parameters of the play of cards: order, tractors, throws, following.

use super::param::{Param, Topic, Values, always, no_example};
use crate::i18n::{Lang, list, tr};
use crate::rules::{FivesRule, FollowDuty, Links, PermanentTrumps, RuleSet, ThrowPenalty};

pub(super) fn params() -> Vec<Param> {
    let mut params = vec![permanent()];
    params.extend(links());
    params.extend([throw_penalty(), follow_pairs(), follow_tractors(), fives()]);
    params
}

fn permanent() -> Param {
    Param {
        path: "play.permanent-trumps",
        topic: Topic::Play,
        values: Values::Names(&["none", "red-five", "middle-five"]),
        title: |l| tr!(l, "param-permanent"),
        says: |l, r| match r.play.permanent_trumps {
            PermanentTrumps::None => tr!(l, "order-none"),
            PermanentTrumps::RedFive => tr!(l, "order-red-five"),
            PermanentTrumps::MiddleFive => tr!(l, "order-middle-five"),
        },
        example: |l, r| {
            Some(match r.play.permanent_trumps {
                PermanentTrumps::None => tr!(l, "order-none-eg"),
                PermanentTrumps::RedFive => tr!(l, "order-red-five-eg"),
                PermanentTrumps::MiddleFive => tr!(l, "order-middle-five-eg"),
            })
        },
        matters: always,
    }
}

/// A link of the table of RULES.md §4: the tractor that stands for it, and
/// whether a ruleset has it.
struct Link {
    name: fn(Lang) -> String,
    there: fn(&Links) -> bool,
}

const HOLLOW_SIDE: Link = Link {
    name: |l| tr!(l, "link-hollow-side"),
    there: |links| links.hollow_side,
};
const HOLLOW_TRUMP: Link = Link {
    name: |l| tr!(l, "link-hollow-trump"),
    there: |links| links.hollow_trump,
};
const NATURAL: Link = Link {
    name: |l| tr!(l, "link-natural"),
    there: |links| links.level_at_natural_place,
};
const ACE_TWO: Link = Link {
    name: |l| tr!(l, "link-ace-two"),
    there: |links| links.ace_below_two,
};
const JOKER_LEVEL: Link = Link {
    name: |l| tr!(l, "link-joker-level"),
    there: |links| links.little_joker_to_level,
};
const LEVELS: Link = Link {
    name: |l| tr!(l, "link-levels"),
    there: |links| links.level_to_off_suit_level,
};
const LEVEL_SUIT: Link = Link {
    name: |l| tr!(l, "link-level-suit"),
    there: |links| links.off_suit_level_to_suit,
};
const PERMANENT: Link = Link {
    name: |l| tr!(l, "link-permanent"),
    there: |links| links.permanent,
};

impl Link {
    fn says(&self, lang: Lang, rules: &RuleSet) -> String {
        let tractor = (self.name)(lang);
        if (self.there)(&rules.play.links) {
            tr!(lang, "link-is", tractor = tractor)
        } else {
            tr!(lang, "link-is-not", tractor = tractor)
        }
    }
}

fn links() -> [Param; 8] {
    [
        Param {
            path: "play.links.hollow-side",
            title: |l| tr!(l, "param-hollow-side"),
            says: |l, r| HOLLOW_SIDE.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.hollow-trump",
            title: |l| tr!(l, "param-hollow-trump"),
            says: |l, r| HOLLOW_TRUMP.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.level-at-natural-place",
            title: |l| tr!(l, "param-natural"),
            says: |l, r| NATURAL.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.ace-below-two",
            title: |l| tr!(l, "param-ace-two"),
            says: |l, r| ACE_TWO.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.little-joker-to-level",
            title: |l| tr!(l, "param-joker-level"),
            says: |l, r| JOKER_LEVEL.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.level-to-off-suit-level",
            title: |l| tr!(l, "param-levels"),
            says: |l, r| LEVELS.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.off-suit-level-to-suit",
            title: |l| tr!(l, "param-level-suit"),
            says: |l, r| LEVEL_SUIT.says(l, r),
            ..linked()
        },
        Param {
            path: "play.links.permanent",
            title: |l| tr!(l, "param-link-permanent"),
            says: |l, r| PERMANENT.says(l, r),
            matters: |r| r.play.permanent_trumps == PermanentTrumps::MiddleFive,
            ..linked()
        },
    ]
}

/// What all links have in common.
fn linked() -> Param {
    Param {
        path: "",
        topic: Topic::Play,
        values: Values::Flag,
        title: |_| String::new(),
        says: |_, _| String::new(),
        example: no_example,
        matters: always,
    }
}

/// What is a tractor here beside natural neighbours, and what is none.
pub(super) fn links_lines(lang: Lang, rules: &RuleSet) -> Vec<String> {
    let permanent = rules.play.permanent_trumps == PermanentTrumps::MiddleFive;
    let all = [
        HOLLOW_SIDE,
        HOLLOW_TRUMP,
        NATURAL,
        ACE_TWO,
        JOKER_LEVEL,
        LEVELS,
        LEVEL_SUIT,
        PERMANENT,
    ];
    let asked = if permanent { all.len() } else { all.len() - 1 };
    let (there, missing): (Vec<&Link>, Vec<&Link>) = all[..asked]
        .iter()
        .partition(|link| (link.there)(&rules.play.links));
    let names = |links: Vec<&Link>| -> Vec<String> {
        links.into_iter().map(|link| (link.name)(lang)).collect()
    };
    let (there, missing) = (names(there), names(missing));
    let mut lines = Vec::new();
    if !there.is_empty() {
        lines.push(tr!(lang, "links-are", tractors = list(lang, &there)));
    }
    if !missing.is_empty() {
        lines.push(tr!(lang, "links-are-not", tractors = list(lang, &missing)));
    }
    lines
}

fn throw_penalty() -> Param {
    Param {
        path: "play.throw-penalty",
        topic: Topic::Play,
        values: Values::Names(&["every-card", "cards-taken-back", "beaten-parts", "flat"]),
        title: |l| tr!(l, "param-throw-penalty"),
        says: |l, r| match r.play.throw_penalty {
            ThrowPenalty::EveryCard => tr!(l, "penalty-every"),
            ThrowPenalty::CardsTakenBack => tr!(l, "penalty-taken-back"),
            ThrowPenalty::BeatenParts => tr!(l, "penalty-beaten"),
            ThrowPenalty::Flat => tr!(l, "penalty-flat"),
        },
        example: |l, r| {
            // ♥A ♥K ♥Q with ♥A out of reach: ♥K and ♥Q are beaten, ♥Q stays.
            let cost = match r.play.throw_penalty {
                ThrowPenalty::EveryCard => 30,
                ThrowPenalty::CardsTakenBack | ThrowPenalty::BeatenParts => 20,
                ThrowPenalty::Flat => 10,
            };
            Some(tr!(l, "penalty-eg", cost = cost))
        },
        matters: always,
    }
}

fn follow_pairs() -> Param {
    Param {
        path: "play.follow-pairs",
        topic: Topic::Play,
        values: Values::Names(&["must", "free"]),
        title: |l| tr!(l, "param-follow-pairs"),
        says: |l, r| match r.play.follow_pairs {
            FollowDuty::Must => tr!(l, "follow-pairs-must"),
            FollowDuty::Free => tr!(l, "follow-pairs-free"),
        },
        example: |l, r| match r.play.follow_pairs {
            FollowDuty::Must => Some(tr!(l, "follow-pairs-eg")),
            FollowDuty::Free => None,
        },
        matters: always,
    }
}

fn follow_tractors() -> Param {
    Param {
        path: "play.follow-tractors",
        topic: Topic::Play,
        values: Values::Names(&["must", "free"]),
        title: |l| tr!(l, "param-follow-tractors"),
        says: |l, r| match r.play.follow_tractors {
            FollowDuty::Must => tr!(l, "follow-tractors-must"),
            FollowDuty::Free => tr!(l, "follow-tractors-free"),
        },
        example: |l, r| match r.play.follow_tractors {
            FollowDuty::Must => Some(tr!(l, "follow-tractors-eg")),
            FollowDuty::Free => None,
        },
        matters: always,
    }
}

fn fives() -> Param {
    Param {
        path: "play.fives",
        topic: Topic::Play,
        values: Values::Names(&["none", "levels-lowered", "red-five-lowered"]),
        title: |l| tr!(l, "param-fives"),
        says: |l, r| match r.play.fives {
            FivesRule::None => tr!(l, "fives-none"),
            FivesRule::LevelsLowered => tr!(l, "fives-levels"),
            FivesRule::RedFiveLowered => tr!(l, "fives-red"),
        },
        example: |l, r| match r.play.fives {
            FivesRule::None => None,
            FivesRule::LevelsLowered => Some(tr!(l, "fives-levels-eg")),
            FivesRule::RedFiveLowered => Some(tr!(l, "fives-red-eg")),
        },
        matters: always,
    }
}
