//! Why a table stands still, and who asked for it.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

/// Why a table stands still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pause {
    /// A whole deal went by without a person, or a manager stopped the table:
    /// anybody at the table lets it go on.
    #[default]
    Idle,
    /// A seat asked for a break: for some minutes, or until all are back.
    Break,
    /// A seat of the other side agreed to more: until four are ready.
    Agreed,
    /// The table cannot be shown in its channel: until it can.
    Unshown,
}

impl Pause {
    /// For the event, which leaves the oldest kind out.
    pub(super) fn is_idle(&self) -> bool {
        *self == Pause::Idle
    }

    /// Whether people say one by one that they are ready to go on.
    #[must_use]
    pub const fn ends_by_ready(self) -> bool {
        match self {
            Pause::Break | Pause::Agreed => true,
            Pause::Idle | Pause::Unshown => false,
        }
    }
}

/// A pause that a seat has asked for: it begins after the current trick or
/// round, and is remembered while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedPause {
    /// Who asked.
    pub seat: Seat,
    /// Whether the other side has agreed to more than a break.
    pub agreed: bool,
}
