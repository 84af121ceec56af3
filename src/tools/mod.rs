//! The subcommands beside the bot itself.

pub mod judge;
pub mod load;
pub mod sandbox;
pub mod simulate;
pub mod verify;
