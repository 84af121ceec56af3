//! Why rules cannot be played together, in words.

use crate::i18n::{Lang, tr};
use crate::rules::{PlayRulesError, RuleConflict};

/// One sentence that says what does not fit and what it needs instead.
#[must_use]
pub fn conflict_text(lang: Lang, conflict: &RuleConflict) -> String {
    match conflict {
        RuleConflict::Play(PlayRulesError::LevelCardLinkedTwice) => {
            tr!(lang, "conflict-level-linked-twice")
        }
        RuleConflict::Play(PlayRulesError::TractorsWithoutPairs) => {
            tr!(lang, "conflict-tractors-without-pairs")
        }
        RuleConflict::Play(PlayRulesError::LoweringWithoutRedFive) => {
            tr!(lang, "conflict-lowering")
        }
        RuleConflict::SecretDeclarationsCompared => tr!(lang, "conflict-secret-declarations"),
        RuleConflict::SecretPairsCompared => tr!(lang, "conflict-secret-pairs"),
        RuleConflict::SecretJokerPair => tr!(lang, "conflict-secret-jokers"),
        RuleConflict::OverturnWithoutRank => tr!(lang, "conflict-overturn-rank"),
        RuleConflict::InsuranceWithoutRank => tr!(lang, "conflict-insurance"),
        RuleConflict::SecretHookBack => tr!(lang, "conflict-secret-hook-back"),
        RuleConflict::FiveNamesNothing => tr!(lang, "conflict-five-names"),
        RuleConflict::FlagAndSeize => tr!(lang, "conflict-flag-seize"),
        RuleConflict::OverturnerPlacing => tr!(lang, "conflict-overturner"),
        RuleConflict::FirstDealDealers => tr!(lang, "conflict-first-deal"),
        RuleConflict::TableIgnoresBase => tr!(lang, "conflict-base"),
        RuleConflict::NoJackOnLadder => tr!(lang, "conflict-no-jack"),
        RuleConflict::NoJackToFallTo => tr!(lang, "conflict-no-fall"),
        RuleConflict::JumpPastAce => tr!(lang, "conflict-jump"),
        RuleConflict::HatAndHookAtAce => tr!(lang, "conflict-hats"),
        RuleConflict::SecretSeize => tr!(lang, "conflict-secret-seize"),
        RuleConflict::FivesDigWithoutFives => tr!(lang, "conflict-fives-dig"),
        RuleConflict::NoTime => tr!(lang, "conflict-no-time"),
    }
}
