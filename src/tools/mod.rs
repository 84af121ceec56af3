//! The subcommands beside the bot itself.

pub mod judge;
pub mod simulate;
pub mod verify;
