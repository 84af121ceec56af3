//! Which eight cards are buried when nobody chooses (RULES.md §11).

use crate::cards::{BOTTOM, Card, CardSet, Rank};
use crate::game::SeatView;
use crate::rules::Order;
use crate::rules::auction::AuctionAct;

/// The order of the cards as far as the seat knows the trump.
pub(super) fn order_of(view: &SeatView) -> Order {
    let rules = &view.public.rules.play;
    match view.trump {
        Some(trump) => Order::new(rules, trump),
        None => {
            let level = view.public.deal.as_ref().and_then(|d| d.level);
            Order::unknown_trump(rules, level.unwrap_or(Rank::Two))
        }
    }
}

/// A draft filled up to eight cards with the lowest that are neither points
/// nor trumps the seat knows nor halves of pairs; points last. What the draft
/// holds beyond eight, or beyond the hand, is left out.
#[must_use]
pub fn bury_eight(view: &SeatView, draft: &CardSet) -> CardSet {
    let order = order_of(view);
    let mut buried = CardSet::EMPTY;
    let mut left = view.hand;
    let wished = draft.iter();
    let mut rest: Vec<Card> = view.hand.iter().collect();
    rest.sort_by_key(|&card| {
        let half = view.hand.has_pair(card);
        let points = card.points();
        (
            points,
            order.is_trump(card),
            half,
            order.strength(card),
            card.index(),
        )
    });
    for card in wished.chain(rest) {
        if buried.len() < BOTTOM && left.remove(card) {
            buried.insert(card);
        }
    }
    buried
}

/// The act that buries them.
pub(super) fn bury(view: &SeatView, draft: &CardSet) -> AuctionAct {
    AuctionAct::Bury {
        cards: bury_eight(view, draft),
    }
}
