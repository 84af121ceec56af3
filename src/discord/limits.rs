//! Discord's limits on a message, kept before anything is sent (P12-P14, P17, P18).

use std::collections::HashSet;

use crate::discord::reply::{Body, Button, Row, Select, SelectOption};

/// Characters of text in a message.
pub const TEXT: usize = 2000;
/// Characters of alt text.
pub const ALT: usize = 1024;
/// Rows of controls in a message.
pub const ROWS: usize = 5;
/// Buttons in a row.
pub const BUTTONS: usize = 5;
/// Options of a select, and choices of an autocompletion.
pub const OPTIONS: usize = 25;
/// Characters of a custom id.
pub const ID: usize = 100;
/// Characters of a button's label.
pub const BUTTON_LABEL: usize = 80;
/// Characters of an option's label or value, and of a choice.
pub const OPTION_TEXT: usize = 100;
/// Characters of a placeholder.
pub const PLACEHOLDER: usize = 150;
/// Characters of a modal's title and of the label of its input.
pub const MODAL_TITLE: usize = 45;
/// Characters of a modal's input.
pub const MODAL_VALUE: usize = 4000;
/// Users one message may ping.
pub const PINGS: usize = 100;

/// The text, or as much of it as fits with `…` at its end: cut at the end of
/// a line if one ends in the last quarter, else anywhere. Characters are
/// counted as UTF-16 does, which is never fewer than Discord counts.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    let mut room = limit.saturating_sub(1);
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let Some(left) = room.checked_sub(c.len_utf16()) else {
            break;
        };
        room = left;
        end = at + c.len_utf8();
    }
    let kept = &text[..end];
    let kept = match kept.rfind('\n') {
        Some(line) if line * 4 >= end * 3 => &kept[..line],
        Some(_) | None => kept,
    };
    format!("{kept}…")
}

fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The body with every text cut to its limit. What cannot be cut without
/// changing its meaning is dropped from the end.
///
/// In a debug build a body that breaks a limit of structure (rows, buttons,
/// options, ids) panics: whoever made it has to be mended.
#[must_use]
pub fn fit(mut body: Body) -> Body {
    debug_assert_eq!(faults(&body), Vec::<String>::new());
    body.text = cut(&body.text, TEXT);
    body.pings.truncate(PINGS);
    if let Some(picture) = &mut body.picture {
        picture.alt = cut(&picture.alt, ALT);
    }
    body.rows.truncate(ROWS);
    for row in &mut body.rows {
        match row {
            Row::Buttons(buttons) => {
                buttons.truncate(BUTTONS);
                for button in buttons {
                    button.label = cut(&button.label, BUTTON_LABEL);
                }
            }
            Row::Select(select) => fit_select(select),
            Row::People(select) => select.placeholder = cut(&select.placeholder, PLACEHOLDER),
        }
    }
    body.rows.retain(|row| match row {
        Row::Buttons(buttons) => !buttons.is_empty(),
        Row::Select(select) => !select.options.is_empty(),
        Row::People(_) => true,
    });
    body
}

fn fit_select(select: &mut Select) {
    select.placeholder = cut(&select.placeholder, PLACEHOLDER);
    select.options.truncate(OPTIONS);
    for option in &mut select.options {
        option.label = cut(&option.label, OPTION_TEXT);
    }
    let count = u8::try_from(select.options.len()).unwrap_or(u8::MAX);
    select.max = select.max.clamp(1, count.max(1));
    select.min = select.min.min(select.max);
}

/// Which limits of structure a body breaks; empty for every body this
/// program makes.
#[must_use]
pub fn faults(body: &Body) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ids = HashSet::new();
    if body.rows.len() > ROWS {
        faults.push(format!("{} rows", body.rows.len()));
    }
    for row in &body.rows {
        match row {
            Row::Buttons(buttons) => {
                if buttons.is_empty() || buttons.len() > BUTTONS {
                    faults.push(format!("{} buttons in a row", buttons.len()));
                }
                for Button { id, label, .. } in buttons {
                    check_id(id, &mut ids, &mut faults);
                    if label.is_empty() || length(label) > BUTTON_LABEL {
                        faults.push(format!("label of {} characters", length(label)));
                    }
                }
            }
            Row::Select(select) => {
                check_id(&select.id, &mut ids, &mut faults);
                check_options(&select.options, &mut faults);
                let count = select.options.len();
                if usize::from(select.max) > count || select.min > select.max || select.max == 0 {
                    faults.push(format!("{}-{} of {count}", select.min, select.max));
                }
            }
            Row::People(select) => {
                check_id(&select.id, &mut ids, &mut faults);
                if select.placeholder.is_empty() {
                    faults.push("a select that does not say what it is for".to_owned());
                }
            }
        }
    }
    faults
}

fn check_id(id: &str, ids: &mut HashSet<String>, faults: &mut Vec<String>) {
    if id.is_empty() || length(id) > ID {
        faults.push(format!("custom id of {} characters", length(id)));
    }
    if !ids.insert(id.to_owned()) {
        faults.push(format!("custom id twice: {id}"));
    }
}

fn check_options(options: &[SelectOption], faults: &mut Vec<String>) {
    if options.is_empty() || options.len() > OPTIONS {
        faults.push(format!("{} options", options.len()));
    }
    let mut values = HashSet::new();
    for option in options {
        if option.value.is_empty() || length(&option.value) > OPTION_TEXT {
            faults.push("an option's value is empty or too long".to_owned());
        }
        if option.label.is_empty() {
            faults.push("an option without a label".to_owned());
        }
        if !values.insert(&option.value) {
            faults.push("an option's value stands twice".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::Style;

    #[test]
    fn text_is_cut_at_a_line_when_one_is_near() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("one\ntwo\nthree", 9), "one\ntwo…");
        assert_eq!(cut("炒地皮炒地皮", 4), "炒地皮…");
        assert_eq!(
            cut("😀😀😀", 5),
            "😀😀…",
            "a pair of surrogates stays whole"
        );
        assert_eq!(length(&cut(&"x".repeat(5000), TEXT)), TEXT);
    }

    fn button(id: &str) -> Button {
        Button {
            id: id.to_owned(),
            label: "label".to_owned(),
            style: Style::Primary,
            disabled: false,
        }
    }

    fn options(count: usize) -> Vec<SelectOption> {
        (0..count)
            .map(|i| SelectOption {
                label: "♠K".to_owned(),
                value: format!("c{i}"),
                picked: false,
            })
            .collect()
    }

    #[test]
    fn broken_structures_are_named() {
        let good = Body {
            text: "text".to_owned(),
            rows: vec![
                Row::Buttons((0..5).map(|i| button(&format!("b{i}"))).collect()),
                Row::Select(Select {
                    id: "s".to_owned(),
                    placeholder: String::new(),
                    min: 0,
                    max: 8,
                    options: options(25),
                }),
            ],
            ..Body::default()
        };
        assert_eq!(faults(&good), Vec::<String>::new());
        let mut twice = good.clone();
        twice.rows.push(Row::Buttons(vec![button("b0")]));
        assert_eq!(faults(&twice), ["custom id twice: b0"]);
        let mut many = good.clone();
        many.rows.push(Row::Select(Select {
            id: "t".to_owned(),
            placeholder: String::new(),
            min: 1,
            max: 30,
            options: options(26),
        }));
        assert_eq!(faults(&many), ["26 options", "1-30 of 26"]);
    }
}
