//! The subcommands that read what others wrote.

pub mod files;
#[path = "../../src/tools/lines.rs"]
pub mod lines;

#[path = "../../src/tools/judge/mod.rs"]
pub mod judge;
#[path = "../../src/tools/replay/mod.rs"]
pub mod replay;
