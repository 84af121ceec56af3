//! Buttons, selects and modals. Each is checked against the seat of whoever
//! used it and, where it belongs to a step, against that seat's own step.

use super::aside::no_such;
use super::common::{At, act, ask, at, draft, mark, refuse, say};
use super::table::life;
use super::typed::{Purpose, typed};
use super::{
    Context, act_error, hand, house, last, leaderboard, lookback, privacy, rules, server, settings,
    stats, suggest, table, watch,
};
use crate::cards::{Card, CardSet};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::panel::{
    PanelOptions, ThrowRisk, asking_panel, bury_parts, cards_of_names, descending, lead_part,
    picked_cards, placed_cards, seat_order, throw_risk,
};
use crate::discord::reply::Reply;
use crate::game::{Action, Ask, ComputerLevel};
use crate::i18n::{cards, seat as seat_word, tr};
use crate::rules::auction::AuctionAct;
use crate::rules::{Lead, Seat};
use crate::table::{DraftChange, TableHandle};

/// What a click does.
pub(super) async fn click(ctx: &Context, id: &str, values: &[String]) -> Reply {
    let Ok(id) = id.parse::<CustomId>() else {
        return refuse(&tr!(ctx.lang, "refused-unknown"));
    };
    if id.verb == Verb::Topic {
        return rules::chosen(ctx, id, values).await;
    }
    if id.verb == Verb::Personal {
        return settings::click(ctx, id, values).await;
    }
    if id.verb == Verb::Server {
        return server::click(ctx, id, values).await;
    }
    if id.verb == Verb::Survey {
        // Managers are answered before: see `discord::survey`.
        return refuse(&tr!(ctx.lang, "refused-server-manager"));
    }
    if id.verb == Verb::Privacy {
        return privacy::click(ctx, id).await;
    }
    if let Some(control) = house::control(id.verb) {
        return house::click(ctx, control, id, values).await;
    }
    if id.verb == Verb::Board {
        return leaderboard::turned(ctx, id).await;
    }
    if matches!(id.verb, Verb::ShareStats | Verb::Worldwide) {
        return stats::clicked(ctx, id).await;
    }
    if let Some(control) = lookback::control(id.verb) {
        return lookback::click(ctx, control, id, values).await;
    }
    if id.verb == Verb::Again {
        return life::again(ctx, id.table).await;
    }
    let Some(handle) = ctx.registry.table(id.table) else {
        if id.verb == Verb::Watch {
            // There is nothing to watch any more, but to look back at.
            return lookback::over(ctx, id.table).await;
        }
        return no_such(ctx, id.table);
    };
    if let Some(reply) = open_to_all(ctx, &handle, id, values).await {
        return reply;
    }
    let Some(at) = at(ctx, handle) else {
        return refuse(&tr!(ctx.lang, "refused-not-your-seat"));
    };
    seated(ctx, &at, id, values).await
}

/// What choosing somebody in a select of the server's members does.
pub(super) async fn person(ctx: &Context, id: &str, person: Option<(u64, String)>) -> Reply {
    let (Ok(id), Some((discord, name))) = (id.parse::<CustomId>(), person) else {
        return refuse(&tr!(ctx.lang, "refused-unknown"));
    };
    let Some(handle) = ctx.registry.table(id.table) else {
        return no_such(ctx, id.table);
    };
    let seat = Seat::new(id.index.into());
    if id.verb == Verb::Invite {
        life::invite(ctx, &handle, discord, &name).await
    } else if let (Verb::Offer, Some(seat)) = (id.verb, seat) {
        life::offer(ctx, &handle, seat, discord, &name).await
    } else {
        refuse(&tr!(ctx.lang, "refused-unknown"))
    }
}

/// What anybody may do, whether or not they sit at the table.
async fn open_to_all(
    ctx: &Context,
    handle: &TableHandle,
    id: CustomId,
    values: &[String],
) -> Option<Reply> {
    let reply = match id.verb {
        Verb::Sit => sit(ctx, handle, Seat::new(id.index.into())).await,
        Verb::Bot => {
            let action = Action::AddComputer(None, ComputerLevel::default());
            table::pressed(ctx, handle, action).await
        }
        Verb::Start => table::pressed(ctx, handle, Action::Start).await,
        Verb::Fill => {
            let action = Action::StartFilled(ComputerLevel::default());
            table::pressed(ctx, handle, action).await
        }
        Verb::Resume => life::resume(ctx, handle).await,
        Verb::Pause => life::pause(ctx, handle).await,
        Verb::Shuffle => life::shuffle(ctx, handle).await,
        Verb::Kick => life::kick_pressed(ctx, handle, id.index, values).await,
        Verb::Host => life::host_chosen(ctx, handle, values).await,
        Verb::Invite => life::invite_pressed(ctx, handle),
        Verb::Status => table::status_reply(ctx, handle),
        Verb::Rules => rules::of_table(ctx, handle).await,
        Verb::Last => last::reply(ctx, handle),
        Verb::Watch => watch::clicked(ctx, handle),
        Verb::End if id.index == 0 => table::end_question(ctx, handle),
        Verb::End => table::end(ctx, handle).await,
        Verb::Close => table::close_phase(ctx, handle).await,
        Verb::Topic
        | Verb::Personal
        | Verb::Server
        | Verb::Privacy
        | Verb::Survey
        | Verb::HouseTopic
        | Verb::HouseParam
        | Verb::HouseValue
        | Verb::HouseBack
        | Verb::HouseSave
        | Verb::HouseDiscard
        | Verb::HouseDelete
        | Verb::Offer
        | Verb::Stand
        | Verb::Ready
        | Verb::Longer
        | Verb::Swap
        | Verb::Again
        | Verb::Hand
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
        | Verb::Replay
        | Verb::Game
        | Verb::Share
        | Verb::Record
        | Verb::History
        | Verb::Board
        | Verb::ShareStats
        | Verb::Worldwide => return None,
    };
    Some(reply)
}

/// What only somebody on a seat may do.
async fn seated(ctx: &Context, at: &At, id: CustomId, values: &[String]) -> Reply {
    let step = Some(id.step);
    let auction = async |action| act(ctx, at, step, Action::Auction(action), None).await;
    match id.verb {
        Verb::Stand => table::pressed(ctx, &at.handle, Action::Stand).await,
        Verb::Ready => table::pressed(ctx, &at.handle, Action::Ready(id.index == 1)).await,
        Verb::Hand if id.index == 0 => hand::wanted(ctx, at).await,
        Verb::Longer => table::public(ctx, &at.handle, Action::Longer).await,
        Verb::Swap => life::swap_pressed(ctx, &at.handle, id.index, values).await,
        Verb::Hand => at.panel(None),
        Verb::Auto => act(ctx, at, None, Action::Auto(id.index == 1), None).await,
        Verb::Pass => auction(AuctionAct::Pass).await,
        Verb::Declare => match declared(at, id) {
            Some(action) => auction(action).await,
            None => stale(ctx, at),
        },
        Verb::Overturn | Verb::Fry => match option(at, id) {
            Some(_) => asked(ctx, at, id),
            None => stale(ctx, at),
        },
        Verb::Sure => match option(at, id) {
            Some(action) => auction(action).await,
            None => stale(ctx, at),
        },
        Verb::Pick => match part_change(at, id, values) {
            Some(change) => draft(ctx, at, id.step, change, None).await,
            None => stale(ctx, at),
        },
        Verb::Clear => draft(ctx, at, id.step, DraftChange::Clear, None).await,
        Verb::Suggest => suggest::suggested(ctx, at, id.step).await,
        Verb::Type => type_modal(ctx, at, id),
        Verb::Bury | Verb::BuryPoints => bury(ctx, at, id).await,
        Verb::Set => play(ctx, at, id, values.first().and_then(|v| cards_of_names(v))).await,
        Verb::Follow => play(ctx, at, id, picked_cards(values)).await,
        Verb::Forced => play(ctx, at, id, forced(at)).await,
        Verb::Play | Verb::Throw => play_draft(ctx, at, id).await,
        Verb::Sit
        | Verb::Bot
        | Verb::Start
        | Verb::Fill
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
        | Verb::Personal
        | Verb::Server
        | Verb::Privacy
        | Verb::Survey
        | Verb::HouseTopic
        | Verb::HouseParam
        | Verb::HouseValue
        | Verb::HouseBack
        | Verb::HouseSave
        | Verb::HouseDiscard
        | Verb::HouseDelete
        | Verb::End
        | Verb::Close
        | Verb::Pause
        | Verb::Shuffle
        | Verb::Kick
        | Verb::Invite
        | Verb::Offer
        | Verb::Host
        | Verb::Again
        | Verb::Resume => refuse(&tr!(ctx.lang, "refused-unknown")),
    }
}

/// A button from an earlier step does nothing; the answer is the panel as it
/// is now.
pub(super) fn stale(ctx: &Context, at: &At) -> Reply {
    at.panel(Some(mark(&tr!(ctx.lang, "refused-stale"))))
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
fn asked(ctx: &Context, at: &At, id: CustomId) -> Reply {
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
    // The draft may hold points that it did not when the button was drawn.
    if id.verb == Verb::Bury && cards.points() > 0 && at.view().step == id.step {
        let question = tr!(ctx.lang, "draft-bury-points", points = cards.points());
        return at.panel(Some(question));
    }
    act(ctx, at, Some(id.step), action, None).await
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
        return refuse(&tr!(lang, "refused-unknown"));
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

/// Sits down and shows the seat's panel, by which the bot learns whether it
/// can write to that person.
pub(super) async fn sit(ctx: &Context, handle: &TableHandle, seat: Option<Seat>) -> Reply {
    let acted = match ask(ctx, handle, Action::Sit(seat)).await {
        Ok(acted) => acted,
        Err(error) => return refuse(&act_error(ctx.lang, &error, &handle.snapshot())),
    };
    match At::of(ctx, handle.clone(), acted.snapshot) {
        Some(at) => {
            let sat = tr!(ctx.lang, "sat", seat = seat_word(ctx.lang, at.seat));
            if ctx.person.personal.hand.is_sent() {
                // The panel comes by private message; where it cannot, that is said.
                say(sat)
            } else {
                at.panel(Some(sat))
            }
        }
        None => refuse(&tr!(ctx.lang, "refused-not-seated")),
    }
}
