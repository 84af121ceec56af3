//! `/replay`: a finished deal page by page, or the deals of a table; the
//! summary for all to see, the record as a file.

use futures_util::FutureExt;

use super::{finished, names, told, trouble};
use crate::commands::common::{as_wanted, refuse};
use crate::commands::{Command, Context, Given, spec};
use crate::discord::panel::{Reviewed, game_page, game_summary, review_page};
use crate::discord::reply::{Body, File, Reply};
use crate::game::{DealNumber, Event, TableId, review, write_record};
use crate::i18n::tr;
use crate::store::Played;

pub(in crate::commands) const COMMAND: Command = Command {
    name: "replay",
    spec: || {
        spec::command(
            "replay",
            |l| tr!(l, "cmd-replay"),
            |l| tr!(l, "cmd-replay-about"),
            vec![
                spec::whole("game", |l| tr!(l, "opt-game"), |l| tr!(l, "opt-game-about")),
                spec::whole(
                    "deal",
                    |l| tr!(l, "opt-game-deal"),
                    |l| tr!(l, "opt-game-deal-about"),
                ),
            ],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

/// The longest record that is handed out, in bytes: Discord takes 10 MiB (P18).
const RECORD: usize = 9 * 1024 * 1024;

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let table = match given.number("game") {
        Some(table) => TableId(table),
        None => match newest(ctx).await {
            Some(table) => table,
            None => return refuse(&tr!(ctx.lang, "refused-nothing-played")),
        },
    };
    match given.number("deal") {
        Some(deal) => {
            // Deals count from 1; what is no deal at all is named as it was typed.
            let Ok(deal) = u32::try_from(deal) else {
                return unknown(ctx, table, deal);
            };
            match page(ctx, table, deal, 0).await {
                Ok(body) => Reply::Private(body),
                Err(refused) => *refused,
            }
        }
        None => game(ctx, table, 0, false).await,
    }
}

/// The table of this channel whose deal ended last; in private messages one's own.
async fn newest(ctx: &Context) -> Option<TableId> {
    let reader = ctx.reader();
    for played in [Played::Channel, Played::Own] {
        let (lines, _) = ctx.store.games(&reader, played, 0, 1).await.ok()?;
        if let Some(line) = lines.first() {
            return Some(line.table);
        }
    }
    None
}

fn unknown(ctx: &Context, table: TableId, deal: i64) -> Reply {
    refuse(&tr!(
        ctx.lang,
        "refused-replay-unknown",
        table = table.0,
        deal = deal
    ))
}

/// Another page of a deal, in place of the one that was clicked.
pub(super) async fn turned(ctx: &Context, table: TableId, deal: u32, at: usize) -> Reply {
    match page(ctx, table, deal, at).await {
        Ok(body) => Reply::Edit(body),
        Err(refused) => *refused,
    }
}

async fn page(ctx: &Context, table: TableId, deal: u32, at: usize) -> Result<Body, Box<Reply>> {
    let lang = ctx.lang;
    let unknown = || Box::new(unknown(ctx, table, deal.into()));
    let (store, reader) = (&ctx.store, ctx.reader());
    let open = store.deal_is_open_to(&reader, table, deal);
    if !open.await.map_err(|e| trouble(ctx, &e))? {
        return Err(unknown());
    }
    let found = store.played_deal(table, DealNumber(deal)).await;
    let found = found.map_err(|e| trouble(ctx, &e))?;
    let (ended, events) = found.ok_or_else(unknown)?;
    let review = review(&events, DealNumber(deal)).ok_or_else(unknown)?;
    let names = names(ctx, lang, [&*review.result]).await;
    let seen = Reviewed {
        review: &review,
        table,
        at: ended,
        names: &names,
    };
    Ok(as_wanted(ctx, review_page(&seen, at, lang)))
}

/// The deals of a table: a panel of its own, or in place of the one clicked.
pub(in crate::commands) async fn game(
    ctx: &Context,
    table: TableId,
    page: usize,
    edit: bool,
) -> Reply {
    let game = match finished(ctx, table).await {
        Ok(game) => game,
        Err(refused) => return *refused,
    };
    let names = names(ctx, ctx.lang, game.deals.iter().map(|(_, deal)| deal)).await;
    let body = as_wanted(ctx, game_page(&told(&game, &names), page, ctx.lang));
    if edit {
        Reply::Edit(body)
    } else {
        Reply::Private(body)
    }
}

/// The summary, for all in the channel, in the language of the table. It is
/// posted only where all may look at the game, which others than who asks may not.
pub(super) async fn share(ctx: &Context, table: TableId) -> Reply {
    let game = match finished(ctx, table).await {
        Ok(game) => game,
        Err(refused) => return *refused,
    };
    if !game.here {
        return refuse(&tr!(ctx.lang, "refused-share"));
    }
    let lang = game.language;
    let names = names(ctx, lang, game.deals.iter().map(|(_, deal)| deal)).await;
    Reply::Public(game_summary(&told(&game, &names), lang))
}

/// The record of the finished deals as a file, for who asks alone.
pub(super) async fn record(ctx: &Context, table: TableId) -> Reply {
    let lang = ctx.lang;
    let game = match finished(ctx, table).await {
        Ok(game) => game,
        Err(refused) => return *refused,
    };
    let log = match ctx.store.played_log(table).await {
        Ok(log) => log,
        Err(error) => return *trouble(ctx, &error),
    };
    // Nobody looks back at a table that is void.
    let Ok(text) = write_record(table, &log, false) else {
        return refuse(&tr!(lang, "refused-game-unknown", table = table.0));
    };
    let deals = log.iter().filter_map(|event| {
        if let Event::Settled { result } = event {
            Some(result)
        } else {
            None
        }
    });
    // It holds all of them, so all of them must be open to who asks.
    if game.deals.len() < deals.clone().count() {
        return refuse(&tr!(lang, "refused-record-place"));
    }
    if text.len() > RECORD {
        return refuse(&tr!(lang, "refused-record-long", table = table.0));
    }
    let name = format!("table-{}.jsonl", table.0);
    Reply::Private(Body {
        text: tr!(
            lang,
            "record-given",
            table = table.0,
            deals = deals.count(),
            file = name.clone()
        ),
        file: Some(File {
            name,
            bytes: text.into_bytes().into(),
        }),
        ..Body::default()
    })
}
