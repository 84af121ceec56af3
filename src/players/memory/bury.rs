//! Burying: make a void, keep winners, pairs and trumps, give few points away.

use super::Weights;
use crate::cards::{BOTTOM, Card, CardSet, Kinds, Suit};
use crate::game::SeatView;
use crate::players::bury::order_of;
use crate::rules::{Category, Order};

/// What a trump is worth above any side card.
const TRUMP: f32 = 20.0;
/// An ace of a side suit, and what a card below it is worth for each step.
const ACE: f32 = 6.0;
/// A pair, and two linked ones.
const PAIR: f32 = 3.0;
const LINKED: f32 = 4.0;

/// Eight cards for the seat that buries.
pub(super) fn bury(view: &SeatView, weights: &Weights) -> CardSet {
    let deal = view.public.deal.as_ref();
    let dealer = deal.and_then(|d| d.dealer).unwrap_or(view.seat);
    let order = order_of(view);
    let burial = Burial {
        order: &order,
        hand: view.hand,
        free: view.hand,
        forced: CardSet::EMPTY,
        dealing: dealer.side() == view.seat.side(),
    };
    bury_from(&burial, weights)
}

/// What is buried from.
pub(crate) struct Burial<'a> {
    pub order: &'a Order,
    /// The 33 cards.
    pub hand: CardSet,
    /// Those of them that may be buried.
    pub free: CardSet,
    /// Those that must be.
    pub forced: CardSet,
    /// Whether the burier's side is on stage.
    pub dealing: bool,
}

/// The best burial.
pub(crate) fn bury_from(burial: &Burial, weights: &Weights) -> CardSet {
    let mut best: Option<(f32, CardSet)> = None;
    burial.each(weights, |cost, cards| {
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, cards));
        }
    });
    best.map_or(CardSet::EMPTY, |(_, cards)| cards)
}

impl Burial<'_> {
    /// The burials that make each choice of side suits void, with their costs.
    pub(crate) fn each(&self, weights: &Weights, mut see: impl FnMut(f32, CardSet)) {
        let costs = self.costs(weights);
        let trumps = self.hand.within(self.order.kinds(Category::Trump)).len() as f32;
        let void = weights.bury_void * (trumps / 10.0).clamp(0.3, 1.3);
        for mask in 0u8..16 {
            let emptied: Kinds = Suit::ALL
                .into_iter()
                .filter(|s| mask >> s.index() & 1 == 1)
                .fold(Kinds::NONE, |all, s| {
                    all | self.order.kinds(Category::Side(s))
                });
            if let Some(cards) = self.emptying(emptied, &costs) {
                let kept = self.hand.minus(&cards);
                let voids = Suit::ALL.into_iter().filter(|s| {
                    let kinds = self.order.kinds(Category::Side(*s));
                    !kinds.is_empty() && kept.within(kinds).is_empty()
                });
                let cost: f32 = cards.iter().map(|c| costs[c.index()]).sum();
                see(cost - void * voids.count() as f32, cards);
            }
        }
    }

    /// Eight cards with all that can be buried of those kinds; `None` where that
    /// is more than eight, or some must stay.
    fn emptying(&self, kinds: Kinds, costs: &[f32; Card::COUNT]) -> Option<CardSet> {
        let wanted = self.hand.within(kinds);
        if !self.free.contains_all(&wanted) {
            return None;
        }
        let more = wanted.minus(&self.forced);
        let mut cards = self.forced.plus(&more)?;
        if cards.len() > BOTTOM {
            return None;
        }
        let mut rest = self.free.minus(&cards);
        while cards.len() < BOTTOM {
            let cheapest = rest
                .kinds()
                .iter()
                .min_by(|a, b| costs[a.index()].total_cmp(&costs[b.index()]))?;
            rest.remove(cheapest);
            cards.insert(cheapest);
        }
        Some(cards)
    }

    /// What burying one of each kind costs.
    fn costs(&self, weights: &Weights) -> [f32; Card::COUNT] {
        let mut costs = [0.0; Card::COUNT];
        let point = if self.dealing {
            weights.bury_point
        } else {
            weights.bury_point_attacking
        };
        for category in Category::ALL {
            let held = self.hand.within(self.order.kinds(category));
            let linked = self
                .order
                .longest_tractor(category, held.pairs())
                .unwrap_or_default();
            for card in held.kinds().iter() {
                let above = self.order.higher(card).len();
                let mine = held.within(self.order.higher(card)).len();
                let missing = (2 * above - mine) as f32;
                let mut cost = match category {
                    Category::Trump => TRUMP + f32::from(self.order.strength(card)),
                    Category::Side(_) => {
                        ACE / (1.0 + missing) + 0.02 * f32::from(self.order.strength(card))
                    }
                };
                if held.has_pair(card) {
                    cost += PAIR / (1.0 + 0.15 * missing);
                }
                if linked.has(card) {
                    cost += LINKED;
                }
                costs[card.index()] = cost + point * f32::from(card.points());
            }
        }
        costs
    }
}
