//! Every parameter of every preset against a table kept in the repository, so
//! that a change to one preset shows that it changed no other.
//!
//! `UPDATE_GOLDEN=1 cargo test --test it preset_matrix` writes the table anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use chaodipi::rules::{PRESETS, RuleSet};
use serde_json::Value;

const GOLDEN: &str = "tests/it/golden/preset_matrix.txt";

/// `auction.dealer` → `rotating`, for every leaf of a ruleset.
fn leaves(prefix: &str, value: &Value, into: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if prefix.is_empty() {
                    name.clone()
                } else {
                    format!("{prefix}.{name}")
                };
                leaves(&path, value, into);
            }
        }
        Value::String(text) => {
            into.insert(prefix.to_owned(), text.clone());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            into.insert(prefix.to_owned(), value.to_string());
        }
    }
}

fn parameters(rules: &RuleSet) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let value = serde_json::to_value(rules).expect("a ruleset serialises");
    leaves("", &value, &mut found);
    found.remove("base");
    found
}

/// Under each parameter its values, each with the presets that have it.
fn matrix() -> String {
    let mut values: BTreeMap<String, BTreeMap<String, Vec<&str>>> = BTreeMap::new();
    for preset in PRESETS.iter() {
        for (parameter, value) in parameters(&preset.rules) {
            let ids = values.entry(parameter).or_default().entry(value);
            ids.or_default().push(preset.id);
        }
    }
    let mut text = String::new();
    for (parameter, by_value) in values {
        let _ = writeln!(text, "{parameter}");
        for (value, ids) in by_value {
            let _ = writeln!(text, "    {value}: {}", ids.join(" "));
        }
    }
    text
}

#[test]
fn no_preset_changes_unseen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    let now = matrix();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).expect("the golden file is writable");
    }
    let kept = std::fs::read_to_string(&path).expect("the golden file is readable");
    assert!(
        now == kept,
        "the presets differ from {GOLDEN}; look at the difference and, if it is meant, \
         write the file anew with UPDATE_GOLDEN=1\n{now}"
    );
}

#[test]
fn a_stored_ruleset_is_read_back_as_it_was() {
    for preset in PRESETS.iter() {
        let json = serde_json::to_string(&preset.rules).expect("serialises");
        let back: RuleSet = serde_json::from_str(&json).expect("is read back");
        assert_eq!(back, preset.rules, "{}", preset.id);
    }
}
