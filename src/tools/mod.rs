//! The subcommands beside the bot itself.

pub mod arena;
pub mod export;
pub mod judge;
pub mod load;
pub mod local;
pub mod replay;
pub mod sandbox;
pub mod simulate;
pub mod verify;
