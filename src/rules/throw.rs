//! Throws (甩牌): whether one succeeds, what stays on the table when not, and the penalty.

use serde::{Deserialize, Serialize};

/// P2: what the side of a failed throw pays (RULES.md §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThrowPenalty {
    /// 10 for every card thrown. `dark`, `knockout`, `five-ten-king` and those
    /// whose text is silent play so.
    #[default]
    EveryCard,
    /// 10 for every card thrown that goes back to the hand; for every card
    /// when no part would have stood. `tournament` plays so.
    CardsTakenBack,
    /// 10 for every card of the beaten parts. `college` and `ordered` play so.
    BeatenParts,
    /// 10 flat. `tv` and `double-dig` play so.
    Flat,
}
