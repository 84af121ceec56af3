//! Play 炒地皮 (Chao Di Pi) in a Discord server.

pub mod cards;
pub mod clock;
pub mod config;
pub mod error;
pub mod rules;
pub mod shutdown;
