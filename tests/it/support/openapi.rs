//! Holds calls of the bot and answers of the stand-in against Discord's own description of its API.
//!
//! The description is not part of this repository; where its folder stands beside the repository it is used, and
//! otherwise the check says aloud that it did not take place.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{LazyLock, Mutex};

use chaodipi::sandbox::Call;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

static DESCRIPTION: LazyLock<Option<Description>> = LazyLock::new(Description::load);

/// Panics if a call or its answer does not fit the description; calls that the stand-in refused as ill-formed (50035)
/// are held to nothing but the form of the refusal.
pub fn check_calls(calls: &[Call]) {
    let Some(wrong) = misfits(calls) else {
        eprintln!(
            "SKIPPED: ../shared/discord-openapi is not there; {} calls stay unchecked",
            calls.len()
        );
        return;
    };
    let wrong: Vec<String> = wrong.into_iter().take(20).collect();
    assert!(
        wrong.is_empty(),
        "calls against the description:\n{}",
        wrong.join("\n")
    );
}

/// What does not fit; `None` without a description.
pub fn misfits(calls: &[Call]) -> Option<BTreeSet<String>> {
    let description = DESCRIPTION.as_ref()?;
    Some(
        calls
            .iter()
            .flat_map(|call| description.check(call))
            .collect(),
    )
}

struct Description {
    schemas: Map<String, Value>,
    responses: Map<String, Value>,
    /// Path, split, and its operations by method.
    paths: Vec<(Vec<String>, Map<String, Value>)>,
    compiled: Mutex<HashMap<String, Validator>>,
}

impl Description {
    fn load() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord-openapi");
        if !folder.is_dir() {
            return None;
        }
        let text = std::fs::read_to_string(folder.join("openapi.json"))
            .expect("the folder holds openapi.json");
        let mut whole: Value = serde_json::from_str(&text).expect("openapi.json is JSON");
        loosen(&mut whole["components"]["schemas"]);
        loosen(&mut whole["paths"]);
        // The documentation has words such as BASE_TYPE_MAX_LENGTH where the description says a number.
        whole["components"]["schemas"]["Error"]["properties"]["code"] =
            json!({ "type": ["integer", "string"] });
        let object = |value: &Value| value.as_object().expect("an object").clone();
        let split = |path: &str| path.split('/').skip(1).map(str::to_owned).collect();
        Some(Self {
            schemas: object(&whole["components"]["schemas"]),
            responses: object(&whole["components"]["responses"]),
            paths: object(&whole["paths"])
                .iter()
                .map(|(path, ops)| (split(path), object(ops)))
                .collect(),
            compiled: Mutex::default(),
        })
    }

    fn check(&self, call: &Call) -> Vec<String> {
        let name = format!("{} {}", call.method, call.path);
        let Some((path, operation)) = self.operation(call) else {
            return vec![format!("{name}: not in the description")];
        };
        let mut wrong = Vec::new();
        let key = format!("{} {path}", call.method);
        let ill_formed = call.answer["code"] == 50035;
        let asked = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !ill_formed && !call.body.is_null() && !asked.is_null() {
            let found = self.errors(&format!("{key} request"), asked, &call.body);
            wrong.extend(
                found
                    .into_iter()
                    .map(|why| format!("{name} request: {why}")),
            );
        }
        if call.status != 0 && call.status < 500 {
            wrong.extend(
                self.check_answer(&key, operation, call)
                    .into_iter()
                    .map(|why| format!("{name} {why}")),
            );
        }
        wrong
    }

    fn check_answer(&self, key: &str, operation: &Value, call: &Call) -> Vec<String> {
        let responses = &operation["responses"];
        let status = call.status.to_string();
        let response = responses
            .get(&status)
            .or_else(|| responses.get(format!("{}XX", call.status / 100)));
        let Some(response) = response else {
            return vec![format!("answers {status}, which is not described")];
        };
        let named = response["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next());
        let response = named.map_or(response, |name| &self.responses[name]);
        let schema = &response["content"]["application/json"]["schema"];
        if schema.is_null() || call.answer.is_null() {
            let both = schema.is_null() && call.answer.is_null();
            return if both {
                Vec::new()
            } else {
                vec![format!("answers {status} with or without a body wrongly")]
            };
        }
        let found = self.errors(&format!("{key} {status}"), schema, &call.answer);
        found
            .into_iter()
            .map(|why| format!("answer {status}: {why}"))
            .collect()
    }

    /// The operation whose path fits with the most literal parts.
    fn operation(&self, call: &Call) -> Option<(String, &Value)> {
        let parts: Vec<&str> = call.path.split('/').skip(1).collect();
        let fits = |path: &Vec<String>| {
            path.len() == parts.len()
                && path
                    .iter()
                    .zip(&parts)
                    .all(|(want, have)| want.starts_with('{') || want == have)
        };
        let literal =
            |path: &Vec<String>| path.iter().filter(|part| !part.starts_with('{')).count();
        let method = call.method.to_lowercase();
        self.paths
            .iter()
            .filter(|(path, operations)| fits(path) && operations.contains_key(&method))
            .max_by_key(|(path, _)| literal(path))
            .map(|(path, operations)| (path.join("/"), &operations[&method]))
    }

    fn errors(&self, key: &str, schema: &Value, instance: &Value) -> Vec<String> {
        let mut compiled = self
            .compiled
            .lock()
            .expect("no test panics while compiling");
        let validator = compiled.entry(key.to_owned()).or_insert_with(|| {
            let whole =
                json!({ "allOf": [schema], "components": { "schemas": self.reachable(schema) } });
            jsonschema::draft202012::new(&whole).expect("the description compiles")
        });
        validator
            .iter_errors(instance)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect()
    }

    /// The named schemas a schema needs, directly or not.
    fn reachable(&self, schema: &Value) -> BTreeMap<String, Value> {
        let mut found = BTreeMap::new();
        let mut open = references(schema);
        while let Some(name) = open.pop() {
            if let Entry::Vacant(new) = found.entry(name) {
                let schema = &self.schemas[new.key()];
                open.extend(references(schema));
                new.insert(schema.clone());
            }
        }
        found
    }
}

fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(object) => object
            .iter()
            .flat_map(|(key, value)| {
                let named = value.as_str().filter(|_| key == "$ref");
                named.map_or_else(
                    || references(value),
                    |path| vec![path.trim_start_matches("#/components/schemas/").to_owned()],
                )
            })
            .collect(),
        Value::Array(array) => array.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// What the description is known to be too strict about: integers may come as digits and the other way round, and of a
/// union told apart by `type` several members may fit.
fn loosen(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(loosen);
            if let Some(members) = object.remove("oneOf") {
                object.insert("anyOf".to_owned(), members);
            }
            let snowflake = object.get("format") == Some(&json!("snowflake"));
            let digits = match object.get("type") {
                Some(Value::String(kind)) => kind == "integer" && !object.contains_key("enum"),
                _ => false,
            };
            if snowflake || digits {
                let other = if snowflake {
                    json!({ "type": "integer", "minimum": 0 })
                } else {
                    json!({ "type": "string", "pattern": "^-?[0-9]+$" })
                };
                let strict = Value::Object(std::mem::take(object));
                object.insert("anyOf".to_owned(), json!([strict, other]));
            }
        }
        Value::Array(array) => array.iter_mut().for_each(loosen),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
