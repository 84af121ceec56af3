//! A player that takes any legal choice: for simulations and tests.

use rand::{Rng, RngExt};

use super::{Act, ComputerPlayer, bury::order_of};
use crate::cards::{BOTTOM, Card, CardSet};
use crate::game::{Ask, SeatView};
use crate::rules::auction::AuctionAct;
use crate::rules::{Category, Follow, Lead, leads};

/// Every legal play can come out; one lead in eight is a throw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl ComputerPlayer for Random {
    fn choose(&self, view: &SeatView, chance: &mut dyn Rng) -> Act {
        match &view.ask {
            Ask::Nothing | Ask::Ready => Act::Nothing,
            // Passing is among the options only where it must be said.
            Ask::Place { options } if options.contains(&AuctionAct::Pass) => {
                pick(options, chance).map_or(Act::Nothing, Act::Auction)
            }
            Ask::Place { options } => {
                let silent = chance.random_range(0..3) > 0;
                let act = pick(options, chance).filter(|_| !silent);
                act.map_or(Act::Nothing, Act::Auction)
            }
            Ask::Overturn {
                answered: Some(_), ..
            }
            | Ask::Fry {
                answered: Some(_), ..
            } => Act::Nothing,
            Ask::Overturn { options, .. } | Ask::Fry { options, .. } => {
                let pass = chance.random_range(0..=options.len()) == 0;
                let act = pick(options, chance).filter(|_| !pass);
                Act::Auction(act.unwrap_or(AuctionAct::Pass))
            }
            Ask::Bury => Act::Auction(AuctionAct::Bury {
                cards: some_of(&view.hand, BOTTOM, chance),
            }),
            Ask::Lead => Act::Play(lead(view, chance).to_vec()),
            Ask::Follow { lead } => Act::Play(follow(view, lead, chance).to_vec()),
        }
    }
}

fn lead(view: &SeatView, chance: &mut dyn Rng) -> CardSet {
    let order = order_of(view);
    if chance.random_range(0..8) == 0 {
        let category = pick(&Category::ALL, chance).unwrap_or(Category::Trump);
        let cards = view.hand.within(order.kinds(category));
        if cards.len() >= 2 {
            let count = chance.random_range(2..=cards.len());
            let throw = some_of(&cards, count, chance);
            if Lead::check(&order, &view.hand, &throw, view.withheld).is_ok() {
                return throw;
            }
        }
    }
    pick(&leads(&order, &view.hand, view.withheld), chance).unwrap_or_default()
}

fn follow(view: &SeatView, lead: &[Card], chance: &mut dyn Rng) -> CardSet {
    let order = order_of(view);
    let lead = CardSet::from_cards(lead).and_then(|cards| Lead::new(&order, &cards));
    let Some(lead) = lead else {
        return CardSet::EMPTY;
    };
    let follow = Follow::new(&order, &lead, &view.hand, view.withheld);
    follow.pick(|below| chance.random_range(0..below))
}

fn pick<T: Copy>(choices: &[T], chance: &mut dyn Rng) -> Option<T> {
    if choices.is_empty() {
        return None;
    }
    choices.get(chance.random_range(0..choices.len())).copied()
}

fn some_of(cards: &CardSet, count: usize, chance: &mut dyn Rng) -> CardSet {
    let mut left = cards.to_vec();
    let mut chosen = CardSet::EMPTY;
    while chosen.len() < count && !left.is_empty() {
        chosen.insert(left.swap_remove(chance.random_range(0..left.len())));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::game::ClockChoice;
    use crate::players::know::tests::cards;
    use crate::rules::{BySeat, Seat, Trump, preset};
    use crate::tools::simulate::Driver;

    /// How often each play comes out of a hand, hearts being trump at level 2.
    fn counted(
        hand: &str,
        mut play: impl FnMut(&SeatView, &mut StdRng) -> CardSet,
    ) -> HashMap<CardSet, u32> {
        let rules = preset("tournament").expect("a preset");
        let players = BySeat::from_fn(|_| Box::new(Random) as Box<_>);
        let driver = Driver::new(rules, ClockChoice::Relaxed, players, 1);
        let mut view = driver.game.seat(Seat::ALL[0]);
        view.hand = cards(hand);
        view.trump = Some(Trump {
            suit: Some(Suit::Hearts),
            level: Rank::Two,
        });
        let mut chance = StdRng::seed_from_u64(3);
        let mut counts = HashMap::new();
        for _ in 0..8000 {
            *counts.entry(play(&view, &mut chance)).or_insert(0) += 1;
        }
        counts
    }

    fn are_alike<'c>(counts: impl Iterator<Item = &'c u32>, plays: usize) {
        let counts: Vec<f64> = counts.map(|&n| f64::from(n)).collect();
        assert_eq!(counts.len(), plays);
        let mean = counts.iter().sum::<f64>() / plays as f64;
        assert!(
            counts.iter().all(|n| (n / mean - 1.0).abs() < 0.15),
            "{counts:?}"
        );
    }

    #[test]
    fn each_follow_is_as_likely() {
        let lead = cards("S3 S3").to_vec();
        let with = |hand: &str| counted(hand, |view, chance| follow(view, &lead, chance));
        are_alike(with("S4 S4 S5 S5 S6 C3 C3").values(), 2);
        are_alike(with("S4 S5 S6 SK C3").values(), 6);
        are_alike(with("C3 C3 C4 H5").values(), 4);
    }

    #[test]
    fn each_lead_but_throws_is_as_likely() {
        let counts = counted("S4 S4 S5 C3 D7 H5", |view, chance| lead(view, chance));
        let throws = [cards("S4 S5"), cards("S4 S4 S5")];
        let rest = counts.iter().filter(|(play, _)| !throws.contains(play));
        are_alike(rest.map(|(_, n)| n), 6);
        assert!(
            throws.iter().all(|throw| counts[throw] > 20),
            "they come out, too"
        );
    }
}
