//! docs/complaints.md held against the list it answers and the tests it names:
//! every complaint stands there once, and what shows it exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::rules_coverage::test_text;

const PAGE: &str = "docs/complaints.md";
/// With it a row begins whose complaint the program leaves no room for.
const IMPOSSIBLE: &str = "cannot arise: ";

/// What is said of a complaint.
struct Row {
    id: String,
    /// What was reported, and what has to be so here.
    told: [String; 2],
    /// What shows it: tests, or why it cannot arise.
    shown: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The table rows of a text whose first cell names complaints, cell by cell.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let names = |line: &&str| {
        let number = line.strip_prefix("| C");
        number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    text.lines()
        .filter(names)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// `C18-19` → C18, C19; `C55, C57` → C55, C57.
fn expand(cell: &str) -> Vec<String> {
    let number = |text: &str| -> u32 {
        let digits = text.trim_start_matches('C');
        digits.parse().unwrap_or_else(|_| panic!("{cell}: no id"))
    };
    let name = |n: u32| format!("C{n:02}");
    let each = cell
        .split(", ")
        .flat_map(|item| match item.split_once('-') {
            Some((from, to)) => number(from)..=number(to),
            None => number(item)..=number(item),
        });
    each.map(name).collect()
}

fn page() -> Vec<Row> {
    let text = fs::read_to_string(root().join(PAGE)).unwrap_or_else(|e| panic!("{PAGE}: {e}"));
    let row = |cells: Vec<&str>| {
        let [id, complaint, wanted, shown] = cells[..] else {
            panic!("{PAGE}: {cells:?} has not four columns");
        };
        assert_eq!(expand(id), [id], "{PAGE}: one complaint a row");
        Row {
            id: id.to_owned(),
            told: [complaint.to_owned(), wanted.to_owned()],
            shown: shown.to_owned(),
        }
    };
    rows(&text).into_iter().map(row).collect()
}

/// The files in which a test of that module may stand: `web::doors` in
/// `tests/it/web/doors.rs`, `discord::build` in `src/discord/build.rs`.
fn files(module: &str) -> Vec<String> {
    let path = module.replace("::", "/");
    [
        "tests/it/{}.rs",
        "tests/it/{}/mod.rs",
        "src/{}.rs",
        "src/{}/mod.rs",
    ]
    .map(|place| place.replace("{}", &path))
    .to_vec()
}

fn exists(test: &str) -> bool {
    let Some((module, function)) = test.rsplit_once("::") else {
        return false;
    };
    let found = |file: &String| test_text(file, function).is_some();
    files(module).iter().any(found)
}

/// The texts between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    let pieces = text.split('`').enumerate();
    let inside = pieces.filter(|(at, _)| at % 2 == 1);
    inside.map(|(_, piece)| piece).collect()
}

#[test]
fn every_complaint_stands_there_once() {
    let listed: Vec<String> = page().into_iter().map(|row| row.id).collect();
    let expected: Vec<String> = (1..=78).map(|n| format!("C{n:02}")).collect();
    assert_eq!(listed, expected, "{PAGE}: each once, in order");
}

#[test]
fn every_complaint_has_a_test_or_a_reason() {
    let mut wrong = Vec::new();
    for row in page() {
        let id = &row.id;
        let told = row.told.iter().all(|cell| cell.len() > 20);
        let reason = row.shown.strip_prefix(IMPOSSIBLE);
        let tests = quoted(&row.shown);
        let reasoned =
            reason.is_some_and(|why| why.split('`').next().is_some_and(|w| w.len() > 30));
        let shown = row.shown.starts_with('`') && !tests.is_empty();
        if !told || !(shown || reasoned) {
            wrong.push(format!("{id}: it says too little"));
        }
        let missing = tests.into_iter().filter(|test| !exists(test));
        wrong.extend(missing.map(|test| format!("{id}: there is no test {test}")));
    }
    assert!(wrong.is_empty(), "{PAGE}:\n{}", wrong.join("\n"));
}

#[test]
fn the_complaints_are_those_of_the_list() {
    let shared = root().join("../shared");
    if !shared.is_dir() {
        eprintln!("SKIPPED: ../shared is absent, so the page was not held against the list");
        return;
    }
    let list = shared.join("discord-ux.md");
    let text = fs::read_to_string(&list).unwrap_or_else(|e| panic!("{}: {e}", list.display()));
    let wanted: BTreeSet<String> = rows(&text).iter().flat_map(|r| expand(r[0])).collect();
    let have: BTreeSet<String> = page().into_iter().map(|row| row.id).collect();
    assert_eq!(have, wanted);
}

#[test]
fn names_of_complaints_and_tests_are_read() {
    assert_eq!(expand("C18-19"), ["C18", "C19"]);
    assert_eq!(expand("C55, C57"), ["C55", "C57"]);
    assert_eq!(
        rows("| C01 | a | b |\n| Case | c |\nC02 | d |"),
        [["C01", "a", "b"]]
    );
    assert!(exists("complaints::names_of_complaints_and_tests_are_read"));
    assert!(exists("discord::build::every_private_answer_is_ephemeral"));
    assert!(exists("web::doors::the_open_door_is_on_loopback_only"));
    assert!(!exists("complaints::files") && !exists("nowhere::at_all"));
    assert!(Path::new(&files("complaints")[0]).ends_with("it/complaints.rs"));
}
