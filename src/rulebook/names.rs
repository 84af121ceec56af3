//! What rulesets are called.

use crate::i18n::{Lang, escape_name, tr};
use crate::rules::{PRESETS, PresetLines, RuleSet};

fn lines(lang: Lang, id: &str) -> Option<&'static PresetLines> {
    let preset = PRESETS.iter().find(|p| p.id == id)?;
    Some(match lang {
        Lang::ZhCn => &preset.text.zh_cn,
        Lang::ZhTw => &preset.text.zh_tw,
        Lang::En => &preset.text.en,
    })
}

/// The name of the preset of that id; the id itself where there is none.
#[must_use]
pub fn base_name(lang: Lang, id: &str) -> String {
    lines(lang, id).map_or_else(|| id.to_owned(), |p| p.name.clone())
}

/// What the preset of that id is like, in a line.
#[must_use]
pub fn preset_about(lang: Lang, id: &str) -> String {
    lines(lang, id).map_or_else(String::new, |p| p.about[0].clone())
}

/// The name of the ruleset: of its preset, with a mark where something is
/// changed, or of the house rule with the preset it builds on.
#[must_use]
pub fn preset_name(lang: Lang, rules: &RuleSet) -> String {
    let base = base_name(lang, &rules.base);
    match &rules.house_name {
        Some(name) => tr!(lang, "house-named", name = escape_name(name), base = base),
        None if rules.house => tr!(lang, "house-rules", name = base),
        None => base,
    }
}
