//! People who go for good or open the next table at once: nobody sees a second
//! hand, no seat waits for nobody, and whoever stood up is free.

use chaodipi::commands::Context;
use chaodipi::game::{Action, Actor, ClockChoice, Pace, PlayerId, PublicPhase, TableId};
use chaodipi::i18n::{Lang, seat as seat_word};
use chaodipi::rules::Seat;
use chaodipi::table::{Snapshot, TableHandle};

use crate::commands_support::{says, slash};
use crate::house_support::{clicks, no};
use crate::support::{damage, en};
use crate::table_scene::{CHANNEL, Scene};

/// The button of `/privacy delete` that means it.
const DELETE: &str = "v1.privacy.0.0l0.2";

/// Person `number` has their data deleted.
async fn deletes(scene: &Scene, number: u64) {
    let ctx = scene.context(number, Lang::En).await;
    let done = clicks(&ctx, DELETE, &[]).await;
    assert_eq!(says(&done), en("privacy-deleted", vec![]));
}

/// The host offers a seat to person `number`, who sits down there: what they are told.
async fn takes(scene: &Scene, number: u64, seat: &str) -> String {
    let player = format!("{}", 1000 + number);
    let given = [("seat", seat), ("player", player.as_str())];
    scene.types(0, "table replace", &given).await;
    says(&scene.types(number, "table sit", &[("seat", seat)]).await)
}

fn playing(snap: &Snapshot) -> bool {
    matches!(snap.public.phase, PublicPhase::Playing { .. })
}

fn holds(scene: &Scene, text: &str) -> bool {
    let bytes = std::fs::read(scene.database()).expect("the file");
    bytes.windows(text.len()).any(|w| w == text.as_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_ones_data_shows_no_second_hand_of_a_deal() {
    let mut scene = Scene::new(61).await;
    let mut table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    let id = table.id();
    scene.play_until(&table, true, playing).await;
    let south = seat_word(Lang::En, Seat::ALL[1]);
    let refused = no("refused-seen-hand", vec![("seat", south.into())]);
    for round in 0..3 {
        deletes(&scene, 1).await;
        for seat in ["2", "3"] {
            assert_eq!(takes(&scene, 1, seat).await, refused, "round {round}");
        }
        if round == 1 {
            // What is remembered outlives the process.
            drop(table);
            scene.crash().await;
            assert!(holds(&scene, "\"departed\""));
            scene.start().await;
            table = scene.table(id);
            continue;
        }
        // The seat of the hand they know is no secret to them.
        let sat = takes(&scene, 1, "1").await;
        assert!(!sat.starts_with('❗'), "{sat}");
        let player = scene.person(1).await;
        assert_eq!(table.snapshot().seat_of(player), Some(Seat::ALL[1]));
    }
    // Somebody else may sit there.
    let sat = takes(&scene, 7, "2").await;
    assert!(!sat.starts_with('❗'), "{sat}");

    // With the deal it is forgotten, on the disk, too.
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    deletes(&scene, 1).await;
    let sat = takes(&scene, 1, "3").await;
    assert!(!sat.starts_with('❗'), "{sat}");
    drop(table);
    scene.crash().await;
    assert!(!holds(&scene, "\"departed\""));
    scene.start().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_ended_in_the_deal_forgets_as_well() {
    let mut scene = Scene::new(62).await;
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, playing).await;
    deletes(&scene, 1).await;
    let manager = Actor::Manager(scene.person(9).await);
    table.act(manager, None, Action::End).await.expect("ends");
    drop(table);
    scene.crash().await;
    assert!(!holds(&scene, "\"departed\""));
    scene.start().await;
}

/// Standing up frees whoever does it, also while a sealed question is open; and
/// nothing of it is public before the round closes.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_stands_up_in_a_sealed_round_is_free() {
    let mut scene = Scene::new(63).await;
    let table = scene.started(4, ClockChoice::None, Pace::Instant).await;
    let sealed = |s: &Snapshot| {
        matches!(
            s.public.phase,
            PublicPhase::Overturning { .. } | PublicPhase::Frying { .. }
        )
    };
    scene.play_until(&table, true, sealed).await;
    let before = table.snapshot();
    let stood = scene.types(1, "table stand", &[]).await;
    assert!(!says(&stood).starts_with('❗'), "{}", says(&stood));
    let after = table.snapshot();
    let seat = Seat::ALL[1];
    assert_eq!(before.public.seats[seat], after.public.seats[seat]);
    let elsewhere = Context {
        channel: CHANNEL + 7,
        ..scene.context(1, Lang::En).await
    };
    let opened = slash(&elsewhere, "table new", &[("place", "here")]).await;
    assert_eq!(says(&opened), en("opened", vec![("table", 2.into())]));
    let sat = slash(&elsewhere, "table sit", &[]).await;
    assert!(!says(&sat).starts_with('❗'), "{}", says(&sat));
    let player = scene.person(1).await;
    let there = scene.registry().of_player(player).expect("a table");
    assert_eq!(there.id(), TableId(2));
}

/// Nobody is waited for where they do not come any more: who was forgotten or sat
/// down elsewhere while the table was set aside.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_went_while_a_table_was_set_aside_is_not_waited_for() {
    let mut scene = Scene::new(64).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let id = table.id();
    scene.play_until(&table, true, playing).await;
    let mut players = Vec::new();
    for number in 0..4 {
        players.push(scene.person(number).await);
    }
    scene.crash().await;
    let database = scene.database();
    damage::run(&database, "UPDATE tables SET next_seq = next_seq + 1").await;
    scene.start().await;
    assert!(scene.registry().is_aside(id));
    deletes(&scene, 1).await;
    let other = scene.open_elsewhere(CHANNEL + 1, 2).await;
    let sits = other.act(Actor::Player(players[2]), None, Action::Sit(None));
    sits.await.expect("sits");
    let mend = format!(
        "UPDATE tables SET next_seq = next_seq - 1 WHERE id = {}",
        id.0
    );
    damage::run(&database, &mend).await;
    scene.registry().take_up(id).await.expect("taken up");
    scene.manual.settle().await;
    let snapshot = scene.table(id).snapshot();
    let waits = players.iter().map(|p| {
        let seat = snapshot.seat_of(*p);
        seat.is_some_and(|seat| !snapshot.seats[seat].auto)
    });
    assert_eq!(waits.collect::<Vec<_>>(), [true, false, false, true]);
    assert_eq!(snapshot.seat_of(players[1]), None);
    let bound = scene.registry().of_player(players[2]).expect("a table");
    assert_eq!(bound.id(), other.id());
}

/// A table of four people, ended.
async fn ended(scene: &Scene) -> TableId {
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let manager = Actor::Manager(scene.person(9).await);
    table.act(manager, None, Action::End).await.expect("ends");
    scene.manual.settle().await;
    table.id()
}

async fn here(scene: &Scene) -> TableHandle {
    scene.registry().in_channel(CHANNEL).expect("a table")
}

#[tokio::test(flavor = "multi_thread")]
async fn again_pressed_by_all_at_once_seats_all() {
    let scene = Scene::new(64).await;
    let table = ended(&scene).await;
    let id = format!("v1.again.{}.0l0.0", table.0);
    let told = tokio::join!(
        scene.presses(0, &id),
        scene.presses(1, &id),
        scene.types(2, "table again", &[]),
        scene.presses(3, &id),
    );
    for told in [told.0, told.1, told.2, told.3] {
        assert!(!says(&told).starts_with('❗'), "{}", says(&told));
    }
    let next = here(&scene).await;
    for number in 0..4 {
        let player: PlayerId = scene.person(number).await;
        let seat = next.snapshot().seat_of(player);
        assert_eq!(seat, Seat::new(number as usize), "person {number}");
    }
}

/// Of several who open a table in one channel at once one does; the others are
/// told of that table.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_second_is_told_which_table_there_is() {
    let scene = Scene::new(65).await;
    ended(&scene).await;
    let place = [("place", "here")];
    let told = tokio::join!(
        scene.types(6, "table new", &place),
        scene.types(0, "table again", &[]),
        scene.types(7, "table new", &place),
        scene.types(8, "table new", &place),
    );
    let taken = no("refused-channel-taken", vec![("table", 2.into())]);
    let told = [told.0, told.1, told.2, told.3];
    let told: Vec<String> = told.iter().map(says).collect();
    let refused = told.iter().filter(|t| **t == taken);
    assert_eq!(refused.count(), 3, "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_seat_is_kept_for_whoever_had_their_data_deleted() {
    let scene = Scene::new(66).await;
    let table = ended(&scene).await;
    deletes(&scene, 2).await;
    let id = format!("v1.again.{}.0l0.0", table.0);
    scene.presses(0, &id).await;
    let next = here(&scene).await;
    let kept = |seat: usize| next.snapshot().public.offers[Seat::ALL[seat]].is_some();
    assert_eq!([0, 1, 2, 3].map(kept), [false, true, false, true]);
    deletes(&scene, 3).await;
    assert_eq!([0, 1, 2, 3].map(kept), [false, true, false, false]);
    for number in [3, 2] {
        let sat = scene.types(number, "table sit", &[]).await;
        assert!(!says(&sat).starts_with('❗'), "{}", says(&sat));
    }
    // The host goes: somebody else is host, or nobody.
    deletes(&scene, 0).await;
    let host = next.snapshot().public.host;
    assert!([scene.person(2).await, scene.person(3).await].contains(&host.expect("a host")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_does_not_sit_there_is_host_no_more() {
    let scene = Scene::new(67).await;
    let table = scene.open(ClockChoice::Relaxed, Pace::Instant).await;
    deletes(&scene, 0).await;
    assert_eq!(table.snapshot().public.host, None);
    scene.types(1, "table sit", &[]).await;
    let host = table.snapshot().public.host;
    assert_eq!(host, Some(scene.person(1).await));
}
