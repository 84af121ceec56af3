//! `/watch`: look on at a table: what is public, on a private panel.

use std::future::ready;

use futures_util::FutureExt;

use super::common::{as_wanted, here};
use super::control::Control;
use super::{Command, Context, lookback, spec};
use crate::discord::custom_id::Verb;
use crate::discord::panel::watch;
use crate::discord::reply::Reply;
use crate::game::TableId;
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

pub(super) const CONTROLS: &[Control] = &[Control::anywhere(Verb::Watch, |ctx, click| {
    clicked(ctx, click.id.table).boxed()
})];

/// The button at the table opens a panel; the one on the panel renews it. Once
/// there is nothing to watch any more, there is something to look back at.
async fn clicked(ctx: &Context, table: TableId) -> Reply {
    match ctx.registry.table(table) {
        Some(table) => Reply::Edit(as_wanted(ctx, watch(&table.snapshot(), ctx.lang))),
        None => lookback::over(ctx, table).await,
    }
}
