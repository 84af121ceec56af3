//! What has happened at a table. The log of these is the game.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank};
use crate::game::{
    ClockChoice, DealNumber, DealResult, Entry, Length, MatchEnd, Occupant, Pace, Pause, PlayerId,
    Reason, Shuffle, StartTime,
};
use crate::rules::auction::{AuctionAct, AuctionContext, AuctionStep};
use crate::rules::{BySeat, OpenedBox, RuleSet, Seat, Side};

/// One thing that happened. Events are outcomes: folding them needs no rule.
///
/// Some hold secrets (the deck, sealed answers, buried cards), so `Debug`
/// shows only the kind.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The table was opened with these rules.
    Opened {
        /// The resolved rules, whole.
        rules: Box<RuleSet>,
        /// Its clock.
        clock: ClockChoice,
        /// Its pace of drawing.
        pace: Pace,
        /// Who opened it.
        host: PlayerId,
        /// What it plays for.
        #[serde(default, skip_serializing_if = "Length::is_game")]
        length: Length,
        /// The rung on which both sides start, where one was chosen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<Rank>,
        /// When its match is to start, where that was agreed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts: Option<StartTime>,
        /// Who may sit down.
        #[serde(default, skip_serializing_if = "Entry::is_open")]
        entry: Entry,
        /// Whether nobody is suggested a move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unaided: bool,
    },
    /// A seat was taken; in a game, in place of whoever sat there.
    Sat {
        /// Which.
        seat: Seat,
        /// By whom.
        occupant: Occupant,
    },
    /// A seat became free.
    Stood {
        /// Which.
        seat: Seat,
    },
    /// Another person is host.
    HostChanged {
        /// Who; nobody when no person is left.
        host: Option<PlayerId>,
    },
    /// A person may sit down at a table for invited people.
    Invited {
        /// Who.
        player: PlayerId,
    },
    /// A seat is kept for a person who may take it, or for nobody any more.
    SeatOffered {
        /// Which.
        seat: Seat,
        /// For whom.
        player: Option<PlayerId>,
    },
    /// A seat wants to swap places with another.
    SwapAsked {
        /// Which seat asks.
        seat: Seat,
        /// With which.
        with: Seat,
    },
    /// People changed places.
    Reseated {
        /// For each seat, the seat from which its new occupant comes.
        from: BySeat<Seat>,
    },
    /// A seat wants the person on another seat replaced.
    KickVoted {
        /// Which seat votes.
        seat: Seat,
        /// Against which.
        against: Seat,
    },
    /// A seat is ready, or not any more.
    ReadyChanged {
        /// Which.
        seat: Seat,
        /// Whether it is.
        ready: bool,
    },
    /// The game began: seats and rules are frozen.
    Started,
    /// A deal began: cards shuffled, bound by the commitment.
    Dealt {
        /// Its number.
        deal: DealNumber,
        /// The cards. Secret until the deal ends.
        shuffle: Box<Shuffle>,
        /// Who draws first.
        starter: Seat,
        /// What its auction starts from: level, stage, what is special.
        context: Box<AuctionContext>,
    },
    /// So many of the 100 cards are drawn now.
    Drawn {
        /// 0-100.
        upto: u8,
    },
    /// So many of the drawn cards may be placed now.
    PlacingOpened {
        /// 0-100.
        upto: u8,
    },
    /// A sealed answer was given. Erased from the log when the round closes.
    Answered {
        /// By which seat.
        seat: Seat,
        /// What.
        act: AuctionAct,
        /// Whether a person gave it.
        person: bool,
    },
    /// A sealed round closed; what counted follows as `Auction` events.
    RoundClosed {
        /// The persons who answered in it, whether their answer counted or
        /// not: what they said is dropped, that they are there is not.
        persons: Vec<Seat>,
    },
    /// A step of the auction that counts.
    Auction {
        /// Which.
        step: AuctionStep,
        /// Whether a person took it.
        person: bool,
    },
    /// A seat played to the trick.
    Played {
        /// Which.
        seat: Seat,
        /// The cards that lie on the table.
        cards: Vec<Card>,
        /// Whether a person played them.
        person: bool,
    },
    /// The play just made held back the ♥5-10-K that was asked for: the seat
    /// may not play it as a combination in this deal (RULES.md 7.3).
    FivesWithheld {
        /// Which seat.
        seat: Seat,
    },
    /// The throw just played failed: `Played` holds what stays.
    ThrowFailed {
        /// What was tried and what it costs.
        failed: FailedThrow,
    },
    /// A trick was won.
    TrickWon {
        /// By which seat.
        seat: Seat,
        /// Points in it.
        points: u16,
    },
    /// A seat let its time run out.
    TimedOut {
        /// Which.
        seat: Seat,
        /// Points it costs its side; 0 for a warning or where there are none.
        penalty: u16,
    },
    /// A seat is on auto-play, or not any more.
    AutoChanged {
        /// Which.
        seat: Seat,
        /// Whether it is.
        auto: bool,
        /// What brought it about; `None` when its player asked.
        reason: Option<Reason>,
    },
    /// The deal is over and counted.
    Settled {
        /// Everything about it.
        result: Box<DealResult>,
    },
    /// Nobody declared, and the deal is drawn again (RULES.md 10.5, 9.6).
    Redealt {
        /// The seat that would have been dealer and whose side leaves the
        /// stage for it, if one does.
        stepped_down: Option<Seat>,
    },
    /// Everybody goes on to the next deal.
    NextDeal,
    /// The opponents' plays were checked (查牌): nothing was found, as always.
    Checked {
        /// By which seat.
        seat: Seat,
        /// Points it costs its side; 0 where it was free.
        penalty: u16,
    },
    /// A side has won the game, and with it the table is over.
    Won {
        /// Which.
        side: Side,
    },
    /// A side has won a game of a match; another one begins.
    GameWon {
        /// Which.
        side: Side,
    },
    /// The winners of a deal have opened a box of the prize board.
    BoxOpened {
        /// Which, by whom, with what in it.
        opened: OpenedBox,
    },
    /// The minutes of the match are over: no further deal begins.
    TimeUp,
    /// The match is over.
    MatchWon {
        /// Who has won it, and by what.
        end: MatchEnd,
    },
    /// A seat, the host or a manager wants the table ended, or the phase closed.
    Voted {
        /// Which seat.
        seat: Seat,
        /// To end the table (`true`) or to close the phase (`false`).
        end: bool,
    },
    /// A seat asks for a break: it begins after the current trick or round.
    PauseAsked {
        /// Which.
        seat: Seat,
    },
    /// A seat agrees that the break may last.
    PauseAgreed {
        /// Which.
        seat: Seat,
    },
    /// The table stands still.
    Paused {
        /// Why.
        #[serde(default, skip_serializing_if = "Pause::is_idle")]
        pause: Pause,
    },
    /// The table goes on.
    Resumed,
    /// The table was ended before the game was.
    Ended {
        /// Whether none of its deals counts.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        void: bool,
    },
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind())
    }
}

impl Event {
    /// The name of its kind; all that may stand in a log.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Event::Opened { .. } => "Opened",
            Event::Sat { .. } => "Sat",
            Event::Stood { .. } => "Stood",
            Event::HostChanged { .. } => "HostChanged",
            Event::Invited { .. } => "Invited",
            Event::SeatOffered { .. } => "SeatOffered",
            Event::SwapAsked { .. } => "SwapAsked",
            Event::Reseated { .. } => "Reseated",
            Event::KickVoted { .. } => "KickVoted",
            Event::ReadyChanged { .. } => "ReadyChanged",
            Event::Started => "Started",
            Event::Dealt { .. } => "Dealt",
            Event::Drawn { .. } => "Drawn",
            Event::PlacingOpened { .. } => "PlacingOpened",
            Event::Answered { .. } => "Answered",
            Event::RoundClosed { .. } => "RoundClosed",
            Event::Auction { .. } => "Auction",
            Event::Played { .. } => "Played",
            Event::FivesWithheld { .. } => "FivesWithheld",
            Event::ThrowFailed { .. } => "ThrowFailed",
            Event::TrickWon { .. } => "TrickWon",
            Event::TimedOut { .. } => "TimedOut",
            Event::AutoChanged { .. } => "AutoChanged",
            Event::Settled { .. } => "Settled",
            Event::Redealt { .. } => "Redealt",
            Event::NextDeal => "NextDeal",
            Event::Checked { .. } => "Checked",
            Event::Won { .. } => "Won",
            Event::GameWon { .. } => "GameWon",
            Event::BoxOpened { .. } => "BoxOpened",
            Event::TimeUp => "TimeUp",
            Event::MatchWon { .. } => "MatchWon",
            Event::Voted { .. } => "Voted",
            Event::PauseAsked { .. } => "PauseAsked",
            Event::PauseAgreed { .. } => "PauseAgreed",
            Event::Paused { .. } => "Paused",
            Event::Resumed => "Resumed",
            Event::Ended { .. } => "Ended",
        }
    }

    /// Whether this event must be erased from the log when a sealed round
    /// closes (RULES.md 10.4: the other answers are dropped unseen).
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        matches!(self, Event::Answered { .. })
    }
}

/// A throw that failed (RULES.md §5): all of this is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedThrow {
    /// Who threw.
    pub seat: Seat,
    /// All that was thrown.
    pub tried: Vec<Card>,
    /// What stays on the table.
    pub forced: Vec<Card>,
    /// Points it costs the thrower's side.
    pub penalty: u16,
}
