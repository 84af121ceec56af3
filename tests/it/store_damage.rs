//! A table of which something cannot be read: it alone is set aside or starts
//! its clock anew, and all others go on.

use chaodipi::game::{Action, Actor, ClockChoice, Pace, PublicPhase};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::table::{DraftChange, NewTable, TableHandle};

use crate::commands_support::{says, slash};
use crate::support::damage;
use crate::table_scene::{CHANNEL, GUILD, Scene, tournament};

fn en(key: &str, table: &TableHandle) -> String {
    text(Lang::En, key, vec![("table", table.id().0.into())])
}

/// A second table, in the channel beside the first.
async fn beside(scene: &Scene) -> TableHandle {
    let new = NewTable {
        guild: GUILD,
        channel: CHANNEL + 1,
        language: Lang::En,
        rules: tournament(),
        setup: chaodipi::game::Setup::default(),
        host: scene.person(20).await,
    };
    scene.registry().open(new).await.expect("opens")
}

/// Damages the first table while nobody looks.
async fn damaged(scene: &mut Scene, sql: &str) {
    let database = scene.database();
    scene.crash().await;
    assert!(damage::run(&database, sql).await > 0, "{sql}");
    scene.start().await;
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
        let other = beside(&scene).await;
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
        let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let burying =
            |s: &chaodipi::table::Snapshot| matches!(s.public.phase, PublicPhase::Burying { .. });
        scene.play_until(&table, true, burying).await;
        let sql = format!("UPDATE tables SET timing = '{timing}'");
        damaged(&mut scene, &sql).await;
        let again = scene.table(table.id());
        assert!(again.snapshot().public == table.snapshot().public);
        let settled = |s: &chaodipi::table::Snapshot| s.public.result.is_some();
        scene.play_until(&again, true, settled).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_draft_is_picked_anew() {
    for wrong in ["cards = 'XX'", "cards = 'SA SA SA'", "step = ''"] {
        let mut scene = Scene::new(13).await;
        let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let burying =
            |s: &chaodipi::table::Snapshot| matches!(s.public.phase, PublicPhase::Burying { .. });
        let snap = scene.play_until(&table, true, burying).await;
        let PublicPhase::Burying { seat } = snap.public.phase else {
            panic!("somebody buries");
        };
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
