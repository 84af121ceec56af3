//! A ruleset told to people: every parameter with its title and with the
//! sentence of each of its values, in every language. What `/rules` explains,
//! what `/house` changes and what a lobby says of house rules is read from here.

mod auction;
mod changes;
mod conflict;
mod fry;
mod levels;
mod lines;
mod names;
mod param;
mod play;
mod score;
mod times;

pub use changes::{Change, change_lines, changes, fitting};
pub use conflict::conflict_text;
pub use lines::rules_text;
pub use names::{base_name, preset_about, preset_name};
pub use param::{Param, Topic, Values, param, params};
