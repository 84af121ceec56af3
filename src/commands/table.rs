//! `/table`: open a table, sit down, start, end.

mod again;
mod done;
mod life;
mod options;
mod place;
mod press;

use std::time::Duration;

use futures_util::FutureExt;

use self::options::{new_options, strength};
pub(super) use self::press::CONTROLS;
use self::press::sit;
use super::common::{here, own, refuse, say};
use super::ruleset::{self, Ruleset};
use super::{Command, Context, Given, act_error, aside, server, spec};
use crate::cards::Rank;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::panel::status;
use crate::discord::permissions;
use crate::discord::reply::{Body, Button, Reply, Row, Style};
use crate::game::{
    Action, Actor, ClockChoice, ComputerLevel, Entry, Length, Pace, Pause, PublicPhase, Setup,
    StartTime,
};
use crate::i18n::{Lang, channel_link, ranks, tr};
use crate::rulebook::preset_name;
use crate::rules::{RuleSet, Seat};
use crate::table::{ActError, Acted, NewTable, OpenError, Shown, Snapshot, TableHandle};

pub(super) const COMMAND: Command = Command {
    name: "table",
    spec: spec_json,
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| ruleset::complete_all(ctx, typed).boxed()),
};

fn spec_json() -> serde_json::Value {
    let seat = || {
        spec::one_of(
            "seat",
            |l| tr!(l, "opt-seat"),
            |l| tr!(l, "opt-seat-about"),
            &options::SEATS,
        )
    };
    spec::command(
        "table",
        |l| tr!(l, "cmd-table"),
        |l| tr!(l, "cmd-table-about"),
        [
            spec::subcommand(
                "new",
                |l| tr!(l, "cmd-new"),
                |l| tr!(l, "cmd-new-about"),
                new_options(),
            ),
            spec::subcommand(
                "sit",
                |l| tr!(l, "cmd-sit"),
                |l| tr!(l, "cmd-sit-about"),
                vec![seat()],
            ),
            spec::subcommand(
                "stand",
                |l| tr!(l, "cmd-stand"),
                |l| tr!(l, "cmd-stand-about"),
                Vec::new(),
            ),
            spec::subcommand(
                "ready",
                |l| tr!(l, "cmd-ready"),
                |l| tr!(l, "cmd-ready-about"),
                Vec::new(),
            ),
            spec::subcommand(
                "bot",
                |l| tr!(l, "cmd-bot"),
                |l| tr!(l, "cmd-bot-about"),
                vec![seat(), strength()],
            ),
            spec::subcommand(
                "start",
                |l| tr!(l, "cmd-start"),
                |l| tr!(l, "cmd-start-about"),
                Vec::new(),
            ),
            spec::subcommand(
                "fill",
                |l| tr!(l, "cmd-fill"),
                |l| tr!(l, "cmd-fill-about"),
                vec![strength()],
            ),
            spec::subcommand(
                "status",
                |l| tr!(l, "cmd-status"),
                |l| tr!(l, "cmd-status-about"),
                Vec::new(),
            ),
            spec::subcommand(
                "end",
                |l| tr!(l, "cmd-end"),
                |l| tr!(l, "cmd-end-about"),
                Vec::new(),
            ),
        ]
        .into_iter()
        .chain(life::specs())
        .chain(place::specs())
        .collect(),
    )
}

/// Minutes from now that a match may start at most: a day.
const STARTS_MOST: u16 = 24 * 60;

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    match given.verb() {
        "new" => return open(ctx, &given).await,
        "again" => return again::again_here(ctx).await,
        "move" => return place::move_here(ctx, &given).await,
        _ => {}
    }
    if given.verb() == "end"
        && ctx.registry.in_channel(ctx.channel).is_none()
        && let Some(place) = ctx.registry.aside_in(ctx.channel)
    {
        return aside::end(ctx, &place).await;
    }
    let table = match here(ctx) {
        Ok(table) => table,
        Err(refused) => return *refused,
    };
    let seat = given
        .text("seat")
        .and_then(|s| s.parse().ok())
        .and_then(Seat::new);
    let strength = given.text("level").and_then(ComputerLevel::from_name);
    let strength = strength.unwrap_or_default();
    match given.verb() {
        "sit" => sit(ctx, &table, seat).await,
        "bot" => {
            let action = Action::AddComputer(seat, strength);
            public(ctx, &table, action).await
        }
        "start" if table.snapshot().public.paused.is_some() => life::resume(ctx, &table).await,
        "start" => public(ctx, &table, Action::Start).await,
        "fill" => {
            let action = Action::StartFilled(strength);
            public(ctx, &table, action).await
        }
        "status" => status_reply(ctx, &table),
        "end" => end_question(ctx, &table),
        // These two are about the own seat, wherever it is.
        "stand" => match own(ctx) {
            Ok(at) => life::stand(ctx, &at.handle, say(tr!(ctx.lang, "done-stand"))).await,
            Err(refused) => *refused,
        },
        "ready" => match own(ctx) {
            Ok(at) => public(ctx, &at.handle, Action::Ready(true)).await,
            Err(refused) => *refused,
        },
        _ => match life::run(ctx, &given, &table, seat).await {
            Some(reply) => reply,
            None => super::common::unknown(ctx),
        },
    }
}

async fn open(ctx: &Context, given: &Given<'_>) -> Reply {
    let lang = ctx.lang;
    let Some(guild) = ctx.guild else {
        return refuse(&tr!(lang, "refused-server-only"));
    };
    if let Some(missing) = missing_permissions(ctx) {
        return refuse(&tr!(lang, "refused-permissions", missing = missing));
    }
    let Ok(server) = ctx.store.server(guild).await else {
        return refuse(&tr!(lang, "refused-store"));
    };
    if let Err(why) = server::may_open(ctx, &server) {
        return refuse(&why);
    }
    let ruleset = ruleset::opening(ctx, given.text("rules"), server.rules.as_deref()).await;
    let Ruleset { rules, note } = match ruleset {
        Ok(ruleset) => ruleset,
        Err(refused) => return refuse(&refused),
    };
    let setup = match setup(ctx, given, &rules, server.clock) {
        Ok(setup) => setup,
        Err(why) => return refuse(&why),
    };
    if let Some(other) = ctx.registry.waits_elsewhere(ctx.person.player) {
        return refuse(&tr!(lang, "refused-elsewhere", table = other.0));
    }
    if let Err(why) = one_waits(ctx) {
        return refuse(&why);
    }
    let language = match given.text("language") {
        Some(tag) => Lang::from_locale(tag),
        None => server.language.unwrap_or(lang),
    };
    let name = tr!(
        language,
        "thread-name",
        name = ctx.person.name.clone(),
        rules = preset_name(language, &rules)
    );
    let thread = place::thread(ctx, given, guild, &name).await;
    let new = NewTable {
        guild,
        channel: thread.unwrap_or(ctx.channel),
        language,
        rules,
        setup,
        host: ctx.person.player,
    };
    match ctx.registry.open(new).await {
        Ok(table) => {
            let opened = place::opened(lang, &table, thread);
            say(note.map_or(opened.clone(), |note| format!("{opened}\n{note}")))
        }
        Err(OpenError::ChannelTaken(table)) => {
            refuse(&tr!(lang, "refused-channel-taken", table = table.0))
        }
        Err(OpenError::ElsewhereSeated(table)) => {
            refuse(&tr!(lang, "refused-elsewhere", table = table.0))
        }
        Err(OpenError::Store(_)) => refuse(&tr!(lang, "refused-store")),
    }
}

/// Only one table that nobody plays at waits for a person who opens tables and
/// does not sit down; each has a thread, perhaps. Managers know what they do.
fn one_waits(ctx: &Context) -> Result<(), String> {
    let player = ctx.person.player;
    let waits = |table: &TableHandle| {
        let snap = table.snapshot();
        let people = snap.people.values().any(Option::is_some);
        let idle = snap.public.phase == PublicPhase::Lobby || !people;
        snap.public.host == Some(player) && idle && !snap.is_over()
    };
    match ctx.registry.all().into_iter().find(waits) {
        Some(table) if !ctx.manager => Err(tr!(
            ctx.lang,
            "refused-open-already",
            table = table.id().0,
            place = channel_link(table.place().guild, table.place().channel)
        )),
        Some(_) | None => Ok(()),
    }
}

/// What a table chooses beside its rules; why not, in a sentence.
fn setup(
    ctx: &Context,
    given: &Given<'_>,
    rules: &RuleSet,
    clock: ClockChoice,
) -> Result<Setup, String> {
    let lang = ctx.lang;
    let length = length(lang, given)?;
    Ok(Setup {
        clock: match given.text("clock") {
            Some("preset") => ClockChoice::Preset,
            Some("none") => ClockChoice::None,
            Some(_) => ClockChoice::Relaxed,
            None => clock,
        },
        pace: Pace::Brisk,
        length,
        level: given
            .text("level")
            .map(|l| level(lang, l, rules))
            .transpose()?,
        starts: starts(ctx, given, length)?,
        entry: match given.text("seats") {
            Some("invited") => Entry::Invited,
            Some(_) | None => Entry::Open,
        },
        unaided: given.text("suggestions") == Some("off"),
    })
}

/// When the match is to start; only a match has a time to be late for.
fn starts(ctx: &Context, given: &Given<'_>, length: Length) -> Result<Option<StartTime>, String> {
    let Some(minutes) = given.number("starts") else {
        return Ok(None);
    };
    let fits = u64::try_from(minutes).ok();
    let fits = fits.filter(|n| (1..=u64::from(STARTS_MOST)).contains(n));
    let Some(minutes) = fits else {
        return Err(tr!(ctx.lang, "refused-starts", most = STARTS_MOST));
    };
    if !length.is_own_match() {
        return Err(tr!(ctx.lang, "refused-starts-alone"));
    }
    let at = ctx.clock.now() + Duration::from_secs(60 * minutes);
    Ok(Some(StartTime(at.0)))
}

/// What the table plays for: deals and minutes come with their count.
fn length(lang: Lang, given: &Given<'_>) -> Result<Length, String> {
    let count = given.number("count");
    let counted = |length: &'static str, of: fn(u16) -> Length| {
        let fits = count.and_then(|n| u16::try_from(n).ok());
        let fits = fits.filter(|n| (1..=Length::MOST).contains(n));
        fits.map(of).ok_or_else(|| {
            tr!(
                lang,
                "refused-count-missing",
                length = length,
                most = Length::MOST
            )
        })
    };
    let length = match given.text("length") {
        Some("deals") => return counted("deals", Length::Deals),
        Some("minutes") => return counted("minutes", Length::Minutes),
        Some("match") => Length::Match,
        Some("final") => Length::Final,
        Some(_) | None => Length::Game,
    };
    match count {
        None => Ok(length),
        Some(_) => Err(tr!(lang, "refused-count-alone")),
    }
}

/// A rung of the ladder, by its label.
fn level(lang: Lang, label: &str, rules: &RuleSet) -> Result<Rank, String> {
    let rungs = rules.scoring.ladder.rungs();
    let rung = rungs.iter().copied().find(|r| r.label() == label);
    rung.ok_or_else(|| {
        tr!(
            lang,
            "refused-level",
            rules = preset_name(lang, rules),
            ladder = ranks(lang, rungs)
        )
    })
}

/// Something everybody sees happen: the answer only says what was done.
async fn public(ctx: &Context, table: &TableHandle, action: Action) -> Reply {
    as_actor(ctx, table, Actor::Player(ctx.person.player), action).await
}

/// The same as that actor.
async fn as_actor(ctx: &Context, table: &TableHandle, actor: Actor, action: Action) -> Reply {
    let before = table.snapshot();
    let outcome = table.act(actor, None, action.clone()).await;
    answer(ctx, table, &action, &before, outcome)
}

/// The same by a button, under a message that shows what was done: nothing is said.
async fn pressed(ctx: &Context, table: &TableHandle, action: Action) -> Reply {
    let actor = Actor::Player(ctx.person.player);
    match table.act(actor, None, action).await {
        Ok(_) => Reply::Quiet,
        Err(error) => refuse(&act_error(ctx.lang, &error, &table.snapshot())),
    }
}

pub(super) fn answer(
    ctx: &Context,
    table: &TableHandle,
    action: &Action,
    before: &Snapshot,
    outcome: Result<Acted, ActError>,
) -> Reply {
    match outcome {
        Ok(acted) => say(done::done(ctx.lang, action, before, &acted.snapshot)),
        Err(error) => refuse(&act_error(ctx.lang, &error, &table.snapshot())),
    }
}

/// Where the table stands, and what one may do about one that stands still.
fn status_reply(ctx: &Context, table: &TableHandle) -> Reply {
    let snap = table.snapshot();
    let lang = ctx.lang;
    let text = status(&snap, lang);
    let mut buttons = life::buttons(ctx, table, &snap);
    if snap.public.clock == ClockChoice::None && snap.public.deal.is_some() {
        buttons.push(button(
            table,
            Verb::Close,
            0,
            tr!(lang, "button-close"),
            Style::Secondary,
        ));
    }
    let mut rows = if buttons.is_empty() {
        Vec::new()
    } else {
        vec![Row::Buttons(buttons)]
    };
    rows.extend(life::selects(ctx, &snap));
    Reply::Private(Body {
        text,
        rows,
        ..Body::default()
    })
}

fn button(table: &TableHandle, verb: Verb, index: u16, label: String, style: Style) -> Button {
    Button {
        id: CustomId::lasting(verb, table.id(), index).to_string(),
        label,
        style,
        disabled: false,
    }
}

/// Ending a table is asked about once.
fn end_question(ctx: &Context, table: &TableHandle) -> Reply {
    let place = table.place();
    let label = tr!(ctx.lang, "button-end");
    Reply::Private(Body {
        text: tr!(
            ctx.lang,
            "ask-end",
            table = table.id().0,
            place = channel_link(place.guild, place.channel)
        ),
        rows: vec![Row::Buttons(vec![button(
            table,
            Verb::End,
            1,
            label,
            Style::Danger,
        )])],
        ..Body::default()
    })
}

/// The vote to end a table; a manager of its server needs no other.
async fn end(ctx: &Context, table: &TableHandle) -> Reply {
    let counted = tr!(ctx.lang, "voted-end");
    as_manager_too(ctx, table, Action::End, counted).await
}

/// The vote to close the phase of a table without a clock.
async fn close_phase(ctx: &Context, table: &TableHandle) -> Reply {
    let counted = tr!(ctx.lang, "voted-close");
    as_manager_too(ctx, table, Action::Force(false), counted).await
}

/// A manager's word is enough; anybody else's is one vote, which `counted`
/// says while others are needed. The table itself says which it was: what it
/// looks like before and after may differ by what others did meanwhile.
async fn as_manager_too(
    ctx: &Context,
    table: &TableHandle,
    action: Action,
    counted: String,
) -> Reply {
    let before = table.snapshot();
    match table.act(actor(ctx, table), None, action.clone()).await {
        Ok(acted) if acted.only_voted => say(counted),
        outcome => answer(ctx, table, &action, &before, outcome),
    }
}

/// Who asks: a manager of the table's server, or a player.
fn actor(ctx: &Context, table: &TableHandle) -> Actor {
    let player = ctx.person.player;
    if ctx.manager && ctx.guild == Some(table.place().guild) {
        Actor::Manager(player)
    } else {
        Actor::Player(player)
    }
}

/// Tells the table of the channel what the bot may do there, where that is
/// other than it knew.
pub(super) fn notice_permissions(ctx: &Context) {
    let table = ctx.registry.in_channel(ctx.channel);
    let (Some(bits), Some(table)) = (ctx.app_permissions.filter(|_| !ctx.direct), table) else {
        return;
    };
    let waits = table.snapshot().public.paused == Some(Pause::Unshown);
    let lacks = !permissions::lacking(bits).is_empty();
    if lacks != waits {
        table.shown(Shown::Denied(lacks));
    }
}

/// What whoever asks is told where the channel's table cannot be shown.
pub(super) fn permission_note(ctx: &Context) -> Option<String> {
    if ctx.direct || ctx.registry.in_channel(ctx.channel).is_none() {
        return None;
    }
    let missing = missing_permissions(ctx)?;
    Some(tr!(ctx.lang, "status-permissions", missing = missing))
}

/// The names of the permissions that are missing here; `None`: none is.
fn missing_permissions(ctx: &Context) -> Option<String> {
    let missing = permissions::lacking(ctx.app_permissions?);
    (!missing.is_empty()).then(|| permissions::named(ctx.lang, &missing))
}
