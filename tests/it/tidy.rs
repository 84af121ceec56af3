//! Rules about the source itself: who may import whom, what the core must not
//! name, how long a file may be.

use std::fs;
use std::path::{Path, PathBuf};

/// Which other modules of the crate each module may name.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("rulebook", &["cards", "i18n", "rules"]),
    ("game", &["cards", "rules"]),
    ("players", &["cards", "rules", "game"]),
    ("render", &["cards"]),
    ("i18n", &["cards", "clock", "rules"]),
    ("clock", &[]),
    ("config", &["error", "i18n"]),
    ("error", &["i18n", "game", "rules", "cards"]),
    ("sandbox", &["cards", "clock", "error"]),
];

/// Words the pure modules must not contain outside comments.
const IMPURE: &[&str] = &[
    "tokio::",
    "serenity::",
    "sqlx::",
    "dashmap::",
    "axum::",
    "SystemTime",
    "Instant::now",
    "rand::rng",
    "SysRng",
    "std::env",
    "std::fs",
];

const PURE: &[&str] = &["cards", "rules", "game", "players", "render"];

/// A file that is longer wants splitting.
const LONGEST: usize = 600;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The code of a file: no comments, and nothing from its unit tests on.
fn code(text: &str) -> String {
    text.split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("src")).expect("below src");
    let first = inside.iter().next().expect("a name").to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

#[test]
fn imports_follow_the_direction() {
    let mut wrong = Vec::new();
    for path in rust_files(&root().join("src")) {
        let module = module_of(&path);
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(m, _)| *m == module) else {
            continue;
        };
        let code = code(&fs::read_to_string(&path).expect("readable"));
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let name: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            if name != module && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{}: crate::{name}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports against the direction:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_core_is_pure() {
    let mut wrong = Vec::new();
    for path in rust_files(&root().join("src")) {
        if !PURE.contains(&module_of(&path).as_str()) {
            continue;
        }
        let code = code(&fs::read_to_string(&path).expect("readable"));
        for word in IMPURE.iter().filter(|w| code.contains(**w)) {
            wrong.push(format!("{}: {word}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not pure:\n{}", wrong.join("\n"));
}

/// What knows more than a seat sees.
const UNSEEN: &[&str] = &["Game", "Event", "Shuffle", "Deal", "decide", "evolve"];

#[test]
fn computer_players_know_nothing_but_views() {
    let mut wrong = Vec::new();
    for path in rust_files(&root().join("src/players")) {
        let code = code(&fs::read_to_string(&path).expect("readable"));
        let names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        for name in names.filter(|name| UNSEEN.contains(name)) {
            wrong.push(format!("{}: {name}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "more than a view:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_its_purpose_and_is_short_enough() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests", "benches"] {
        if !root().join(folder).is_dir() {
            continue;
        }
        for path in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&path).expect("readable");
            if !text.starts_with("//!") {
                wrong.push(format!(
                    "{}: does not open with its purpose",
                    path.display()
                ));
            }
            let lines = text.lines().count();
            if lines > LONGEST {
                wrong.push(format!("{}: {lines} lines", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_left_to_do_in_the_code() {
    // In pieces, so that this file is looked at, too.
    let marks = [
        concat!("to", "do!"),
        concat!("unimple", "mented!"),
        concat!("FIX", "ME"),
        concat!("#[ig", "nore"),
    ];
    let mut wrong = Vec::new();
    for folder in ["src", "tests"] {
        for path in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&path).expect("readable");
            for mark in marks.iter().filter(|m| text.contains(**m)) {
                wrong.push(format!("{}: {mark}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever becomes public is made so in these files, out of the public view,
/// finished deals or standings, and nowhere else: a hand is a `Private`.
const MAKE_PUBLIC: &[(&str, &[&str])] = &[
    (
        "Public::new(",
        &[
            "src/commands/server/tables.rs",
            "src/discord/board/aside.rs",
            "src/discord/board/ping.rs",
            "src/discord/board/public.rs",
            "src/discord/interactions.rs",
            "src/discord/survey/walk.rs",
        ],
    ),
    // Two of these only tell replies apart.
    (
        "Reply::Public(",
        &[
            "src/commands/leaderboard.rs",
            "src/commands/lookback/replay.rs",
            "src/commands/mod.rs",
            "src/commands/stats.rs",
            "src/discord/interactions.rs",
        ],
    ),
];

#[test]
fn few_places_make_a_message_public() {
    for (made, places) in MAKE_PUBLIC {
        let mut found = Vec::new();
        for path in rust_files(&root().join("src")) {
            if code(&fs::read_to_string(&path).expect("readable")).contains(made) {
                let inside = path.strip_prefix(root()).expect("below the root");
                found.push(inside.to_string_lossy().into_owned());
            }
        }
        assert_eq!(found, *places, "{made}");
    }
    let build = fs::read_to_string(root().join("src/discord/build.rs")).expect("readable");
    for mixed in ["for Public", "for Private"] {
        assert!(
            !build.contains(mixed),
            "one is made from the other: {mixed}"
        );
    }
}

/// Pictures are files of the message: no embed, no address that a client would
/// have to fetch one from.
#[test]
fn pictures_are_uploaded_and_never_linked() {
    let mut wrong = Vec::new();
    for folder in ["src/discord", "src/commands"] {
        for path in rust_files(&root().join(folder)) {
            let code = code(&fs::read_to_string(&path).expect("readable"));
            for word in [
                "CreateEmbed",
                ".embed(",
                "add_embed",
                "EmbedImage",
                "cdn.discord",
            ] {
                if code.contains(word) {
                    wrong.push(format!("{}: {word}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
