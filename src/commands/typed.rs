//! Cards that were typed, by slash command or modal, become actions. The
//! answer always repeats how they were read.

use super::card_text::{read, read_suit};
use super::common::{At, act, act_unsaid, draft, mark, unknown};
use super::panel::warns_of_points;
use super::{Context, Given, card_text_error};
use crate::cards::CardSet;
use crate::discord::panel::{ThrowRisk, throw_risk};
use crate::discord::reply::Reply;
use crate::game::{Action, Ask, Step};
use crate::i18n::{Lang, cards, list, tr};
use crate::rules::auction::{AuctionAct, Named};
use crate::table::DraftChange;

/// What typed cards are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Declare,
    Overturn,
    Bury,
    Fry,
    Play,
}

impl Purpose {
    /// What cards typed into a modal are for, by what the seat is asked.
    pub(super) fn of(ask: &Ask) -> Option<Purpose> {
        match ask {
            Ask::Place { .. } => Some(Purpose::Declare),
            Ask::Overturn { .. } => Some(Purpose::Overturn),
            Ask::Bury => Some(Purpose::Bury),
            Ask::Fry { .. } => Some(Purpose::Fry),
            Ask::Lead | Ask::Follow { .. } => Some(Purpose::Play),
            Ask::Nothing | Ask::Ready => None,
        }
    }
}

/// A command whose options are `cards` and, for some, `as`.
pub(super) async fn command(ctx: &Context, given: &Given<'_>, purpose: Purpose) -> Reply {
    let at = match super::common::own(ctx) {
        Ok(at) => at,
        Err(reply) => return *reply,
    };
    let text = given.text("cards").unwrap_or_default();
    typed(ctx, &at, None, purpose, text, given.text("as")).await
}

/// Does with the typed cards what they are for.
pub(super) async fn typed(
    ctx: &Context,
    at: &At,
    step: Option<Step>,
    purpose: Purpose,
    text: &str,
    named: Option<&str>,
) -> Reply {
    let lang = ctx.lang;
    let cards_read = match read(text, &at.view().hand) {
        Ok(cards) => cards,
        Err(error) => return at.panel(Some(mark(&card_text_error(lang, &error)))),
    };
    let Some(set) = CardSet::from_cards(&cards_read) else {
        return unknown(ctx);
    };
    let name = match named.map(read_suit) {
        None => None,
        Some(Ok(Some(suit))) => Some(Named::Suit(suit)),
        Some(Ok(None)) => Some(Named::NoTrump),
        Some(Err(error)) => return at.panel(Some(mark(&card_text_error(lang, &error)))),
    };
    let note = tr!(
        lang,
        "read-as",
        cards = cards(lang, cards_read.iter().copied())
    );
    let action = match purpose {
        Purpose::Declare => AuctionAct::Declare { cards: set },
        Purpose::Overturn => AuctionAct::Overturn { cards: set, name },
        Purpose::Fry => AuctionAct::Fry { cards: set, name },
        Purpose::Bury => {
            return bury(ctx, at, step, set, note).await;
        }
        Purpose::Play => {
            return play(ctx, at, step, set, cards_read, note).await;
        }
    };
    act(ctx, at, step, Action::Auction(action), Some(note)).await
}

/// Points in the bottom are asked about once: the same cards again mean them.
async fn bury(ctx: &Context, at: &At, step: Option<Step>, set: CardSet, note: String) -> Reply {
    let asked_already = at.snap.drafts[at.seat] == set;
    let to_ask = !asked_already && at.view().ask == Ask::Bury && warns_of_points(ctx, at, &set);
    if to_ask && at.view().hand.contains_all(&set) && set.len() == crate::cards::BOTTOM {
        let question = tr!(ctx.lang, "typed-bury-points", points = set.points());
        let step = step.unwrap_or(at.view().step);
        let note = format!("{note}\n{question}");
        return draft(ctx, at, step, DraftChange::Set(set), Some(note)).await;
    }
    let action = Action::Auction(AuctionAct::Bury { cards: set });
    // What lies in the bottom nobody may look at again (RULES.md 2.4): no text names it.
    let refused = act_unsaid(ctx, at, step, action, Some(note)).await;
    refused.unwrap_or_else(|| at.panel(None))
}

/// A throw that may fail is asked about once: the same cards again mean it.
async fn play(
    ctx: &Context,
    at: &At,
    step: Option<Step>,
    set: CardSet,
    list: Vec<crate::cards::Card>,
    note: String,
) -> Reply {
    let view = at.view();
    let asked_already = at.snap.drafts[at.seat] == set;
    if view.ask == Ask::Lead && !asked_already && view.hand.contains_all(&set) {
        match throw_risk(view, &set) {
            ThrowRisk::None | ThrowRisk::Safe => {}
            ThrowRisk::Risk { .. } => {
                let question = tr!(ctx.lang, "typed-throw");
                let step = step.unwrap_or(view.step);
                let note = format!("{note}\n{question}");
                return draft(ctx, at, step, DraftChange::Set(set), Some(note)).await;
            }
        }
    }
    act(ctx, at, step, Action::Play(list), Some(note)).await
}

/// The first of the acts that a seat could take, as completions.
pub(super) fn act_choices(lang: Lang, acts: &[AuctionAct]) -> Vec<(String, String)> {
    let mut sets: Vec<CardSet> = acts
        .iter()
        .map(crate::discord::panel::act_cards)
        .filter(|s| !s.is_empty())
        .collect();
    sets.dedup();
    set_choices(lang, sets)
}

/// Sets of cards as completions: read in the reader's words, sent as symbols.
pub(super) fn set_choices(
    lang: Lang,
    sets: impl IntoIterator<Item = CardSet>,
) -> Vec<(String, String)> {
    sets.into_iter()
        .map(|set| (cards(lang, set.iter()), cards(Lang::En, set.iter())))
        .filter(|(_, value)| value.chars().count() <= 100)
        .take(25)
        .collect()
}

/// Seats as they are called, one after the other.
pub(super) fn seats(lang: Lang, which: &[crate::rules::Seat]) -> String {
    let names: Vec<String> = which.iter().map(|&s| crate::i18n::seat(lang, s)).collect();
    list(lang, &names)
}
