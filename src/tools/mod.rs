//! The subcommands beside the bot itself.

pub mod judge;
