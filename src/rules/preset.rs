//! The thirteen published rulesets, read from their files.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{PatchError, RuleConflict, RulePatch, RuleSet};

/// A published ruleset: a base and what it changes (RULES.md, first table).
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its id: `tournament`.
    pub id: &'static str,
    /// The file under `sources/` that it was read from, without `.zh.txt`.
    pub source: String,
    /// Its names and lines.
    pub text: PresetText,
    /// The ruleset.
    pub rules: RuleSet,
}

/// A preset's names and descriptions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetText {
    /// 简体中文.
    #[serde(rename = "zh-CN")]
    pub zh_cn: PresetLines,
    /// 繁體中文.
    #[serde(rename = "zh-TW")]
    pub zh_tw: PresetLines,
    /// English.
    pub en: PresetLines,
}

/// A preset in one language.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetLines {
    /// Its name.
    pub name: String,
    /// What it is like, two lines.
    pub about: [String; 2],
}

/// A preset file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetFile {
    /// The preset it changes; without one, the defaults of RULES.md.
    base: Option<String>,
    source: String,
    text: PresetText,
    #[serde(default)]
    rules: RulePatch,
}

/// Ids and files, a base before what builds on it.
const FILES: [(&str, &str); 13] = [
    ("tournament", include_str!("presets/tournament.toml")),
    ("college", include_str!("presets/college.toml")),
    ("ordered", include_str!("presets/ordered.toml")),
    ("dark", include_str!("presets/dark.toml")),
    ("tv", include_str!("presets/tv.toml")),
    ("flag", include_str!("presets/flag.toml")),
    ("hook", include_str!("presets/hook.toml")),
    ("platform", include_str!("presets/platform.toml")),
    ("forty", include_str!("presets/forty.toml")),
    ("knockout", include_str!("presets/knockout.toml")),
    ("five-ten-king", include_str!("presets/five-ten-king.toml")),
    ("red-five", include_str!("presets/red-five.toml")),
    ("double-dig", include_str!("presets/double-dig.toml")),
];

/// All presets, in the order of RULES.md's first table.
pub static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let mut presets: Vec<Preset> = Vec::with_capacity(FILES.len());
    for (id, file) in FILES {
        let preset = read(id, file, &presets).expect("the preset files are tested to be readable");
        presets.push(preset);
    }
    presets
});

/// The bot's own choice where nobody has chosen (RULES.md, first table).
#[must_use]
pub fn default_preset() -> &'static Preset {
    &PRESETS[0]
}

/// The ruleset of that id.
#[must_use]
pub fn preset(id: &str) -> Option<RuleSet> {
    let found = PRESETS.iter().find(|p| p.id == id)?;
    Some(found.rules.clone())
}

/// Why there is no such ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// No preset has that id.
    #[error("there is no ruleset \"{0}\"")]
    UnknownPreset(String),
    /// A change names what no ruleset has.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The outcome cannot be played; every reason, at least one.
    #[error("{}", list(.0))]
    Conflicts(Vec<RuleConflict>),
}

fn list(conflicts: &[RuleConflict]) -> String {
    let texts: Vec<String> = conflicts.iter().map(RuleConflict::to_string).collect();
    texts.join("; ")
}

/// A preset with changes on top, the later ones over the earlier: a server's
/// house rules, then a table's choice. What comes out can be played.
///
/// # Errors
/// An unknown preset, parameter or value, or a combination that cannot be played.
pub fn resolve(id: &str, patches: &[&RulePatch]) -> Result<RuleSet, ResolveError> {
    let base = preset(id).ok_or_else(|| ResolveError::UnknownPreset(id.to_owned()))?;
    let mut rules = base.clone();
    for patch in patches {
        rules = patch.apply(&rules)?;
    }
    rules.house = rules != base;
    let conflicts = rules.validate();
    if conflicts.is_empty() {
        Ok(rules)
    } else {
        Err(ResolveError::Conflicts(conflicts))
    }
}

fn read(id: &'static str, file: &str, earlier: &[Preset]) -> Result<Preset, String> {
    let file: PresetFile = toml::from_str(file).map_err(|e| format!("{id}: {e}"))?;
    let base = match file.base {
        None => RuleSet::default(),
        Some(base) => earlier
            .iter()
            .find(|p| p.id == base)
            .map(|p| p.rules.clone())
            .ok_or_else(|| format!("{id}: no preset {base} before it"))?,
    };
    let mut rules = file.rules.apply(&base).map_err(|e| format!("{id}: {e}"))?;
    rules.base = id.to_owned();
    Ok(Preset {
        id,
        source: file.source,
        text: file.text,
        rules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_readable_and_can_be_played() {
        let mut read_so_far = Vec::new();
        for (id, file) in FILES {
            let preset = read(id, file, &read_so_far);
            let preset = preset.unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(preset.rules.validate(), Vec::new(), "{id}");
            assert_eq!(preset.source, id);
            read_so_far.push(preset);
        }
    }

    #[test]
    fn an_unknown_id_is_no_preset() {
        assert!(preset("tournament").is_some());
        assert!(preset("Tournament").is_none());
    }

    #[test]
    fn house_rules_must_leave_a_game_that_can_be_played() {
        // college 七.5
        let loose = RulePatch::change("clock.play", 30);
        let rules = resolve("tournament", &[&loose]).expect("can be played");
        assert_eq!((rules.clock.play, rules.house), (30, true));
        let back = RulePatch::change("clock.play", 15);
        let rules = resolve("tournament", &[&loose, &back]).expect("can be played");
        assert!(!rules.house);
        let odd = RulePatch::change("auction.rank", "suits");
        let error = resolve("tournament", &[&odd]);
        let conflicts = vec![RuleConflict::SecretPairsCompared];
        assert_eq!(error, Err(ResolveError::Conflicts(conflicts)));
        assert!(matches!(
            resolve("whist", &[]),
            Err(ResolveError::UnknownPreset(_))
        ));
    }
}
