//! How long things take at a table, as plain values: the clock that measures
//! them lies outside (RULES.md §11; drawing: RULES.md 2.2).

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::game::{ClockChoice, Pace};
use crate::rules::{ClockRules, RuleSet, TimeOut};

/// A sealed round never closes before this, whoever has answered.
pub const SEALED_MINIMUM: Duration = Duration::from_secs(4);
/// A computer player, or auto-play, answers a sealed question after this.
pub const COMPUTER_ANSWERS: RangeInclusive<Duration> =
    Duration::from_secs(2)..=Duration::from_secs(8);
/// A computer player places so long after it could.
pub const COMPUTER_PLACES: RangeInclusive<Duration> =
    Duration::from_secs(2)..=Duration::from_secs(6);
/// A computer player, or auto-play, takes so long to play or to bury.
pub const COMPUTER_PLAYS: RangeInclusive<Duration> =
    Duration::from_millis(1200)..=Duration::from_millis(2500);
/// After the last panel of a declaration that others may top.
pub const DECLARED_GRACE: Duration = Duration::from_secs(8);
/// A step's cards can be placed at the latest so long after they were drawn,
/// whether or not every panel was accepted.
pub const PANELS_AT_MOST: Duration = Duration::from_secs(3);
/// At the start the draw waits so long for seats without private messages.
pub const OPEN_HAND_WAIT: Duration = Duration::from_secs(15);
/// Between deals people are waited for so long.
pub const BETWEEN_DEALS: Duration = Duration::from_secs(30);
/// A break lasts so long, unless the other side agrees to more.
pub const BREAK: Duration = Duration::from_secs(10 * 60);
/// A table that is paused by agreement, or cannot be shown, is kept so long.
pub const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// Without a clock the host may close a phase after this.
pub const HOST_MAY_FORCE: Duration = Duration::from_secs(24 * 60 * 60);

/// A vote that only people hold up who do nothing is carried without them after this.
pub const SILENCE: Duration = Duration::from_secs(10 * 60);

/// The rules of the clock that runs; `None` when a table plays without one.
#[must_use]
pub fn clock_rules(rules: &RuleSet, choice: ClockChoice) -> Option<ClockRules> {
    match choice {
        ClockChoice::Relaxed => Some(ClockRules::relaxed()),
        ClockChoice::Preset => Some(rules.clock),
        ClockChoice::None => None,
    }
}

/// What a time-out costs at such a table.
#[must_use]
pub fn time_out(rules: &RuleSet, choice: ClockChoice) -> TimeOut {
    clock_rules(rules, choice).map_or(TimeOut::Free, |c| c.time_out)
}

/// For burying, the first time and after a fry.
#[must_use]
pub fn bury(rules: &RuleSet, choice: ClockChoice) -> Option<Duration> {
    clock_rules(rules, choice).map(|c| Duration::from_secs(c.bury.into()))
}

/// For one play.
#[must_use]
pub fn play(rules: &RuleSet, choice: ClockChoice) -> Option<Duration> {
    clock_rules(rules, choice).map(|c| Duration::from_secs(c.play.into()))
}

/// For the sealed questions of overturning and frying.
#[must_use]
pub fn ask(rules: &RuleSet, choice: ClockChoice) -> Option<Duration> {
    clock_rules(rules, choice).map(|c| Duration::from_secs(c.ask.into()))
}

/// How the 100 cards are drawn at a pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Cards of a step, all seats together.
    pub step: u8,
    /// From one step's placing to the next step.
    pub pause: Duration,
    /// After the last card, while nobody has declared.
    pub grace: Duration,
}

/// The drawing at that pace. Without a clock all is drawn at once.
#[must_use]
pub fn drawing(pace: Pace, choice: ClockChoice) -> Drawing {
    let (step, pause, grace) = match (choice, pace) {
        (ClockChoice::None, _) => (100, Duration::ZERO, Duration::ZERO),
        (ClockChoice::Relaxed | ClockChoice::Preset, Pace::Brisk) => {
            (20, Duration::from_secs(3), Duration::from_secs(8))
        }
        (ClockChoice::Relaxed | ClockChoice::Preset, Pace::Instant) => {
            (100, Duration::ZERO, Duration::from_secs(10))
        }
        (ClockChoice::Relaxed | ClockChoice::Preset, Pace::Slow) => {
            (12, Duration::from_secs(6), Duration::from_secs(10))
        }
    };
    Drawing { step, pause, grace }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relaxed_clock_is_that_of_section_11() {
        let rules = RuleSet::default();
        let seconds = |d: Option<Duration>| d.map(|d| d.as_secs());
        assert_eq!(seconds(play(&rules, ClockChoice::Relaxed)), Some(60));
        assert_eq!(seconds(bury(&rules, ClockChoice::Relaxed)), Some(120));
        assert_eq!(seconds(ask(&rules, ClockChoice::Relaxed)), Some(20));
        assert_eq!(time_out(&rules, ClockChoice::Relaxed), TimeOut::Free);
        assert_eq!(play(&rules, ClockChoice::None), None);
    }

    #[test]
    fn a_draw_takes_about_as_long_as_its_pace_says() {
        let total = |pace| {
            let d = drawing(pace, ClockChoice::Relaxed);
            let steps = 100_u32.div_ceil(d.step.into());
            (d.pause * (steps - 1) + d.grace).as_secs()
        };
        assert_eq!(total(Pace::Brisk), 20);
        assert_eq!(total(Pace::Instant), 10);
        assert!((50..=70).contains(&total(Pace::Slow)));
    }
}
