//! What a bot that was killed owes after its restart: panels that must not
//! stay, calls that were not made, a word about a table that is no more.

use std::collections::BTreeSet;
use std::time::Duration;

use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{Call, Sandbox, SandboxOptions, UserId, When};

use crate::leak_support::cards_in;
use crate::support::crash::{kill_at, play_until};
use crate::support::damage;
use crate::support::outcome::{answer, check_clean, says};
use crate::support::world::World;

const CHANNEL: chaodipi::sandbox::ChannelId = SandboxOptions::CHANNEL;
const SEED: u64 = 21;
const CHOICES: u64 = 5;

/// The most cards that a hand in an ephemeral message of theirs shows.
fn most_cards(world: &World, user: UserId) -> usize {
    let open = world.sandbox.ephemerals(user);
    let files = open.iter().flat_map(|m| &m.files);
    let hands = files.filter(|f| f.name == "hand.png");
    let cards = hands.map(|f| f.alt.split_whitespace().flat_map(cards_in).count());
    cards.max().unwrap_or_default()
}

/// Opens the hand in the channel.
async fn open_hand(world: &World, user: UserId) {
    let public = world.sandbox.channel(CHANNEL);
    let hand = public.iter().rev();
    let mut hand = hand.filter_map(|m| Some((m.id, m.button("v1.hand.")?.custom_id.clone())));
    let (message, id) = hand.next().expect("a button that opens the own hand");
    let opened = world.sandbox.click(user, message, &id).await;
    opened.expect("the button is there");
    world.settle().await;
}

/// The tokens through which the bot has answered.
fn tokens(world: &World) -> BTreeSet<String> {
    let calls = world.sandbox.calls();
    let paths = calls
        .iter()
        .filter_map(|c| c.path.strip_prefix("/webhooks/"));
    let tokens = paths.filter_map(|path| path.split('/').nth(1));
    tokens.map(str::to_owned).collect()
}

/// Killed while 33 cards are open in the channel: once some of them are
/// buried, the panel does not show them any more; and neither when its token
/// comes to its end first.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_with_the_cards_to_be_buried_is_emptied_after_a_kill() {
    for stays_away in [false, true] {
        let mut world = World::new(SEED).await;
        let mut script = world.script(Habit::Clicks, CHOICES);
        let options: &[_] = if stays_away {
            &[("clock", serde_json::json!("none"))]
        } else {
            &[]
        };
        script.begin(options).await.expect("a game that begins");
        play_until(&world, &mut script, |s| says(s, " is burying")).await;
        for user in world.users.clone() {
            open_hand(&world, user).await;
        }
        let users = world.users.clone();
        let burier = users.iter().find(|u| most_cards(&world, **u) == 33);
        let burier = *burier.expect("somebody sees 33 cards");
        world.kill().await;
        assert_eq!(
            most_cards(&world, burier),
            33,
            "nobody is there to empty it"
        );
        world.restart().await;
        if stays_away {
            // Nobody does anything until the token dies.
            let most = Duration::from_secs(15 * 60 - 1);
            world.sandbox.run_for(most).await.expect("at rest");
            assert!(says(&world.sandbox, " is burying"));
        } else {
            // Time runs out, and the table buries for whoever does not.
            for _ in 0..200 {
                if !says(&world.sandbox, " is burying") {
                    break;
                }
                world.sandbox.advance_to_next().await.expect("at rest");
            }
            assert!(!says(&world.sandbox, " is burying"));
            let edits = Duration::from_secs(5);
            world.sandbox.run_for(edits).await.expect("at rest");
        }
        let left = most_cards(&world, burier);
        assert!(left <= 25, "{left} cards\n{}", world.log());
        world.pass(15 * 60).await;
        let count = damage::count(&world.database(), "open_panels").await;
        assert_eq!(count, 0, "a dead token is kept");
        let log = world.log();
        assert!(!tokens(&world).is_empty());
        assert!(tokens(&world).iter().all(|token| !log.contains(token)));
        check_clean(&mut world).await;
    }
}

/// The pings that stand in the channel.
fn pings(sandbox: &Sandbox) -> Vec<String> {
    let all = sandbox.channel(CHANNEL).into_iter().map(|m| m.content);
    all.filter(|text| text.starts_with("<@")).collect()
}

fn is_sealed_ping(call: &Call) -> bool {
    let text = call.body["content"].as_str().unwrap_or_default();
    call.method == "POST" && text.starts_with("<@") && text.contains(" or pass?")
}

/// Lets the pings of a round that has begun go out.
async fn called(world: &World) -> BTreeSet<String> {
    for _ in 0..20 {
        world.settle().await;
        let pings = pings(&world.sandbox);
        if pings.len() > 1 {
            let all: BTreeSet<String> = pings.iter().cloned().collect();
            assert_eq!(all.len(), pings.len(), "called twice: {pings:?}");
            return all;
        }
        world.sandbox.advance_to_next().await.expect("at rest");
    }
    panic!("nobody is called\n{}", world.log());
}

/// Killed between the start of a sealed round and its pings, between two of
/// them, or before it knows that they are posted: all are called, once.
#[tokio::test(flavor = "multi_thread")]
async fn the_pings_of_a_sealed_round_go_out_after_a_kill() {
    let mut expected = None;
    for kill in [
        None,
        Some((When::Before, 1)),
        Some((When::After, 1)),
        Some((When::Before, 2)),
    ] {
        let mut world = World::new(SEED).await;
        let mut script = world.script(Habit::Clicks, CHOICES);
        script.begin(&[]).await.expect("a game that begins");
        match kill {
            Some((when, nth)) => {
                let hold = world.sandbox.hold(when, nth, is_sealed_ping);
                kill_at(&mut world, &mut script, hold).await;
            }
            None => {
                let mut hold = world.sandbox.hold(When::Before, 1, is_sealed_ping);
                let play = play_until(&world, &mut script, |s| {
                    says(s, "Does anyone overturn?") || says(s, "Does anyone fry?")
                });
                tokio::join!(play, async {
                    hold.reached().await.expect("they are called");
                    hold.release();
                });
            }
        }
        let called = called(&world).await;
        let all = expected.get_or_insert(called.clone());
        assert_eq!(&called, all, "{kill:?}");
        play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 1**")).await;
        check_clean(&mut world).await;
    }
}

/// Its channel is told once that a table cannot be read any more.
#[tokio::test(flavor = "multi_thread")]
async fn the_channel_of_an_unreadable_table_is_told_once() {
    let mut world = World::new(SEED).await;
    let mut script = world.script(Habit::Clicks, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, " is burying")).await;
    for user in world.users.clone() {
        open_hand(&world, user).await;
    }
    world.kill().await;
    damage::run(
        &world.database(),
        "UPDATE events SET event = '{' WHERE seq = 0",
    )
    .await;
    let told = |world: &World| {
        let all = world.sandbox.channel(CHANNEL);
        all.iter()
            .filter(|m| m.content.contains("cannot be played on"))
            .count()
    };
    for _ in 0..2 {
        world.restart().await;
        world.pass(5).await;
        assert_eq!(told(&world), 1, "{}", world.log());
        for user in world.users.clone() {
            assert_eq!(
                most_cards(&world, user),
                0,
                "nobody keeps the panels any more"
            );
        }
        world.kill().await;
    }
    let lines = world.log();
    let lines = lines.lines().filter(|l| l.contains("a table is set aside"));
    assert_eq!(lines.count(), 2, "one line a start");
    world.restart().await;
    let end = ["table", "end"];
    let manager = world.users[0];
    let ended = world.sandbox.slash(manager, CHANNEL, &end, &[]).await;
    let ended = ended.expect("offered");
    assert!(answer(&ended).contains("is ended"));
    let new = world
        .sandbox
        .slash(manager, CHANNEL, &["table", "new"], &[]);
    new.await.expect("offered");
    world.terminate().await;
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
}

/// How often the channel is told that a table cannot be played on.
fn told_aside(world: &World) -> usize {
    let all = world.sandbox.channel(CHANNEL);
    let told = all.iter().map(|m| &m.content);
    told.filter(|text| text.contains("cannot be played on"))
        .count()
}

/// A manager repairs the table of the channel.
async fn repair(world: &World) -> String {
    let path = ["server", "repair"];
    let asked = world
        .sandbox
        .slash(world.users[0], CHANNEL, &path, &[])
        .await;
    world.settle().await;
    answer(&asked.expect("offered"))
}

/// A table that was set aside while the bot runs is shown and played as before
/// once it is repaired, and told of anew when that happens again.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_repaired_is_shown_again() {
    let mut world = World::new(SEED).await;
    let mut script = world.script(Habit::Clicks, CHOICES);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, " is burying")).await;
    let database = world.database();
    for _ in 0..2 {
        open_hand(&world, world.users[0]).await;
        assert!(most_cards(&world, world.users[0]) > 0);
        damage::run(&database, "UPDATE tables SET next_seq = next_seq + 1").await;
        repair(&world).await;
        world.pass(70).await;
        let refused = repair(&world).await;
        assert!(refused.contains("set aside"), "{refused}");
        world.pass(5).await;
        assert_eq!(told_aside(&world), 1, "{}", world.log());
        assert_eq!(most_cards(&world, world.users[0]), 0);

        damage::run(&database, "UPDATE tables SET next_seq = next_seq - 1").await;
        let repaired = repair(&world).await;
        assert!(repaired.contains("taken up again"), "{repaired}");
        world.pass(5).await;
        assert_eq!(told_aside(&world), 0, "{}", world.log());
        assert!(says(&world.sandbox, " is burying"));
    }
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    check_clean(&mut world).await;
}
