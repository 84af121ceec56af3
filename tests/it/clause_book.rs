//! The book of clauses: questions about the rules with the answers that the
//! texts give, each answer named after preset and clause.
//!
//! The tables lie in `clauses/*.txt`:
//!
//! ```text
//! for play.dig                          the parameters that the questions guard
//! ask dig 8S CQ CQ CK CK                a question of `clause_questions`
//!   8 | tournament 四.4, 四.5, dark 4.7 an answer, and the clauses that say so
//! ```
//!
//! `for` alone ends what is guarded: what no parameter decides is a clause, too.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use chaodipi::rules::preset;

use crate::clause_questions::answer;

const FOLDER: &str = "tests/it/clauses";
/// The tables, each asked by the tests below.
pub const TABLES: [&str; 7] = [
    "play.txt",
    "fives.txt",
    "auction.txt",
    "levels.txt",
    "table.txt",
    "secret.txt",
    "open.txt",
];

/// One answer that one clause of one preset gives to one question.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The preset's id.
    pub preset: &'static str,
    /// The clause, as docs/rules-coverage.md names it; `§4` is RULES.md, where
    /// the source is silent.
    pub clause: &'static str,
    /// The parameters that the answer depends on.
    pub guards: Vec<&'static str>,
    /// What is asked.
    pub question: &'static str,
    /// What the clause says.
    pub says: &'static str,
    /// Where it is written: file and line.
    pub place: String,
}

/// Every clause of every table.
pub static BOOK: LazyLock<Vec<Clause>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let read = |name: &&str| {
        let text = fs::read_to_string(folder.join(name)).expect("a table of clauses");
        // The book lives as long as the tests.
        parse(name, text.leak())
    };
    TABLES.iter().flat_map(read).collect()
});

fn parse(name: &str, text: &'static str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut guards = Vec::new();
    let mut question = None;
    for (n, line) in text.lines().enumerate() {
        let place = format!("clauses/{name}:{}", n + 1);
        if line.trim().is_empty() || line.starts_with('#') {
        } else if let Some(paths) = line.strip_prefix("for") {
            guards = paths.split_whitespace().collect();
            question = None;
        } else if let Some(asked) = line.strip_prefix("ask ") {
            question = Some(asked.trim());
        } else {
            let (says, labels) = line.split_once('|').expect(&place);
            let mut preset = "";
            for label in labels.split(',').map(str::trim) {
                let clause = match label.split_once(' ') {
                    Some((named, clause)) => {
                        preset = named;
                        clause
                    }
                    // Another clause of the same preset.
                    None => label,
                };
                clauses.push(Clause {
                    preset,
                    clause,
                    guards: guards.clone(),
                    question: question.expect(&place),
                    says: says.trim(),
                    place: place.clone(),
                });
            }
        }
    }
    clauses
}

/// Every answer of one preset's clauses, all that differ at once.
fn holds(id: &str) {
    let rules = preset(id).expect("a preset");
    let clauses: Vec<&Clause> = BOOK.iter().filter(|c| c.preset == id).collect();
    assert!(!clauses.is_empty(), "{id} has no clause in the book");
    let wrong = clauses.into_iter().filter_map(|c| {
        let said = answer(&rules, c.question);
        (said != c.says).then(|| {
            format!(
                "{} {} ({}): {}\n    says {}, but the engine {said}",
                c.preset, c.clause, c.place, c.question, c.says
            )
        })
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// One test a preset, so that a failure names it.
macro_rules! books {
    ($($test:ident $id:literal)*) => {
        $(#[test]
        fn $test() {
            holds($id);
        })*

        #[test]
        fn every_preset_has_its_clauses_in_the_book() {
            let ids: Vec<&str> = chaodipi::rules::PRESETS.iter().map(|p| p.id).collect();
            assert_eq!(ids, [$($id),*]);
            assert!(BOOK.iter().all(|c| ids.contains(&c.preset)));
        }
    };
}

books! {
    the_book_of_tournament "tournament"
    the_book_of_college "college"
    the_book_of_ordered "ordered"
    the_book_of_dark "dark"
    the_book_of_tv "tv"
    the_book_of_flag "flag"
    the_book_of_hook "hook"
    the_book_of_platform "platform"
    the_book_of_forty "forty"
    the_book_of_knockout "knockout"
    the_book_of_five_ten_king "five-ten-king"
    the_book_of_red_five "red-five"
    the_book_of_double_dig "double-dig"
}
