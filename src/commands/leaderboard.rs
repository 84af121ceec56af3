//! `/leaderboard`: the standings of a server or of all.

use futures_util::FutureExt;

use super::common::{refuse, say};
use super::{Command, Context, Given, spec};
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::{Body, Reply};
use crate::i18n::{Lang, escape_name, tr};
use crate::store::{By, Row, Scope, Sum, WIN_RATE_FROM};

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
                        ("won", |l| by_name(l, By::Won)),
                        ("rate", |l| by_name(l, By::WinRate)),
                        ("levels", |l| by_name(l, By::Levels)),
                        ("digs", |l| by_name(l, By::Digs)),
                        ("fries", |l| by_name(l, By::Fries)),
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
            ],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

/// So many people are listed.
const LISTED: u32 = 10;

fn by_name(lang: Lang, by: By) -> String {
    match by {
        By::Won => tr!(lang, "by-won"),
        By::WinRate => tr!(lang, "by-rate"),
        By::Levels => tr!(lang, "by-levels"),
        By::Digs => tr!(lang, "by-digs"),
        By::Fries => tr!(lang, "by-fries"),
    }
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let lang = ctx.lang;
    let by = match given.text("by") {
        Some("rate") => By::WinRate,
        Some("levels") => By::Levels,
        Some("digs") => By::Digs,
        Some("fries") => By::Fries,
        Some(_) | None => By::Won,
    };
    let scope = match (given.text("scope"), ctx.guild) {
        (Some("all"), _) | (_, None) => Scope::Overall,
        (_, Some(guild)) => Scope::Guild(guild),
    };
    let among = match scope {
        Scope::Guild(_) => tr!(lang, "scope-server"),
        Scope::Overall => tr!(lang, "scope-all"),
    };
    let mut text = vec![tr!(
        lang,
        "leaderboard-title",
        by = by_name(lang, by),
        scope = among
    )];
    for computer in [false, true] {
        let rows = match ctx.store.leaderboard(by, scope, computer, LISTED).await {
            Ok(rows) => rows,
            Err(_) => return refuse(&tr!(lang, "refused-store")),
        };
        if computer && !rows.is_empty() {
            text.push(tr!(lang, "leaderboard-computer"));
        }
        if !computer && rows.is_empty() {
            text.push(tr!(lang, "leaderboard-empty", least = WIN_RATE_FROM));
        }
        text.extend(
            rows.iter()
                .enumerate()
                .map(|(i, row)| line(lang, by, i + 1, row)),
        );
    }
    let text = cut(&text.join("\n"), TEXT);
    if ctx.direct {
        return say(text);
    }
    Reply::Public(Body {
        text,
        ..Body::default()
    })
}

fn line(lang: Lang, by: By, rank: usize, row: &Row) -> String {
    tr!(
        lang,
        "leaderboard-line",
        rank = rank,
        name = escape_name(&row.person.name),
        value = value(by, &row.sum),
        deals = row.sum.deals
    )
}

fn value(by: By, sum: &Sum) -> String {
    match by {
        By::Won => sum.won.to_string(),
        By::WinRate => format!("{} %", 100 * sum.won / sum.deals.max(1)),
        By::Levels => sum.levels.to_string(),
        By::Digs => sum.digs.to_string(),
        By::Fries => sum.fries.to_string(),
    }
}
