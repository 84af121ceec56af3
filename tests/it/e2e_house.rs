//! House rules with the compiled bot: made by clicks, played at a table, kept
//! through kills and through an upgrade of the database.

use std::time::Duration;

use chaodipi::rulebook::{Param, param};
use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{Answer, SandboxOptions, SeenMessage, UserId};
use serde_json::json;

use crate::support::crash::play_until;
use crate::support::first_version::turn_back;
use crate::support::full;
use crate::support::outcome::{check_clean, says};
use crate::support::world::{World, game_over};

const CHANNEL: chaodipi::sandbox::ChannelId = SandboxOptions::CHANNEL;
/// What stands under the finished deal.
const OVER: &str = "**Deal 1 is over**";

/// The private panel of the house rule that somebody works on.
fn panel(world: &World, user: UserId) -> SeenMessage {
    let own = |m: &SeenMessage| {
        m.selects
            .iter()
            .any(|s| s.custom_id.starts_with("v1.htopic."))
    };
    let all = world.sandbox.ephemerals(user).into_iter().filter(own);
    all.max_by_key(|m| (m.created, m.id)).expect("a panel")
}

async fn pick(world: &World, user: UserId, verb: &str, value: &str) {
    let panel = panel(world, user);
    let verb = format!("v1.{verb}.");
    let select = panel
        .selects
        .iter()
        .find(|s| s.custom_id.starts_with(&verb));
    let id = select.expect("the select").custom_id.clone();
    let outcome = world.sandbox.select(user, panel.id, &id, &[value]).await;
    assert!(!outcome.expect("offered").failed());
    world.settle().await;
}

async fn change(world: &World, user: UserId, param: &Param, value: &str) {
    pick(world, user, "htopic", param.topic.id()).await;
    pick(world, user, "hparam", param.path).await;
    pick(world, user, "hvalue", &format!("{}={value}", param.path)).await;
}

async fn press(world: &World, user: UserId, verb: &str) -> Answer {
    let panel = panel(world, user);
    let id = panel.button(&format!("v1.{verb}.")).expect("the button");
    let id = id.custom_id.clone();
    let outcome = world.sandbox.click(user, panel.id, &id).await;
    let answer = outcome.expect("offered").answer;
    world.settle().await;
    answer
}

/// The changes: easy following, ♥5 above all, no trump when nobody declared.
const CHANGES: [(&str, &str); 5] = [
    ("play.follow-pairs", "\"free\""),
    ("play.follow-tractors", "\"free\""),
    ("play.permanent-trumps", "\"red-five\""),
    ("auction.undeclared", "\"no-trump\""),
    ("scoring.must-play", "\"ace\""),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_is_made_by_clicks_and_played() {
    let mut world = World::new(41).await;
    let boss = world.users[0];
    let name = [("name", json!("Friday *night*"))];
    let guest = world
        .sandbox
        .slash(world.users[1], CHANNEL, &["house", "new"], &name);
    guest.await.expect("offered");
    assert!(
        world
            .sandbox
            .ephemerals(world.users[1])
            .iter()
            .all(|m| m.selects.is_empty()),
        "only managers make house rules"
    );
    let made = world.sandbox.slash(boss, CHANNEL, &["house", "new"], &name);
    assert!(!made.await.expect("offered").failed());
    world.settle().await;
    for (at, (path, value)) in CHANGES.iter().enumerate() {
        let param = param(path).expect("a parameter");
        change(&world, boss, param, value).await;
        if at == 2 {
            // What was picked outlives the bot; the panel goes on as it stands.
            world.kill().await;
            world.restart().await;
        }
    }
    press(&world, boss, "hsave").await;

    // The table's own choice offers it, behind the published ones.
    let typed = [("rules", json!("Fri"))];
    let offered = world
        .sandbox
        .autocomplete(world.users[2], CHANNEL, &["table", "new"], &typed, "rules")
        .await
        .expect("offered");
    assert_eq!(offered.len(), 1);
    let mut script = world.script(Habit::Mixed, 41);
    let options = [
        ("rules", offered[0].value.clone()),
        ("clock", json!("preset")),
    ];
    script.begin(&options).await.expect("a game that begins");
    for text in ["Friday \\*night\\*", "♥5", "✏️"] {
        assert!(says(&world.sandbox, text), "the lobby says no {text}");
    }
    // Deleted while it is played: the table keeps it.
    let gone = world
        .sandbox
        .slash(boss, CHANNEL, &["house", "delete"], &name);
    gone.await.expect("offered");
    let asked = world.sandbox.ephemerals(boss);
    let asked = asked
        .iter()
        .find_map(|m| Some((m.id, m.button("v1.hdelete.")?)));
    let (message, button) = asked.expect("asked about once");
    let deleted = world.sandbox.click(boss, message, &button.custom_id).await;
    assert!(!deleted.expect("offered").failed());

    play_until(&world, &mut script, |s| says(s, OVER)).await;
    if full(0, 1) == 1 {
        let played = script.play_until(100_000, game_over).await;
        played.expect("a game that ends");
    }
    check_clean(&mut world).await;
}

/// Killed while the database is brought up to date, again and again: the deal
/// that was being played goes on.
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_upgrading() {
    let mut world = World::new(42).await;
    let mut script = world.script(Habit::Clicks, 42);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "trick 2**")).await;
    let step = full(40, 7);
    for at in 0..full(6, 40) {
        world.kill().await;
        turn_back(&world.database()).await;
        world.launch();
        tokio::time::sleep(Duration::from_millis(at * step)).await;
        world.kill().await;
        world.restart().await;
    }
    play_until(&world, &mut script, |s| says(s, "trick 4**")).await;
    let list = world
        .sandbox
        .slash(world.users[0], CHANNEL, &["house", "list"], &[])
        .await;
    assert!(!list.expect("offered").failed());
    check_clean(&mut world).await;
}
