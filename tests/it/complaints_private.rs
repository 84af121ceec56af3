//! What people complained about elsewhere where hands and private answers are
//! concerned: closed private messages, dead tokens, lost panels, slow answers.

use std::collections::BTreeMap;
use std::time::Duration;

use chaodipi::game::{Action, Actor, ClockChoice, Event, Pace, PublicPhase};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{
    Answer, BOT_PERMISSIONS, Call, ChannelId, PrivateMessages, SandboxOptions, SeenMessage, UserId,
    When,
};
use chaodipi::table::{ActError, Snapshot};
use serde_json::{Value, json};

use crate::support::crash::play_until;
use crate::support::outcome::{check_clean, says};
use crate::support::world::World;
use crate::table_scene::{Scene, choose};

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;

fn trick(number: u32) -> String {
    format!("**Deal 1 · trick {number}**")
}

/// What a call says, whether as an answer or as a message.
fn content(call: &Call) -> &str {
    let body = call.body.get("data").unwrap_or(&call.body);
    body["content"].as_str().unwrap_or_default()
}

/// C21, C22, C23: whoever closes private messages in the middle of a deal plays
/// on in the channel, is told once how to open them, and is left alone.
#[tokio::test(flavor = "multi_thread")]
async fn private_messages_closed_in_a_deal_stop_nobody() {
    let mut world = World::new(55).await;
    let mut script = world.script(Habit::Mixed, 5);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, &trick(2))).await;
    let user = world.users[2];
    let own = world.sandbox.private_channel(user).expect("it was used");
    world.sandbox.close_dms(user);
    let before = world.sandbox.call_count();
    play_until(&world, &mut script, |s| says(s, &trick(9))).await;
    let calls = world.sandbox.calls_after(before);
    let hint = text(Lang::En, "direct-closed", Vec::new());
    let told = calls.iter().filter(|c| content(c).contains(&hint)).count();
    assert_eq!(told, 1, "how to open them");
    let place = format!("/channels/{own}/");
    let refused = calls
        .iter()
        .filter(|c| c.path.starts_with(&place) && c.status == 403);
    assert_eq!(refused.count(), 1, "once refused, not asked again");
    check_clean(&mut world).await;
}

/// C27: a private channel is opened for whoever sat down, once.
#[tokio::test(flavor = "multi_thread")]
async fn private_channels_are_opened_once_and_for_whoever_sat_down() {
    let mut options = SandboxOptions::default();
    options.users[3].private_messages = PrivateMessages::OpeningRefused;
    let mut world = World::with(options, 56, Vec::new()).await;
    let opened = |world: &World| {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for call in world.sandbox.calls() {
            if call.path == "/users/@me/channels" {
                let user = call.body["recipient_id"].as_str().unwrap_or_default();
                *times.entry(user.to_owned()).or_default() += 1;
            }
        }
        times
    };
    let mut script = world.script(Habit::Mixed, 6);
    let new = script.type_command(0, &["table", "new"], &[]).await;
    new.expect("answered");
    assert_eq!(opened(&world), BTreeMap::new(), "nobody has sat down");
    for who in 0..4 {
        let sat = script.type_command(who, &["table", "sit"], &[]).await;
        sat.expect("answered");
        let seated: Vec<String> = (1..=who + 1).map(|n| n.to_string()).collect();
        let asked: Vec<String> = opened(&world).into_keys().collect();
        assert_eq!(asked, seated);
    }
    for who in 0..4 {
        let ready = script.type_command(who, &["table", "ready"], &[]).await;
        ready.expect("answered");
    }
    let start = script.type_command(0, &["table", "start"], &[]).await;
    start.expect("answered");
    play_until(&world, &mut script, |s| says(s, &trick(2))).await;
    world.kill().await;
    world.restart().await;
    play_until(&world, &mut script, |s| says(s, &trick(4))).await;
    let times = opened(&world);
    for user in ["1", "2", "3"] {
        assert_eq!(times[user], 1, "{user}");
    }
    // Once sitting down, once in the deal, once after the restart.
    assert!(times["4"] <= 3, "{times:?}");
    check_clean(&mut world).await;
}

/// Something that a client would send for an option.
fn value(option: &Value) -> Value {
    if let Some(choice) = option["choices"].as_array().and_then(|c| c.first()) {
        return choice["value"].clone();
    }
    match option["type"].as_u64() {
        Some(4) => option.get("min_value").cloned().unwrap_or(json!(1)),
        Some(5) => json!(true),
        Some(6) => json!("2"),
        Some(7) => json!(CHANNEL.to_string()),
        Some(8) => json!("77"),
        _ => json!("1"),
    }
}

/// Commands with their options: name, or name and subcommand.
fn commands(world: &World) -> Vec<(Vec<String>, Vec<Value>)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let mut all = Vec::new();
    for command in world.sandbox.commands(None) {
        let options = list(&command["options"]);
        let (below, own): (Vec<Value>, Vec<Value>) =
            options.into_iter().partition(|o| o["type"] == 1);
        for sub in &below {
            all.push((vec![name(&command), name(sub)], list(&sub["options"])));
        }
        if below.is_empty() {
            all.push((vec![name(&command)], own));
        }
    }
    all
}

/// C26: every command and every completion is answered in private messages,
/// where there is no server and no member, for a player and for a stranger.
#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_answered_in_private_messages() {
    let (world, mut script) = crate::commands_bad_input::world(57).await;
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, &trick(2))).await;
    let all = commands(&world);
    assert!(all.len() > 40, "{} commands", all.len());
    for user in [UserId(5), world.users[0]] {
        let place = world.sandbox.open_private_channel(user);
        for (path, options) in &all {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            for required in [true, false] {
                let given = options
                    .iter()
                    .filter(|o| !required || o["required"] == true);
                let given: Vec<(&str, Value)> = given
                    .map(|o| (o["name"].as_str().expect("a name"), value(o)))
                    .collect();
                let typed = world.sandbox.slash(user, place, &path, &given).await;
                let typed = typed.unwrap_or_else(|e| panic!("{path:?} {given:?}: {e:?}"));
                assert!(!typed.failed(), "{path:?} {given:?}\n{}", world.log());
                world.settle().await;
            }
            for option in options.iter().filter(|o| o["autocomplete"] == true) {
                let name = option["name"].as_str().expect("a name");
                let typed = [(name, json!("1"))];
                let choices = world
                    .sandbox
                    .autocomplete(user, place, &path, &typed, name)
                    .await;
                assert!(choices.is_ok(), "{path:?} {name}: {choices:?}");
            }
        }
    }
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
}

/// C28: what takes long is answered in time that an answer will come, which
/// then does.
#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_is_put_off_in_time() {
    let mut world = World::new(58).await;
    world.sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS);
    world.settle().await;
    let threads = |c: &Call| c.path.ends_with("/threads");
    let mut hold = world.sandbox.hold(When::Before, 1, threads);
    let host = world.users[0];
    let typed = world.sandbox.slash(host, CHANNEL, &["table", "new"], &[]);
    let slow = async {
        hold.reached().await.expect("a thread is opened first");
        world.sandbox.advance(Duration::from_millis(1001));
    };
    let (typed, ()) = tokio::join!(typed, slow);
    let typed = typed.expect("offered");
    assert!(typed.time < Duration::from_secs(3), "{:?}", typed.time);
    let Answer::Deferred(waits) = &typed.answer else {
        panic!("{:?}", typed.answer);
    };
    assert!(waits.ephemeral && waits.loading);
    hold.release();
    world.settle().await;
    let thread = world.sandbox.threads(CHANNEL)[0].to_string();
    let said = world.sandbox.message(host, waits.id).expect("the answer");
    assert!(said.content.contains(&thread), "{}", said.content);
    check_clean(&mut world).await;
}

/// How often that seat played in the trick that is numbered so.
async fn plays(scene: &Scene, table: chaodipi::game::TableId, seat: Seat) -> usize {
    let log = scene.store().log(table).await.expect("read");
    let own = |e: &Event| matches!(e, Event::Played { seat: s, .. } if *s == seat);
    log.iter().filter(|l| own(&l.event)).count()
}

/// C31: the same twice, two people at once, and a move at the very end of its
/// time: each has one effect.
#[tokio::test]
async fn what_comes_twice_or_at_once_is_done_once() {
    let mut scene = Scene::new(59).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    scene.play_until(&table, true, playing).await;
    for round in 0..12 {
        scene.show(&table).await;
        let snap = table.snapshot();
        let PublicPhase::Playing { seat } = snap.public.phase else {
            break;
        };
        let who = |s: Seat| Actor::Player(snap.people[s].clone().expect("a person").player);
        let action = choose(&snap, seat).into_action().expect("a play");
        let step = Some(snap.seats[seat].step);
        let before = plays(&scene, table.id(), seat).await;
        let act = || table.act(who(seat), step, action.clone());
        match round % 3 {
            0 => {
                let (one, other) = tokio::join!(act(), act());
                assert_eq!(
                    [one.is_ok(), other.is_ok()].iter().filter(|d| **d).count(),
                    1
                );
            }
            1 => {
                let next = seat.next();
                let hand = snap.seats[next].hand.iter().take(1).collect();
                let early = table.act(who(next), None, Action::Play(hand));
                let (own, early) = tokio::join!(act(), early);
                own.expect("it is this seat's turn");
                // It may have come after: then it was the other's turn, and a
                // play like any other.
                if let Err(refused) = early {
                    assert!(matches!(refused, ActError::Illegal(_)));
                }
            }
            _ => {
                let ends = snap.deadline.and_then(|d| d.at).expect("a deadline");
                scene.manual.advance_to(ends);
                let late = act().await;
                scene.manual.settle().await;
                assert!(late.is_ok() || matches!(late, Err(ActError::Stale)));
            }
        }
        scene.manual.settle().await;
        assert_eq!(plays(&scene, table.id(), seat).await, before + 1);
    }
}

fn verbs(message: &SeenMessage) -> Vec<&str> {
    let ids = message.buttons.iter().map(|b| b.custom_id.as_str());
    let ids = ids.chain(message.selects.iter().map(|s| s.custom_id.as_str()));
    ids.filter_map(|id| id.split('.').nth(1)).collect()
}

/// C34, C35, C38: a panel in the channel works after its token is dead, shows
/// in words what was picked, and comes again as it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_outlives_its_token_and_comes_again() {
    let mut world = World::new(60).await;
    let mut script = world.script(Habit::Clicks, 7);
    let options = [("clock", json!("none"))];
    script.begin(&options).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, &trick(1))).await;
    let sandbox = &world.sandbox;
    let hand = async |user: UserId| {
        let opened = sandbox.slash(user, CHANNEL, &["hand"], &[]).await;
        let opened = opened.expect("offered");
        world.settle().await;
        let id = opened.message().expect("a panel").id;
        sandbox.message(user, id).expect("it is there")
    };
    let mut leads = None;
    for &user in &world.users {
        let panel = hand(user).await;
        if panel.select("v1.pick.").is_some() {
            leads = Some((user, panel));
        }
    }
    let (user, panel) = leads.expect("somebody leads");
    // Much longer than a token lives (P02).
    for _ in 0..4 {
        world.pass(5 * 60).await;
    }
    let pick = panel.select("v1.pick.").expect("cards can be picked");
    let card = pick.options[3].clone();
    let value = [card.value.as_str()];
    let picked = sandbox.select(user, panel.id, &pick.custom_id, &value);
    assert!(!picked.await.expect("it is there").failed());
    world.pass(5).await;
    let shown = sandbox.message(user, panel.id).expect("it is there");
    assert!(shown.edits > panel.edits, "it shows what was picked");
    let chosen = text(
        Lang::En,
        "draft-play",
        vec![("count", 1.into()), ("cards", card.label.clone().into())],
    );
    assert!(
        shown.content.contains(&chosen),
        "{chosen}: {}",
        shown.content
    );
    // The client forgets what only its person sees.
    sandbox.forget_ephemerals(user);
    assert!(sandbox.message(user, panel.id).is_none());
    let again = hand(user).await;
    assert_eq!(again.content, shown.content);
    assert_eq!(again.files[0].alt, shown.files[0].alt);
    assert_eq!(verbs(&again), verbs(&shown));
    play_until(&world, &mut script, |s| says(s, &trick(2))).await;
    check_clean(&mut world).await;
}

/// C36: while a deal is played nothing that shows a hand is deleted, unless the
/// same person has opened it anew.
#[tokio::test(flavor = "multi_thread")]
async fn no_hand_is_taken_away_while_it_is_played() {
    let mut world = World::new(68).await;
    let mut script = world.script(Habit::Clicks, 9);
    script.begin(&[]).await.expect("a game that begins");
    let (mut last, mut looks) = (BTreeMap::new(), 0);
    let users = world.users.clone();
    play_until(&world, &mut script, |s| {
        for &user in &users {
            let shown = s.dms(user);
            let hands = shown
                .iter()
                .filter(|m| m.files.iter().any(|f| f.name == "hand.png"));
            let ids: Vec<_> = hands.map(|m| m.id).collect();
            let before = last.insert(user, ids.clone()).unwrap_or_default();
            assert!(before.is_empty() || before == ids, "a hand is gone");
            looks += ids.len();
        }
        says(s, &trick(8))
    })
    .await;
    assert!(looks > 100, "{looks}");
    check_clean(&mut world).await;
}
