//! Every ruleset through the compiled bot: at least its first deal to the
//! result; whole games where there is time for them (see CONTRIBUTING.md).

use std::time::Duration;

use chaodipi::rules::PRESETS;
use chaodipi::sandbox::SandboxOptions;
use chaodipi::sandbox::script::{Habit, Script};
use serde_json::{Value, json};

use crate::support::full;
use crate::support::outcome::{check_clean, says, story};
use crate::support::world::{World, game_over, tail};

macro_rules! presets {
    ($($name:ident $id:literal),*) => {
        /// The rulesets that are played here.
        const PLAYED: &[&str] = &[$($id),*];

        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let place = PLAYED.iter().position(|id| *id == $id);
                play($id, place.expect("it is listed") as u64).await;
            }
        )*
    };
}

presets!(
    tournament "tournament",
    college "college",
    ordered "ordered",
    dark "dark",
    tv "tv",
    flag "flag",
    hook "hook",
    platform "platform",
    forty "forty",
    knockout "knockout",
    five_ten_king "five-ten-king",
    red_five "red-five",
    double_dig "double-dig"
);

#[test]
fn no_ruleset_is_left_out() {
    let all: Vec<&str> = PRESETS.iter().map(|p| p.id).collect();
    assert_eq!(PLAYED, all);
}

/// Plays on; where that fails, shows what happened.
async fn until(
    world: &World,
    script: &mut Script,
    most: usize,
    done: impl FnMut(&chaodipi::sandbox::Sandbox) -> bool,
) {
    if let Err(trouble) = script.play_until(most, done).await {
        panic!(
            "{trouble}\n{:#?}\n{}",
            story(&world.sandbox),
            tail(&world.log())
        );
    }
}

/// Two people among two computers, from the last rung on: a game is short.
async fn begin(world: &World, habit: Habit, seed: u64, options: &[(&str, Value)]) -> Script {
    let people = &world.users[..2];
    let channel = SandboxOptions::CHANNEL;
    let mut script = Script::new(&world.sandbox, channel, people, habit, seed);
    script.begin(options).await.expect("a game that begins");
    script
}

async fn play(id: &str, seed: u64) {
    let mut world = World::new(100 + seed).await;
    let habit = [Habit::Clicks, Habit::Commands, Habit::Mixed][seed as usize % 3];
    let options = [("rules", json!(id)), ("level", json!("A"))];
    let mut script = begin(&world, habit, seed, &options).await;
    let whole = full(0, 1) == 1;
    let done = |s: &chaodipi::sandbox::Sandbox| {
        if whole {
            game_over(s)
        } else {
            says(s, "Deal 1 is over") || says(s, "Deal 2 is over")
        }
    };
    until(
        &world,
        &mut script,
        if whole { 200_000 } else { 5_000 },
        done,
    )
    .await;
    let preset = PRESETS.iter().find(|p| p.id == id).expect("a preset");
    assert!(says(&world.sandbox, &preset.text.en.name));
    check_clean(&mut world).await;
}

/// A match of one deal; the plays are checked once meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_one_deal_tells_its_score_and_its_winner() {
    let mut world = World::new(130).await;
    let options = [
        ("length", json!("deals")),
        ("count", json!(1)),
        ("level", json!("5")),
    ];
    let mut script = begin(&world, Habit::Clicks, 9, &options).await;
    world.settle().await;
    let said = |part: &str| {
        let story = story(&world.sandbox);
        assert!(says(&world.sandbox, part), "{part}: {story:#?}");
    };
    said("Match: one deal");
    until(&world, &mut script, 5_000, |s| says(s, "trick 2**")).await;
    let channel = SandboxOptions::CHANNEL;
    let sandbox = &world.sandbox;
    let checked = sandbox.slash(world.users[0], channel, &["check"], &[]);
    checked.await.expect("answered");
    // The channel is edited at its own pace.
    let shown = sandbox.run_for(Duration::from_secs(3));
    shown.await.expect("at rest");
    said("every play was by the rules");
    until(&world, &mut script, 5_000, game_over).await;
    for part in ["deals: 1/1", "win the match", "Game 1: 1 "] {
        said(part);
    }
    check_clean(&mut world).await;
}
