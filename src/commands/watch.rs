//! `/watch`: look on at a table: what is public, on a private panel.

use std::future::ready;

use futures_util::FutureExt;

use super::common::{as_wanted, here};
use super::{Command, Context, spec};
use crate::discord::panel::watch;
use crate::discord::reply::Reply;
use crate::i18n::tr;
use crate::table::TableHandle;

pub(super) const COMMAND: Command = Command {
    name: "watch",
    spec: || {
        spec::command(
            "watch",
            |l| tr!(l, "cmd-watch"),
            |l| tr!(l, "cmd-watch-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| {
        let reply = here(ctx).map_or_else(|refused| *refused, |table| panel(ctx, &table));
        ready(reply).boxed()
    },
    complete: None,
};

fn panel(ctx: &Context, table: &TableHandle) -> Reply {
    Reply::Private(as_wanted(ctx, watch(&table.snapshot(), ctx.lang)))
}

/// The button at the table opens a panel; the one on the panel renews it.
pub(super) fn clicked(ctx: &Context, table: &TableHandle) -> Reply {
    Reply::Edit(as_wanted(ctx, watch(&table.snapshot(), ctx.lang)))
}
