//! What the bot is not allowed in which channel of a server.

use crate::commands::Context;
use crate::commands::common::{refuse, say};
use crate::discord::limits::{TEXT, cut};
use crate::discord::permissions::{lacking, missing, named};
use crate::discord::reply::Reply;
use crate::i18n::{Lang, tr};

/// So many channels are told of at most: each is a question to Discord.
const MOST: usize = 20;

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
    let mut told: Vec<u64> = Vec::new();
    for channel in channels {
        if !told.contains(&channel) {
            told.push(channel);
        }
    }
    told.truncate(MOST);
    let bits = known(ctx, guild, &told).await;
    let mut lines = vec![tr!(ctx.lang, "permissions-title")];
    let all = told.iter().zip(bits);
    lines.extend(all.map(|(channel, bits)| line(ctx.lang, *channel, bits)));
    lines.push(tr!(ctx.lang, "permissions-how"));
    say(cut(&lines.join("\n"), TEXT))
}

fn line(lang: Lang, channel: u64, bits: Option<u64>) -> String {
    let place = format!("<#{channel}>");
    let Some(bits) = bits else {
        return tr!(lang, "permissions-unknown", channel = place);
    };
    let missing = missing(bits);
    let names = named(lang, &missing);
    if missing.is_empty() {
        tr!(lang, "permissions-all", channel = place)
    } else if lacking(bits).is_empty() {
        tr!(lang, "permissions-wanted", channel = place, missing = names)
    } else {
        tr!(
            lang,
            "permissions-missing",
            channel = place,
            missing = names
        )
    }
}

/// What the bot may do in each of the channels: as Discord says now, else as
/// the newest interaction there told.
async fn known(ctx: &Context, guild: u64, channels: &[u64]) -> Vec<Option<u64>> {
    let asked = match &ctx.sender {
        Some(sender) => {
            let busy = ctx.clock.busy();
            sender.permissions_in(&busy, guild, channels).await
        }
        None => vec![None; channels.len()],
    };
    let told = |channel: &u64| Some(ctx.permissions.of(guild, *channel)?.bits);
    let both = asked.into_iter().zip(channels);
    both.map(|(bits, channel)| bits.or_else(|| told(channel)))
        .collect()
}
