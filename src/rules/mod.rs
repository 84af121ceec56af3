//! The rules of one deal as pure functions: order, shapes, leads, follows, tricks, the auction.

pub mod auction;
mod auction_rules;
mod cheapest;
mod contest;
mod dig;
mod fives;
mod follow;
mod hats;
mod lead;
mod legal;
pub mod levels;
mod line;
mod links;
mod match_rules;
mod order;
mod permanent;
mod play_rules;
mod preset;
mod refusal;
mod ruleset;
mod scoring_rules;
mod seat;
mod shape;
#[cfg(test)]
mod testing;
mod throw;
mod trick;
mod trump;
mod validate;
mod variation;

pub use auction_rules::{
    AuctionRules, BigJokers, DealerRule, DeclareJokers, Declaring, FirstFry, HOOK_BACK, Height,
    HookBackFry, OverturnDealer, OverturnOver, OverturnRules, OverturnWho, OverturnWith, PairRank,
    Secrecy, Undeclared, suit_height,
};
pub use contest::{
    BOXES, EMPTY_BOXES, MatchLimits, OpenedBox, Progress, ahead, cut_sum, cut_sums, cut_value,
    fund_points, fund_total, golden_card, open_box,
};
pub use dig::DigMultiplier;
pub use fives::FivesRule;
pub use follow::{Follow, FollowDuty};
pub use hats::Hat;
pub use lead::Lead;
pub use legal::{Choices, Plays, leads};
pub use links::Links;
pub use match_rules::{
    Checking, ClockRules, Late, MatchLength, MatchRules, MatchTie, Prizes, TimeOut,
};
pub use order::{Group, Order};
pub use permanent::PermanentTrumps;
pub use play_rules::{PlayRules, PlayRulesError};
pub use preset::{
    PRESETS, Preset, PresetLines, PresetText, ResolveError, default_preset, preset, resolve,
};
pub use refusal::Refusal;
pub use ruleset::{PatchError, RulePatch, RuleSet};
pub use scoring_rules::{
    AfterAce, AtBase, BASE, FivesDig, HookAtAce, HookAtJack, HookNeeds, HookRungs, HookThen,
    Ladder, MustPlay, RiseTable, ScoringRules, Shutout, UndeclaredBase,
};
pub use seat::{BySeat, BySide, Seat, SeatError, Side};
pub use shape::{Part, Parts, Profile, Shape};
pub use throw::{FailedThrow, ThrowPenalty};
pub use trick::{beats, points, winner};
pub use trump::{Category, Trump};
pub use validate::RuleConflict;
pub use variation::{Resolved, Variation};
