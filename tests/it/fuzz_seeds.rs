//! The seeds of the fuzz targets, and some thousand inputs made from them: what
//! the fuzzer tries for hours is tried here for a moment.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Inputs made from the seeds of a target.
const INPUTS: usize = 400;

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the seeds are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{name} has seeds");
    files
        .iter()
        .map(|file| std::fs::read(file).expect("readable"))
        .collect()
}

/// Changes, doubles, drops or crosses some bytes.
fn mutate(seeds: &[Vec<u8>], rng: &mut StdRng) -> Vec<u8> {
    let mut data = seeds[rng.random_range(0..seeds.len())].clone();
    for _ in 0..rng.random_range(1..6) {
        if data.is_empty() {
            break;
        }
        let at = rng.random_range(0..data.len());
        match rng.random_range(0..5) {
            0 => data[at] = rng.random_range(0..=255),
            1 => data[at] ^= 1 << rng.random_range(0..8),
            2 => {
                let end = (at + rng.random_range(1..20)).min(data.len());
                data.drain(at..end);
            }
            3 => {
                let end = (at + rng.random_range(1..60)).min(data.len());
                let part = data[at..end].to_vec();
                data.splice(at..at, part);
            }
            _ => {
                let other = &seeds[rng.random_range(0..seeds.len())];
                if !other.is_empty() {
                    let from = rng.random_range(0..other.len());
                    data.truncate(at);
                    data.extend(&other[from..]);
                }
            }
        }
    }
    data
}

fn try_all(name: &str, seed: u64, target: impl Fn(&[u8])) {
    try_these(&seeds(name), seed, target);
}

fn try_these(seeds: &[Vec<u8>], seed: u64, target: impl Fn(&[u8])) {
    seeds.iter().for_each(|data| target(data));
    target(&[]);
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..INPUTS {
        target(&mutate(seeds, &mut rng));
    }
}

#[test]
fn card_text_survives_its_seeds() {
    try_all("cards", 1, targets::cards);
}

#[test]
fn the_judge_survives_its_seeds() {
    try_all("judge", 2, targets::judge);
}

#[test]
fn a_table_survives_its_seeds() {
    try_all("decide", 3, targets::decide);
}

#[test]
fn stored_events_survive_their_seeds() {
    try_all("events", 4, targets::events);
}

#[test]
fn a_record_survives_what_is_done_to_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let record = std::fs::read(folder.join("example.record.jsonl")).expect("readable");
    try_these(&[record], 5, targets::events);
}

/// `fuzz/core` builds a part of the program: what that part uses must be in it.
#[test]
fn what_the_fuzzed_part_uses_is_built_with_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("readable");
    let core = ["lib.rs", "commands.rs", "tools.rs"].map(|f| read(&root.join("fuzz/core").join(f)));
    let built: Vec<&str> = core.iter().flat_map(|text| text.lines()).collect();
    let named = |name: &str| built.contains(&format!("pub mod {name};").as_str());
    let mut files = Vec::new();
    for line in &built {
        if let Some(path) = line.strip_prefix("#[path = \"../../") {
            let path = root.join(path.trim_end_matches("\"]"));
            let beside = path.parent().expect("it is in a folder").to_owned();
            let whole = path.ends_with("mod.rs");
            files.extend(if whole { sources(&beside) } else { vec![path] });
        }
    }
    assert!(files.len() > 50, "{} files", files.len());
    for file in files {
        let text = read(&file);
        for start in ["use crate::", " crate::", "(crate::", "<crate::"] {
            for (at, _) in text.match_indices(start) {
                let rest = &text[at + start.len()..];
                let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_');
                let name = &rest[..end.unwrap_or(rest.len())];
                assert!(name.is_empty() || named(name), "{}: {name}", file.display());
            }
        }
        // The subcommands share modules with each other.
        if file.ends_with("judge/mod.rs") || file.ends_with("replay/mod.rs") {
            let shared = text.lines().filter_map(|l| l.strip_prefix("use super::"));
            for name in shared.map(|l| l.trim_end_matches(';')) {
                let name = name.split("::").next().expect("a name");
                assert!(named(name), "{}: {name}", file.display());
            }
        }
    }
}

/// The source files in a folder and below it.
fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}
