//! How seats, people and rulesets are called in messages.

use crate::game::{ComputerLevel, Occupant, PublicView};
use crate::i18n::{Lang, person_name, seat, tr};
use crate::rules::{Seat, Side};
use crate::table::Snapshot;

/// Who sits there: an escaped name, the computer, or nobody.
pub(super) fn occupant(snap: &Snapshot, lang: Lang, at: Seat) -> String {
    match snap.public.seats[at].occupant {
        Some(Occupant::Person(_)) => snap.people[at]
            .as_ref()
            .map_or_else(|| "?".into(), |p| person_name(lang, &p.name)),
        Some(Occupant::Computer(level)) => computer_name(lang, level),
        None => tr!(lang, "free-seat"),
    }
}

/// What a computer player is called: that it is one, and how strong.
#[must_use]
pub fn computer_name(lang: Lang, level: ComputerLevel) -> String {
    tr!(lang, "computer-level", level = level.name())
}

/// Who sits on the two seats of a side.
pub(super) fn both(snap: &Snapshot, lang: Lang, side: Side) -> String {
    side.seats().map(|s| occupant(snap, lang, s)).join(" + ")
}

/// A seat with who sits there: `East Anna`.
#[must_use]
pub fn seat_name(snap: &Snapshot, lang: Lang, at: Seat) -> String {
    format!("{} {}", seat(lang, at), occupant(snap, lang, at))
}

/// Which of the people at the table are ready; whoever is played for between
/// deals is not waited for.
pub(super) fn ready(snap: &Snapshot, lang: Lang) -> String {
    let persons = Seat::ALL.into_iter().filter(|&s| snap.people[s].is_some());
    let marks: Vec<String> = persons
        .map(|at| {
            let info = snap.public.seats[at];
            let mark = if info.ready {
                "✅"
            } else if info.auto && snap.public.paused.is_none() {
                "🤖"
            } else {
                "…"
            };
            format!("{} {mark}", seat_name(snap, lang, at))
        })
        .collect();
    marks.join(" · ")
}

/// The sign of a seat's side.
pub(super) const fn team(at: Seat) -> &'static str {
    match at.side() {
        Side::EastWest => "■",
        Side::SouthNorth => "□",
    }
}

/// What a seat is in the deal: dealer, dealing side, attacker.
pub(super) fn role(view: &PublicView, lang: Lang, at: Seat) -> Option<String> {
    let deal = view.deal.as_ref()?;
    if deal.dealer == Some(at) {
        return Some(tr!(lang, "role-dealer"));
    }
    let side = deal.dealer.map(Seat::side).or(view.stage)?;
    Some(if side == at.side() {
        tr!(lang, "role-dealing-side")
    } else {
        tr!(lang, "role-attacker")
    })
}
