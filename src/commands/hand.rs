//! `/hand`: show the own panel, wherever it was lost.

use std::future::ready;

use futures_util::FutureExt;

use super::common::{At, own};
use super::control::Control;
use super::{Command, Context, spec};
use crate::discord::board::panel_key;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Button, Reply, Row, Style};
use crate::i18n::tr;
use crate::table::HandPlace;

pub(super) const COMMAND: Command = Command {
    name: "hand",
    spec: || {
        spec::command(
            "hand",
            |l| tr!(l, "cmd-hand"),
            |l| tr!(l, "cmd-hand-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| {
        let reply = own(ctx).map_or_else(|refused| *refused, |at| at.panel(None));
        ready(reply).boxed()
    },
    complete: None,
};

pub(super) const CONTROLS: &[Control] =
    &[Control::on_seat(Verb::Hand, |ctx, at, click| {
        match click.id.index {
            0 => wanted(ctx, at).boxed(),
            _ => ready(at.panel(None)).boxed(),
        }
    })];

/// My hand was pressed: the panel, or where it stands for whoever wants it in
/// private messages alone.
async fn wanted(ctx: &Context, at: &At) -> Reply {
    match ctx.person.personal.hand {
        HandPlace::Direct if !ctx.direct => {}
        HandPlace::Direct | HandPlace::Both | HandPlace::Channel => return at.panel(None),
    }
    let Some(link) = sent_panel(ctx, at).await else {
        // Private messages are closed: nobody is left without cards.
        return at.panel(None);
    };
    let here = CustomId::lasting(Verb::Hand, at.handle.id(), 1);
    Reply::Private(Body {
        text: tr!(ctx.lang, "hand-is-sent", link = link),
        rows: vec![Row::Buttons(vec![Button {
            id: here.to_string(),
            label: tr!(ctx.lang, "button-hand-here"),
            style: Style::Secondary,
            disabled: false,
        }])],
        ..Body::default()
    })
}

/// A link to the seat's panel of this deal in private messages.
async fn sent_panel(ctx: &Context, at: &At) -> Option<String> {
    let key = panel_key(&at.snap, at.seat);
    let shown = ctx.store.surface(at.handle.id()).await.ok()?;
    let panel = shown.iter().find(|row| row.key == key && !row.closed)?;
    Some(format!(
        "https://discord.com/channels/@me/{}/{}",
        panel.channel, panel.message
    ))
}
