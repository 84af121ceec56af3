//! A seat's panel in private messages as it should be, and how urgent it is.

use std::time::Duration;

use super::lane::{CALM, PACE};
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Private};
use crate::discord::reply::Body;
use crate::game::{Ask, PublicPhase};
use crate::rules::Seat;
use crate::table::Snapshot;

/// A panel as it should be shown in private messages.
pub(super) struct Panel {
    pub(super) key: String,
    pub(super) body: Private,
    pub(super) print: Print,
    /// The seat is to act.
    asked: bool,
    /// How far apart its edits are at least.
    pub(super) apart: Duration,
}

impl Panel {
    pub(super) fn new(body: Body, snap: &Snapshot, seat: Seat) -> Panel {
        let body = Private::new(body);
        Panel {
            key: panel_key(snap, seat),
            print: Print::of(body.body()),
            body,
            asked: is_asked(snap, seat),
            apart: apart(snap, seat),
        }
    }

    pub(super) fn priority(&self) -> Priority {
        if self.asked {
            Priority::Asked
        } else if self.apart == CALM {
            Priority::Turn
        } else {
            Priority::Private
        }
    }
}

/// How far apart edits are: farther where they only tell how the others play.
pub(super) fn apart(snap: &Snapshot, seat: Seat) -> Duration {
    let playing = matches!(snap.public.phase, PublicPhase::Playing { .. });
    if playing && !is_asked(snap, seat) {
        CALM
    } else {
        PACE
    }
}

/// Whether the table waits for the seat.
fn is_asked(snap: &Snapshot, seat: Seat) -> bool {
    match &snap.seats[seat].ask {
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => answered.is_none(),
        Ask::Place { .. } | Ask::Bury | Ask::Lead | Ask::Follow { .. } => true,
        Ask::Nothing | Ask::Ready => false,
    }
}

/// Who sits there, by the number Discord knows them by.
pub(super) fn occupant(snap: &Snapshot, seat: Seat) -> Option<u64> {
    snap.people[seat].as_ref().map(|person| person.discord)
}

/// Under what the panel of a seat's person in private messages is kept:
/// whoever sits there later has another, and so has each deal.
pub fn panel_key(snap: &Snapshot, seat: Seat) -> String {
    let who = snap.people[seat].as_ref().map_or(0, |p| p.player.0);
    format!("seat.{seat}.deal.{}.p{who}", deal(snap))
}

/// The deal a panel belongs to; 0 in the lobby.
pub(super) fn deal(snap: &Snapshot) -> u32 {
    snap.public.deal.as_ref().map_or(0, |deal| deal.number.0)
}

pub(super) fn is_burying(snap: &Snapshot, seat: Seat) -> bool {
    matches!(snap.seats[seat].ask, Ask::Bury)
}
