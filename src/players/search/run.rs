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
