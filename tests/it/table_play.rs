//! Whole games through a table's handle: people, computers, and nobody at all.

use chaodipi::game::{Action, Actor, ClockChoice, Illegal, Pace, PublicPhase, Setup, Step};
use chaodipi::i18n::Lang;
use chaodipi::store::{Played, Reader};
use chaodipi::table::{ActError, NewTable, OpenError, Snapshot};

use crate::table_scene::{CHANNEL, GUILD, Scene, over, refusal, tournament};

#[tokio::test]
async fn four_people_play_a_whole_game_and_the_standings_are_those_of_the_log() {
    let mut scene = Scene::new(1).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    let end = scene.play_until(&table, true, over).await;
    assert!(end.public.winner.is_some());
    let live = scene.store().all_standings().await.expect("read");
    assert_eq!(live.len(), 4);
    let deals = u64::from(live[0].3.deals);
    assert!(deals >= 2);
    assert_eq!(
        scene.store().rebuild_standings().await.expect("counts"),
        deals
    );
    assert_eq!(scene.store().all_standings().await.expect("read"), live);
    assert!(
        live.iter()
            .all(|(_, guild, computer, _)| *guild == GUILD && !computer)
    );
}

#[tokio::test]
async fn a_finished_table_frees_its_channel_and_its_people() {
    let mut scene = Scene::new(2).await;
    let table = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
    let host = scene.person(0).await;
    table
        .act(Actor::Player(host), None, Action::Sit(None))
        .await
        .expect("sits");
    assert_eq!(
        scene.registry().of_player(host).map(|t| t.id()),
        Some(table.id())
    );
    let again = NewTable {
        guild: GUILD,
        channel: CHANNEL,
        language: Lang::En,
        rules: tournament(),
        setup: Setup::default(),
        host: scene.person(5).await,
    };
    assert!(matches!(
        scene.registry().open(again.clone()).await,
        Err(OpenError::ChannelTaken(id)) if id == table.id()
    ));
    table
        .act(Actor::Player(host), None, Action::End)
        .await
        .expect("ends");
    assert!(scene.registry().of_player(host).is_none());
    assert!(scene.registry().in_channel(CHANNEL).is_none());
    let refused = table
        .act(Actor::Player(host), None, Action::Sit(None))
        .await;
    assert!(matches!(refusal(refused), ActError::Illegal(Illegal::Over)));
    scene.show(&table).await;
    assert!(
        scene.registry().table(table.id()).is_none(),
        "forgotten once shown"
    );
    let refused = table
        .act(Actor::Player(host), None, Action::Sit(None))
        .await;
    assert!(matches!(refusal(refused), ActError::Illegal(Illegal::Over)));
    scene
        .registry()
        .open(again)
        .await
        .expect("the channel is free");
}

#[tokio::test]
async fn one_person_sits_at_one_table_at_a_time() {
    let mut scene = Scene::new(3).await;
    let first = scene.open(ClockChoice::Relaxed, Pace::Brisk).await;
    let person = scene.person(1).await;
    let sit = || Action::Sit(None);
    first
        .act(Actor::Player(person), None, sit())
        .await
        .expect("sits");
    let second = scene
        .registry()
        .open(NewTable {
            guild: GUILD,
            channel: CHANNEL + 1,
            language: Lang::En,
            rules: tournament(),
            setup: Setup::default(),
            host: scene.person(2).await,
        })
        .await
        .expect("opens");
    let refused = refusal(second.act(Actor::Player(person), None, sit()).await);
    assert!(matches!(refused, ActError::ElsewhereSeated(id) if id == first.id()));
    // Still so after a restart.
    let (first, second) = (first.id(), second.id());
    scene.crash().await;
    scene.start().await;
    let (first, second) = (scene.table(first), scene.table(second));
    let refused = refusal(second.act(Actor::Player(person), None, sit()).await);
    assert!(matches!(refused, ActError::ElsewhereSeated(id) if id == first.id()));
    first
        .act(Actor::Player(person), None, Action::Stand)
        .await
        .expect("stands");
    second
        .act(Actor::Player(person), None, sit())
        .await
        .expect("sits");
}

/// Whoever is played for may sit down elsewhere; where that is refused, the
/// person sits where they sat.
#[tokio::test]
async fn a_refused_seat_elsewhere_takes_nobody_from_the_table() {
    let mut scene = Scene::new(4).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing =
        |s: &chaodipi::table::Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    let snapshot = scene.play_until(&table, true, playing).await;
    let seat = chaodipi::rules::Seat::ALL[0];
    let person = snapshot.people[seat].clone().expect("a person").player;
    let actor = Actor::Player(person);
    let auto = table.act(actor, None, Action::Auto(true)).await;
    auto.expect("is played for");
    let second = scene
        .registry()
        .open(NewTable {
            guild: GUILD,
            channel: CHANNEL + 1,
            language: Lang::En,
            rules: tournament(),
            setup: Setup::default(),
            host: scene.person(8).await,
        })
        .await
        .expect("opens");
    let host = scene.person(8).await;
    let sits = second.act(Actor::Player(host), None, Action::Sit(Some(seat)));
    sits.await.expect("sits");
    let refused = refusal(second.act(actor, None, Action::Sit(Some(seat))).await);
    assert!(matches!(
        refused,
        ActError::Illegal(chaodipi::game::Illegal::SeatTaken(_))
    ));
    let bound = scene.registry().of_player(person).expect("a table");
    assert_eq!(bound.id(), table.id());
}

#[tokio::test]
async fn a_button_of_an_earlier_step_does_nothing() {
    let mut scene = Scene::new(4).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing =
        |s: &chaodipi::table::Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    let snapshot = scene.play_until(&table, true, playing).await;
    let seat = chaodipi::rules::Seat::ALL[0];
    let person = snapshot.people[seat].clone().expect("a person").player;
    let old = Step {
        deal: 1,
        phase: 'd',
        turn: 0,
    };
    let before = table.snapshot().revision;
    let action = Action::Auto(true);
    let refused = refusal(table.act(Actor::Player(person), Some(old), action).await);
    assert!(matches!(refused, ActError::Stale));
    assert_eq!(table.snapshot().revision, before);
}

#[tokio::test]
async fn computers_play_whole_deals_with_one_person_and_are_counted_apart() {
    let mut scene = Scene::new(5).await;
    let table = scene.started(1, ClockChoice::Relaxed, Pace::Instant).await;
    let settled = |s: &chaodipi::table::Snapshot| s.public.result.is_some();
    scene.play_until(&table, true, settled).await;
    let standings = scene.store().all_standings().await.expect("read");
    assert_eq!(standings.len(), 1);
    assert!(standings[0].2, "counted apart");
}

/// The table says itself whether a vote carried: what it looks like before and
/// after tells nothing, because others may have moved in between.
#[tokio::test]
async fn a_vote_says_whether_others_are_needed() {
    let scene = Scene::new(6).await;
    let table = scene.started(3, ClockChoice::None, Pace::Instant).await;
    let vote = async |number: u64, action: Action| {
        let voter = Actor::Player(scene.person(number).await);
        let acted = table.act(voter, None, action).await.expect("counted");
        acted.only_voted
    };
    assert!(!vote(0, Action::Auto(true)).await);
    assert!(vote(0, Action::End).await, "and the voter is back");
    assert!(vote(2, Action::End).await);
    assert!(!vote(1, Action::End).await);
    assert!(over(&table.snapshot()));
}

/// A deal counts for who held the cards when play began: they find it
/// everywhere, and whoever sat down later only where it was played.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_found_by_whom_it_counts_for() {
    let mut scene = Scene::new(23).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    let snap = scene.play_until(&table, true, playing).await;
    let (left, late) = (scene.person(3).await, scene.person(9).await);
    let seat = snap.seat_of(left).expect("sits there");
    let gives = Action::Offer(seat, late);
    let given = table.act(Actor::Player(left), None, gives).await;
    given.expect("one's own");
    let sits = table.act(Actor::Player(late), None, Action::Sit(Some(seat)));
    sits.await.expect("sits");
    let settled = |s: &Snapshot| s.public.result.is_some();
    scene.play_until(&table, true, settled).await;
    for (player, finds) in [(left, true), (late, false)] {
        let elsewhere = Reader {
            player,
            guild: None,
            channel: 1,
            parent: None,
            manager: false,
        };
        let store = scene.store();
        let listed = store.games(&elsewhere, Played::Own, 0, 9).await;
        assert_eq!(listed.expect("read").1, u32::from(finds), "{player:?}");
        let game = store.played_game(&elsewhere, table.id()).await;
        assert_eq!(game.expect("read").is_some(), finds, "{player:?}");
        let open = store.deal_is_open_to(&elsewhere, table.id(), 1).await;
        assert_eq!(open.expect("read"), finds, "{player:?}");
        let here = Reader {
            guild: Some(GUILD),
            channel: CHANNEL,
            ..elsewhere
        };
        let game = store.played_game(&here, table.id()).await;
        assert!(game.expect("read").is_some(), "{player:?}");
    }
}
