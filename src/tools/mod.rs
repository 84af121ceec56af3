//! The subcommands beside the bot itself.

pub mod arena;
pub mod backup;
pub mod check;
pub mod export;
mod files;
pub mod judge;
mod lines;
pub mod load;
pub mod local;
pub mod replay;
pub mod sandbox;
pub mod simulate;
pub mod verify;

/// Refuses to work on a database that is not there.
///
/// # Errors
/// A sentence that says which it is and how to name another.
pub fn need_database(config: &crate::config::Config) -> Result<(), crate::error::AppError> {
    files::database_there(&config.database.path)
}

/// What somebody is told who names rules that are none: which there are.
fn no_rules(id: &str) -> String {
    let ids: Vec<&str> = crate::rules::PRESETS.iter().map(|p| p.id).collect();
    format!("there is no ruleset `{id}`; there are {}", ids.join(", "))
}
