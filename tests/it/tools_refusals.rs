//! What the operator's subcommands cannot use: one clear line, and exit code 2.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use chaodipi::rules::PRESETS;

use crate::support::outcome::one_line;

fn program(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(arguments)
        .env_clear()
        .current_dir(folder)
        .output()
        .expect("runs")
}

/// One line that says all of this, nothing on standard output, exit code 2.
fn refused(folder: &Path, arguments: &[&str], reasons: &[&str]) {
    let output = program(folder, arguments);
    one_line(&output, reasons);
    assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::create_dir(at.join("shelf")).expect("a folder");
    std::fs::write(at.join("file"), "").expect("written");
    for missing in ["nowhere.jsonl", "file/inside"] {
        refused(at, &["replay", missing], &[missing]);
        refused(at, &["judge", missing], &[missing]);
        let export = ["export", "--table", "1", "--database", missing];
        refused(at, &export, &[missing]);
    }
    refused(at, &["replay", "shelf"], &["shelf"]);
    refused(at, &["judge", "shelf"], &["shelf"]);
    refused(
        at,
        &["export", "--table", "1", "--database", "shelf"],
        &["shelf"],
    );
    for unwritable in ["nowhere/games.jsonl", "shelf", "file/games.jsonl"] {
        let record = ["simulate", "--deals", "1", "--record", unwritable];
        refused(at, &record, &[unwritable]);
    }
    for out in ["file", "file/out"] {
        refused(at, &["sandbox", "--auto", "--out", out], &[out]);
        refused(at, &["load", "--out", out], &[out]);
    }
    refused(
        at,
        &["verify", "xyz", "12", "SA"],
        &["64 hexadecimal digits"],
    );
    refused(at, &["--config", "nowhere.toml", "run"], &["nowhere.toml"]);
    // A database that is none, and one whose log cannot be read.
    std::fs::write(at.join("text.db"), "no database ".repeat(400)).expect("written");
    refused(
        at,
        &["export", "--table", "1", "--database", "text.db"],
        &["text.db"],
    );
}

#[test]
fn a_record_that_was_changed_is_checked_and_found_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.jsonl"), "{}\n").expect("written");
    std::fs::write(folder.path().join("text.jsonl"), "no record\n").expect("written");
    for file in ["games.jsonl", "text.jsonl"] {
        for command in [&["replay"][..], &["verify", "--record"]] {
            let words: Vec<&str> = command.iter().copied().chain([file]).collect();
            let checked = program(folder.path(), &words);
            assert_eq!(checked.status.code(), Some(1), "{checked:?}");
            assert!(!checked.stdout.is_empty(), "{checked:?}");
        }
    }
}

#[test]
fn rules_that_are_none_are_refused_before_anything_is_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let ids: Vec<&str> = PRESETS.iter().map(|p| p.id).collect();
    let mut reasons = vec!["`nope`"];
    reasons.extend(&ids);
    for arguments in [
        &["sandbox", "--rules", "nope"][..],
        &["sandbox", "--auto", "--rules", "nope"],
        &["simulate", "--rules", "nope"],
    ] {
        refused(at, arguments, &reasons);
    }
    refused(at, &["sandbox", "--level", "B"], &["`B`", "10", "A"]);
    refused(at, &["sandbox", "--length", "days"], &["`days`", "minutes"]);
    refused(at, &["sandbox", "--length", "deals"], &["--count"]);
    refused(
        at,
        &["sandbox", "--length", "deals", "--count", "0"],
        &["1 to"],
    );
    refused(at, &["sandbox", "--count", "3"], &["deals or minutes"]);
    let made = std::fs::read_dir(at).expect("a folder").count();
    assert_eq!(made, 0, "nothing was begun");
}

#[test]
fn a_load_that_cannot_be_made_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, given) in [
        ("--tables", "0"),
        ("--tables", "1001"),
        ("--tables", "18446744073709551615"),
        ("--rate", "0"),
        ("--rate", "4294967295"),
        ("--seconds", "0"),
        ("--seconds", "4294967295"),
        ("--warm-up", "4294967295"),
    ] {
        refused(folder.path(), &["load", name, given], &[name, given]);
    }
}

/// However the tool ends, the bot that it has started ends, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_bot_of_a_killed_load_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tool = Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(["load", "--tables", "1", "--out", "."])
        .env_clear()
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut lines = BufReader::new(tool.stdout.take().expect("piped")).lines();
    // Said once the bot is connected, so it holds its lock.
    let connected = lines.any(|line| line.expect("text").starts_with("binary: "));
    assert!(connected);
    let lock = folder.path().join("load.db.lock");
    let lock = std::fs::File::open(lock).expect("the bot's lock");
    assert!(lock.try_lock().is_err(), "the bot runs");
    tool.kill().expect("killed");
    tool.wait().expect("gone");
    let free = tokio::task::spawn_blocking(move || lock.lock());
    let free = tokio::time::timeout(Duration::from_secs(60), free).await;
    free.expect("the bot ends")
        .expect("no panic")
        .expect("free");
}

/// What has no end of line is not read for ever, nor into memory as a whole.
#[cfg(unix)]
#[test]
fn a_line_without_end_is_refused_with_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let long = "line 1 is longer than 1048576 bytes";
    refused(at, &["replay", "/dev/zero"], &["/dev/zero", long]);
    refused(at, &["verify", "--record", "/dev/zero"], &[long]);
    refused(at, &["--config", "/dev/zero", "run"], &["/dev/zero"]);
    // The judge answers the question, and goes on as long as there is another.
    let judge = program(at, &["judge", "/dev/zero"]);
    assert_eq!(judge.status.code(), Some(2), "{judge:?}");
    let said = String::from_utf8_lossy(&judge.stdout);
    assert_eq!(said, format!("{{\"error\":\"{long}\"}}\n"));
    let question = r#"{"ask":"parts","rules":"tv","level":"8","trump":"S","cards":["HA"]}"#;
    let text = format!("{}\n{question}\n", "x".repeat(2_000_000));
    std::fs::write(at.join("questions"), text).expect("written");
    let judge = program(at, &["judge", "questions"]);
    assert_eq!(judge.status.code(), Some(1), "{judge:?}");
    let said = String::from_utf8_lossy(&judge.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(
        lines[0].contains(long) && lines[1].contains("single"),
        "{said}"
    );
}

/// What the operator has set wrong is named: where it stands, and its key.
#[test]
fn a_wrong_configuration_names_the_file_or_the_variable_and_the_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(
        at.join("own.toml"),
        "[database]\npath = \"file:x?mode=memory\"\n",
    )
    .expect("written");
    for command in ["run", "sandbox", "backup"] {
        let mut arguments = vec!["--config", "own.toml", command];
        arguments.extend((command == "backup").then_some("copy.db"));
        refused(at, &arguments, &["own.toml, line 2", "database.path"]);
    }
    let run = |variable: &str, value: &std::ffi::OsStr| {
        let mut bot = Command::new(env!("CARGO_BIN_EXE_chaodipi"));
        bot.arg("run").env_clear().current_dir(at);
        let output = bot.env(variable, value).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let said = run(
        "CHAODIPI_DISCORD_API_URL",
        "http://127.0.0.1:99999".as_ref(),
    );
    assert!(
        said.contains("CHAODIPI_DISCORD_API_URL: discord.api_url: "),
        "{said}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let not_text = std::ffi::OsStr::from_bytes(b"a\xff.db");
        let said = run("CHAODIPI_DATABASE_PATH", not_text);
        assert!(said.contains("CHAODIPI_DATABASE_PATH"), "{said}");
    }
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let arena = |more: &[&'static str], reasons: &[&str]| {
        let players = ["arena", "--a", "random", "--b", "random"];
        refused(folder.path(), &[&players, more].concat(), reasons);
    };
    arena(
        &["--pairs", "0"],
        &["--pairs must be between 1 and 1000000"],
    );
    arena(&["--pairs", "99999999999"], &["--pairs", "not 99999999999"]);
    arena(&["--worlds", "0"], &["--worlds must be between 1 and"]);
    arena(&["--threads", "0"], &["--threads must be between 1 and"]);
    let level = ["--rules", "forty", "--level", "3"];
    arena(&level, &["`forty` has no level `3`; it has 2, 5, 10, K, A"]);
    arena(&["--rules", "no-such"], &["no-such"]);
}
