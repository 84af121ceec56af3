//! Which rulesets cannot be played, and why.

use super::{
    AfterAce, AtBase, DeclareJokers, Declaring, FivesDig, FivesRule, HookAtAce, HookAtJack,
    HookBackFry, Ladder, OverturnDealer, OverturnOver, OverturnRules, OverturnWho, PlayRulesError,
    RiseTable, RuleSet, Shutout, UndeclaredBase,
};
use crate::cards::Rank;

/// A combination of parameters that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleConflict {
    /// In the play of cards.
    #[error("play: {0}")]
    Play(PlayRulesError),
    /// Nobody can know what is higher than a card that lies face down.
    #[error("auction.secrecy = \"secret\" needs auction.declaring = \"first\"")]
    SecretDeclarationsCompared,
    /// The same, between pairs.
    #[error("auction.secrecy = \"secret\" needs auction.rank = \"unranked\"")]
    SecretPairsCompared,
    /// A pair of jokers cannot be declared where one card declares.
    #[error("auction.declare-jokers = \"pair\" needs auction.secrecy = \"open\"")]
    SecretJokerPair,
    /// "Over what is lower" needs an order.
    #[error("overturning over what is lower needs a ranked auction.rank")]
    OverturnWithoutRank,
    /// An insured suit keeps lower ones off only where suits are ranked.
    #[error("auction.declaring = \"first-insured\" needs a ranked auction.rank")]
    InsuranceWithoutRank,
    /// Nobody can know that what lies face down is a hook-back, which nothing tops.
    #[error("auction.hook-back needs auction.secrecy = \"open\"")]
    SecretHookBack,
    /// Only where a ♥5 pair names the trump can a hook-back with it name one.
    #[error(
        "auction.hook-back = \"declared-suit-five-names-any\" needs \
         auction.rank = \"suits-then-red-five\""
    )]
    FiveNamesNothing,
    /// P8 by placing says what overturning by placing means.
    #[error("overturn dealer \"by-placing\" needs auction.dealer by placing")]
    OverturnerPlacing,
    /// In a first deal there is no dealing side yet, and its dealer declared.
    #[error("auction.overturn-first.who cannot be \"dealers\" or \"dealer\"")]
    FirstDealDealers,
    /// A base of 60 needs a table that counts from the base.
    #[error("scoring.undeclared-base = \"sixty\" needs scoring.rise = \"ten-from-base\"")]
    TableIgnoresBase,
    /// A J that is not on the ladder is never played.
    #[error("scoring.hook-at-jack and scoring.shutout = \"to-jack\" need a ladder with J")]
    NoJackOnLadder,
    /// A hook at A to J needs a J to fall to.
    #[error("scoring.hook-at-ace needs a ladder with J")]
    NoJackToFallTo,
    /// The flag deal is won by staying, the hat by the last trick: not both, and
    /// jumps pass neither.
    #[error("scoring.shutout = \"jump\" needs scoring.after-ace = \"win\"")]
    JumpPastAce,
    /// A hat already says what becomes of dealers on A.
    #[error("scoring.after-ace = \"hats\" needs scoring.hook-at-ace = \"none\"")]
    HatAndHookAtAce,
    /// In a seize deal a pair goes over a single, which must lie open for it.
    #[error("scoring.at-base = \"seize\" needs auction.secrecy = \"open\"")]
    SecretSeize,
    /// A flag deal is no trump, whoever may name one; a seized one is declared.
    #[error("scoring.at-base = \"seize\" needs scoring.after-ace other than \"flag\"")]
    FlagAndSeize,
    /// Nobody can dig with a combination that does not exist.
    #[error("scoring.fives-dig needs play.fives")]
    FivesDigWithoutFives,
    /// No time at all.
    #[error("clock times must be at least one second")]
    NoTime,
}

impl RuleSet {
    /// Every combination of parameters that cannot be played; empty when the
    /// ruleset can.
    #[must_use]
    pub fn validate(&self) -> Vec<RuleConflict> {
        let mut conflicts: Vec<RuleConflict> = Vec::new();
        conflicts.extend(self.play.validate().err().map(RuleConflict::Play));
        self.secrets(&mut conflicts);
        self.overturning(&mut conflicts);
        self.levels(&mut conflicts);
        let clock = &self.clock;
        let times = [clock.bury, clock.play, clock.ask];
        note(&mut conflicts, times.contains(&0), RuleConflict::NoTime);
        conflicts
    }

    fn secrets(&self, conflicts: &mut Vec<RuleConflict>) {
        let auction = &self.auction;
        let secret = !auction.secrecy.declares_pairs();
        let ranked = auction.rank.is_ranked();
        let compared = auction.declaring != Declaring::First;
        let jokers = auction.declare_jokers == DeclareJokers::Pair;
        note(
            conflicts,
            secret && compared,
            RuleConflict::SecretDeclarationsCompared,
        );
        note(
            conflicts,
            secret && ranked,
            RuleConflict::SecretPairsCompared,
        );
        note(conflicts, secret && jokers, RuleConflict::SecretJokerPair);
        let insured = auction.declaring == Declaring::FirstInsured;
        let hook_back = auction.hook_back != HookBackFry::None;
        note(
            conflicts,
            insured && !ranked,
            RuleConflict::InsuranceWithoutRank,
        );
        note(conflicts, secret && hook_back, RuleConflict::SecretHookBack);
        let five_names = auction.hook_back == HookBackFry::DeclaredSuitFiveNamesAny;
        note(
            conflicts,
            five_names && !auction.rank.red_five_names(),
            RuleConflict::FiveNamesNothing,
        );
    }

    fn overturning(&self, conflicts: &mut Vec<RuleConflict>) {
        let auction = &self.auction;
        let (first, later) = (&auction.overturn_first, &auction.overturn_later);
        let asks = |rules: &OverturnRules| rules.who != OverturnWho::Nobody;
        let lower = |rules: &OverturnRules| asks(rules) && rules.over == OverturnOver::Lower;
        note(
            conflicts,
            (lower(first) || lower(later)) && !auction.rank.is_ranked(),
            RuleConflict::OverturnWithoutRank,
        );
        note(
            conflicts,
            later.dealer == OverturnDealer::ByPlacing && !auction.dealer.by_placing(),
            RuleConflict::OverturnerPlacing,
        );
        let dealers = matches!(first.who, OverturnWho::Dealers | OverturnWho::Dealer);
        note(conflicts, dealers, RuleConflict::FirstDealDealers);
    }

    fn levels(&self, conflicts: &mut Vec<RuleConflict>) {
        let scoring = &self.scoring;
        let sixty = scoring.undeclared_base == UndeclaredBase::Sixty;
        let from_base = scoring.rise == RiseTable::TenFromBase;
        note(
            conflicts,
            sixty && !from_base,
            RuleConflict::TableIgnoresBase,
        );
        let jack = match scoring.ladder {
            Ladder::Full | Ladder::PointRanksAndJack => true,
            Ladder::PointRanks => false,
        };
        debug_assert_eq!(jack, scoring.ladder.rungs().contains(&Rank::Jack));
        let to_jack = scoring.shutout == Shutout::ToJack;
        let at_jack = scoring.hook_at_jack != HookAtJack::None;
        let at_ace = scoring.hook_at_ace != HookAtAce::None;
        note(
            conflicts,
            (to_jack || at_jack) && !jack,
            RuleConflict::NoJackOnLadder,
        );
        note(conflicts, at_ace && !jack, RuleConflict::NoJackToFallTo);
        let jumps = scoring.shutout == Shutout::Jump;
        let plain = scoring.after_ace == AfterAce::Win;
        note(conflicts, jumps && !plain, RuleConflict::JumpPastAce);
        let hats = scoring.after_ace == AfterAce::Hats;
        note(conflicts, hats && at_ace, RuleConflict::HatAndHookAtAce);
        let seize = scoring.at_base == AtBase::Seize;
        let secret = !self.auction.secrecy.declares_pairs();
        note(conflicts, seize && secret, RuleConflict::SecretSeize);
        let flag = scoring.after_ace == AfterAce::Flag;
        note(conflicts, seize && flag, RuleConflict::FlagAndSeize);
        let digs = scoring.fives_dig != FivesDig::Nothing;
        let fives = self.play.fives != FivesRule::None;
        note(
            conflicts,
            digs && !fives,
            RuleConflict::FivesDigWithoutFives,
        );
    }
}

fn note(conflicts: &mut Vec<RuleConflict>, holds: bool, conflict: RuleConflict) {
    if holds {
        conflicts.push(conflict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RulePatch, preset};

    #[test]
    fn what_cannot_be_played_is_named() {
        let check = |base: &str, path: &str, value: &str, conflict: RuleConflict| {
            let rules = preset(base).expect("a preset");
            let rules = RulePatch::change(path, value).apply(&rules);
            let conflicts = rules.expect("known names").validate();
            assert!(
                conflicts.contains(&conflict),
                "{path} = {value}: {conflicts:?}"
            );
        };
        use RuleConflict as C;
        check(
            "tournament",
            "auction.declaring",
            "pair-over-single",
            C::SecretDeclarationsCompared,
        );
        check(
            "tournament",
            "auction.rank",
            "suits",
            C::SecretPairsCompared,
        );
        check(
            "tournament",
            "auction.declare-jokers",
            "pair",
            C::SecretJokerPair,
        );
        check(
            "tournament",
            "auction.overturn-later.over",
            "lower",
            C::OverturnWithoutRank,
        );
        check(
            "ordered",
            "auction.rank",
            "unranked",
            C::InsuranceWithoutRank,
        );
        check(
            "tournament",
            "auction.hook-back",
            "declared-suit",
            C::SecretHookBack,
        );
        check(
            "college",
            "auction.dealer",
            "rotating",
            C::OverturnerPlacing,
        );
        check(
            "tournament",
            "auction.overturn-first.who",
            "dealer",
            C::FirstDealDealers,
        );
        check("knockout", "scoring.rise", "ten", C::TableIgnoresBase);
        check("hook", "scoring.ladder", "point-ranks", C::NoJackOnLadder);
        check("hook", "scoring.ladder", "point-ranks", C::NoJackToFallTo);
        check("dark", "scoring.after-ace", "flag", C::JumpPastAce);
        check("hook", "scoring.after-ace", "hats", C::HatAndHookAtAce);
        check("tournament", "scoring.at-base", "seize", C::SecretSeize);
        check("flag", "scoring.at-base", "seize", C::FlagAndSeize);
        for rank in ["unranked", "suits", "suits-then-fives"] {
            check("red-five", "auction.rank", rank, C::FiveNamesNothing);
        }
        check(
            "tournament",
            "scoring.fives-dig",
            "dealers-to-two",
            C::FivesDigWithoutFives,
        );
    }

    #[test]
    fn a_clock_needs_time() {
        let mut rules = RuleSet::default();
        rules.clock.play = 0;
        assert_eq!(rules.validate(), [RuleConflict::NoTime]);
    }
}
