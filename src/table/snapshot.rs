//! A table as the outside may read it: views, drafts and deadlines at one revision.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cards::CardSet;
use crate::clock::Millis;
use crate::game::{HeldUp, PlayerId, PublicView, Revision, SeatView, TableId};
use crate::i18n::Lang;
use crate::rules::{BySeat, Seat};
use crate::store::FundRun;
use crate::table::Personal;

/// Where a table lives and how it speaks; fixed when it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number.
    pub table: TableId,
    /// The Discord server.
    pub guild: u64,
    /// The channel or thread it plays in.
    pub channel: u64,
    /// The language of its public messages.
    pub language: Lang,
}

/// A person with what the outside calls them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The internal number.
    pub player: PlayerId,
    /// The Discord user id.
    pub discord: u64,
    /// The name shown last time, unescaped.
    pub name: String,
    /// The language of private messages: the one chosen, else that of the last
    /// interaction.
    pub language: Lang,
    /// What the person has chosen for themselves.
    pub personal: Personal,
}

impl Person {
    /// Whether their data was deleted: the number leads to nobody. Discord's
    /// numbers are positive where the store keeps them; these are not.
    #[must_use]
    pub const fn is_forgotten(&self) -> bool {
        self.discord > i64::MAX as u64
    }
}

/// What the clock of a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// When the window ends; `None` while the message that announces it is
    /// not yet accepted by Discord, or where there is no clock.
    pub at: Option<Millis>,
    /// When whoever is to act is warned in private.
    pub warn_at: Option<Millis>,
}

/// A vote that only silent people hold up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// The vote.
    pub vote: HeldUp,
    /// Since when they hold it up.
    pub began: Millis,
    /// When it is carried without them.
    pub ends: Millis,
}

/// The clock of a match (RULES.md §12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchTime {
    /// It runs, and the match's minutes are over then.
    Ends(Millis),
    /// It stands still; so many milliseconds are left.
    Left(u64),
}

/// A table at one revision. Holds views only: no hidden card that its reader
/// could show to the wrong eyes by accident, if each `seats[s]` goes to seat s only.
#[derive(Clone)]
pub struct Snapshot {
    /// Where it lives.
    pub place: Place,
    /// How many events it has seen.
    pub revision: Revision,
    /// What everybody sees.
    pub public: Arc<PublicView>,
    /// What each seat sees.
    pub seats: BySeat<Arc<SeatView>>,
    /// The people on the seats.
    pub people: BySeat<Option<Person>>,
    /// The host, and for whom seats are kept, where they do not sit there.
    pub guests: Vec<Person>,
    /// What each seat has picked so far for the step it is asked.
    pub drafts: BySeat<CardSet>,
    /// Whether that is just what was suggested to it.
    pub suggested: BySeat<bool>,
    /// What its person has placed in the sealed round, where another seat's
    /// counts; each for that seat alone, as `drafts` are.
    pub outdone: BySeat<Option<CardSet>>,
    /// The public deadline of the phase, if it has one. The same for every
    /// sealed round, whoever has answered.
    pub deadline: Option<Deadline>,
    /// The vote that only silent people hold up, if there is one.
    pub silence: Option<Silence>,
    /// The clock of the match, where one runs.
    pub match_time: Option<MatchTime>,
    /// What the match has done to the champions' fund, once it is over and
    /// where the rules have one.
    pub fund: Option<FundRun>,
    /// How often all that is shown of it was to be shown anew.
    pub repairs: u32,
    /// Names, the deadline and what else has to be looked up are there; not so in the first
    /// state of a table that was just opened or taken up, which another follows at once.
    pub complete: bool,
}

impl Snapshot {
    /// Whether a person sits there who could not be looked up yet.
    #[must_use]
    pub fn is_nameless(&self, seat: Seat) -> bool {
        let person = matches!(
            self.public.seats[seat].occupant,
            Some(crate::game::Occupant::Person(_))
        );
        person && self.people[seat].is_none()
    }

    /// A person who sits there or has to do with the table.
    #[must_use]
    pub fn person(&self, player: PlayerId) -> Option<&Person> {
        let mut all = self.people.values().flatten().chain(&self.guests);
        all.find(|p| p.player == player)
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|&s| self.people[s].as_ref().is_some_and(|p| p.player == player))
    }

    /// Whether nothing will happen any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.public.phase.is_over()
    }

    /// What the person on a seat has chosen for itself.
    #[must_use]
    pub fn personal(&self, seat: Seat) -> Personal {
        let person = self.people[seat].as_ref();
        person.map(|person| person.personal).unwrap_or_default()
    }
}

/// What the board reports to a table: clocks run from what was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Discord accepted every public message of this revision.
    Public(Revision),
    /// Discord accepted the seat's panel of this revision.
    Panel(Seat, Revision),
    /// The seat cannot be written to; its player must open the panel in the channel.
    Unreachable(Seat, Revision),
    /// Discord refuses the public messages: a permission is missing, or the
    /// channel does not exist any more.
    Blocked {
        /// The channel does not exist any more.
        gone: bool,
    },
    /// A permission the table needs is missing (`true`), or all are there.
    Denied(bool),
}
