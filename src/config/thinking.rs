//! How much computer players think.

use std::ops::RangeInclusive;

use serde::Deserialize;

use super::number;

/// More cores than this are a slip of the pen.
const CORES: RangeInclusive<u64> = 1..=256;
/// Milliseconds of thinking: more than a computer player waits is of no use.
const BUDGET: RangeInclusive<u64> = 100..=1000;

/// How much computer players think.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ThinkingConfig {
    /// How many cores strong players and suggestions may take at most.
    #[serde(deserialize_with = "cores")]
    pub cores: u64,
    /// For how many milliseconds a strong player thinks about a move at most.
    #[serde(deserialize_with = "budget")]
    pub budget: u64,
}

impl Default for ThinkingConfig {
    fn default() -> Self {
        Self {
            cores: 1,
            budget: 500,
        }
    }
}

fn cores<'de, D: serde::Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
    within(d, &CORES)
}

fn budget<'de, D: serde::Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
    within(d, &BUDGET)
}

fn within<'de, D: serde::Deserializer<'de>>(
    d: D,
    range: &RangeInclusive<u64>,
) -> Result<u64, D::Error> {
    let refuse = || {
        let (least, most) = (range.start(), range.end());
        let wrong = format!("must be a whole number from {least} to {most}");
        serde::de::Error::custom(wrong)
    };
    let given = number(d).map_err(|_: D::Error| refuse())?;
    given.filter(|n| range.contains(n)).ok_or_else(refuse)
}
