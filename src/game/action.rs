//! What can be asked of a table, and by whom.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::game::{PlayerId, Shuffle};
use crate::rules::auction::AuctionAct;
use crate::rules::{BySeat, Seat};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person; the seat, if any, is looked up.
    Player(PlayerId),
    /// A person who runs the server: may end a table in any state.
    Manager(PlayerId),
    /// Whoever moves for a seat that no person is moving for just now.
    For(Seat, Reason),
    /// The table itself: its clock and its shuffled cards.
    Table,
}

/// Why somebody else moves for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A computer player sits there.
    Computer,
    /// The seat is on auto-play (托管), or its player has left the server.
    Auto,
    /// The time is up (RULES.md §11): a warning, then a penalty where the
    /// table's clock has one; two in a row put the seat on auto-play.
    TimeOut,
}

/// What is asked. Nothing here is trusted: `decide` checks all of it.
#[derive(Clone, PartialEq, Eq)]
pub enum Action {
    /// Sit down; without a seat, on the one kept for who asks, or the first
    /// free one. Moves a person who sits already, as long as the game has not
    /// begun. In a game a seat that was offered can be taken, and between
    /// deals that of a computer player.
    Sit(Option<Seat>),
    /// Leave the seat. In a game a computer player takes over and the person
    /// may come back; within a sealed round a host who leaves hands over with its end.
    Stand,
    /// Let a person sit down at a table for invited people.
    Invite(PlayerId),
    /// Make the person on that seat the host. Only the host, or a manager.
    Host(Seat),
    /// Swap places with that seat: done when both have asked.
    Swap(Seat),
    /// Seat everybody anew by chance, in the lobby. Only the host; the table
    /// puts its own chance in place of what is given.
    ShuffleSeats(BySeat<Seat>),
    /// Take the person off that seat: in the lobby it is free then, in a game
    /// a computer player takes it. Between deals the host may; during a deal
    /// the host where the seat is on auto-play, else three votes; a manager
    /// always.
    Kick(Seat),
    /// The same right, but the seat is offered to a person, who takes it by
    /// sitting down. One's own seat may be offered at any time.
    Offer(Seat, PlayerId),
    /// Say that one is ready, or not after all. The game starts by `Start`.
    Ready(bool),
    /// Put a computer player on a seat; without a seat, on the first free one.
    AddComputer(Option<Seat>, ComputerLevel),
    /// Start the game: four seats taken, every person ready.
    Start,
    /// Start at once: whoever asks sits and is ready by that, computer players
    /// take the free seats.
    StartFilled(ComputerLevel),
    /// Vote to end the table: done by host and one opponent, by three seats,
    /// by a manager, or in the lobby by the host. An unfinished deal counts for nobody.
    End,
    /// End the table, and let none of its deals count. Only a manager.
    Void,
    /// The cards of the next deal, from outside chance. Only the table.
    Deal(Box<Shuffle>),
    /// Deal on until so many cards of the 100 are drawn. Only the table.
    Draw(u8),
    /// From now on the cards drawn so far may be placed. Only the table.
    OpenPlacing,
    /// Place a card, overturn, pass, bury, fry. Answers to overturning and
    /// frying are sealed until the round closes.
    Auction(AuctionAct),
    /// The window is over: drawing, or a sealed round (a missing answer is a
    /// pass). Only the table.
    CloseWindow,
    /// Play cards to the trick.
    Play(Vec<Card>),
    /// Have the opponents' plays checked (查牌, RULES.md §11).
    Check,
    /// Turn auto-play (托管) on or off for one's own seat.
    Auto(bool),
    /// The person on that seat is not in the server any more. Only the table.
    Left(Seat),
    /// That person's data is deleted: stands up, is kept no seat and is host no
    /// more. Only the table.
    Forget(PlayerId),
    /// The minutes of the match are over. Only the table.
    TimeUp,
    /// Nobody is waited for any longer who was to be there when the match was
    /// to start. Only the table.
    Late,
    /// Go on with the next deal. Only the table (time is up), or when all are ready.
    Next,
    /// Ask for a break: it begins after the current trick or round. By the
    /// table (a whole deal went by without a person) and by a manager: at once.
    Pause,
    /// Agree that the break may last. Only a seat of the other side.
    Longer,
    /// Stop: the table cannot be shown in its channel. Only the table.
    Hold,
    /// Go on after a pause. Where people go on by getting ready, that one is.
    Resume,
    /// Close the phase without a clock: three seats, the host after a day
    /// (`true`: the table says that a day has gone by), a manager.
    Force(bool),
    /// Whoever holds up a vote has done nothing for too long
    /// ([`Game::held_up`](crate::game::Game::held_up)): it is carried without
    /// them. Only the table.
    Silence,
}

/// How strong a computer player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComputerLevel {
    /// Wins cheaply, else throws away junk.
    Easy,
    /// Counts cards and plays with its partner.
    #[default]
    Good,
    /// Tries its choices out in deals that may be.
    Strong,
}

impl ComputerLevel {
    /// All three, weakest first.
    pub const ALL: [ComputerLevel; 3] = [
        ComputerLevel::Easy,
        ComputerLevel::Good,
        ComputerLevel::Strong,
    ];

    /// `easy`, `good` or `strong`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ComputerLevel::Easy => "easy",
            ComputerLevel::Good => "good",
            ComputerLevel::Strong => "strong",
        }
    }

    /// The level of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ComputerLevel> {
        ComputerLevel::ALL.into_iter().find(|l| l.name() == name)
    }
}

/// Names the kind of action only: its cards are nobody's business in a log.
impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Action::Sit(_) => "Sit",
            Action::Stand => "Stand",
            Action::Invite(_) => "Invite",
            Action::Host(_) => "Host",
            Action::Swap(_) => "Swap",
            Action::ShuffleSeats(_) => "ShuffleSeats",
            Action::Kick(_) => "Kick",
            Action::Offer(..) => "Offer",
            Action::Longer => "Longer",
            Action::Hold => "Hold",
            Action::Ready(_) => "Ready",
            Action::AddComputer(..) => "AddComputer",
            Action::StartFilled(_) => "StartFilled",
            Action::Start => "Start",
            Action::End => "End",
            Action::Void => "Void",
            Action::Deal(_) => "Deal",
            Action::Draw(_) => "Draw",
            Action::OpenPlacing => "OpenPlacing",
            Action::Auction(_) => "Auction",
            Action::CloseWindow => "CloseWindow",
            Action::Play(_) => "Play",
            Action::Check => "Check",
            Action::Auto(_) => "Auto",
            Action::Left(_) => "Left",
            Action::Forget(_) => "Forget",
            Action::TimeUp => "TimeUp",
            Action::Late => "Late",
            Action::Next => "Next",
            Action::Pause => "Pause",
            Action::Resume => "Resume",
            Action::Force(_) => "Force",
            Action::Silence => "Silence",
        };
        f.write_str(name)
    }
}
