//! What the bot is not allowed in which channel of a server: as far as
//! interactions have told.

use crate::commands::Context;
use crate::commands::common::{refuse, say};
use crate::discord::limits::{TEXT, cut};
use crate::discord::permissions::{Permission, Seen, missing};
use crate::discord::reply::Reply;
use crate::i18n::{Lang, list, tr};

/// The page. This channel comes first, then those where tables are played or
/// may be opened, then whatever else is known.
pub(super) async fn page(ctx: &Context, guild: u64) -> Reply {
    let Ok(server) = ctx.store.server(guild).await else {
        return refuse(&tr!(ctx.lang, "refused-store"));
    };
    let tables = ctx.registry.all();
    let of_tables = tables.iter().map(|t| t.place());
    let mut channels = vec![ctx.channel];
    channels.extend(of_tables.filter(|p| p.guild == guild).map(|p| p.channel));
    channels.extend(server.channels);
    channels.extend(ctx.permissions.channels(guild));
    let mut lines = vec![tr!(ctx.lang, "permissions-title")];
    let mut told = Vec::new();
    for channel in channels {
        if !told.contains(&channel) {
            told.push(channel);
            lines.push(line(ctx.lang, channel, ctx.permissions.of(guild, channel)));
        }
    }
    lines.push(tr!(ctx.lang, "permissions-how"));
    say(cut(&lines.join("\n"), TEXT))
}

fn line(lang: Lang, channel: u64, seen: Option<Seen>) -> String {
    let place = format!("<#{channel}>");
    let Some(seen) = seen else {
        return tr!(lang, "permissions-unknown", channel = place);
    };
    let missing = missing(seen.bits);
    if missing.is_empty() {
        return tr!(lang, "permissions-all", channel = place);
    }
    let names = |needed: bool| -> Vec<String> {
        let of_kind = missing
            .iter()
            .filter(|p| p.is_needed(seen.thread) == needed);
        of_kind.map(|p: &Permission| p.name(lang)).collect()
    };
    let (needed, wanted) = (names(true), names(false));
    if needed.is_empty() {
        tr!(
            lang,
            "permissions-wanted",
            channel = place,
            missing = list(lang, &wanted)
        )
    } else {
        let also = [needed, wanted].concat();
        tr!(
            lang,
            "permissions-missing",
            channel = place,
            missing = list(lang, &also)
        )
    }
}
