//! The panel of a seat that buries 8 of its 33 cards.

use super::choose::{bury_parts, option_cards};
use super::parts::deadline;
use super::pictures::seat_order;
use super::private::{Controls, Seen, suggest_button};
use crate::cards::{BOTTOM, CardSet};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Row, Select, Style};
use crate::game::SeatView;
use crate::i18n::{Lang, cards, tr};

/// What is said of points that are to be buried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuryPoints {
    /// In a sentence, from the side of whoever buries.
    pub text: String,
    /// Whether that is a risk which must be meant.
    pub warns: bool,
}

/// What is said of points that are to be buried; `None` where there are none. They
/// count for the attackers, twice at least, if these dig: good news for one of them.
/// Whoever took a suggestion is told so, but not warned against it.
#[must_use]
pub fn bury_points(
    view: &SeatView,
    lang: Lang,
    points: u16,
    suggested: bool,
) -> Option<BuryPoints> {
    if points == 0 {
        return None;
    }
    let dealer = view.public.deal.as_ref().and_then(|d| d.dealer);
    let attacks = dealer.is_some_and(|d| d.side() != view.seat.side());
    Some(match (attacks, suggested) {
        (true, _) => BuryPoints {
            text: tr!(lang, "bury-points-attacker", points = points),
            warns: false,
        },
        (false, true) => BuryPoints {
            text: tr!(lang, "bury-points-suggested", points = points),
            warns: false,
        },
        (false, false) => BuryPoints {
            text: tr!(lang, "draft-bury-points", points = points),
            warns: true,
        },
    })
}

pub(super) fn bury(seen: &Seen, draft: &CardSet) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let chosen = seat_order(view).descending(draft);
    let points = draft.points();
    let mut rows: Vec<Row> = bury_parts(view, seen.personal.order)
        .iter()
        .enumerate()
        .map(|(index, part)| {
            let ends = [part.first(), part.last()].map(|c| c.map(|&c| cards(lang, [c])));
            let [from, to] = ends.map(Option::unwrap_or_default);
            Row::Select(Select {
                id: ids.id(Verb::Pick, index),
                placeholder: tr!(lang, "pick-bury", from = from, to = to),
                min: 0,
                max: part.len().min(BOTTOM) as u8,
                options: option_cards(part, draft, lang),
            })
        })
        .collect();
    let words = bury_points(view, lang, points, snap.suggested[view.seat]);
    let (verb, label, style) = match &words {
        Some(words) => {
            let label = tr!(lang, "button-bury-points", points = points);
            let style = if words.warns {
                Style::Danger
            } else {
                Style::Success
            };
            (Verb::BuryPoints, label, style)
        }
        None => (Verb::Bury, tr!(lang, "button-bury"), Style::Success),
    };
    let mut confirm = ids.button(verb, 0, &label, style);
    confirm.disabled = draft.len() != BOTTOM;
    let mut clear = ids.button(Verb::Clear, 0, &tr!(lang, "button-clear"), Style::Secondary);
    clear.disabled = draft.is_empty();
    let mut buttons = vec![confirm, clear];
    buttons.extend(suggest_button(seen));
    buttons.extend([
        ids.button(Verb::Type, 0, &tr!(lang, "button-type"), Style::Secondary),
        ids.button(Verb::Auto, 1, &tr!(lang, "button-auto"), Style::Secondary),
    ]);
    rows.push(Row::Buttons(buttons));
    Controls {
        text: vec![
            Some(tr!(lang, "ask-bury", needed = BOTTOM)),
            deadline(snap),
            Some(tr!(
                lang,
                "draft-bury",
                chosen = draft.len(),
                needed = BOTTOM,
                cards = if chosen.is_empty() {
                    "–".to_owned()
                } else {
                    cards(lang, chosen)
                }
            )),
            words.map(|words| words.text),
        ],
        rows,
        hint: Some(tr!(lang, "hint-bury")),
    }
}
