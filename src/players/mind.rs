//! What one seat makes of what it knows: where the unseen cards may be, and how
//! likely somebody beats a play.

use super::know::{Facts, Seen, all_cards};
use crate::cards::{BOTTOM, Card, CardSet, Kinds};
use crate::rules::{Category, Lead, Seat, Shape, Side};

/// How readily a seat that can win a trick does.
const WILL: f32 = 0.92;
/// How the eight buried cards compare with cards in a hand: fewer trumps lie there.
const BURIED_TRUMPS: f32 = 2.0;

/// A seat that is to play, with all that it knows.
pub(crate) struct Mind<'a> {
    pub facts: &'a Facts,
    pub seen: &'a Seen,
    pub seat: Seat,
    pub hand: CardSet,
    /// What it buried itself, where that is the bottom.
    pub buried: Option<CardSet>,
    pub withheld: bool,
    /// Cards that it sees nowhere.
    pub unseen: CardSet,
    /// By seat and category: how likely one unseen card of it is in that hand.
    share: [[f32; 5]; 4],
    /// Points to an unseen card.
    pub density: f32,
}

impl<'a> Mind<'a> {
    pub(crate) fn new(
        facts: &'a Facts,
        seen: &'a Seen,
        (seat, hand): (Seat, CardSet),
        buried: Option<CardSet>,
        withheld: bool,
    ) -> Mind<'a> {
        let gone = buried.unwrap_or_default();
        let unseen = all_cards().minus(&seen.played).minus(&hand).minus(&gone);
        let mut mind = Mind {
            facts,
            seen,
            seat,
            hand,
            buried,
            withheld,
            unseen,
            share: [[0.0; 5]; 4],
            density: f32::from(unseen.points()) / (unseen.len().max(1) as f32),
        };
        for category in Category::ALL {
            mind.spread(category);
        }
        mind
    }

    fn spread(&mut self, category: Category) {
        let at = category.index();
        let bottom = match (self.buried.is_some(), category) {
            (true, _) => 0.0,
            (false, Category::Trump) => BURIED_TRUMPS,
            (false, Category::Side(_)) => BOTTOM as f32,
        };
        let open = |s: &Seat| !self.seen.is_void(&self.facts.order, *s, category);
        let others = self.seat.others();
        let hands: u8 = others
            .iter()
            .filter(|s| open(s))
            .map(|s| self.seen.left[*s])
            .sum();
        let total = f32::from(hands) + bottom;
        for seat in others {
            if open(&seat) && total > 0.0 {
                self.share[seat.index()][at] = f32::from(self.seen.left[seat]) / total;
            }
        }
    }

    pub(crate) const fn side(&self) -> Side {
        self.seat.side()
    }

    pub(crate) fn held_in(&self, category: Category) -> CardSet {
        self.hand.within(self.facts.order.kinds(category))
    }

    pub(crate) fn unseen_in(&self, category: Category) -> CardSet {
        self.unseen.within(self.facts.order.kinds(category))
    }

    /// Unseen cards above that one that another hand may hold.
    pub(crate) fn above(&self, card: Card) -> CardSet {
        self.unseen
            .within(self.facts.order.higher(card) & self.at_large())
    }

    /// Pairs above that one that another hand may hold.
    pub(crate) fn pairs_above(&self, card: Card) -> usize {
        let higher = self.facts.order.higher(card);
        let nobody = self.seat.others().into_iter().fold(Kinds::ALL, |all, s| {
            all & (self.seen.absent[s] | self.seen.unpaired[s])
        });
        (self.unseen.pairs() & higher & !nobody).len()
    }

    /// Kinds that some other hand may hold.
    fn at_large(&self) -> Kinds {
        let others = self.seat.others();
        !others
            .into_iter()
            .fold(Kinds::ALL, |all, s| all & self.seen.absent[s])
    }

    /// How likely a seat holds none of so many unseen cards of a category.
    fn misses(&self, seat: Seat, category: Category, cards: usize) -> f32 {
        (1.0 - self.share[seat.index()][category.index()]).powi(cards as i32)
    }

    /// How many cards of a category a seat holds on average.
    pub(crate) fn expects(&self, seat: Seat, category: Category) -> f32 {
        self.share[seat.index()][category.index()] * self.unseen_in(category).len() as f32
    }

    /// How likely a seat is void in a category.
    pub(crate) fn void(&self, seat: Seat, category: Category) -> f32 {
        let kinds = self.facts.order.kinds(category);
        if !self.seen.held[seat].within(kinds).is_empty() {
            return 0.0;
        }
        let possible = self.unseen.within(kinds - self.seen.absent[seat]);
        self.misses(seat, category, possible.len())
    }

    /// How likely a seat can beat the play that stands on that lead, and does.
    pub(crate) fn beaten_by(&self, seat: Seat, lead: &Lead, standing: &CardSet) -> f32 {
        let order = &self.facts.order;
        let category = lead.category();
        let ruffed =
            category != Category::Trump && order.common_category(standing) == Some(Category::Trump);
        let within = if ruffed { Category::Trump } else { category };
        let in_kind = self.higher_in(seat, lead, within, standing);
        if category == Category::Trump {
            return WILL * in_kind;
        }
        let void = self.void(seat, category);
        if ruffed {
            return WILL * void * in_kind;
        }
        let ruff = if void > 0.0 {
            self.ruffs(seat, lead)
        } else {
            0.0
        };
        WILL * ((1.0 - void) * in_kind + void * ruff)
    }

    /// How likely a seat holds a higher play of the lead's shape in a category.
    fn higher_in(&self, seat: Seat, lead: &Lead, within: Category, standing: &CardSet) -> f32 {
        let Some(shape) = lead.shape() else {
            // A throw is beaten by a higher ruff only.
            if within == lead.category() {
                return 0.0;
            }
            return self.overruffs(seat, lead, standing);
        };
        let order = &self.facts.order;
        let highest = standing.kinds().iter().max_by_key(|&c| order.strength(c));
        let Some(card) = highest else {
            return 0.0;
        };
        let higher = order.higher(card) - self.seen.absent[seat];
        match shape {
            Shape::Single => {
                if !self.seen.held[seat].within(higher).is_empty() {
                    return 1.0;
                }
                1.0 - self.misses(seat, within, self.unseen.within(higher).len())
            }
            Shape::Pair => {
                if !(self.seen.held[seat].pairs() & higher).is_empty() {
                    return 1.0;
                }
                let pairs = (self.unseen.pairs() & (higher - self.seen.unpaired[seat])).len();
                let share = self.share[seat.index()][within.index()];
                1.0 - (1.0 - share * share).powi(pairs as i32)
            }
            Shape::Tractor(length) => {
                let pairs = (self.unseen.pairs() & (higher - self.seen.unpaired[seat])).len();
                if pairs < usize::from(length) {
                    0.0
                } else {
                    0.015 * pairs as f32
                }
            }
            Shape::Fives => 0.0,
        }
    }

    /// How likely a seat that is void ruffs a throw higher than it is ruffed.
    fn overruffs(&self, seat: Seat, lead: &Lead, standing: &CardSet) -> f32 {
        if lead.profile().pairs_in_all() > 0 {
            return 0.05;
        }
        let order = &self.facts.order;
        let highest = standing.kinds().iter().max_by_key(|&c| order.strength(c));
        let higher = highest.map_or(Kinds::NONE, |c| order.higher(c)) - self.seen.absent[seat];
        let trump = Category::Trump;
        let above = 1.0 - self.misses(seat, trump, self.unseen.within(higher).len());
        let enough = self.expects(seat, trump) / (2.0 * lead.len() as f32);
        above * enough.min(0.8)
    }

    /// How likely a seat that is void holds trumps of the lead's shapes.
    fn ruffs(&self, seat: Seat, lead: &Lead) -> f32 {
        let trump = Category::Trump;
        let possible = self.unseen_in(trump);
        let has = 1.0 - self.misses(seat, trump, possible.len());
        match lead.shape() {
            Some(Shape::Single) => has,
            Some(Shape::Pair) => {
                let pairs = (possible.pairs() - self.seen.unpaired[seat]).len();
                let share = self.share[seat.index()][trump.index()];
                1.0 - (1.0 - share * share).powi(pairs as i32)
            }
            Some(Shape::Tractor(_)) => 0.04,
            Some(Shape::Fives) => 0.02,
            None if lead.profile().pairs_in_all() > 0 => 0.06,
            None => {
                let expected = self.expects(seat, trump);
                has * (expected / (2.0 * lead.len() as f32)).min(0.8)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::players::know::tests::cards;
    use crate::rules::{Trump, preset};

    #[test]
    fn a_low_ruff_of_a_throw_is_not_safe_from_a_void_opponent() {
        let trump = Trump {
            suit: Some(Suit::Diamonds),
            level: Rank::Six,
        };
        let [leader, _, me, last] = Seat::ALL;
        let rules = preset("tournament").expect("a preset");
        let facts = Facts::new(&rules, trump, last.side(), last);
        let mut seen = Seen::new(11);
        let lead = cards("SK SQ SJ");
        let throw = Lead::new(&facts.order, &lead).expect("a throw");
        seen.note(&facts.order, None, leader, &lead);
        let hand = cards("S6 D2 D4 D5 D8 D8 D9 C6 CQ LJ BJ");
        let beaten = |seen: &Seen, ruff: &str| {
            let mind = Mind::new(&facts, seen, (me, hand), None, false);
            mind.beaten_by(last, &throw, &cards(ruff))
        };
        let unknown = beaten(&seen, "D2 D4 D5");
        // It has thrown a heart on a spade.
        let spade = Lead::new(&facts.order, &cards("SA")).expect("a lead");
        seen.note(&facts.order, Some(&spade), last, &cards("H2"));
        let low = beaten(&seen, "D2 D4 D5");
        let high = beaten(&seen, "D2 D4 BJ");
        assert!(low > 0.3 && low > unknown, "{low}, {unknown}");
        assert!(high < 0.6 * low, "{high}, {low}");
    }
}
