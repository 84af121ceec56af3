//! Following a lead (RULES.md §6): what a play owes to suit, pairs and tractors.

use serde::{Deserialize, Serialize};

/// P3 and P4: whether pairs, or tractors, of the lead oblige the followers (RULES.md §6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FollowDuty {
    /// They must be followed as far as the hand can. All but `knockout` play so.
    #[default]
    Must,
    /// Any cards of the category will do. `knockout` plays so.
    Free,
}
