//! What a table chooses beside its rules.

use serde::{Deserialize, Serialize};

use crate::cards::Rank;
use crate::game::Length;

/// Which clock a table plays by (RULES.md §11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockChoice {
    /// Play 60 s, bury 120 s, overturn and fry 20 s, no penalties.
    #[default]
    Relaxed,
    /// The ruleset's own times and penalties.
    Preset,
    /// No clock: play by correspondence.
    None,
}

/// What a table chooses beside its rules; frozen with them when it is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Its clock.
    pub clock: ClockChoice,
    /// Its pace of drawing.
    pub pace: Pace,
    /// What it plays for.
    pub length: Length,
    /// The rung of the ladder on which both sides start; the first one where
    /// none is chosen. The rungs below it count as won.
    pub level: Option<Rank>,
    /// When its match is to start; lateness forfeits only where one was agreed.
    pub starts: Option<StartTime>,
    /// Nobody is suggested a move.
    pub unaided: bool,
    /// Who may sit down.
    pub entry: Entry,
}

/// Who may sit down at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// Everybody who sees the channel.
    #[default]
    Open,
    /// The host, and whoever was invited.
    Invited,
}

impl Entry {
    /// For the event, which leaves the usual choice out.
    pub(super) fn is_open(&self) -> bool {
        *self == Entry::Open
    }
}

/// When a match is to start: milliseconds since 1970. The game only hands it
/// on; what time it is, the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StartTime(pub u64);

impl From<ClockChoice> for Setup {
    fn from(clock: ClockChoice) -> Setup {
        Setup {
            clock,
            ..Setup::default()
        }
    }
}

/// How fast cards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// In steps, about 20 s in all.
    #[default]
    Brisk,
    /// All at once, with a window of 10 s to place.
    Instant,
    /// In more and longer steps, about 60 s in all.
    Slow,
}
