//! Clicks on the panel of a house rule. Only managers may, each on its own draft.

use futures_util::FutureExt;
use serde_json::Value;

use super::panel::{self, At};
use super::refused_text;
use crate::commands::Context;
use crate::commands::common::{mark, refuse, say};
use crate::commands::control::{Click, Control};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Body, Reply};
use crate::error::AppError;
use crate::i18n::{Lang, escape_name, tr};
use crate::rulebook::{Topic, conflict_text, param};
use crate::rules::Resolved;
use crate::store::{HouseDraft, HouseRefused};

pub(in crate::commands) const CONTROLS: &[Control] = &[
    Control::anywhere(Verb::HouseTopic, |ctx, click| topic(ctx, click).boxed()),
    Control::anywhere(Verb::HouseParam, |ctx, click| parameter(ctx, click).boxed()),
    Control::anywhere(Verb::HouseValue, |ctx, click| value(ctx, click).boxed()),
    Control::anywhere(Verb::HouseBack, |ctx, click| back(ctx, click).boxed()),
    Control::anywhere(Verb::HouseSave, |ctx, click| save(ctx, click).boxed()),
    Control::anywhere(Verb::HouseDiscard, |ctx, click| discard(ctx, click).boxed()),
    Control::anywhere(Verb::HouseDelete, |ctx, click| delete(ctx, click).boxed()),
];

/// The server, for who manages it.
fn managed(ctx: &Context) -> Result<u64, Box<Reply>> {
    match ctx.guild {
        Some(guild) if ctx.manager => Ok(guild),
        Some(_) => Err(Box::new(refuse(&tr!(ctx.lang, "refused-house-manager")))),
        None => Err(Box::new(refuse(&tr!(ctx.lang, "refused-house-server")))),
    }
}

/// The server and the draft that a control of its panel is about.
async fn drafted(ctx: &Context, click: Click<'_>) -> Result<(u64, HouseDraft), Box<Reply>> {
    let guild = managed(ctx)?;
    let draft = click.id.table.0;
    let draft = ctx.store.house_draft(guild, ctx.person.player, draft).await;
    let why = match draft {
        Ok(Some(draft)) => return Ok((guild, draft)),
        Ok(None) => tr!(ctx.lang, "refused-house-draft"),
        Err(_) => tr!(ctx.lang, "refused-store"),
    };
    Err(Box::new(refuse(&why)))
}

async fn topic(ctx: &Context, click: Click<'_>) -> Reply {
    let at = Topic::of(click.first()).map(At::topic);
    turned(ctx, click, at.unwrap_or_default()).await
}

async fn parameter(ctx: &Context, click: Click<'_>) -> Reply {
    let at = param(click.first()).map(At::param);
    turned(ctx, click, at.unwrap_or_default()).await
}

async fn back(ctx: &Context, click: Click<'_>) -> Reply {
    let topic = usize::from(click.id.index).checked_sub(1);
    let topic = topic.and_then(|at| Topic::ALL.get(at));
    let at = topic.map(|t| At::topic(*t));
    turned(ctx, click, at.unwrap_or_default()).await
}

/// Another place in the panel.
async fn turned(ctx: &Context, click: Click<'_>, at: At) -> Reply {
    match drafted(ctx, click).await {
        Ok((_, draft)) => shown(ctx.lang, &draft, at, None),
        Err(refused) => *refused,
    }
}

fn shown(lang: Lang, draft: &HouseDraft, at: At, note: Option<String>) -> Reply {
    Reply::Edit(panel::draft(lang, draft, at, note))
}

/// A value was chosen: `auction.undeclared="flip"`.
async fn value(ctx: &Context, click: Click<'_>) -> Reply {
    let lang = ctx.lang;
    let (guild, draft) = match drafted(ctx, click).await {
        Ok(drafted) => drafted,
        Err(refused) => return *refused,
    };
    let draft = &draft;
    let chosen = click.first().split_once('=').and_then(|(path, value)| {
        let value: Value = serde_json::from_str(value).ok()?;
        Some((param(path)?, value))
    });
    let Some((param, value)) = chosen else {
        let note = mark(&tr!(lang, "refused-unknown"));
        return shown(lang, draft, At::default(), Some(note));
    };
    let at = At::param(param);
    let player = ctx.person.player;
    let done = ctx
        .store
        .change_house_draft(guild, player, draft.id, param.path, &value)
        .await;
    settle(ctx, draft, at, done)
}

/// The panel after a change, or as it was with what kept it from happening.
fn settle(
    ctx: &Context,
    before: &HouseDraft,
    at: At,
    done: Result<Result<HouseDraft, HouseRefused>, AppError>,
) -> Reply {
    let lang = ctx.lang;
    match done {
        Ok(Ok(draft)) => shown(lang, &draft, at, None),
        Ok(Err(HouseRefused::NoDraft)) => refuse(&tr!(lang, "refused-house-draft")),
        Ok(Err(refused)) => {
            let note = mark(&refused_text(lang, &before.name, refused));
            shown(lang, before, at, Some(note))
        }
        Err(_) => shown(lang, before, at, Some(mark(&tr!(lang, "refused-store")))),
    }
}

/// Saves what can be played and differs from its preset.
async fn save(ctx: &Context, click: Click<'_>) -> Reply {
    let lang = ctx.lang;
    let (guild, draft) = match drafted(ctx, click).await {
        Ok(drafted) => drafted,
        Err(refused) => return *refused,
    };
    let draft = &draft;
    let refused = |note: String| shown(lang, draft, At::default(), Some(mark(&note)));
    let Some(Resolved { base, rules, .. }) = draft.variation.resolve() else {
        return shown(lang, draft, At::default(), None);
    };
    if rules == base {
        let base = crate::rulebook::base_name(lang, &base.base);
        return refused(tr!(lang, "refused-house-same", base = base));
    }
    if let Some(conflict) = rules.validate().first() {
        return refused(tr!(
            lang,
            "refused-house-conflict",
            why = conflict_text(lang, conflict)
        ));
    }
    let player = ctx.person.player;
    match ctx.store.save_house_draft(guild, player, draft.id).await {
        Ok(Ok(name)) => Reply::Edit(Body {
            text: tr!(lang, "house-saved", name = escape_name(&name)),
            ..Body::default()
        }),
        Ok(Err(HouseRefused::NoDraft)) => refuse(&tr!(lang, "refused-house-draft")),
        Ok(Err(why)) => refused(refused_text(lang, &draft.name, why)),
        Err(_) => refused(tr!(lang, "refused-store")),
    }
}

/// Asks once, then discards the draft.
async fn discard(ctx: &Context, click: Click<'_>) -> Reply {
    let lang = ctx.lang;
    let (guild, draft) = match drafted(ctx, click).await {
        Ok(drafted) => drafted,
        Err(refused) => return *refused,
    };
    if click.id.index == 0 {
        return Reply::Edit(panel::ask_discard(lang, &draft));
    }
    let player = ctx.person.player;
    match ctx.store.discard_house_draft(guild, player, draft.id).await {
        Ok(_) => Reply::Edit(Body {
            text: tr!(lang, "house-discarded", name = escape_name(&draft.name)),
            ..Body::default()
        }),
        Err(_) => say(mark(&tr!(lang, "refused-store"))),
    }
}

async fn delete(ctx: &Context, click: Click<'_>) -> Reply {
    let lang = ctx.lang;
    let guild = match managed(ctx) {
        Ok(guild) => guild,
        Err(refused) => return *refused,
    };
    // A house rule is no draft: its own number stands in place of the table's.
    match ctx.store.delete_house(guild, click.id.table.0).await {
        Ok(true) => Reply::Edit(Body {
            text: tr!(lang, "house-deleted"),
            ..Body::default()
        }),
        Ok(false) => refuse(&tr!(lang, "refused-house-gone")),
        Err(_) => refuse(&tr!(lang, "refused-store")),
    }
}
