//! Looking back at what was played: `/history`, `/replay`, the summary of a
//! game and its record. Everything ends with the last finished deal, and
//! everything works from the log, so that buttons work months later.

pub(super) mod history;
pub(super) mod replay;

use futures_util::FutureExt;

use super::Context;
use super::common::{refuse, shown_name, unknown};
use super::control::{Click, Control};
use crate::discord::custom_id::Verb;
use crate::discord::panel::{Finished, computer_name};
use crate::discord::reply::Reply;
use crate::game::{DealResult, Occupant, TableId};
use crate::i18n::{Lang, tr};
use crate::rules::{BySeat, Seat};
use crate::store::PlayedGame;

pub(super) const CONTROLS: &[Control] = &[
    Control::anywhere(Verb::Replay, |ctx, click| deal(ctx, click).boxed()),
    Control::anywhere(Verb::Game, |ctx, click| game(ctx, click).boxed()),
    Control::anywhere(Verb::Share, |ctx, click| {
        replay::share(ctx, click.id.table).boxed()
    }),
    Control::anywhere(Verb::Record, |ctx, click| {
        replay::record(ctx, click.id.table).boxed()
    }),
    Control::anywhere(Verb::History, |ctx, click| {
        history::turned(ctx, click.id).boxed()
    }),
];

/// The number picked in a select; `None` where nothing was.
fn picked(ctx: &Context, click: Click<'_>) -> Result<Option<i64>, Box<Reply>> {
    let picked = click.values.first();
    let number = picked.map(|value| value.parse()).transpose();
    number.map_err(|_| Box::new(unknown(ctx)))
}

/// The deal picked, or another page of one.
async fn deal(ctx: &Context, click: Click<'_>) -> Reply {
    let id = click.id;
    match picked(ctx, click) {
        Ok(Some(deal)) => {
            let deal = u32::try_from(deal).unwrap_or_default();
            replay::turned(ctx, id.table, deal, 0).await
        }
        Ok(None) => replay::turned(ctx, id.table, id.step.deal, id.index.into()).await,
        Err(refused) => *refused,
    }
}

/// The deals of the game picked, or another page of them.
async fn game(ctx: &Context, click: Click<'_>) -> Reply {
    match picked(ctx, click) {
        Ok(Some(table)) => replay::game(ctx, TableId(table), 0, true).await,
        Ok(None) => replay::game(ctx, click.id.table, click.id.index.into(), true).await,
        Err(refused) => *refused,
    }
}

/// What somebody gets who wants to watch a table that is over: its deals, if
/// any was finished.
pub(super) async fn over(ctx: &Context, table: TableId) -> Reply {
    match finished(ctx, table).await {
        Ok(_) => replay::game(ctx, table, 0, true).await,
        Err(_) => refuse(&tr!(ctx.lang, "refused-table-over")),
    }
}

/// The finished deals of a table, as far as who asks may look at them
/// ([`crate::store::Reader`]).
async fn finished(ctx: &Context, table: TableId) -> Result<PlayedGame, Box<Reply>> {
    let unknown = || {
        Box::new(refuse(&tr!(
            ctx.lang,
            "refused-game-unknown",
            table = table.0
        )))
    };
    let game = ctx.store.played_game(&ctx.reader(), table).await;
    let game = game.map_err(|error| trouble(ctx, &error))?;
    game.ok_or_else(unknown)
}

fn trouble(ctx: &Context, error: &crate::error::AppError) -> Box<Reply> {
    tracing::error!(%error, "what was played could not be read");
    Box::new(refuse(&tr!(ctx.lang, "refused-store")))
}

async fn occupant(ctx: &Context, lang: Lang, there: Option<Occupant>) -> String {
    match there {
        Some(Occupant::Person(player)) => {
            let person = ctx.store.person(player).await.ok().flatten();
            shown_name(lang, person.as_ref())
        }
        Some(Occupant::Computer(level)) => computer_name(lang, level),
        None => tr!(lang, "free-seat"),
    }
}

/// Who sat where in some deals; where several did, one after the other.
async fn names<'d>(
    ctx: &Context,
    lang: Lang,
    deals: impl IntoIterator<Item = &'d DealResult> + Clone,
) -> BySeat<String> {
    let mut names = BySeat::default();
    for seat in Seat::ALL {
        let mut there: Vec<Option<Occupant>> = Vec::new();
        for deal in deals.clone() {
            if !there.contains(&deal.occupants[seat]) {
                there.push(deal.occupants[seat]);
            }
        }
        let mut told = Vec::with_capacity(there.len());
        for one in there {
            told.push(occupant(ctx, lang, one).await);
        }
        names[seat] = told.join(" → ");
    }
    names
}

fn told<'a>(game: &'a PlayedGame, names: &'a BySeat<String>) -> Finished<'a> {
    Finished {
        table: game.table,
        place: (game.guild, game.channel),
        rules: &game.rules,
        deals: &game.deals,
        names,
    }
}
