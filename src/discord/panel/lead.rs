//! The panel of a seat that leads: ready plays, cards to choose from, and the
//! question before a throw that may fail.

use super::choose::{lead_part, names, option_cards};
use super::parts::{OPTION, OPTIONS, deadline, fit};
use super::pictures::seat_order;
use super::private::{Controls, Seen, play_row, suggest_button, trick_lines};
use crate::cards::{Card, CardSet, two_decks};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Row, Select, SelectOption, Style};
use crate::game::{PublicTrick, SeatView};
use crate::i18n::{Lang, cards, tr};
use crate::rules::{Category, Lead, Order, Shape, leads};

/// What a lead risks, as far as its seat can know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThrowRisk {
    /// It is no throw, or no lead at all: nothing to ask.
    None,
    /// A throw that no card the seat has not seen can beat.
    Safe,
    /// A throw that may fail.
    Risk {
        /// What would stay on the table at worst.
        forced: CardSet,
        /// Points that would cost at worst.
        penalty: u16,
    },
}

/// What a lead risks, from the seat's own cards and what everybody has seen
/// played: as if one hand held all other cards (RULES.md §5).
#[must_use]
pub fn throw_risk(view: &SeatView, play: &CardSet) -> ThrowRisk {
    risk(&seat_order(view), play, &unseen(view))
}

fn risk(order: &Order, play: &CardSet, unseen: &CardSet) -> ThrowRisk {
    let Some(lead) = Lead::new(order, play).filter(Lead::is_throw) else {
        return ThrowRisk::None;
    };
    match lead.fails_against(order, &[*unseen, CardSet::EMPTY, CardSet::EMPTY]) {
        None => ThrowRisk::Safe,
        Some(failed) => ThrowRisk::Risk {
            forced: failed.forced,
            penalty: failed.penalty,
        },
    }
}

/// The cards that are neither in the hand nor played: with the others or buried.
fn unseen(view: &SeatView) -> CardSet {
    let all = CardSet::from_cards(&two_decks()).unwrap_or_default();
    let mut left = all.minus(&view.hand);
    let Some(deal) = &view.public.deal else {
        return left;
    };
    let tricks: Vec<&PublicTrick> = deal.finished.iter().chain(deal.trick.as_ref()).collect();
    for card in tricks
        .into_iter()
        .flat_map(|t| t.plays.values().flatten().flatten())
    {
        left.remove(*card);
    }
    left
}

/// Leads of two cards and more that cannot fail: tractors, longest first,
/// safe throws, pairs; 25 at most.
#[must_use]
pub fn ready_plays(view: &SeatView) -> Vec<CardSet> {
    let order = seat_order(view);
    let unseen = unseen(view);
    let mut plays: Vec<CardSet> = Category::ALL
        .into_iter()
        .filter_map(|c| safe_throw(&order, &view.hand.within(order.kinds(c)), &unseen))
        .collect();
    plays.extend(
        leads(&order, &view.hand, view.withheld)
            .into_iter()
            .filter(|l| l.len() > 1),
    );
    // Longest first; in the order of the hand among equals.
    let sorted = order.descending(&view.hand);
    plays.sort_by_key(|play| {
        let first = sorted.iter().position(|&c| play.has(c));
        (std::cmp::Reverse(play.len()), first)
    });
    plays.truncate(OPTIONS);
    plays
}

/// The largest throw of a category that no unseen card can beat.
fn safe_throw(order: &Order, held: &CardSet, unseen: &CardSet) -> Option<CardSet> {
    let parts = order.parts(held)?;
    let hands = [*unseen, CardSet::EMPTY, CardSet::EMPTY];
    // A part alone is no throw, so each is tried beside one that cannot fail:
    // what fails of the whole is taken out until nothing does.
    let mut throw = *held;
    for _ in 0..parts.parts.len() {
        let lead = Lead::new(order, &throw).filter(Lead::is_throw)?;
        match lead.fails_against(order, &hands) {
            None => return Some(throw),
            Some(failed) => throw = throw.minus(&failed.forced),
        }
    }
    None
}

pub(super) fn lead(seen: &Seen, draft: &CardSet) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let order = seat_order(view);
    let mut rows = Vec::new();
    let ready = if seen.personal.suggestions {
        ready_plays(view)
    } else {
        Vec::new()
    };
    if !ready.is_empty() {
        rows.push(Row::Select(Select {
            id: ids.id(Verb::Set, 0),
            placeholder: tr!(lang, "pick-ready"),
            min: 1,
            max: 1,
            options: ready
                .iter()
                .map(|p| ready_option(&order, p, lang))
                .collect(),
        }));
    }
    let all = lead_part(view, seen.personal.order);
    if !all.is_empty() {
        rows.push(Row::Select(Select {
            id: ids.id(Verb::Pick, 0),
            placeholder: tr!(lang, "pick-lead"),
            min: 1,
            max: all.len() as u8,
            options: option_cards(&all, draft, lang),
        }));
    }
    let chosen = order.descending(draft);
    let risk = risk(&order, draft, &unseen(view));
    rows.push(play_buttons(seen, draft, &risk));
    rows.push(Row::Buttons(play_row(seen)));
    let mut text = trick_lines(seen);
    text.insert(0, Some(tr!(lang, "ask-lead")));
    text.insert(1, deadline(snap));
    text.push((!draft.is_empty()).then(|| draft_line(lang, &chosen)));
    text.push(risk_line(&order, &risk, lang));
    Controls {
        text,
        rows,
        hint: Some(tr!(lang, "hint-play")),
    }
}

pub(super) fn draft_line(lang: Lang, chosen: &[Card]) -> String {
    tr!(
        lang,
        "draft-play",
        count = chosen.len(),
        cards = cards(lang, chosen.iter().copied())
    )
}

/// The question before a throw that may fail: the highest penalty and what
/// may stay; from the seat's own view, never who could beat it.
fn risk_line(order: &Order, risk: &ThrowRisk, lang: Lang) -> Option<String> {
    match risk {
        ThrowRisk::None => None,
        ThrowRisk::Safe => Some(tr!(lang, "throw-safe")),
        ThrowRisk::Risk { forced, penalty } => Some(tr!(
            lang,
            "throw-risk",
            cards = cards(lang, order.descending(forced)),
            penalty = *penalty
        )),
    }
}

/// Play or Throw, Clear, Suggest.
pub(super) fn play_buttons(seen: &Seen, draft: &CardSet, risk: &ThrowRisk) -> Row {
    let Seen { lang, ids, .. } = *seen;
    let mut play = match risk {
        ThrowRisk::None | ThrowRisk::Safe => {
            ids.button(Verb::Play, 0, &tr!(lang, "button-play"), Style::Success)
        }
        ThrowRisk::Risk { penalty, .. } => {
            let label = tr!(lang, "button-throw", penalty = *penalty);
            ids.button(Verb::Throw, 0, &label, Style::Danger)
        }
    };
    play.disabled = draft.is_empty();
    let mut clear = ids.button(Verb::Clear, 0, &tr!(lang, "button-clear"), Style::Secondary);
    clear.disabled = draft.is_empty();
    let mut buttons = vec![play, clear];
    buttons.extend(suggest_button(seen));
    Row::Buttons(buttons)
}

fn ready_option(order: &Order, play: &CardSet, lang: Lang) -> SelectOption {
    let named = cards(lang, order.descending(play));
    let shape = Lead::new(order, play).and_then(|lead| lead.shape());
    let label = match shape {
        Some(Shape::Tractor(_)) => tr!(lang, "ready-tractor", cards = named),
        Some(Shape::Fives) => tr!(lang, "ready-fives", cards = named),
        Some(Shape::Single | Shape::Pair) => tr!(lang, "ready-pair", cards = named),
        None => tr!(lang, "ready-throw", cards = named),
    };
    SelectOption {
        label: fit(&label, OPTION),
        value: names(play),
        picked: false,
    }
}
