//! `/history`: the games that were played, newest first.

use futures_util::FutureExt;

use super::{names, trouble};
use crate::commands::common::refuse;
use crate::commands::{Command, Context, Given, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{OPTION_TEXT, TEXT, cut};
use crate::discord::reply::{Body, Button, Reply, Row, Select, SelectOption, Style};
use crate::game::{Step, TableId};
use crate::i18n::{Lang, channel_link, moment, tr};
use crate::rules::{BySeat, Seat, Side};
use crate::store::{GameLine, Played};

pub(in crate::commands) const COMMAND: Command = Command {
    name: "history",
    spec: || {
        spec::command(
            "history",
            |l| tr!(l, "cmd-history"),
            |l| tr!(l, "cmd-history-about"),
            vec![spec::one_of(
                "of",
                |l| tr!(l, "opt-of"),
                |l| tr!(l, "opt-of-about"),
                &[
                    ("server", |l| tr!(l, "scope-server")),
                    ("channel", |l| tr!(l, "scope-channel")),
                    ("mine", |l| tr!(l, "scope-mine")),
                ],
            )],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

/// Games on a page.
const ON_PAGE: u32 = 8;

/// Whose games, as it stands in ids: as the deal of the step.
const fn number(of: Played) -> u32 {
    match of {
        Played::Server => 0,
        Played::Channel => 1,
        Played::Own => 2,
    }
}

const fn from_number(number: u32) -> Played {
    match number {
        1 => Played::Channel,
        2 => Played::Own,
        _ => Played::Server,
    }
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let of = match given.text("of") {
        Some("channel") => Played::Channel,
        Some("mine") => Played::Own,
        Some(_) | None => Played::Server,
    };
    match page(ctx, of, 0).await {
        Ok(body) => Reply::Private(body),
        Err(refused) => *refused,
    }
}

/// Another page, in place of what was clicked.
pub(super) async fn turned(ctx: &Context, id: CustomId) -> Reply {
    let of = from_number(id.step.deal);
    match page(ctx, of, id.index.into()).await {
        Ok(body) => Reply::Edit(body),
        Err(refused) => *refused,
    }
}

async fn page(ctx: &Context, of: Played, page: u32) -> Result<Body, Box<Reply>> {
    let lang = ctx.lang;
    let from = page.saturating_mul(ON_PAGE);
    let reader = ctx.reader();
    let found = ctx.store.games(&reader, of, from, ON_PAGE);
    let (games, all) = found.await.map_err(|error| trouble(ctx, &error))?;
    if games.is_empty() {
        return Err(Box::new(refuse(&tr!(lang, "refused-nothing-played"))));
    }
    let pages = all.div_ceil(ON_PAGE);
    let mut text = vec![tr!(
        lang,
        "history-title",
        games = all,
        page = page + 1,
        pages = pages
    )];
    let mut options = Vec::with_capacity(games.len());
    for game in &games {
        let names = names(ctx, lang, [&game.last]).await;
        text.push(line(lang, game, &names));
        let label = tr!(
            lang,
            "history-option",
            table = game.table.0,
            deals = game.deals,
            levels = levels(game)
        );
        options.push(SelectOption {
            label: cut(&label, OPTION_TEXT),
            value: game.table.0.to_string(),
            picked: false,
        });
    }
    let select = Select {
        id: CustomId::lasting(Verb::Game, TableId(0), 0).to_string(),
        placeholder: tr!(lang, "pick-game"),
        min: 1,
        max: 1,
        options,
    };
    let mut rows = vec![Row::Select(select)];
    if pages > 1 {
        rows.push(turn(lang, of, page, pages));
    }
    Ok(Body {
        text: cut(&text.join("\n"), TEXT),
        rows,
        ..Body::default()
    })
}

fn levels(game: &GameLine) -> String {
    let [one, other] = Side::ALL.map(|s| game.last.after[s].level.label());
    format!("{one} : {other}")
}

fn line(lang: Lang, game: &GameLine, names: &BySeat<String>) -> String {
    let pair = |side: Side| side.seats().map(|s: Seat| names[s].clone()).join(" + ");
    let [one, other] = Side::ALL.map(pair);
    let won = |side| {
        if game.last.winner == Some(side) {
            " 🏆"
        } else {
            ""
        }
    };
    tr!(
        lang,
        "history-line",
        table = game.table.0,
        time = moment(game.at),
        deals = game.deals,
        one = format!("{one}{}", won(Side::EastWest)),
        other = format!("{other}{}", won(Side::SouthNorth)),
        levels = levels(game),
        place = channel_link(game.guild, game.channel)
    )
}

fn turn(lang: Lang, of: Played, page: u32, pages: u32) -> Row {
    let to = |page: u32, redraw, label: String, disabled| Button {
        id: CustomId {
            verb: Verb::History,
            table: TableId(0),
            step: Step {
                deal: number(of),
                phase: 'x',
                turn: 0,
            },
            index: u16::try_from(page).unwrap_or(u16::MAX),
            redraw,
        }
        .to_string(),
        label,
        style: Style::Secondary,
        disabled,
    };
    Row::Buttons(vec![
        to(
            page.saturating_sub(1),
            1,
            tr!(lang, "button-page-back"),
            page == 0,
        ),
        to(
            page + 1,
            2,
            tr!(lang, "button-page-next"),
            page + 1 >= pages,
        ),
    ])
}
