//! The specifications of the commands against Discord's limits (P29, P30) and
//! their translations.

use std::collections::BTreeSet;

use chaodipi::commands::specs;
use serde_json::Value;

const LOCALES: [&str; 3] = ["en-US", "zh-CN", "zh-TW"];

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field} in {value}"))
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

/// Discord's pattern for names: letters, digits, `-`, `_`, `'`; lower case.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    (1..=32).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.to_lowercase() == name
}

fn check_texts(part: &Value) {
    assert!(is_name(text(part, "name")), "{part}");
    assert!((1..=100).contains(&text(part, "description").chars().count()));
    for locale in LOCALES {
        let name = text(&part["name_localizations"], locale);
        assert!(is_name(name), "{locale}: {name}");
        let about = text(&part["description_localizations"], locale);
        assert!(
            (1..=100).contains(&about.chars().count()),
            "{locale}: {about}"
        );
        let chinese = about
            .chars()
            .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert_eq!(chinese, locale != "en-US", "{locale}: {about}");
    }
    assert_eq!(part["name_localizations"]["en-US"], part["name"]);
}

fn check_choices(option: &Value) {
    let choices = list(option, "choices");
    assert!(choices.len() <= 25);
    for choice in choices {
        assert!((1..=100).contains(&text(choice, "name").chars().count()));
        assert!((1..=100).contains(&text(choice, "value").chars().count()));
        for locale in LOCALES {
            let name = text(&choice["name_localizations"], locale);
            assert!((1..=100).contains(&name.chars().count()));
        }
    }
}

/// No two of a list may be called the same, in any language.
fn check_distinct(parts: &[Value]) {
    for locale in LOCALES {
        let names: BTreeSet<&str> = parts
            .iter()
            .map(|p| text(&p["name_localizations"], locale))
            .collect();
        assert_eq!(names.len(), parts.len(), "{locale}: {names:?}");
    }
}

fn check_options(options: &[Value]) {
    assert!(options.len() <= 25);
    check_distinct(options);
    let mut optional = false;
    for option in options {
        check_texts(option);
        check_choices(option);
        check_options(list(option, "options"));
        if option["type"] != 1 {
            let required = option["required"] == true;
            assert!(!(required && optional), "a required option behind others");
            optional |= !required;
        }
    }
}

/// All characters that count towards a command's 8000.
fn size(part: &Value) -> usize {
    let own: usize = ["name", "description", "value"]
        .iter()
        .filter_map(|f| part[*f].as_str())
        .map(|t| t.chars().count())
        .sum();
    let longest = |field: &str| {
        let all = part[field].as_object();
        let sizes = all.into_iter().flatten().filter_map(|(_, t)| t.as_str());
        sizes.map(|t| t.chars().count()).max().unwrap_or(0)
    };
    let below: usize = ["options", "choices"]
        .iter()
        .flat_map(|f| list(part, f))
        .map(size)
        .sum();
    own + longest("name_localizations") + longest("description_localizations") + below
}

#[test]
fn every_command_keeps_within_discords_limits_in_every_language() {
    let all = specs();
    assert!(all.len() <= 100);
    check_distinct(&all);
    for command in &all {
        check_texts(command);
        check_options(list(command, "options"));
        assert!(size(command) <= 8000, "{}", size(command));
        // In servers and in private messages with the bot, never elsewhere.
        assert_eq!(command["contexts"], serde_json::json!([0, 1]));
        assert_eq!(command["integration_types"], serde_json::json!([0]));
    }
}

#[test]
fn the_commands_are_those_that_were_promised() {
    let all = specs();
    let names: Vec<&str> = all.iter().map(|c| text(c, "name")).collect();
    assert_eq!(
        names,
        [
            "table",
            "hand",
            "declare",
            "overturn",
            "bury",
            "fry",
            "pass",
            "play",
            "last",
            "watch",
            "check",
            "auto",
            "history",
            "replay",
            "stats",
            "leaderboard",
            "rules",
            "house",
            "settings",
            "server",
            "privacy",
            "help",
            "verify"
        ]
    );
    let below: Vec<&str> = list(&all[0], "options")
        .iter()
        .map(|o| text(o, "name"))
        .collect();
    assert_eq!(
        below,
        [
            "new", "sit", "stand", "ready", "bot", "start", "fill", "status", "end", "unready",
            "pause", "longer", "replace", "kick", "swap", "shuffle", "invite", "host", "again",
            "move"
        ]
    );
    for (name, options) in [
        ("declare", vec!["cards", "as"]),
        ("overturn", vec!["cards", "as"]),
        ("bury", vec!["cards"]),
        ("fry", vec!["cards", "as"]),
        ("pass", vec![]),
        ("check", vec![]),
        ("play", vec!["cards"]),
        ("stats", vec!["player", "season"]),
        ("leaderboard", vec!["by", "scope", "season", "page"]),
        ("watch", vec![]),
        ("history", vec!["of"]),
        ("replay", vec!["game", "deal"]),
        ("rules", vec!["topic", "rules"]),
        ("verify", vec!["deal"]),
    ] {
        let command = all.iter().find(|c| text(c, "name") == name).expect(name);
        let has: Vec<&str> = list(command, "options")
            .iter()
            .map(|o| text(o, "name"))
            .collect();
        assert_eq!(has, options, "{name}");
    }
}

/// Texts that name a command name one that there is, as its reader sees it:
/// Chinese clients show the Chinese names.
#[test]
fn texts_name_commands_as_their_readers_see_them() {
    let all = specs();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/i18n");
    for (lang, locale) in [("en", "en-US"), ("zh-CN", "zh-CN"), ("zh-TW", "zh-TW")] {
        let known: BTreeSet<&str> = all
            .iter()
            .flat_map(|c| [text(&c["name_localizations"], locale), text(c, "name")])
            .collect();
        for entry in std::fs::read_dir(folder.join(lang)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let file = std::fs::read_to_string(&path).expect("a file");
            for line in file.lines().filter(|l| !l.starts_with('#')) {
                for (at, _) in line.match_indices('/') {
                    let before = line[..at].chars().next_back().unwrap_or(' ');
                    let named: String = line[at + 1..]
                        .chars()
                        .take_while(|c| c.is_alphanumeric())
                        .collect();
                    // A fraction, a date or a choice is no command.
                    if before.is_ascii_alphanumeric() || "}王鬼".contains(before) {
                        continue;
                    }
                    if named.is_empty() || named.chars().all(|c| c.is_ascii_digit()) {
                        continue;
                    }
                    assert!(known.contains(named.as_str()), "{lang}: /{named} in {line}");
                    let own = lang == "en" || !named.is_ascii() || before == '（';
                    assert!(own, "{lang}: /{named} in {line}");
                }
            }
        }
    }
}

/// A whole number is typed within bounds that the client keeps to.
#[test]
fn every_number_has_a_least_and_a_most() {
    fn check(part: &Value, found: &mut usize) {
        for option in list(part, "options") {
            if option["type"] == 4 {
                let (least, most) = (&option["min_value"], &option["max_value"]);
                assert!(least.is_u64() && most.is_u64(), "{option}");
                assert!(least.as_u64() <= most.as_u64(), "{option}");
                *found += 1;
            }
            check(option, found);
        }
    }
    let mut found = 0;
    for command in specs() {
        check(&command, &mut found);
    }
    assert!(found > 5, "{found}");
}

/// The texts of a language as they stand in its files.
fn written(locale: &str) -> String {
    let tag = if locale == "en-US" { "en" } else { locale };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/i18n")
        .join(tag);
    let files = std::fs::read_dir(folder).expect("a folder");
    let texts = files.map(|file| {
        let file = file.expect("a file").path();
        std::fs::read_to_string(file).expect("a text")
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn word(text: &str) -> &str {
    let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'));
    text.split(ends).next().unwrap_or_default()
}

/// A text that sends somebody to a command sends them to one there is.
#[test]
fn every_subcommand_that_a_text_names_is_there() {
    for locale in LOCALES {
        let texts = written(locale);
        let mut named = 0;
        for command in specs() {
            let parts = list(&command, "options");
            let parts: BTreeSet<&str> = parts
                .iter()
                .filter(|part| part["type"] == 1)
                .map(|part| text(&part["name_localizations"], locale))
                .collect();
            if parts.is_empty() {
                continue;
            }
            let begins = format!("/{} ", text(&command["name_localizations"], locale));
            for (at, _) in texts.match_indices(&begins) {
                let part = word(&texts[at + begins.len()..]);
                assert!(parts.contains(part), "{locale}: {begins}{part}");
                named += 1;
            }
        }
        assert!(named > 30, "{locale}: {named}");
    }
}
