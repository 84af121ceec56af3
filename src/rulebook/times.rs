//! The parameters of the ruleset's own clock and of its match.

use super::param::{Param, Topic, Values, always, no_example};
use crate::i18n::{Lang, tr};
use crate::rules::{Checking, MatchLength, MatchTie, Prizes, TimeOut};

/// Seconds that are offered for a step.
const SECONDS: Values = Values::Numbers(&[10, 15, 20, 30, 35, 45, 60, 90, 120, 180, 300]);
/// Minutes that are offered for a round.
const MINUTES: Values = Values::Numbers(&[0, 30, 40, 60, 90, 120, 180]);

pub(super) fn params() -> Vec<Param> {
    let mut params = clock();
    params.extend(match_rules());
    params
}

fn clock() -> Vec<Param> {
    vec![
        Param {
            path: "clock.play",
            title: |l| tr!(l, "param-clock-play"),
            says: |l, r| tr!(l, "seconds", seconds = r.clock.play),
            ..timed(Topic::Clock, SECONDS)
        },
        Param {
            path: "clock.bury",
            title: |l| tr!(l, "param-clock-bury"),
            says: |l, r| tr!(l, "seconds", seconds = r.clock.bury),
            ..timed(Topic::Clock, SECONDS)
        },
        Param {
            path: "clock.ask",
            title: |l| tr!(l, "param-clock-ask"),
            says: |l, r| tr!(l, "seconds", seconds = r.clock.ask),
            ..timed(Topic::Clock, SECONDS)
        },
        Param {
            path: "clock.time-out",
            title: |l| tr!(l, "param-time-out"),
            says: |l, r| time_out(l, r.clock.time_out),
            ..timed(
                Topic::Clock,
                Values::Names(&["rising", "rising-third-loses", "auto-play", "free"]),
            )
        },
    ]
}

/// What a time-out costs, in words.
pub(super) fn time_out(lang: Lang, rule: TimeOut) -> String {
    match rule {
        TimeOut::Rising => tr!(lang, "time-out-rising"),
        TimeOut::RisingThirdLoses => tr!(lang, "time-out-loses"),
        TimeOut::AutoPlay => tr!(lang, "time-out-auto"),
        TimeOut::Free => tr!(lang, "time-out-free"),
    }
}

fn match_rules() -> Vec<Param> {
    vec![
        Param {
            path: "match.length",
            title: |l| tr!(l, "param-match-length"),
            says: |l, r| match r.match_rules.length {
                MatchLength::OneGame => tr!(l, "match-one"),
                MatchLength::BestOfThree => tr!(l, "match-three"),
                MatchLength::SixDeals => tr!(l, "match-six"),
            },
            ..timed(
                Topic::Match,
                Values::Names(&["one-game", "best-of-three", "six-deals"]),
            )
        },
        Param {
            path: "match.minutes",
            title: |l| tr!(l, "param-match-minutes"),
            says: |l, r| minutes(l, r.match_rules.minutes),
            ..timed(Topic::Match, MINUTES)
        },
        Param {
            path: "match.final-minutes",
            title: |l| tr!(l, "param-match-final"),
            says: |l, r| minutes(l, r.match_rules.final_minutes),
            ..timed(Topic::Match, MINUTES)
        },
        Param {
            path: "match.tie",
            title: |l| tr!(l, "param-match-tie"),
            says: |l, r| match r.match_rules.tie {
                MatchTie::OnStage => tr!(l, "tie-stage"),
                MatchTie::GoldenCard => tr!(l, "tie-golden"),
                MatchTie::CutSum => tr!(l, "tie-sum"),
            },
            ..timed(
                Topic::Match,
                Values::Names(&["on-stage", "golden-card", "cut-sum"]),
            )
        },
        Param {
            path: "match.late",
            title: |l| tr!(l, "param-match-late"),
            says: |l, r| tr!(l, "late", minutes = r.match_rules.late.minutes()),
            ..timed(
                Topic::Match,
                Values::Names(&["ten-minutes", "five-minutes"]),
            )
        },
        Param {
            path: "match.checking",
            title: |l| tr!(l, "param-checking"),
            says: |l, r| match r.match_rules.checking {
                Checking::No => tr!(l, "checking-no"),
                Checking::FirstFree => tr!(l, "checking-free"),
            },
            ..timed(Topic::Match, Values::Names(&["no", "first-free"]))
        },
        Param {
            path: "match.prizes",
            title: |l| tr!(l, "param-prizes"),
            says: |l, r| match r.match_rules.prizes {
                Prizes::None => tr!(l, "prizes-none"),
                Prizes::FundAndBoard => tr!(l, "prizes-fund"),
            },
            ..timed(Topic::Match, Values::Names(&["none", "fund-and-board"]))
        },
    ]
}

fn minutes(lang: Lang, minutes: u16) -> String {
    match minutes {
        0 => tr!(lang, "minutes-none"),
        minutes => tr!(lang, "minutes", minutes = minutes),
    }
}

/// What all these have in common.
fn timed(topic: Topic, values: Values) -> Param {
    Param {
        path: "",
        topic,
        values,
        title: |_| String::new(),
        says: |_, _| String::new(),
        example: no_example,
        matters: always,
    }
}
