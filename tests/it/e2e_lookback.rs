//! Looking back with the compiled bot: buttons on public messages open private
//! panels and leave the public ones alone; pages turn in place; the record comes
//! as a file that `chaodipi replay` takes.

use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{ChannelId, Outcome, SandboxOptions, SeenMessage, UserId};
use chaodipi::tools::replay::replay;
use serde_json::json;

use crate::support::crash::play_until;
use crate::support::outcome::{check_clean, says};
use crate::support::world::World;

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;

fn answer(outcome: &Outcome) -> SeenMessage {
    let message = outcome.message().cloned();
    message.unwrap_or_else(|| panic!("no message: {outcome:?}"))
}

/// The message as its reader sees it now.
fn seen(world: &World, user: UserId, message: &SeenMessage) -> SeenMessage {
    let all = world.sandbox.visible_to(user);
    let found = all.into_iter().find(|m| m.id == message.id);
    found.expect("it is still there")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_deal_is_looked_back_at_in_private() {
    let mut world = World::new(61).await;
    let mut script = world.script(Habit::Clicks, 8);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 3**")).await;
    let user = world.users[2];
    let sandbox = &world.sandbox;

    // Watching: the button at the table, then again on the panel itself.
    let public = sandbox.channel(CHANNEL);
    let (table, button) = public
        .iter()
        .rev()
        .find_map(|m| Some((m.clone(), m.button("v1.watch.")?.custom_id.clone())))
        .expect("a button to watch");
    let watching = sandbox.click(user, table.id, &button).await.expect("there");
    world.settle().await;
    let panel = answer(&watching);
    assert!(panel.ephemeral && panel.files.len() == 1, "{panel:#?}");
    let again = panel
        .button("v1.watch.")
        .expect("a button")
        .custom_id
        .clone();
    sandbox.click(user, panel.id, &again).await.expect("there");
    world.settle().await;
    assert!(seen(&world, user, &panel).ephemeral);
    assert_eq!(sandbox.channel(CHANNEL).len(), public.len());

    play_until(&world, &mut script, |s| says(s, "**Deal 1 is over**")).await;
    let public = world.sandbox.channel(CHANNEL);
    let result = public
        .iter()
        .find(|m| m.content.contains("**Deal 1 is over**"));
    let result = result.expect("the result").clone();
    let button = result.button("v1.replay.").expect("a button to look back");
    let sandbox = &world.sandbox;
    let opened = sandbox.click(user, result.id, &button.custom_id).await;
    world.settle().await;
    let page = answer(&opened.expect("there"));
    assert!(
        page.ephemeral && page.content.contains("Looking back"),
        "{page:#?}"
    );
    let same = world.sandbox.channel(CHANNEL);
    let same = same.iter().find(|m| m.id == result.id).expect("the result");
    assert_eq!(same.content, result.content);

    // The pages turn in place, each with its picture.
    let mut texts = vec![page.content.clone()];
    for _ in 0..4 {
        let now = seen(&world, user, &page);
        let next = now.buttons.iter().find(|b| b.label == "Next ▶");
        let next = next.expect("a button").custom_id.clone();
        world
            .sandbox
            .click(user, page.id, &next)
            .await
            .expect("there");
        world.settle().await;
        let now = seen(&world, user, &page);
        assert!(!texts.contains(&now.content), "{}", now.content);
        assert_eq!(now.files.len(), 1);
        texts.push(now.content);
    }
    let record = page
        .button("v1.record.")
        .expect("a button")
        .custom_id
        .clone();
    let given = world.sandbox.click(user, page.id, &record).await;
    world.settle().await;
    let given = answer(&given.expect("there"));
    assert!(given.ephemeral);
    assert_eq!(given.files[0].name, "table-1.jsonl");
    let outcomes = replay(&given.files[0].bytes[..]).expect("a record that fits");
    assert_eq!(outcomes.len(), 1);

    // By commands, and posted for all.
    let path = ["replay"];
    let options = [("game", json!(1))];
    let listed = world.sandbox.slash(user, CHANNEL, &path, &options).await;
    world.settle().await;
    let listed = answer(&listed.expect("offered"));
    assert!(listed.ephemeral && listed.files[0].name == "summary.png");
    let share = listed
        .button("v1.share.")
        .expect("a button")
        .custom_id
        .clone();
    let posted = world.sandbox.click(user, listed.id, &share).await;
    world.settle().await;
    let posted = answer(&posted.expect("there"));
    assert!(!posted.ephemeral && posted.files[0].name == "summary.png");
    let told = world.sandbox.slash(user, CHANNEL, &["stats"], &[]).await;
    world.settle().await;
    let told = answer(&told.expect("offered"));
    assert!(told.ephemeral && told.files[0].name == "stats.png");
    let who = [("player", json!(world.users[0].0.to_string()))];
    let told = world.sandbox.slash(user, CHANNEL, &["stats"], &who).await;
    world.settle().await;
    let told = answer(&told.expect("offered"));
    assert!(
        told.content.contains("Alice") || told.ephemeral,
        "{}",
        told.content
    );
    check_clean(&mut world).await;
}
