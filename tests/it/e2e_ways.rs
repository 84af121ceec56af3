//! Whole deals with the compiled bot, played in every way people may play.

use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{PrivateMessages, Sandbox, SandboxOptions, UserId};
use serde_json::json;

use crate::support::full;
use crate::support::outcome::{check_clean, says, story};
use crate::support::world::{World, game_over, tail};

/// Plays until the channel says so.
async fn play(world: &World, habit: Habit, until: &str) {
    let mut script = world.script(habit, 7);
    script.begin(&[]).await.expect("a game that begins");
    let played = script.play_until(5_000, |s| says(s, until)).await;
    if let Err(trouble) = played {
        panic!(
            "{trouble}\n{:#?}\n{}",
            story(&world.sandbox),
            tail(&world.log())
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_by_commands_only() {
    let mut world = World::new(11).await;
    play(&world, Habit::Commands, "Deal 1 is over").await;
    check_clean(&mut world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_by_clicks_only() {
    let mut world = World::new(12).await;
    play(&world, Habit::Clicks, "Deal 1 is over").await;
    check_clean(&mut world).await;
}

/// Readers of three languages, one of whom cannot be written to.
#[tokio::test(flavor = "multi_thread")]
async fn mixed_locales_and_one_closed_private_channel() {
    let mut options = SandboxOptions::default();
    for (user, locale) in options
        .users
        .iter_mut()
        .zip(["en-US", "zh-CN", "zh-TW", "de"])
    {
        locale.clone_into(&mut user.locale);
    }
    options.users[1].private_messages = PrivateMessages::Closed;
    let mut world = World::with(options, 13, Vec::new()).await;
    play(&world, Habit::Mixed, "trick 4**").await;
    let private = |user: u64| world.sandbox.dms(UserId(user));
    assert!(private(2).is_empty(), "a closed channel got messages");
    check_clean(&mut world).await;
}

/// Nobody can be written to: hands come by My hand alone.
#[tokio::test(flavor = "multi_thread")]
async fn all_private_channels_closed() {
    let mut options = SandboxOptions::default();
    for (user, how) in options.users.iter_mut().zip([
        PrivateMessages::Closed,
        PrivateMessages::OpeningRefused,
        PrivateMessages::Closed,
        PrivateMessages::OpeningRefused,
    ]) {
        user.private_messages = how;
    }
    let mut world = World::with(options, 14, Vec::new()).await;
    play(&world, Habit::Mixed, "trick 4**").await;
    check_clean(&mut world).await;
}

/// One person and three computers; the channel speaks Chinese.
#[tokio::test(flavor = "multi_thread")]
async fn one_person_among_computers() {
    let mut world = World::new(15).await;
    let only = [world.users[0]];
    let mut script = Script::new(
        &world.sandbox,
        SandboxOptions::CHANNEL,
        &only,
        Habit::Clicks,
        3,
    );
    let options = [("language", json!("zh-CN"))];
    script.begin(&options).await.expect("a game that begins");
    let pictures = |s: &Sandbox| {
        s.channel(SandboxOptions::CHANNEL)
            .iter()
            .filter(|m| m.files.iter().any(|f| f.name == "trick.png"))
            .count()
    };
    let played = script.play_until(5_000, |s| pictures(s) >= 4).await;
    if let Err(trouble) = played {
        panic!("{trouble}\n{}", tail(&world.log()));
    }
    check_clean(&mut world).await;
}

/// Whole games, where there is time for them (see CONTRIBUTING.md).
#[tokio::test(flavor = "multi_thread")]
async fn whole_games_to_the_end() {
    for seed in 0..full(0, 2) {
        let mut world = World::new(seed).await;
        let mut script = world.script(Habit::Mixed, seed);
        script.begin(&[]).await.expect("a game that begins");
        let played = script.play_until(100_000, game_over).await;
        if let Err(trouble) = played {
            panic!("{trouble}\n{}", tail(&world.log()));
        }
        check_clean(&mut world).await;
    }
}
