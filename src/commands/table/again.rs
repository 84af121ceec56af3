//! The next table of the people who played at one that is over.

use super::press;
use crate::commands::Context;
use crate::commands::common::{refuse, say};
use crate::discord::reply::Reply;
use crate::game::{PlayerId, TableId};
use crate::i18n::tr;
use crate::table::{AgainError, OpenError, TableHandle};

/// Opens the next table of the people who last played in this channel.
pub(super) async fn again_here(ctx: &Context) -> Reply {
    match ctx.store.last_table_in(ctx.channel).await {
        Ok(Some(table)) => again(ctx, table).await,
        Ok(None) => refuse(&tr!(ctx.lang, "refused-no-table")),
        Err(_) => refuse(&tr!(ctx.lang, "refused-store")),
    }
}

/// Opens the next table of the same people: who asks sits there, the other
/// seats are kept. Who comes after takes the seat that is kept.
pub(super) async fn again(ctx: &Context, table: TableId) -> Reply {
    let lang = ctx.lang;
    match ctx.registry.again(table, ctx.person.player).await {
        Ok(table) => say(tr!(lang, "opened-again", table = table.id().0)),
        Err(AgainError::Open(OpenError::ChannelTaken(other))) => match kept(ctx, other) {
            Some(handle) => press::sit(ctx, &handle, None).await,
            None => refuse(&tr!(lang, "refused-channel-taken", table = other.0)),
        },
        Err(AgainError::Open(OpenError::ElsewhereSeated(other))) => {
            refuse(&tr!(lang, "refused-elsewhere", table = other.0))
        }
        Err(AgainError::Open(OpenError::Store(_))) => refuse(&tr!(lang, "refused-store")),
        Err(AgainError::NoSuchTable) => refuse(&tr!(lang, "refused-no-table")),
        // By command: the last table of the channel is the next one already.
        Err(AgainError::NotOver) => match kept(ctx, table) {
            Some(handle) => press::sit(ctx, &handle, None).await,
            None => refuse(&tr!(lang, "refused-again-not-over")),
        },
        Err(AgainError::NotThere) => refuse(&tr!(lang, "refused-again-not-there")),
    }
}

/// The table, where a seat is kept for who asks.
fn kept(ctx: &Context, table: TableId) -> Option<TableHandle> {
    let handle = ctx.registry.table(table)?;
    let offers = handle.snapshot().public.offers;
    let own = |p: &Option<PlayerId>| *p == Some(ctx.person.player);
    offers.values().any(own).then_some(handle)
}
