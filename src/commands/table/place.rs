//! Where a table is: in a thread of its own where that may be opened, and in
//! another channel once its own is lost.

use super::missing_permissions;
use crate::commands::common::{refuse, say};
use crate::commands::{Context, Given, act_error, spec};
use crate::discord::limits::cut;
use crate::discord::permissions::Permission;
use crate::discord::reply::Reply;
use crate::game::{Illegal, Pause};
use crate::i18n::{Lang, channel_link, list, tr};
use crate::table::{ActError, MoveError, TableHandle};

/// Longest name of a thread.
const NAME: usize = 100;

/// The option of `/table new` that says where.
pub(super) fn option() -> serde_json::Value {
    spec::one_of(
        "place",
        |l| tr!(l, "opt-place"),
        |l| tr!(l, "opt-place-about"),
        &[
            ("thread", |l| tr!(l, "opt-place-thread")),
            ("here", |l| tr!(l, "opt-place-here")),
        ],
    )
}

/// The subcommand that takes a table elsewhere.
pub(super) fn specs() -> Vec<serde_json::Value> {
    vec![spec::subcommand(
        "move",
        |l| tr!(l, "cmd-move"),
        |l| tr!(l, "cmd-move-about"),
        vec![spec::whole(
            "table",
            |l| tr!(l, "opt-table"),
            |l| tr!(l, "opt-moved-about"),
        )],
    )]
}

/// Opens a thread for a new table, where one is wanted and may be opened.
/// Where that fails the table is played in the channel itself.
pub(super) async fn thread(
    ctx: &Context,
    given: &Given<'_>,
    guild: u64,
    name: &str,
) -> Option<u64> {
    let sender = ctx.sender.as_ref()?;
    let wanted = match given.text("place") {
        Some("here") => false,
        Some(_) => true,
        None => ctx.store.server(guild).await.is_ok_and(|s| s.threads),
    };
    let may = ctx.app_permissions? & Permission::CreateThreads.bit() != 0;
    if ctx.thread || !wanted || !may {
        return None;
    }
    let busy = ctx.clock.busy();
    let opened = sender
        .start_thread(&busy, ctx.channel, &cut(name, NAME))
        .await;
    let thread = opened
        .inspect_err(|error| tracing::info!(%error, "no thread: the table stays in the channel"))
        .ok()?;
    if let Err(error) = ctx.store.thread_opened(thread, ctx.channel).await {
        // Its games will be listed in the thread only.
        tracing::warn!(%error, thread, "a thread was not remembered");
    }
    Some(thread)
}

/// Says that a table is open, and where.
pub(super) fn opened(lang: Lang, table: &TableHandle, thread: Option<u64>) -> String {
    let number = table.id().0;
    match thread {
        Some(thread) => tr!(
            lang,
            "opened-thread",
            table = number,
            place = channel_link(table.place().guild, thread)
        ),
        None => tr!(lang, "opened", table = number),
    }
}

/// Takes a table that cannot be shown in its channel to this one.
pub(super) async fn move_here(ctx: &Context, given: &Given<'_>) -> Reply {
    let lang = ctx.lang;
    let Some(guild) = ctx.guild else {
        return refuse(&tr!(lang, "refused-server-only"));
    };
    if let Some(missing) = missing_permissions(ctx) {
        return refuse(&tr!(lang, "refused-permissions", missing = missing));
    }
    let table = match waiting(ctx, guild, given.number("table")) {
        Ok(table) => table,
        Err(why) => return refuse(&why),
    };
    match ctx.registry.move_to(table.id(), ctx.channel).await {
        Ok(()) => say(tr!(lang, "moved", table = table.id().0)),
        Err(MoveError::ChannelTaken(other)) => {
            refuse(&tr!(lang, "refused-channel-taken", table = other.0))
        }
        Err(MoveError::NoSuchTable) => refuse(&tr!(lang, "refused-table-over")),
        Err(MoveError::Act(_)) => refuse(&tr!(lang, "refused-store")),
    }
}

/// The table that waits and that who asks may take elsewhere: its host, or a
/// manager of the server.
fn waiting(ctx: &Context, guild: u64, number: Option<i64>) -> Result<TableHandle, String> {
    let lang = ctx.lang;
    let mut tables = ctx.registry.all();
    tables.retain(|table| {
        let snap = table.snapshot();
        let named = number.is_none_or(|n| n == table.id().0);
        let waits = snap.public.paused == Some(Pause::Unshown);
        named && waits && snap.place.guild == guild
    });
    let sits = |table: &TableHandle| table.snapshot().seat_of(ctx.person.player).is_some();
    let of_others = tables.iter().find(|t| sits(t)).cloned();
    tables.retain(|table| {
        let host = table.snapshot().public.host;
        ctx.manager || host == Some(ctx.person.player)
    });
    if let (true, Some(table)) = (tables.is_empty(), of_others) {
        // It waits, but somebody else has to ask.
        let snap = table.snapshot();
        let why = ActError::Illegal(Illegal::NotHost(snap.public.host));
        return Err(act_error(lang, &why, &snap));
    }
    if tables.len() > 1 {
        let numbers: Vec<String> = tables.iter().map(|t| t.id().0.to_string()).collect();
        return Err(tr!(
            lang,
            "refused-move-which",
            tables = list(lang, &numbers)
        ));
    }
    tables.pop().ok_or_else(|| tr!(lang, "refused-move-none"))
}
