//! The rules of a table as text, told from the parameters of its RuleSet, so
//! that no rule is written down twice.

use crate::discord::panel::preset_name;
use crate::game::ClockChoice;
use crate::game::durations::clock_rules;
use crate::i18n::{Lang, ranks, tr};
use crate::rules::{
    AfterAce, AtBase, AuctionRules, BigJokers, Checking, DealerRule, DeclareJokers, Declaring,
    DigMultiplier, FirstFry, FivesDig, FivesRule, FollowDuty, HookAtAce, HookAtJack, HookBackFry,
    HookNeeds, HookRungs, HookThen, Links, MatchLength, MustPlay, OverturnDealer, OverturnOver,
    OverturnRules, OverturnWho, OverturnWith, PairRank, PermanentTrumps, PlayRules, RiseTable,
    RuleSet, ScoringRules, Secrecy, Shutout, ThrowPenalty, TimeOut, Undeclared, UndeclaredBase,
};

/// A part of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The game in a few lines.
    Course,
    /// Declaring, overturning, frying.
    Auction,
    /// Order, shapes, throws, following.
    Play,
    /// Points, digging, levels.
    Score,
    /// Times and time-outs.
    Clock,
}

/// A topic of a ruleset.
#[must_use]
pub fn rules_text(lang: Lang, rules: &RuleSet, topic: Topic) -> String {
    let lines = match topic {
        Topic::Course => course(lang),
        Topic::Auction => auction(lang, &rules.auction),
        Topic::Play => play(lang, &rules.play),
        Topic::Score => score(lang, &rules.scoring, &rules.play),
        Topic::Clock => clock(lang, rules),
    };
    let mut text = vec![tr!(
        lang,
        "rules-title",
        rules = preset_name(lang, rules),
        topic = title(lang, topic)
    )];
    text.extend(lines.into_iter().map(|l| format!("• {l}")));
    if topic == Topic::Course {
        text.push(tr!(lang, "rules-more"));
    }
    text.join("\n")
}

fn title(lang: Lang, topic: Topic) -> String {
    match topic {
        Topic::Course => tr!(lang, "topic-course"),
        Topic::Auction => tr!(lang, "topic-auction"),
        Topic::Play => tr!(lang, "topic-play"),
        Topic::Score => tr!(lang, "topic-score"),
        Topic::Clock => tr!(lang, "topic-clock"),
    }
}

fn course(lang: Lang) -> Vec<String> {
    vec![
        tr!(lang, "course-cards"),
        tr!(lang, "course-draw"),
        tr!(lang, "course-bury"),
        tr!(lang, "course-fry"),
        tr!(lang, "course-play"),
        tr!(lang, "course-score"),
        tr!(lang, "course-not"),
    ]
}

fn auction(lang: Lang, rules: &AuctionRules) -> Vec<String> {
    let mut text = vec![
        match rules.secrecy {
            Secrecy::Secret => tr!(lang, "secrecy-secret"),
            Secrecy::Open => tr!(lang, "secrecy-open"),
        },
        match rules.declaring {
            Declaring::First => tr!(lang, "declaring-first"),
            Declaring::FirstInsured => tr!(lang, "declaring-insured"),
            Declaring::PairOverSingle => tr!(lang, "declaring-pair"),
            Declaring::PairsBySuit => tr!(lang, "declaring-suits"),
        },
    ];
    match rules.declare_jokers {
        DeclareJokers::No => {}
        DeclareJokers::Pair => text.push(tr!(lang, "declare-jokers")),
    }
    text.push(tr!(lang, "dealer-first"));
    text.push(match rules.dealer {
        DealerRule::Rotating => tr!(lang, "dealer-rotating"),
        DealerRule::ByPlacing => tr!(lang, "dealer-placing"),
        DealerRule::ByPlacingPartner => tr!(lang, "dealer-placing-partner"),
        DealerRule::Staying => tr!(lang, "dealer-staying"),
    });
    let first = overturn(lang, &rules.overturn_first);
    let later = overturn(lang, &rules.overturn_later);
    text.push(tr!(lang, "overturn-first", how = first));
    text.push(tr!(lang, "overturn-later", how = later));
    text.push(tr!(lang, "fry-bridge"));
    text.push(match rules.rank {
        PairRank::Unranked => tr!(lang, "rank-none"),
        PairRank::Suits => tr!(lang, "rank-suits"),
        PairRank::SuitsThenRedFive => tr!(lang, "rank-red-five"),
        PairRank::SuitsThenFives => tr!(lang, "rank-fives"),
    });
    text.push(match rules.big_jokers {
        BigJokers::NoTrump => tr!(lang, "jokers-no-trump"),
        BigJokers::NameAny => tr!(lang, "jokers-name"),
    });
    match rules.first_fry {
        FirstFry::Yes => {}
        FirstFry::No => text.push(tr!(lang, "fry-not-first")),
    }
    match rules.hook_back {
        HookBackFry::None => {}
        HookBackFry::DeclaredSuit => text.push(tr!(lang, "hook-back-suit")),
        HookBackFry::DeclaredSuitFiveNamesAny => text.push(tr!(lang, "hook-back-any")),
    }
    text.push(match rules.undeclared {
        Undeclared::Flip => tr!(lang, "undeclared-flip"),
        Undeclared::ThirdCard => tr!(lang, "undeclared-third"),
        Undeclared::NoTrump => tr!(lang, "undeclared-no-trump"),
        Undeclared::FirstNoJoker => tr!(lang, "undeclared-first-no-joker"),
        Undeclared::FirstCard => tr!(lang, "undeclared-first"),
        Undeclared::StepDown => tr!(lang, "undeclared-step-down"),
    });
    text
}

fn overturn(lang: Lang, rules: &OverturnRules) -> String {
    let who = match rules.who {
        OverturnWho::Nobody => return tr!(lang, "overturn-nobody"),
        OverturnWho::NotLastToSpeak => tr!(lang, "overturn-not-last"),
        OverturnWho::NotDeclarer => tr!(lang, "overturn-not-declarer"),
        OverturnWho::Dealers => tr!(lang, "overturn-dealers"),
        OverturnWho::Dealer => tr!(lang, "overturn-dealer"),
        OverturnWho::OthersOnce => tr!(lang, "overturn-others-once"),
        OverturnWho::RoundOnce => tr!(lang, "overturn-round-once"),
    };
    let with = match rules.with {
        OverturnWith::LevelPairs => tr!(lang, "overturn-level-pairs"),
        OverturnWith::LevelOrJokerPairs => tr!(lang, "overturn-level-joker-pairs"),
        OverturnWith::FryingPairs => tr!(lang, "overturn-frying-pairs"),
    };
    let over = match rules.over {
        OverturnOver::Anything => String::new(),
        OverturnOver::Lower => tr!(lang, "overturn-higher"),
    };
    let then = match rules.dealer {
        OverturnDealer::Unchanged => tr!(lang, "overturn-dealer-same"),
        OverturnDealer::Overturner => tr!(lang, "overturn-dealer-own"),
        OverturnDealer::ByPlacing => tr!(lang, "overturn-dealer-placing"),
    };
    tr!(
        lang,
        "overturn-how",
        who = who,
        with = with,
        over = over,
        then = then
    )
}

fn play(lang: Lang, rules: &PlayRules) -> Vec<String> {
    let mut text = vec![match rules.permanent_trumps {
        PermanentTrumps::None => tr!(lang, "order"),
        PermanentTrumps::RedFive => tr!(lang, "order-red-five"),
        PermanentTrumps::MiddleFive => tr!(lang, "order-middle-five"),
    }];
    text.push(tr!(lang, "tractor"));
    text.extend(links(lang, &rules.links));
    text.push(tr!(lang, "throw"));
    text.push(match rules.throw_penalty {
        ThrowPenalty::EveryCard => tr!(lang, "penalty-every"),
        ThrowPenalty::CardsTakenBack => tr!(lang, "penalty-taken-back"),
        ThrowPenalty::BeatenParts => tr!(lang, "penalty-beaten"),
        ThrowPenalty::Flat => tr!(lang, "penalty-flat"),
    });
    text.push(match (rules.follow_pairs, rules.follow_tractors) {
        (FollowDuty::Must, FollowDuty::Must) => tr!(lang, "follow-all"),
        (FollowDuty::Must, FollowDuty::Free) => tr!(lang, "follow-pairs"),
        (FollowDuty::Free, FollowDuty::Free | FollowDuty::Must) => tr!(lang, "follow-suit"),
    });
    text.push(tr!(lang, "winning"));
    match rules.fives {
        FivesRule::None => {}
        FivesRule::LevelsLowered => text.push(tr!(lang, "fives-levels")),
        FivesRule::RedFiveLowered => text.push(tr!(lang, "fives-red")),
    }
    text
}

/// The links that this ruleset has, those that not all have by name.
fn links(lang: Lang, links: &Links) -> Vec<String> {
    let mut text = vec![match (links.hollow_side, links.hollow_trump) {
        (true, true) => tr!(lang, "hollow-all"),
        (true, false) => tr!(lang, "hollow-side"),
        (false, true) => tr!(lang, "hollow-trump"),
        (false, false) => tr!(lang, "hollow-none"),
    }];
    let mut linked = vec![tr!(lang, "link-jokers")];
    for (there, name) in [
        (links.little_joker_to_level, tr!(lang, "link-joker-level")),
        (links.level_to_off_suit_level, tr!(lang, "link-levels")),
        (links.off_suit_level_to_suit, tr!(lang, "link-level-suit")),
        (links.level_at_natural_place, tr!(lang, "link-natural")),
        (links.ace_below_two, tr!(lang, "link-ace-two")),
        (links.permanent, tr!(lang, "link-permanent")),
    ] {
        if there {
            linked.push(name);
        }
    }
    text.push(tr!(lang, "links", links = crate::i18n::list(lang, &linked)));
    text
}

fn score(lang: Lang, rules: &ScoringRules, play: &PlayRules) -> Vec<String> {
    let mut text = vec![
        tr!(lang, "points"),
        match play.dig {
            DigMultiplier::Doubling => tr!(lang, "dig-doubling"),
            DigMultiplier::TractorEight => tr!(lang, "dig-eight"),
            DigMultiplier::FourAPair => tr!(lang, "dig-four-a-pair"),
            DigMultiplier::PairFour => tr!(lang, "dig-pair-four"),
            DigMultiplier::LowestFour => tr!(lang, "dig-lowest"),
        },
        match rules.rise {
            RiseTable::Ten => tr!(lang, "rise-ten"),
            RiseTable::TenCapped => tr!(lang, "rise-ten-capped"),
            RiseTable::TenFloor => tr!(lang, "rise-ten-floor"),
            RiseTable::TenFromBase => tr!(lang, "rise-ten-base"),
            RiseTable::Twenty => tr!(lang, "rise-twenty"),
            RiseTable::Forty => tr!(lang, "rise-forty"),
            RiseTable::Three => tr!(lang, "rise-three"),
        },
        tr!(lang, "ladder", ranks = ranks(lang, rules.ladder.rungs())),
        must_play(lang, rules),
        match rules.after_ace {
            AfterAce::Win => tr!(lang, "ace-win"),
            AfterAce::Flag => tr!(lang, "ace-flag"),
            AfterAce::Hats => tr!(lang, "ace-hats"),
        },
    ];
    match rules.undeclared_base {
        UndeclaredBase::Eighty => {}
        UndeclaredBase::Sixty => text.push(tr!(lang, "base-sixty")),
    }
    match rules.at_base {
        AtBase::Change => {}
        AtBase::Seize => text.push(tr!(lang, "base-seize")),
    }
    match rules.shutout {
        Shutout::ByTable => {}
        Shutout::ToJack => text.push(tr!(lang, "shutout-jack")),
        Shutout::Jump => text.push(tr!(lang, "shutout-jump")),
    }
    text.extend(hooks(lang, rules));
    text
}

fn must_play(lang: Lang, rules: &ScoringRules) -> String {
    let rungs: Vec<_> = rules
        .ladder
        .rungs()
        .iter()
        .copied()
        .filter(|&r| rules.must_play.has(r))
        .collect();
    let rungs = ranks(lang, &rungs);
    match rules.must_play {
        MustPlay::TwoJackAceUnlessPassed => tr!(lang, "must-play-unless", ranks = rungs),
        MustPlay::JackAce | MustPlay::Ace | MustPlay::TwoJackAce => {
            tr!(lang, "must-play", ranks = rungs)
        }
    }
}

fn hooks(lang: Lang, rules: &ScoringRules) -> Vec<String> {
    let mut text = Vec::new();
    match rules.hook_at_jack {
        HookAtJack::None => {}
        HookAtJack::ToTwo => text.push(tr!(lang, "hook-jack-two")),
        HookAtJack::ToTwoLocked => text.push(tr!(lang, "hook-jack-locked")),
    }
    match rules.hook_at_ace {
        HookAtAce::None => {}
        HookAtAce::ToJack => text.push(tr!(lang, "hook-ace-jack")),
        HookAtAce::PairToTwo => text.push(tr!(lang, "hook-ace-pair")),
        HookAtAce::PairToTwoFourLocked => text.push(tr!(lang, "hook-ace-locked")),
    }
    if text.is_empty() {
        text.push(tr!(lang, "hook-none"));
    } else {
        text.push(match rules.hook_needs {
            HookNeeds::Nothing => tr!(lang, "hook-needs-nothing"),
            HookNeeds::BaseInTricks => tr!(lang, "hook-needs-tricks"),
            HookNeeds::Base => tr!(lang, "hook-needs-base"),
            HookNeeds::AboveBase => tr!(lang, "hook-needs-above"),
        });
        text.push(match rules.hook_then {
            HookThen::StayersDoNotRise => tr!(lang, "hook-then-stay"),
            HookThen::StayersRiseFromTwo => tr!(lang, "hook-then-two"),
            HookThen::AttackersTakeStage => tr!(lang, "hook-then-stage"),
        });
        text.push(match rules.hook_rungs {
            HookRungs::WonAgain => tr!(lang, "hook-rungs-again"),
            HookRungs::StayWon => tr!(lang, "hook-rungs-stay"),
        });
    }
    match rules.fives_dig {
        FivesDig::Nothing => {}
        FivesDig::AttackersToAce => text.push(tr!(lang, "fives-dig-ace")),
        FivesDig::DealersToTwo => text.push(tr!(lang, "fives-dig-two")),
    }
    text
}

fn clock(lang: Lang, rules: &RuleSet) -> Vec<String> {
    let mut text = Vec::new();
    for choice in [ClockChoice::Relaxed, ClockChoice::Preset] {
        if let Some(clock) = clock_rules(rules, choice) {
            let name = match choice {
                ClockChoice::Relaxed => tr!(lang, "opt-clock-relaxed"),
                ClockChoice::Preset => tr!(lang, "opt-clock-preset"),
                ClockChoice::None => tr!(lang, "opt-clock-none"),
            };
            let cost = match clock.time_out {
                TimeOut::Rising => tr!(lang, "time-out-rising"),
                TimeOut::RisingThirdLoses => tr!(lang, "time-out-loses"),
                TimeOut::AutoPlay => tr!(lang, "time-out-auto"),
                TimeOut::Free => tr!(lang, "time-out-free"),
            };
            text.push(tr!(
                lang,
                "clock-line",
                name = name,
                play = clock.play,
                bury = clock.bury,
                ask = clock.ask,
                cost = cost
            ));
        }
    }
    text.push(tr!(lang, "clock-line-none"));
    text.push(tr!(lang, "clock-auto"));
    text.push(match rules.match_rules.length {
        MatchLength::OneGame => tr!(lang, "match-one"),
        MatchLength::BestOfThree => tr!(lang, "match-three"),
        MatchLength::SixDeals => tr!(lang, "match-six"),
    });
    match rules.match_rules.checking {
        Checking::No => {}
        Checking::FirstFree => text.push(tr!(lang, "checking-free")),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn c73_the_rules_say_what_is_not_played_here() {
        for preset in PRESETS.iter() {
            for (lang, words) in [
                (Lang::En, ["Not played here", "poor hand", "two decks"]),
                (Lang::ZhCn, ["这里没有", "造反", "两副牌"]),
                (Lang::ZhTw, ["這裡沒有", "造反", "兩副牌"]),
            ] {
                let text = rules_text(lang, &preset.rules, Topic::Course);
                let missing = words.into_iter().find(|w| !text.contains(w));
                assert_eq!(missing, None, "{} {lang:?}", preset.id);
            }
        }
    }
}
