//! A deal played to its end in one's head: `memory` on all four seats, through the
//! same rules, without events and views.

use super::world::World;
use crate::cards::CardSet;
use crate::players::know::{Facts, Seen, Trick};
use crate::players::memory::{Weights, play_of};
use crate::players::mind::Mind;
use crate::rules::{BySeat, FivesRule, Follow, Lead, Seat};

/// A deal in somebody's head.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub hands: BySeat<CardSet>,
    pub bottom: CardSet,
    pub seen: Seen,
    pub trick: Trick,
    pub withheld: BySeat<bool>,
    /// Points in the tricks of the attackers.
    pub points: u16,
    /// Penalties: added to the score, taken off it.
    pub penalties: (u16, u16),
}

/// How a deal ended.
#[derive(Clone, Copy)]
pub(crate) struct Ending {
    /// Points in the tricks of the attackers.
    pub tricks: u16,
    /// The score, with what was dug and with penalties.
    pub score: u16,
    /// Who won the last trick, and with what.
    pub last: (Seat, CardSet),
}

impl Run {
    pub(crate) fn new(world: &World, seen: &Seen, trick: Trick) -> Run {
        Run {
            hands: world.hands,
            bottom: world.bottom,
            seen: *seen,
            trick,
            withheld: BySeat::default(),
            points: 0,
            penalties: (0, 0),
        }
    }

    /// Plays those cards for whoever's turn it is; the ending after the last.
    pub(crate) fn play(&mut self, facts: &Facts, cards: &CardSet) -> Option<Ending> {
        let seat = self.trick.turn();
        let lead = self.trick.lead;
        if let Some(lead) = &lead
            && facts.order.rules().fives != FivesRule::None
        {
            let follow = Follow::new(&facts.order, lead, &self.hands[seat], self.withheld[seat]);
            self.withheld[seat] |= follow.withholds(cards);
        }
        self.hands[seat] = self.hands[seat].minus(cards);
        self.seen.note(&facts.order, lead.as_ref(), seat, cards);
        self.trick.lay(&facts.order, cards);
        if self.trick.count < 4 {
            return None;
        }
        let (winner, with) = self.trick.standing;
        if winner.side() != facts.dealing {
            self.points += self.trick.points;
        }
        if self.hands[winner].is_empty() {
            return Some(self.ending(facts, lead.as_ref(), (winner, with)));
        }
        self.trick = Trick::new(winner);
        None
    }

    /// Leads or follows with the seat's first choice, which may be a throw that
    /// fails in this world.
    pub(crate) fn begin(&mut self, facts: &Facts, cards: &CardSet) -> Option<Ending> {
        if self.trick.lead.is_none()
            && let Some(lead) = Lead::new(&facts.order, cards)
            && lead.is_throw()
        {
            let seat = self.trick.turn();
            let others = seat.others().map(|s| self.hands[s]);
            if let Some(failed) = lead.fails_against(&facts.order, &others) {
                if seat.side() == facts.dealing {
                    self.penalties.0 += failed.penalty;
                } else {
                    self.penalties.1 += failed.penalty;
                }
                return self.play(facts, &failed.forced);
            }
        }
        self.play(facts, cards)
    }

    /// Plays on to the end.
    pub(crate) fn finish(&mut self, facts: &Facts, weights: &Weights) -> Option<Ending> {
        // No deal has more plays than cards.
        for _ in 0..100 {
            let seat = self.trick.turn();
            let own = (seat, self.hands[seat]);
            let buried = (seat == facts.burier).then_some(self.bottom);
            let mind = Mind::new(facts, &self.seen, own, buried, self.withheld[seat]);
            let cards = play_of(&mind, weights, &self.trick);
            if let Some(ending) = self.play(facts, &cards) {
                return Some(ending);
            }
        }
        None
    }

    fn ending(&self, facts: &Facts, lead: Option<&Lead>, last: (Seat, CardSet)) -> Ending {
        let dug = last.0.side() != facts.dealing;
        let multiplier = match lead {
            Some(lead) if dug => facts.order.rules().dig.of(lead),
            Some(_) | None => 0,
        };
        let gained = self.points + self.bottom.points() * multiplier + self.penalties.0;
        Ending {
            tricks: self.points,
            score: gained.saturating_sub(self.penalties.1),
            last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ClockChoice, DealResult, Event};
    use crate::players::Random;
    use crate::rules::{PRESETS, preset};
    use crate::tools::simulate::Driver;

    /// A deal between random players: what was played and thrown, and how it ended.
    fn deal(rules: &str, seed: u64) -> (Vec<Event>, DealResult) {
        let rules = preset(rules).expect("a preset");
        let players = BySeat::from_fn(|_| Box::new(Random) as Box<_>);
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, seed);
        loop {
            assert!(driver.step().expect("the table goes on"));
            let settled = driver.log.iter().find_map(|event| {
                if let Event::Settled { result } = event {
                    Some(result.as_ref().clone())
                } else {
                    None
                }
            });
            if let Some(result) = settled {
                return (driver.log, result);
            }
        }
    }

    #[test]
    fn a_deal_ends_in_ones_head_as_it_does_at_the_table() {
        let (mut thrown, mut dug) = (0, 0);
        for preset in PRESETS.iter() {
            for seed in 1..5 {
                let (log, result) = deal(preset.id, seed);
                let rules = crate::rules::preset(preset.id).expect("a preset");
                let (dealing, dealer) = (result.dealing_side, result.dealer);
                let facts = Facts::new(&rules, result.trump, dealing, dealer);
                let world = World {
                    hands: result.hands,
                    bottom: result.bottom,
                };
                let mut run = Run::new(&world, &Seen::new(25), Trick::new(dealer));
                let mut ending = None;
                for (at, event) in log.iter().enumerate() {
                    let Event::Played { cards, .. } = event else {
                        continue;
                    };
                    let mut cards = cards;
                    // A throw that fails is tried as it was.
                    if let Some(Event::ThrowFailed { failed }) = log.get(at + 1) {
                        cards = &failed.tried;
                        thrown += 1;
                    }
                    let cards = CardSet::from_cards(cards).expect("cards of two decks");
                    ending = run.begin(&facts, &cards);
                }
                let ending = ending.expect("all cards are played");
                let (sum, name) = (result.sum, (preset.id, seed));
                assert_eq!(ending.score, sum.score, "{name:?}: {sum:?}");
                assert_eq!(ending.tricks, sum.tricks, "{name:?}");
                let penalties = (sum.dealers_penalty, sum.attackers_penalty);
                assert_eq!(run.penalties, penalties, "{name:?}");
                let (seat, cards) = &result.last_trick;
                let last = CardSet::from_cards(cards).map(|cards| (*seat, cards));
                assert_eq!(Some(ending.last), last, "{name:?}");
                dug += u32::from(sum.multiplier > 0);
            }
        }
        assert!(thrown > 20 && dug > 5, "{thrown} throws failed, {dug} digs");
    }
}
