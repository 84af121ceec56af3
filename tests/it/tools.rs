//! The operator's subcommands as processes: what they print, and how they end.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use chaodipi::game::{ClockChoice, Pace};

use crate::support::first_version::turn_back;
use crate::table_scene::Scene;

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(arguments)
        .env_clear()
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

#[test]
fn simulated_games_are_written_down_and_play_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let simulate = program(&[
        "simulate",
        "--rules",
        "tv",
        "--deals",
        "4",
        "--seed",
        "5",
        "--seats",
        "random,greedy,random,greedy",
        "--json",
        "--record",
        name(&file),
    ]);
    assert!(simulate.status.success(), "{simulate:?}");
    let report: serde_json::Value = serde_json::from_slice(&simulate.stdout).expect("JSON");
    assert_eq!(report["deals"], 4);
    assert_eq!(report["illegal"], 0);
    for number in [
        "digs",
        "fried",
        "overturned",
        "declared",
        "score",
        "redealt",
    ] {
        assert!(report[number].is_u64(), "{number}");
    }
    assert!(report["per_second"].as_f64().is_some_and(|n| n > 0.0));
    let again = program(&["simulate", "--deals", "1", "--record", name(&file)]);
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
    assert!(text(&again.stderr).contains("exists"), "{again:?}");
    let replay = program(&["replay", name(&file)]);
    let said = text(&replay.stdout);
    assert!(replay.status.success(), "{said}");
    assert_eq!(
        said.lines().filter(|l| l.starts_with("deal ")).count(),
        4,
        "{said}"
    );
    assert!(said.contains("every step follows from the rules"), "{said}");

    let whole = std::fs::read_to_string(&file).expect("readable");
    let changed = whole.replacen("\"trick-won\",\"seat\":", "\"trick-won\",\"seat\":1", 1);
    assert_ne!(whole, changed);
    let line = 1 + whole
        .lines()
        .position(|l| l.contains("\"trick-won\""))
        .expect("a trick");
    std::fs::write(&file, changed).expect("written");
    let replay = program(&["replay", name(&file)]);
    assert_eq!(replay.status.code(), Some(1));
    let start = format!("line {line} does not fit: ");
    assert!(text(&replay.stdout).starts_with(&start), "{replay:?}");
}

#[tokio::test]
async fn a_table_is_exported_beside_the_running_bot_and_plays_again() {
    let mut scene = Scene::new(31).await;
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    let database = scene.database();
    let number = table.id().0.to_string();
    let export =
        |number: &str| program(&["export", "--database", name(&database), "--table", number]);
    let early = export(&number);
    assert_eq!(early.status.code(), Some(2));
    assert_eq!(
        text(&early.stderr),
        "chaodipi: no deal of this table is finished yet\n"
    );
    let unknown = export("77");
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(text(&unknown.stderr), "chaodipi: there is no table 77\n");

    while table.snapshot().public.result.is_none() {
        scene.step(&table, true).await;
    }
    let exported = export(&number);
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let record = text(&exported.stdout);
    for hidden in ["answered", "Person", "1000", "901", "900"] {
        assert!(!record.contains(&format!("\"{hidden}")), "{hidden}");
        assert!(!record.contains(&format!(":{hidden}")), "{hidden}");
    }
    let game = |n: &str| {
        program(&[
            "export",
            "--database",
            name(&database),
            "--table",
            &number,
            "--game",
            n,
        ])
    };
    assert_eq!(game("1").stdout, exported.stdout);
    assert!(!record.contains("\"void\""));
    scene.store().void_table(table.id()).await.expect("void");
    let void = text(&export(&number).stdout);
    let end = void.lines().last().expect("an end");
    assert!(end.starts_with("{\"record\":\"end\",\"deals\":1,\"void\":true"));
    let none = text(&game("2").stderr);
    assert_eq!(none, "chaodipi: the table has not come to game 2 yet\n");
    let outcomes = chaodipi::tools::replay::replay(record.as_bytes()).expect("it fits");
    assert_eq!(outcomes[0].table, table.id());
    assert_eq!(outcomes[0].results.len(), 1);
}

#[tokio::test]
async fn a_database_of_the_first_version_is_exported_as_it_is() {
    let mut scene = Scene::new(31).await;
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    while table.snapshot().public.result.is_none() {
        scene.step(&table, true).await;
    }
    let (database, number) = (scene.database(), table.id().0.to_string());
    let export = || program(&["export", "--database", name(&database), "--table", &number]);
    scene.crash().await;
    let now = export();
    assert!(now.status.success(), "{}", text(&now.stderr));
    turn_back(&database).await;
    let then = export();
    assert!(then.status.success(), "{}", text(&then.stderr));
    assert_eq!(text(&then.stdout), text(&now.stdout));
}

#[test]
fn the_judge_answers_each_line_as_it_comes() {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut questions = judge.stdin.take().expect("piped");
    let mut answers = BufReader::new(judge.stdout.take().expect("piped"));
    let question = "{\"ask\":\"follow\",\"rules\":\"tournament\",\"level\":\"8\",\
        \"trump\":\"S\",\"lead\":[\"H9\"],\"hand\":[\"HA\",\"C3\"],\"play\":[\"C3\"]}";
    for _ in 0..3 {
        writeln!(questions, "{question}").expect("taken");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("answered");
        assert_eq!(
            answer,
            "{\"legal\":false,\"reason\":\"must_follow_suit\"}\n"
        );
    }
    drop(questions);
    assert!(judge.wait().expect("ends").success());
}

#[test]
fn the_judge_reads_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("questions.jsonl");
    std::fs::write(&file, "nonsense\n").expect("written");
    let judge = program(&["judge", name(&file)]);
    assert_eq!(judge.status.code(), Some(1));
    assert!(text(&judge.stdout).starts_with("{\"error\":"), "{judge:?}");
}
