//! The controls of a table besides its cards: sitting down, starting, breaks,
//! seats that change hands, its end.

use std::future::ready;

use futures_util::FutureExt;

use super::{again, life};
use crate::commands::common::{At, ask, refuse, say, unknown};
use crate::commands::control::Control;
use crate::commands::{Context, act_error};
use crate::discord::custom_id::Verb;
use crate::discord::reply::Reply;
use crate::game::{Action, ComputerLevel, Occupant, PublicPhase};
use crate::i18n::{seat as seat_word, tr};
use crate::rules::Seat;
use crate::table::{Snapshot, TableHandle};

pub(in crate::commands) const CONTROLS: &[Control] = &[
    Control::at_table(Verb::Sit, |ctx, table, click| {
        sit(ctx, table, Seat::new(click.id.index.into())).boxed()
    }),
    Control::on_seat(Verb::Stand, |ctx, at, _| {
        life::stand(ctx, &at.handle, Reply::Quiet).boxed()
    }),
    Control::on_seat(Verb::Ready, |ctx, at, click| {
        let ready = Action::Ready(click.id.index == 1);
        super::pressed(ctx, &at.handle, ready).boxed()
    }),
    Control::at_table(Verb::Bot, |ctx, table, _| {
        let add = Action::AddComputer(None, seated_level(&table.snapshot()));
        super::pressed(ctx, table, add).boxed()
    }),
    Control::at_table(Verb::Start, |ctx, table, _| {
        super::pressed(ctx, table, Action::Start).boxed()
    }),
    Control::at_table(Verb::Fill, |ctx, table, _| {
        let fill = Action::StartFilled(seated_level(&table.snapshot()));
        super::pressed(ctx, table, fill).boxed()
    }),
    Control::at_table(Verb::Status, |ctx, table, _| {
        ready(super::status_reply(ctx, table)).boxed()
    }),
    Control::at_table(Verb::End, |ctx, table, click| match click.id.index {
        0 => ready(super::end_question(ctx, table)).boxed(),
        _ => super::end(ctx, table).boxed(),
    }),
    Control::at_table(Verb::Close, |ctx, table, _| {
        super::close_phase(ctx, table).boxed()
    }),
    Control::at_table(Verb::Pause, |ctx, table, _| life::pause(ctx, table).boxed()),
    Control::at_table(Verb::Resume, |ctx, table, _| {
        life::resume(ctx, table).boxed()
    }),
    Control::on_seat(Verb::Longer, |ctx, at, _| {
        super::public(ctx, &at.handle, Action::Longer).boxed()
    }),
    Control::on_seat(Verb::Swap, |ctx, at, click| {
        life::swap_pressed(ctx, &at.handle, click.id.index, click.values).boxed()
    }),
    Control::at_table(Verb::Shuffle, |ctx, table, _| {
        life::shuffle(ctx, table).boxed()
    }),
    Control::at_table(Verb::Kick, |ctx, table, click| {
        life::kick_pressed(ctx, table, click.id.index, click.values).boxed()
    }),
    Control::at_table(Verb::Host, |ctx, table, click| {
        life::host_chosen(ctx, table, click.values).boxed()
    }),
    Control::at_table(Verb::Invite, |ctx, table, _| {
        ready(life::invite_pressed(ctx, table)).boxed()
    }),
    Control::of_somebody(Verb::Guest, |ctx, table, _, who| {
        life::invite(ctx, table, who.discord, who.name).boxed()
    }),
    Control::of_somebody(Verb::Offer, |ctx, table, id, who| {
        match Seat::new(id.index.into()) {
            Some(seat) => life::offer(ctx, table, seat, who.discord, who.name).boxed(),
            None => ready(unknown(ctx)).boxed(),
        }
    }),
    Control::anywhere(Verb::Again, |ctx, click| {
        again::again(ctx, click.id.table).boxed()
    }),
];

/// How strong the computer players are that sit there, where all are alike: those
/// that join them play so, too.
fn seated_level(snap: &Snapshot) -> ComputerLevel {
    let level = |seat| match snap.public.seats[seat].occupant {
        Some(Occupant::Computer(level)) => Some(level),
        Some(Occupant::Person(_)) | None => None,
    };
    let mut levels = Seat::ALL.into_iter().filter_map(level);
    let first = levels.next();
    first
        .filter(|first| levels.all(|level| level == *first))
        .unwrap_or_default()
}

fn has_free_seat(snap: &Snapshot) -> bool {
    snap.public.seats.values().any(|s| s.occupant.is_none())
}

/// Sits down and shows the seat's panel, by which the bot learns whether it
/// can write to that person.
pub(in crate::commands) async fn sit(
    ctx: &Context,
    handle: &TableHandle,
    seat: Option<Seat>,
) -> Reply {
    let acted = match ask(ctx, handle, Action::Sit(seat)).await {
        Ok(acted) => acted,
        Err(error) => return refuse(&act_error(ctx.lang, &error, &handle.snapshot())),
    };
    match At::of(ctx, handle.clone(), acted.snapshot) {
        Some(at) => {
            let seat = seat_word(ctx.lang, at.seat);
            let sat = match at.snap.public.phase {
                PublicPhase::Lobby if has_free_seat(&at.snap) => {
                    tr!(ctx.lang, "sat-alone", seat = seat)
                }
                PublicPhase::Lobby => tr!(ctx.lang, "sat", seat = seat),
                PublicPhase::Between => tr!(ctx.lang, "sat-between", seat = seat),
                PublicPhase::Shuffling
                | PublicPhase::Drawing { .. }
                | PublicPhase::Overturning { .. }
                | PublicPhase::Burying { .. }
                | PublicPhase::Frying { .. }
                | PublicPhase::Playing { .. }
                | PublicPhase::Finished
                | PublicPhase::Ended => tr!(ctx.lang, "sat-playing", seat = seat),
            };
            if ctx.person.personal.hand.is_sent() {
                // The panel comes by private message; where it cannot, that is said.
                say(sat)
            } else {
                at.panel(Some(sat))
            }
        }
        None => refuse(&tr!(ctx.lang, "refused-not-seated")),
    }
}
