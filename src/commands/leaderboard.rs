//! `/leaderboard`: the standings of a server or of all, by season.

use futures_util::FutureExt;

use super::common::{aloud, refuse, shown_name, unknown};
use super::control::Control;
use super::season::{self, season_name};
use super::{Command, Context, Given, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::{Body, Button, Reply, Row, Style};
use crate::error::AppError;
use crate::game::{PlayerId, Step, TableId};
use crate::i18n::{Lang, tr};
use crate::standings::{Line, Metric, PROVISIONAL, RATE_FROM, board};
use crate::store::Season;

pub(super) const COMMAND: Command = Command {
    name: "leaderboard",
    spec: || {
        spec::command(
            "leaderboard",
            |l| tr!(l, "cmd-leaderboard"),
            |l| tr!(l, "cmd-leaderboard-about"),
            vec![
                spec::one_of(
                    "by",
                    |l| tr!(l, "opt-by"),
                    |l| tr!(l, "opt-by-about"),
                    &[
                        (Metric::Won.id(), |l| metric_name(l, Metric::Won)),
                        (Metric::Rating.id(), |l| metric_name(l, Metric::Rating)),
                        (Metric::Pairs.id(), |l| metric_name(l, Metric::Pairs)),
                        (Metric::WinRate.id(), |l| metric_name(l, Metric::WinRate)),
                        (Metric::Defended.id(), |l| metric_name(l, Metric::Defended)),
                        (Metric::Levels.id(), |l| metric_name(l, Metric::Levels)),
                        (Metric::Digs.id(), |l| metric_name(l, Metric::Digs)),
                        (Metric::Fries.id(), |l| metric_name(l, Metric::Fries)),
                    ],
                ),
                spec::one_of(
                    "scope",
                    |l| tr!(l, "opt-scope"),
                    |l| tr!(l, "opt-scope-about"),
                    &[
                        ("server", |l| tr!(l, "scope-server")),
                        ("all", |l| tr!(l, "scope-all")),
                    ],
                ),
                season::option(),
                spec::number(
                    "page",
                    |l| tr!(l, "opt-page"),
                    |l| tr!(l, "opt-page-about"),
                    999,
                ),
            ],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| season::complete(ctx, typed).boxed()),
};

/// Lines on a page.
const ON_PAGE: usize = 10;
/// Lines of the deals with a computer player, below the first page.
const WITH_COMPUTERS: usize = 5;
/// In ids: what is added to a metric's number where all servers are meant.
const ALL_SERVERS: u32 = 100;

/// Which leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Which {
    metric: Metric,
    /// `None`: all servers.
    guild: Option<u64>,
    season: Season,
    /// From 0.
    page: usize,
}

pub(super) fn metric_name(lang: Lang, metric: Metric) -> String {
    match metric {
        Metric::Won => tr!(lang, "by-won"),
        Metric::Rating => tr!(lang, "by-rating"),
        Metric::Pairs => tr!(lang, "by-pairs"),
        Metric::WinRate => tr!(lang, "by-rate"),
        Metric::Defended => tr!(lang, "by-defended"),
        Metric::Levels => tr!(lang, "by-levels"),
        Metric::Digs => tr!(lang, "by-digs"),
        Metric::Fries => tr!(lang, "by-fries"),
    }
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let named = |m: &Metric| given.text("by") == Some(m.id());
    let guild = ctx.guild.filter(|_| given.text("scope") != Some("all"));
    let season = match season::given(ctx, given.text("season"), guild).await {
        Ok(season) => season,
        Err(refused) => return *refused,
    };
    let page = given.number("page").unwrap_or(1);
    let which = Which {
        metric: Metric::ALL.into_iter().find(named).unwrap_or(Metric::Won),
        guild,
        season,
        page: usize::try_from(page.saturating_sub(1)).unwrap_or(0),
    };
    if ctx.direct {
        return match told(ctx, which).await {
            Ok(body) => Reply::Private(body),
            Err(error) => trouble(ctx, &error),
        };
    }
    match told(&aloud(ctx).await, which).await {
        Ok(body) => Reply::Public(body),
        Err(error) => trouble(ctx, &error),
    }
}

pub(super) const CONTROLS: &[Control] = &[Control::anywhere(Verb::Board, |ctx, click| {
    turned(ctx, click.id).boxed()
})];

/// Another page, for who turned to it: a private panel.
async fn turned(ctx: &Context, id: CustomId) -> Reply {
    let number = id.step.deal;
    let metric = Metric::ALL.get((number % ALL_SERVERS) as usize).copied();
    let (Some(metric), Some(season)) = (metric, Season::from_number(id.table.0)) else {
        return unknown(ctx);
    };
    let which = Which {
        metric,
        guild: ctx.guild.filter(|_| number < ALL_SERVERS),
        season,
        page: id.index.into(),
    };
    match told(ctx, which).await {
        Ok(body) => Reply::Edit(body),
        Err(error) => trouble(ctx, &error),
    }
}

fn trouble(ctx: &Context, error: &AppError) -> Reply {
    tracing::error!(%error, "the standings could not be read");
    refuse(&tr!(ctx.lang, "refused-store"))
}

async fn told(ctx: &Context, which: Which) -> Result<Body, AppError> {
    let (lines, computers) = read(ctx, which).await?;
    let lang = ctx.lang;
    let pages = lines.len().div_ceil(ON_PAGE).max(1);
    let page = which.page.min(pages - 1);
    let among = match which.guild {
        Some(_) => tr!(lang, "scope-server"),
        None => tr!(lang, "scope-all"),
    };
    let mut text = vec![tr!(
        lang,
        "leaderboard-title",
        by = metric_name(lang, which.metric),
        scope = among,
        season = season_name(lang, which.season)
    )];
    if lines.is_empty() {
        text.push(if computers.is_empty() {
            tr!(lang, "leaderboard-empty", least = RATE_FROM)
        } else {
            tr!(lang, "leaderboard-computers-only")
        });
    }
    let shown = lines.iter().enumerate().skip(page * ON_PAGE).take(ON_PAGE);
    for (at, one) in shown {
        text.push(line(ctx, which.metric, at + 1, one).await);
    }
    if page == 0 && !computers.is_empty() {
        text.push(tr!(lang, "leaderboard-computer"));
        for (at, one) in computers.iter().take(WITH_COMPUTERS).enumerate() {
            text.push(line(ctx, which.metric, at + 1, one).await);
        }
    }
    if which.metric.rated() {
        text.push(tr!(lang, "leaderboard-rated", least = PROVISIONAL));
    }
    if which.guild.is_none() {
        text.push(tr!(lang, "leaderboard-worldwide"));
    }
    Ok(Body {
        text: cut(&text.join("\n"), TEXT),
        rows: rows(lang, Which { page, ..which }, pages),
        ..Body::default()
    })
}

/// The lines, and those of the deals with a computer player. Beyond the own
/// server only people who want to be seen are listed.
async fn read(ctx: &Context, which: Which) -> Result<(Vec<Line>, Vec<Line>), AppError> {
    let deals = ctx.store.tallies(which.guild, which.season.range()).await?;
    let mut lines = board(&deals, which.metric, false);
    let mut computers = if which.metric.rated() {
        Vec::new()
    } else {
        board(&deals, which.metric, true)
    };
    if which.guild.is_none() {
        let seen = ctx.store.worldwide().await?;
        let open = |line: &Line| line.who.iter().all(|p| seen.contains(p));
        lines.retain(open);
        computers.retain(open);
    }
    Ok((lines, computers))
}

async fn line(ctx: &Context, metric: Metric, rank: usize, line: &Line) -> String {
    let lang = ctx.lang;
    let mut names = Vec::with_capacity(line.who.len());
    for &player in &line.who {
        names.push(name(ctx, player).await);
    }
    let name = names.join(" + ");
    let value = match metric {
        Metric::WinRate | Metric::Defended => format!("{} %", line.value / 10),
        Metric::Won
        | Metric::Rating
        | Metric::Pairs
        | Metric::Levels
        | Metric::Digs
        | Metric::Fries => line.value.to_string(),
    };
    if line.provisional {
        return tr!(
            lang,
            "leaderboard-provisional",
            name = name,
            value = value,
            deals = line.deals
        );
    }
    tr!(
        lang,
        "leaderboard-line",
        rank = rank,
        name = name,
        value = value,
        deals = line.deals
    )
}

/// What a person is called; who is gone is called so.
pub(super) async fn name(ctx: &Context, player: PlayerId) -> String {
    let person = ctx.store.person(player).await.ok().flatten();
    shown_name(ctx.lang, person.as_ref())
}

fn rows(lang: Lang, which: Which, pages: usize) -> Vec<Row> {
    if pages < 2 {
        return Vec::new();
    }
    let metric = Metric::ALL.iter().position(|m| *m == which.metric);
    let metric = metric.and_then(|m| u32::try_from(m).ok()).unwrap_or(0);
    let scope = if which.guild.is_some() {
        0
    } else {
        ALL_SERVERS
    };
    let to = |page: usize, redraw, label: String, disabled| Button {
        id: CustomId {
            verb: Verb::Board,
            table: TableId(which.season.number()),
            step: Step {
                deal: metric + scope,
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
    let page = which.page;
    vec![Row::Buttons(vec![
        to(
            page.saturating_sub(1),
            1,
            tr!(lang, "button-page-back"),
            page == 0,
        ),
        to(page, 2, format!("{} / {pages}", page + 1), true),
        to(
            page + 1,
            3,
            tr!(lang, "button-page-next"),
            page + 1 == pages,
        ),
    ])]
}
