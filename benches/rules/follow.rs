//! The legality of one follow: the median over random positions, and the
//! slowest of a million, timed again.

use std::hint::black_box;
use std::time::Instant;

use chaodipi::cards::{Card, CardSet, Rank, Suit, two_decks};
use chaodipi::rules::{Lead, Order, PRESETS, Trump};

use crate::dice::Dice;

/// Positions that are looked at once.
const POSITIONS: usize = 1_000_000;
/// Of these so many that looked slow are timed again.
const SLOWEST: usize = 2_000;
/// The minimum of so many repeats counts for the slow ones.
const REPEATS: usize = 100;
/// Positions for the median, and how often each is asked to time it.
const SAMPLE: usize = 20_000;
const BATCH: u32 = 50;
/// What must be reached, in nanoseconds.
const MEDIAN: f64 = 200.0;
const WORST: f64 = 5_000.0;

/// Looks at the `part`th part of the positions.
pub fn run(part: usize) {
    let (positions, sample) = (POSITIONS / part, SAMPLE / part);
    let slowest = SLOWEST / part;
    println!("legality of one follow: median under {MEDIAN} ns, worst under {WORST} ns");
    let orders = orders();
    let mut dice = Dice::new(1);
    let times: Vec<f64> = (0..sample)
        .map(|_| batched(&Position::new(&orders, &mut dice)))
        .collect();
    let mut sorted = times;
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sample / 2];
    println!(
        "median of {sample} positions: {median:.0} ns{}",
        mark(median, MEDIAN)
    );

    let mut slow: Vec<(f64, Position)> = (0..positions)
        .map(|_| {
            let position = Position::new(&orders, &mut dice);
            (once(&position), position)
        })
        .collect();
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    // The clock of a busy machine jumps: what looked slow once is asked again.
    let worst = slow[..slowest]
        .iter()
        .map(|(_, position)| {
            let again = (0..REPEATS).map(|_| once(position));
            (again.fold(f64::MAX, f64::min), position)
        })
        .max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((worst, position)) = worst {
        println!(
            "slowest of {positions}: {worst:.0} ns{} ({}, lead of {} cards, hand of {})",
            mark(worst, WORST),
            position.preset,
            position.lead.len(),
            position.hand.len(),
        );
    }
}

fn mark(found: f64, most: f64) -> &'static str {
    if found < most { "" } else { "  TOO SLOW" }
}

/// Every preset at every level with every trump.
fn orders() -> Vec<(&'static str, Order)> {
    let trumps = Suit::ALL.into_iter().map(Some).chain([None]);
    let each = |suit| {
        Rank::ALL
            .into_iter()
            .map(move |level| Trump { suit, level })
    };
    let trumps: Vec<Trump> = trumps.flat_map(each).collect();
    PRESETS
        .iter()
        .flat_map(|preset| {
            let order = |&trump| (preset.id, Order::new(&preset.rules.play, trump));
            trumps.iter().map(order).collect::<Vec<_>>()
        })
        .collect()
}

/// A lead, a hand, and a play of as many cards out of it.
struct Position<'o> {
    preset: &'static str,
    order: &'o Order,
    lead: CardSet,
    hand: CardSet,
    play: CardSet,
}

impl<'o> Position<'o> {
    /// Cards dealt at random, in part thinned to few suits and many pairs, so
    /// that long leads and hands that owe much come up, too.
    fn new(orders: &'o [(&'static str, Order)], dice: &mut Dice) -> Position<'o> {
        let (preset, order) = &orders[dice.roll(orders.len())];
        let mut deck = two_decks();
        if dice.roll(2) == 0 {
            let category = order.category(dice.choose(&Card::ALL));
            deck.retain(|&c| order.category(c) == category || dice.roll(8) == 0);
        }
        if dice.roll(2) == 0 {
            pair_up(&mut deck, dice);
        } else {
            dice.shuffle(&mut deck);
        }
        let category = order.category(deck[0]);
        let most = dice.choose(&[2, 12]);
        let size = 1 + dice.roll(most);
        let mut lead = CardSet::EMPTY;
        deck.retain(|&card| {
            let take = lead.len() < size && order.category(card) == category;
            !(take && lead.insert(card))
        });
        let held = (lead.len() + dice.roll(26)).min(deck.len()).min(33);
        let hand = CardSet::from_cards(&deck[..held]).expect("of two decks");
        let mut play = CardSet::EMPTY;
        let led = Lead::new(order, &lead).expect("one category");
        if held >= lead.len() && dice.roll(2) == 0 {
            play = led.follow(order, &hand, false).pick(|n| dice.roll(n));
        } else {
            for &card in deck[..held].iter().take(lead.len()) {
                play.insert(card);
            }
        }
        Position {
            preset,
            order,
            lead,
            hand,
            play,
        }
    }

    /// What the referee does with a follow: reads the lead, and judges.
    fn judge(&self) -> bool {
        let lead = Lead::new(self.order, &self.lead);
        lead.is_some_and(|lead| {
            let follow = lead.follow(self.order, &self.hand, false);
            follow.check(&self.play).is_ok()
        })
    }
}

/// Twins next to each other, in a random order of their kinds.
fn pair_up(deck: &mut Vec<Card>, dice: &mut Dice) {
    let mut kinds = deck.clone();
    kinds.sort();
    kinds.dedup();
    dice.shuffle(&mut kinds);
    let count = |card| deck.iter().filter(|&&c| c == card).count();
    *deck = kinds
        .into_iter()
        .flat_map(|card| std::iter::repeat_n(card, count(card)))
        .collect();
}

fn once(position: &Position<'_>) -> f64 {
    let start = Instant::now();
    black_box(black_box(position).judge());
    start.elapsed().as_nanos() as f64
}

fn batched(position: &Position<'_>) -> f64 {
    let start = Instant::now();
    for _ in 0..BATCH {
        black_box(black_box(position).judge());
    }
    start.elapsed().as_nanos() as f64 / f64::from(BATCH)
}
