//! What stands in the database's files, and who may open them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use chaodipi::error::AppError;
use chaodipi::game::{Ask, ClockChoice, Pace};
use chaodipi::store::Store;

use crate::support::outcome::one_line;
use crate::table_scene::Scene;

/// Whether any file of the database holds the text.
pub fn holds(database: &Path, text: &str) -> bool {
    let folder = database.parent().expect("a folder");
    fs::read_dir(folder).expect("a folder").any(|entry| {
        let bytes = fs::read(entry.expect("an entry").path()).expect("a file");
        bytes.windows(text.len()).any(|w| w == text.as_bytes())
    })
}

#[tokio::test]
async fn sealed_answers_leave_no_byte_behind() {
    let mut scene = Scene::new(21).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let mark = "\"event\":\"answered\"";
    let (mut seen, mut rounds) = (0, 0);
    while rounds < 2 || table.snapshot().public.result.is_none() {
        let asked = |s: &chaodipi::table::Snapshot| {
            s.seats
                .values()
                .any(|v| matches!(v.ask, Ask::Overturn { .. } | Ask::Fry { .. }))
        };
        let before = asked(&table.snapshot());
        scene.step(&table, true).await;
        scene.store().flush().await.expect("flushed");
        if before && asked(&table.snapshot()) {
            seen += usize::from(holds(&scene.database(), mark));
        } else if before {
            rounds += 1;
            assert!(!holds(&scene.database(), mark), "after round {rounds}");
        }
    }
    assert!(seen > 0, "an answer is on the disk while its round runs");
}

#[tokio::test]
async fn a_second_opener_is_refused_until_the_first_is_done() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    let store = Store::open(&path).await.expect("opens");
    let second = Store::open(&path).await;
    assert!(matches!(second, Err(AppError::SecondProcess(_))));
    let output = program(&path, &["standings", "rebuild"]);
    one_line(&output, &["another process"]);
    store.close().await;
    let output = program(&path, &["standings", "rebuild"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("0 finished deals"));
}

#[tokio::test]
async fn what_is_no_database_is_refused_in_one_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    fs::write(
        &path,
        "this is no database, however long one looks at it".repeat(99),
    )
    .expect("written");
    one_line(
        &program(&path, &["standings", "rebuild"]),
        &["cannot open the database"],
    );
    let nowhere = dir.path().join("missing").join("a.db");
    one_line(
        &program(&nowhere, &["standings", "rebuild"]),
        &["there is no database"],
    );
}

#[test]
fn operators_get_one_line_and_exit_code_2() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    one_line(&program(&path, &["run"]), &["DISCORD_TOKEN"]);
    let config = dir.path().join("config.toml");
    fs::write(&config, "[discord]\ncolour = 1\n").expect("written");
    let config = config.to_string_lossy().into_owned();
    one_line(&program(&path, &["--config", &config]), &["colour"]);
}

fn program(database: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(arguments)
        .env_clear()
        .env("CHAODIPI_DATABASE_PATH", database)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("runs")
}
