//! What managers may do with any table of their server, in whatever state it is.

use super::control;
use crate::commands::Context;
use crate::commands::common::{refuse, say};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Button, Reply, Row, Style};
use crate::game::{Action, Actor, TableId};
use crate::i18n::{channel_link, tr};

/// What is done with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Doing {
    /// It ends; an unfinished deal counts for nobody.
    End,
    /// It ends, and none of its deals counts.
    Void,
}

/// The table that was named, or that of the channel, if it is the server's own.
async fn found(ctx: &Context, guild: u64, number: Option<i64>) -> Result<TableId, Box<Reply>> {
    let here = || ctx.registry.in_channel(ctx.channel).map(|t| t.id());
    let Some(table) = number.map(TableId).or_else(here) else {
        return Err(Box::new(refuse(&tr!(ctx.lang, "refused-server-which"))));
    };
    of_server(ctx, guild, table).await.map(|()| table)
}

async fn of_server(ctx: &Context, guild: u64, table: TableId) -> Result<(), Box<Reply>> {
    match ctx.store.guild_of_table(table).await {
        Ok(Some(of)) if of == guild => Ok(()),
        Ok(_) => Err(Box::new(refuse(&tr!(
            ctx.lang,
            "refused-server-table",
            table = table.0
        )))),
        Err(_) => Err(Box::new(refuse(&tr!(ctx.lang, "refused-store")))),
    }
}

/// Ending and making void are asked about once.
pub(super) async fn ask(ctx: &Context, guild: u64, number: Option<i64>, doing: Doing) -> Reply {
    let table = match found(ctx, guild, number).await {
        Ok(table) => table,
        Err(refused) => return *refused,
    };
    let place = ctx.registry.table(table).map(|t| t.place().clone());
    let place = place.map_or_else(
        || "–".to_owned(),
        |place| channel_link(place.guild, place.channel),
    );
    let (index, text, label) = match doing {
        Doing::End => (
            control::END,
            tr!(ctx.lang, "ask-end", table = table.0, place = place),
            tr!(ctx.lang, "button-end"),
        ),
        Doing::Void => (
            control::VOID,
            tr!(ctx.lang, "ask-void", table = table.0, place = place),
            tr!(ctx.lang, "button-void"),
        ),
    };
    Reply::Private(Body {
        text,
        rows: vec![Row::Buttons(vec![Button {
            id: CustomId::lasting(Verb::Server, table, index).to_string(),
            label,
            style: Style::Danger,
            disabled: false,
        }])],
        ..Body::default()
    })
}

/// Ends a table, whatever stands in the way; with `Void` none of its deals counts.
pub(super) async fn end(ctx: &Context, guild: u64, table: TableId, doing: Doing) -> Reply {
    if let Err(refused) = of_server(ctx, guild, table).await {
        return *refused;
    }
    ended(ctx, table).await;
    // What the table itself did is done; this also closes one that cannot be
    // taken up, whatever stands in its rows.
    if ctx.registry.table(table).is_none() && ctx.store.close_table(table).await.is_err() {
        return refuse(&tr!(ctx.lang, "refused-store"));
    }
    let done = match doing {
        Doing::End => Ok(tr!(ctx.lang, "server-ended", table = table.0)),
        Doing::Void => ctx
            .store
            .void_table(table)
            .await
            .map(|deals| tr!(ctx.lang, "server-voided", table = table.0, deals = deals)),
    };
    match done {
        Ok(text) => Reply::Edit(Body {
            text,
            ..Body::default()
        }),
        Err(_) => refuse(&tr!(ctx.lang, "refused-store")),
    }
}

/// Lets the table end itself; one that does not answer is given up.
async fn ended(ctx: &Context, table: TableId) {
    let Some(handle) = ctx.registry.table(table) else {
        return;
    };
    let over = handle.snapshot().is_over();
    let manager = Actor::Manager(ctx.person.player);
    if !over && handle.act(manager, None, Action::End).await.is_err() {
        tracing::warn!(
            table = table.0,
            "a table does not end by itself: it is given up"
        );
        ctx.registry.give_up(table);
    }
}

/// Takes a table up again from what is stored, and shows all of it anew.
pub(super) async fn repair(ctx: &Context, guild: u64, number: Option<i64>) -> Reply {
    let table = match found(ctx, guild, number).await {
        Ok(table) => table,
        Err(refused) => return *refused,
    };
    match ctx.registry.table(table) {
        Some(handle) => {
            handle.repair();
            say(tr!(ctx.lang, "server-repaired", table = table.0))
        }
        None => refuse(&tr!(ctx.lang, "refused-server-over", table = table.0)),
    }
}
