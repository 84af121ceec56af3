//! Play 炒地皮 (Chao Di Pi) in a Discord server.

pub mod cards;
pub mod clock;
pub mod config;
pub mod error;
pub mod game;
pub mod i18n;
pub mod players;
pub mod render;
pub mod rules;
pub mod sandbox;
pub mod shutdown;
pub mod tools;
