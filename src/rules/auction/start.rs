//! Who draws first, and who is dealer before or without a declaration (RULES.md 2.1, 10.2).

use std::cmp::Reverse;

use super::{Auction, AuctionContext, DealKind, StageHeld};
use crate::cards::Card;
use crate::rules::{BySeat, DealerRule, Seat};

/// What the next deal's starter depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDeal {
    /// Who drew first in the last deal.
    pub starter: Seat,
    /// The stage as the last deal left it.
    pub stage: StageHeld,
}

/// How high a card counts that is flipped or cut: jokers, then A down to 2,
/// then S > H > D > C (RULES.md 2.1).
#[must_use]
pub fn flip_height(card: Card) -> (usize, usize) {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => (rank.index(), 3 - suit.index()),
        // The big joker has the higher number.
        _ => (100, card.index()),
    }
}

/// Who starts a game's first deal: the seat with the highest card, of equal
/// ones the first flipped; seats flip from `first` on (RULES.md 2.1).
#[must_use]
pub fn first_starter(first: Seat, flips: &BySeat<Card>) -> Seat {
    first
        .round()
        .into_iter()
        .max_by_key(|&seat| (flip_height(flips[seat]), Reverse(seat.steps_from(first))))
        .unwrap_or(first)
}

/// Who starts a later deal (RULES.md 2.1): the dealer, where it is known
/// before the draw; else the two seats of the dealing side take turns.
#[must_use]
pub fn next_starter(rule: DealerRule, last: LastDeal) -> Seat {
    let stage = last.stage;
    match rule {
        DealerRule::Rotating | DealerRule::Staying => next_dealer(rule, stage),
        DealerRule::ByPlacing | DealerRule::ByPlacingPartner => {
            if !stage.stayed {
                stage.last_dealer.next()
            } else if last.starter.side() == stage.side {
                last.starter.partner()
            } else {
                // After a first deal that an opponent started, neither has.
                stage.last_dealer
            }
        }
    }
}

/// The seat where a seize deal is drawn from, or a draw begins, when `cutter`
/// cuts that card: a joker is the cutter, else A = 1 … K = 13 is counted from
/// the cutter in playing order (RULES.md 9.6).
#[must_use]
pub fn cut_seat(cutter: Seat, card: Card) -> Seat {
    match card.rank() {
        None => cutter,
        // The two has index 0 and counts 2, the ace has 12 and counts 1.
        Some(rank) => cutter.after((rank.index() + 1) % 13),
    }
}

/// The dealer where placing does not decide it (RULES.md 10.2). By placing it
/// is the last dealer's next after a change; the starter else, so ask
/// [`Auction`] there.
#[must_use]
pub fn next_dealer(rule: DealerRule, stage: StageHeld) -> Seat {
    if !stage.stayed {
        return stage.last_dealer.next();
    }
    match rule {
        DealerRule::Rotating => stage.last_dealer.partner(),
        DealerRule::Staying | DealerRule::ByPlacing | DealerRule::ByPlacingPartner => {
            stage.last_dealer
        }
    }
}

impl Auction {
    /// The dealer that is known before anybody has declared.
    pub(super) fn dealer_before_drawing(&self) -> Option<Seat> {
        let AuctionContext { stage, kind, .. } = self.context;
        match kind {
            DealKind::Seize { .. } => None,
            DealKind::Plain if self.rules.dealer.by_placing() => None,
            DealKind::Plain | DealKind::Flag => {
                stage.map(|held| next_dealer(self.rules.dealer, held))
            }
        }
    }

    /// The dealer when that seat's declaration stands, or when P8 is applied
    /// to an overturner.
    pub(super) fn dealer_by(&self, declarer: Seat) -> Seat {
        let (Some(held), false) = (self.context.stage, self.is_seize()) else {
            return declarer;
        };
        let own_side = declarer.side() == held.side;
        match self.rules.dealer {
            DealerRule::ByPlacing if own_side => declarer,
            DealerRule::ByPlacingPartner if own_side => declarer.partner(),
            DealerRule::ByPlacing | DealerRule::ByPlacingPartner => declarer.next(),
            DealerRule::Rotating | DealerRule::Staying => next_dealer(self.rules.dealer, held),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(n: usize) -> Seat {
        Seat::new(n).expect("a seat")
    }

    #[test]
    fn the_highest_flip_starts() {
        let check = |cards: [&str; 4], first: usize, starter: usize| {
            let flips = BySeat::new(cards.map(|c| c.parse().expect("a card")));
            assert_eq!(
                first_starter(seat(first), &flips),
                seat(starter),
                "{cards:?}"
            );
        };
        check(["LJ", "BJ", "SA", "S2"], 0, 1);
        check(["HA", "LJ", "SA", "S2"], 0, 1);
        check(["HA", "DA", "SK", "SA"], 0, 3);
        check(["HA", "DA", "HA", "CA"], 0, 0);
        check(["HA", "DA", "HA", "CA"], 1, 2);
        check(["S2", "D3", "C3", "H2"], 0, 1);
    }

    #[test]
    fn later_starters_follow_the_dealer_rule() {
        let check = |rule, starter: usize, dealer: usize, stayed, expected: usize| {
            let side = if stayed {
                seat(dealer).side()
            } else {
                seat(dealer).side().other()
            };
            let stage = StageHeld {
                side,
                last_dealer: seat(dealer),
                stayed,
            };
            let last = LastDeal {
                starter: seat(starter),
                stage,
            };
            assert_eq!(
                next_starter(rule, last),
                seat(expected),
                "{rule:?} {last:?}"
            );
        };
        check(DealerRule::Rotating, 1, 1, true, 3);
        check(DealerRule::Rotating, 1, 1, false, 2);
        check(DealerRule::Staying, 1, 1, true, 1);
        check(DealerRule::Staying, 1, 1, false, 2);
        check(DealerRule::ByPlacing, 1, 1, true, 3);
        check(DealerRule::ByPlacing, 3, 1, true, 1);
        check(DealerRule::ByPlacing, 3, 1, false, 2);
        check(DealerRule::ByPlacing, 0, 1, true, 1);
    }

    #[test]
    fn a_cut_counts_from_the_cutter() {
        let check = |card: &str, expected: usize| {
            assert_eq!(
                cut_seat(seat(1), card.parse().expect("a card")),
                seat(expected),
                "{card}"
            );
        };
        check("BJ", 1);
        check("HA", 1);
        check("H2", 2);
        check("H4", 0);
        check("HK", 1);
    }
}
