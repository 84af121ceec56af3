//! Following: win cheaply, feed a partner who stands, else part with little.

use super::Weights;
use super::keep::Worth;
use crate::cards::{Card, CardSet, Kinds};
use crate::players::know::{Trick, pair, single};
use crate::players::mind::Mind;
use crate::rules::{Category, Follow, Lead, Seat, Shape, beats};

/// Of plays of many cards so many are compared, at most.
const MOST: usize = 96;
/// How much points are sought or shunned where a play is put together.
const SEEK: f32 = 1.5;

/// The plays on the lead of that trick.
pub(super) fn each(
    mind: &Mind,
    weights: &Weights,
    trick: &Trick,
    see: &mut impl FnMut(CardSet, f32),
) {
    let Some(lead) = &trick.lead else {
        return;
    };
    let follow = Follow::new(&mind.facts.order, lead, &mind.hand, mind.withheld);
    let (base, pool) = follow.duty();
    if base.len() == lead.len() && follow.may_lower().is_none() {
        see(base, 0.0);
        return;
    }
    let table = Table {
        mind,
        weights,
        worth: Worth::new(mind, weights),
        trick,
        lead,
        follow,
    };
    table.candidates(&pool, &mut |play| see(play, table.value(&play)));
}

/// A trick as the seat that follows sees it.
struct Table<'a> {
    mind: &'a Mind<'a>,
    weights: &'a Weights,
    worth: Worth,
    trick: &'a Trick,
    lead: &'a Lead,
    follow: Follow<'a>,
}

impl Table<'_> {
    /// The plays worth comparing: what costs least, what gives most points, and
    /// what wins.
    fn candidates(&self, pool: &CardSet, see: &mut impl FnMut(CardSet)) {
        let cost = |c: Card, breaks| self.worth.cost(c, breaks);
        let points = |c: Card| f32::from(c.points());
        see(self.follow.cheapest(|c, b| cost(c, b) + SEEK * points(c)));
        see(self.follow.cheapest(cost));
        see(self.follow.cheapest(|c, b| cost(c, b) - SEEK * points(c)));
        if let Some(fives) = self.follow.may_lower() {
            see(fives);
        }
        match self.lead.shape() {
            Some(Shape::Single) => {
                let able = pool.kinds() & self.able();
                able.iter().for_each(|c| see(single(c)));
            }
            Some(Shape::Pair) => {
                let able = pool.pairs() & self.able();
                let pairs = able.iter().map(pair);
                pairs.filter(|p| self.follow.allows(p)).for_each(&mut *see);
            }
            Some(Shape::Tractor(_) | Shape::Fives) | None => self.large(see),
        }
    }

    /// Kinds with which the trick can be won at all.
    fn able(&self) -> Kinds {
        let order = &self.mind.facts.order;
        order.kinds(self.lead.category()) | order.kinds(Category::Trump)
    }

    /// Plays of many cards that win, cheap ones first.
    fn large(&self, see: &mut impl FnMut(CardSet)) {
        let order = &self.mind.facts.order;
        let (base, pool) = self.follow.duty();
        let able = self.able();
        let enough = base.len() + pool.within(able).len() >= self.lead.len();
        let held = self.mind.held_in(self.lead.category()).len();
        let mixed = !base.is_empty() && held < self.lead.len();
        if !enough || mixed {
            return;
        }
        let trumps = self.mind.held_in(Category::Trump);
        let enough_pairs =
            |cards: &CardSet| cards.pairs().len() >= self.lead.profile().pairs_in_all();
        if held == 0 {
            if trumps.len() >= self.lead.len() && enough_pairs(&trumps) {
                self.ruff(&trumps, see);
            }
            return;
        }
        if self.lead.is_throw() {
            return;
        }
        for play in self.follow.plays(MOST).plays {
            if beats(order, self.lead, &self.trick.standing.1, &play) {
                see(play);
            }
        }
    }

    /// Ruffs of a lead of many cards: put together from the cheapest trumps, or
    /// with the dearest pair or card on top.
    fn ruff(&self, trumps: &CardSet, see: &mut impl FnMut(CardSet)) {
        let order = &self.mind.facts.order;
        // Following its own lead in trumps, a hand has to match the same shapes.
        let cost = |c: Card, breaks| self.worth.cost(c, breaks);
        let dear = |c: Card, breaks| -self.worth.cost(c, breaks);
        let profile = self.lead.profile();
        let lengths = profile.tractors();
        let mut build = |tops: bool| {
            let mut rest = *trumps;
            let mut play = CardSet::EMPTY;
            for &length in lengths {
                let found = tractor_of(self.mind, &rest, usize::from(length), tops);
                let Some(tractor) = found else {
                    return;
                };
                rest = rest.minus(&tractor);
                play = play.plus(&tractor).unwrap_or(play);
            }
            for at in 0..profile.pairs {
                let high = tops && at == 0 && lengths.is_empty();
                let pairs = rest.pairs().iter();
                let by = |c: &Card| {
                    if high {
                        dear(*c, false)
                    } else {
                        cost(*c, false)
                    }
                };
                let Some(card) = pairs.min_by(|a, b| by(a).total_cmp(&by(b))) else {
                    return;
                };
                rest = rest.minus(&pair(card));
                play = play.plus(&pair(card)).unwrap_or(play);
            }
            for at in 0..profile.singles {
                let high = tops && at == 0 && lengths.is_empty() && profile.pairs == 0;
                let breaks = |c: Card| rest.has_pair(c);
                let by = |c: &Card| {
                    if high {
                        dear(*c, false)
                    } else {
                        cost(*c, breaks(*c))
                    }
                };
                let Some(card) = rest.kinds().iter().min_by(|a, b| by(a).total_cmp(&by(b))) else {
                    return;
                };
                rest.remove(card);
                play.insert(card);
            }
            if self.follow.allows(&play) && beats(order, self.lead, &self.trick.standing.1, &play) {
                see(play);
            }
        };
        build(false);
        build(true);
    }

    /// What a play is worth: the trick, as likely as it is won, less the cards.
    fn value(&self, play: &CardSet) -> f32 {
        let w = self.weights;
        let mind = self.mind;
        let order = &mind.facts.order;
        let wins = beats(order, self.lead, &self.trick.standing.1, play);
        let (stands, cards) = if wins {
            (mind.seat, *play)
        } else {
            self.trick.standing
        };
        let left = 3 - self.trick.count;
        let after = (0..left).map(|i| mind.seat.after(1 + usize::from(i)));
        let (won, fed) = self.chance(stands, &cards, after);
        let cards = self.lead.len() as f32;
        let coming = fed * mind.density * cards;
        let points = f32::from(self.trick.points) + coming;
        let own = f32::from(play.points());
        let tempo = if stands == mind.seat {
            w.tempo
        } else {
            0.5 * w.tempo
        };
        won * (points + tempo) + (won - w.own) * own - self.worth.of(mind, play)
    }

    /// How likely the own side takes the trick, and what those who are yet to
    /// play bring, in cards of middling points.
    fn chance(
        &self,
        stands: Seat,
        cards: &CardSet,
        after: impl Iterator<Item = Seat>,
    ) -> (f32, f32) {
        let w = self.weights;
        let mind = self.mind;
        let ours = stands.side() == mind.side();
        let mut won: f32 = if ours { 1.0 } else { 0.0 };
        let mut fed = 0.0;
        for seat in after {
            let beats = mind.beaten_by(seat, self.lead, cards);
            if seat.side() == mind.side() {
                // A partner beats what the other side has, not what it lost to.
                won += (1.0 - won) * beats * if ours { 0.6 } else { 1.0 };
                fed += w.feed * won;
            } else {
                won *= 1.0 - beats;
                fed += w.forced;
            }
        }
        (won, fed)
    }
}

/// A tractor of exactly so many pairs out of those cards of trump: the lowest
/// that the longest holds, or the highest.
fn tractor_of(mind: &Mind, cards: &CardSet, length: usize, high: bool) -> Option<CardSet> {
    let order = &mind.facts.order;
    let found = crate::rules::leads(order, cards, false);
    let tractors = found
        .into_iter()
        .filter(|t| t.len() == 2 * length && t.pairs().len() == length && length >= 2);
    let top = |t: &CardSet| t.kinds().iter().map(|c| order.strength(c)).max();
    if high {
        tractors.max_by_key(top)
    } else {
        tractors.min_by_key(top)
    }
}
