//! Clicks on the panel of a house rule. Only managers may, each on its own draft.

use serde_json::Value;

use super::panel::{self, At};
use super::refused_text;
use crate::commands::Context;
use crate::commands::common::{mark, refuse, say};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Reply};
use crate::error::AppError;
use crate::i18n::{Lang, escape_name, tr};
use crate::rulebook::{Topic, conflict_text, param};
use crate::rules::Resolved;
use crate::store::{HouseDraft, HouseRefused};

/// A control of house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Control {
    Topic,
    Param,
    Value,
    Back,
    Save,
    Discard,
    Delete,
}

/// The control of house rules that a verb stands for; `None` for those of tables.
pub(in crate::commands) const fn control(verb: Verb) -> Option<Control> {
    match verb {
        Verb::HouseTopic => Some(Control::Topic),
        Verb::HouseParam => Some(Control::Param),
        Verb::HouseValue => Some(Control::Value),
        Verb::HouseBack => Some(Control::Back),
        Verb::HouseSave => Some(Control::Save),
        Verb::HouseDiscard => Some(Control::Discard),
        Verb::HouseDelete => Some(Control::Delete),
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
        | Verb::Replay
        | Verb::Game
        | Verb::Share
        | Verb::Record
        | Verb::History
        | Verb::Board
        | Verb::ShareStats
        | Verb::Worldwide
        | Verb::Rules
        | Verb::Topic
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
        | Verb::Personal
        | Verb::Pause
        | Verb::Longer
        | Verb::Swap
        | Verb::Shuffle
        | Verb::Kick
        | Verb::Invite
        | Verb::Offer
        | Verb::Host
        | Verb::Again
        | Verb::Server
        | Verb::Privacy
        | Verb::Survey => None,
    }
}

/// What a click on such a control does.
pub(in crate::commands) async fn click(
    ctx: &Context,
    control: Control,
    id: CustomId,
    values: &[String],
) -> Reply {
    let lang = ctx.lang;
    let Some(guild) = ctx.guild else {
        return refuse(&tr!(lang, "refused-house-server"));
    };
    if !ctx.manager {
        return refuse(&tr!(lang, "refused-house-manager"));
    }
    if control == Control::Delete {
        return delete(ctx, guild, id.table.0).await;
    }
    let draft = ctx
        .store
        .house_draft(guild, ctx.person.player, id.table.0)
        .await;
    let draft = match draft {
        Ok(Some(draft)) => draft,
        Ok(None) => return refuse(&tr!(lang, "refused-house-draft")),
        Err(_) => return refuse(&tr!(lang, "refused-store")),
    };
    let picked = values.first().map_or("", String::as_str);
    match control {
        Control::Topic => {
            let at = Topic::of(picked).map(At::topic).unwrap_or_default();
            shown(lang, &draft, at, None)
        }
        Control::Param => {
            let at = param(picked).map(At::param).unwrap_or_default();
            shown(lang, &draft, at, None)
        }
        Control::Back => {
            let topic = usize::from(id.index)
                .checked_sub(1)
                .and_then(|at| Topic::ALL.get(at));
            let at = topic.map(|t| At::topic(*t)).unwrap_or_default();
            shown(lang, &draft, at, None)
        }
        Control::Value => change(ctx, guild, &draft, picked).await,
        Control::Save => save(ctx, guild, &draft).await,
        Control::Discard if id.index == 0 => Reply::Edit(panel::ask_discard(lang, &draft)),
        Control::Discard => discard(ctx, guild, &draft).await,
        // A house rule is no draft; it was seen to above.
        Control::Delete => refuse(&tr!(lang, "refused-unknown")),
    }
}

fn shown(lang: Lang, draft: &HouseDraft, at: At, note: Option<String>) -> Reply {
    Reply::Edit(panel::draft(lang, draft, at, note))
}

/// A value was chosen: `auction.undeclared="flip"`.
async fn change(ctx: &Context, guild: u64, draft: &HouseDraft, picked: &str) -> Reply {
    let lang = ctx.lang;
    let chosen = picked.split_once('=').and_then(|(path, value)| {
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
async fn save(ctx: &Context, guild: u64, draft: &HouseDraft) -> Reply {
    let lang = ctx.lang;
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

async fn discard(ctx: &Context, guild: u64, draft: &HouseDraft) -> Reply {
    let lang = ctx.lang;
    let player = ctx.person.player;
    match ctx.store.discard_house_draft(guild, player, draft.id).await {
        Ok(_) => Reply::Edit(Body {
            text: tr!(lang, "house-discarded", name = escape_name(&draft.name)),
            ..Body::default()
        }),
        Err(_) => say(mark(&tr!(lang, "refused-store"))),
    }
}

async fn delete(ctx: &Context, guild: u64, house: i64) -> Reply {
    let lang = ctx.lang;
    match ctx.store.delete_house(guild, house).await {
        Ok(true) => Reply::Edit(Body {
            text: tr!(lang, "house-deleted"),
            ..Body::default()
        }),
        Ok(false) => refuse(&tr!(lang, "refused-house-gone")),
        Err(_) => refuse(&tr!(lang, "refused-store")),
    }
}
