//! `kill -9` at every stage of a deal: the game goes on as if nothing had been.

use std::time::Duration;

use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Call, Sandbox, SandboxOptions, When};
use serde_json::json;
use tokio::sync::OnceCell;

use crate::support::crash::{end_at, kill_at, play_until};
use crate::support::full;
use crate::support::outcome::{
    self, check_clean, is_answer, is_public_post, is_write, says, story_until,
};
use crate::support::world::World;

/// The cards of all these games; with them a deal has every phase.
const SEED: u64 = 21;
/// The choices of the people in all these games.
const CHOICES: u64 = 5;
/// What stands under the finished deal.
const OVER: &str = "**Deal 1 is over**";

/// The story of the deal that nobody disturbs.
async fn undisturbed() -> &'static [String] {
    static STORY: OnceCell<Vec<String>> = OnceCell::const_new();
    STORY
        .get_or_init(|| async {
            let (mut world, mut script) = begun().await;
            play_until(&world, &mut script, |s| says(s, "**Deal 2 · ")).await;
            let story = story_until(&world.sandbox, OVER);
            check_clean(&mut world).await;
            story
        })
        .await
}

async fn begun() -> (World, Script) {
    let world = World::new(SEED).await;
    let mut script = world.script(Habit::Clicks, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    (world, script)
}

/// The deal is told as if nothing had been.
async fn same_story(mut world: World, mut script: Script) {
    play_until(&world, &mut script, |s| says(s, "**Deal 2 · ")).await;
    let story = story_until(&world.sandbox, OVER);
    check_clean(&mut world).await;
    let expected = undisturbed().await;
    outcome::same_story(&story, expected, &world.log());
}

/// Kills the bot between two actions and starts it again.
async fn again(world: &mut World) {
    world.kill().await;
    world.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_every_phase() {
    let mut world = World::new(SEED).await;
    let mut script = world.script(Habit::Clicks, CHOICES);
    let typed: &[(usize, &[&str])] = &[
        (0, &["table", "new"]),
        (0, &["table", "sit"]),
        (1, &["table", "sit"]),
        (2, &["table", "sit"]),
        (3, &["table", "sit"]),
        (0, &["table", "ready"]),
        (1, &["table", "ready"]),
        (2, &["table", "ready"]),
        (3, &["table", "ready"]),
        (0, &["table", "start"]),
    ];
    for (at, (who, path)) in typed.iter().enumerate() {
        let seat = [("seat", json!(who.to_string()))];
        let options: &[_] = if path[1] == "sit" { &seat } else { &[] };
        script
            .type_command(*who, path, options)
            .await
            .expect("answered");
        // The lobby: when the table is new, half full, full, and half ready.
        if [0, 2, 4, 6].contains(&at) {
            again(&mut world).await;
        }
    }
    let moments = [
        "Drawing cards: ",
        "Does anyone overturn?",
        " is burying",
        "Does anyone fry?",
        "**Deal 1 · trick 1**",
        "**Deal 1 · trick 3**",
        "**Deal 1 · trick 12**",
        OVER,
    ];
    for moment in moments {
        play_until(&world, &mut script, |s| says(s, moment) || says(s, OVER)).await;
        assert!(says(&world.sandbox, moment), "{moment} never came");
        again(&mut world).await;
    }
    same_story(world, script).await;
}

/// Before or after which call the bot is killed: the how-manieth of which kind.
type Point = (When, usize, fn(&Call) -> bool);

/// After the commit before the answer, after the answer before the post,
/// between two posts, after a post that the bot does not know to be made.
#[tokio::test(flavor = "multi_thread")]
async fn killed_at_every_point_of_an_action() {
    let (mut world, mut script) = begun().await;
    let points: [Point; 8] = [
        // While cards are drawn and at the questions: answers and posts.
        (When::Before, 2, is_answer),
        (When::After, 2, is_answer),
        (When::Before, 1, is_public_post),
        (When::After, 1, is_public_post),
        (When::Before, 3, is_write),
        (When::After, 5, is_write),
        (When::After, 2, is_public_post),
        (When::Before, 9, is_answer),
    ];
    for (when, nth, fits) in points {
        let hold = world.sandbox.hold(when, nth, fits);
        kill_at(&mut world, &mut script, hold).await;
    }
    same_story(world, script).await;
}

/// Asked to end (SIGTERM) while an answer or a post is under way: what was
/// begun is done once, now or after the restart (C02).
#[tokio::test(flavor = "multi_thread")]
async fn ended_in_the_middle_of_an_action() {
    let (mut world, mut script) = begun().await;
    let points: [Point; 5] = [
        (When::Before, 2, is_answer),
        (When::After, 3, is_answer),
        (When::Before, 1, is_public_post),
        (When::After, 2, is_public_post),
        (When::Before, 7, is_write),
    ];
    for (when, nth, fits) in points {
        let hold = world.sandbox.hold(when, nth, fits);
        end_at(&mut world, &mut script, hold, true).await;
    }
    same_story(world, script).await;
}

/// At every so many writes through a whole deal.
#[tokio::test(flavor = "multi_thread")]
async fn killed_again_and_again() {
    for round in 0..full(0, 3) {
        let (mut world, mut script) = begun().await;
        let over = |s: &Sandbox| says(s, OVER);
        let mut kills = 0;
        while !over(&world.sandbox) {
            let when = [When::Before, When::After][kills % 2];
            let nth = 10 + usize::try_from(round).expect("small");
            let hold = world
                .sandbox
                .hold(when, nth, |c| is_write(c) || is_answer(c));
            kill_at(&mut world, &mut script, hold).await;
            kills += 1;
        }
        same_story(world, script).await;
    }
}

/// While the database is being made, and while the bot connects.
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_starting() {
    let step = full(40, 7);
    let mut world = World::new(SEED).await;
    for at in 0..full(8, 60) {
        world.kill().await;
        for end in ["", "-wal", "-shm", ".lock"] {
            let mut name = world.database().into_os_string();
            name.push(end);
            // What is not there need not go.
            let _ = std::fs::remove_file(name);
        }
        world.launch();
        tokio::time::sleep(Duration::from_millis(at * step)).await;
        world.kill().await;
        world.restart().await;
    }
    let mut script = world.script(Habit::Clicks, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "Drawing cards: ")).await;
    assert!(!world.sandbox.channel(SandboxOptions::CHANNEL).is_empty());
    check_clean(&mut world).await;
}
