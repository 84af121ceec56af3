//! Declaring, overturning and frying: by the strength of the hand under the trump
//! that it would make.

use super::Weights;
use crate::cards::{CardSet, HAND, Rank};
use crate::game::{Ask, SeatView};
use crate::players::Act;
use crate::players::greedy::named_suit;
use crate::rules::auction::AuctionAct;
use crate::rules::{Category, Order, PlayRules, Seat, Trump};

/// What a card of a hand brings on average.
const AVERAGE: f32 = 0.62;
/// How surely it must be better than what it names instead of.
const TOPS: f32 = 0.09;

/// The answer to a question of the auction.
pub(super) fn answer(view: &SeatView, weights: &Weights) -> Act {
    match &view.ask {
        Ask::Place { options } => {
            let silent = if options.contains(&AuctionAct::Pass) {
                Act::Auction(AuctionAct::Pass)
            } else {
                Act::Nothing
            };
            best(view, options, to_declare(weights, view.hand.len())).map_or(silent, Act::Auction)
        }
        Ask::Overturn { options, answered } => {
            yes_or_no(view, options, answered.as_ref(), weights.overturn, weights)
        }
        Ask::Fry { options, answered } => {
            yes_or_no(view, options, answered.as_ref(), weights.fry, weights)
        }
        Ask::Nothing | Ask::Ready | Ask::Bury | Ask::Lead | Ask::Follow { .. } => Act::Nothing,
    }
}

fn yes_or_no(
    view: &SeatView,
    options: &[AuctionAct],
    answered: Option<&AuctionAct>,
    wanted: f32,
    weights: &Weights,
) -> Act {
    if answered.is_some() {
        return Act::Nothing;
    }
    let more = match speaker(view) {
        Some(seat) if seat == view.seat.partner() => weights.partner,
        Some(_) | None => 0.0,
    };
    Act::Auction(best(view, options, wanted + more).unwrap_or(AuctionAct::Pass))
}

/// How strong a hand of so many cards must be to declare.
pub(crate) fn to_declare(weights: &Weights, cards: usize) -> f32 {
    weights.declare - AVERAGE * HAND.saturating_sub(cards) as f32
}

/// Who spoke last.
pub(crate) fn speaker(view: &SeatView) -> Option<Seat> {
    let deal = view.public.deal.as_ref()?;
    deal.spoken.last().map(|s| s.seat)
}

/// The option under which the hand is strongest, if it is as strong as wanted.
fn best(view: &SeatView, options: &[AuctionAct], wanted: f32) -> Option<AuctionAct> {
    let deal = view.public.deal.as_ref()?;
    let level = deal.level.unwrap_or(deal.declares[view.seat.side()]);
    strongest(&view.public.rules.play, level, &view.hand, options, wanted)
}

/// The same for a hand at that level.
pub(crate) fn strongest(
    rules: &PlayRules,
    level: Rank,
    hand: &CardSet,
    options: &[AuctionAct],
    wanted: f32,
) -> Option<AuctionAct> {
    let mut best: Option<(f32, AuctionAct)> = None;
    for act in options {
        let Some(suit) = named_suit(act) else {
            continue;
        };
        let strength = strength(&Order::new(rules, Trump { suit, level }), hand);
        if strength >= wanted && best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, *act));
        }
    }
    best.map(|(_, act)| act)
}

/// How strong a hand is under a trump, in trumps of middling height.
pub(crate) fn strength(order: &Order, hand: &CardSet) -> f32 {
    let trumps = hand.within(order.kinds(Category::Trump));
    let mut strength = 0.0;
    for card in trumps.iter() {
        let below = order.kinds(Category::Trump).len() - order.higher(card).len();
        strength += 0.6 + TOPS * below as f32;
    }
    strength += 1.2 * trumps.pairs().len() as f32;
    for category in Category::ALL.into_iter().skip(1) {
        let held = hand.within(order.kinds(category));
        let tops = held.iter().filter(|&c| order.higher(c).is_empty()).count();
        let seconds = held
            .pairs()
            .iter()
            .filter(|&c| order.higher(c).len() <= 1)
            .count();
        strength += 1.3 * tops as f32 + 1.2 * seconds as f32;
    }
    strength
}
