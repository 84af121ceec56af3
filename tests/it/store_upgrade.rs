//! A database of the first version is brought up to date, whatever stands in
//! it and wherever the upgrade is cut off.

use std::path::Path;

use chaodipi::game::{ClockChoice, Pace, PlayerId};
use chaodipi::rules::Variation;
use chaodipi::store::{Season, Store};
use sqlx::Connection;

use crate::support::first_version::{
    MIGRATIONS, connect, create, files, rows, run, tables, turn_back,
};
use crate::table_scene::{GUILD, Scene, over};

/// House rules can be kept.
async fn keeps_house_rules(store: &Store) {
    let player = store.upsert_person(7, "Anna", chaodipi::i18n::Lang::En);
    let player: PlayerId = player.await.expect("stored").player;
    let mut variation = Variation::new("tournament");
    assert!(variation.set("clock.play", &30.into()));
    let begun = store.begin_house(GUILD, player, "Slow", variation.clone());
    let (draft, new) = begun.await.expect("stored").expect("taken");
    assert!(new);
    let saved = store.save_house_draft(GUILD, player, draft.id).await;
    assert_eq!(saved.expect("stored"), Ok("Slow".to_owned()));
    let houses = store.houses(GUILD).await.expect("read");
    assert_eq!(houses.len(), 1);
    assert_eq!(houses[0].variation, variation);
}

#[tokio::test]
async fn an_empty_database_of_the_first_version_is_upgraded() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    let conn = create(&path).await;
    conn.close().await.expect("closed");
    let store = Store::open(&path).await.expect("opens");
    keeps_house_rules(&store).await;
    store.close().await;
    let store = Store::open(&path).await.expect("opens again");
    assert_eq!(store.houses(GUILD).await.expect("read").len(), 1);
    store.close().await;
}

#[tokio::test]
async fn nothing_is_lost_by_an_upgrade() {
    let mut scene = Scene::new(31).await;
    let table = scene.started(3, ClockChoice::Relaxed, Pace::Brisk).await;
    let mut deals = 0;
    while deals < 1 {
        scene.step(&table, true).await;
        deals += usize::from(table.snapshot().public.result.is_some());
    }
    for _ in 0..40 {
        scene.step(&table, true).await;
    }
    let before = table.snapshot();
    let id = table.id();
    drop(table);
    let ever = Season::Ever.range();
    let facts = scene.store().tallies(None, ever).await.expect("read");
    assert_eq!(facts.len(), 1);
    scene.crash().await;
    turn_back(&scene.database()).await;
    let mut conn = connect(&scene.database()).await;
    let old = tables(&mut conn).await;
    assert!(!old.contains(&"house_rules".to_owned()), "{old:?}");
    let kept = rows(&mut conn, &old).await;
    assert!(kept.len() > 50, "{}", kept.len());
    conn.close().await.expect("closed");

    scene.start().await;
    let after = scene.table(id).snapshot();
    assert!(before.public == after.public);
    // What older versions did not keep of finished deals follows from the log.
    assert_eq!(
        scene.store().tallies(None, ever).await.expect("read"),
        facts
    );
    for (seat, view) in before.seats.iter() {
        assert!(**view == *after.seats[seat], "view of seat {seat}");
    }
    keeps_house_rules(scene.store()).await;
    let table = scene.table(id);
    while table.snapshot().public.result.is_none() && !over(&table.snapshot()) {
        scene.step(&table, true).await;
    }
    drop(table);
    scene.crash().await;

    // What had been written is there to the letter.
    let mut conn = connect(&scene.database()).await;
    let events: Vec<String> = vec!["events".to_owned()];
    let now = rows(&mut conn, &events).await;
    for row in kept.iter().filter(|r| r.starts_with("events: ")) {
        assert!(now.contains(row), "{row} is gone");
    }
    conn.close().await.expect("closed");
}

/// Copies the files of a database as a crash would leave them.
fn copy(from: &Path, to: &Path) {
    for (from, to) in files(from).iter().zip(files(to)) {
        if from.exists() {
            std::fs::copy(from, to).expect("copied");
        }
    }
}

/// The files as they are after every statement of an upgrade that was not
/// finished: a program that finds them does it again.
#[tokio::test]
async fn an_upgrade_cut_off_anywhere_is_done_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    let mut conn = create(&path).await;
    run(
        &mut conn,
        "INSERT INTO players (discord_id, name, language) VALUES (1, 'Old', 'en')",
    )
    .await;
    // Every page is written to the log at once, as under memory pressure.
    run(&mut conn, "PRAGMA cache_size = 1; PRAGMA cache_spill = 1").await;
    let mut cuts = 0;
    for migration in MIGRATIONS.iter().filter(|m| m.version > 1) {
        run(&mut conn, "BEGIN IMMEDIATE").await;
        // A comment may hold a semicolon.
        let lines = migration.sql.as_str().lines();
        let lines: Vec<&str> = lines.filter(|l| !l.starts_with("--")).collect();
        let text = lines.join("\n");
        for statement in text.split_inclusive(';').filter(|s| s.contains("CREATE")) {
            run(&mut conn, statement).await;
            cuts += 1;
            let cut = dir.path().join(format!("cut{cuts}.db"));
            copy(&path, &cut);
            let store = Store::open(&cut).await.expect("opens");
            let old = store.person_by_discord(1).await.expect("read");
            assert_eq!(old.expect("still there").name, "Old");
            keeps_house_rules(&store).await;
            store.close().await;
        }
        run(&mut conn, "ROLLBACK").await;
    }
    assert!(cuts >= 2, "{cuts}");
    conn.close().await.expect("closed");
}
