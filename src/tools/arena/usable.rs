//! What a match can be played with.

use super::{ArenaArgs, ArenaError};
use crate::rules::{RuleSet, preset};
use crate::tools::simulate::SimulateError;

/// The greatest number of each option: far beyond what anybody waits for.
const MOST: u64 = 1_000_000;
/// More worlds than this teach nothing.
const MOST_WORLDS: u64 = 10_000;
/// A minute.
const MOST_BUDGET: u64 = 60_000;
/// More cores than any machine has.
const MOST_THREADS: u64 = 1_024;

/// The ruleset of a match.
///
/// # Errors
/// When there is none of that id, or another option makes no sense.
pub(super) fn rules(args: &ArenaArgs) -> Result<RuleSet, ArenaError> {
    let unknown = || SimulateError::UnknownRules(args.rules.clone());
    let rules = preset(&args.rules).ok_or_else(unknown)?;
    let numbers = [
        ("pairs", Some(args.pairs), MOST),
        ("worlds", Some(args.worlds.into()), MOST_WORLDS),
        ("long-worlds", Some(args.long_worlds.into()), MOST_WORLDS),
        ("budget-a", args.budget_a, MOST_BUDGET),
        ("threads", args.threads.map(|n| n as u64), MOST_THREADS),
        ("worst", args.worst.map(|n| n as u64), MOST),
    ];
    for (name, given, most) in numbers {
        if let Some(given) = given.filter(|n| !(1..=most).contains(n)) {
            return Err(ArenaError::Number { name, most, given });
        }
    }
    let rungs = rules.scoring.ladder.rungs();
    if let Some(level) = args.level.filter(|level| !rungs.contains(level)) {
        let labels: Vec<&str> = rungs.iter().map(|r| r.label()).collect();
        return Err(ArenaError::Level {
            rules: args.rules.clone(),
            level,
            rungs: labels.join(", "),
        });
    }
    Ok(rules)
}
