//! What has happened in the auction: outcomes, to be folded without any rule.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet};
use crate::rules::{BySeat, Seat, Trump};

/// One outcome. Some hold secret cards, so `Debug` shows only the kind and the seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum AuctionStep {
    /// A seat declared, insured or raised.
    Placed {
        /// Which.
        seat: Seat,
        /// With what: one card or a pair.
        cards: CardSet,
        /// The trump that it makes.
        trump: Trump,
    },
    /// Drawing and its grace time are over.
    Closed,
    /// Nobody had declared: there is no overturning and no frying.
    Undeclared,
    /// A card of the bottom was turned up, for all to see.
    BottomCardTurned {
        /// By which seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat overturned.
    Overturned {
        /// Which.
        seat: Seat,
        /// With which pair.
        cards: CardSet,
        /// The trump that it makes.
        trump: Trump,
    },
    /// A seat fried the bottom.
    Fried {
        /// Which.
        seat: Seat,
        /// With which pair.
        cards: CardSet,
        /// The trump that it makes.
        trump: Trump,
        /// Whether it is the hook-back (勾回头), over which nothing goes.
        hook_back: bool,
    },
    /// A seat let the question go by.
    Passed {
        /// Which.
        seat: Seat,
    },
    /// These seats are asked now, in this order.
    Asked {
        /// What.
        question: Question,
        /// At least one.
        seats: Vec<Seat>,
    },
    /// It is settled, so far, who is dealer.
    DealerSettled {
        /// Which seat.
        seat: Seat,
    },
    /// The dealer is to be drawn by lot.
    LotNeeded,
    /// A seat took the bottom up: it holds 33 cards.
    BottomTaken {
        /// Which.
        seat: Seat,
    },
    /// A seat buried eight cards.
    Buried {
        /// Which.
        seat: Seat,
        /// The eight.
        cards: CardSet,
    },
    /// The trump is settled and shown. In a deal that nobody declared this
    /// stands before the burying, else the play begins with it.
    TrumpSettled {
        /// The trump.
        trump: Trump,
        /// Whose it is; nobody's when nobody declared.
        by: Option<Seat>,
    },
    /// The auction is over: the dealer leads.
    PlayBegins,
    /// The deal is not played; a new one is drawn.
    Redeal {
        /// Who would have been dealer, where that side steps down for it.
        stepped_down: Option<Seat>,
    },
}

/// What seats are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// To overturn (反主)?
    Overturn,
    /// To fry (炒底)?
    Fry,
}

impl AuctionStep {
    /// Moves the cards as the step says: the bottom up into a hand, eight
    /// cards of a hand down into the bottom. Other steps move none.
    pub fn move_cards(&self, hands: &mut BySeat<CardSet>, bottom: &mut Vec<Card>) {
        match self {
            AuctionStep::BottomTaken { seat } => {
                let taken = CardSet::from_cards(bottom).unwrap_or_default();
                if let Some(hand) = hands[*seat].plus(&taken) {
                    hands[*seat] = hand;
                    bottom.clear();
                }
            }
            AuctionStep::Buried { seat, cards } => {
                hands[*seat] = hands[*seat].minus(cards);
                *bottom = cards.to_vec();
            }
            AuctionStep::Placed { .. }
            | AuctionStep::Closed
            | AuctionStep::Undeclared
            | AuctionStep::BottomCardTurned { .. }
            | AuctionStep::Overturned { .. }
            | AuctionStep::Fried { .. }
            | AuctionStep::Passed { .. }
            | AuctionStep::Asked { .. }
            | AuctionStep::DealerSettled { .. }
            | AuctionStep::LotNeeded
            | AuctionStep::TrumpSettled { .. }
            | AuctionStep::PlayBegins
            | AuctionStep::Redeal { .. } => {}
        }
    }
}

impl fmt::Debug for AuctionStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuctionStep::Placed { seat, .. } => write!(f, "Placed({seat})"),
            AuctionStep::Closed => f.write_str("Closed"),
            AuctionStep::Undeclared => f.write_str("Undeclared"),
            AuctionStep::BottomCardTurned { seat, .. } => write!(f, "BottomCardTurned({seat})"),
            AuctionStep::Overturned { seat, .. } => write!(f, "Overturned({seat})"),
            AuctionStep::Fried { seat, .. } => write!(f, "Fried({seat})"),
            AuctionStep::Passed { seat } => write!(f, "Passed({seat})"),
            AuctionStep::Asked { question, seats } => write!(f, "Asked({question:?}, {seats:?})"),
            AuctionStep::DealerSettled { seat } => write!(f, "DealerSettled({seat})"),
            AuctionStep::LotNeeded => f.write_str("LotNeeded"),
            AuctionStep::BottomTaken { seat } => write!(f, "BottomTaken({seat})"),
            AuctionStep::Buried { seat, .. } => write!(f, "Buried({seat})"),
            AuctionStep::TrumpSettled { by, .. } => write!(f, "TrumpSettled({by:?})"),
            AuctionStep::PlayBegins => f.write_str("PlayBegins"),
            AuctionStep::Redeal { stepped_down } => write!(f, "Redeal({stepped_down:?})"),
        }
    }
}
