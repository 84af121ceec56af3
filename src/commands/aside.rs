//! What can be said about and done with a table that was set aside.

use super::Context;
use super::common::{refuse, say};
use crate::discord::reply::Reply;
use crate::game::TableId;
use crate::i18n::tr;
use crate::table::Place;

/// Why nothing can be done at it.
pub(super) fn refusal(ctx: &Context, table: TableId) -> Reply {
    refuse(&tr!(ctx.lang, "refused-aside", table = table.0))
}

/// Why there is no such table any more.
pub(super) fn no_such(ctx: &Context, table: TableId) -> Reply {
    if ctx.registry.is_aside(table) {
        refusal(ctx, table)
    } else {
        refuse(&tr!(ctx.lang, "refused-table-over"))
    }
}

/// Nobody can vote there any more: a manager ends it.
pub(super) async fn end(ctx: &Context, place: &Place) -> Reply {
    if !ctx.manager || ctx.guild != Some(place.guild) {
        return refuse(&tr!(ctx.lang, "refused-not-manager"));
    }
    match ctx.registry.end_aside(place.table).await {
        Ok(()) => say(tr!(ctx.lang, "aside-ended", table = place.table.0)),
        Err(_) => refuse(&tr!(ctx.lang, "refused-store")),
    }
}
