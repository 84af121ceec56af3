//! The panel of a seat that buries 8 of its 33 cards.

use super::choose::{bury_parts, option_cards};
use super::parts::deadline;
use super::pictures::seat_order;
use super::private::{Controls, Seen, suggest_button};
use crate::cards::{BOTTOM, CardSet};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Row, Select, Style};
use crate::i18n::{cards, tr};

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
    let (verb, label, style) = if points > 0 {
        let label = tr!(lang, "button-bury-points", points = points);
        (Verb::BuryPoints, label, Style::Danger)
    } else {
        (Verb::Bury, tr!(lang, "button-bury"), Style::Success)
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
            (points > 0).then(|| tr!(lang, "draft-bury-points", points = points)),
        ],
        rows,
        hint: Some(tr!(lang, "hint-bury")),
    }
}
