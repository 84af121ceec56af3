//! What may be seen: by everybody, and by one seat. Built field by field,
//! never by stripping a game down.

use std::sync::Arc;

use crate::cards::{Card, CardSet, Rank};
use crate::game::{
    AskedPause, ClockChoice, ComputerLevel, Contest, DealNumber, DealResult, Entry, FailedThrow,
    Length, Pace, Pause, PlayerId, StartTime,
};
use crate::rules::auction::{AuctionAct, DealKind};
use crate::rules::levels::Standing;
use crate::rules::{BySeat, BySide, RuleSet, Seat, Side, Trump};

/// What everybody may see of a table. Rendered in the channel; nothing in it
/// depends on a hidden card, nor on who has answered a sealed question.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicView {
    /// The table's rules, frozen when it was opened.
    pub rules: Arc<RuleSet>,
    /// Which clock it plays by.
    pub clock: ClockChoice,
    /// How fast cards are drawn.
    pub pace: Pace,
    /// The rung on which both sides start.
    pub start: Rank,
    /// Whether nobody is suggested a move.
    pub unaided: bool,
    /// Who hosts the table.
    pub host: Option<PlayerId>,
    /// Who sits where.
    pub seats: BySeat<SeatInfo>,
    /// Level and rungs of the sides.
    pub standings: BySide<Standing>,
    /// The side on stage (庄家方); `None` before the first deal is settled.
    pub stage: Option<Side>,
    /// Where the table stands.
    pub phase: PublicPhase,
    /// The deal being played, or the last one until the next begins.
    pub deal: Option<PublicDeal>,
    /// The result of the last finished deal, until the next begins.
    pub result: Option<Arc<DealResult>>,
    /// What the table plays for.
    pub length: Length,
    /// When its match is to start, where that was agreed.
    pub starts: Option<StartTime>,
    /// The games and deals so far.
    pub contest: Arc<Contest>,
    /// Who won the game or the match, when it is over.
    pub winner: Option<Side>,
    /// Whether a manager has made the table void: none of its deals counts.
    pub void: bool,
    /// Seats that have voted to end the table.
    pub end_votes: Vec<Seat>,
    /// Why the table stands still, if it does.
    pub paused: Option<Pause>,
    /// The pause that a seat asked for, before and while it lasts.
    pub pause_asked: Option<AskedPause>,
    /// Who may sit down.
    pub entry: Entry,
    /// Who was invited.
    pub invited: Vec<PlayerId>,
    /// For whom a seat is kept, who may take it.
    pub offers: BySeat<Option<PlayerId>>,
    /// With which seat a seat wants to swap places.
    pub swaps: BySeat<Option<Seat>>,
}

/// A seat as everybody sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Option<Occupant>,
    /// Ready to start, or for the next deal.
    pub ready: bool,
    /// On auto-play (托管). Inside a sealed round this shows what it was when
    /// the round began.
    pub auto: bool,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// A person.
    Person(PlayerId),
    /// A computer player.
    Computer(ComputerLevel),
}

impl PublicPhase {
    /// Whether nothing will happen any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            PublicPhase::Finished | PublicPhase::Ended => true,
            PublicPhase::Lobby
            | PublicPhase::Shuffling
            | PublicPhase::Drawing { .. }
            | PublicPhase::Overturning { .. }
            | PublicPhase::Burying { .. }
            | PublicPhase::Frying { .. }
            | PublicPhase::Playing { .. }
            | PublicPhase::Between => false,
        }
    }
}

/// Where a table stands, as far as everybody may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicPhase {
    /// Sitting down.
    Lobby,
    /// The next deal's cards are to be shuffled.
    Shuffling,
    /// Cards go round; a seat may place one.
    Drawing {
        /// Cards drawn by all seats together, 0-100.
        drawn: u8,
        /// How many of them may be placed, 0-100.
        placeable: u8,
        /// Whether somebody may still declare further.
        open: bool,
        /// The seats asked to place a card or to pass, in asking order: without
        /// a clock, once all is drawn. Else none.
        asked: Vec<Seat>,
    },
    /// Sealed: does anybody overturn?
    Overturning {
        /// The seats asked, in asking order.
        asked: Vec<Seat>,
    },
    /// A seat holds 33 cards and buries 8.
    Burying {
        /// Which.
        seat: Seat,
    },
    /// Sealed: does anybody fry?
    Frying {
        /// The seats asked, in asking order.
        asked: Vec<Seat>,
    },
    /// A seat is to play.
    Playing {
        /// Which.
        seat: Seat,
    },
    /// A deal is over, the next is to come.
    Between,
    /// A side has passed the end of the ladder.
    Finished,
    /// The table was ended before that.
    Ended,
}

/// A deal as everybody may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicDeal {
    /// Its number.
    pub number: DealNumber,
    /// SHA-256 that binds the cards, in hexadecimal.
    pub commitment: String,
    /// The cards flipped for the starter, in a game's first deal.
    pub flips: Option<BySeat<Card>>,
    /// Who drew first.
    pub starter: Seat,
    /// The rank being played, where it is known.
    pub level: Option<crate::cards::Rank>,
    /// The rank with which each side declares: the level, but each side's own
    /// in a deal that is seized (RULES.md 9.6).
    pub declares: BySide<crate::cards::Rank>,
    /// What is special about it (RULES.md 9.4, 9.6).
    pub kind: DealKind,
    /// Whether nobody declared and the cards are dealt anew (RULES.md 10.5, 9.6).
    pub redrawn: bool,
    /// The dealer, once it is settled.
    pub dealer: Option<Seat>,
    /// The trump; `None` while it is secret or undecided.
    pub trump: Option<Trump>,
    /// Who spoke in the auction, in order; the cards once they may be known.
    pub spoken: Vec<Speech>,
    /// Bottom cards turned up because nobody declared.
    pub turned: Vec<Card>,
    /// Cards in each hand.
    pub counts: BySeat<u8>,
    /// Tricks played to the end, 0-25.
    pub tricks: u8,
    /// The trick being played; before its lead, an empty one.
    pub trick: Option<PublicTrick>,
    /// All tricks played to the end, oldest first.
    pub finished: Vec<PublicTrick>,
    /// Points the attackers have won in tricks, with penalties, never below 0.
    pub points: u16,
    /// How many rounds of overturning, burying and frying have begun: counts
    /// only what everybody sees.
    pub rounds: u32,
    /// Time-outs of each seat in this deal.
    pub time_outs: BySeat<u8>,
    /// Who has checked the opponents' plays.
    pub checks: Vec<Check>,
}

/// Somebody has checked the opponents' plays (查牌); nothing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Who.
    pub seat: Seat,
    /// While which trick was being played, from 1.
    pub trick: u8,
    /// Points it cost its side; 0 where it was free.
    pub penalty: u16,
}

/// Somebody placed, overturned or fried.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Speech {
    /// Who.
    pub seat: Seat,
    /// What.
    pub kind: SpeechKind,
    /// With which cards and for which trump; `None` while that is secret.
    pub shown: Option<(CardSet, Trump)>,
}

/// The three ways to speak in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpeechKind {
    /// Declared (放牌).
    Declared,
    /// Overturned (反主).
    Overturned,
    /// Fried the bottom (炒底).
    Fried,
}

/// A trick as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PublicTrick {
    /// From 1.
    pub number: u8,
    /// Who led.
    pub leader: Seat,
    /// What each seat played, strongest first.
    pub plays: BySeat<Option<Vec<Card>>>,
    /// Whose play stands; the winner once all have played.
    pub standing: Option<Seat>,
    /// Points in it.
    pub points: u16,
    /// A throw that failed: what was tried, what stays, the penalty.
    pub failed: Option<FailedThrow>,
}

/// What one seat may see: the public part, its own cards, and what it is asked.
#[derive(Clone, PartialEq)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// What everybody sees.
    pub public: PublicView,
    /// Its own cards: drawn so far, 25, 33 while it buries, or what is left.
    pub hand: CardSet,
    /// The trump as far as this seat knows: public, or made by itself and
    /// certainly standing. `None`: it must sort by level cards and jokers only.
    pub trump: Option<Trump>,
    /// The cards with which it spoke itself in this deal.
    pub own_speech: Vec<Speech>,
    /// What it has answered in the sealed round of placing; final.
    pub placed: Option<AuctionAct>,
    /// What it is asked.
    pub ask: Ask,
    /// Names the seat's own step: changes only by what this seat may see.
    pub step: Step,
    /// Its own plays in this deal, oldest first.
    pub own_plays: Vec<Vec<Card>>,
    /// The bottom, where this seat has buried it, as it remembers it. For players
    /// that count; it is never shown, because nobody may look at it again
    /// (RULES.md §2).
    pub buried: Option<CardSet>,
    /// The eight cards that it buried and whoever buried last has taken up, as it
    /// remembers them. For players that count, like [`SeatView::buried`].
    pub taken_up: Option<CardSet>,
    /// Whether it is on auto-play just now: its own business, even while
    /// [`SeatInfo::auto`] stands still.
    pub auto: bool,
    /// Whether it held back the ♥5-10-K that was asked for, and so may not
    /// play it as a combination in this deal (RULES.md 7.3).
    pub withheld: bool,
}

/// A seat's step, as buttons carry it. A button of another step is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The deal; 0 in the lobby.
    pub deal: u32,
    /// The phase, by a letter of [`Step::PHASES`].
    pub phase: char,
    /// Counts the turns within the phase: rounds, or plays.
    pub turn: u32,
}

impl Step {
    /// The letters of all phases: `l`obby, `s`huffling and what the table does
    /// by itself, `d`raw, `o`verturn, `b`ury, `f`ry, `p`lay, b`e`tween, `x` over.
    pub const PHASES: &str = "lsdobfpex";
}

/// What a seat is asked, with all that the answer may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Nothing: others are to act.
    Nothing,
    /// To get ready: lobby, or between deals.
    Ready,
    /// It may place a card.
    Place {
        /// What it could place, from the cards it may place by now. At a
        /// table without a clock declaring is a sealed round, and passing,
        /// which must be said there, is among the options.
        options: Vec<AuctionAct>,
    },
    /// Sealed: to overturn or pass.
    Overturn {
        /// With what; empty when it holds nothing to overturn with.
        options: Vec<AuctionAct>,
        /// What it has answered; final.
        answered: Option<AuctionAct>,
    },
    /// To bury 8 of its 33 cards.
    Bury,
    /// Sealed: to fry or pass.
    Fry {
        /// With what; empty when it holds nothing to fry with.
        options: Vec<AuctionAct>,
        /// What it has answered; final.
        answered: Option<AuctionAct>,
    },
    /// To lead.
    Lead,
    /// To follow.
    Follow {
        /// The lead.
        lead: Vec<Card>,
    },
}

impl std::fmt::Debug for SeatView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SeatView({:?}, {:?})", self.seat, self.step)
    }
}
