//! The parameters of levels: the ladder, what must be played, falling back.

use super::param::{Param, Topic, Values, always, no_example};
use crate::cards::Rank;
use crate::i18n::{Lang, ranks, tr};
use crate::rules::{
    AfterAce, FivesDig, FivesRule, HookAtAce, HookAtJack, HookNeeds, HookRungs, HookThen, MustPlay,
    RuleSet, ScoringRules,
};

pub(super) fn params() -> Vec<Param> {
    vec![
        Param {
            path: "scoring.ladder",
            topic: Topic::Levels,
            values: Values::Names(&["full", "point-ranks", "point-ranks-and-jack"]),
            title: |l| tr!(l, "param-ladder"),
            says: |l, r| tr!(l, "ladder", ranks = ranks(l, r.scoring.ladder.rungs())),
            example: no_example,
            matters: always,
        },
        must_play(),
        after_ace(),
        at_jack(),
        at_ace(),
        needs(),
        then(),
        rungs(),
        fives_dig(),
    ]
}

/// The rungs of these rules that must be played.
fn due(rules: &ScoringRules) -> Vec<Rank> {
    let rungs = rules.ladder.rungs().iter().copied();
    rungs.filter(|&r| rules.must_play.has(r)).collect()
}

fn must_play() -> Param {
    Param {
        path: "scoring.must-play",
        topic: Topic::Levels,
        values: Values::Names(&[
            "jack-ace",
            "ace",
            "two-jack-ace",
            "two-jack-ace-unless-passed",
        ]),
        title: |l| tr!(l, "param-must-play"),
        says: |l, r| {
            let ranks = ranks(l, &due(&r.scoring));
            match r.scoring.must_play {
                MustPlay::TwoJackAceUnlessPassed => tr!(l, "must-play-unless", ranks = ranks),
                MustPlay::JackAce | MustPlay::Ace | MustPlay::TwoJackAce => {
                    tr!(l, "must-play", ranks = ranks)
                }
            }
        },
        example: |l, r| must_play_example(l, &r.scoring),
        matters: always,
    }
}

/// Dealers just below a rung that must be played, who rise further.
fn must_play_example(lang: Lang, rules: &ScoringRules) -> Option<String> {
    let due = due(rules);
    let rungs = rules.ladder.rungs();
    let (at, stop) = rungs
        .iter()
        .enumerate()
        .find(|(at, rung)| *at > 0 && due.contains(rung))?;
    let from = rungs.get(at.checked_sub(1)?)?;
    let text = tr!(
        lang,
        "must-play-eg",
        from = from.label(),
        stop = stop.label()
    );
    Some(text)
}

fn after_ace() -> Param {
    Param {
        path: "scoring.after-ace",
        topic: Topic::Levels,
        values: Values::Names(&["win", "flag", "hats"]),
        title: |l| tr!(l, "param-after-ace"),
        says: |l, r| match r.scoring.after_ace {
            AfterAce::Win => tr!(l, "ace-win"),
            AfterAce::Flag => tr!(l, "ace-flag"),
            AfterAce::Hats => tr!(l, "ace-hats"),
        },
        example: |l, r| match r.scoring.after_ace {
            AfterAce::Win => None,
            AfterAce::Flag => Some(tr!(l, "ace-flag-eg")),
            AfterAce::Hats => Some(tr!(l, "ace-hats-eg")),
        },
        matters: always,
    }
}

fn at_jack() -> Param {
    Param {
        path: "scoring.hook-at-jack",
        topic: Topic::Levels,
        values: Values::Names(&["none", "to-two", "to-two-locked"]),
        title: |l| tr!(l, "param-hook-at-jack"),
        says: |l, r| match r.scoring.hook_at_jack {
            HookAtJack::None => tr!(l, "hook-jack-none"),
            HookAtJack::ToTwo => tr!(l, "hook-jack-two"),
            HookAtJack::ToTwoLocked => tr!(l, "hook-jack-locked"),
        },
        example: |l, r| match r.scoring.hook_at_jack {
            HookAtJack::None => None,
            HookAtJack::ToTwo => Some(tr!(l, "hook-jack-eg")),
            HookAtJack::ToTwoLocked => Some(tr!(l, "hook-locked-eg")),
        },
        matters: always,
    }
}

fn at_ace() -> Param {
    Param {
        path: "scoring.hook-at-ace",
        topic: Topic::Levels,
        values: Values::Names(&["none", "to-jack", "pair-to-two", "pair-to-two-four-locked"]),
        title: |l| tr!(l, "param-hook-at-ace"),
        says: |l, r| match r.scoring.hook_at_ace {
            HookAtAce::None => tr!(l, "hook-ace-none"),
            HookAtAce::ToJack => tr!(l, "hook-ace-jack"),
            HookAtAce::PairToTwo => tr!(l, "hook-ace-pair"),
            HookAtAce::PairToTwoFourLocked => tr!(l, "hook-ace-locked"),
        },
        example: |l, r| match r.scoring.hook_at_ace {
            HookAtAce::None => None,
            HookAtAce::ToJack | HookAtAce::PairToTwo | HookAtAce::PairToTwoFourLocked => {
                Some(tr!(l, "hook-ace-eg"))
            }
        },
        matters: always,
    }
}

/// Whether dealers can be hooked back at all.
fn hooks(rules: &RuleSet) -> bool {
    rules.scoring.hook_at_jack != HookAtJack::None || rules.scoring.hook_at_ace != HookAtAce::None
}

fn needs() -> Param {
    Param {
        path: "scoring.hook-needs",
        topic: Topic::Levels,
        values: Values::Names(&["nothing", "base-in-tricks", "base", "above-base"]),
        title: |l| tr!(l, "param-hook-needs"),
        says: |l, r| match r.scoring.hook_needs {
            HookNeeds::Nothing => tr!(l, "hook-needs-nothing"),
            HookNeeds::BaseInTricks => tr!(l, "hook-needs-tricks"),
            HookNeeds::Base => tr!(l, "hook-needs-base"),
            HookNeeds::AboveBase => tr!(l, "hook-needs-above"),
        },
        example: no_example,
        matters: hooks,
    }
}

fn then() -> Param {
    Param {
        path: "scoring.hook-then",
        topic: Topic::Levels,
        values: Values::Names(&[
            "stayers-do-not-rise",
            "stayers-rise-from-two",
            "attackers-take-stage",
        ]),
        title: |l| tr!(l, "param-hook-then"),
        says: |l, r| match r.scoring.hook_then {
            HookThen::StayersDoNotRise => tr!(l, "hook-then-stay"),
            HookThen::StayersRiseFromTwo => tr!(l, "hook-then-two"),
            HookThen::AttackersTakeStage => tr!(l, "hook-then-stage"),
        },
        example: no_example,
        matters: hooks,
    }
}

fn rungs() -> Param {
    Param {
        path: "scoring.hook-rungs",
        topic: Topic::Levels,
        values: Values::Names(&["won-again", "stay-won"]),
        title: |l| tr!(l, "param-hook-rungs"),
        says: |l, r| match r.scoring.hook_rungs {
            HookRungs::WonAgain => tr!(l, "hook-rungs-again"),
            HookRungs::StayWon => tr!(l, "hook-rungs-stay"),
        },
        example: no_example,
        matters: hooks,
    }
}

fn fives_dig() -> Param {
    Param {
        path: "scoring.fives-dig",
        topic: Topic::Levels,
        values: Values::Names(&["nothing", "attackers-to-ace", "dealers-to-two"]),
        title: |l| tr!(l, "param-fives-dig"),
        says: |l, r| match r.scoring.fives_dig {
            FivesDig::Nothing => tr!(l, "fives-dig-nothing"),
            FivesDig::AttackersToAce => tr!(l, "fives-dig-ace"),
            FivesDig::DealersToTwo => tr!(l, "fives-dig-two"),
        },
        example: no_example,
        matters: |r| r.play.fives != FivesRule::None,
    }
}
