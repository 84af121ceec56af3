//! A gateway that breaks, calls that fail, a bot that is asked to end, and one
//! that must not start.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use chaodipi::game::Game;
use chaodipi::rules::Seat;
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Call, Fault, Sandbox, SandboxOptions};
use serde_json::json;

use crate::leak_support::{cards_in, log_of};
use crate::support::crash::play_until;
use crate::support::outcome::{check, check_clean, is_answer, same_story, says, story_until};
use crate::support::world::World;
use crate::support::{full, seeds};

const SEED: u64 = 31;
const CHOICES: u64 = 8;

async fn begun(habit: Habit) -> (World, Script) {
    let world = World::new(SEED).await;
    let mut script = world.script(habit, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    (world, script)
}

fn trick(number: u32) -> String {
    format!("**Deal 1 · trick {number}**")
}

/// The story up to the third trick. It is looked at some tricks later: edits
/// keep their distance, so the next trick may be posted before the last play
/// of the one before it is shown.
async fn three_tricks(world: &World, script: &mut Script) -> Vec<String> {
    play_until(world, script, |s| says(s, &trick(6))).await;
    story_until(&world.sandbox, &trick(3))
}

/// The first tricks without any trouble.
async fn undisturbed(habit: Habit) -> Vec<String> {
    let (mut world, mut script) = begun(habit).await;
    let story = three_tricks(&world, &mut script).await;
    check_clean(&mut world).await;
    story
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_drops_and_the_bot_is_ended_and_started() {
    let (mut world, mut script) = begun(Habit::Mixed).await;
    play_until(&world, &mut script, |s| says(s, "Drawing cards: ")).await;
    world.sandbox.drop_gateway(true);
    world.sandbox.wait_connected().await.expect("it resumes");
    play_until(&world, &mut script, |s| says(s, &trick(1))).await;
    world.sandbox.drop_gateway(false);
    world.sandbox.wait_connected().await.expect("it identifies");
    play_until(&world, &mut script, |s| says(s, &trick(2))).await;
    world.sandbox.refuse_gateway(2);
    world.sandbox.drop_gateway(true);
    world
        .sandbox
        .wait_connected()
        .await
        .expect("it tries again");
    play_until(&world, &mut script, |s| says(s, &trick(3))).await;
    world.terminate().await;
    world.restart().await;
    let story = three_tricks(&world, &mut script).await;
    check_clean(&mut world).await;
    same_story(&story, &undisturbed(Habit::Mixed).await, &world.log());
}

/// What the gateway's connection complains about holds what passed through it.
#[tokio::test(flavor = "multi_thread")]
async fn no_trouble_of_the_gateway_brings_cards_into_the_log() {
    let (mut world, mut script) = begun(Habit::Clicks).await;
    play_until(&world, &mut script, |s| says(s, &trick(1))).await;
    let sandbox = &world.sandbox;
    for &user in &world.users {
        sandbox.lose_gateway_event();
        let panel = sandbox.dms(user).into_iter().last().expect("a panel");
        let refresh = panel
            .buttons
            .iter()
            .find(|b| !b.disabled)
            .expect("a button");
        sandbox
            .click(user, panel.id, &refresh.custom_id)
            .await
            .expect("a button");
        sandbox.lose_gateway_event();
        let cards = [("cards", json!("♠A SA HK"))];
        sandbox
            .slash(user, SandboxOptions::CHANNEL, &["play"], &cards)
            .await
            .expect("a command");
        world.settle().await;
    }
    assert!(world.log().contains("Sequence off"), "{}", world.log());
    sandbox.send_garbage("{\"op\":0,\"d\":{\"cards\":\"♠A ♥K\"");
    play_until(&world, &mut script, |s| says(s, &trick(3))).await;
    for line in world.log().lines() {
        assert!(cards_in(line).is_empty(), "{line}");
        assert!(
            !line.contains("custom_id") && !line.contains("HK"),
            "{line}"
        );
    }
    check_clean(&mut world).await;
}

/// From now on a tenth of the calls is refused for its pace, fails, or loses
/// its request or its answer.
fn trouble(world: &World, script: &mut Script) {
    script.strict = false;
    let kinds = [
        Fault::TooMany(300),
        Fault::Server(502),
        Fault::LostAnswer,
        Fault::LostRequest,
    ];
    for fault in kinds {
        world
            .sandbox
            .inject(fault, 0.025, |c| c.path != "/gateway/bot");
    }
}

/// The next answer is lost on its way for certain, and so is its receipt when
/// it is given again.
fn next_answers_lost(world: &World) {
    for fault in [Fault::LostRequest, Fault::LostAnswer] {
        let done = AtomicBool::new(false);
        let next = move |c: &Call| is_answer(c) && !done.swap(true, Ordering::SeqCst);
        world.sandbox.inject(fault, 1.0, next);
    }
}

async fn begun_anew(fault_seed: u64) -> (World, Script) {
    let options = SandboxOptions {
        seed: fault_seed,
        ..SandboxOptions::default()
    };
    let world = World::with(options, SEED, Vec::new()).await;
    let mut script = world.script(Habit::Clicks, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    (world, script)
}

/// Once the race to place a card is over, failing calls change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_tenth_of_the_calls_fails_and_the_outcome_is_the_same() {
    let expected = undisturbed(Habit::Clicks).await;
    for seed in 0..full(1, 5) {
        let (mut world, mut script) = begun_anew(seeds(100) + seed).await;
        let drawn = |s: &Sandbox| says(s, "Does anyone overturn?") || says(s, " is burying");
        play_until(&world, &mut script, drawn).await;
        let before = world.sandbox.calls().len();
        next_answers_lost(&world);
        trouble(&world, &mut script);
        play_until(&world, &mut script, |s| says(s, &trick(4))).await;
        world.sandbox.clear_faults();
        let calls = world.sandbox.calls().split_off(before);
        let hit = |c: &&Call| c.lost || c.status >= 429;
        let hits = calls.iter().filter(hit).count();
        assert!(hits * 40 > calls.len(), "{hits} of {}", calls.len());
        let answers = calls.iter().filter(hit).filter(|c| is_answer(c)).count();
        assert!(answers >= 2, "{answers} answers failed");
        assert_eq!(script.unanswered, 0, "the bot tries again in time");
        let story = three_tricks(&world, &mut script).await;
        check(&mut world).await;
        same_story(&story, &expected, &world.log());
    }
}

/// People sit down and the game begins whatever calls fail.
#[tokio::test(flavor = "multi_thread")]
async fn a_tenth_of_the_calls_fails_while_people_sit_down() {
    for seed in 0..full(2, 8) {
        let options = SandboxOptions {
            seed: seeds(300) + seed,
            ..SandboxOptions::default()
        };
        let mut world = World::with(options, SEED, Vec::new()).await;
        let habit = [Habit::Clicks, Habit::Commands][usize::from(seed % 2 == 1)];
        let mut script = world.script(habit, CHOICES);
        trouble(&world, &mut script);
        script.begin(&[]).await.expect("a game that begins");
        play_until(&world, &mut script, |s| says(s, "Drawing cards: ")).await;
        world.sandbox.clear_faults();
        check(&mut world).await;
        let log = log_of(&world.database()).await;
        let game = Game::from_events(log.iter().map(|l| &l.event)).expect("a table");
        let people: BTreeSet<_> = Seat::ALL.into_iter().map(|s| game.person(s)).collect();
        assert!(people.len() == 4 && !people.contains(&None), "{people:?}");
    }
}

/// However a test ends, its bot ends with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_ends_when_its_stand_in_is_gone() {
    let (mut bot, _folder) = World::new(SEED).await.abandon();
    let ended = tokio::task::spawn_blocking(move || bot.wait()).await;
    let status = ended.expect("no panic").expect("a bot that was started");
    assert_eq!(status.code(), Some(1), "{status}");
}

/// Who places first is a race, which trouble may turn; the game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_tenth_of_the_calls_fails_while_cards_are_drawn() {
    for seed in 0..full(1, 5) {
        let (mut world, mut script) = begun_anew(seeds(200) + seed).await;
        trouble(&world, &mut script);
        play_until(&world, &mut script, |s| says(s, &trick(1))).await;
        world.sandbox.clear_faults();
        play_until(&world, &mut script, |s| says(s, &trick(2))).await;
        check(&mut world).await;
    }
}

fn start(world: &World, token: &str, database: PathBuf) -> Output {
    let folder = database.parent().expect("a folder").to_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaodipi"));
    command
        .arg("run")
        // What is meant for the tests (`CHAODIPI_FULL`) is no key of the bot's.
        .env_clear()
        .current_dir(folder)
        .env("DISCORD_TOKEN", token)
        .env("CHAODIPI_DISCORD_API_URL", world.sandbox.api_url())
        .env("CHAODIPI_DATABASE_PATH", database)
        .env("CHAODIPI_LOG_FILTER", "off")
        .stdin(Stdio::null())
        .output()
        .expect("a program that runs")
}

fn one_line(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn what_must_not_start_says_why_in_one_line() {
    let world = World::new(SEED).await;
    let token = world.sandbox.token();
    let second = start(&world, &token, world.database());
    assert!(one_line(&second).contains("bot.db"));
    let other = world.database().with_file_name("other.db");
    let wrong = start(
        &world,
        "MTIzNDU2Nzg5MDEyMzQ1Njc4.AAAAAA.wrong-wrong-wrong-wrong-wrong",
        other.clone(),
    );
    assert!(one_line(&wrong).to_lowercase().contains("token"));
    let none = start(&world, "", other);
    assert!(one_line(&none).contains("DISCORD_TOKEN"));
}
