//! A table of which something cannot be read: it alone is set aside or starts
//! its clock anew, and all others go on.

use chaodipi::commands::OptionValue;
use chaodipi::game::{Action, Actor, ClockChoice, Pace, PublicPhase};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::table::{DraftChange, Snapshot, TableHandle};

use crate::commands_server::{control, types};
use crate::commands_support::{says, slash};
use crate::house_support::{clicks, manager};
use crate::support::damage;
use crate::table_scene::{CHANNEL, Scene};

fn en(key: &str, table: &TableHandle) -> String {
    text(Lang::En, key, vec![("table", table.id().0.into())])
}

/// Damages the first table while nobody looks.
async fn damaged(scene: &mut Scene, sql: &str) {
    let database = scene.database();
    scene.crash().await;
    assert!(damage::run(&database, sql).await > 0, "{sql}");
    scene.start().await;
}

/// Four people at a table where cards are played.
async fn in_play(scene: &mut Scene) -> TableHandle {
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    scene.play_until(&table, true, playing).await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_sets_its_table_aside_and_no_other() {
    for event in [
        "{",
        "{\"event\":\"no-such-thing\"}",
        "{\"event\":\"started\"}",
    ] {
        let mut scene = Scene::new(5).await;
        let table = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
        let other = scene.open_elsewhere(CHANNEL + 1, 20).await;
        let sql = format!(
            "UPDATE events SET event = '{event}' WHERE table_id = {} AND seq = 0",
            table.id().0
        );
        damaged(&mut scene, &sql).await;
        assert!(scene.registry().table(table.id()).is_none(), "{event}");
        let aside = scene.registry().aside();
        assert_eq!(aside.len(), 1);
        assert_eq!(aside[0].table, table.id());
        let goes_on = scene.table(other.id());
        let host = Actor::Player(scene.person(20).await);
        let sits = goes_on.act(host, None, Action::Sit(None)).await;
        sits.expect("the other one goes on");

        // Whoever asks for it is told; a manager ends it.
        let told = scene.types(0, "table status", &[]).await;
        assert_eq!(says(&told), format!("❗ {}", en("refused-aside", &table)));
        let refused = scene.types(0, "table end", &[]).await;
        let manager_only = text(Lang::En, "refused-not-manager", Vec::new());
        assert_eq!(says(&refused), format!("❗ {manager_only}"));
        let mut manager = scene.context(0, Lang::En).await;
        manager.manager = true;
        let ended = slash(&manager, "table end", &[]).await;
        assert_eq!(says(&ended), en("aside-ended", &table));
        scene.crash().await;
        scene.start().await;
        assert!(scene.registry().aside().is_empty(), "it stays ended");
        assert!(scene.registry().table(other.id()).is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_channel_of_a_table_that_was_set_aside_is_free() {
    let mut scene = Scene::new(5).await;
    let table = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
    damaged(&mut scene, "UPDATE events SET event = '{' WHERE seq = 0").await;
    let new = scene.types(1, "table new", &[]).await;
    assert!(says(&new).contains("open"), "{}", says(&new));
    assert!(scene.registry().in_channel(CHANNEL).is_some());
    assert!(!scene.registry().is_aside(table.id()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_clock_begins_anew() {
    for timing in ["{", "{\"wait\":1}", "null"] {
        let mut scene = Scene::new(5).await;
        let (table, ..) = scene.burying().await;
        let sql = format!("UPDATE tables SET timing = '{timing}'");
        damaged(&mut scene, &sql).await;
        let again = scene.table(table.id());
        assert!(again.snapshot().public == table.snapshot().public);
        let settled = |s: &Snapshot| s.public.result.is_some();
        scene.play_until(&again, true, settled).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_draft_is_picked_anew() {
    for wrong in ["cards = 'XX'", "cards = 'SA SA SA'", "step = ''"] {
        let mut scene = Scene::new(13).await;
        let (table, snap, seat) = scene.burying().await;
        let picked: Vec<_> = snap.seats[seat].hand.iter().take(3).collect();
        let picked = chaodipi::cards::CardSet::from_cards(&picked).expect("cards");
        let player = snap.people[seat].clone().expect("a person").player;
        let step = snap.seats[seat].step;
        let set = DraftChange::Set(picked);
        table.draft(player, step, set).await.expect("drafted");
        damaged(&mut scene, &format!("UPDATE drafts SET {wrong}")).await;
        let again = scene.table(table.id()).snapshot();
        assert!(Seat::ALL.into_iter().all(|s| again.drafts[s].is_empty()));
    }
}

/// What is missing from a log, or cannot be in it, keeps its table from being
/// played on, and no other; the operator reads which table and why.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_with_a_gap_or_a_wrong_deck_sets_its_table_aside() {
    let first_card = "json_extract(event, '$.shuffle.deck[0]')";
    let dealt = "json_extract(event, '$.event') = 'dealt'";
    let damages = [
        "DELETE FROM events WHERE table_id = 1 AND seq = 0".to_owned(),
        "DELETE FROM events WHERE table_id = 1 AND seq = 3".to_owned(),
        // The last one, and one in the middle of play.
        "DELETE FROM events WHERE table_id = 1 AND seq = (SELECT MAX(seq) FROM events)".to_owned(),
        "DELETE FROM events WHERE table_id = 1 AND seq = (SELECT MAX(seq) - 4 FROM events)"
            .to_owned(),
        format!("DELETE FROM events WHERE table_id = 1 AND {dealt}"),
        "UPDATE tables SET next_seq = next_seq + 1 WHERE id = 1".to_owned(),
        "UPDATE tables SET next_seq = next_seq - 1 WHERE id = 1".to_owned(),
        format!(
            "UPDATE events SET event = json_remove(event, '$.shuffle.deck[107]')
             WHERE table_id = 1 AND {dealt}"
        ),
        // A card in place of another: one of them is there three times.
        format!(
            "UPDATE events SET event = json_set(event, '$.shuffle.deck[1]', {first_card},
             '$.shuffle.deck[2]', {first_card}) WHERE table_id = 1 AND {dealt}"
        ),
        "PRAGMA foreign_keys = OFF; DELETE FROM players WHERE discord_id = 1001".to_owned(),
    ];
    for sql in damages {
        let mut scene = Scene::new(5).await;
        let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let other = scene.open_elsewhere(CHANNEL + 1, 20).await;
        let playing = |s: &Snapshot| {
            let tricks = s.public.deal.as_ref().map_or(0, |deal| deal.tricks);
            tricks == 2
        };
        scene.play_until(&table, true, playing).await;
        damaged(&mut scene, &sql).await;
        assert!(scene.registry().table(table.id()).is_none(), "{sql}");
        let aside = scene.registry().aside();
        assert_eq!(aside.len(), 1, "{sql}");
        assert!(scene.registry().table(other.id()).is_some());
        let told = scene.types(2, "table status", &[]).await;
        assert_eq!(says(&told), format!("❗ {}", en("refused-aside", &table)));
    }
}

/// A manager's other commands reach such a table, too: it is ended, and where
/// what is stored of it has been mended, taken up again with its time.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_set_aside_is_repaired_or_ended_by_its_number() {
    let mut scene = Scene::new(5).await;
    let table = in_play(&mut scene).await;
    let id = table.id();
    let before = table.snapshot();
    let break_it = "UPDATE tables SET next_seq = next_seq + 1 WHERE id = 1";
    damaged(&mut scene, break_it).await;
    let boss = manager(&scene, 9, Lang::En).await;
    let number = [("table", OptionValue::Number(id.0))];
    let refused = types(&boss, "repair", &number).await;
    assert_eq!(
        says(&refused),
        format!("❗ {}", en("refused-aside", &table))
    );
    assert!(scene.registry().is_aside(id));

    scene.manual.advance(std::time::Duration::from_secs(3600));
    damage::run(
        &scene.database(),
        "UPDATE tables SET next_seq = next_seq - 1 WHERE id = 1",
    )
    .await;
    let repaired = types(&boss, "repair", &number).await;
    assert_eq!(says(&repaired), en("server-repaired", &table));
    assert!(!scene.registry().is_aside(id));
    let again = scene.table(id);
    assert!(
        again.snapshot().public == before.public,
        "nobody's time has run out"
    );
    assert!(scene.registry().in_channel(CHANNEL).is_some());
    let settled = |s: &Snapshot| s.public.result.is_some();
    scene.play_until(&again, true, settled).await;

    for index in [10, 11] {
        let named = scene.registry().in_channel(CHANNEL);
        let id = match named {
            Some(table) => table.id(),
            None => scene.open(ClockChoice::Relaxed, Pace::Brisk).await.id(),
        };
        let break_it = format!(
            "UPDATE tables SET next_seq = next_seq + 1 WHERE id = {}",
            id.0
        );
        damaged(&mut scene, &break_it).await;
        let boss = manager(&scene, 9, Lang::En).await;
        let path = if index == 10 { "end" } else { "void" };
        let number = [("table", OptionValue::Number(id.0))];
        let asked = types(&boss, path, &number).await;
        clicks(&boss, &control(&asked, index), &[]).await;
        assert!(!scene.registry().is_aside(id), "{path}");
        let told = scene.types(0, "table status", &[]).await;
        let none = text(Lang::En, "refused-no-table", Vec::new());
        assert_eq!(says(&told), format!("❗ {none}"), "{path}");
    }
}

/// Nobody's time has run out while a table was set aside, also when it is taken
/// up once more before anything happens, or its clock cannot be read.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_repaired_keeps_its_time() {
    for unreadable in [false, true] {
        let mut scene = Scene::new(5).await;
        let table = in_play(&mut scene).await;
        let id = table.id();
        scene.show(&table).await;
        let before = table.snapshot();
        let break_it = "UPDATE tables SET next_seq = next_seq + 1";
        damaged(&mut scene, break_it).await;
        scene.advance(std::time::Duration::from_secs(3600)).await;
        let mend_it = "UPDATE tables SET next_seq = next_seq - 1";
        damage::run(&scene.database(), mend_it).await;
        if unreadable {
            damage::run(&scene.database(), "UPDATE tables SET timing = NULL").await;
        }
        scene.registry().take_up(id).await.expect("taken up");
        scene.manual.settle().await;
        let again = scene.table(id);
        assert!(again.snapshot().public == before.public, "{unreadable}");
        again.repair();
        scene.manual.settle().await;
        assert!(again.snapshot().public == before.public, "{unreadable}");
        scene.crash().await;
        scene.start().await;
        let restarted = scene.table(id).snapshot();
        assert!(restarted.public == before.public, "{unreadable}");
    }
}

/// The gaps that erased answers leave are none: a table is taken up at every
/// step of a deal at which answers are given.
#[tokio::test(flavor = "multi_thread")]
async fn erased_answers_are_no_damage() {
    for clock in [ClockChoice::Relaxed, ClockChoice::None] {
        let mut scene = Scene::new(7).await;
        let table = scene.started(4, clock, Pace::Instant).await;
        let id = table.id();
        drop(table);
        let mut gaps = 0;
        for _ in 0..60 {
            scene.crash().await;
            scene.start().await;
            let table = scene.table(id);
            scene.step(&table, true).await;
            let log = scene.store().log(id).await.expect("read");
            gaps = log.windows(2).filter(|w| w[1].seq != w[0].seq + 1).count();
        }
        assert!(gaps > 0, "no answer was erased");
    }
}

/// A table that is over is not read more kindly than one that is played on.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_again_after_a_log_with_a_gap() {
    for damage in [false, true] {
        let mut scene = Scene::new(5).await;
        let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let (id, host) = (table.id(), scene.person(0).await);
        let ended = table.act(Actor::Player(host), None, Action::End).await;
        ended.expect("a vote");
        for number in 1..4 {
            let who = Actor::Player(scene.person(number).await);
            let _ = table.act(who, None, Action::End).await;
        }
        assert_eq!(table.snapshot().public.phase, PublicPhase::Ended);
        if damage {
            let sql = format!("DELETE FROM events WHERE table_id = {} AND seq = 3", id.0);
            damaged(&mut scene, &sql).await;
        }
        let again = scene.registry().again(id, host).await;
        assert_eq!(again.is_ok(), !damage);
    }
}
