//! A server's own variation on a preset: the preset's id and what is changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RulePatch, RuleSet, preset};

/// A preset's id and changes to it, by path (`auction.undeclared`). It is kept
/// so, not resolved, so that it follows its preset into later versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    /// The id of the preset.
    pub base: String,
    /// New values by path, as in the preset files.
    pub changes: BTreeMap<String, Value>,
}

/// A variation laid over its preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The preset.
    pub base: RuleSet,
    /// The rules that come out. Whether they can be played is for
    /// [`RuleSet::validate`] to say.
    pub rules: RuleSet,
    /// Changes that name a parameter or a value that is no more; left out.
    pub gone: Vec<String>,
}

impl Variation {
    /// A preset as it is.
    #[must_use]
    pub fn new(base: &str) -> Variation {
        Variation {
            base: base.to_owned(),
            changes: BTreeMap::new(),
        }
    }

    /// The rules; `None` when the preset is no more.
    #[must_use]
    pub fn resolve(&self) -> Option<Resolved> {
        let base = preset(&self.base)?;
        let mut rules = base.clone();
        let mut gone = Vec::new();
        for (path, value) in &self.changes {
            match RulePatch::change(path, value.clone()).apply(&rules) {
                Ok(changed) => rules = changed,
                Err(_) => gone.push(path.clone()),
            }
        }
        rules.house = rules != base;
        Some(Resolved { base, rules, gone })
    }

    /// Changes one parameter. A value that is the preset's own is no change;
    /// one that does not exist changes nothing and gives `false`. Changes that
    /// are no more are forgotten.
    pub fn set(&mut self, path: &str, value: &Value) -> bool {
        let Some(Resolved { base, gone, .. }) = self.resolve() else {
            return false;
        };
        let Ok(changed) = RulePatch::change(path, value.clone()).apply(&base) else {
            return false;
        };
        self.changes.retain(|path, _| !gone.contains(path));
        if changed == base {
            self.changes.remove(path);
        } else {
            self.changes.insert(path.to_owned(), value.clone());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PRESETS, Undeclared};

    #[test]
    fn a_variation_without_changes_is_its_preset() {
        for preset in PRESETS.iter() {
            let resolved = Variation::new(preset.id).resolve().expect("a preset");
            assert_eq!(resolved.rules, preset.rules);
            assert_eq!(resolved.gone, Vec::<String>::new());
        }
        assert_eq!(Variation::new("whist").resolve(), None);
    }

    #[test]
    fn a_change_back_is_no_change() {
        let mut variation = Variation::new("tournament");
        assert!(variation.set("auction.undeclared", &"no-trump".into()));
        let resolved = variation.resolve().expect("a preset");
        assert_eq!(resolved.rules.auction.undeclared, Undeclared::NoTrump);
        assert!(resolved.rules.house);
        assert!(variation.set("auction.undeclared", &"flip".into()));
        assert_eq!(variation, Variation::new("tournament"));
        assert!(!variation.set("auction.undeclared", &"flop".into()));
        assert!(!variation.set("base", &"tv".into()));
        assert_eq!(variation, Variation::new("tournament"));
    }

    #[test]
    fn a_change_that_is_no_more_is_left_out_and_named() {
        let mut variation = Variation::new("tournament");
        variation.set("clock.play", &30.into());
        let stored = |path: &str, value: Value| (path.to_owned(), value);
        variation.changes.extend([
            stored("auction.weather", "fine".into()),
            stored("scoring.rise", "thirteen".into()),
            stored("", 1.into()),
            stored("play", Value::Null),
        ]);
        let resolved = variation.resolve().expect("a preset");
        assert_eq!(resolved.rules.clock.play, 30);
        assert_eq!(
            resolved.gone,
            ["", "auction.weather", "play", "scoring.rise"]
        );
        // The next change clears them away.
        variation.set("clock.play", &45.into());
        assert_eq!(variation.changes.len(), 1);
    }

    #[test]
    fn a_variation_survives_its_json() {
        let mut variation = Variation::new("tv");
        variation.set("play.links.hollow-side", &false.into());
        let json = serde_json::to_string(&variation).expect("serialises");
        assert_eq!(
            serde_json::from_str::<Variation>(&json).ok(),
            Some(variation)
        );
    }
}
