//! Whatever was acknowledged survives a crash, and nothing else changes.

use std::sync::Arc;

use chaodipi::cards::CardSet;
use chaodipi::game::{Action, Actor, Ask, ClockChoice, Pace, PlayerId, PublicPhase, SeatView};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{BySeat, Seat};
use chaodipi::table::{ActError, DraftChange, Snapshot, TableHandle};

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
    let (table, snapshot, seat) = scene.burying().await;
    let view = &snapshot.seats[seat];
    assert_eq!(view.ask, Ask::Bury);
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

/// A table without a clock at which two people have placed in secret, the round
/// just closed; who placed, and with what.
async fn placed(scene: &mut Scene) -> (TableHandle, BySeat<Option<CardSet>>) {
    let table = scene.started(4, ClockChoice::None, Pace::Instant).await;
    let asked = |s: &Snapshot| s.seats.values().all(|v| matches!(v.ask, Ask::Place { .. }));
    let sealed = |s: &Snapshot| {
        let passes = |v: &Arc<SeatView>| match &v.ask {
            Ask::Place { options } => options.contains(&AuctionAct::Pass),
            _ => false,
        };
        asked(s) && s.seats.values().all(passes)
    };
    let snap = scene.play_until(&table, false, sealed).await;
    let mut said = BySeat::default();
    for seat in Seat::ALL {
        let Ask::Place { options } = &snap.seats[seat].ask else {
            panic!("asked");
        };
        let act = options[0];
        if let AuctionAct::Declare { cards } = act {
            said[seat] = Some(cards);
        }
        let person = snap.people[seat].clone().expect("a person").player;
        let placed = table.act(Actor::Player(person), None, Action::Auction(act));
        let placed = placed.await.expect("accepted").snapshot;
        assert!(placed.outdone.values().all(Option::is_none), "not yet");
    }
    let closed = |s: &Snapshot| s.public.deal.as_ref().is_some_and(|d| !d.spoken.is_empty());
    scene.play_until(&table, false, closed).await;
    (table, said)
}

/// Whoever placed in vain is told so; nobody else, nor whoever sits there later.
#[tokio::test]
async fn what_was_placed_in_vain_is_for_its_person_alone() {
    for crash in [false, true] {
        let mut scene = Scene::new(8).await;
        let (mut table, said) = placed(&mut scene).await;
        let snap = table.snapshot();
        let counts = snap.public.deal.as_ref().expect("a deal").spoken[0].seat;
        let mut expected = said;
        expected[counts] = None;
        assert!(snap.outdone == expected && said.values().flatten().count() > 1);
        let burying = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Burying { .. });
        let snap = scene.play_until(&table, true, burying).await;
        assert!(snap.outdone == expected, "still told while others bury");
        if crash {
            let id = table.id();
            scene.crash().await;
            scene.start().await;
            table = scene.table(id);
            expected = BySeat::default();
            assert!(table.snapshot().outdone == expected, "it is nowhere stored");
        }
        let loser = Seat::ALL
            .into_iter()
            .find(|&s| s != counts && said[s].is_some());
        let loser = loser.expect("two placed");
        succeeds(&scene, &table, loser).await;
        expected[loser] = None;
        assert!(table.snapshot().outdone == expected, "crash: {crash}");
        let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
        let snap = scene.play_until(&table, true, playing).await;
        assert!(snap.outdone == BySeat::default());
    }
}

/// Person 9 takes over a seat.
async fn succeeds(scene: &Scene, table: &TableHandle, seat: Seat) -> PlayerId {
    let late = scene.person(9).await;
    let before = table.snapshot().people[seat].clone().expect("a person");
    let gives = Action::Offer(seat, late);
    let given = table.act(Actor::Player(before.player), None, gives).await;
    given.expect("one's own");
    let sits = table.act(Actor::Player(late), None, Action::Sit(Some(seat)));
    sits.await.expect("sits");
    late
}

#[tokio::test]
async fn what_was_suggested_to_one_person_was_not_to_the_next() {
    let mut scene = Scene::new(13).await;
    let (table, snap, seat) = scene.burying().await;
    let view = &snap.seats[seat];
    let eight = CardSet::from_cards(&view.hand.to_vec()[..8]).expect("cards");
    let person = snap.people[seat].clone().expect("a person").player;
    let drafted = table.draft(person, view.step, DraftChange::Suggested(eight));
    drafted.await.expect("drafted");
    assert!(table.snapshot().suggested[seat]);
    let late = succeeds(&scene, &table, seat).await;
    assert!(!table.snapshot().suggested[seat] && table.snapshot().drafts[seat].is_empty());
    let drafted = table.draft(late, view.step, DraftChange::Set(eight));
    drafted.await.expect("drafted");
    assert!(!table.snapshot().suggested[seat], "its own choice");
}
