//! docs/rules-coverage.md held against the sources and the tests it names:
//! every clause stands there once, and what holds it exists and names it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::clause_book;
use crate::rules_sources::{SCHEMES, clauses, folder};

const PAGE: &str = "docs/rules-coverage.md";

/// What a row says holds its clauses.
struct Row {
    clauses: Vec<String>,
    /// `tests/it/x.rs::f`, or a table of the book of clauses, `tests/it/clauses/x.txt`.
    tests: Vec<String>,
    /// The typed reasons, as `Refusal::NotInHand`.
    reasons: Vec<String>,
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// `三.1, 四.3/1–3` → 三.1, 四.3, 四.3/2, 四.3/3.
fn expand(list: &str) -> Vec<String> {
    let mut all = Vec::new();
    for item in list.split(", ") {
        let Some((from, to)) = item.split_once('–') else {
            all.push(item.to_owned());
            continue;
        };
        let prefix = from.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = |text: &str| {
            text.parse::<usize>()
                .unwrap_or_else(|_| panic!("{item}: no range"))
        };
        let (from, to) = (number(&from[prefix.len()..]), number(to));
        assert!(from < to, "{item}: an empty range");
        all.extend((from..=to).map(|n| format!("{prefix}{n}")));
    }
    // The first line below a number goes by the number alone.
    for name in &mut all {
        if let Some(first) = name.strip_suffix("/1") {
            *name = first.to_owned();
        }
    }
    all
}

/// The texts between backquotes.
fn quoted(text: &str) -> Vec<String> {
    let pieces = text.split('`').enumerate();
    let inside = pieces.filter(|(at, _)| at % 2 == 1);
    inside.map(|(_, piece)| piece.to_owned()).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [clauses, about, held] = cells[..] else {
        panic!("{line}: three columns");
    };
    assert!(!about.is_empty(), "{line}: what is it about");
    let named = quoted(held);
    let is_test = |n: &String| n.contains(".rs::") || n.ends_with(".txt");
    let (tests, reasons): (Vec<_>, Vec<_>) = named.into_iter().partition(is_test);
    let prose = held.strip_prefix("not a rule: ");
    let impossible = held.starts_with("impossible: ");
    assert!(
        prose.is_some() || impossible || held.starts_with('`'),
        "{line}: held by tests, impossible, or not a rule"
    );
    assert_eq!(
        prose.is_some_and(|why| !why.is_empty()),
        tests.is_empty(),
        "{line}: a test, or a reason why it is not a rule"
    );
    assert!(
        reasons.is_empty() || held.starts_with("impossible: refused by "),
        "{line}: only tests are quoted"
    );
    Row {
        clauses: expand(clauses),
        tests,
        reasons,
    }
}

/// The rows under each preset's heading.
fn page() -> BTreeMap<String, Vec<Row>> {
    let mut sections: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut current = None;
    for line in read(PAGE).lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            current = SCHEMES.iter().find(|s| s.preset == heading);
            if let Some(scheme) = current {
                let twice = sections.insert(scheme.preset.to_owned(), Vec::new());
                assert!(twice.is_none(), "{heading}: two headings");
            }
        }
        let Some(scheme) = current else { continue };
        let table =
            line.starts_with('|') && !line.starts_with("|---") && !line.starts_with("| clause");
        if table {
            let rows = sections.get_mut(scheme.preset).expect("inserted above");
            rows.push(row(line));
        }
    }
    sections
}

/// A test with what is written above it; `None`: there is no such test.
pub fn test_text(file: &str, function: &str) -> Option<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).ok()?;
    let lines: Vec<&str> = text.lines().collect();
    let opening = format!("fn {function}()");
    let at = lines.iter().position(|l| {
        let l = l.trim_start();
        l.trim_start_matches("async ").starts_with(&opening)
    })?;
    let above = lines[..at].iter().rposition(|l| l.trim().is_empty());
    let from = above.map_or(0, |n| n + 1);
    let is_test = |l: &&str| l.trim() == "#[test]" || l.trim().starts_with("#[tokio::test");
    lines[from..at].iter().find(|l| is_test(l))?;
    let indent = lines[at].len() - lines[at].trim_start().len();
    let closing = format!("{}}}", " ".repeat(indent));
    let end = at + lines[at..].iter().position(|l| *l == closing)?;
    Some(lines[from..=end].join("\n"))
}

/// The answers of a table that the tests of `clause_book` ask, as far as their
/// labels name one of the clauses.
fn table(file: &str, preset: &str, clauses: &[String]) -> Option<String> {
    let name = file.strip_prefix("tests/it/clauses/")?;
    if !clause_book::TABLES.contains(&name) {
        return None;
    }
    let text = read(file);
    let of_clauses = |line: &&str| {
        let labels = line.split_once('|').map_or("", |(_, labels)| labels);
        let named = named(labels, preset);
        clauses.iter().any(|c| named.contains(c))
    };
    let lines: Vec<&str> = text.lines().filter(of_clauses).collect();
    Some(lines.join("\n"))
}

/// Whether a text names a typed reason, as it is or as the judge writes it.
fn shows(text: &str, reason: &str) -> bool {
    let variant = reason.rsplit("::").next().unwrap_or_default();
    let mut snake = String::new();
    for c in variant.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    text.contains(reason) || text.contains(&snake)
}

/// The clauses of a preset that a text names: `tournament 三.1, 三.3`.
fn named(text: &str, preset: &str) -> BTreeSet<String> {
    let part_of_name =
        |c: char| c.is_ascii_digit() || "一二三四五六七八九十规则().–/¶①②③④⑤⑥⑦⑧⑨⑩".contains(c);
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices(preset) {
        let whole = text[..at]
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let mut rest = text[at + preset.len()..].trim_start_matches('`');
        let mut before = " ";
        while whole && let Some(list) = rest.strip_prefix(before) {
            let end = list.find(|c| !part_of_name(c)).unwrap_or(list.len());
            let mut name = list[..end].trim_end_matches('.');
            while name.matches(')').count() > name.matches('(').count() {
                name = name
                    .trim_end_matches('.')
                    .strip_suffix(')')
                    .unwrap_or_default();
            }
            if name.is_empty() {
                break;
            }
            found.extend(expand(name));
            rest = &list[end..];
            before = ", ";
        }
    }
    found
}

#[test]
fn every_clause_of_a_source_stands_there_once() {
    let Some(folder) = folder() else {
        eprintln!("SKIPPED: ../shared is absent, so the page was not held against the sources");
        return;
    };
    let page = page();
    for scheme in &SCHEMES {
        let file = folder.join(format!("{}.zh.txt", scheme.preset));
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let expected = clauses(scheme, &text);
        let rows = page.get(scheme.preset);
        let rows = rows.unwrap_or_else(|| panic!("{PAGE}: no heading {}", scheme.preset));
        let listed: Vec<&String> = rows.iter().flat_map(|r| &r.clauses).collect();
        for name in &listed {
            let times = listed.iter().filter(|n| n == &name).count();
            assert_eq!(
                times, 1,
                "{PAGE}: {} {name} stands there twice",
                scheme.preset
            );
        }
        let have: BTreeSet<&String> = listed.into_iter().collect();
        let want: BTreeSet<&String> = expected.iter().collect();
        let missing: Vec<_> = want.difference(&have).collect();
        let unknown: Vec<_> = have.difference(&want).collect();
        assert!(
            unknown.is_empty(),
            "{PAGE}: {} has no {unknown:?}",
            scheme.preset
        );
        assert!(
            missing.is_empty(),
            "{PAGE}: {} lacks {missing:?}",
            scheme.preset
        );
    }
}

#[test]
fn what_holds_a_clause_exists_and_names_it() {
    let refusals = read("src/rules/refusal.rs") + &read("src/game/illegal.rs");
    let mut wrong = Vec::new();
    for (preset, rows) in page() {
        for row in rows {
            let mut names = BTreeSet::new();
            let mut texts = String::new();
            for test in &row.tests {
                let text = match test.split_once("::") {
                    Some((file, function)) => test_text(file, function),
                    None => table(test, &preset, &row.clauses),
                };
                match text {
                    Some(text) => {
                        names.extend(named(&text, &preset));
                        texts += &text;
                    }
                    None => wrong.push(format!("{preset}: there is no test {test}")),
                }
            }
            for clause in row
                .clauses
                .iter()
                .filter(|c| !row.tests.is_empty() && !names.contains(*c))
            {
                wrong.push(format!(
                    "{preset} {clause}: no test of {:?} names it",
                    row.tests
                ));
            }
            for reason in &row.reasons {
                let variant = reason.rsplit("::").next().unwrap_or_default();
                let declared = |l: &str| {
                    let l = l.trim_start();
                    l.strip_prefix(variant)
                        .is_some_and(|rest| rest.starts_with([',', ' ', '(']))
                };
                if !refusals.lines().any(declared) || !shows(&texts, reason) {
                    wrong.push(format!("{preset} {:?}: {reason} is not shown", row.clauses));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_book_names_clauses_of_the_page() {
    let page = page();
    let mut unknown = BTreeSet::new();
    for clause in clause_book::BOOK.iter() {
        let rows = page.get(clause.preset).map_or(&[][..], Vec::as_slice);
        let known = |c: &String| rows.iter().any(|r| r.clauses.contains(c));
        let of_rules = clause.clause.starts_with('§');
        if !of_rules && !expand(clause.clause).iter().all(known) {
            unknown.insert(format!(
                "{}: {} {}",
                clause.place, clause.preset, clause.clause
            ));
        }
    }
    assert!(unknown.is_empty(), "{PAGE} has no {unknown:#?}");
}

#[test]
fn every_preset_has_its_heading_in_order() {
    let text = read(PAGE);
    let headings: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("## ")).collect();
    let expected: Vec<&str> = SCHEMES.iter().map(|s| s.preset).collect();
    assert_eq!(headings, expected);
}

#[test]
fn lists_of_clauses_are_read() {
    assert_eq!(expand("三.1, 四/1–3"), ["三.1", "四", "四/2", "四/3"]);
    assert_eq!(expand("¶2–3, 4.7"), ["¶2", "¶3", "4.7"]);
    let text = "// tv 一.3, 一.4/1–2: a trump (tv (四)), `tv` 六.1\n\"not-tv 二: tv says (tv 五)\"";
    let names: Vec<String> = named(text, "tv").into_iter().collect();
    assert_eq!(names, ["(四)", "一.3", "一.4", "一.4/2", "五", "六.1"]);
    let row = row(
        "| 三.1 | out of turn | impossible: refused by `Refusal::NotYourTurn` in `tests/it/x.rs::f` |",
    );
    assert_eq!(row.tests, ["tests/it/x.rs::f"]);
    assert_eq!(row.reasons, ["Refusal::NotYourTurn"]);
    assert!(test_text("tests/it/rules_coverage.rs", "lists_of_clauses_are_read").is_some());
    assert!(test_text("tests/it/rules_coverage.rs", "read").is_none());
    assert!(shows("wrong_bury | dark 4.5", "Refusal::WrongBury"));
    assert!(!shows("wrong_count", "Refusal::WrongBury"));
}
