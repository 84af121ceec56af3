//! What managers may do with any table of their server, in whatever state it is.

use std::collections::HashSet;

use super::control;
use crate::commands::common::{refuse, say};
use crate::commands::{Context, aside};
use crate::discord::budget::Priority;
use crate::discord::build::Public;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Button, Reply, Row, Style};
use crate::discord::sender::{Posting, PublicChannel, nonce};
use crate::error::AppError;
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
    let aside = || ctx.registry.aside_in(ctx.channel).map(|p| p.table);
    let Some(table) = number.map(TableId).or_else(here).or_else(aside) else {
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
    match done(ctx, table, doing).await {
        Ok(text) => Reply::Edit(Body {
            text,
            ..Body::default()
        }),
        Err(error) => {
            tracing::error!(%error, table = table.0, "a table could not be ended");
            refuse(&tr!(ctx.lang, "refused-store"))
        }
    }
}

async fn done(ctx: &Context, table: TableId, doing: Doing) -> Result<String, AppError> {
    let lang = ctx.lang;
    let deals = ctx.store.counted_deals(table).await?;
    let says_so = ended(ctx, table, doing).await;
    // What the table itself did is done; this also closes one that cannot be
    // taken up, whatever stands in its rows.
    if ctx.registry.table(table).is_none() {
        ctx.registry.end_aside(table).await?;
    }
    Ok(match doing {
        Doing::End => tr!(lang, "server-ended", table = table.0),
        Doing::Void => {
            ctx.store.void_table(table).await?;
            if !says_so && deals > 0 {
                tell(ctx, table).await?;
            }
            tr!(lang, "server-voided", table = table.0, deals = deals)
        }
    })
}

/// Lets the table end itself; one that does not answer is given up. Whether its
/// last message says how it ended.
async fn ended(ctx: &Context, table: TableId, doing: Doing) -> bool {
    let Some(handle) = ctx.registry.table(table) else {
        return false;
    };
    if handle.snapshot().is_over() {
        return false;
    }
    let action = match doing {
        Doing::End => Action::End,
        Doing::Void => Action::Void,
    };
    let manager = Actor::Manager(ctx.person.player);
    let done = handle.act(manager, None, action).await.is_ok();
    if !done {
        tracing::warn!(
            table = table.0,
            "a table does not end by itself: it is given up"
        );
        ctx.registry.give_up(table);
    }
    done
}

/// Tells the channel of a table that was over before that it is void.
async fn tell(ctx: &Context, table: TableId) -> Result<(), AppError> {
    let stored = ctx.store.stored_table(table).await?;
    let (Some(stored), Some(sender)) = (stored, ctx.sender.clone()) else {
        return Ok(());
    };
    let place = stored.place;
    let told = Public::new(Body {
        text: tr!(place.language, "void-told", table = table.0),
        ..Body::default()
    });
    let (busy, now) = (ctx.clock.busy(), ctx.clock.now());
    tokio::spawn(async move {
        let posting = Posting {
            nonce: &nonce(table.0, "void", now.0),
            doubt: false,
            known: &HashSet::new(),
            priority: Priority::Rest,
        };
        let channel = PublicChannel(place.channel);
        if let Err(error) = sender.post(&busy, channel, &told, posting).await {
            tracing::warn!(table = table.0, %error, "nobody was told that a table is void");
        }
    });
    Ok(())
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
        None if ctx.registry.is_aside(table) => match ctx.registry.take_up(table).await {
            Ok(()) => say(tr!(ctx.lang, "server-repaired", table = table.0)),
            Err(error) => {
                tracing::error!(%error, table = table.0, "a table cannot be taken up");
                aside::refusal(ctx, table)
            }
        },
        None => refuse(&tr!(ctx.lang, "refused-server-over", table = table.0)),
    }
}
