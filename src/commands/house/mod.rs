//! `/house`: a server's own variations on the published rulesets.

mod name;
mod panel;
mod work;

use futures_util::FutureExt;

use super::common::{mark, refuse, say};
use super::{Command, Context, Given, ruleset, spec};
use crate::discord::custom_id::CustomId;
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::{Body, Button, Reply, Style};
use crate::i18n::{Lang, escape_name, list, tr};
use crate::rulebook::{base_name, change_lines, changes, conflict_text, fitting};
use crate::rules::{PRESETS, Resolved, Variation, default_preset};
use crate::store::{House, HouseRefused, MOST_HOUSES};

pub(super) use work::CONTROLS;

pub(super) const COMMAND: Command = Command {
    name: "house",
    spec: spec_json,
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| ruleset::complete_houses(ctx, typed).boxed()),
};

fn spec_json() -> serde_json::Value {
    let named = || {
        spec::completed(
            "name",
            |l| tr!(l, "opt-house"),
            |l| tr!(l, "opt-house-about"),
        )
    };
    spec::command(
        "house",
        |l| tr!(l, "cmd-house"),
        |l| tr!(l, "cmd-house-about"),
        vec![
            spec::subcommand(
                "new",
                |l| tr!(l, "cmd-house-new"),
                |l| tr!(l, "cmd-house-new-about"),
                vec![
                    spec::name(
                        "name",
                        |l| tr!(l, "opt-house"),
                        |l| tr!(l, "opt-house-new-about"),
                        name::LONGEST,
                    ),
                    ruleset::preset_option(
                        "base",
                        |l| tr!(l, "opt-base"),
                        |l| tr!(l, "opt-base-about"),
                    ),
                ],
            ),
            spec::subcommand(
                "edit",
                |l| tr!(l, "cmd-house-edit"),
                |l| tr!(l, "cmd-house-edit-about"),
                vec![named()],
            ),
            spec::subcommand(
                "rename",
                |l| tr!(l, "cmd-house-rename"),
                |l| tr!(l, "cmd-house-rename-about"),
                vec![
                    named(),
                    spec::name(
                        "to",
                        |l| tr!(l, "opt-house-to"),
                        |l| tr!(l, "opt-house-new-about"),
                        name::LONGEST,
                    ),
                ],
            ),
            spec::subcommand(
                "show",
                |l| tr!(l, "cmd-house-show"),
                |l| tr!(l, "cmd-house-show-about"),
                vec![named()],
            ),
            spec::subcommand(
                "delete",
                |l| tr!(l, "cmd-house-delete"),
                |l| tr!(l, "cmd-house-delete-about"),
                vec![named()],
            ),
            spec::subcommand(
                "list",
                |l| tr!(l, "cmd-house-list"),
                |l| tr!(l, "cmd-house-list-about"),
                Vec::new(),
            ),
        ],
    )
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let Some(guild) = ctx.guild else {
        return refuse(&tr!(ctx.lang, "refused-house-server"));
    };
    let name = given.text("name").unwrap_or_default();
    match given.verb() {
        "list" => all(ctx, guild).await,
        "show" => match found(ctx, guild, name).await {
            Ok(house) => show(ctx, &house),
            Err(refused) => *refused,
        },
        "new" | "edit" | "rename" | "delete" if !ctx.manager => {
            refuse(&tr!(ctx.lang, "refused-house-manager"))
        }
        "new" => new(ctx, guild, name, given.text("base")).await,
        "edit" => match found(ctx, guild, name).await {
            Ok(house) => edit(ctx, guild, &house).await,
            Err(refused) => *refused,
        },
        "rename" => match found(ctx, guild, name).await {
            Ok(house) => rename(ctx, guild, &house, given.text("to")).await,
            Err(refused) => *refused,
        },
        "delete" => match found(ctx, guild, name).await {
            Ok(house) => panel::ask_delete(ctx.lang, &house),
            Err(refused) => *refused,
        },
        _ => super::common::unknown(ctx),
    }
}

/// The house rule that was named, or that there is none.
async fn found(ctx: &Context, guild: u64, name: &str) -> Result<House, Box<Reply>> {
    match ruleset::house(ctx, guild, name).await {
        Ok(Some(house)) => Ok(house),
        Ok(None) => Err(Box::new(refuse(&tr!(
            ctx.lang,
            "refused-house-unknown",
            name = escape_name(name)
        )))),
        Err(_) => Err(Box::new(refuse(&tr!(ctx.lang, "refused-store")))),
    }
}

async fn new(ctx: &Context, guild: u64, name: &str, base: Option<&str>) -> Reply {
    let lang = ctx.lang;
    let name = match name::read(lang, name) {
        Ok(name) => name,
        Err(refused) => return refuse(&refused),
    };
    let base = base.unwrap_or(default_preset().id);
    let Some(base) = PRESETS.iter().find(|p| p.id == base) else {
        return refuse(&tr!(lang, "refused-rules", name = escape_name(base)));
    };
    let player = ctx.person.player;
    let begun = ctx
        .store
        .begin_house(guild, player, &name, Variation::new(base.id))
        .await;
    begin(ctx, &name, begun)
}

async fn edit(ctx: &Context, guild: u64, house: &House) -> Reply {
    if house.variation.resolve().is_none() {
        return refuse(&base_gone(ctx.lang, house));
    }
    let player = ctx.person.player;
    let begun = ctx.store.begin_change(guild, player, house).await;
    begin(ctx, &house.name, begun)
}

/// Gives a house rule another name; its drafts take the name, too.
async fn rename(ctx: &Context, guild: u64, house: &House, to: Option<&str>) -> Reply {
    let lang = ctx.lang;
    let to = match name::read(lang, to.unwrap_or_default()) {
        Ok(to) => to,
        Err(refused) => return refuse(&refused),
    };
    match ctx.store.rename_house(guild, house.id, &to).await {
        Ok(Ok(())) => say(tr!(
            lang,
            "house-renamed",
            before = escape_name(&house.name),
            name = escape_name(&to)
        )),
        Ok(Err(HouseRefused::Changed)) => refuse(&tr!(lang, "refused-house-gone")),
        Ok(Err(refused)) => refuse(&refused_text(lang, &to, refused)),
        Err(_) => refuse(&tr!(lang, "refused-store")),
    }
}

type Begun = Result<Result<(crate::store::HouseDraft, bool), HouseRefused>, crate::error::AppError>;

/// The panel of a draft that was begun or is gone on with.
fn begin(ctx: &Context, name: &str, begun: Begun) -> Reply {
    let lang = ctx.lang;
    match begun {
        Ok(Ok((draft, new))) => {
            let note = (!new).then(|| tr!(lang, "house-resumed"));
            Reply::Private(panel::draft(lang, &draft, panel::At::default(), note))
        }
        Ok(Err(refused)) => refuse(&refused_text(lang, name, refused)),
        Err(_) => refuse(&tr!(lang, "refused-store")),
    }
}

/// Why a house rule was not taken.
fn refused_text(lang: Lang, name: &str, refused: HouseRefused) -> String {
    let name = escape_name(name);
    match refused {
        HouseRefused::NoDraft => tr!(lang, "refused-house-draft"),
        HouseRefused::NameTaken => tr!(lang, "refused-house-taken", name = name),
        HouseRefused::TooMany => tr!(lang, "refused-house-many", most = MOST_HOUSES),
        HouseRefused::Changed => tr!(lang, "refused-house-changed", name = name),
        HouseRefused::NoSuchValue => tr!(lang, "refused-unknown"),
    }
}

/// A house rule whose preset is no more.
pub(super) fn base_gone(lang: Lang, house: &House) -> String {
    tr!(
        lang,
        "refused-house-base",
        name = escape_name(&house.name),
        base = escape_name(&house.variation.base)
    )
}

/// What managers are told of changes that are no more.
pub(super) fn gone_text(lang: Lang, gone: &[String]) -> Option<String> {
    let gone: Vec<String> = gone.iter().map(|path| escape_name(path)).collect();
    (!gone.is_empty()).then(|| tr!(lang, "house-gone", changes = list(lang, &gone)))
}

/// What a house rule changes, in words, and every topic of it.
fn show(ctx: &Context, house: &House) -> Reply {
    let lang = ctx.lang;
    let Some(Resolved { base, rules, gone }) = house.variation.resolve() else {
        return refuse(&base_gone(lang, house));
    };
    let title = tr!(
        lang,
        "house-title",
        name = escape_name(&house.name),
        base = base_name(lang, &base.base)
    );
    let mut head = vec![title];
    if ctx.manager {
        head.extend(gone_text(lang, &gone));
    }
    let conflicts = rules.validate();
    head.extend(conflicts.iter().map(|c| mark(&conflict_text(lang, c))));
    let lines = change_lines(lang, &changes(lang, &base, &rules), true);
    Reply::Private(Body {
        text: panel::with_changes(lang, head, &lines),
        rows: vec![super::rules::topics(
            lang,
            super::rules::Told::House(house.id),
            None,
        )],
        ..Body::default()
    })
}

async fn all(ctx: &Context, guild: u64) -> Reply {
    let lang = ctx.lang;
    let Ok(houses) = ctx.store.houses(guild).await else {
        return refuse(&tr!(lang, "refused-store"));
    };
    let mut text = vec![if houses.is_empty() {
        tr!(lang, "house-none")
    } else {
        tr!(lang, "house-list")
    }];
    let line = |house: &House| {
        tr!(
            lang,
            "house-line",
            name = escape_name(&house.name),
            base = escape_name(&base_name(lang, &house.variation.base)),
            changes = house.variation.changes.len()
        )
    };
    let lines: Vec<String> = houses.iter().map(line).collect();
    text.extend(fitting(lang, &lines, TEXT - 400));
    if ctx.manager {
        let own = ctx.store.house_drafts(guild, ctx.person.player).await;
        let own = own.unwrap_or_default();
        let names: Vec<String> = own.iter().map(|d| escape_name(&d.name)).collect();
        if !names.is_empty() {
            text.push(tr!(lang, "house-unsaved", names = list(lang, &names)));
        }
    }
    say(cut(&text.join("\n"), TEXT))
}

/// A button of a house rule or of a draft.
fn button(id: CustomId, label: String, style: Style) -> Button {
    Button {
        id: id.to_string(),
        label,
        style,
        disabled: false,
    }
}
