//! A whole ruleset, and changes to one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AuctionRules, ClockRules, MatchRules, PlayRules, ScoringRules};

/// Everything that rulesets decide differently, resolved: what is stored with
/// a table, so that later changes to a preset leave its game alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RuleSet {
    /// The id of the preset it comes from. To be shown only: no rule asks for it.
    pub base: String,
    /// Whether anything was changed against that preset. To be shown only.
    #[serde(default)]
    pub house: bool,
    /// What a server calls these rules, where they are its own. To be shown only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_name: Option<String>,
    /// The play of cards (RULES.md §3-§8).
    pub play: PlayRules,
    /// Levels (§9).
    pub scoring: ScoringRules,
    /// The auction (§10).
    pub auction: AuctionRules,
    /// The preset's own clock (§11).
    pub clock: ClockRules,
    /// Games and matches (§12).
    #[serde(rename = "match")]
    pub match_rules: MatchRules,
}

/// Changes to a ruleset, named as in the preset files: what a preset changes
/// on its base, a server's house rules on a preset, a table on both.
///
/// ```toml
/// [auction]
/// undeclared = "no-trump"
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulePatch(Map<String, Value>);

/// A patch that names what no ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PatchError(String);

impl RulePatch {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One change: `path` as in the preset files with dots, `auction.undeclared`.
    #[must_use]
    pub fn change(path: &str, value: impl Into<Value>) -> RulePatch {
        let leaf = value.into();
        let nested = path.rsplit('.').fold(leaf, |value, key| {
            Value::Object(Map::from_iter([(key.to_owned(), value)]))
        });
        match nested {
            Value::Object(map) => RulePatch(map),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => RulePatch::default(),
        }
    }

    /// This patch with a later one on top.
    #[must_use]
    pub fn and(mut self, later: &RulePatch) -> RulePatch {
        merge(&mut self.0, &later.0);
        self
    }

    /// The ruleset that comes out when this is laid over `rules`.
    ///
    /// # Errors
    /// A parameter or a value that does not exist. Whether the outcome can be
    /// played is for [`RuleSet::validate`] to say.
    pub fn apply(&self, rules: &RuleSet) -> Result<RuleSet, PatchError> {
        for key in self.0.keys() {
            if matches!(key.as_str(), "base" | "house" | "house-name") {
                return Err(PatchError(format!("`{key}` cannot be changed")));
            }
        }
        let error = |e: serde_json::Error| PatchError(e.to_string());
        let Value::Object(mut whole) = serde_json::to_value(rules).map_err(error)? else {
            return Err(PatchError("a ruleset is a table".into()));
        };
        merge(&mut whole, &self.0);
        serde_json::from_value(Value::Object(whole)).map_err(error)
    }
}

/// Lays tables over each other; anything that is no table replaces.
fn merge(base: &mut Map<String, Value>, patch: &Map<String, Value>) {
    for (key, value) in patch {
        match (base.get_mut(key), value) {
            (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MustPlay, Undeclared};

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let patch = RulePatch::change("auction.undeclared", "no-trump")
            .and(&RulePatch::change("scoring.must-play", "ace"));
        let mut expected = RuleSet::default();
        expected.auction.undeclared = Undeclared::NoTrump;
        expected.scoring.must_play = MustPlay::Ace;
        assert_eq!(patch.apply(&RuleSet::default()), Ok(expected));
    }

    #[test]
    fn unknown_names_and_values_are_refused() {
        for (path, value) in [
            ("auction.undeclred", "flip"),
            ("auction.undeclared", "flop"),
            ("auktion.undeclared", "flip"),
            ("clock.play", "soon"),
            ("base", "tv"),
        ] {
            let patch = RulePatch::change(path, value);
            assert!(patch.apply(&RuleSet::default()).is_err(), "{path}");
        }
    }

    #[test]
    fn a_ruleset_survives_its_json() {
        let rules = RuleSet::default();
        let json = serde_json::to_string(&rules).expect("serialises");
        assert_eq!(serde_json::from_str::<RuleSet>(&json).ok(), Some(rules));
    }
}
