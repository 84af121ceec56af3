//! What people can ask of the bot by slash commands, buttons, selects and modals.

pub mod card_text;
