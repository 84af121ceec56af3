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
