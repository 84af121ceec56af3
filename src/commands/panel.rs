//! The controls of the hand panel: placing, overturning, frying, burying, playing.
//! Each counts for the step of the seat it was made for, and for no other.

use futures_util::FutureExt;

use super::aside::no_such;
use super::common::{At, act, at, draft, mark, refuse, unknown};
use super::control::{Click, Control};
use super::typed::{Purpose, typed};
use super::{Context, act_error, suggest};
use crate::cards::{Card, CardSet};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::panel::{
    PanelOptions, ThrowRisk, asking_panel, bury_parts, bury_points, cards_of_names, descending,
    lead_part, picked_cards, placed_cards, seat_order, throw_risk,
};
use crate::discord::reply::Reply;
use crate::game::{Action, Ask, ClockChoice, Illegal, SpeechKind};
use crate::i18n::{cards, tr};
use crate::rules::auction::AuctionAct;
use crate::rules::{Lead, Refusal};
use crate::table::{ActError, DraftChange};

pub(super) const CONTROLS: &[Control] = &[
    Control::on_seat(Verb::Declare, |ctx, at, click| {
        if is_too_late(at, click.id) {
            return std::future::ready(too_late(ctx, at)).boxed();
        }
        answered(ctx, at, click, declared(at, click.id)).boxed()
    }),
    Control::on_seat(Verb::Overturn, |ctx, at, click| {
        asked(ctx, at, click).boxed()
    }),
    Control::on_seat(Verb::Fry, |ctx, at, click| asked(ctx, at, click).boxed()),
    Control::on_seat(Verb::Sure, |ctx, at, click| {
        answered(ctx, at, click, option(at, click.id)).boxed()
    }),
    Control::on_seat(Verb::Pass, |ctx, at, click| {
        answered(ctx, at, click, Some(AuctionAct::Pass)).boxed()
    }),
    Control::on_seat(Verb::Pick, |ctx, at, click| picked(ctx, at, click).boxed()),
    Control::on_seat(Verb::Clear, |ctx, at, click| {
        draft(ctx, at, click.id.step, DraftChange::Clear, None).boxed()
    }),
    Control::on_seat(Verb::Suggest, |ctx, at, click| {
        suggest::suggested(ctx, at, click.id.step).boxed()
    }),
    Control::on_seat(Verb::Type, |ctx, at, click| {
        std::future::ready(type_modal(ctx, at, click.id)).boxed()
    }),
    Control::on_seat(Verb::Bury, |ctx, at, click| bury(ctx, at, click.id).boxed()),
    Control::on_seat(Verb::BuryPoints, |ctx, at, click| {
        bury(ctx, at, click.id).boxed()
    }),
    Control::on_seat(Verb::Set, |ctx, at, click| {
        let set = click.values.first().and_then(|v| cards_of_names(v));
        play(ctx, at, click.id, set).boxed()
    }),
    Control::on_seat(Verb::Follow, |ctx, at, click| {
        play(ctx, at, click.id, picked_cards(click.values)).boxed()
    }),
    Control::on_seat(Verb::Forced, |ctx, at, click| {
        play(ctx, at, click.id, forced(at)).boxed()
    }),
    Control::on_seat(Verb::Play, |ctx, at, click| {
        play_draft(ctx, at, click.id).boxed()
    }),
    Control::on_seat(Verb::Throw, |ctx, at, click| {
        play_draft(ctx, at, click.id).boxed()
    }),
];

/// An answer to a question of the auction; without one, the button was an old one.
async fn answered(ctx: &Context, at: &At, click: Click<'_>, action: Option<AuctionAct>) -> Reply {
    match action {
        Some(action) => act(ctx, at, Some(click.id.step), Action::Auction(action), None).await,
        None => stale(ctx, at),
    }
}

async fn picked(ctx: &Context, at: &At, click: Click<'_>) -> Reply {
    match part_change(at, click.id, click.values) {
        Some(change) => draft(ctx, at, click.id.step, change, None).await,
        None => stale(ctx, at),
    }
}

/// A button from an earlier step does nothing; the answer is the panel as it
/// is now.
pub(super) fn stale(ctx: &Context, at: &At) -> Reply {
    at.panel(Some(mark(&tr!(ctx.lang, "refused-stale"))))
}

/// Whether that button would have placed a card, but somebody was faster and drawing
/// is over.
fn is_too_late(at: &At, id: CustomId) -> bool {
    let public = &at.view().public;
    let Some(deal) = public.deal.as_ref() else {
        return false;
    };
    let one_counts = !deal.kind.declaring(&public.rules.auction).goes_on();
    let races = public.clock != ClockChoice::None && one_counts;
    let same = deal.number.0 == id.step.deal && deal.tricks == 0 && id.step.phase == 'd';
    let first = deal.spoken.first();
    let other = first.is_some_and(|s| s.kind == SpeechKind::Declared && s.seat != at.seat);
    races && same && other && at.view().step != id.step
}

/// That is said, rather than that the button is old.
fn too_late(ctx: &Context, at: &At) -> Reply {
    let late = ActError::Illegal(Illegal::Rule(Refusal::AlreadyDeclared));
    at.panel(Some(mark(&act_error(ctx.lang, &late, &at.snap))))
}

fn declared(at: &At, id: CustomId) -> Option<AuctionAct> {
    let level = at.view().public.deal.as_ref()?.declares[at.seat.side()];
    let cards = placed_cards(level, id.index.into())?;
    Some(AuctionAct::Declare { cards })
}

/// The option of an overturn or fry that a button names.
fn option(at: &At, id: CustomId) -> Option<AuctionAct> {
    let view = at.view();
    let options = match &view.ask {
        Ask::Overturn { options, .. } | Ask::Fry { options, .. } if view.step == id.step => options,
        Ask::Overturn { .. }
        | Ask::Fry { .. }
        | Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Bury
        | Ask::Lead
        | Ask::Follow { .. } => return None,
    };
    options.get(usize::from(id.index)).copied()
}

/// An answer to overturning or frying is final, so it is asked about once: on
/// the panel itself, whose picture stays.
async fn asked(ctx: &Context, at: &At, click: Click<'_>) -> Reply {
    let id = click.id;
    if option(at, id).is_none() {
        return stale(ctx, at);
    }
    let options = PanelOptions {
        direct: ctx.direct,
        buttons_only: ctx.buttons_only,
        ..PanelOptions::default()
    };
    let option = id.index.into();
    Reply::Edit(asking_panel(&at.snap, at.seat, ctx.lang, options, option))
}

/// What picking cards in one of several selects does to the draft.
fn part_change(at: &At, id: CustomId, values: &[String]) -> Option<DraftChange> {
    let view = at.view();
    if view.step != id.step {
        return None;
    }
    let by = at.snap.personal(at.seat).order;
    let part = match view.ask {
        Ask::Bury => bury_parts(view, by).get(usize::from(id.index))?.clone(),
        Ask::Lead => lead_part(view, by),
        Ask::Follow { .. }
        | Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Overturn { .. }
        | Ask::Fry { .. } => return None,
    };
    Some(DraftChange::ReplacePart {
        shown: CardSet::from_cards(&part)?,
        picked: picked_cards(values)?,
    })
}

async fn bury(ctx: &Context, at: &At, id: CustomId) -> Reply {
    let cards = at.snap.drafts[at.seat];
    let action = Action::Auction(AuctionAct::Bury { cards });
    // The draft may hold points that it did not when the button was drawn: the
    // panel asks now.
    if id.verb == Verb::Bury && at.view().step == id.step && warns_of_points(ctx, at, &cards) {
        return at.panel(None);
    }
    act(ctx, at, Some(id.step), action, None).await
}

/// Whether those points in the bottom must be meant; what was suggested says
/// nothing of other cards.
pub(super) fn warns_of_points(ctx: &Context, at: &At, cards: &CardSet) -> bool {
    let suggested = at.snap.suggested[at.seat] && at.snap.drafts[at.seat] == *cards;
    bury_points(at.view(), ctx.lang, cards.points(), suggested).is_some_and(|words| words.warns)
}

async fn play(ctx: &Context, at: &At, id: CustomId, set: Option<CardSet>) -> Reply {
    match set {
        Some(set) if at.view().step == id.step => {
            act(
                ctx,
                at,
                Some(id.step),
                Action::Play(in_order(at, &set)),
                None,
            )
            .await
        }
        Some(_) | None => stale(ctx, at),
    }
}

async fn play_draft(ctx: &Context, at: &At, id: CustomId) -> Reply {
    let set = at.snap.drafts[at.seat];
    if id.verb == Verb::Play && at.view().ask == Ask::Lead && at.view().step == id.step {
        match throw_risk(at.view(), &set) {
            ThrowRisk::None | ThrowRisk::Safe => {}
            // The draft was no such throw when the button was drawn; the
            // panel asks now.
            ThrowRisk::Risk { .. } => return at.panel(None),
        }
    }
    play(ctx, at, id, Some(set)).await
}

/// Cards as they are laid on the table, strongest first.
fn in_order(at: &At, set: &CardSet) -> Vec<Card> {
    descending(at.view(), set)
}

/// The only legal play, where there is one.
fn forced(at: &At) -> Option<CardSet> {
    let view = at.view();
    let Ask::Follow { lead } = &view.ask else {
        return None;
    };
    let order = seat_order(view);
    let lead = Lead::new(&order, &CardSet::from_cards(lead)?)?;
    lead.follow(&order, &view.hand, view.withheld).forced()
}

/// A modal in which cards can be typed; the draft stands in it.
fn type_modal(ctx: &Context, at: &At, id: CustomId) -> Reply {
    if at.view().step != id.step {
        return stale(ctx, at);
    }
    let chosen = at.snap.drafts[at.seat];
    Reply::Modal {
        id: id.to_string(),
        title: tr!(ctx.lang, "modal-title"),
        label: tr!(ctx.lang, "modal-label"),
        value: cards(ctx.lang, in_order(at, &chosen)),
    }
}

/// What a sent modal does: the same as the slash command of the phase.
pub(super) async fn modal(ctx: &Context, id: &str, value: &str) -> Reply {
    let lang = ctx.lang;
    let Ok(id) = id.parse::<CustomId>() else {
        return unknown(ctx);
    };
    let Some(handle) = ctx.registry.table(id.table) else {
        return no_such(ctx, id.table);
    };
    let Some(at) = at(ctx, handle) else {
        return refuse(&tr!(lang, "refused-not-your-seat"));
    };
    match Purpose::of(&at.view().ask) {
        Some(purpose) if at.view().step == id.step => {
            typed(ctx, &at, Some(id.step), purpose, value, None).await
        }
        Some(_) | None => stale(ctx, &at),
    }
}
