//! Choosing a play by trying it out.

use rand::Rng;

use super::compare::Comparison;
use super::run::Run;
use super::world::playing;
use super::worth::value;
use super::{Search, Tried};
use crate::cards::CardSet;
use crate::game::SeatView;
use crate::players::Act;
use crate::players::know::{Facts, Seen, Trick};
use crate::players::memory::each_play;
use crate::players::mind::Mind;
use crate::rules::BySeat;

/// So many plays are tried out.
const CHOICES: usize = 9;

/// Tries it out, `first` first; `None` where there is nothing to try.
pub(super) fn tried(
    search: &Search,
    view: &SeatView,
    first: &Act,
    chance: &mut dyn Rng,
) -> Option<Tried> {
    let Act::Play(first) = first else {
        return None;
    };
    let facts = Facts::of(view)?;
    let (seen, trick) = Seen::of(view, &facts)?;
    let own = (view.seat, view.hand);
    let mind = Mind::new(&facts, &seen, own, view.buried, view.withheld);
    let mut choices = choices(search, &mind, &trick);
    let first = CardSet::from_cards(first)?;
    choices.retain(|play| *play != first);
    choices.insert(0, first);
    if choices.len() < 2 {
        return None;
    }
    let comparison = compare(search, view, &mind, &trick, &choices, chance);
    let act = |play: &CardSet| Act::Play(facts.order.descending(play));
    Some(Tried {
        choices: choices.iter().map(act).collect(),
        comparison,
    })
}

/// The plays that `memory` likes most, its own first, each once.
fn choices(search: &Search, mind: &Mind, trick: &Trick) -> Vec<CardSet> {
    let mut plays: Vec<(f32, CardSet)> = Vec::new();
    if mind.hand.len() == 1 {
        return vec![mind.hand];
    }
    each_play(mind, &search.weights, trick, &mut |play, value| {
        if plays.iter().all(|(_, p)| *p != play) {
            plays.push((value, play));
        }
    });
    // Of plays worth the same the first found stays first, as for `memory`.
    plays.sort_by(|a, b| b.0.total_cmp(&a.0));
    plays.truncate(CHOICES);
    plays.into_iter().map(|(_, play)| play).collect()
}

fn compare(
    search: &Search,
    view: &SeatView,
    mind: &Mind,
    trick: &Trick,
    choices: &[CardSet],
    chance: &mut dyn Rng,
) -> Comparison {
    let facts = mind.facts;
    let mut comparison = Comparison::new(choices.len());
    let sign = if view.seat.side() == facts.dealing {
        1.0
    } else {
        -1.0
    };
    let deal = view.public.deal.as_ref();
    let points = deal.map_or(0, |d| d.points);
    let undeclared = deal.is_some_and(|d| d.spoken.is_empty());
    let mut worlds = 0;
    while search.limit.allows(worlds) {
        let drawn = || playing(mind, &search.weights, chance);
        let world = search.peek().unwrap_or_else(drawn);
        let weights = search.weights(chance);
        let mut start = Run::new(&world, mind.seen, *trick);
        // Penalties so far are in the public points already.
        start.points = points;
        start.withheld = BySeat::default();
        start.withheld[view.seat] = view.withheld;
        for choice in comparison.open() {
            let mut run = start;
            let ending = run
                .begin(facts, &choices[choice])
                .or_else(|| run.finish(facts, &weights));
            let worth = ending.map_or(0.0, |e| {
                value(&view.public, &facts.order, facts.dealing, &e, undeclared)
            });
            comparison.add(choice, sign * worth);
        }
        worlds += 1;
        comparison.prune();
        if comparison.open().len() == 1 {
            break;
        }
    }
    comparison
}
