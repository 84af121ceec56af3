//! Looking back at what was played: `/history`, `/replay`, the summary of a
//! game and its record. Everything ends with the last finished deal, and
//! everything works from the log, so that buttons work months later.

pub(super) mod history;
pub(super) mod replay;

use super::Context;
use super::common::{refuse, shown_name};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::panel::{Finished, computer_name};
use crate::discord::reply::Reply;
use crate::game::{DealResult, Occupant, TableId};
use crate::i18n::{Lang, tr};
use crate::rules::{BySeat, Seat};
use crate::store::PlayedGame;

/// A control for looking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// Another page of a deal.
    Deal,
    /// The deals of a table.
    Game,
    /// The summary, for all to see.
    Share,
    /// The record as a file.
    Record,
    /// The games played.
    History,
}

/// The control for looking back that a verb stands for; `None` for others.
pub(super) const fn control(verb: Verb) -> Option<Control> {
    match verb {
        Verb::Replay => Some(Control::Deal),
        Verb::Game => Some(Control::Game),
        Verb::Share => Some(Control::Share),
        Verb::Record => Some(Control::Record),
        Verb::History => Some(Control::History),
        Verb::Sit
        | Verb::Stand
        | Verb::Ready
        | Verb::Bot
        | Verb::Start
        | Verb::Fill
        | Verb::Hand
        | Verb::Status
        | Verb::Last
        | Verb::Watch
        | Verb::Board
        | Verb::ShareStats
        | Verb::Worldwide
        | Verb::Rules
        | Verb::Topic
        | Verb::Personal
        | Verb::Server
        | Verb::Privacy
        | Verb::Survey
        | Verb::HouseTopic
        | Verb::HouseParam
        | Verb::HouseValue
        | Verb::HouseBack
        | Verb::HouseSave
        | Verb::HouseDiscard
        | Verb::HouseDelete
        | Verb::Declare
        | Verb::Overturn
        | Verb::Fry
        | Verb::Sure
        | Verb::Pass
        | Verb::Pick
        | Verb::Set
        | Verb::Follow
        | Verb::Forced
        | Verb::Play
        | Verb::Throw
        | Verb::Bury
        | Verb::BuryPoints
        | Verb::Clear
        | Verb::Suggest
        | Verb::Auto
        | Verb::Type
        | Verb::End
        | Verb::Close
        | Verb::Resume
        | Verb::Pause
        | Verb::Longer
        | Verb::Swap
        | Verb::Shuffle
        | Verb::Kick
        | Verb::Invite
        | Verb::Offer
        | Verb::Host
        | Verb::Again => None,
    }
}

/// What a click on one of them does.
pub(super) async fn click(
    ctx: &Context,
    control: Control,
    id: CustomId,
    values: &[String],
) -> Reply {
    let picked = values.first().map(|v| v.parse::<i64>().ok());
    match (control, picked) {
        (_, Some(None)) => refuse(&tr!(ctx.lang, "refused-unknown")),
        (Control::Deal, Some(Some(deal))) => {
            let deal = u32::try_from(deal).unwrap_or_default();
            replay::turned(ctx, id.table, deal, 0).await
        }
        (Control::Deal, None) => replay::turned(ctx, id.table, id.step.deal, id.index.into()).await,
        (Control::Game, Some(Some(table))) => replay::game(ctx, TableId(table), 0, true).await,
        (Control::Game, None) => replay::game(ctx, id.table, id.index.into(), true).await,
        (Control::Share, _) => replay::share(ctx, id.table).await,
        (Control::Record, _) => replay::record(ctx, id.table).await,
        (Control::History, _) => history::turned(ctx, id).await,
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
