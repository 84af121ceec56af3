//! 5-10-K as a combination (RULES.md §7.3).

use serde::{Deserialize, Serialize};

/// Whether 5-10-K of one suit is a combination, and which cards may be lowered to make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FivesRule {
    /// It is none. Most presets.
    #[default]
    None,
    /// It is one; ♥5 and, at level 5, 10 or K, level cards may be lowered;
    /// whoever cannot follow a trump 5-10-K with one plays the three highest
    /// trumps held. `five-ten-king` plays so.
    LevelsLowered,
    /// It is one; only ♥5 may be lowered. `red-five` plays so.
    RedFiveLowered,
}
