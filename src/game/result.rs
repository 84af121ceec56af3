//! The result of a deal: everything that becomes public when it ends.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Rank};
use crate::game::{DealNumber, Occupant, PlayerId, Speech};
use crate::rules::levels::Standing;
use crate::rules::{BySeat, BySide, Seat, Side, Trump};

/// How the attackers came to their score, step by step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreSum {
    /// Points in the tricks the attackers won.
    pub tricks: u16,
    /// Points in the bottom.
    pub bottom: u16,
    /// What they are multiplied by; 0 when the dealers won the last trick.
    pub multiplier: u16,
    /// Penalties of the dealers: added.
    pub dealers_penalty: u16,
    /// Penalties of the attackers: taken off.
    pub attackers_penalty: u16,
    /// The score (RULES.md §8), never below 0.
    pub score: u16,
}

/// A finished deal. Public as a whole: nothing is secret any more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealResult {
    /// Its number.
    pub deal: DealNumber,
    /// The level played.
    pub level: Rank,
    /// The trump.
    pub trump: Trump,
    /// The dealer.
    pub dealer: Seat,
    /// The dealing side.
    pub dealing_side: Side,
    /// Who sat where when it ended.
    pub occupants: BySeat<Option<Occupant>>,
    /// Who held the hands when play began, where that were not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<BySeat<Option<Occupant>>>,
    /// Seats for which a computer player moved at some time in the deal.
    pub stood_in: BySeat<bool>,
    /// Who declared, overturned and fried what, all shown.
    pub spoken: Vec<Speech>,
    /// The four hands as played from, after all burying.
    pub hands: BySeat<CardSet>,
    /// The bottom as buried last.
    pub bottom: CardSet,
    /// Who won the last trick, and with what.
    pub last_trick: (Seat, Vec<Card>),
    /// The score.
    pub sum: ScoreSum,
    /// Whether the attackers took the stage.
    pub change: bool,
    /// Whether the next deal is seized (抢庄, RULES.md 9.6).
    #[serde(default)]
    pub seize: bool,
    /// The side that has the stage now.
    pub stage: Side,
    /// Levels before.
    pub before: BySide<Standing>,
    /// Levels after.
    pub after: BySide<Standing>,
    /// Throws that failed, by seat.
    pub failed_throws: BySeat<u8>,
    /// The salt that opens the commitment.
    pub salt: [u8; 16],
    /// The 108 cards in drawing order, which the commitment bound.
    pub deck: Vec<Card>,
    /// The side that won the game with this deal, if one did.
    pub winner: Option<Side>,
}

impl DealResult {
    /// For whom it counts on a seat: the person who held the hand when play
    /// began, whoever sits there at the end; else the one who sits there then.
    #[must_use]
    pub fn counts_for(&self, seat: Seat) -> Option<PlayerId> {
        let person = |occupant| match occupant {
            Some(Occupant::Person(player)) => Some(player),
            Some(Occupant::Computer(_)) | None => None,
        };
        let held = self.held.as_ref().and_then(|held| person(held[seat]));
        held.or(person(self.occupants[seat]))
    }

    /// Whether a computer player had a seat when play began. Who goes after that
    /// changes nothing, or losing players could spoil a deal by going.
    #[must_use]
    pub fn with_computer(&self) -> bool {
        let held = self.held.as_ref().unwrap_or(&self.occupants);
        held.values()
            .any(|o| matches!(o, Some(Occupant::Computer(_))))
    }

    /// Whether it counts for a person, whichever the seat.
    #[must_use]
    pub fn counts(&self, player: PlayerId) -> bool {
        let counts = |s| self.counts_for(s) == Some(player);
        Seat::ALL.into_iter().any(counts)
    }
}
