//! What a table waits for: the table's clock reads this, and nobody else.

use crate::game::state::{Deal, Stage};
use crate::game::{ComputerLevel, Game, Occupant};
use crate::rules::Seat;
use crate::rules::auction::AuctionPhase;

/// What happens next at a table, for the clock that drives it. Not for eyes:
/// it tells who has answered a sealed question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For people, in the lobby.
    Lobby,
    /// For the shuffled cards of the next deal ([`crate::game::Action::Deal`]).
    NeedDeal,
    /// For the next step of drawing, or for its cards to become placeable.
    DrawMore {
        /// Cards drawn, 0-100.
        drawn: u8,
        /// Cards that may be placed, 0-100.
        placeable: u8,
        /// Whether somebody may still declare; if not, the rest is drawn at once.
        open: bool,
    },
    /// All is drawn and placeable and somebody may still declare: the window
    /// closes after the grace, which every declaration begins anew.
    Grace {
        /// Declarations so far.
        declared: u32,
    },
    /// Nothing is left to wait for: close the window at once.
    Close,
    /// For the answers to a sealed question.
    Sealed {
        /// Which question.
        kind: SealedKind,
        /// The seats asked, in asking order.
        asked: Vec<Seat>,
        /// Those of them that have answered.
        answered: Vec<Seat>,
        /// Counts the rounds of the deal, as [`crate::game::PublicDeal::rounds`].
        round: u32,
    },
    /// For a seat to bury.
    Bury {
        /// Which.
        seat: Seat,
        /// Counts the rounds of the deal.
        round: u32,
    },
    /// For a seat to play.
    Play {
        /// Which.
        seat: Seat,
        /// Plays so far in the deal, 0-99.
        plays: u8,
    },
    /// For people, between deals.
    Between {
        /// Seats that are not ready.
        waiting: Vec<Seat>,
        /// Whether a person has done anything since the last cards were
        /// dealt; if nobody has, the table pauses.
        human: bool,
    },
    /// For somebody to go on.
    Paused,
    /// For nothing: the table is over.
    Over,
}

/// The sealed questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedKind {
    /// Who declares, at a table without a clock (RULES.md 2.2).
    Declare,
    /// Who overturns.
    Overturn,
    /// Who fries.
    Fry,
}

/// Who moves for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Its player.
    Person,
    /// A computer player that sits there, or plays for somebody who left.
    Computer(ComputerLevel),
    /// The stand-in: the seat is on auto-play, or nobody is there.
    Auto,
}

/// People who sit there may let a deal or two go by without declaring.
const ALONE: u8 = 2;

impl Game {
    /// Who moves for a seat just now. Not for eyes in a sealed round.
    #[must_use]
    pub fn mover(&self, seat: Seat) -> Mover {
        match self.seats[seat].occupant {
            Some(Occupant::Computer(level)) => Mover::Computer(level),
            // Who has left is stood in for by a computer player that plays well.
            Some(Occupant::Person(_)) if self.seats[seat].gone => {
                Mover::Computer(ComputerLevel::Good)
            }
            Some(Occupant::Person(_)) if !self.seats[seat].auto => Mover::Person,
            Some(Occupant::Person(_)) | None => Mover::Auto,
        }
    }

    /// Whether a deal is to be drawn again, and no person did anything in it
    /// and the ones before: so it could go on for ever.
    #[must_use]
    pub fn is_redrawn_by_nobody(&self) -> bool {
        let alone = |d: &Deal| {
            d.auction.phase() == AuctionPhase::Redeal && !d.human && d.redrawn_alone >= ALONE
        };
        self.stage == Stage::Shuffling && self.deal.as_deref().is_some_and(alone)
    }

    /// What the table waits for.
    #[must_use]
    pub fn waits(&self) -> Wait {
        if self.paused.is_some() && !self.is_over() {
            return Wait::Paused;
        }
        match self.stage {
            Stage::Lobby => Wait::Lobby,
            Stage::Shuffling => Wait::NeedDeal,
            Stage::Deal => self
                .deal
                .as_deref()
                .map_or(Wait::NeedDeal, |d| d.waits(self)),
            Stage::Between => Wait::Between {
                waiting: self.unready(),
                human: self.deal.as_ref().is_none_or(|d| d.human),
            },
            Stage::Finished | Stage::Ended => Wait::Over,
        }
    }
}
