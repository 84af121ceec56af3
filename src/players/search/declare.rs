//! Declaring by trying it out: the rest of the cards drawn, the auction and the deal
//! played to the end, with each card that could be declared and in silence.

use rand::{Rng, RngExt};

use super::auction::{played_out, shown_by, strongest};
use super::bidding::{Bidding, Cards, Outcome, begun};
use super::compare::Comparison;
use super::world::{Place, World, shuffle, spread};
use super::worth::STAGE;
use super::{Search, Tried};
use crate::cards::{BOTTOM, Card, CardSet, HAND};
use crate::game::{Ask, PublicDeal, SeatView};
use crate::players::Act;
use crate::players::know::all_cards;
use crate::rules::auction::{Auction, AuctionAct};
use crate::rules::{BySeat, Seat};

/// So many cards to declare are tried out.
const CARDS: usize = 3;

/// Tries it out, `first` first; `None` where there is nothing to try.
pub(super) fn tried(
    search: &Search,
    view: &SeatView,
    first: &Act,
    chance: &mut dyn Rng,
) -> Option<Tried> {
    let deal = view.public.deal.as_ref()?;
    let Ask::Place { options } = &view.ask else {
        return None;
    };
    let silent = if options.contains(&AuctionAct::Pass) {
        Act::Auction(AuctionAct::Pass)
    } else {
        Act::Nothing
    };
    let mut choices = vec![first.clone()];
    let declared = strongest(view, deal, options).into_iter().map(Act::Auction);
    for act in [silent].into_iter().chain(declared.take(CARDS)) {
        if !choices.contains(&act) {
            choices.push(act);
        }
    }
    if choices.len() < 2 {
        return None;
    }
    let begun = begun(view, deal)?;
    let mut comparison = Comparison::new(choices.len());
    let mut worlds = 0;
    while search.limit.allows(worlds) && comparison.open().len() > 1 {
        let cards = match search.peek() {
            Some(world) => peeked(view, deal, &world, chance),
            None => cards(view, deal, chance),
        };
        for choice in comparison.open() {
            let worth = worth(search, view, &begun, &cards, &choices[choice]);
            comparison.add(choice, worth);
        }
        worlds += 1;
        comparison.prune();
    }
    Some(Tried {
        choices,
        comparison,
    })
}

/// The cards as they may come.
fn cards(view: &SeatView, deal: &PublicDeal, chance: &mut dyn Rng) -> Cards {
    let me = view.seat;
    let missing = HAND.saturating_sub(view.hand.len());
    let mut unseen = all_cards().minus(&view.hand);
    // The last place is the bottom, with what is still to be drawn.
    let mut places = [Place::of(BOTTOM + missing); 4];
    let shown = me
        .others()
        .map(|seat| shown_by(deal, seat).within(unseen.kinds()));
    for (place, shown) in places.iter_mut().zip(shown) {
        *place = Place::of(HAND.saturating_sub(shown.len()));
        place.cards = shown;
        unseen = unseen.minus(&shown);
    }
    let drawn = spread(&places, &unseen, chance);
    let mut order: BySeat<Vec<Card>> = BySeat::default();
    for ((cards, shown), seat) in drawn.into_iter().zip(shown).zip(me.others()) {
        order[seat] = shown.to_vec();
        order[seat].extend(mixed(&cards.minus(&shown), chance));
    }
    let mut rest = mixed(&drawn[3], chance);
    let bottom = rest.split_off(missing.min(rest.len()));
    order[me] = view.hand.to_vec();
    order[me].extend(rest);
    Cards {
        order,
        bottom,
        first: Seat::ALL[chance.random_range(0..4)],
    }
}

/// The cards as they will come, in whatever order, for the cheat.
fn peeked(view: &SeatView, deal: &PublicDeal, world: &World, chance: &mut dyn Rng) -> Cards {
    let first = |seat: Seat| {
        if seat == view.seat {
            view.hand
        } else {
            shown_by(deal, seat)
        }
    };
    let order = BySeat::from_fn(|seat| {
        let mut cards = first(seat).to_vec();
        cards.extend(mixed(&world.hands[seat].minus(&first(seat)), chance));
        cards
    });
    Cards {
        order,
        bottom: mixed(&world.bottom, chance),
        first: Seat::ALL[chance.random_range(0..4)],
    }
}

fn mixed(cards: &CardSet, chance: &mut dyn Rng) -> Vec<Card> {
    let mut cards = cards.to_vec();
    shuffle(&mut cards, chance);
    cards
}

/// What an answer is worth to one's own side.
fn worth(search: &Search, view: &SeatView, begun: &Auction, cards: &Cards, act: &Act) -> f32 {
    let me = view.seat;
    let rules = &view.public.rules;
    let mut bidding = Bidding::new(rules, &search.weights, begun.clone(), cards);
    if let Act::Auction(declared @ AuctionAct::Declare { .. }) = act {
        // Only what may be declared is tried out.
        let _ = bidding.act(me, declared);
    }
    bidding.draw_on(view.hand.len(), me);
    match bidding.finish() {
        Some(Outcome::Played(contract)) => played_out(&search.weights, view, &contract),
        Some(Outcome::Redealt(Some(seat))) if seat.side() == me.side() => -STAGE,
        Some(Outcome::Redealt(Some(_))) => STAGE,
        Some(Outcome::Redealt(None)) | None => 0.0,
    }
}
