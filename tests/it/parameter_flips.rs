//! Whether each parameter of each preset is under test: flipped to any other
//! value it must be refused by `validate()`, or change the answer to a clause
//! of the book that says it guards the parameter.
//!
//! `UPDATE_GOLDEN=1 cargo test --test it parameter_flips` writes anew which
//! flips `validate()` refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use chaodipi::rules::{PRESETS, Preset, RulePatch, RuleSet};
use serde_json::Value;

use crate::clause_book::{BOOK, Clause};
use crate::clause_questions::answer;
use crate::moot_flips::{Moot, moot};

const GOLDEN: &str = "tests/it/golden/refused_flips.txt";

/// One parameter of one preset with another value.
struct Flip {
    preset: &'static Preset,
    path: String,
    value: Value,
}

/// What becomes of a flip.
enum Fate {
    /// `validate()` refuses it; the golden file says why.
    Refused,
    /// This clause answers differently.
    Noticed(&'static Clause),
    /// Nobody notices.
    Unnoticed,
}

impl Flip {
    fn rules(&self) -> RuleSet {
        let patch = RulePatch::change(&self.path, self.value.clone());
        patch.apply(&self.preset.rules).expect("a known value")
    }

    fn fate(&self) -> Fate {
        let rules = self.rules();
        if !rules.validate().is_empty() {
            return Fate::Refused;
        }
        let mut guards = guards(self.preset.id, &self.path);
        let noticing = guards.find(|c| answer(&rules, c.question) != c.says);
        noticing.map_or(Fate::Unnoticed, Fate::Noticed)
    }

    /// Which excuse says that it changes nothing.
    fn excuse(&self, moot: &[Moot]) -> Option<usize> {
        let value = plain(&self.value);
        moot.iter().position(|moot| {
            moot.path == self.path
                && (moot.values.is_empty() || moot.values.contains(&value))
                && moot.presets.iter().any(|id| id == self.preset.id)
        })
    }

    fn name(&self) -> String {
        let Flip {
            preset,
            path,
            value,
        } = self;
        format!("{} {path} = {}", preset.id, plain(value))
    }
}

fn guards<'p>(preset: &'p str, path: &'p str) -> impl Iterator<Item = &'static Clause> + 'p {
    let of = move |c: &&Clause| c.preset == preset && c.guards.contains(&path);
    BOOK.iter().filter(of)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_string)
}

/// The values of every leaf of a ruleset, by path.
fn leaves(prefix: &str, value: &Value, into: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let dot = if prefix.is_empty() { "" } else { "." };
                leaves(&format!("{prefix}{dot}{name}"), value, into);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            into.insert(prefix.to_owned(), value.clone());
        }
    }
}

/// Every parameter with the preset's value. Its id and whether it is a house
/// rule are no parameters: they are shown only.
fn parameters(rules: &RuleSet) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    let value = serde_json::to_value(rules).expect("a ruleset serialises");
    leaves("", &value, &mut found);
    found.remove("base");
    found.remove("house");
    found
}

/// All other values of a parameter.
fn other_values(rules: &RuleSet, path: &str, value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(on) => vec![Value::Bool(!on)],
        Value::Number(number) => {
            let number = number.as_u64().expect("a count");
            vec![Value::from(number + 7)]
        }
        Value::String(own) => {
            let known = variants(rules, path).into_iter();
            known.filter(|v| v != own).map(Value::String).collect()
        }
        Value::Null | Value::Array(_) | Value::Object(_) => panic!("{path} is no plain value"),
    }
}

/// The names that an enumeration has, as its own refusal lists them.
fn variants(rules: &RuleSet, path: &str) -> Vec<String> {
    let refused = RulePatch::change(path, "no such value").apply(rules);
    let error = refused.expect_err("an unknown value").to_string();
    let (_, expected) = error.split_once("expected ").expect("a list of the names");
    let names = expected.split('`').skip(1).step_by(2);
    names.map(str::to_string).collect()
}

fn flips() -> Vec<Flip> {
    let mut flips = Vec::new();
    for preset in PRESETS.iter() {
        for (path, value) in parameters(&preset.rules) {
            for value in other_values(&preset.rules, &path, &value) {
                flips.push(Flip {
                    preset,
                    path: path.clone(),
                    value,
                });
            }
        }
    }
    flips
}

#[test]
fn every_parameter_of_every_preset_is_guarded_by_a_clause() {
    let moot = moot();
    let (mut unnoticed, mut stale) = (Vec::new(), Vec::new());
    let mut used = BTreeSet::new();
    let flips = flips();
    for flip in &flips {
        match (flip.fate(), flip.excuse(&moot)) {
            (Fate::Unnoticed, None) => unnoticed.push(flip.name()),
            (Fate::Unnoticed, Some(entry)) => {
                used.insert((entry, flip.preset.id));
            }
            (Fate::Noticed(clause), Some(entry)) => stale.push(format!(
                "{} is called moot ({}), but {} {} ({}) notices it",
                flip.name(),
                moot[entry].why,
                clause.preset,
                clause.clause,
                clause.place
            )),
            (Fate::Noticed(_) | Fate::Refused, _) => {}
        }
    }
    for (at, moot) in moot.iter().enumerate() {
        let idle = moot
            .presets
            .iter()
            .filter(|id| !used.contains(&(at, id.as_str())));
        stale.extend(idle.map(|id| format!("{} of {id} ({}): no such flip", moot.path, moot.why)));
    }
    assert!(flips.len() > 1300, "{} flips", flips.len());
    assert!(
        unnoticed.is_empty(),
        "no clause notices these:\n{}",
        unnoticed.join("\n")
    );
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn guards_name_parameters() {
    let known = parameters(&PRESETS[0].rules);
    let guards = BOOK
        .iter()
        .flat_map(|c| c.guards.iter().map(|g| (*g, &c.place)));
    let unknown: Vec<_> = guards
        .filter(|(path, _)| !known.contains_key(*path))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn what_validate_refuses_is_known() {
    let mut refused: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for flip in flips() {
        if let Some(conflict) = flip.rules().validate().first() {
            let key = format!("{} = {}", flip.path, plain(&flip.value));
            let ids = refused.entry((key, conflict.to_string())).or_default();
            ids.push(flip.preset.id);
        }
    }
    let mut now = String::new();
    for ((flip, why), ids) in refused {
        let _ = writeln!(now, "{flip}\n    {why}\n    {}", ids.join(" "));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("the golden file is writable");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        now == kept,
        "the flips refused differ from {GOLDEN}:\n{now}"
    );
}
