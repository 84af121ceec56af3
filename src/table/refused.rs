//! Why a table did not do what it was asked.

use crate::error::AppError;
use crate::game::{Illegal, TableId};

/// Why an action or a draft was refused. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// A rule of the game or of the table forbids it.
    #[error("illegal: {0:?}")]
    Illegal(Illegal),
    /// The button belongs to a step that is over.
    #[error("the step is over")]
    Stale,
    /// The person sits at another table; one person sits at one table at a time.
    #[error("the person sits at table {}", .0.0)]
    ElsewhereSeated(TableId),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] AppError),
}

impl From<Illegal> for ActError {
    fn from(illegal: Illegal) -> ActError {
        ActError::Illegal(illegal)
    }
}

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is a table in that channel; one channel has one table at a time.
    #[error("table {} is in that channel", .0.0)]
    ChannelTaken(TableId),
    /// Who opens it sits at another table.
    #[error("the host sits at table {}", .0.0)]
    ElsewhereSeated(TableId),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] AppError),
}

/// Why there is no next table of the same people.
#[derive(Debug, thiserror::Error)]
pub enum AgainError {
    /// There was no such table.
    #[error("there was no such table")]
    NoSuchTable,
    /// It is not over yet.
    #[error("the table is not over")]
    NotOver,
    /// Who asks did not sit there.
    #[error("who asks did not sit there")]
    NotThere,
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Why a table was not taken to another channel.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// There is no such table, or it is over.
    #[error("there is no such table")]
    NoSuchTable,
    /// There is a table in that channel.
    #[error("table {} is in that channel", .0.0)]
    ChannelTaken(TableId),
    /// It could not be done or stored.
    #[error(transparent)]
    Act(#[from] ActError),
}
