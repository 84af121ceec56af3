//! The private panel on which a house rule is changed: a topic, a parameter of
//! it, a value of that.

use serde_json::Value;

use super::{button, gone_text};
use crate::commands::common::mark;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{OPTION_TEXT, TEXT, cut};
use crate::discord::reply::{Body, Button, Reply, Row, Select, SelectOption, Style};
use crate::game::TableId;
use crate::i18n::{Lang, escape_name, tr};
use crate::rulebook::{
    Param, Topic, base_name, change_lines, changes, conflict_text, fitting, params,
};
use crate::rules::{Resolved, RuleSet};
use crate::store::{House, HouseDraft};

/// Left free for what may be said above a message.
const ROOM_ABOVE: usize = 300;
/// At least so much is left for the changes.
const ROOM_CHANGES: usize = 400;

/// How deep in the panel one is.
#[derive(Clone, Copy, Default)]
pub(super) struct At {
    pub topic: Option<Topic>,
    pub param: Option<&'static Param>,
}

impl At {
    pub(super) fn topic(topic: Topic) -> At {
        At {
            topic: Some(topic),
            param: None,
        }
    }

    pub(super) fn param(param: &'static Param) -> At {
        At {
            topic: Some(param.topic),
            param: Some(param),
        }
    }
}

/// The topics in which something can be changed.
fn topics() -> impl Iterator<Item = Topic> {
    let changed = |t: &Topic| params().iter().any(|p| p.topic == *t);
    Topic::ALL.into_iter().filter(changed)
}

fn id(verb: Verb, number: i64, index: u16) -> CustomId {
    CustomId::lasting(verb, TableId(number), index)
}

/// The panel of a draft, with a line above it.
pub(super) fn draft(lang: Lang, draft: &HouseDraft, at: At, note: Option<String>) -> Body {
    let mut head: Vec<String> = note.into_iter().collect();
    let Some(Resolved { base, rules, gone }) = draft.variation.resolve() else {
        // Only a later version can bring this about.
        head.push(tr!(lang, "house-base-gone"));
        return Body {
            text: head.join("\n"),
            rows: vec![Row::Buttons(vec![discard(lang, draft, 0)])],
            ..Body::default()
        };
    };
    head.push(tr!(
        lang,
        "house-title",
        name = escape_name(&draft.name),
        base = base_name(lang, &base.base)
    ));
    head.extend(gone_text(lang, &gone));
    let conflicts = rules.validate();
    head.extend(conflicts.iter().map(|c| mark(&conflict_text(lang, c))));
    if let Some(param) = at.param {
        head.push(String::new());
        head.push(param.line(lang, &rules, true));
        if !param.matters(&rules) {
            head.push(tr!(lang, "house-idle"));
        }
        head.push(String::new());
    }
    let lines = change_lines(lang, &changes(lang, &base, &rules), true);
    Body {
        text: with_changes(lang, head, &lines),
        rows: rows(lang, draft, at, &base, &rules),
        ..Body::default()
    }
}

/// The head, and below it as many of the changes as fit.
pub(super) fn with_changes(lang: Lang, head: Vec<String>, lines: &[String]) -> String {
    let most = TEXT - ROOM_ABOVE - ROOM_CHANGES;
    let head = cut(&head.join("\n"), most);
    if lines.is_empty() {
        return format!("{head}\n{}", tr!(lang, "house-unchanged"));
    }
    let room = TEXT - ROOM_ABOVE - head.encode_utf16().count() - 1;
    format!("{head}\n{}", fitting(lang, lines, room).join("\n"))
}

fn rows(lang: Lang, draft: &HouseDraft, at: At, base: &RuleSet, rules: &RuleSet) -> Vec<Row> {
    let mut rows_there = vec![topic_select(lang, draft, at)];
    if let Some(topic) = at.topic {
        rows_there.push(param_select(lang, draft, topic, at, rules));
    }
    if let Some(param) = at.param {
        rows_there.push(value_select(lang, draft, param, base, rules));
    }
    let mut buttons = Vec::new();
    if let Some(topic) = at.topic {
        // From a value to its topic, from a topic to all of them.
        let index = Topic::ALL.iter().position(|t| *t == topic);
        let index = index.filter(|_| at.param.is_some()).map_or(0, |i| i + 1);
        let index = u16::try_from(index).unwrap_or_default();
        let back = id(Verb::HouseBack, draft.id, index);
        let label = tr!(lang, "button-house-back");
        buttons.push(button(back, label, Style::Secondary));
    }
    let save = id(Verb::HouseSave, draft.id, 0);
    let label = tr!(lang, "button-house-save");
    buttons.push(button(save, label, Style::Success));
    buttons.push(discard(lang, draft, 0));
    rows_there.push(Row::Buttons(buttons));
    rows_there
}

/// The button that discards a draft: `index` 0 asks, 1 is meant.
fn discard(lang: Lang, draft: &HouseDraft, index: u16) -> Button {
    let label = tr!(lang, "button-house-discard");
    button(
        id(Verb::HouseDiscard, draft.id, index),
        label,
        Style::Danger,
    )
}

fn topic_select(lang: Lang, draft: &HouseDraft, at: At) -> Row {
    let options = topics().map(|topic| SelectOption {
        label: topic.title(lang),
        value: topic.id().to_owned(),
        picked: at.topic == Some(topic),
    });
    Row::Select(Select {
        id: id(Verb::HouseTopic, draft.id, 0).to_string(),
        placeholder: tr!(lang, "house-choose-topic"),
        min: 1,
        max: 1,
        options: options.collect(),
    })
}

fn param_select(lang: Lang, draft: &HouseDraft, topic: Topic, at: At, rules: &RuleSet) -> Row {
    let option = |param: &Param| {
        let title = param.title(lang);
        let label = tr!(
            lang,
            "house-option",
            title = title,
            text = param.says(lang, rules)
        );
        SelectOption {
            label: cut(&label, OPTION_TEXT),
            value: param.path.to_owned(),
            picked: at.param.is_some_and(|p| p.path == param.path),
        }
    };
    let options = params().iter().filter(|p| p.topic == topic).map(option);
    Row::Select(Select {
        id: id(Verb::HouseParam, draft.id, 0).to_string(),
        placeholder: tr!(lang, "house-choose-param"),
        min: 1,
        max: 1,
        options: options.collect(),
    })
}

fn value_select(
    lang: Lang,
    draft: &HouseDraft,
    param: &Param,
    base: &RuleSet,
    rules: &RuleSet,
) -> Row {
    let (own, now) = (param.value(base), param.value(rules));
    let mut values = param.offered(rules);
    if !values.contains(&own) {
        values.push(own.clone());
    }
    let option = |value: &Value| {
        let text = match param.set(rules, value) {
            Some(rules) => param.says(lang, &rules),
            None => value.to_string(),
        };
        let label = if *value == own {
            tr!(lang, "house-own", text = text)
        } else {
            text
        };
        SelectOption {
            label: cut(&label, OPTION_TEXT),
            value: format!("{}={value}", param.path),
            picked: *value == now,
        }
    };
    Row::Select(Select {
        id: id(Verb::HouseValue, draft.id, 0).to_string(),
        placeholder: param.title(lang),
        min: 1,
        max: 1,
        options: values.iter().map(option).collect(),
    })
}

/// Whether the changes are to be forgotten.
pub(super) fn ask_discard(lang: Lang, draft: &HouseDraft) -> Body {
    let back = id(Verb::HouseBack, draft.id, 0);
    Body {
        text: tr!(lang, "ask-house-discard", name = escape_name(&draft.name)),
        rows: vec![Row::Buttons(vec![
            discard(lang, draft, 1),
            button(back, tr!(lang, "button-house-back"), Style::Secondary),
        ])],
        ..Body::default()
    }
}

/// Whether a house rule is to be deleted.
pub(super) fn ask_delete(lang: Lang, house: &House) -> Reply {
    let label = tr!(lang, "button-house-delete");
    let delete = id(Verb::HouseDelete, house.id, 0);
    Reply::Private(Body {
        text: tr!(lang, "ask-house-delete", name = escape_name(&house.name)),
        rows: vec![Row::Buttons(vec![button(delete, label, Style::Danger)])],
        ..Body::default()
    })
}
