//! What was done, as whoever asked for it is told.

use crate::discord::panel::seat_name;
use crate::game::Action;
use crate::i18n::{Lang, tr};
use crate::rules::Seat;
use crate::table::Snapshot;

/// What an action did to a table, in a sentence.
pub(super) fn done(lang: Lang, action: &Action, before: &Snapshot, after: &Snapshot) -> String {
    match action {
        Action::AddComputer(..) => {
            let sits = |at: &Seat| after.public.seats[*at].occupant;
            let new = |at: &Seat| sits(at) != before.public.seats[*at].occupant;
            match Seat::ALL.into_iter().find(new) {
                Some(seat) => tr!(lang, "done-computer", seat = seat_name(after, lang, seat)),
                None => tr!(lang, "done"),
            }
        }
        Action::Start | Action::StartFilled(_) => tr!(lang, "done-start"),
        Action::Ready(true) if after.public.paused.is_some() => tr!(lang, "resume-waits"),
        Action::Ready(true) if before.public.paused.is_some() => tr!(lang, "done-resume"),
        Action::Ready(true) => tr!(lang, "done-ready"),
        Action::Ready(false) => tr!(lang, "done-unready"),
        Action::Longer => tr!(lang, "done-longer"),
        Action::Host(seat) => tr!(lang, "done-host", seat = seat_name(after, lang, *seat)),
        Action::Kick(seat) => tr!(lang, "done-seat", seat = seat_name(after, lang, *seat)),
        Action::ShuffleSeats(_) | Action::Swap(_) => tr!(lang, "done-seats"),
        Action::End => tr!(lang, "done-end"),
        Action::Force(_) => tr!(lang, "done-close"),
        Action::Pause => tr!(lang, "done-pause"),
        Action::Resume => tr!(lang, "done-resume"),
        Action::Sit(_)
        | Action::Stand
        | Action::Invite(_)
        | Action::Offer(..)
        | Action::Deal(_)
        | Action::Draw(_)
        | Action::OpenPlacing
        | Action::Auction(_)
        | Action::CloseWindow
        | Action::Play(_)
        | Action::Check
        | Action::Auto(_)
        | Action::Left(_)
        | Action::Forget(_)
        | Action::Void
        | Action::TimeUp
        | Action::Late
        | Action::Next
        | Action::Hold
        | Action::Silence => tr!(lang, "done"),
    }
}
