//! Digging (抠底): how often the points of the bottom count (RULES.md §8).

use serde::{Deserialize, Serialize};

/// P5: the multiplier of the bottom by the winning play of the last trick
/// (RULES.md §8). A 5-10-K counts as a single.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigMultiplier {
    /// Single 2, pair 4, k-pair tractor 2^(k+1); a throw by its highest part.
    /// `dark`, `tv`, `red-five` and those whose text is silent play so.
    #[default]
    Doubling,
    /// Single 2, pair 4, any tractor 8; a throw by its highest part.
    /// `tournament` plays so.
    TractorEight,
    /// Single 2, pair 4, k-pair tractor 4k; a throw by its number of cards.
    /// `college` plays so.
    FourAPair,
    /// Single 2, any pair or tractor 4; a throw by its highest part. `forty`,
    /// `five-ten-king` and `double-dig` play so.
    PairFour,
    /// Single 2, pairs 4, a throw with a single in it 2. `knockout` plays so.
    LowestFour,
}
