//! What a card is worth to the hand that keeps it.

use super::Weights;
use crate::cards::{Card, Kinds};
use crate::players::mind::Mind;
use crate::rules::Category;

/// How near the end the bottom is thought of, in cards.
const END: f32 = 9.0;
/// Points in a bottom that is not known.
const BOTTOM_POINTS: f32 = 12.0;

/// What each card of a hand is worth kept, by [`Card::index`].
pub(super) struct Worth {
    alone: [f32; Card::COUNT],
    pair: [f32; Card::COUNT],
}

impl Worth {
    pub(super) fn new(mind: &Mind, weights: &Weights) -> Worth {
        let mut worth = Worth {
            alone: [0.0; Card::COUNT],
            pair: [0.0; Card::COUNT],
        };
        for category in Category::ALL {
            let held = mind.held_in(category);
            if held.is_empty() {
                continue;
            }
            let suit = Suit::new(mind, weights, category, held.len());
            for card in held.kinds().iter() {
                worth.alone[card.index()] = suit.worth(card);
                if held.has_pair(card) {
                    let above = mind.pairs_above(card) as f32;
                    worth.pair[card.index()] = weights.pair + weights.pair_top / (1.0 + above);
                }
            }
        }
        worth.keep_last_trick(mind, weights);
        worth
    }

    /// What it costs to play a card; `breaks` when its twin stays behind.
    pub(super) fn cost(&self, card: Card, breaks: bool) -> f32 {
        let pair = if breaks { self.pair[card.index()] } else { 0.0 };
        self.alone[card.index()] + pair
    }

    /// What it costs to play these cards out of the hand.
    pub(super) fn of(&self, mind: &Mind, play: &crate::cards::CardSet) -> f32 {
        let broken: Kinds = mind.hand.pairs() - play.pairs();
        play.iter().map(|c| self.cost(c, broken.has(c))).sum()
    }

    /// The highest trump is worth what the last trick brings, as the end comes near.
    fn keep_last_trick(&mut self, mind: &Mind, weights: &Weights) {
        let near = 1.0 - mind.hand.len() as f32 / END;
        let trumps = mind.held_in(Category::Trump);
        let order = &mind.facts.order;
        let highest = trumps.kinds().iter().max_by_key(|&c| order.strength(c));
        let Some(card) = highest.filter(|_| near > 0.0) else {
            return;
        };
        let points = mind
            .buried
            .map_or(BOTTOM_POINTS, |cards| f32::from(cards.points()));
        let above = mind.above(card).len() as f32;
        self.alone[card.index()] += weights.last * near * 2.0 * points / (1.0 + above);
    }
}

/// A category of the hand, as the worth of its cards sees it.
struct Suit<'a> {
    mind: &'a Mind<'a>,
    weights: &'a Weights,
    trump: bool,
    /// How likely a winner in it is not ruffed.
    holds: f32,
    /// Whether it is short, and there are trumps to ruff with.
    short: bool,
}

impl<'a> Suit<'a> {
    fn new(mind: &'a Mind<'a>, weights: &'a Weights, category: Category, held: usize) -> Self {
        let trump = category == Category::Trump;
        let out = mind.unseen_in(category).len() as f32;
        let trumps_out = mind.unseen_in(Category::Trump).len();
        let has_trumps = mind.held_in(Category::Trump).len() >= 3;
        Suit {
            mind,
            weights,
            trump,
            holds: if trumps_out == 0 {
                1.0
            } else {
                (out / 9.0).min(1.0)
            },
            short: !trump && held <= 2 && has_trumps,
        }
    }

    fn worth(&self, card: Card) -> f32 {
        let w = self.weights;
        let above = self.mind.above(card).len() as f32;
        if self.trump {
            return w.trump + w.trump_top / (1.0 + w.trump_fall * above);
        }
        let top = w.side_top * self.holds / (1.0 + w.side_fall * above);
        if self.short && above > 0.0 {
            top - w.short
        } else {
            top
        }
    }
}
