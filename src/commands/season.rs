//! The option that names a season, and how seasons are called.

use serde_json::Value;

use super::common::refuse;
use super::{Context, spec};
use crate::clock::Millis;
use crate::discord::limits::OPTIONS;
use crate::discord::reply::Reply;
use crate::error::AppError;
use crate::i18n::{Lang, tr};
use crate::store::{Season, Seasons};

/// The option.
pub(super) fn option() -> Value {
    spec::suggested(
        "season",
        |l| tr!(l, "opt-season"),
        |l| tr!(l, "opt-season-about"),
    )
}

/// How a season is called.
pub(super) fn season_name(lang: Lang, season: Season) -> String {
    match season {
        Season::Ever => tr!(lang, "season-ever"),
        Season::Months {
            year,
            month,
            length: 3,
        } => tr!(
            lang,
            "season-quarter",
            year = year.to_string(),
            quarter = month.div_ceil(3)
        ),
        Season::Months { year, month, .. } => {
            tr!(
                lang,
                "season-month",
                year = year.to_string(),
                month = month.to_string()
            )
        }
    }
}

/// How the server divides its standings; all servers together: by months.
async fn seasons(ctx: &Context, guild: Option<u64>) -> Result<Seasons, AppError> {
    match guild {
        Some(guild) => Ok(ctx.store.server(guild).await?.seasons),
        None => Ok(Seasons::default()),
    }
}

/// The season that is named; without a name the present one.
pub(super) async fn given(
    ctx: &Context,
    named: Option<&str>,
    guild: Option<u64>,
) -> Result<Season, Box<Reply>> {
    let refused = |text: String| Box::new(refuse(&text));
    match named {
        Some(text) => text
            .trim()
            .parse()
            .map_err(|_| refused(tr!(ctx.lang, "refused-season"))),
        None => {
            let seasons = seasons(ctx, guild).await;
            let seasons = seasons.map_err(|_| refused(tr!(ctx.lang, "refused-store")))?;
            Ok(Season::at(seasons, ctx.clock.now()))
        }
    }
}

/// Seasons that fit what is typed, the present one first, back to the first deal.
pub(super) async fn complete(ctx: &Context, typed: &str) -> Vec<(String, String)> {
    let Ok(all) = there(ctx).await else {
        return Vec::new();
    };
    let named = |season: &Season| (season_name(ctx.lang, *season), season.to_string());
    let typed = typed.trim().to_lowercase();
    let fits = |(label, value): &(String, String)| {
        label.to_lowercase().contains(&typed) || value.to_lowercase().contains(&typed)
    };
    all.iter().map(named).filter(fits).take(OPTIONS).collect()
}

async fn there(ctx: &Context) -> Result<Vec<Season>, AppError> {
    let seasons = seasons(ctx, ctx.guild).await?;
    let first = ctx.store.first_deal_at(ctx.guild).await?;
    let first = first.unwrap_or(Millis(u64::MAX));
    let mut all = vec![Season::at(seasons, ctx.clock.now())];
    if all[0] != Season::Ever {
        all.push(Season::Ever);
    }
    let mut season = all[0];
    while let Some(before) = season.before()
        && before.range().1 > first
    {
        all.push(before);
        season = before;
    }
    Ok(all)
}
