//! What people complained about elsewhere where games are lost or hang: old
//! buttons, tables that end, people and places that are gone.

use std::collections::BTreeMap;
use std::time::Duration;

use chaodipi::discord::panel::watch;
use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Mover, Occupant, Pace, PublicPhase, Setup,
};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{MessageId, SandboxOptions, UserId};
use chaodipi::table::{NewTable, Snapshot, TableHandle};

use crate::commands_bad_input::{controls, private, until, world};
use crate::commands_server::{control, types};
use crate::commands_support::says;
use crate::discord_play::{CHANNEL, PEOPLE, start};
use crate::game_support::{Table, person};
use crate::house_support::{clicks, manager};
use crate::leak_support::log_of;
use crate::support::crash::play_until;
use crate::support::en;
use crate::support::outcome::{answer, check_clean, says as tells};
use crate::support::world::World;
use crate::table_scene::{GUILD, Scene, over, tournament};

/// Controls by who saw them: where, and whether a select.
type Seen = BTreeMap<(UserId, String), (MessageId, bool)>;

fn keep(world: &World, seen: &mut Seen) {
    for &user in &world.users {
        for (message, id, select) in controls(&world.sandbox, user) {
            seen.insert((user, id), (message, select));
        }
    }
}

/// C05: whatever could be pressed before a restart is answered after it.
#[tokio::test(flavor = "multi_thread")]
async fn every_old_control_is_answered_after_a_restart() {
    let (mut world, mut script) = world(51).await;
    let mut seen = Seen::new();
    let mut typed: Vec<(usize, &[&str])> = vec![(0, &["table", "new"])];
    typed.extend((0..4).map(|who| (who, &["table", "sit"][..])));
    typed.extend((0..4).map(|who| (who, &["table", "ready"][..])));
    typed.push((0, &["table", "start"]));
    for (who, path) in typed {
        let done = script.type_command(who, path, &[]).await;
        done.expect("answered");
        keep(&world, &mut seen);
    }
    for phase in ["declare", "pass", "bury", "play"] {
        until(&world, &mut script, phase).await;
        keep(&world, &mut seen);
    }
    world.kill().await;
    world.restart().await;
    assert!(seen.len() > 60, "{} controls", seen.len());
    for ((user, id), (message, select)) in &seen {
        let values: Option<&[&str]> = select.then_some(&["SA.1"]);
        let pressed = world.sandbox.forge_click(*user, *message, id, values);
        // Fails where there is no answer.
        private(&pressed.await.expect("sent"), id);
    }
    world.settle().await;
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
}

/// C06: a lobby that was closed offers nothing any more, and whoever presses
/// what it offered is told so.
#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_that_was_closed_says_so() {
    let bot = start().await;
    bot.slash(PEOPLE[0], &["table", "new"]).await;
    let lobby = bot.sandbox.channel(CHANNEL).pop().expect("a lobby");
    assert!(lobby.button("v1.sit.").is_some());
    bot.run_for(31 * 60).await;
    let now = bot.sandbox.channel(CHANNEL);
    assert!(now.iter().all(|m| m.buttons.is_empty()), "{now:#?}");
    let ended = text(Lang::En, "end-ended", Vec::new());
    assert!(now.iter().any(|m| m.content.contains(&ended)), "{now:#?}");
    for button in &lobby.buttons {
        let pressed = bot
            .sandbox
            .forge_click(PEOPLE[1], lobby.id, &button.custom_id, None);
        let pressed = pressed.await.expect("sent");
        private(&pressed, &button.label);
        let said = answer(&pressed);
        let rules = button.custom_id.starts_with("v1.rules.");
        assert!(rules || said.starts_with('❗'), "{}: {said}", button.label);
    }
    bot.stop().await;
}

/// C13, C77: whoever leaves the server in the middle of a trick is played for,
/// and is still called by name.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_the_server_in_a_trick_is_played_for() {
    let mut world = World::new(52).await;
    let mut script = world.script(Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| tells(s, "**Deal 1 · trick 2**")).await;
    let gone = world.users[1];
    world.sandbox.leave_guild(gone, SandboxOptions::GUILD);
    world.sandbox.close_dms(gone);
    let left = [world.users[0], world.users[2], world.users[3]];
    let mut script = Script::new(
        &world.sandbox,
        SandboxOptions::CHANNEL,
        &left,
        Habit::Clicks,
        3,
    );
    play_until(&world, &mut script, |s| tells(s, "**Deal 1 · trick 6**")).await;
    let log = log_of(&world.database()).await;
    let game = Game::from_events(log.iter().map(|l| &l.event)).expect("a table");
    assert!(
        matches!(game.mover(Seat::ALL[1]), Mover::Computer(_)),
        "{:?}",
        game.mover(Seat::ALL[1])
    );
    play_until(&world, &mut script, |s| tells(s, "**Deal 1 is over**")).await;
    let board = world
        .sandbox
        .slash(left[0], SandboxOptions::CHANNEL, &["leaderboard"], &[]);
    let board = answer(&board.await.expect("offered"));
    for name in ["Alice", "Bob", "Carol", "Dave"] {
        assert!(board.contains(name), "{name}: {board}");
    }
    check_clean(&mut world).await;
}

/// How a table may come to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ended {
    ByItsHostInTheLobby,
    ByNobodyInTheLobby,
    ByVotes,
    ByAManager,
    Void,
    PlayedOut,
    ByNobodyWhilePaused,
    ByNobodyAfterAnAgreement,
    WithoutAPlace,
}

const ENDS: [Ended; 9] = [
    Ended::ByItsHostInTheLobby,
    Ended::ByNobodyInTheLobby,
    Ended::ByVotes,
    Ended::ByAManager,
    Ended::Void,
    Ended::PlayedOut,
    Ended::ByNobodyWhilePaused,
    Ended::ByNobodyAfterAnAgreement,
    Ended::WithoutAPlace,
];

const DAY: u64 = 24 * 60 * 60;

async fn act(scene: &Scene, table: &TableHandle, number: u64, action: Action) {
    let actor = Actor::Player(scene.person(number).await);
    table.act(actor, None, action).await.expect("accepted");
}

async fn end(scene: &mut Scene, table: &TableHandle, how: Ended) {
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    match how {
        Ended::ByItsHostInTheLobby => act(scene, table, 0, Action::End).await,
        Ended::ByNobodyInTheLobby => scene.advance(Duration::from_secs(31 * 60)).await,
        Ended::ByVotes => {
            scene.play_until(table, true, playing).await;
            for number in [3, 1, 2] {
                act(scene, table, number, Action::End).await;
            }
        }
        Ended::ByAManager | Ended::Void => {
            scene.play_until(table, true, playing).await;
            let boss = manager(scene, 9, Lang::En).await;
            let (path, index) = if how == Ended::Void {
                ("void", 11)
            } else {
                ("end", 10)
            };
            let asked = types(&boss, path, &[]).await;
            clicks(&boss, &control(&asked, index), &[]).await;
        }
        Ended::PlayedOut => drop(scene.play_until(table, true, over).await),
        Ended::ByNobodyWhilePaused => {
            let paused = |s: &Snapshot| s.public.paused.is_some();
            scene.play_until(table, false, paused).await;
            scene.advance(Duration::from_secs(8 * DAY)).await;
        }
        Ended::ByNobodyAfterAnAgreement => {
            scene.play_until(table, true, playing).await;
            act(scene, table, 0, Action::Pause).await;
            act(scene, table, 1, Action::Longer).await;
            let paused = |s: &Snapshot| s.public.paused.is_some();
            scene.play_until(table, true, paused).await;
            scene.advance(Duration::from_secs(31 * DAY)).await;
        }
        Ended::WithoutAPlace => {
            scene.play_until(table, true, playing).await;
            table.shown(chaodipi::table::Shown::Blocked { gone: true });
            scene.advance(Duration::from_secs(31 * DAY)).await;
        }
    }
}

/// C14, C15: however a table ends, nobody is kept from the next one.
#[tokio::test(flavor = "multi_thread")]
async fn every_end_frees_its_channel_and_everybody() {
    for (at, how) in ENDS.into_iter().enumerate() {
        let mut scene = Scene::new(70 + at as u64).await;
        let lobby = matches!(how, Ended::ByItsHostInTheLobby | Ended::ByNobodyInTheLobby);
        let table = scene.open(ClockChoice::Relaxed, Pace::Instant).await;
        if lobby {
            for number in 0..4 {
                act(&scene, &table, number, Action::Sit(None)).await;
            }
        } else {
            scene.start_game(&table, 4).await;
        }
        end(&mut scene, &table, how).await;
        assert!(over(&table.snapshot()), "{how:?}");
        for number in 0..4 {
            let player = scene.person(number).await;
            assert!(scene.registry().of_player(player).is_none(), "{how:?}");
            let stands = says(&scene.types(number, "table stand", &[]).await);
            assert!(stands.starts_with('❗'), "{how:?}: {stands}");
        }
        scene.show(&table).await;
        let next = NewTable {
            guild: GUILD,
            channel: crate::table_scene::CHANNEL,
            language: Lang::En,
            rules: tournament(),
            setup: Setup::default(),
            host: scene.person(1).await,
        };
        let next = scene.registry().open(next).await;
        let next = next.unwrap_or_else(|e| panic!("{how:?}: {e:?}"));
        for number in 0..4 {
            act(&scene, &next, number, Action::Sit(None)).await;
        }
    }
}

/// C14: one can always stand up, whatever the table does.
#[tokio::test(flavor = "multi_thread")]
async fn one_can_stand_up_at_any_time() {
    let mut scene = Scene::new(83).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    let mut phases = std::collections::BTreeSet::new();
    for step in 0..2_000 {
        let snap = table.snapshot();
        if snap.public.result.is_some() {
            break;
        }
        let phase = format!("{:?}", std::mem::discriminant(&snap.public.phase));
        if phases.insert(phase) || step % 40 == 0 {
            let number = step % 4;
            let said = says(&scene.types(number, "table stand", &[]).await);
            assert_eq!(said, en("stood", vec![]), "{:?}", snap.public.phase);
            act(&scene, &table, number, Action::Sit(None)).await;
        }
        scene.step(&table, true).await;
    }
    assert!(phases.len() >= 4, "{phases:?}");
}

/// C15: a table whose thread is deleted waits, and is over after thirty days.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_its_thread_waits_and_then_ends() {
    let world = World::new(53).await;
    let host = world.users[0];
    let thread = world
        .sandbox
        .open_thread(host, SandboxOptions::CHANNEL, "a quiet place");
    let thread = thread.expect("the channel is seen");
    let mut script = Script::new(&world.sandbox, thread, &world.users, Habit::Clicks, 4);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| {
        let all = s.channel(thread);
        all.iter()
            .any(|m| m.content.contains("**Deal 1 · trick 2**"))
    })
    .await;
    world.sandbox.delete_channel(thread);
    world.settle().await;
    let own = world.sandbox.open_private_channel(host);
    let status = async || {
        let asked = world
            .sandbox
            .slash(host, own, &["table", "status"], &[])
            .await;
        answer(&asked.expect("offered"))
    };
    let waits = status().await;
    assert!(waits.contains("could not write here"), "{waits}");
    world.sandbox.advance(Duration::from_secs(31 * DAY));
    world.settle().await;
    let gone = status().await;
    assert!(gone.starts_with('❗'), "{gone}");
    let log = log_of(&world.database()).await;
    assert!(matches!(
        log.last().map(|l| &l.event),
        Some(Event::Ended { .. })
    ));
    let standings = log
        .iter()
        .filter(|l| matches!(l.event, Event::Settled { .. }));
    assert_eq!(standings.count(), 0, "the deal counts for nobody");
}

/// C16, C74: a manager ends any table and makes it void in every phase, also
/// before a card is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_ended_and_made_void_in_every_phase() {
    type Reached = fn(&Snapshot) -> bool;
    let phases: [(&str, Reached); 9] = [
        ("lobby", |s| s.public.phase == PublicPhase::Lobby),
        ("draw", |s| {
            matches!(s.public.phase, PublicPhase::Drawing { .. })
        }),
        ("overturn", |s| {
            matches!(s.public.phase, PublicPhase::Overturning { .. })
        }),
        ("bury", |s| {
            matches!(s.public.phase, PublicPhase::Burying { .. })
        }),
        ("fry", |s| {
            matches!(s.public.phase, PublicPhase::Frying { .. })
        }),
        ("no trick", |s| {
            matches!(s.public.phase, PublicPhase::Playing { .. })
        }),
        ("a trick", |s| {
            s.public.deal.as_ref().is_some_and(|d| d.tricks == 1)
        }),
        ("between", |s| s.public.phase == PublicPhase::Between),
        ("paused", |s| s.public.paused.is_some()),
    ];
    for (path, index) in [("end", 10), ("void", 11)] {
        for (name, reached) in phases {
            let mut scene = Scene::new(21).await;
            let boss = manager(&scene, 9, Lang::En).await;
            let table = scene.open(ClockChoice::Relaxed, Pace::Instant).await;
            if name != "lobby" {
                scene.start_game(&table, 4).await;
            }
            scene.play_until(&table, name != "paused", reached).await;
            let asked = types(&boss, path, &[]).await;
            clicks(&boss, &control(&asked, index), &[]).await;
            assert_eq!(
                table.snapshot().public.phase,
                PublicPhase::Ended,
                "{path} in {name}"
            );
            for number in 0..4 {
                let player = scene.person(number).await;
                assert!(scene.registry().of_player(player).is_none(), "{name}");
            }
            let counted = scene.store().all_standings().await.expect("read");
            let finished = matches!(name, "between" | "paused") && path == "end";
            assert_eq!(counted.is_empty(), !finished, "{path} in {name}");
        }
    }
}

/// C18: looking on and coming late touch nothing of a running deal.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_in_the_middle_of_a_deal_changes_nothing() {
    let mut scene = Scene::new(84).await;
    let table = scene.started(3, ClockChoice::Relaxed, Pace::Instant).await;
    let mut looked = 0;
    for _ in 0..600 {
        let before = table.snapshot();
        if before.public.result.is_some() {
            break;
        }
        if !matches!(before.public.phase, PublicPhase::Shuffling) {
            assert!(!says(&scene.types(7, "watch", &[]).await).starts_with('❗'));
            assert!(says(&scene.types(7, "table sit", &[]).await).starts_with('❗'));
            let after = table.snapshot();
            assert_eq!(after.revision, before.revision);
            assert!(watch(&after, Lang::En) == watch(&before, Lang::En));
            looked += 1;
        }
        scene.step(&table, true).await;
    }
    assert!(looked > 50, "{looked}");
}

/// C19: getting ready is said, not switched: what comes twice or late changes
/// nothing, and a game that has begun does not stop for it.
#[test]
fn ready_is_said_and_not_switched() {
    let mut table = Table::open("tournament", ClockChoice::Relaxed);
    for n in 1..=4 {
        table.ok(person(n), Action::Sit(None));
    }
    assert_eq!(table.ok(person(1), Action::Ready(true)).len(), 1);
    assert_eq!(table.ok(person(1), Action::Ready(true)), []);
    assert!(table.game.public().seats[Seat::ALL[0]].ready);
    table.ok(person(1), Action::Ready(false));
    assert_eq!(table.ok(person(1), Action::Ready(false)), []);
    for n in 1..=4 {
        table.ok(person(n), Action::Ready(true));
    }
    table.ok(person(1), Action::Start);
    let before = table.game.clone();
    for ready in [true, false] {
        let late = table.try_it(person(2), &Action::Ready(ready));
        assert!(late.is_err() || late.is_ok_and(|events| events.is_empty()));
    }
    assert!(table.game == before);
    assert_eq!(
        table.game.public().seats[Seat::ALL[1]].occupant,
        Some(Occupant::Person(chaodipi::game::PlayerId(2)))
    );
}
