//! A simple player: wins cheaply, gives points to a partner who stands, else
//! throws away junk. Chance plays no part, so that it can also stand in and suggest.

use rand::Rng;

use super::bury::{bury, order_of};
use super::{Act, ComputerPlayer};
use crate::cards::{Card, CardSet, HAND, Kinds, Suit};
use crate::game::{Ask, SeatView};
use crate::rules::auction::{AuctionAct, Named};
use crate::rules::{Category, Follow, Lead, Order, beats, leads};

/// See the module's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// More legal follows than this are not compared.
const MOST_FOLLOWS: usize = 512;
/// Trumps a seat wants of 25 cards before it declares.
const TRUMPS_TO_DECLARE: usize = 8;
/// Trumps a seat wants before it overturns or fries.
const TRUMPS_TO_FRY: usize = 11;
/// Jokers and level cards a seat wants before it makes no trump.
const TOPS_FOR_NO_TRUMP: usize = 6;

impl ComputerPlayer for Greedy {
    fn choose(&self, view: &SeatView, _chance: &mut dyn Rng) -> Act {
        choose(view)
    }
}

/// The answer to whatever is asked.
pub(super) fn choose(view: &SeatView) -> Act {
    match &view.ask {
        Ask::Nothing | Ask::Ready => Act::Nothing,
        Ask::Place { options } => {
            // As sure of its suit as of 25 cards, whatever is drawn so far.
            let wanted = (TRUMPS_TO_DECLARE * view.hand.len()).div_ceil(HAND).max(3);
            let silent = if options.contains(&AuctionAct::Pass) {
                Act::Auction(AuctionAct::Pass)
            } else {
                Act::Nothing
            };
            best_name(view, options, wanted).map_or(silent, Act::Auction)
        }
        Ask::Overturn { options, answered } | Ask::Fry { options, answered } => match answered {
            Some(_) => Act::Nothing,
            None => {
                let wanted = best_name(view, options, TRUMPS_TO_FRY);
                Act::Auction(wanted.unwrap_or(AuctionAct::Pass))
            }
        },
        Ask::Bury => Act::Auction(bury(view, &CardSet::EMPTY)),
        Ask::Lead | Ask::Follow { .. } => play(view),
    }
}

/// The move in a trick.
pub(super) fn play(view: &SeatView) -> Act {
    let order = order_of(view);
    match &view.ask {
        Ask::Lead => Act::Play(order.descending(&best_lead(view, &order))),
        Ask::Follow { lead } => Act::Play(order.descending(&best_follow(view, &order, lead))),
        Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Overturn { .. }
        | Ask::Bury
        | Ask::Fry { .. } => Act::Nothing,
    }
}

/// The option with most trumps, if they are as many as wanted.
fn best_name(view: &SeatView, options: &[AuctionAct], wanted: usize) -> Option<AuctionAct> {
    let tops = view.hand.iter().filter(|c| is_top(view, *c)).count();
    let suit = |suit: Suit| {
        let of_suit = |c: &Card| c.suit() == Some(suit) && !is_top(view, *c);
        tops + view.hand.iter().filter(of_suit).count()
    };
    options
        .iter()
        .filter_map(|act| {
            let trumps = match named_suit(act)? {
                Some(named) => suit(named),
                None if tops >= TOPS_FOR_NO_TRUMP => wanted.max(tops),
                None => 0,
            };
            (trumps >= wanted).then_some((trumps, *act))
        })
        .max_by_key(|(trumps, _)| *trumps)
        .map(|(_, act)| act)
}

/// The suit an act makes trump, `Some(None)` for no trump; `None` for acts
/// that make none.
pub(super) fn named_suit(act: &AuctionAct) -> Option<Option<Suit>> {
    let own = |cards: &CardSet| cards.iter().next().and_then(|c| c.suit());
    match act {
        AuctionAct::Declare { cards } => Some(own(cards)),
        AuctionAct::Overturn { cards, name } | AuctionAct::Fry { cards, name } => {
            Some(name.map_or_else(|| own(cards), Named::suit))
        }
        AuctionAct::Pass | AuctionAct::Bury { .. } => None,
    }
}

/// Jokers and level cards: trumps under any name.
fn is_top(view: &SeatView, card: Card) -> bool {
    let level = view.public.deal.as_ref().and_then(|d| d.level);
    card.is_joker() || (level.is_some() && card.rank() == level)
}

fn best_lead(view: &SeatView, order: &Order) -> CardSet {
    let value = |lead: &CardSet| {
        let Some(read) = Lead::new(order, lead) else {
            return i32::MIN;
        };
        let side = read.category() != Category::Trump;
        let strength = lead
            .iter()
            .map(|c| i32::from(order.strength(c)))
            .max()
            .unwrap_or(0);
        let points = i32::from(lead.points());
        let worth = match lead.len() {
            1 if side && stands_alone(view, order, lead) => 80,
            // A low card of a short suit opens the way to ruff.
            1 if side => {
                let held = view.hand.within(order.kinds(read.category())).len() as i32;
                30 - 2 * strength - 3 * points - held
            }
            1 => 10 - strength - 3 * points,
            2 if side => 40 + 2 * strength,
            2 => 22 + strength,
            cards => 60 + 5 * cards as i32 + strength,
        };
        worth - i32::from(breaks_pairs(view, lead)) * 15
    };
    let choices = leads(order, &view.hand, view.withheld);
    choices.into_iter().max_by_key(value).unwrap_or_default()
}

/// Whether nobody else can hold a higher card of its category.
fn stands_alone(view: &SeatView, order: &Order, lead: &CardSet) -> bool {
    let higher = lead
        .iter()
        .fold(Kinds::NONE, |all, c| all | order.higher(c));
    higher.iter().all(|c| view.hand.has_pair(c))
}

/// Whether one of a pair is played and the other kept.
fn breaks_pairs(view: &SeatView, play: &CardSet) -> bool {
    let pairs = view.hand.pairs();
    !(play.kinds() & (pairs - play.pairs())).is_empty()
}

fn best_follow(view: &SeatView, order: &Order, lead: &[Card]) -> CardSet {
    let read = CardSet::from_cards(lead).and_then(|cards| Lead::new(order, &cards));
    let Some(lead) = read else {
        return CardSet::EMPTY;
    };
    let follow = Follow::new(order, &lead, &view.hand, view.withheld);
    let choices = follow.plays(MOST_FOLLOWS).plays;
    let trick = view.public.deal.as_ref().and_then(|d| d.trick.as_ref());
    let standing = trick.and_then(|t| Some((t.standing?, t.plays[t.standing?].as_ref()?)));
    let Some((trick, (stands, cards))) = trick.zip(standing) else {
        return choices.first().copied().unwrap_or_default();
    };
    let standing = CardSet::from_cards(cards).unwrap_or_default();
    let last = trick.leader.previous() == view.seat;
    let partner_stands = stands == view.seat.partner();
    let safe = last || is_strong(order, &standing);
    let value = |play: &CardSet| {
        let cost = cost(view, order, play);
        let points = i32::from(play.points());
        if partner_stands {
            // What the partner takes is won; else nothing dear is thrown in.
            let gift = if safe { 4 * points } else { -2 * points };
            let takes_over = beats(order, &lead, &standing, play);
            gift - cost - if takes_over { 10 } else { 0 }
        } else if beats(order, &lead, &standing, play) {
            let prize = i32::from(trick.points) + points;
            let risk = if last { 0 } else { points };
            3 * prize - risk - cost + 6
        } else {
            -4 * points - cost
        }
    };
    choices.into_iter().max_by_key(value).unwrap_or_default()
}

/// Whether a play is hardly ever beaten: a ruff with a high trump, or the top of its suit.
fn is_strong(order: &Order, play: &CardSet) -> bool {
    play.iter()
        .all(|c| order.is_trump(c) || order.higher(c).is_empty())
}

/// What a play takes from the hand: strength, trumps, pairs broken.
fn cost(view: &SeatView, order: &Order, play: &CardSet) -> i32 {
    let cards: i32 = play
        .iter()
        .map(|c| i32::from(order.strength(c)) + if order.is_trump(c) { 12 } else { 0 })
        .sum();
    cards + if breaks_pairs(view, play) { 8 } else { 0 }
}
