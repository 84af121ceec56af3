//! Sealed answers are gone once their round is left, however it is left.

use std::time::Duration;

use chaodipi::game::{Action, Actor, Ask, ClockChoice, Game, Pace, PublicPhase};
use chaodipi::metrics;
use chaodipi::rules::Seat;
use chaodipi::store::Store;
use chaodipi::table::{Snapshot, TableHandle};

use crate::store_files::holds;
use crate::support::damage;
use crate::table_scene::{CHANNEL, Scene, over};

const MARK: &str = "\"event\":\"answered\"";

/// A table with a sealed round in which somebody has answered, and the person
/// who has.
async fn answered(scene: &mut Scene, clock: ClockChoice) -> TableHandle {
    let table = scene.started(4, clock, Pace::Instant).await;
    let asked = |s: &Snapshot| s.seats.values().any(|v| is_asked(&v.ask));
    scene.play_until(&table, true, asked).await;
    assert!(scene.people_act(&table).await, "somebody answers");
    let given = |s: &Snapshot| s.seats.values().any(|v| is_answered(&v.ask));
    assert!(given(&table.snapshot()));
    scene.store().flush().await.expect("flushed");
    assert!(
        holds(&scene.database(), MARK),
        "it is on the disk meanwhile"
    );
    table
}

fn is_asked(ask: &Ask) -> bool {
    matches!(ask, Ask::Overturn { .. } | Ask::Fry { .. })
}

fn is_answered(ask: &Ask) -> bool {
    match ask {
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => answered.is_some(),
        _ => false,
    }
}

/// Nothing of an answer is left, in the files or in what is read from them.
async fn nothing_left(scene: &Scene, table: &TableHandle) {
    scene.store().flush().await.expect("flushed");
    assert!(!holds(&scene.database(), MARK), "an answer is on the disk");
    let log = scene.store().log(table.id()).await.expect("readable");
    assert!(log.iter().all(|logged| !logged.event.is_sealed()));
    let game = Game::from_events(log.iter().map(|l| &l.event)).expect("a game");
    assert!(game.public() == table.snapshot().public.as_ref().clone());
    for seat in Seat::ALL {
        assert!(
            game.seat(seat) == *table.snapshot().seats[seat],
            "seat {seat}"
        );
    }
}

#[tokio::test]
async fn a_manager_ends_the_table_in_the_middle_of_a_round() {
    let mut scene = Scene::new(21).await;
    let table = answered(&mut scene, ClockChoice::Relaxed).await;
    let manager = Actor::Manager(scene.person(9).await);
    table.act(manager, None, Action::End).await.expect("ended");
    nothing_left(&scene, &table).await;
    let export = std::process::Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(["export", "--table", &table.id().0.to_string(), "--database"])
        .arg(scene.database())
        .output()
        .expect("runs");
    assert!(export.stdout.is_empty(), "there is nothing to be shown");
}

#[tokio::test]
async fn the_players_vote_to_end_it() {
    let mut scene = Scene::new(21).await;
    let table = answered(&mut scene, ClockChoice::None).await;
    for number in 0..4 {
        let player = Actor::Player(scene.person(number).await);
        if !over(&table.snapshot()) {
            table.act(player, None, Action::End).await.expect("a vote");
        }
    }
    assert!(over(&table.snapshot()));
    nothing_left(&scene, &table).await;
}

/// A pause keeps the answers: the round goes on after it. Nobody comes back.
#[tokio::test]
async fn a_paused_round_that_nobody_goes_on_with() {
    let mut scene = Scene::new(21).await;
    let table = answered(&mut scene, ClockChoice::Relaxed).await;
    let paused = table.act(Actor::Table, None, Action::Pause).await;
    paused.expect("paused");
    scene.store().flush().await.expect("flushed");
    assert!(holds(&scene.database(), MARK));
    scene.advance(Duration::from_secs(8 * 24 * 60 * 60)).await;
    assert!(over(&table.snapshot()), "nobody came back for a week");
    nothing_left(&scene, &table).await;
}

/// As an earlier version left it: over, but the answers still there.
#[tokio::test]
async fn what_an_earlier_version_left_is_erased_at_the_start() {
    let mut scene = Scene::new(21).await;
    let table = answered(&mut scene, ClockChoice::Relaxed).await;
    let database = scene.database();
    scene.crash().await;
    for state in [1, 2] {
        damage::run(&database, &format!("UPDATE tables SET state = {state}")).await;
        if state == 2 {
            let answer = "{\"event\":\"answered\",\"seat\":0,\"act\":\"pass\",\"person\":true}";
            let sql = format!(
                "INSERT INTO sealed VALUES ({}, 9999, 0, '{answer}')",
                table.id().0
            );
            damage::run(&database, &sql).await;
        }
        assert!(holds(&database, MARK));
        let store = Store::open(&database).await.expect("opens");
        assert!(!holds(&database, MARK), "state {state}");
        store.close().await;
    }
}

/// The round is over in the log, but an answer in it was never erased.
#[tokio::test]
async fn an_answer_of_a_round_that_is_over_is_erased_when_the_table_is_taken_up() {
    let mut scene = Scene::new(21).await;
    let table = answered(&mut scene, ClockChoice::Relaxed).await;
    let copy = "CREATE TABLE kept AS SELECT * FROM sealed";
    damage::run(&scene.database(), copy).await;
    let later = |s: &Snapshot| !s.seats.values().any(|v| is_asked(&v.ask));
    scene.play_until(&table, true, later).await;
    let database = scene.database();
    scene.crash().await;
    damage::run(&database, "INSERT INTO sealed SELECT * FROM kept").await;
    damage::run(&database, "DROP TABLE kept").await;
    scene.start().await;
    let log = scene.store().log(table.id()).await.expect("readable");
    assert!(log.iter().all(|logged| !logged.event.is_sealed()));
}

/// What everybody does in a sealed round is counted when it closes: also where
/// there is no clock, and declaring is such a round.
#[tokio::test]
async fn the_operators_numbers_stand_still_in_every_sealed_round() {
    let mut scene = Scene::new(21).await;
    // The numbers are the whole process's: no other test has this table.
    let database = scene.database();
    scene.crash().await;
    damage::run(
        &database,
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', 700000)",
    )
    .await;
    scene.start().await;
    let table = scene.started(4, ClockChoice::None, Pace::Instant).await;
    assert_eq!(table.id().0, 700_001);
    let declares = |s: &Snapshot| {
        let PublicPhase::Drawing {
            drawn,
            placeable,
            open,
            ..
        } = s.public.phase
        else {
            return false;
        };
        (drawn, placeable, open) == (100, 100, true)
    };
    let asks = |s: &Snapshot| match s.public.phase {
        PublicPhase::Overturning { .. } | PublicPhase::Frying { .. } => true,
        _ => declares(s),
    };
    let mut declared = 0;
    for _ in 0..200 {
        let now = table.snapshot();
        if over(&now) || now.public.result.is_some() {
            break;
        }
        declared += u32::from(declares(&now));
        let back = metrics::holds_back(table.id());
        assert_eq!(back, asks(&now), "{:?}", now.public.phase);
        scene.step(&table, true).await;
    }
    assert!(declared > 0, "nobody was asked to declare");
}

/// A table that cannot be taken up lets its channel go, and with it whatever
/// was answered there.
#[tokio::test]
async fn a_table_set_aside_that_gives_its_channel_to_another() {
    for moved in [false, true] {
        let mut scene = Scene::new(2).await;
        let table = answered(&mut scene, ClockChoice::Relaxed).await;
        let (id, database) = (table.id().0, scene.database());
        scene.crash().await;
        let sql = format!("UPDATE events SET event = '{{' WHERE table_id = {id} AND seq = 0");
        assert_eq!(damage::run(&database, &sql).await, 1);
        scene.start().await;
        assert_eq!(scene.registry().aside().len(), 1);
        scene.store().flush().await.expect("flushed");
        assert!(holds(&database, MARK), "it could be taken up again");
        if moved {
            let other = scene.open_elsewhere(CHANNEL + 1, 30).await;
            let moved = scene.registry().move_to(other.id(), CHANNEL).await;
            moved.expect("free");
        } else {
            scene.open_elsewhere(CHANNEL, 30).await;
        }
        assert!(scene.registry().aside().is_empty(), "moved: {moved}");
        // Nothing more is done for it: it is erased with that very write.
        scene.store().flush().await.expect("flushed");
        assert!(!holds(&database, MARK), "an answer is on the disk");
    }
}
