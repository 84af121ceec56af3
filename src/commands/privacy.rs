//! `/privacy`: what is stored of whoever asks, a copy of it, and forgetting it.

use futures_util::FutureExt;

use super::common::{refuse, say, unknown};
use super::control::Control;
use super::{Command, Context, Given, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Button, File, Reply, Row, Style};
use crate::error::AppError;
use crate::game::TableId;
use crate::i18n::{escape_name, tr};
use crate::table::ActError;

pub(super) const COMMAND: Command = Command {
    name: "privacy",
    spec: spec_json,
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

/// The buttons, as `index` numbers them.
const COPY: u16 = 0;
const DELETE: u16 = 1;
const MEANT: u16 = 2;
/// Name of the copy.
const FILE: &str = "chaodipi-my-data.json";
/// A file is at most so large: Discord takes ten million bytes (P18).
const LARGEST: usize = 9_000_000;

fn spec_json() -> serde_json::Value {
    let none = Vec::new;
    spec::command(
        "privacy",
        |l| tr!(l, "cmd-privacy"),
        |l| tr!(l, "cmd-privacy-about"),
        vec![
            spec::subcommand(
                "show",
                |l| tr!(l, "cmd-privacy-show"),
                |l| tr!(l, "cmd-privacy-show-about"),
                none(),
            ),
            spec::subcommand(
                "copy",
                |l| tr!(l, "cmd-privacy-copy"),
                |l| tr!(l, "cmd-privacy-copy-about"),
                none(),
            ),
            spec::subcommand(
                "delete",
                |l| tr!(l, "cmd-privacy-delete"),
                |l| tr!(l, "cmd-privacy-delete-about"),
                none(),
            ),
        ],
    )
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    match given.verb() {
        "show" => shown(ctx).await,
        "copy" => copy(ctx).await,
        "delete" => ask_delete(ctx),
        _ => unknown(ctx),
    }
}

pub(super) const CONTROLS: &[Control] = &[Control::anywhere(Verb::Privacy, |ctx, click| {
    self::click(ctx, click.id).boxed()
})];

/// What a button does.
async fn click(ctx: &Context, id: CustomId) -> Reply {
    match id.index {
        COPY => copy(ctx).await,
        DELETE => ask_delete(ctx),
        MEANT => delete(ctx).await,
        _ => unknown(ctx),
    }
}

fn button(index: u16, label: String, style: Style) -> Button {
    Button {
        id: CustomId::lasting(Verb::Privacy, TableId(0), index).to_string(),
        label,
        style,
        disabled: false,
    }
}

/// What is stored, in words.
async fn shown(ctx: &Context) -> Reply {
    let lang = ctx.lang;
    let Ok(deals) = ctx.store.deals_of(ctx.person.player).await else {
        return refuse(&tr!(lang, "refused-store"));
    };
    Reply::Private(Body {
        text: tr!(
            lang,
            "privacy-stored",
            name = escape_name(&ctx.person.name),
            discord = ctx.person.discord.to_string(),
            deals = deals
        ),
        rows: vec![Row::Buttons(vec![
            button(COPY, tr!(lang, "button-privacy-copy"), Style::Primary),
            button(DELETE, tr!(lang, "button-privacy-delete"), Style::Danger),
        ])],
        ..Body::default()
    })
}

/// A copy of it, as a file.
async fn copy(ctx: &Context) -> Reply {
    let lang = ctx.lang;
    let text = match ctx.store.own_copy(&ctx.person).await {
        Ok(copy) => format!("{copy:#}\n"),
        Err(error) => {
            tracing::error!(%error, "a copy of somebody's data could not be made");
            return refuse(&tr!(lang, "refused-store"));
        }
    };
    if text.len() > LARGEST {
        return refuse(&tr!(lang, "refused-privacy-large"));
    }
    Reply::Private(Body {
        text: tr!(lang, "privacy-copy"),
        file: Some(File {
            name: FILE.to_owned(),
            bytes: text.into_bytes().into(),
        }),
        ..Body::default()
    })
}

/// Forgetting is asked about once.
fn ask_delete(ctx: &Context) -> Reply {
    let lang = ctx.lang;
    Reply::Private(Body {
        text: tr!(lang, "ask-privacy-delete"),
        rows: vec![Row::Buttons(vec![button(
            MEANT,
            tr!(lang, "button-privacy-delete"),
            Style::Danger,
        )])],
        ..Body::default()
    })
}

/// Stands whoever asks up everywhere, and forgets who they are.
async fn delete(ctx: &Context) -> Reply {
    let forgotten = match stand_up(ctx).await {
        Ok(()) => ctx.store.forget_person(&ctx.person).await,
        Err(error) => Err(error),
    };
    match forgotten {
        Ok(()) => Reply::Edit(Body {
            text: tr!(ctx.lang, "privacy-deleted"),
            ..Body::default()
        }),
        Err(AppError::Stopping) => say(tr!(ctx.lang, "refused-store")),
        Err(error) => {
            tracing::error!(%error, "somebody could not be forgotten");
            refuse(&tr!(ctx.lang, "refused-store"))
        }
    }
}

/// At every table: a computer player takes the seat over, or it is free, and
/// no seat is kept any more.
async fn stand_up(ctx: &Context) -> Result<(), AppError> {
    for table in ctx.registry.all() {
        match table.forget(&ctx.person).await {
            Ok(()) => {}
            Err(ActError::Store(error)) => return Err(error),
            Err(error) => {
                tracing::debug!(table = table.id().0, %error, "nobody was to be stood up");
            }
        }
    }
    Ok(())
}
