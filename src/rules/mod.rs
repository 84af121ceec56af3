//! The rules of the game, pure: no clock, no chance, no input or output.

mod dig;
mod fives;
mod follow;
mod links;
mod permanent;
mod play_rules;
mod refusal;
pub mod seat;
mod throw;
mod trump;

pub use dig::DigMultiplier;
pub use fives::FivesRule;
pub use follow::FollowDuty;
pub use links::Links;
pub use permanent::PermanentTrumps;
pub use play_rules::{PlayRules, PlayRulesError};
pub use refusal::Refusal;
pub use throw::ThrowPenalty;
pub use trump::{Category, Trump};
