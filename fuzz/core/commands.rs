//! What reads cards as people type them.

#[path = "../../src/commands/card_text.rs"]
pub mod card_text;
