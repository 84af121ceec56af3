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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::rules::{Trump, preset};

    fn cards(names: &str) -> CardSet {
        let cards: Vec<Card> = names
            .split_whitespace()
            .map(|name| name.parse().expect("a card"))
            .collect();
        CardSet::from_cards(&cards).expect("no card three times")
    }

    /// What is counted of the side of seat 1 in a trick that seat 0 leads: by hand and
    /// play of each seat, hearts being trump at level 2.
    fn counted(seats: [(&str, &str); 4], winner: usize) -> Quality {
        let trump = Trump {
            suit: Some(Suit::Hearts),
            level: Rank::Two,
        };
        let order = Order::new(&preset("tournament").expect("a preset").play, trump);
        let hands = BySeat::new(seats.map(|(hand, _)| cards(hand)));
        let plays = Seat::ALL
            .into_iter()
            .zip(seats.map(|(_, play)| cards(play)));
        let trick: Vec<(Seat, CardSet)> = plays.collect();
        let mut quality = Quality::default();
        let (winner, side) = (Seat::ALL[winner], Seat::ALL[1].side());
        quality.count_trick(&order, &hands, &trick, winner, side);
        quality
    }

    #[test]
    fn points_count_as_fed_where_fewer_could_have_been_played() {
        let partner = ("S4 S7", "S4");
        let fed = |hand, play| {
            let seats = [("SA", "SA"), (hand, play), ("S6", "S6"), partner];
            counted(seats, 0).points_fed
        };
        assert_eq!(fed("SK S3 H5", "SK"), 10);
        assert_eq!(fed("SK S5 H5", "SK"), 5, "five had to be given");
        assert_eq!(fed("SK H5 H6", "SK"), 0, "it had to be");
        assert_eq!(fed("SK S3 H5", "S3"), 0);
        let to_partner = [("S9", "S9"), ("SK S3", "SK"), ("S6", "S6"), ("SA S7", "SA")];
        assert_eq!(counted(to_partner, 3).points_fed, 0);
    }

    #[test]
    fn pairs_broken_to_ruff_and_winners_burnt_are_counted() {
        let ruffs = |hand, play| {
            let seats = [("SA", "SA"), (hand, play), ("S6", "S6"), ("S4", "S4")];
            counted(seats, 1).pairs_broken
        };
        assert_eq!(ruffs("H5 H5 D3", "H5"), 1);
        assert_eq!(ruffs("H5 H6 D3", "H5"), 0);
        let burnt = |hand, play, winner| {
            let seats = [("SK", "SK"), (hand, play), ("H3", "H3"), ("S4", "S4")];
            counted(seats, winner).winners_burnt
        };
        assert_eq!(burnt("SA S3", "SA", 2), 1, "a ruff took it");
        assert_eq!(burnt("SA S3", "SA", 1), 0, "it won");
        assert_eq!(burnt("SA H4", "SA", 2), 0, "nothing lower could be played");
        assert_eq!(burnt("SA S3", "S3", 2), 0);
    }
}
