//! The panel of a seat that follows: exactly as many cards as were led, chosen
//! from those that a legal play can use.

use super::choose::option_cards;
use super::lead::{ThrowRisk, draft_line, play_buttons};
use super::parts::deadline;
use super::pictures::{own_order, seat_order};
use super::private::{Controls, Seen, play_row, trick_lines};
use crate::cards::{Card, CardSet};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Row, Select, Style};
use crate::i18n::{Lang, cards, tr};
use crate::rules::{Follow, Lead, Order};

/// The 5-10-K with which one may answer, and what holding it back brings
/// (RULES.md 7.3).
fn lower(lang: Lang, order: &Order, follow: &Follow) -> Vec<String> {
    let Some(fives) = follow.may_lower() else {
        return Vec::new();
    };
    let mut text = vec![tr!(
        lang,
        "follow-lowering",
        cards = cards(lang, order.descending(&fives))
    )];
    if follow.withholds(&CardSet::EMPTY) {
        text.push(tr!(lang, "follow-withhold"));
    }
    text
}

pub(super) fn follow(seen: &Seen, lead: &[Card], draft: &CardSet) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let order = seat_order(view);
    let led = CardSet::from_cards(lead).and_then(|set| Lead::new(&order, &set));
    let mut rows = Vec::new();
    let mut forced = None;
    let mut lowering = Vec::new();
    if let Some(led) = &led {
        let follow = led.follow(&order, &view.hand, view.withheld);
        forced = follow.forced();
        lowering = lower(lang, &order, &follow);
        match &forced {
            Some(only) => {
                let named = cards(lang, order.descending(only));
                let label = tr!(lang, "button-forced", cards = named);
                let button = ids.button(Verb::Forced, 0, &label, Style::Primary);
                rows.push(Row::Buttons(vec![button]));
            }
            None => {
                let choices = follow.choices();
                let marked = if draft.is_empty() {
                    choices.must
                } else {
                    *draft
                };
                let usable = own_order(view, &choices.may, seen.personal.order);
                rows.push(Row::Select(Select {
                    id: ids.id(Verb::Follow, 0),
                    placeholder: tr!(lang, "pick-follow", count = choices.cards),
                    min: choices.cards as u8,
                    max: choices.cards as u8,
                    options: option_cards(&usable, &marked, lang),
                }));
                rows.push(play_buttons(seen, draft, &ThrowRisk::None));
            }
        }
    }
    rows.push(Row::Buttons(play_row(seen)));
    let mut text = trick_lines(seen);
    text.insert(
        0,
        Some(match &forced {
            Some(only) => {
                let named = cards(lang, order.descending(only));
                tr!(lang, "ask-follow-forced", cards = named)
            }
            None => tr!(lang, "ask-follow", count = lead.len()),
        }),
    );
    text.insert(1, deadline(snap));
    if forced.is_none() {
        text.extend(lowering.into_iter().map(Some));
    }
    if forced.is_none() && !draft.is_empty() {
        text.push(Some(draft_line(lang, &order.descending(draft))));
    }
    Controls {
        text,
        rows,
        hint: Some(tr!(lang, "hint-play")),
    }
}
