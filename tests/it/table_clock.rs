//! The clock of a table: nothing hangs, nothing is early, downtime is given back.

use std::time::Duration;

use chaodipi::clock::Millis;
use chaodipi::game::{Action, Actor, Ask, ClockChoice, Event, Pace, PublicPhase};
use chaodipi::rules::Seat;
use chaodipi::store::Logged;
use chaodipi::table::{Shown, Snapshot};

use crate::table_scene::{Scene, over};

fn paused(snapshot: &Snapshot) -> bool {
    snapshot.public.paused.is_some()
}

fn playing(snapshot: &Snapshot) -> bool {
    matches!(snapshot.public.phase, PublicPhase::Playing { .. })
}

/// The moments of the events that `which` picks.
fn moments(log: &[Logged], which: impl Fn(&Event) -> bool) -> Vec<Millis> {
    let picked = log.iter().filter(|l| which(&l.event));
    picked.map(|l| l.at).collect()
}

#[tokio::test]
async fn a_table_that_nobody_plays_at_pauses_after_a_deal() {
    for (seed, clock, pace) in [
        (1, ClockChoice::Relaxed, Pace::Brisk),
        (2, ClockChoice::Preset, Pace::Instant),
        (3, ClockChoice::Relaxed, Pace::Slow),
    ] {
        let mut scene = Scene::new(seed).await;
        let table = scene.started(4, clock, pace).await;
        let end = scene.play_until(&table, false, paused).await;
        assert_eq!(end.public.result.as_ref().map(|r| r.deal.0), Some(1));
        let human = scene.person(0).await;
        table
            .act(Actor::Player(human), None, Action::Resume)
            .await
            .expect("goes on");
        assert!(!paused(&table.snapshot()));
    }
}

/// `double-dig` (三): a deal that nobody declares is drawn again, but not for ever.
#[tokio::test]
async fn a_table_that_draws_again_and_again_for_nobody_pauses() {
    let mut scene = Scene::new(4).await;
    let rules = chaodipi::rules::preset("double-dig").expect("a preset");
    let table = scene
        .open_with(rules, ClockChoice::Relaxed, Pace::Instant)
        .await;
    scene.start_game(&table, 4).await;
    let first = scene.play_until(&table, false, paused).await;
    assert_eq!(first.public.deal.as_ref().map(|d| d.number.0), Some(3));
    let human = Actor::Player(scene.person(0).await);
    let resumed = table.act(human, None, Action::Resume).await;
    resumed.expect("goes on");
    let again = scene.play_until(&table, false, paused).await;
    assert_eq!(again.public.deal.as_ref().map(|d| d.number.0), Some(6));
}

#[tokio::test]
async fn a_paused_table_to_which_nobody_comes_back_ends() {
    let mut scene = Scene::new(1).await;
    scene.discord_away = true;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, false, paused).await;
    scene.advance(Duration::from_secs(6 * 24 * 60 * 60)).await;
    assert!(!over(&table.snapshot()));
    scene.advance(Duration::from_secs(24 * 60 * 60)).await;
    assert!(over(&table.snapshot()));
}

#[tokio::test]
async fn people_may_fall_silent_in_any_phase() {
    for stop_after in [3, 9, 14, 20, 60, 110] {
        let mut scene = Scene::new(7).await;
        let table = scene.started(4, ClockChoice::Preset, Pace::Instant).await;
        for _ in 0..stop_after {
            scene.step(&table, true).await;
        }
        scene
            .play_until(&table, false, |s| paused(s) || over(s))
            .await;
    }
}

#[tokio::test]
async fn a_lobby_closes_after_half_an_hour_without_anybody() {
    let mut scene = Scene::new(1).await;
    let table = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
    scene.show(&table).await;
    scene.advance(Duration::from_secs(20 * 60)).await;
    let person = Actor::Player(scene.person(1).await);
    table
        .act(person, None, Action::Sit(None))
        .await
        .expect("sits");
    scene.advance(Duration::from_secs(29 * 60)).await;
    assert!(
        !over(&table.snapshot()),
        "whoever does anything begins it anew"
    );
    scene.advance(Duration::from_secs(2 * 60)).await;
    assert!(over(&table.snapshot()));
}

#[tokio::test]
async fn no_card_is_drawn_before_the_commitment_is_accepted() {
    let mut scene = Scene::new(1).await;
    scene.discord_away = true;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    scene.advance(Duration::from_secs(9 * 60)).await;
    let drawn = |s: &Snapshot| {
        if let PublicPhase::Drawing { drawn, .. } = s.public.phase {
            Some(drawn)
        } else {
            None
        }
    };
    assert_eq!(drawn(&table.snapshot()), Some(0));
    scene.advance(Duration::from_secs(2 * 60)).await;
    assert!(paused(&table.snapshot()), "and it does not wait for ever");
    let person = Actor::Player(scene.person(0).await);
    table
        .act(person, None, Action::Resume)
        .await
        .expect("goes on");
    scene.discord_away = false;
    scene
        .play_until(&table, false, |s| drawn(s) == Some(100))
        .await;
}

#[tokio::test]
async fn drawing_waits_for_a_seat_without_private_messages_to_open_its_hand() {
    let mut scene = Scene::new(1).await;
    scene.discord_away = true;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    scene.manual.settle().await;
    let revision = table.snapshot().revision;
    table.shown(Shown::Public(revision));
    for seat in Seat::ALL.into_iter().skip(1) {
        table.shown(Shown::Panel(seat, revision));
    }
    table.shown(Shown::Unreachable(Seat::ALL[0], revision));
    scene.advance(Duration::from_secs(14)).await;
    assert_eq!(table.snapshot().revision, revision);
    table.shown(Shown::Panel(Seat::ALL[0], revision));
    scene.manual.settle().await;
    assert!(table.snapshot().revision > revision, "it opened the hand");
}

#[tokio::test]
async fn a_sealed_round_never_closes_early_and_never_late() {
    let mut scene = Scene::new(4).await;
    let table = scene.started(1, ClockChoice::Relaxed, Pace::Instant).await;
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    let log = scene.store().log(table.id()).await.expect("read");
    let mut rounds = 0;
    for (i, logged) in log.iter().enumerate() {
        if matches!(logged.event, Event::RoundClosed { .. }) {
            rounds += 1;
            let before = &log[..i];
            let asked = before
                .iter()
                .rev()
                .find(|l| l.at < logged.at)
                .expect("a beginning");
            let lasted = logged.at.since(asked.at);
            assert!(lasted >= Duration::from_secs(4), "{lasted:?}");
            assert!(lasted <= Duration::from_secs(20), "{lasted:?}");
        }
    }
    assert!(rounds > 0);
}

#[tokio::test]
async fn a_turn_ends_a_minute_after_it_was_shown_with_a_warning_before() {
    let mut scene = Scene::new(5).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, playing).await;
    scene.manual.settle().await;
    assert_eq!(table.snapshot().deadline.expect("a window").at, None);
    scene.advance(Duration::from_secs(3)).await;
    let shown = scene.clock.now();
    scene.show(&table).await;
    let deadline = table.snapshot().deadline.expect("a window");
    assert_eq!(deadline.at, Some(shown + Duration::from_secs(60)));
    assert_eq!(deadline.warn_at, Some(shown + Duration::from_secs(45)));
    let before = table.snapshot().revision;
    scene.advance(Duration::from_secs(59)).await;
    assert_eq!(table.snapshot().revision, before);
    scene.advance(Duration::from_secs(1)).await;
    let log = scene.store().log(table.id()).await.expect("read");
    let outs = moments(&log, |e| matches!(e, Event::TimedOut { .. }));
    assert_eq!(outs.last(), Some(&(shown + Duration::from_secs(60))));
}

#[tokio::test]
async fn the_clock_runs_even_where_discord_is_away() {
    let mut scene = Scene::new(5).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, playing).await;
    scene.discord_away = true;
    scene
        .play_until(&table, false, |s| s.public.result.is_some())
        .await;
}

#[tokio::test]
async fn without_a_clock_nobody_is_ever_played_for() {
    let mut scene = Scene::new(6).await;
    let table = scene.started(4, ClockChoice::None, Pace::Brisk).await;
    scene.play_until(&table, true, playing).await;
    scene.show(&table).await;
    let before = table.snapshot();
    assert_eq!(before.deadline, None);
    scene.advance(Duration::from_secs(30 * 24 * 60 * 60)).await;
    assert_eq!(table.snapshot().revision, before.revision);
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
}

#[tokio::test]
async fn downtime_is_added_to_deadlines() {
    let mut scene = Scene::new(8).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, playing).await;
    scene.show(&table).await;
    let left = |scene: &Scene, s: &Snapshot| {
        let at = s.deadline.and_then(|d| d.at).expect("a deadline");
        at.since(scene.clock.now())
    };
    let before = left(&scene, &table.snapshot());
    let id = table.id();
    for _ in 0..3 {
        scene.crash().await;
        scene.manual.advance(Duration::from_secs(60 * 60));
        scene.start().await;
    }
    // The program notes every ten seconds that it lives; nobody loses by that.
    let after = left(&scene, &scene.table(id).snapshot());
    let given = after.checked_sub(before).expect("no less");
    assert!(given <= Duration::from_secs(10), "{given:?}");
}

#[tokio::test]
async fn a_crash_in_a_sealed_round_tells_nobody_that_somebody_has_left() {
    let mut ends = Vec::new();
    for leaves in [false, true] {
        let mut scene = Scene::new(8).await;
        let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let sealed = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Overturning { .. });
        scene.play_until(&table, true, sealed).await;
        scene.manual.advance(Duration::from_secs(3));
        scene.show(&table).await;
        let id = table.id();
        let asked = Seat::ALL.into_iter().find(|s| {
            let ask = &table.snapshot().seats[*s].ask;
            matches!(ask, Ask::Overturn { .. })
        });
        if leaves {
            let player = table.snapshot().people[asked.expect("somebody")].clone();
            let actor = Actor::Player(player.expect("a person").player);
            table.act(actor, None, Action::Stand).await.expect("it may");
        }
        scene.crash().await;
        scene.manual.advance(Duration::from_secs(60 * 60));
        scene.start().await;
        let snap = scene.table(id).snapshot();
        let at = snap.deadline.and_then(|d| d.at).expect("a deadline");
        ends.push(at.since(scene.clock.now()));
    }
    assert_eq!(ends[0], ends[1]);
}
