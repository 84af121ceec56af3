//! Hats (戴帽): how a game is won from A where the ruleset has them (RULES.md 9.7).

use super::{AfterAce, ScoringRules, Side};
use crate::cards::{CardSet, Rank};

/// What a game won by the last trick is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hat {
    /// 戴帽: the dealers won it with an A.
    Single,
    /// 双帽: with a pair of A. It wins no more than a single hat.
    Double,
    /// 反戴帽: the attackers won it with an A.
    Counter,
}

impl Hat {
    /// The hat of a game that `winner` has won with the winning play `last` of
    /// the last trick, `dealers` being on stage; `None` where games are won
    /// without hats.
    #[must_use]
    pub fn of(scoring: &ScoringRules, dealers: Side, winner: Side, last: &CardSet) -> Option<Hat> {
        match scoring.after_ace {
            AfterAce::Win | AfterAce::Flag => None,
            AfterAce::Hats if winner != dealers => Some(Hat::Counter),
            AfterAce::Hats => {
                let pair = last.pairs().iter().any(|c| c.rank() == Some(Rank::Ace));
                Some(if pair { Hat::Double } else { Hat::Single })
            }
        }
    }
}
