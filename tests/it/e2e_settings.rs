//! A deal in which everybody has chosen something else: where hands come, who
//! is called, what is the same for all.

use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{SandboxOptions, UserId};
use serde_json::json;

use crate::support::outcome::{check_clean, says, story};
use crate::support::world::{World, tail};

const CHANNEL: chaodipi::sandbox::ChannelId = SandboxOptions::CHANNEL;

#[tokio::test(flavor = "multi_thread")]
async fn hands_come_where_they_are_wanted_and_calls_to_whom_wants_them() {
    let mut world = World::new(21).await;
    let users = world.users.clone();
    let choose = async |user: UserId, options: &[(&str, serde_json::Value)]| {
        let done = world
            .sandbox
            .slash(user, CHANNEL, &["settings"], options)
            .await;
        assert!(!done.expect("a command").failed());
    };
    choose(
        users[0],
        &[("hand", json!("channel")), ("ping", json!("off"))],
    )
    .await;
    choose(users[1], &[("hand", json!("dm"))]).await;
    choose(
        users[2],
        &[("text", json!("on")), ("language", json!("zh-CN"))],
    )
    .await;
    let mut script = world.script(Habit::Mixed, 7);
    script.begin(&[]).await.expect("a game that begins");
    let played = script.play_until(5_000, |s| says(s, "trick 4**")).await;
    if let Err(trouble) = played {
        panic!(
            "{trouble}\n{:#?}\n{}",
            story(&world.sandbox),
            tail(&world.log())
        );
    }
    assert!(
        world.sandbox.dms(users[0]).is_empty(),
        "nothing was to be sent"
    );
    assert!(!world.sandbox.dms(users[1]).is_empty());
    let words = world.sandbox.dms(users[2]);
    let newest = words.last().expect("a panel");
    assert!(newest.files.is_empty(), "no picture was wanted");
    assert!(newest.content.contains('盘'), "{}", newest.content);
    let called = |user: UserId| {
        let all = world.sandbox.notifications(user);
        all.iter().filter(|n| n.channel == CHANNEL).count()
    };
    assert_eq!(called(users[0]), 0, "no call was wanted");
    assert!(called(users[1]) > 0);
    // My hand says where it is, and shows it when asked again.
    let board = world.sandbox.channel(CHANNEL);
    let newest = board.iter().rev().find(|m| m.button("v1.hand").is_some());
    let newest = newest.expect("My hand").clone();
    let button = newest.button("v1.hand").expect("My hand").custom_id.clone();
    let told = world.sandbox.click(users[1], newest.id, &button).await;
    let told = told.expect("a click");
    let message = told.message().expect("an answer").clone();
    assert!(
        message.content.contains("/channels/@me/"),
        "{}",
        message.content
    );
    let here = message
        .button("v1.hand")
        .expect("a button")
        .custom_id
        .clone();
    let shown = world.sandbox.click(users[1], message.id, &here).await;
    assert!(!shown.expect("a click").failed());
    world.settle().await;
    let panel = world.sandbox.message(users[1], message.id).expect("there");
    assert_eq!(panel.files.len(), 1, "{}", panel.content);
    check_clean(&mut world).await;
}
