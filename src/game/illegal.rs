//! Why an action was refused. A refused action changes nothing.

use crate::game::PlayerId;
use crate::rules::{Refusal, Seat};

/// Why a table refuses an action; carries what the answer must tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// A rule of the game forbids it.
    Rule(Refusal),
    /// Who asks does not sit at this table.
    NotSeated,
    /// That seat is taken.
    SeatTaken(Seat),
    /// All four seats are taken.
    TableFull,
    /// The game has begun: seats are fixed.
    AlreadyStarted,
    /// The game has not begun yet.
    NotStarted,
    /// Not all seats are taken, or not everybody is ready.
    NotReady {
        /// Free seats.
        free: Vec<Seat>,
        /// Seats whose players are not ready.
        waiting: Vec<Seat>,
    },
    /// Another seat is to act.
    NotYourTurn(Seat),
    /// This cannot be done at this point of the deal.
    WrongPhase,
    /// That card is drawn, but may not be placed yet: others still wait for theirs.
    TooEarly,
    /// The sealed question was answered; an answer is final.
    AlreadyAnswered,
    /// Only the host or a manager may.
    NotHost(Option<PlayerId>),
    /// Those are not the 108 cards of two decks. Only the table deals.
    BadShuffle,
    /// The table's rules know no checking of plays.
    NoChecking,
    /// The side has had plays checked as often as it may in one deal.
    CheckedEnough,
    /// The table is paused.
    Paused,
    /// The table cannot be shown in its channel and waits until it can.
    Unshown,
    /// A sealed question is open: seats change when it is closed.
    RoundOpen,
    /// Who asks has seen the hand of that seat in this deal and takes no other.
    SeenHand(Seat),
    /// The table is for invited people.
    InvitedOnly,
    /// That seat is kept for somebody else.
    SeatKept(Seat),
    /// No person sits on that seat.
    NoPerson(Seat),
    /// It is one's own seat.
    OwnSeat,
    /// That person sits at this table already.
    SitsAlready(Seat),
    /// Only the other side can agree to a longer break.
    OtherSide,
    /// Nobody has asked for a break.
    NoBreak,
    /// Not while a deal is being played.
    BetweenDeals,
    /// The table is over.
    Over,
    /// Votes are counted; so many more are needed.
    VotesNeeded(u8),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        Illegal::Rule(refusal)
    }
}
