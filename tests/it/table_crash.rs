//! Whatever was acknowledged survives a crash, and nothing else changes.

use chaodipi::cards::CardSet;
use chaodipi::game::{Actor, Ask, ClockChoice, Pace, PublicPhase};
use chaodipi::table::{ActError, DraftChange, Snapshot};

use crate::table_scene::{Scene, over};

fn assert_same(before: &Snapshot, after: &Snapshot, at: usize) {
    assert_eq!(before.place, after.place, "step {at}");
    assert_eq!(before.revision, after.revision, "step {at}");
    assert!(before.public == after.public, "public view at step {at}");
    assert_eq!(before.people, after.people, "step {at}");
    assert!(before.drafts == after.drafts, "drafts at step {at}");
    assert_eq!(before.deadline, after.deadline, "step {at}");
    for (seat, view) in before.seats.iter() {
        assert!(
            **view == *after.seats[seat],
            "view of seat {seat} at step {at}"
        );
    }
}

#[tokio::test]
async fn a_crash_at_any_step_of_a_deal_changes_nothing() {
    let mut scene = Scene::new(11).await;
    let mut table = scene.started(3, ClockChoice::Relaxed, Pace::Brisk).await;
    let id = table.id();
    for at in 0..2_000 {
        let snapshot = table.snapshot();
        if snapshot.public.result.is_some() {
            return;
        }
        scene.show(&table).await;
        let before = table.snapshot();
        scene.crash().await;
        scene.start().await;
        table = scene.table(id);
        assert_same(&before, &table.snapshot(), at);
        scene.step(&table, true).await;
    }
    panic!("the deal did not end");
}

#[tokio::test]
async fn crashes_change_no_outcome() {
    let mut results = Vec::new();
    for crash_every in [usize::MAX, 7] {
        let mut scene = Scene::new(12).await;
        let mut table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
        let id = table.id();
        let mut at = 0;
        while table.snapshot().public.result.is_none() {
            scene.step(&table, true).await;
            at += 1;
            if at % crash_every == 0 {
                scene.crash().await;
                scene.start().await;
                table = scene.table(id);
            }
        }
        results.push(table.snapshot().public.result.clone());
    }
    assert!(results[0] == results[1]);
}

#[tokio::test]
async fn drafts_survive_a_crash_and_end_with_their_step() {
    let mut scene = Scene::new(13).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let burying = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Burying { .. });
    let snapshot = scene.play_until(&table, true, burying).await;
    let (seat, view) = snapshot
        .seats
        .iter()
        .find(|(_, v)| v.ask == Ask::Bury)
        .expect("somebody buries");
    let person = snapshot.people[seat].clone().expect("a person").player;
    let hand = view.hand.to_vec();
    let part = |cards: &[chaodipi::cards::Card]| CardSet::from_cards(cards).expect("cards");
    let (left, right) = (part(&hand[..20]), part(&hand[20..]));
    let pick = |shown, cards| DraftChange::ReplacePart {
        shown,
        picked: part(cards),
    };
    let mut drafted = CardSet::EMPTY;
    for change in [
        pick(left, &hand[..3]),
        pick(right, &hand[20..22]),
        pick(left, &hand[4..5]),
    ] {
        drafted = table
            .draft(person, view.step, change)
            .await
            .expect("drafted");
    }
    assert!(drafted == part(&[hand[4], hand[20], hand[21]]));
    let foreign = CardSet::from_cards(&chaodipi::cards::Card::ALL).expect("one of each");
    let refused = table
        .draft(person, view.step, DraftChange::Set(foreign))
        .await;
    assert!(matches!(refused, Err(ActError::Illegal(_))));

    let id = table.id();
    scene.crash().await;
    scene.start().await;
    let table = scene.table(id);
    assert!(table.snapshot().drafts[seat] == drafted);
    let step = table.snapshot().seats[seat].step;
    let not_burying = |s: &Snapshot| s.seats[seat].step != step;
    let after = scene.play_until(&table, true, not_burying).await;
    assert!(after.drafts[seat].is_empty());
    let late = table.draft(person, step, DraftChange::Clear).await;
    assert!(matches!(late, Err(ActError::Stale)));
}

#[tokio::test]
async fn a_table_that_ended_just_before_a_crash_is_shown_once_more() {
    let mut scene = Scene::new(14).await;
    let table = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
    let host = Actor::Player(scene.person(0).await);
    table
        .act(host, None, chaodipi::game::Action::End)
        .await
        .expect("ends");
    let id = table.id();
    scene.crash().await;
    scene.start().await;
    let table = scene.table(id);
    assert!(over(&table.snapshot()));
    scene.show(&table).await;
    assert!(scene.registry().table(id).is_none());
    scene.crash().await;
    scene.start().await;
    assert!(scene.registry().table(id).is_none());
}
