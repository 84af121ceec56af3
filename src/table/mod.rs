//! One actor a table: it orders everything that happens there, stores it,
//! and shows what the outside may see.

mod actor;
mod aside;
mod backoff;
mod chance;
mod clock;
mod departed;
mod drafts;
mod handle;
mod outcome;
mod personal;
mod refused;
mod registry;
mod restore;
mod snapshot;
mod suggestions;
mod think;
mod thoughts;
mod timing;

pub use chance::Chance;
pub use handle::{Acted, DraftChange, TableHandle};
pub use personal::{CardOrder, HandPlace, Personal};
pub use refused::{ActError, AgainError, MoveError, OpenError};
pub use registry::{NewTable, Registry};
pub use snapshot::{Deadline, MatchTime, Person, Place, Shown, Silence, Snapshot};
pub use think::Thinking;
pub(crate) use timing::Timing;
