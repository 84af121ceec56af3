//! Errors of the program itself: logged or told to the operator, never to a player in detail.
//! What a player did wrong is an [`Illegal`](crate::game::Illegal) or another typed refusal.

use std::io;
use std::path::{Path, PathBuf};

/// Something the program cannot do. Its text is one line and names no card.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The configuration cannot be used.
    #[error("configuration: {0}")]
    Config(String),
    /// The database cannot be opened or created.
    #[error("cannot open the database {}: {reason}", path.display())]
    Database {
        /// Its file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Another process works on the database.
    #[error("another process is using the database {}; only one may", .0.display())]
    SecondProcess(PathBuf),
    /// A subcommand was given something it cannot use.
    #[error("{0}")]
    Usage(String),
    /// Something could not be stored or read.
    #[error("store: {0}")]
    Store(String),
    /// What is stored makes no sense.
    #[error("stored data cannot be read: {0}")]
    Corrupt(String),
    /// Discord, or the way there, refused.
    #[error("discord: {0}")]
    Discord(String),
    /// Reading, writing or the network failed.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system says.
        source: io::Error,
    },
    /// A table is just being taken up again after an error.
    #[error("the table is being taken up again")]
    TakenUpAgain,
    /// The program is stopping and takes no more work.
    #[error("the program is stopping")]
    Stopping,
}

impl AppError {
    /// The exit code: 2 where the operator must change something, else 1.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            AppError::Config(_)
            | AppError::Database { .. }
            | AppError::SecondProcess(_)
            | AppError::Usage(_)
            | AppError::Corrupt(_)
            | AppError::Io { .. } => 2,
            AppError::Store(_)
            | AppError::Discord(_)
            | AppError::TakenUpAgain
            | AppError::Stopping => 1,
        }
    }

    /// The error as one line, whatever the libraries below put into theirs.
    #[must_use]
    pub fn line(&self) -> String {
        self.to_string()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A database that cannot be opened.
    pub(crate) fn database(path: &Path, reason: impl ToString) -> AppError {
        AppError::Database {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

impl From<sqlx::Error> for AppError {
    fn from(error: sqlx::Error) -> AppError {
        AppError::Store(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_error_is_one_line_and_exits_with_2() {
        let error = AppError::Config("unknown key\n  `colour`".to_owned());
        assert_eq!(error.line(), "configuration: unknown key `colour`");
        assert_eq!(error.exit_code(), 2);
        assert_eq!(AppError::Stopping.exit_code(), 1);
    }
}
