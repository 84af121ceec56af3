//! Breaks: when they begin, how long they last, and how the table goes on.

use std::time::Duration;

use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, Event, Illegal, Pace, Pause, PlayerId, PublicPhase,
    Wait,
};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::table::{ActError, Snapshot, TableHandle};

use crate::commands_support::{says, slash};
use crate::game_support::{PASS, SEATS, Table, person, rig};
use crate::table_scene::{Scene, over, refusal};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2"];

/// Seat 0 has declared; everybody is asked to overturn.
fn asked() -> Table {
    let mut table = Table::drawn("tournament", RELAXED, HANDS);
    table.declare(1, "S2");
    table.table(Action::CloseWindow);
    table
}

/// The first card of the first trick is to be led.
fn leading() -> Table {
    let mut table = asked();
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.plays(1);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    assert!(matches!(table.game.waits(), Wait::Play { .. }));
    table
}

fn plays(table: &mut Table) {
    let Wait::Play { seat, .. } = table.game.waits() else {
        panic!("nobody is to play");
    };
    table.plays(seat.index() as i64 + 1);
}

#[test]
fn a_break_begins_after_the_current_trick() {
    let mut table = leading();
    plays(&mut table);
    table.ok(person(2), Action::Pause);
    assert_eq!(table.game.paused(), None, "the trick is played to its end");
    for _ in 0..2 {
        plays(&mut table);
        assert_eq!(table.game.paused(), None);
    }
    plays(&mut table);
    assert_eq!(table.game.paused(), Some(Pause::Break));
    assert_eq!(
        table.refused(person(1), table.move_of(SEATS[0])),
        Illegal::Paused
    );
}

#[test]
fn before_a_trick_has_begun_it_begins_at_once() {
    let mut table = leading();
    table.ok(person(3), Action::Pause);
    assert_eq!(table.game.paused(), Some(Pause::Break));
    table.table(Action::Resume);
    assert_eq!(table.game.paused(), None, "its time is up");
    assert_eq!(table.game.public().pause_asked, None);
}

/// Whether anybody has answered must not show in when a break begins.
#[test]
fn in_a_sealed_round_it_waits_for_the_round_whoever_has_answered() {
    for answers in 0..3 {
        let mut table = asked();
        for n in 0..answers {
            table.ok(person(2 + n), PASS);
        }
        let before = table.game.public();
        table.ok(person(1), Action::Pause);
        let after = table.game.public();
        assert_eq!(after.paused, None);
        assert_eq!(after.phase, before.phase);
        assert_eq!(after.seats, before.seats);
        for n in answers..3 {
            table.ok(person(2 + n), PASS);
        }
        assert_eq!(table.game.paused(), None);
        table.table(Action::CloseWindow);
        assert_eq!(table.game.paused(), Some(Pause::Break));
    }
}

#[test]
fn whoever_buries_buries_first() {
    let mut table = asked();
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.ok(person(1), Action::Pause);
    assert_eq!(table.game.paused(), None);
    table.plays(1);
    assert_eq!(table.game.paused(), Some(Pause::Break));
    assert!(matches!(
        table.game.public().phase,
        PublicPhase::Frying { .. }
    ));
    for n in 1..=4 {
        table.ok(person(n), Action::Resume);
    }
    assert_eq!(table.game.paused(), None, "all are back");
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
}

#[test]
fn the_drawing_goes_on_to_its_end() {
    let mut table = Table::started("tournament", RELAXED);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.table(Action::Draw(40));
    table.ok(person(4), Action::Pause);
    table.table(Action::OpenPlacing);
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    table.declare(1, "S2");
    assert_eq!(table.game.paused(), None);
    table.table(Action::CloseWindow);
    assert_eq!(table.game.paused(), Some(Pause::Break));
}

#[test]
fn the_other_side_may_agree_to_more() {
    let mut table = leading();
    assert_eq!(table.refused(person(2), Action::Longer), Illegal::NoBreak);
    plays(&mut table);
    table.ok(person(1), Action::Pause);
    assert_eq!(table.refused(person(3), Action::Longer), Illegal::OtherSide);
    assert_eq!(table.refused(person(1), Action::Longer), Illegal::OtherSide);
    table.ok(person(4), Action::Longer);
    for _ in 0..3 {
        plays(&mut table);
    }
    assert_eq!(table.game.paused(), Some(Pause::Agreed));
    // The clock does not end it.
    let refused = table.refused(Actor::Table, Action::Resume);
    assert_eq!(refused, Illegal::NotSeated);
    for n in 1..=3 {
        table.ok(person(n), Action::Ready(true));
        assert_eq!(table.game.paused(), Some(Pause::Agreed));
    }
    table.ok(person(4), Action::Resume);
    assert_eq!(table.game.paused(), None);
    assert!(
        Seat::ALL
            .iter()
            .all(|&s| !table.game.public().seats[s].ready)
    );
    plays(&mut table);
}

#[test]
fn a_long_break_does_not_wait_for_who_has_left() {
    let mut table = leading();
    table.ok(person(2), Action::Pause);
    table.ok(person(1), Action::Longer);
    table.ok(person(3), Action::Stand);
    for n in [1, 2] {
        table.ok(person(n), Action::Ready(true));
        assert_eq!(table.game.paused(), Some(Pause::Agreed));
    }
    table.ok(person(4), Action::Ready(true));
    assert_eq!(table.game.paused(), None);
}

#[test]
fn a_manager_ends_a_long_break_at_once() {
    let mut table = leading();
    table.ok(person(2), Action::Pause);
    table.ok(person(1), Action::Longer);
    table.ok(Actor::Manager(PlayerId(99)), Action::Resume);
    assert_eq!(table.game.paused(), None);
}

#[test]
fn a_break_that_runs_already_can_be_made_longer() {
    let mut table = leading();
    table.ok(person(2), Action::Pause);
    assert_eq!(table.game.paused(), Some(Pause::Break));
    table.ok(person(1), Action::Longer);
    assert_eq!(table.game.paused(), Some(Pause::Agreed));
    // Everybody is waited for, those on auto-play as well.
    table.ok(person(3), Action::Auto(true));
    for n in [1, 2, 4] {
        table.ok(person(n), Action::Resume);
    }
    assert_eq!(table.game.paused(), Some(Pause::Agreed));
    table.ok(person(3), Action::Resume);
    assert_eq!(table.game.paused(), None);
    assert!(
        !table.game.public().seats[SEATS[2]].auto,
        "and is back by that"
    );
}

#[test]
fn alone_with_computer_players_nobody_need_agree() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(None));
    table.ok(person(1), Action::StartFilled(ComputerLevel::Easy));
    table.ok(person(1), Action::Pause);
    assert_eq!(table.game.paused(), Some(Pause::Agreed));
    table.ok(person(1), Action::Resume);
    assert_eq!(table.game.paused(), None);
}

#[test]
fn what_cannot_be_shown_waits_wherever_it_stands() {
    let mut lobby = Table::open("tournament", RELAXED);
    lobby.ok(person(1), Action::Sit(None));
    lobby.table(Action::Hold);
    assert_eq!(lobby.game.waits(), Wait::Paused);
    assert_eq!(
        lobby.refused(person(1), Action::Ready(true)),
        Illegal::Unshown
    );
    lobby.table(Action::Resume);
    lobby.ok(person(1), Action::Ready(true));

    let mut table = asked();
    table.table(Action::Hold);
    assert_eq!(table.refused(person(2), PASS), Illegal::Unshown);
    assert_eq!(
        table.refused(person(2), Action::Resume),
        Illegal::Unshown,
        "nobody can hurry it"
    );
    let only_table = table.refused(person(2), Action::Hold);
    assert_eq!(only_table, Illegal::WrongPhase);
    table.table(Action::Resume);
    table.ok(person(2), PASS);
}

/// Sends it as the person of that number at the scene.
async fn does(scene: &Scene, table: &TableHandle, number: u64, action: Action) -> bool {
    let who = Actor::Player(scene.person(number).await);
    let done = table.act(who, None, action).await.is_ok();
    scene.manual.settle().await;
    done
}

fn pause(snapshot: &Snapshot) -> Option<Pause> {
    snapshot.public.paused
}

async fn at_a_trick(scene: &mut Scene) -> TableHandle {
    let table = scene.started(4, RELAXED, Pace::Instant).await;
    scene
        .play_until(&table, true, |s| {
            let trick = s.public.deal.as_ref().and_then(|d| d.trick.clone());
            trick.is_some_and(|t| t.number == 3 && t.plays.values().all(Option::is_none))
        })
        .await;
    table
}

#[tokio::test]
async fn a_break_ends_after_ten_minutes() {
    let mut scene = Scene::new(3).await;
    let table = at_a_trick(&mut scene).await;
    assert!(does(&scene, &table, 1, Action::Pause).await);
    let begun = scene.clock.now();
    let shown = table.snapshot();
    assert_eq!(pause(&shown), Some(Pause::Break));
    let ends = shown.deadline.and_then(|d| d.at);
    assert_eq!(ends, Some(begun + Duration::from_secs(600)));
    scene.advance(Duration::from_secs(599)).await;
    assert_eq!(pause(&table.snapshot()), Some(Pause::Break));
    scene.advance(Duration::from_secs(1)).await;
    assert_eq!(pause(&table.snapshot()), None);
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
}

/// Kept for thirty days through restarts, and people may sit elsewhere meanwhile.
#[tokio::test]
async fn a_pause_by_agreement_is_kept_for_thirty_days() {
    let mut scene = Scene::new(4).await;
    let table = at_a_trick(&mut scene).await;
    assert!(does(&scene, &table, 1, Action::Pause).await);
    assert!(does(&scene, &table, 2, Action::Longer).await);
    let before = table.snapshot();
    assert_eq!(pause(&before), Some(Pause::Agreed));
    let id = table.id();
    for _ in 0..2 {
        scene.advance(Duration::from_secs(14 * 24 * 60 * 60)).await;
        scene.crash().await;
        scene.start().await;
    }
    let table = scene.table(id);
    let after = table.snapshot();
    assert_eq!(pause(&after), Some(Pause::Agreed));
    assert!(*after.public == *before.public);
    for number in 0..4 {
        assert!(does(&scene, &table, number, Action::Ready(true)).await);
    }
    assert_eq!(pause(&table.snapshot()), None);
    let next = scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    let began = before.public.standings.clone();
    assert_eq!(
        next.public.result.as_ref().map(|r| r.before.clone()),
        Some(began)
    );
}

#[tokio::test]
async fn a_pause_by_agreement_ends_the_table_after_thirty_days() {
    let mut scene = Scene::new(5).await;
    let table = at_a_trick(&mut scene).await;
    does(&scene, &table, 1, Action::Pause).await;
    does(&scene, &table, 2, Action::Longer).await;
    scene.discord_away = true;
    scene
        .advance(Duration::from_secs(30 * 24 * 60 * 60 - 60))
        .await;
    assert!(!over(&table.snapshot()));
    scene.advance(Duration::from_secs(60)).await;
    let end = table.snapshot();
    assert!(over(&end));
    let log = scene.store().log(end.place.table).await.expect("read");
    let settled = log.iter().any(|l| matches!(l.event, Event::Settled { .. }));
    assert!(!settled, "the unfinished deal counts for nobody");
    let standings = scene.store().all_standings().await.expect("read");
    assert!(standings.is_empty());
}

#[tokio::test]
async fn whoever_sits_elsewhere_does_not_go_on_here() {
    let mut scene = Scene::new(6).await;
    let table = at_a_trick(&mut scene).await;
    does(&scene, &table, 1, Action::Pause).await;
    does(&scene, &table, 2, Action::Longer).await;
    let other = scene.open_elsewhere(77, 9).await;
    assert!(does(&scene, &other, 1, Action::Sit(None)).await);
    let who = Actor::Player(scene.person(1).await);
    let refused = refusal(table.act(who, None, Action::Ready(true)).await);
    assert!(matches!(refused, ActError::ElsewhereSeated(_)));
    assert!(does(&scene, &other, 1, Action::Stand).await);
    assert!(does(&scene, &table, 1, Action::Ready(true)).await);
}

fn texts(lang: Lang, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|k| text(lang, k, Vec::new())).collect()
}

fn labels(body: &Body) -> Vec<String> {
    let rows = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|b| b.label.clone()).collect(),
        Row::Select(_) | Row::People(_) => Vec::new(),
    });
    rows.collect()
}

/// One press between deals ends the break and is for the next deal as well, and
/// nothing else is offered until then.
#[tokio::test(flavor = "multi_thread")]
async fn who_goes_on_between_deals_is_ready_for_the_next_one() {
    let mut scene = Scene::new(8).await;
    let table = scene.started(2, RELAXED, Pace::Instant).await;
    let snap = scene
        .play_until(&table, true, |s| s.public.phase == PublicPhase::Between)
        .await;
    let seat = snap.seat_of(scene.person(0).await).expect("sits");
    let panel = |s: &Snapshot, lang| labels(&seat_panel(s, seat, lang, PanelOptions::default()));
    assert!(does(&scene, &table, 0, Action::Pause).await);
    let paused = table.snapshot();
    assert!(pause(&paused).is_some_and(Pause::ends_by_ready));
    for lang in Lang::ALL {
        let offered = texts(lang, &["button-resume", "button-stand"]);
        assert_eq!(panel(&paused, lang), offered);
        let mut place = paused.place.clone();
        place.language = lang;
        let shown = Snapshot {
            place,
            ..Snapshot::clone(&paused)
        };
        let newest = public_messages(&shown).pop().expect("a result").body;
        let public = labels(&newest);
        assert!(public.contains(&offered[0]), "{public:?}");
        let [next, waits] = &texts(lang, &["button-next", "resume-waits"])[..] else {
            unreachable!()
        };
        assert!(!public.contains(next), "{public:?}");
        let title = text(lang, "result-next", vec![("ready", "".into())]);
        assert!(!newest.text.contains(title.trim()), "{}", newest.text);
        let said = slash(&scene.context(0, lang).await, "table ready", &[]).await;
        assert_eq!(says(&said), *waits);
        let ready = texts(lang, &["button-not-ready", "button-stand"]);
        assert_eq!(panel(&table.snapshot(), lang), ready);
    }
    let said = scene.types(1, "table ready", &[]).await;
    assert_eq!(says(&said), text(Lang::En, "done-resume", Vec::new()));
    let after = table.snapshot();
    assert_eq!(pause(&after), None);
    assert_ne!(after.public.phase, PublicPhase::Between);
}

/// So it is when a manager has stopped the table, or it stood idle.
#[tokio::test(flavor = "multi_thread")]
async fn who_lets_a_stopped_table_go_on_between_deals_is_ready_for_the_next_one() {
    for people in [1, 2] {
        let mut scene = Scene::new(8).await;
        let table = scene.started(people, RELAXED, Pace::Instant).await;
        scene
            .play_until(&table, true, |s| s.public.phase == PublicPhase::Between)
            .await;
        let manager = Actor::Manager(PlayerId(0));
        let stopped = table.act(manager, None, Action::Pause).await;
        assert_eq!(
            stopped.expect("stops").snapshot.public.paused,
            Some(Pause::Idle)
        );
        assert!(does(&scene, &table, 0, Action::Resume).await);
        assert_eq!(pause(&table.snapshot()), None);
        if people == 2 {
            let seat = table.snapshot().seat_of(scene.person(0).await);
            assert!(table.snapshot().public.seats[seat.expect("sits")].ready);
            assert_eq!(table.snapshot().public.phase, PublicPhase::Between);
            assert!(does(&scene, &table, 1, Action::Ready(true)).await);
        }
        assert_ne!(table.snapshot().public.phase, PublicPhase::Between);
    }
}

/// 30 seconds, or all are ready.
#[tokio::test]
async fn the_next_deal_waits_thirty_seconds() {
    let mut scene = Scene::new(7).await;
    let table = scene.started(4, RELAXED, Pace::Instant).await;
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    let between = |s: &Snapshot| s.public.phase == PublicPhase::Between;
    scene.show(&table).await;
    assert!(between(&table.snapshot()));
    scene.advance(Duration::from_secs(29)).await;
    assert!(between(&table.snapshot()));
    scene.advance(Duration::from_secs(1)).await;
    assert!(!between(&table.snapshot()));
}
