//! A finished deal looked back at: its auction step by step, every bury, every
//! trick, all hands open.

use std::sync::Arc;

use crate::cards::{Card, CardSet};
use crate::game::state::{ALL_DRAWN, Game, Stage};
use crate::game::{DealNumber, DealResult, Event, PublicTrick, evolve};
use crate::rules::auction::AuctionStep;
use crate::rules::{BySeat, RuleSet, Seat};

/// A deal that is over, from the first card drawn to the last trick. Nothing
/// of it is secret any more. `Debug` shows no card.
#[derive(Clone, PartialEq)]
pub struct Review {
    /// The rules it was played by.
    pub rules: Arc<RuleSet>,
    /// How it came out.
    pub result: Arc<DealResult>,
    /// The hands as drawn, 25 cards each.
    pub drawn: BySeat<CardSet>,
    /// The bottom as it was dealt, in drawing order.
    pub dealt_bottom: Vec<Card>,
    /// What happened in the auction. Answers that did not count are nowhere.
    pub auction: Vec<AuctionStep>,
    /// Every bury, oldest first.
    pub buries: Vec<Bury>,
    /// The tricks, oldest first.
    pub tricks: Vec<PublicTrick>,
}

/// A seat took up the bottom and buried eight cards.
#[derive(Clone, PartialEq)]
pub struct Bury {
    /// Which.
    pub seat: Seat,
    /// The bottom that it took up.
    pub taken: CardSet,
    /// The eight that it buried.
    pub buried: CardSet,
    /// The hands afterwards.
    pub hands: BySeat<CardSet>,
}

impl Review {
    /// The hands before a trick, counted from 1; after the last one: none.
    #[must_use]
    pub fn hands_before(&self, trick: usize) -> BySeat<CardSet> {
        let mut hands = self.result.hands;
        for done in self.tricks.iter().take(trick.saturating_sub(1)) {
            for (seat, play) in done.plays.iter() {
                for &card in play.iter().flatten() {
                    hands[seat].remove(card);
                }
            }
        }
        hands
    }
}

/// Looks back at a deal of a table; `None` unless the events open a table and
/// hold that deal whole, to its end. They may leave out what was before it.
#[must_use]
pub fn review<'e>(events: impl IntoIterator<Item = &'e Event>, deal: DealNumber) -> Option<Review> {
    let mut events = events.into_iter();
    let mut game = Game::opened(events.next()?)?;
    let mut open: Option<Open> = None;
    for event in events {
        if let Event::Settled { result } = event
            && result.deal == deal
        {
            return open?.close(&game, result);
        }
        evolve(&mut game, event);
        if let Event::Dealt { deal: number, .. } = event {
            open = (*number == deal).then(|| Open::of(&game)).flatten();
        } else if let Event::Auction { step, .. } = event
            && let Some(open) = &mut open
        {
            open.step(&game, step);
        }
    }
    None
}

/// A deal whose end has not been seen yet.
struct Open {
    drawn: BySeat<CardSet>,
    dealt_bottom: Vec<Card>,
    bottom: CardSet,
    auction: Vec<AuctionStep>,
    buries: Vec<Bury>,
}

impl Open {
    fn of(game: &Game) -> Option<Open> {
        let deal = game.deal.as_deref().filter(|_| game.stage == Stage::Deal)?;
        Some(Open {
            drawn: BySeat::from_fn(|seat| deal.drawn_by(seat, ALL_DRAWN)),
            dealt_bottom: deal.bottom.clone(),
            bottom: CardSet::from_cards(&deal.bottom)?,
            auction: Vec::new(),
            buries: Vec::new(),
        })
    }

    fn step(&mut self, game: &Game, step: &AuctionStep) {
        self.auction.push(step.clone());
        if let AuctionStep::Buried { seat, cards } = step
            && let Some(deal) = game.deal.as_deref()
        {
            self.buries.push(Bury {
                seat: *seat,
                taken: std::mem::replace(&mut self.bottom, *cards),
                buried: *cards,
                hands: deal.hands,
            });
        }
    }

    fn close(self, game: &Game, result: &DealResult) -> Option<Review> {
        Some(Review {
            rules: Arc::clone(game.rules()),
            result: Arc::new(result.clone()),
            drawn: self.drawn,
            dealt_bottom: self.dealt_bottom,
            auction: self.auction,
            buries: self.buries,
            tricks: game.public().deal?.finished,
        })
    }
}

impl std::fmt::Debug for Review {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Review(deal {})", self.result.deal.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ClockChoice;
    use crate::players::{ComputerPlayer, Greedy};
    use crate::rules::{PRESETS, Secrecy, preset};
    use crate::tools::simulate::Driver;

    /// A game of one preset until so many deals are settled.
    fn played(rules: RuleSet, deals: usize, seed: u64) -> Vec<Event> {
        let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Greedy) });
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, seed);
        let settled = |e: &&Event| matches!(e, Event::Settled { .. });
        while driver.log.iter().filter(settled).count() < deals {
            assert!(driver.step().expect("goes on"), "the game ends too soon");
        }
        driver.log
    }

    /// What the finished deals of a log came to.
    fn results(log: &[Event]) -> Vec<DealResult> {
        let settled = log.iter().filter_map(|event| {
            if let Event::Settled { result } = event {
                Some((**result).clone())
            } else {
                None
            }
        });
        settled.collect()
    }

    #[test]
    fn every_card_is_accounted_for_in_every_preset() {
        for preset in PRESETS.iter() {
            let log = played(preset.rules.clone(), 1, 5);
            let result = results(&log).remove(0);
            let seen = review(&log, result.deal).expect("a finished deal");
            assert_eq!(*seen.result, result);
            let drawn: u32 = seen.drawn.values().map(|h| h.len() as u32).sum();
            assert_eq!((drawn, seen.dealt_bottom.len()), (100, 8));
            let last = seen.buries.last().expect("somebody buried");
            assert_eq!(last.buried, result.bottom);
            assert_eq!(last.hands, result.hands);
            let mut bottom = CardSet::from_cards(&seen.dealt_bottom).expect("eight");
            for bury in &seen.buries {
                assert_eq!(bury.taken, bottom);
                bottom = bury.buried;
            }
            let after = seen.hands_before(seen.tricks.len() + 1);
            assert!(after.values().all(CardSet::is_empty));
            assert_eq!(seen.hands_before(1), result.hands);
            let points: u16 = seen.tricks.iter().map(|t| t.points).sum();
            assert_eq!(points + result.bottom.points(), 200);
        }
    }

    #[test]
    fn what_was_before_a_deal_is_not_needed() {
        let rules = preset("tournament").expect("a preset");
        assert_eq!(rules.auction.secrecy, Secrecy::Secret);
        let log = played(rules, 3, 9);
        for result in results(&log) {
            let deal = result.deal;
            let whole = review(&log, deal).expect("finished");
            let begins = |e: &Event| matches!(e, Event::Dealt { deal: of, .. } if *of == deal);
            let from = log.iter().position(begins).expect("dealt");
            let part = log[..1].iter().chain(&log[from..]);
            let part = review(part, deal).expect("finished");
            assert_eq!((part.drawn, &part.tricks), (whole.drawn, &whole.tricks));
            assert!(part.buries == whole.buries && part.auction == whole.auction);
        }
    }

    #[test]
    fn an_unfinished_deal_cannot_be_looked_back_at() {
        let log = played(preset("dark").expect("a preset"), 1, 2);
        let end = log.iter().position(|e| matches!(e, Event::Settled { .. }));
        let end = end.expect("settled");
        let deal = DealNumber(1);
        for cut in [1, end / 2, end] {
            assert_eq!(review(&log[..cut], deal), None, "{cut} events");
        }
        assert_eq!(review(&log, DealNumber(99)), None);
        assert_eq!(review(&[], deal), None);
    }
}
