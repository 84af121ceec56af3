//! Which ruleset a text names: a published one, or a house rule of the server.

use super::Context;
use super::house::{base_gone, gone_text};
use super::rules::Told;
use super::spec::{self, Words};
use crate::discord::limits::{OPTION_TEXT, OPTIONS, cut};
use crate::error::AppError;
use crate::i18n::{Lang, escape_name, tr};
use crate::rulebook::{base_name, conflict_text, preset_about};
use crate::rules::{PRESETS, Preset, Resolved, RuleSet, default_preset};
use crate::store::House;

/// What stands before the number of a house rule in a choice's value.
const HOUSE: &str = "house:";

/// An option that is one of the published rulesets.
pub(super) fn preset_option(name: &str, words: Words, about: Words) -> serde_json::Value {
    let choices = PRESETS
        .iter()
        .map(|p| spec::choice(p.id, |lang| preset_label(lang, p)));
    spec::chosen(name, words, about, choices.collect())
}

/// A published ruleset to be chosen: its name and what it is like.
fn preset_label(lang: Lang, preset: &Preset) -> String {
    format!(
        "{} · {}",
        base_name(lang, preset.id),
        preset_about(lang, preset.id)
    )
}

/// Rules that were chosen, and what a manager should know of them.
pub(super) struct Ruleset {
    pub rules: RuleSet,
    pub note: Option<String>,
}

/// The ruleset that a text names, as a choice's value or as it is called.
///
/// # Errors
/// One sentence that says why there is none.
pub(super) async fn chosen(ctx: &Context, text: &str) -> Result<Ruleset, String> {
    let lang = ctx.lang;
    if let Some(preset) = preset_named(text) {
        return Ok(Ruleset {
            rules: preset.rules.clone(),
            note: None,
        });
    }
    let house = match ctx.guild {
        Some(guild) => house(ctx, guild, text).await,
        None => Ok(None),
    };
    match house {
        Ok(Some(house)) => of_house(ctx, &house),
        Ok(None) => Err(tr!(lang, "refused-rules", name = escape_name(text))),
        Err(_) => Err(tr!(lang, "refused-store")),
    }
}

/// The ruleset of a table to be opened: the one named, else the server's own
/// where it can still be played, else the program's.
///
/// # Errors
/// One sentence that says why there is none.
pub(super) async fn opening(
    ctx: &Context,
    named: Option<&str>,
    server: Option<&str>,
) -> Result<Ruleset, String> {
    let default = default_preset().id;
    let Some(own) = server.filter(|_| named.is_none()) else {
        return chosen(ctx, named.unwrap_or(default)).await;
    };
    match chosen(ctx, own).await {
        Ok(ruleset) => Ok(ruleset),
        Err(_) => {
            let usual = chosen(ctx, default).await?;
            let note = tr!(ctx.lang, "server-rules-fell-back");
            Ok(Ruleset {
                note: Some(note),
                ..usual
            })
        }
    }
}

/// The value of a choice for the ruleset that a text names, to be kept.
///
/// # Errors
/// One sentence that says why there is none.
pub(super) async fn value_of(ctx: &Context, text: &str) -> Result<String, String> {
    let lang = ctx.lang;
    if let Some(preset) = preset_named(text) {
        return Ok(preset.id.to_owned());
    }
    let house = match ctx.guild {
        Some(guild) => house(ctx, guild, text).await,
        None => Ok(None),
    };
    match house {
        // Only what can be played is kept.
        Ok(Some(house)) => of_house(ctx, &house).map(|_| format!("{HOUSE}{}", house.id)),
        Ok(None) => Err(tr!(lang, "refused-rules", name = escape_name(text))),
        Err(_) => Err(tr!(lang, "refused-store")),
    }
}

/// What `/rules` is to tell for a text.
///
/// # Errors
/// One sentence that says why there is nothing to tell.
pub(super) async fn named(ctx: &Context, text: &str) -> Result<Told, String> {
    let lang = ctx.lang;
    if let Some(preset) = preset_named(text) {
        let at = PRESETS.iter().position(|p| p.id == preset.id);
        return Ok(Told::Preset(at.unwrap_or_default()));
    }
    let house = match ctx.guild {
        Some(guild) => house(ctx, guild, text).await,
        None => Ok(None),
    };
    match house {
        Ok(Some(house)) => Ok(Told::House(house.id)),
        Ok(None) => Err(tr!(lang, "refused-rules", name = escape_name(text))),
        Err(_) => Err(tr!(lang, "refused-store")),
    }
}

/// The rules of a house rule of the server, to be told; playable or not.
///
/// # Errors
/// One sentence that says why there is nothing to tell.
pub(super) async fn told(ctx: &Context, house: i64) -> Result<RuleSet, String> {
    let lang = ctx.lang;
    let Some(guild) = ctx.guild else {
        return Err(tr!(lang, "refused-house-server"));
    };
    let house = match ctx.store.house(guild, house).await {
        Ok(Some(house)) => house,
        Ok(None) => return Err(tr!(lang, "refused-house-gone")),
        Err(_) => return Err(tr!(lang, "refused-store")),
    };
    let Some(Resolved { mut rules, .. }) = house.variation.resolve() else {
        return Err(base_gone(lang, &house));
    };
    rules.house_name = Some(house.name);
    Ok(rules)
}

/// The rules of a house rule, if they can be played.
fn of_house(ctx: &Context, house: &House) -> Result<Ruleset, String> {
    let lang = ctx.lang;
    let Some(Resolved {
        mut rules, gone, ..
    }) = house.variation.resolve()
    else {
        return Err(base_gone(lang, house));
    };
    if let Some(conflict) = rules.validate().first() {
        return Err(tr!(
            lang,
            "refused-house-conflict",
            why = conflict_text(lang, conflict)
        ));
    }
    rules.house_name = Some(house.name.clone());
    let note = gone_text(lang, &gone).filter(|_| ctx.manager);
    Ok(Ruleset { rules, note })
}

/// The server's house rule that a text names.
///
/// # Errors
/// What the database reports.
pub(super) async fn house(
    ctx: &Context,
    guild: u64,
    text: &str,
) -> Result<Option<House>, AppError> {
    let number = text.strip_prefix(HOUSE).and_then(|n| n.parse().ok());
    if let Some(number) = number
        && let Some(house) = ctx.store.house(guild, number).await?
    {
        return Ok(Some(house));
    }
    ctx.store.house_named(guild, text.trim()).await
}

/// The published ruleset of that id, or so called in some language.
fn preset_named(text: &str) -> Option<&'static Preset> {
    let text = text.trim().to_lowercase();
    PRESETS.iter().find(|p| {
        let called = |lang| base_name(lang, p.id).to_lowercase() == text;
        p.id == text || Lang::ALL.into_iter().any(called)
    })
}

/// Choices for a ruleset: the published ones first, then the server's own,
/// those that begin as typed before those that hold it elsewhere.
pub(super) async fn complete_all(ctx: &Context, typed: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = PRESETS
        .iter()
        .map(|p| (preset_label(ctx.lang, p), p.id.to_owned()))
        .collect();
    all.extend(houses(ctx).await);
    fitting(all, typed)
}

/// Choices for a house rule of the server.
pub(super) async fn complete_houses(ctx: &Context, typed: &str) -> Vec<(String, String)> {
    fitting(houses(ctx).await, typed)
}

async fn houses(ctx: &Context) -> Vec<(String, String)> {
    let houses = match ctx.guild {
        Some(guild) => ctx.store.houses(guild).await.unwrap_or_default(),
        None => Vec::new(),
    };
    houses
        .into_iter()
        .map(|house| (house.name, format!("{HOUSE}{}", house.id)))
        .collect()
}

/// Those whose name begins as typed, in their order; where there are none,
/// those that have it somewhere in their name.
fn fitting(all: Vec<(String, String)>, typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let begins = |(label, value): &(String, String)| {
        label.to_lowercase().starts_with(&typed) || value.starts_with(&typed)
    };
    let holds = |(label, _): &(String, String)| label.to_lowercase().contains(&typed);
    let mut fits: Vec<_> = all.iter().filter(|c| begins(c)).cloned().collect();
    if fits.is_empty() {
        fits = all.into_iter().filter(|c| holds(c)).collect();
    }
    fits.truncate(OPTIONS);
    for (label, _) in &mut fits {
        *label = cut(label, OPTION_TEXT);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_ruleset_is_offered() {
        let option = preset_option("base", |_| "base".into(), |_| "base".into());
        let choices = option["choices"].as_array().expect("choices");
        let values: Vec<&str> = choices.iter().filter_map(|c| c["value"].as_str()).collect();
        let ids: Vec<&str> = PRESETS.iter().map(|p| p.id).collect();
        assert_eq!(values, ids);
    }

    #[test]
    fn rulesets_are_found_by_id_and_by_name() {
        let id = |text| preset_named(text).map(|p| p.id);
        assert_eq!(id("tournament"), Some("tournament"));
        assert_eq!(id(" Tournament "), Some("tournament"));
        assert_eq!(id("比赛规则"), Some("tournament"));
        assert_eq!(id("比賽規則"), Some("tournament"));
        assert_eq!(id("whist"), None);
        assert_eq!(id(""), None);
    }

    #[test]
    fn choices_begin_as_typed_or_else_hold_it() {
        let all = || {
            ["Tournament", "TV", "Flag"]
                .map(|n| (n.to_owned(), n.to_lowercase()))
                .to_vec()
        };
        let labels = |typed| {
            let fits = fitting(all(), typed);
            fits.into_iter().map(|(l, _)| l).collect::<Vec<_>>()
        };
        assert_eq!(labels(""), ["Tournament", "TV", "Flag"]);
        assert_eq!(labels("t"), ["Tournament", "TV"]);
        assert_eq!(labels("LA"), ["Flag"]);
        assert!(labels("x").is_empty());
    }
}
