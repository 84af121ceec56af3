//! The part of the program that is fuzzed, without the rest of it: so only a few
//! small crates are built, and nothing but the rules is instrumented. Nothing
//! stands here but where the modules are.

pub mod commands;
pub mod tools;

#[path = "../../src/cards/mod.rs"]
pub mod cards;
#[path = "../../src/game/mod.rs"]
pub mod game;
#[path = "../../src/players/mod.rs"]
pub mod players;
#[path = "../../src/rules/mod.rs"]
pub mod rules;
