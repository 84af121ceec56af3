//! Leading: cash what nobody beats, throw what is safe, draw trumps, play to the
//! partner's void, or part with little.

use super::Weights;
use super::keep::Worth;
use crate::cards::{CardSet, Kinds};
use crate::players::know::{pair, single};
use crate::players::mind::Mind;
use crate::rules::{Category, Lead, Part, Shape, leads};

/// How likely a partner overtakes what an opponent has put over a lead.
const RESCUE: f32 = 0.35;

/// The leads of a hand.
pub(super) fn each(mind: &Mind, weights: &Weights, see: &mut impl FnMut(CardSet, f32)) {
    let worth = Worth::new(mind, weights);
    let opener = Opener {
        mind,
        weights,
        worth,
        trumps: mind.held_in(Category::Trump).len() as f32,
    };
    candidates(mind, &mut |play| see(play, opener.value(&play)));
}

/// All leads worth comparing.
fn candidates(mind: &Mind, see: &mut impl FnMut(CardSet)) {
    let order = &mind.facts.order;
    mind.hand.kinds().iter().for_each(|c| see(single(c)));
    mind.hand.pairs().iter().for_each(|c| see(pair(c)));
    for category in Category::ALL {
        let held = mind.held_in(category);
        if held.len() < 2 {
            continue;
        }
        if held.pairs().len() >= 2 && order.longest_tractor(category, held.pairs()).is_some() {
            leads(order, &held, mind.withheld)
                .into_iter()
                .filter(|l| l.len() >= 4)
                .for_each(&mut *see);
        }
        if let Some(throw) = safe_throw(mind, &held) {
            see(throw);
        }
    }
    if order.rules().fives != crate::rules::FivesRule::None {
        leads(order, &mind.hand, mind.withheld)
            .into_iter()
            .filter(|l| l.len() == 3)
            .for_each(&mut *see);
    }
}

/// All cards of a category that nobody can beat; `None` where they are one part
/// or none.
fn safe_throw(mind: &Mind, held: &CardSet) -> Option<CardSet> {
    let pairs: Kinds = held
        .pairs()
        .iter()
        .filter(|&c| mind.pairs_above(c) == 0)
        .collect();
    let singles: Kinds = held
        .kinds()
        .iter()
        .filter(|&c| !pairs.has(c) && mind.above(c).is_empty())
        .collect();
    let throw = CardSet::from_kinds(pairs | singles, pairs);
    let order = &mind.facts.order;
    if pairs.len() + singles.len() < 2 {
        return None;
    }
    // A 5-10-K takes one of a pair, and leaves a single that may be beaten.
    let parts = order.parts(&throw)?.parts;
    let single = |part: &&Part| part.shape == Shape::Single;
    let mut singles = parts.iter().filter(single).flat_map(|p| p.cards.iter());
    if singles.any(|card| !mind.above(card).is_empty()) {
        return None;
    }
    let lead = Lead::check(order, &mind.hand, &throw, mind.withheld).ok()?;
    let fits = mind
        .seat
        .others()
        .iter()
        .all(|s| usize::from(mind.seen.left[*s]) >= throw.len());
    (lead.is_throw() && fits).then_some(throw)
}

struct Opener<'a> {
    mind: &'a Mind<'a>,
    weights: &'a Weights,
    worth: Worth,
    trumps: f32,
}

impl Opener<'_> {
    fn value(&self, play: &CardSet) -> f32 {
        let mind = self.mind;
        let w = self.weights;
        let Some(lead) = Lead::new(&mind.facts.order, play) else {
            return f32::MIN;
        };
        let cards = lead.len() as f32;
        let [next, partner, last] = mind.seat.others();
        let first = mind.beaten_by(next, &lead, play);
        let second = mind.beaten_by(last, &lead, play);
        let ours = mind.beaten_by(partner, &lead, play);
        let void = mind.void(partner, lead.category());
        let over = if lead.category() == Category::Trump {
            RESCUE * ours
        } else {
            void * ours + (1.0 - void) * RESCUE
        };
        let stands = 1.0 - second * (1.0 - 0.6 * ours);
        let rescued = over * (1.0 - 0.5 * second);
        let won = (1.0 - first) * stands + first * rescued;
        let coming = mind.density * cards * (2.0 * w.forced + w.feed * won);
        let own = f32::from(play.points());
        (won - w.own) * (own + coming) + w.tempo * won - self.worth.of(mind, play)
            + self.extra(play, &lead, won)
    }

    /// What a lead brings beyond its trick.
    fn extra(&self, play: &CardSet, lead: &Lead, won: f32) -> f32 {
        let mind = self.mind;
        let w = self.weights;
        if lead.category() == Category::Trump {
            let [next, _, last] = mind.seat.others();
            let theirs = mind.expects(next, Category::Trump) + mind.expects(last, Category::Trump);
            if theirs < 0.3 {
                return -w.draw;
            }
            return w.draw * ((self.trumps - 0.5 * theirs) / 5.0).clamp(-1.0, 1.0);
        }
        if lead.is_throw() {
            return w.throw * won * (lead.len() - 1) as f32;
        }
        let held = mind.held_in(lead.category()).len();
        if held <= 2 && lead.len() == held && self.trumps >= 3.0 && play.points() == 0 {
            return w.open;
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::players::know::tests::cards;
    use crate::players::know::{Facts, Seen};
    use crate::rules::{Seat, Trump, preset};

    #[test]
    fn a_throw_is_not_safe_when_a_five_ten_king_breaks_a_pair_in_it() {
        let held = cards("CK CQ CQ CT C5 C5 C4 C4");
        let gone = cards("CA CA CK CJ CJ CT C9 C8 C7 C6");
        let trump = Trump {
            suit: Some(Suit::Hearts),
            level: Rank::Jack,
        };
        let me = Seat::ALL[2];
        for (id, thrown) in [("red-five", None), ("tournament", Some(held))] {
            let rules = preset(id).expect("a preset");
            let facts = Facts::new(&rules, trump, me.side(), me);
            let mut seen = Seen::new(15);
            seen.played = gone;
            let mind = Mind::new(&facts, &seen, (me, held), None, false);
            assert!(safe_throw(&mind, &held) == thrown, "{id}");
        }
    }
}
