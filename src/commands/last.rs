//! `/last`: show the last trick, and the own earlier plays (RULES.md §11).

use std::future::ready;

use futures_util::FutureExt;

use super::common::{here, say};
use super::control::Control;
use super::{Command, Context, spec};
use crate::discord::custom_id::Verb;
use crate::discord::panel::{last_trick, own_plays};
use crate::discord::reply::Reply;
use crate::i18n::tr;
use crate::table::TableHandle;

pub(super) const COMMAND: Command = Command {
    name: "last",
    spec: || {
        spec::command(
            "last",
            |l| tr!(l, "cmd-last"),
            |l| tr!(l, "cmd-last-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| {
        let reply = here(ctx).map_or_else(|refused| *refused, |table| reply(ctx, &table));
        ready(reply).boxed()
    },
    complete: None,
};

pub(super) const CONTROLS: &[Control] = &[Control::at_table(Verb::Last, |ctx, table, _| {
    ready(reply(ctx, table)).boxed()
})];

/// The last trick, with the plays of whoever asks where they sit there.
fn reply(ctx: &Context, table: &TableHandle) -> Reply {
    let snap = table.snapshot();
    let last = last_trick(&snap, ctx.lang);
    let own = snap
        .seat_of(ctx.person.player)
        .and_then(|s| own_plays(&snap.seats[s], ctx.lang));
    say(match own {
        Some(own) => format!("{last}\n{own}"),
        None => last,
    })
}
