//! Plays put together card by card, for computer players: no list of all legal
//! plays is made.

use std::ops::ControlFlow;

use super::{Category, Follow, Order};
use crate::cards::{Card, CardSet, Kinds};

impl Follow<'_> {
    /// The legal play that costs least, as far as taking the cheapest card time
    /// and again finds it. `cost` is told the card and whether a pair is broken
    /// by playing it alone; what a pair costs is twice that of its card unbroken.
    #[must_use]
    pub fn cheapest(&self, cost: impl Fn(Card, bool) -> f32) -> CardSet {
        let picked = if self.tractors_due.any() {
            self.cheapest_with_tractors(&cost)
        } else {
            let pairs = cheapest_pairs(self.pool.pairs(), self.pairs_due, &cost);
            let loose = self.picks.saturating_sub(2 * pairs.len());
            let twice = CardSet::from_kinds(pairs, pairs);
            filled(twice, self.pool.minus(&twice), loose, &cost)
        };
        self.base.plus(&picked).unwrap_or(picked)
    }

    /// What every legal play contains, and the cards of which the rest are chosen.
    #[must_use]
    pub const fn duty(&self) -> (CardSet, CardSet) {
        (self.base, self.pool)
    }

    fn cheapest_with_tractors(&self, cost: &impl Fn(Card, bool) -> f32) -> CardSet {
        let mut best: Option<(f32, CardSet)> = None;
        self.each_pairing(|pairs, singles| {
            let twice = CardSet::from_kinds(pairs, pairs);
            let once = CardSet::from_kinds(self.pool.kinds() - pairs, Kinds::NONE);
            let play = filled(twice, once, singles, cost);
            let total: f32 = play
                .kinds()
                .iter()
                .map(|c| self.price(&play, c, cost))
                .sum();
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, play));
            }
            ControlFlow::Continue(())
        });
        best.map_or(CardSet::EMPTY, |(_, play)| play)
    }

    fn price(&self, play: &CardSet, card: Card, cost: &impl Fn(Card, bool) -> f32) -> f32 {
        if play.has_pair(card) {
            2.0 * cost(card, false)
        } else {
            cost(card, self.pool.has_pair(card))
        }
    }
}

impl Order {
    /// The longest tractor that can be made of those pairs of a category, of
    /// several the strongest.
    #[must_use]
    pub fn longest_tractor(&self, category: Category, pairs: Kinds) -> Option<CardSet> {
        let (top, length) = self.line(category, pairs).longest(usize::MAX)?;
        let kinds = self.kinds_on(pairs & self.kinds(category), super::line::run(top, length));
        Some(CardSet::from_kinds(kinds, kinds))
    }
}

fn cheapest_pairs(mut pool: Kinds, wanted: usize, cost: &impl Fn(Card, bool) -> f32) -> Kinds {
    let mut chosen = Kinds::NONE;
    for _ in 0..wanted {
        let Some(card) = least(pool, |c| cost(c, false)) else {
            break;
        };
        chosen = chosen.with(card);
        pool = pool - Kinds::NONE.with(card);
    }
    chosen
}

/// `play` with so many of the cheapest cards of the pool.
fn filled(
    mut play: CardSet,
    mut pool: CardSet,
    wanted: usize,
    cost: &impl Fn(Card, bool) -> f32,
) -> CardSet {
    for _ in 0..wanted {
        let Some(card) = least(pool.kinds(), |c| cost(c, pool.has_pair(c))) else {
            break;
        };
        pool.remove(card);
        play.insert(card);
    }
    play
}

fn least(kinds: Kinds, cost: impl Fn(Card) -> f32) -> Option<Card> {
    let mut best: Option<(f32, Card)> = None;
    for card in kinds.iter() {
        let price = cost(card);
        if best.is_none_or(|(least, _)| price < least) {
            best = Some((price, card));
        }
    }
    best.map(|(_, card)| card)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{DEFAULT, KNOCKOUT, names, order, set};
    use crate::rules::{Category, Lead, PlayRules};

    fn check(rules: &PlayRules, lead: &str, hand: &str, expected: &str) {
        let order = order(rules, "8S");
        let lead = Lead::new(&order, &set(lead)).expect("one category");
        let hand = set(hand);
        let follow = lead.follow(&order, &hand, false);
        let play = follow
            .cheapest(|c, breaks| f32::from(order.strength(c)) + if breaks { 5.0 } else { 0.0 });
        assert!(follow.allows(&play), "{}", names(&play.to_vec()));
        assert_eq!(names(&play.to_vec()), expected);
    }

    #[test]
    fn the_cheapest_play_meets_every_duty() {
        check(&DEFAULT, "H9", "HA H3 H3 H4", "H4");
        check(&DEFAULT, "H9 H9", "HA HA H3 H4", "HA HA");
        check(&DEFAULT, "H9 H9", "C4 H3 D2", "H3 D2");
        check(
            &DEFAULT,
            "H2 H2 H3 H3",
            "H9 H9 HT HT H4 H4 H6",
            "H9 H9 HT HT",
        );
        check(&KNOCKOUT, "H9 H9", "HA HA H3 H4", "H3 H4");
    }

    #[test]
    fn the_longest_tractor_of_a_hand() {
        let order = order(&DEFAULT, "8S");
        let longest = |cards: &str| {
            let kinds = set(cards).pairs();
            let found = order.longest_tractor(Category::Trump, kinds);
            found.map(|t| names(&t.to_vec()))
        };
        assert_eq!(longest("S2 S2 S3 S3 SK SK").as_deref(), Some("S2 S2 S3 S3"));
        assert_eq!(longest("S2 S2 SK SK"), None);
    }
}
