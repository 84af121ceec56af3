//! The panel of a person's own settings.

use super::{DISCORD, Switch, control, place_value};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Button, Row, Select, SelectOption, Style};
use crate::game::TableId;
use crate::i18n::{Lang, tr};
use crate::table::{HandPlace, Person, Personal};

/// What is chosen, and the controls to choose otherwise.
pub(super) fn panel(person: &Person, note: Option<String>) -> Body {
    let (lang, own) = (person.language, &person.personal);
    let mut text: Vec<String> = note.into_iter().collect();
    text.push(tr!(lang, "settings-title"));
    text.push(tr!(
        lang,
        "settings-hand",
        value = place_name(lang, own.hand)
    ));
    text.push(match own.hand {
        HandPlace::Both => tr!(lang, "settings-hand-both"),
        HandPlace::Direct => tr!(lang, "settings-hand-direct"),
        HandPlace::Channel => tr!(lang, "settings-hand-channel"),
    });
    text.push(tr!(
        lang,
        "settings-language",
        value = language_name(lang, own.language)
    ));
    text.push(tr!(lang, "settings-look", value = looks(lang, own)));
    if !own.text_only {
        text.push(tr!(lang, "settings-colours"));
    }
    text.push(tr!(lang, "settings-ping", value = on_off(lang, own.ping)));
    text.push(tr!(
        lang,
        "settings-suggestions",
        value = on_off(lang, own.suggestions)
    ));
    text.push(tr!(lang, "settings-private"));
    Body {
        text: text.join("\n"),
        rows: vec![
            place_select(lang, own),
            language_select(lang, own),
            look_select(lang, own),
            buttons(lang, own),
        ],
        ..Body::default()
    }
}

/// An id that changes with what is chosen, so that a select comes back
/// without what was picked in it.
fn id(own: &Personal, index: u16) -> String {
    let place = HandPlace::ALL.iter().position(|p| *p == own.hand);
    let language = own
        .language
        .and_then(|l| Lang::ALL.iter().position(|x| *x == l));
    let numbers = [place, language.map(|l| l + 1)];
    let mut redraw = numbers
        .into_iter()
        .fold(1, |n, i| n * 4 + i.unwrap_or(0) as u32);
    for switch in [
        Switch::TwoColours,
        Switch::Large,
        Switch::TextOnly,
        Switch::TrumpsRight,
        Switch::LowFirst,
        Switch::Ping,
        Switch::Suggestions,
    ] {
        redraw = redraw * 2 + u32::from(switch.of(own));
    }
    CustomId {
        redraw,
        ..CustomId::lasting(Verb::Personal, TableId(0), index)
    }
    .to_string()
}

fn place_name(lang: Lang, place: HandPlace) -> String {
    match place {
        HandPlace::Both => tr!(lang, "hand-both"),
        HandPlace::Direct => tr!(lang, "hand-direct"),
        HandPlace::Channel => tr!(lang, "hand-channel"),
    }
}

fn language_name(lang: Lang, chosen: Option<Lang>) -> String {
    match chosen {
        None => tr!(lang, "language-discord"),
        Some(Lang::ZhCn) => "简体中文".to_owned(),
        Some(Lang::ZhTw) => "繁體中文".to_owned(),
        Some(Lang::En) => "English".to_owned(),
    }
}

fn on_off(lang: Lang, on: bool) -> String {
    if on {
        tr!(lang, "opt-on")
    } else {
        tr!(lang, "opt-off")
    }
}

/// How the hand looks, in one line.
fn looks(lang: Lang, own: &Personal) -> String {
    let mut parts = Vec::new();
    if own.text_only {
        parts.push(tr!(lang, "opt-text"));
    } else {
        parts.push(if own.two_colours {
            tr!(lang, "colours-two")
        } else {
            tr!(lang, "colours-four")
        });
        parts.extend(own.large.then(|| tr!(lang, "opt-large")));
    }
    parts.push(if own.order.trumps_right {
        tr!(lang, "trumps-right")
    } else {
        tr!(lang, "trumps-left")
    });
    parts.push(if own.order.low_first {
        tr!(lang, "first-low")
    } else {
        tr!(lang, "first-high")
    });
    parts.join(" · ")
}

fn place_select(lang: Lang, own: &Personal) -> Row {
    let option = |place| SelectOption {
        label: tr!(lang, "hand-option", value = place_name(lang, place)),
        value: place_value(place).to_owned(),
        picked: own.hand == place,
    };
    Row::Select(Select {
        id: id(own, control::HAND),
        placeholder: tr!(lang, "opt-hand-about"),
        min: 1,
        max: 1,
        options: HandPlace::ALL.map(option).to_vec(),
    })
}

fn language_select(lang: Lang, own: &Personal) -> Row {
    let option = |chosen: Option<Lang>| SelectOption {
        label: tr!(lang, "language-option", value = language_name(lang, chosen)),
        value: chosen.map_or(DISCORD, Lang::tag).to_owned(),
        picked: own.language == chosen,
    };
    let all = std::iter::once(None).chain(Lang::ALL.map(Some));
    Row::Select(Select {
        id: id(own, control::LANGUAGE),
        placeholder: tr!(lang, "opt-own-language-about"),
        min: 1,
        max: 1,
        options: all.map(option).collect(),
    })
}

fn look_select(lang: Lang, own: &Personal) -> Row {
    let option = |switch: Switch| SelectOption {
        label: switch_name(lang, switch),
        value: switch.value().to_owned(),
        picked: switch.of(own),
    };
    Row::Select(Select {
        id: id(own, control::LOOK),
        placeholder: tr!(lang, "settings-look-choose"),
        min: 0,
        max: Switch::LOOK.len() as u8,
        options: Switch::LOOK.map(option).to_vec(),
    })
}

fn switch_name(lang: Lang, switch: Switch) -> String {
    match switch {
        Switch::TwoColours => tr!(lang, "colours-two"),
        Switch::Large => tr!(lang, "opt-large"),
        Switch::TextOnly => tr!(lang, "opt-text"),
        Switch::TrumpsRight => tr!(lang, "trumps-right"),
        Switch::LowFirst => tr!(lang, "first-low"),
        Switch::Ping => tr!(lang, "opt-ping"),
        Switch::Suggestions => tr!(lang, "opt-suggestions"),
    }
}

fn buttons(lang: Lang, own: &Personal) -> Row {
    let button = |index, label, style| Button {
        id: id(own, index),
        label,
        style,
        disabled: false,
    };
    let ping = if own.ping {
        tr!(lang, "button-ping-off")
    } else {
        tr!(lang, "button-ping-on")
    };
    let suggestions = if own.suggestions {
        tr!(lang, "button-suggestions-off")
    } else {
        tr!(lang, "button-suggestions-on")
    };
    let mut defaults = button(
        control::DEFAULTS,
        tr!(lang, "button-settings-defaults"),
        Style::Secondary,
    );
    defaults.disabled = *own == Personal::default();
    Row::Buttons(vec![
        button(
            control::PING[usize::from(!own.ping)],
            ping,
            Style::Secondary,
        ),
        button(
            control::SUGGESTIONS[usize::from(!own.suggestions)],
            suggestions,
            Style::Secondary,
        ),
        defaults,
    ])
}
