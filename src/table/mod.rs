//! One actor a table: it orders everything that happens there, stores it,
//! and shows what the outside may see.

mod snapshot;

pub use snapshot::{Deadline, Person, Place, Shown, Snapshot};
