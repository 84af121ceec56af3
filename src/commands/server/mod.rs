//! `/server`: what the managers of a server decide for its tables, and what
//! they may do with any of them.

mod panel;
mod permissions;
mod tables;

use std::future::ready;
use std::sync::Arc;

use futures_util::FutureExt;

use super::common::{mark, refuse, unknown};
use super::control::Control;
use super::{Command, Context, Given, ruleset, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::Reply;
use crate::game::ClockChoice;
use crate::i18n::{Lang, tr};
use crate::store::{Seasons, ServerSettings};

pub(super) use tables::Doing;

pub(super) const COMMAND: Command = Command {
    name: "server",
    spec: spec_json,
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| ruleset::complete_all(ctx, typed).boxed()),
};

/// So many channels, and so many roles, can be named at most.
const MOST: usize = 40;
/// What stands for "as whoever opens it" and for the program's ruleset.
const OPENER: &str = "opener";

/// A change of what a server has decided.
type Change = Arc<dyn Fn(&mut ServerSettings) + Send + Sync>;

const fn clock_value(clock: ClockChoice) -> &'static str {
    match clock {
        ClockChoice::Relaxed => "relaxed",
        ClockChoice::Preset => "preset",
        ClockChoice::None => "none",
    }
}

const CLOCKS: [ClockChoice; 3] = [ClockChoice::Relaxed, ClockChoice::Preset, ClockChoice::None];

fn clock(value: &str) -> Option<ClockChoice> {
    CLOCKS.into_iter().find(|c| clock_value(*c) == value)
}

const fn seasons_value(seasons: Seasons) -> &'static str {
    match seasons {
        Seasons::Monthly => "monthly",
        Seasons::Quarterly => "quarterly",
        Seasons::None => "none",
    }
}

fn seasons(value: &str) -> Option<Seasons> {
    Seasons::ALL
        .into_iter()
        .find(|s| seasons_value(*s) == value)
}

/// The language that a value names; inside, `None` for the opener's.
fn language(value: &str) -> Option<Option<Lang>> {
    if value == OPENER {
        return Some(None);
    }
    let named = Lang::ALL.into_iter().find(|l| l.tag() == value);
    named.map(Some)
}

/// The controls of the panel, as `index` numbers them.
mod control {
    /// The ruleset.
    pub const RULES: u16 = 0;
    /// The clock.
    pub const CLOCK: u16 = 1;
    /// The language.
    pub const LANGUAGE: u16 = 2;
    /// The seasons.
    pub const SEASONS: u16 = 3;
    /// Threads: not, wanted.
    pub const THREADS: [u16; 2] = [4, 5];
    /// Tables in this channel: not, allowed.
    pub const CHANNEL: [u16; 2] = [6, 7];
    /// Tables everywhere, opened by everybody.
    pub const EVERYWHERE: u16 = 8;
    /// What is missing in which channel.
    pub const PERMISSIONS: u16 = 9;
    /// A table is to be ended, voided; meant.
    pub const END: u16 = 10;
    /// The same for making void.
    pub const VOID: u16 = 11;
}

fn spec_json() -> serde_json::Value {
    let table = || {
        spec::number(
            "table",
            |l| tr!(l, "opt-table"),
            |l| tr!(l, "opt-table-about"),
            u16::MAX,
        )
    };
    let place = || {
        vec![
            spec::channel(
                "channel",
                |l| tr!(l, "opt-channel"),
                |l| tr!(l, "opt-channel-about"),
            ),
            spec::role("role", |l| tr!(l, "opt-role"), |l| tr!(l, "opt-role-about")),
        ]
    };
    let none = Vec::new;
    spec::command(
        "server",
        |l| tr!(l, "cmd-server"),
        |l| tr!(l, "cmd-server-about"),
        vec![
            spec::subcommand(
                "show",
                |l| tr!(l, "cmd-server-show"),
                |l| tr!(l, "cmd-server-show-about"),
                none(),
            ),
            spec::subcommand(
                "set",
                |l| tr!(l, "cmd-server-set"),
                |l| tr!(l, "cmd-server-set-about"),
                set_options(),
            ),
            spec::subcommand(
                "allow",
                |l| tr!(l, "cmd-server-allow"),
                |l| tr!(l, "cmd-server-allow-about"),
                place(),
            ),
            spec::subcommand(
                "disallow",
                |l| tr!(l, "cmd-server-disallow"),
                |l| tr!(l, "cmd-server-disallow-about"),
                place(),
            ),
            spec::subcommand(
                "permissions",
                |l| tr!(l, "cmd-server-permissions"),
                |l| tr!(l, "cmd-server-permissions-about"),
                none(),
            ),
            spec::subcommand(
                "check",
                |l| tr!(l, "cmd-server-check"),
                |l| tr!(l, "cmd-server-check-about"),
                none(),
            ),
            spec::subcommand(
                "end",
                |l| tr!(l, "cmd-server-end"),
                |l| tr!(l, "cmd-server-end-about"),
                vec![table()],
            ),
            spec::subcommand(
                "void",
                |l| tr!(l, "cmd-server-void"),
                |l| tr!(l, "cmd-server-void-about"),
                vec![table()],
            ),
            spec::subcommand(
                "repair",
                |l| tr!(l, "cmd-server-repair"),
                |l| tr!(l, "cmd-server-repair-about"),
                vec![table()],
            ),
        ],
    )
}

fn set_options() -> Vec<serde_json::Value> {
    vec![
        spec::suggested(
            "rules",
            |l| tr!(l, "opt-rules"),
            |l| tr!(l, "opt-server-rules-about"),
        ),
        spec::one_of(
            "clock",
            |l| tr!(l, "opt-clock"),
            |l| tr!(l, "opt-clock-about"),
            &[
                ("relaxed", |l| tr!(l, "opt-clock-relaxed")),
                ("preset", |l| tr!(l, "opt-clock-preset")),
                ("none", |l| tr!(l, "opt-clock-none")),
            ],
        ),
        spec::one_of(
            "language",
            |l| tr!(l, "opt-language"),
            |l| tr!(l, "opt-language-about"),
            &[
                (OPENER, |l| tr!(l, "language-opener")),
                ("zh-CN", |_| "简体中文".into()),
                ("zh-TW", |_| "繁體中文".into()),
                ("en", |_| "English".into()),
            ],
        ),
        spec::one_of(
            "seasons",
            |l| tr!(l, "opt-seasons"),
            |l| tr!(l, "opt-seasons-about"),
            &[
                ("monthly", |l| tr!(l, "seasons-monthly")),
                ("quarterly", |l| tr!(l, "seasons-quarterly")),
                ("none", |l| tr!(l, "seasons-none")),
            ],
        ),
        spec::one_of(
            "threads",
            |l| tr!(l, "opt-threads"),
            |l| tr!(l, "opt-threads-about"),
            &[("on", |l| tr!(l, "opt-on")), ("off", |l| tr!(l, "opt-off"))],
        ),
    ]
}

/// The server of who asks, if they manage it.
fn managed(ctx: &Context) -> Result<u64, Box<Reply>> {
    let Some(guild) = ctx.guild else {
        return Err(Box::new(refuse(&tr!(ctx.lang, "refused-server-here"))));
    };
    if !ctx.manager {
        return Err(Box::new(refuse(&tr!(ctx.lang, "refused-server-manager"))));
    }
    Ok(guild)
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let guild = match managed(ctx) {
        Ok(guild) => guild,
        Err(refused) => return *refused,
    };
    let number = given.number("table");
    match given.verb() {
        "show" => shown(ctx, guild, None).await,
        "set" => match changes(ctx, &given).await {
            Ok(changes) => changed(ctx, guild, changes).await,
            Err(why) => refuse(&why),
        },
        "allow" => match allowed(&given, true) {
            changes if changes.is_empty() => refuse(&tr!(ctx.lang, "refused-server-nothing")),
            changes => changed(ctx, guild, changes).await,
        },
        "disallow" => match allowed(&given, false) {
            changes if changes.is_empty() => refuse(&tr!(ctx.lang, "refused-server-nothing")),
            changes => changed(ctx, guild, changes).await,
        },
        "permissions" => permissions::page(ctx, guild).await,
        "end" => tables::ask(ctx, guild, number, Doing::End).await,
        "void" => tables::ask(ctx, guild, number, Doing::Void).await,
        "repair" => tables::repair(ctx, guild, number).await,
        _ => unknown(ctx),
    }
}

/// What the options of `set` change; a sentence where one of them cannot be.
async fn changes(ctx: &Context, given: &Given<'_>) -> Result<Vec<Change>, String> {
    let mut all: Vec<Change> = Vec::new();
    if let Some(named) = given.text("rules") {
        let value = ruleset::value_of(ctx, named).await?;
        all.push(Arc::new(move |s| s.rules = Some(value.clone())));
    }
    if let Some(clock) = given.text("clock").and_then(clock) {
        all.push(Arc::new(move |s| s.clock = clock));
    }
    if let Some(language) = given.text("language").and_then(language) {
        all.push(Arc::new(move |s| s.language = language));
    }
    if let Some(seasons) = given.text("seasons").and_then(seasons) {
        all.push(Arc::new(move |s| s.seasons = seasons));
    }
    if let Some(threads) = given.text("threads") {
        let threads = threads == "on";
        all.push(Arc::new(move |s| s.threads = threads));
    }
    if all.is_empty() {
        return Err(tr!(ctx.lang, "refused-server-nothing"));
    }
    Ok(all)
}

/// Channels and roles that are named or taken away.
fn allowed(given: &Given<'_>, on: bool) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    if let Some(channel) = given.id("channel") {
        all.push(Arc::new(move |s| put(&mut s.channels, channel, on)));
    }
    if let Some(role) = given.id("role") {
        all.push(Arc::new(move |s| put(&mut s.roles, role, on)));
    }
    all
}

/// Adds to a list, or takes away from it.
fn put(list: &mut Vec<u64>, id: u64, on: bool) {
    list.retain(|other| *other != id);
    if on {
        list.push(id);
    }
}

/// Why what was asked would be too long a list.
fn too_many(lang: Lang, settings: &ServerSettings) -> Option<String> {
    if settings.channels.len() > MOST {
        Some(tr!(lang, "refused-server-channels", most = MOST))
    } else if settings.roles.len() > MOST {
        Some(tr!(lang, "refused-server-roles", most = MOST))
    } else {
        None
    }
}

/// Makes the changes, all or none: not where they would make a list too long.
async fn change(ctx: &Context, guild: u64, changes: Vec<Change>) -> Result<(), String> {
    let before = ctx.store.server(guild).await;
    let mut after = before.map_err(|_| tr!(ctx.lang, "refused-store"))?;
    for change in &changes {
        change(&mut after);
    }
    if let Some(why) = too_many(ctx.lang, &after) {
        return Err(why);
    }
    let done = ctx.store.change_server(guild, move |settings| {
        for change in &changes {
            change(settings);
        }
    });
    let done = done.await;
    done.map(|_| ()).map_err(|_| tr!(ctx.lang, "refused-store"))
}

/// Makes the changes and shows the panel.
async fn changed(ctx: &Context, guild: u64, changes: Vec<Change>) -> Reply {
    match change(ctx, guild, changes).await {
        Ok(()) => shown(ctx, guild, Some(tr!(ctx.lang, "settings-saved"))).await,
        Err(why) => refuse(&why),
    }
}

async fn shown(ctx: &Context, guild: u64, note: Option<String>) -> Reply {
    match panel::panel(ctx, guild, note).await {
        Ok(body) => Reply::Private(body),
        Err(_) => refuse(&tr!(ctx.lang, "refused-store")),
    }
}

/// The channel that is named for tables: the thread's own one.
fn place(ctx: &Context) -> u64 {
    ctx.parent.unwrap_or(ctx.channel)
}

pub(super) const CONTROLS: &[Control] = &[
    Control::anywhere(Verb::Server, |ctx, click| {
        self::click(ctx, click.id, click.values).boxed()
    }),
    // Managers are answered before: see `discord::survey`.
    Control::anywhere(Verb::Survey, |ctx, _| {
        ready(refuse(&tr!(ctx.lang, "refused-server-manager"))).boxed()
    }),
];

/// What a control of the panel does.
async fn click(ctx: &Context, id: CustomId, values: &[String]) -> Reply {
    let guild = match managed(ctx) {
        Ok(guild) => guild,
        Err(refused) => return *refused,
    };
    let value = values.first().map_or("", String::as_str);
    let channel = place(ctx);
    let picked: Option<Change> = match id.index {
        control::RULES => match ruleset::value_of(ctx, value).await {
            Ok(value) => Some(Arc::new(move |s| s.rules = Some(value.clone()))),
            Err(why) => return edited(ctx, guild, Some(mark(&why))).await,
        },
        control::CLOCK => clock(value).map(|c| -> Change { Arc::new(move |s| s.clock = c) }),
        control::LANGUAGE => {
            language(value).map(|l| -> Change { Arc::new(move |s| s.language = l) })
        }
        control::SEASONS => seasons(value).map(|x| -> Change { Arc::new(move |s| s.seasons = x) }),
        control::EVERYWHERE => Some(Arc::new(|s| {
            s.channels.clear();
            s.roles.clear();
        })),
        control::PERMISSIONS => return permissions::page(ctx, guild).await,
        control::END => return tables::end(ctx, guild, id.table, Doing::End).await,
        control::VOID => return tables::end(ctx, guild, id.table, Doing::Void).await,
        other => switched(other, channel),
    };
    let Some(picked) = picked else {
        return unknown(ctx);
    };
    match change(ctx, guild, vec![picked]).await {
        Ok(()) => edited(ctx, guild, None).await,
        Err(why) => edited(ctx, guild, Some(mark(&why))).await,
    }
}

async fn edited(ctx: &Context, guild: u64, note: Option<String>) -> Reply {
    match panel::panel(ctx, guild, note).await {
        Ok(body) => Reply::Edit(body),
        Err(_) => refuse(&tr!(ctx.lang, "refused-store")),
    }
}

fn switched(index: u16, channel: u64) -> Option<Change> {
    let at = |pair: [u16; 2]| pair.iter().position(|&i| i == index).map(|on| on == 1);
    if let Some(on) = at(control::THREADS) {
        return Some(Arc::new(move |s| s.threads = on));
    }
    let on = at(control::CHANNEL)?;
    Some(Arc::new(move |s| put(&mut s.channels, channel, on)))
}

/// Whether who asks may open a table here by what the server has decided; the
/// refusal says where and with which role one may.
pub(super) fn may_open(ctx: &Context, server: &ServerSettings) -> Result<(), String> {
    let here = [Some(ctx.channel), ctx.parent];
    let there = |channel: &u64| here.contains(&Some(*channel));
    if !server.channels.is_empty() && !server.channels.iter().any(there) {
        return Err(tr!(
            ctx.lang,
            "refused-server-channel",
            channels = mentions(ctx.lang, "#", &server.channels)
        ));
    }
    let held = |role: &u64| ctx.roles.contains(role);
    if !ctx.manager && !server.roles.is_empty() && !server.roles.iter().any(held) {
        return Err(tr!(
            ctx.lang,
            "refused-server-role",
            roles = mentions(ctx.lang, "@&", &server.roles)
        ));
    }
    Ok(())
}

/// So many are named one by one: with more, what stands below them would be cut off.
const NAMED: usize = 8;

/// Channels or roles as Discord shows them; of many, how many more there are.
fn mentions(lang: Lang, sign: &str, ids: &[u64]) -> String {
    let named = ids.iter().take(NAMED);
    let mut all: Vec<String> = named.map(|id| format!("<{sign}{id}>")).collect();
    let more = ids.len().saturating_sub(NAMED);
    if more > 0 {
        all.push(tr!(lang, "server-more-of-them", count = more));
    }
    all.join(" ")
}
