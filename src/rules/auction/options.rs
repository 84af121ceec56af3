//! What a seat could do with its own cards.

use super::{Auction, AuctionAct, AuctionPhase};
use crate::cards::{Card, CardSet};
use crate::rules::Seat;

impl Auction {
    /// The acts other than passing and burying that are open to a seat, from
    /// its own cards and what it may know: what to declare while cards go
    /// round, with what to overturn or fry while it is asked. Where a pair may
    /// name the trump each name is an act.
    #[must_use]
    pub fn options(&self, seat: Seat, hand: &CardSet) -> Vec<AuctionAct> {
        let mut acts = match self.phase {
            AuctionPhase::Declaring => declarations(hand),
            AuctionPhase::Overturning => self.pairs(hand, |cards, name| AuctionAct::Overturn {
                cards,
                name: Some(name),
            }),
            AuctionPhase::Frying => self.pairs(hand, |cards, name| AuctionAct::Fry {
                cards,
                name: Some(name),
            }),
            AuctionPhase::Lot
            | AuctionPhase::Burying(_)
            | AuctionPhase::Done
            | AuctionPhase::Redeal => Vec::new(),
        };
        acts.retain(|act| self.check_sealed(hand, seat, act).is_ok());
        acts
    }

    fn pairs(
        &self,
        hand: &CardSet,
        act: impl Fn(CardSet, super::Named) -> AuctionAct,
    ) -> Vec<AuctionAct> {
        let mut acts = Vec::new();
        for card in hand.pairs().iter() {
            let names = self.choices(card);
            acts.extend(names.into_iter().map(|name| act(of(card, 2), name)));
        }
        acts
    }
}

fn declarations(hand: &CardSet) -> Vec<AuctionAct> {
    let singles = hand.kinds().iter().map(|c| of(c, 1));
    let pairs = hand.pairs().iter().map(|c| of(c, 2));
    singles
        .chain(pairs)
        .map(|cards| AuctionAct::Declare { cards })
        .collect()
}

/// That card once or twice.
fn of(card: Card, times: usize) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for _ in 0..times {
        cards.insert(card);
    }
    cards
}
