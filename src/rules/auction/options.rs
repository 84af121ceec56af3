//! What a seat could do with its own cards.

use super::{Auction, AuctionAct, AuctionPhase, Named};
use crate::cards::{Card, CardSet};
use crate::rules::Seat;

impl Auction {
    /// The acts other than passing and burying that are open to a seat, from
    /// its own cards and what it may know: what to declare while cards go
    /// round, with what to overturn or fry while it is asked. Where a pair may
    /// name the trump each name is an act.
    #[must_use]
    pub fn options(&self, seat: Seat, hand: &CardSet) -> Vec<AuctionAct> {
        let accepts = |act: &AuctionAct| self.check_sealed(hand, seat, act).is_ok();
        match self.phase {
            AuctionPhase::Declaring => declarations(hand).filter(accepts).collect(),
            AuctionPhase::Overturning => self.pairs(hand, accepts, |cards, name| {
                AuctionAct::Overturn { cards, name }
            }),
            AuctionPhase::Frying => {
                self.pairs(hand, accepts, |cards, name| AuctionAct::Fry { cards, name })
            }
            AuctionPhase::Lot
            | AuctionPhase::Burying(_)
            | AuctionPhase::Done
            | AuctionPhase::Redeal => Vec::new(),
        }
    }

    fn pairs(
        &self,
        hand: &CardSet,
        accepts: impl Fn(&AuctionAct) -> bool,
        act: impl Fn(CardSet, Option<Named>) -> AuctionAct,
    ) -> Vec<AuctionAct> {
        let mut acts = Vec::new();
        for card in hand.pairs().iter() {
            let pair = of(card, 2);
            // What a pair may name is of interest only where it serves at all.
            if accepts(&act(pair, None)) {
                let names = self.choices(card).into_iter();
                let named = names.map(|name| act(pair, Some(name)));
                acts.extend(named.filter(&accepts));
            }
        }
        acts
    }
}

fn declarations(hand: &CardSet) -> impl Iterator<Item = AuctionAct> {
    let singles = hand.kinds().iter().map(|c| of(c, 1));
    let pairs = hand.pairs().iter().map(|c| of(c, 2));
    singles
        .chain(pairs)
        .map(|cards| AuctionAct::Declare { cards })
}

/// That card once or twice.
fn of(card: Card, times: usize) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for _ in 0..times {
        cards.insert(card);
    }
    cards
}
