//! Mistakes that can be counted without judging them: a good player makes few.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet};
use crate::game::{DealResult, Event};
use crate::rules::{BySeat, Category, Lead, Order, RuleSet, Seat, Side};

/// The counters, of one team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quality {
    /// Throws that failed.
    pub failed_throws: u64,
    /// Points followed to tricks of the other side though fewer could be played.
    pub points_fed: u64,
    /// Pairs broken to ruff a single.
    pub pairs_broken: u64,
    /// Cards that nobody could beat, followed to a trick that was not won with
    /// them though a lower one could be played.
    pub winners_burnt: u64,
}

impl Quality {
    /// Counts a deal out of what happened in it.
    pub(super) fn count(
        &mut self,
        log: &[Event],
        result: &DealResult,
        rules: &RuleSet,
        side: Side,
    ) {
        let order = Order::new(&rules.play, result.trump);
        for seat in side.seats() {
            self.failed_throws += u64::from(result.failed_throws[seat]);
        }
        let mut hands = result.hands;
        let mut trick: Vec<(Seat, CardSet)> = Vec::new();
        for event in log {
            if let Event::Played { seat, cards, .. } = event {
                trick.push((*seat, CardSet::from_cards(cards).unwrap_or_default()));
            } else if let Event::TrickWon { seat, .. } = event {
                self.count_trick(&order, &hands, &trick, *seat, side);
                for (seat, cards) in trick.drain(..) {
                    hands[seat] = hands[seat].minus(&cards);
                }
            }
        }
    }

    fn count_trick(
        &mut self,
        order: &Order,
        hands: &BySeat<CardSet>,
        trick: &[(Seat, CardSet)],
        winner: Seat,
        side: Side,
    ) {
        let Some(lead) = trick.first().and_then(|(_, cards)| Lead::new(order, cards)) else {
            return;
        };
        for (seat, play) in trick.iter().skip(1).filter(|(s, _)| s.side() == side) {
            let hand = hands[*seat];
            let follow = lead.follow(order, &hand, false);
            let points = |c: Card, _| f32::from(c.points());
            if winner.side() != side {
                let least = follow.cheapest(points).points();
                self.points_fed += u64::from(play.points().saturating_sub(least));
            }
            if lead.len() > 1 {
                continue;
            }
            let Some(card) = play.iter().next() else {
                continue;
            };
            let ruffs = lead.category() != Category::Trump && order.is_trump(card);
            self.pairs_broken += u64::from(ruffs && hand.has_pair(card));
            let boss = !Seat::ALL
                .into_iter()
                .any(|s| hands[s].kinds().iter().any(|c| order.higher(card).has(c)));
            let lower = follow.cheapest(|c, _| f32::from(order.strength(c)));
            self.winners_burnt += u64::from(boss && winner != *seat && lower != *play);
        }
    }

    /// Both together.
    pub(super) fn add(&mut self, other: &Quality) {
        self.failed_throws += other.failed_throws;
        self.points_fed += other.points_fed;
        self.pairs_broken += other.pairs_broken;
        self.winners_burnt += other.winners_burnt;
    }
}
