//! What happens when nobody declared (RULES.md 10.5).

use super::{Auction, AuctionStep, DealKind};
use crate::cards::Card;
use crate::rules::{Seat, Trump, Undeclared};

/// What decides the trump: a card of the bottom, by its place, or nothing.
enum Deciding {
    Card(usize),
    NoTrump,
    Redeal,
}

impl Auction {
    /// The steps after drawing ended without a declaration.
    pub(super) fn close_undeclared(&self, bottom: &[Card]) -> Vec<AuctionStep> {
        let mut steps = vec![AuctionStep::Closed, AuctionStep::Undeclared];
        let deciding = self.deciding(bottom);
        let (suit, turner) = match deciding {
            Deciding::Redeal => {
                let stepped_down = if self.is_seize() { None } else { self.dealer };
                steps.push(AuctionStep::Redeal { stepped_down });
                return steps;
            }
            Deciding::NoTrump => (None, None),
            Deciding::Card(place) => {
                let last = self.cards_turned(bottom, place);
                for (n, &card) in bottom.iter().take(last).enumerate() {
                    let seat = self.context.starter.after(n);
                    steps.push(AuctionStep::BottomCardTurned { seat, card });
                }
                let suit = bottom.get(place).and_then(|c| c.suit());
                (suit, Some(self.context.starter.after(place)))
            }
        };
        let trump = Trump {
            suit,
            level: self.context.level,
        };
        steps.push(AuctionStep::TrumpSettled { trump, by: None });
        let dealer = match (self.context.stage, turner) {
            // By placing nothing is known before the draw: the starter.
            (Some(_), _) => Some(self.dealer.unwrap_or(self.context.starter)),
            (None, turner) => turner,
        };
        match dealer {
            Some(seat) => steps.extend([
                AuctionStep::DealerSettled { seat },
                AuctionStep::BottomTaken { seat },
            ]),
            None => steps.push(AuctionStep::LotNeeded),
        }
        steps
    }

    /// The steps of a flag deal when drawing is over (RULES.md 9.4).
    pub(super) fn close_flag(&self) -> Vec<AuctionStep> {
        let seat = self.dealer.unwrap_or(self.context.starter);
        let trump = Trump {
            suit: None,
            level: self.context.level,
        };
        vec![
            AuctionStep::Closed,
            AuctionStep::TrumpSettled { trump, by: None },
            AuctionStep::DealerSettled { seat },
            AuctionStep::BottomTaken { seat },
        ]
    }

    fn deciding(&self, bottom: &[Card]) -> Deciding {
        if matches!(self.context.kind, DealKind::Seize { .. }) {
            return Deciding::Redeal;
        }
        match self.rules.undeclared {
            Undeclared::Flip => Deciding::Card(self.flipped(bottom)),
            Undeclared::ThirdCard if self.is_first_deal() => Deciding::Card(self.flipped(bottom)),
            Undeclared::ThirdCard => Deciding::Card(2),
            Undeclared::NoTrump => Deciding::NoTrump,
            Undeclared::FirstNoJoker => {
                let place = bottom.iter().position(|c| !c.is_joker());
                Deciding::Card(place.unwrap_or(0))
            }
            Undeclared::FirstCard => Deciding::Card(0),
            Undeclared::StepDown => Deciding::Redeal,
        }
    }

    /// The place of the first level card, else of the highest card that is no
    /// joker, of equal ones the first.
    fn flipped(&self, bottom: &[Card]) -> usize {
        let level_card = bottom.iter().position(|&c| self.is_level(c));
        level_card.unwrap_or_else(|| {
            let places = bottom.iter().enumerate().rev();
            let highest = places.max_by_key(|(_, card)| card.rank());
            highest.map_or(0, |(place, _)| place)
        })
    }

    /// How many cards are turned up when the one at `place` decides: all of
    /// them when it took a comparison.
    fn cards_turned(&self, bottom: &[Card], place: usize) -> usize {
        let flips = match self.rules.undeclared {
            Undeclared::Flip => true,
            Undeclared::ThirdCard => self.is_first_deal(),
            Undeclared::NoTrump
            | Undeclared::FirstNoJoker
            | Undeclared::FirstCard
            | Undeclared::StepDown => false,
        };
        let compared = flips && !bottom.get(place).is_some_and(|&c| self.is_level(c));
        if compared { bottom.len() } else { place + 1 }
    }

    fn is_level(&self, card: Card) -> bool {
        card.rank() == Some(self.context.level)
    }

    /// The steps once the lot has fallen on a seat; `None` when none is to be drawn.
    #[must_use]
    pub fn draw_lot(&self, seat: Seat) -> Option<Vec<AuctionStep>> {
        (self.phase == super::AuctionPhase::Lot).then(|| {
            vec![
                AuctionStep::DealerSettled { seat },
                AuctionStep::BottomTaken { seat },
            ]
        })
    }
}
