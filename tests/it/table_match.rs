//! The clock of a match (RULES.md §12): it runs from the start, stands still
//! while the table is paused, and ends the match with the deal.

use std::time::Duration;

use chaodipi::clock::Millis;
use chaodipi::discord::panel::public_messages;
use chaodipi::game::{Action, Actor, Length, PublicPhase, Setup};
use chaodipi::table::{MatchTime, Snapshot, TableHandle};

use crate::table_scene::{Scene, over, tournament};

async fn timed(scene: &Scene, minutes: u16) -> TableHandle {
    let setup = Setup {
        length: Length::Minutes(minutes),
        ..Setup::default()
    };
    let table = scene.open_as(tournament(), setup).await;
    assert_eq!(table.snapshot().match_time, None, "not yet begun");
    scene.start_game(&table, 4).await;
    table
}

fn ends(table: &TableHandle) -> Millis {
    match table.snapshot().match_time {
        Some(MatchTime::Ends(at)) => at,
        other => panic!("the match clock does not run: {other:?}"),
    }
}

/// Whether any public message says so.
fn says(snap: &Snapshot, text: &str) -> bool {
    public_messages(snap)
        .iter()
        .any(|m| m.body.text.contains(text))
}

#[tokio::test]
async fn the_minutes_of_a_match_run_from_its_start_and_end_it_with_the_deal() {
    let mut scene = Scene::new(81).await;
    let begun = scene.clock.now();
    let table = timed(&scene, 2).await;
    assert_eq!(ends(&table), begun + Duration::from_secs(120));
    let dealt = |s: &Snapshot| s.public.deal.is_some();
    let snap = scene.play_until(&table, true, dealt).await;
    let stamp = chaodipi::i18n::time_left(ends(&table));
    assert!(says(&snap, &stamp), "the time left is shown");
    let end = scene.play_until(&table, true, over).await;
    assert!(scene.clock.now() >= begun + Duration::from_secs(120));
    let contest = &end.public.contest;
    assert!(contest.time_up);
    let ended = contest.end.as_ref().expect("the match is over");
    assert_eq!(end.public.winner, Some(ended.winner));
    assert_eq!(end.match_time, None);
    assert!(says(&end, "win the match"), "the end is told");
    for line in &contest.deals {
        assert!(says(&end, &format!("{}", line.score)), "every deal is told");
    }
}

#[tokio::test]
async fn the_clock_of_a_match_stands_still_while_the_table_is_paused() {
    let mut scene = Scene::new(82).await;
    let table = timed(&scene, 30).await;
    scene.show(&table).await;
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    scene.play_until(&table, true, playing).await;
    let left = ends(&table).since(scene.clock.now());
    let host = scene.person(0).await;
    let paused = table.act(Actor::Manager(host), None, Action::Pause).await;
    paused.expect("paused");
    let still = u64::try_from(left.as_millis()).expect("half an hour");
    assert_eq!(table.snapshot().match_time, Some(MatchTime::Left(still)));
    scene.advance(Duration::from_secs(3600)).await;
    assert_eq!(table.snapshot().match_time, Some(MatchTime::Left(still)));
    let resumed = table.act(Actor::Player(host), None, Action::Resume).await;
    resumed.expect("resumed");
    assert_eq!(ends(&table), scene.clock.now() + left);
    // Nor does it run while the program does not.
    let id = table.id();
    scene.crash().await;
    scene.manual.advance(Duration::from_secs(3600));
    scene.start().await;
    let after = ends(&scene.table(id)).since(scene.clock.now());
    assert!(after <= left && after + Duration::from_secs(15) >= left);
}

#[tokio::test]
async fn time_that_ends_between_two_deals_ends_the_match_at_once() {
    let mut scene = Scene::new(83).await;
    let table = timed(&scene, 20).await;
    let between = |s: &Snapshot| s.public.phase == PublicPhase::Between;
    scene.play_until(&table, true, between).await;
    scene.show(&table).await;
    // Somebody pauses over the result until the time is nearly over.
    let left = ends(&table).since(scene.clock.now());
    assert!(!table.snapshot().public.contest.time_up);
    scene.manual.advance(left);
    scene.manual.settle().await;
    let snap = table.snapshot();
    let went_on = snap.public.contest.deals.len();
    assert!(snap.public.contest.time_up);
    assert!(over(&snap) || !between(&snap), "{:?}", snap.public.phase);
    let end = scene.play_until(&table, true, over).await;
    assert!(end.public.contest.deals.len() <= went_on + 1);
}
