//! The auction of a deal: declaring, overturning, burying, frying (RULES.md §10).
//!
//! A state machine inside the game's: [`Auction::check`] holds every rule and
//! changes nothing, [`Auction::apply`] folds outcomes and holds none. A seat's
//! act is judged from its own cards and from what has happened, never from
//! another hand.

mod act;
mod asking;
mod check;
mod options;
mod start;
mod step;
#[cfg(test)]
mod tests;
mod undeclared;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use act::{AuctionAct, Named};
pub use start::{LastDeal, cut_seat, first_starter, flip_height, next_dealer, next_starter};
pub use step::{AuctionStep, Question};

use super::{AuctionRules, BySeat, BySide, Declaring, RuleSet, Seat, Side, Trump};
use crate::cards::{Card, CardSet, Kinds, Rank, Suit};

/// What a deal's auction starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AuctionContext {
    /// The level of the deal; in a seize deal the sides' own count.
    pub level: Rank,
    /// Who draws first.
    pub starter: Seat,
    /// The side on stage and its last dealer; `None` in a game's first deal.
    pub stage: Option<StageHeld>,
    /// What is special about the deal.
    pub kind: DealKind,
}

/// The stage as the last deal left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StageHeld {
    /// The dealing side of this deal.
    pub side: Side,
    /// The dealer of the last deal.
    pub last_dealer: Seat,
    /// Whether the dealers stayed after the last deal.
    pub stayed: bool,
}

/// What is special about a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealKind {
    /// Nothing.
    #[default]
    Plain,
    /// A flag deal (RULES.md 9.4): no trump, no auction.
    Flag,
    /// A seize deal (RULES.md 9.6): each side declares with its own level.
    Seize {
        /// The levels of the sides.
        levels: BySide<Rank>,
    },
}

impl DealKind {
    /// Which declaration counts in such a deal (P7); a seize deal has its own way
    /// (RULES.md 9.6).
    #[must_use]
    pub const fn declaring(self, rules: &AuctionRules) -> Declaring {
        match self {
            DealKind::Plain | DealKind::Flag => rules.declaring,
            DealKind::Seize { .. } => Declaring::PairOverSingle,
        }
    }
}

/// Where an auction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionPhase {
    /// Cards go round; seats may declare.
    Declaring,
    /// Seats are asked to overturn; the first of [`Auction::asked`] is to answer.
    Overturning,
    /// The dealer is to be drawn by lot.
    Lot,
    /// A seat holds 33 cards and buries 8.
    Burying(Seat),
    /// Seats are asked to fry; the first of [`Auction::asked`] is to answer.
    Frying,
    /// Over: the dealer leads.
    Done,
    /// Over: the deal is not played, a new one is drawn.
    Redeal,
}

/// Something said in the auction. `Debug` shows who and how, no card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spoken {
    /// By which seat.
    pub seat: Seat,
    /// How.
    pub kind: SpokenKind,
    /// With which cards: one, or a pair. Secret in secret presets.
    pub cards: CardSet,
    /// The trump it makes. As secret as the cards.
    pub trump: Trump,
}

impl Spoken {
    /// The card that was shown, once or twice.
    fn card(&self) -> Option<Card> {
        self.cards.kinds().iter().next()
    }
}

/// The ways to speak in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpokenKind {
    /// Declared.
    Declared,
    /// Overturned.
    Overturned,
    /// Fried.
    Fried,
    /// Fried as the hook-back (勾回头).
    HookedBack,
}

/// The auction of one deal. `Debug` shows no card.
#[derive(Clone, PartialEq, Eq)]
pub struct Auction {
    rules: AuctionRules,
    context: AuctionContext,
    phase: AuctionPhase,
    spoken: Vec<Spoken>,
    /// The seat whose declaration stood when drawing ended.
    declarer: Option<Seat>,
    /// The seat whose declaration or overturn stood when the bottom was taken.
    bridged: Option<Seat>,
    dealer: Option<Seat>,
    asked: Vec<Seat>,
    used: BySeat<Kinds>,
    undeclared: bool,
    turned: Vec<Card>,
    trump: Option<Trump>,
}

impl Auction {
    /// The auction of a deal before its first card.
    #[must_use]
    pub fn new(rules: &RuleSet, context: AuctionContext) -> Auction {
        let mut auction = Auction {
            rules: rules.auction,
            context,
            phase: AuctionPhase::Declaring,
            spoken: Vec::new(),
            declarer: None,
            bridged: None,
            dealer: None,
            asked: Vec::new(),
            used: BySeat::default(),
            undeclared: false,
            turned: Vec::new(),
            trump: None,
        };
        auction.dealer = auction.dealer_before_drawing();
        auction
    }

    /// What it started from.
    #[must_use]
    pub const fn context(&self) -> &AuctionContext {
        &self.context
    }

    /// Where it stands.
    #[must_use]
    pub const fn phase(&self) -> AuctionPhase {
        self.phase
    }

    /// The dealer as things stand.
    #[must_use]
    pub const fn dealer(&self) -> Option<Seat> {
        self.dealer
    }

    /// The dealing side as things stand; in first and seize deals nobody is
    /// on stage before a declaration.
    #[must_use]
    pub fn dealing_side(&self) -> Option<Side> {
        let held = self.context.stage.filter(|_| !self.is_seize());
        self.dealer.map(Seat::side).or(held.map(|s| s.side))
    }

    /// The seats that are asked to overturn or to fry, in asking order: all
    /// of them may be asked at once, sealed.
    #[must_use]
    pub fn asked(&self) -> &[Seat] {
        &self.asked
    }

    /// All that was said, in order. That a seat spoke is public, with what is
    /// not while the preset is secret and [`Auction::is_shown`] says no.
    #[must_use]
    pub fn spoken(&self) -> &[Spoken] {
        &self.spoken
    }

    /// The seat whose declaration stood when drawing ended.
    #[must_use]
    pub const fn declarer(&self) -> Option<Seat> {
        self.declarer
    }

    /// Cards of the bottom that were turned up because nobody declared.
    #[must_use]
    pub fn turned(&self) -> &[Card] {
        &self.turned
    }

    /// Whether drawing ended without a declaration.
    #[must_use]
    pub const fn undeclared(&self) -> bool {
        self.undeclared
    }

    /// The trump as things stand, secret or not.
    #[must_use]
    pub fn trump(&self) -> Option<Trump> {
        self.trump.or_else(|| self.stands().map(|s| s.trump))
    }

    /// Whether everybody may see what made the trump that stands now.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.trump.is_some() || self.rules.secrecy.declares_pairs()
    }

    /// The trump as that seat knows it: public, or its own and standing.
    #[must_use]
    pub fn trump_known_to(&self, seat: Seat) -> Option<Trump> {
        let own = self.stands().is_some_and(|s| s.seat == seat);
        self.trump().filter(|_| own || self.is_shown())
    }

    /// The level that counts for what that seat says.
    #[must_use]
    pub fn level_for(&self, seat: Seat) -> Rank {
        match self.context.kind {
            DealKind::Plain | DealKind::Flag => self.context.level,
            DealKind::Seize { levels } => match self.phase {
                AuctionPhase::Declaring | AuctionPhase::Overturning => levels[seat.side()],
                AuctionPhase::Lot
                | AuctionPhase::Burying(_)
                | AuctionPhase::Frying
                | AuctionPhase::Done
                | AuctionPhase::Redeal => {
                    self.stands().map_or(levels[seat.side()], |s| s.trump.level)
                }
            },
        }
    }

    /// Folds one outcome. Holds no rule and cannot fail.
    pub fn apply(&mut self, step: &AuctionStep) {
        match step {
            AuctionStep::Placed { seat, cards, trump } => {
                self.say(*seat, SpokenKind::Declared, *cards, *trump);
            }
            AuctionStep::Closed => self.declarer = self.stands().map(|s| s.seat),
            AuctionStep::Undeclared => self.undeclared = true,
            AuctionStep::BottomCardTurned { card, .. } => self.turned.push(*card),
            AuctionStep::Overturned { seat, cards, trump } => {
                self.say(*seat, SpokenKind::Overturned, *cards, *trump);
                self.use_up(*seat, cards);
            }
            AuctionStep::Fried {
                seat,
                cards,
                trump,
                hook_back,
            } => {
                let kind = if *hook_back {
                    SpokenKind::HookedBack
                } else {
                    SpokenKind::Fried
                };
                self.say(*seat, kind, *cards, *trump);
                self.use_up(*seat, cards);
            }
            AuctionStep::Passed { seat } => self.asked.retain(|s| s != seat),
            AuctionStep::Asked { question, seats } => {
                self.phase = match question {
                    Question::Overturn => AuctionPhase::Overturning,
                    Question::Fry => AuctionPhase::Frying,
                };
                self.asked.clone_from(seats);
            }
            AuctionStep::DealerSettled { seat } => self.dealer = Some(*seat),
            AuctionStep::LotNeeded => self.phase = AuctionPhase::Lot,
            AuctionStep::BottomTaken { seat } => {
                if self.bridged.is_none() {
                    self.bridged = self.stands().map(|s| s.seat);
                }
                self.asked.clear();
                self.phase = AuctionPhase::Burying(*seat);
            }
            // What follows the burying is a step of its own.
            AuctionStep::Buried { .. } => {}
            AuctionStep::TrumpSettled { trump, .. } => self.trump = Some(*trump),
            AuctionStep::PlayBegins => self.phase = AuctionPhase::Done,
            AuctionStep::Redeal { .. } => {
                self.dealer = None;
                self.phase = AuctionPhase::Redeal;
            }
        }
    }

    /// What made the trump that stands now.
    #[must_use]
    pub fn stands(&self) -> Option<&Spoken> {
        self.spoken.last()
    }

    fn say(&mut self, seat: Seat, kind: SpokenKind, cards: CardSet, trump: Trump) {
        self.asked.clear();
        self.spoken.push(Spoken {
            seat,
            kind,
            cards,
            trump,
        });
    }

    fn use_up(&mut self, seat: Seat, cards: &CardSet) {
        self.used[seat] = self.used[seat] | cards.kinds();
    }

    fn is_first_deal(&self) -> bool {
        self.context.stage.is_none()
    }

    fn is_seize(&self) -> bool {
        matches!(self.context.kind, DealKind::Seize { .. })
    }

    fn named(&self, seat: Seat, suit: Option<Suit>) -> Trump {
        Trump {
            suit,
            level: self.level_for(seat),
        }
    }
}

impl fmt::Debug for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.kind, self.seat)
    }
}

impl fmt::Debug for Auction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Auction")
            .field("phase", &self.phase)
            .field("dealer", &self.dealer)
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}
