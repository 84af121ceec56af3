//! What most commands share: whose table, asking it, answering.

use std::sync::Arc;

use super::{Context, act_error, aside};
use crate::discord::reply::{Body, Reply};
use crate::game::{Action, Actor, SeatView, Step};
use crate::i18n::{Lang, escape_name, tr};
use crate::render::Palette;
use crate::rules::Seat;
use crate::table::{ActError, Acted, DraftChange, Person, Snapshot, TableHandle};

/// A person's seat at a table.
pub(super) struct At {
    pub handle: TableHandle,
    pub snap: Arc<Snapshot>,
    pub seat: Seat,
}

impl At {
    /// The seat of who asks, in that state of the table.
    pub(super) fn of(ctx: &Context, handle: TableHandle, snap: Arc<Snapshot>) -> Option<At> {
        let seat = snap.seat_of(ctx.person.player)?;
        Some(At { handle, snap, seat })
    }

    /// What the seat sees.
    pub(super) fn view(&self) -> &SeatView {
        &self.snap.seats[self.seat]
    }

    /// The seat's own panel, with a line above it.
    pub(super) fn panel(&self, note: Option<String>) -> Reply {
        Reply::Panel {
            table: self.handle.id(),
            seat: self.seat,
            note,
        }
    }
}

/// A private text.
pub(super) fn say(text: String) -> Reply {
    Reply::Private(Body {
        text,
        ..Body::default()
    })
}

/// A private text that says no.
pub(super) fn refuse(text: &str) -> Reply {
    say(mark(text))
}

/// A refusal as a panel's note.
pub(super) fn mark(text: &str) -> String {
    format!("❗ {text}")
}

/// A private message as who asks wants them: without its picture, or in two
/// colours. All that a picture shows stands in the text, too.
pub(super) fn as_wanted(ctx: &Context, body: Body) -> Body {
    let personal = &ctx.person.personal;
    let picture = body.picture.filter(|_| !personal.text_only);
    let picture = picture.map(|picture| {
        if personal.two_colours {
            picture.in_palette(Palette::TwoColour)
        } else {
            picture
        }
    });
    Body { picture, ..body }
}

/// As if somebody asked who reads the language of the channel: that of its table,
/// else the one the server has chosen. For what everybody there will read.
pub(super) async fn aloud(ctx: &Context) -> Context {
    let table = ctx.registry.in_channel(ctx.channel);
    let chosen = match (table, ctx.guild) {
        (Some(table), _) => Some(table.place().language),
        (None, Some(guild)) => ctx.store.server(guild).await.ok().and_then(|s| s.language),
        (None, None) => None,
    };
    Context {
        lang: chosen.unwrap_or(ctx.lang),
        ..ctx.clone()
    }
}

/// How a person is called who may be gone.
pub(super) fn shown_name(lang: Lang, person: Option<&Person>) -> String {
    match person {
        Some(person) if !person.name.is_empty() => escape_name(&person.name),
        Some(_) | None => tr!(lang, "departed"),
    }
}

pub(super) fn unknown(ctx: &Context) -> Reply {
    refuse(&tr!(ctx.lang, "refused-unknown"))
}

/// The seat of who asks, wherever its table is.
pub(super) fn own(ctx: &Context) -> Result<At, Box<Reply>> {
    ctx.registry
        .of_player(ctx.person.player)
        .and_then(|handle| at(ctx, handle))
        .ok_or_else(|| Box::new(refuse(&tr!(ctx.lang, "refused-not-seated"))))
}

/// The seat of who asks at that table.
pub(super) fn at(ctx: &Context, handle: TableHandle) -> Option<At> {
    let snap = handle.snapshot();
    At::of(ctx, handle, snap)
}

/// The table of the channel; else the one where who asks sits.
pub(super) fn here(ctx: &Context) -> Result<TableHandle, Box<Reply>> {
    ctx.registry
        .in_channel(ctx.channel)
        .or_else(|| ctx.registry.of_player(ctx.person.player))
        .ok_or_else(|| {
            let aside = ctx.registry.aside_in(ctx.channel);
            Box::new(aside.map_or_else(
                || refuse(&tr!(ctx.lang, "refused-no-table")),
                |place| aside::refusal(ctx, place.table),
            ))
        })
}

/// Asks something of a table as the person.
pub(super) async fn ask(
    ctx: &Context,
    handle: &TableHandle,
    action: Action,
) -> Result<Acted, ActError> {
    handle
        .act(Actor::Player(ctx.person.player), None, action)
        .await
}

/// Does something for the seat of who asks. The answer is the seat's panel as
/// it is then, with a refusal or `done` above it.
pub(super) async fn act(
    ctx: &Context,
    at: &At,
    step: Option<Step>,
    action: Action,
    done: Option<String>,
) -> Reply {
    let read = done.clone();
    act_unsaid(ctx, at, step, action, read)
        .await
        .unwrap_or_else(|| at.panel(done))
}

/// The same, but nothing is said above the panel of what was done: `None`.
/// `read` stands before a refusal only.
pub(super) async fn act_unsaid(
    ctx: &Context,
    at: &At,
    step: Option<Step>,
    action: Action,
    read: Option<String>,
) -> Option<Reply> {
    let actor = Actor::Player(ctx.person.player);
    let refusal = at.handle.act(actor, step, action).await.err()?;
    Some(at.panel(Some(refused(ctx, at, &refusal, read))))
}

/// Changes the draft of who asks.
pub(super) async fn draft(
    ctx: &Context,
    at: &At,
    step: Step,
    change: DraftChange,
    note: Option<String>,
) -> Reply {
    match at.handle.draft(ctx.person.player, step, change).await {
        Ok(_) => at.panel(note),
        Err(error) => at.panel(Some(refused(ctx, at, &error, note))),
    }
}

/// A refusal, after how the cards were read.
fn refused(ctx: &Context, at: &At, error: &ActError, read: Option<String>) -> String {
    let text = mark(&act_error(ctx.lang, error, &at.snap));
    match read {
        Some(read) => format!("{read}\n{text}"),
        None => text,
    }
}
