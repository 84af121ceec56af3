//! Tables of other kinds with the compiled bot: in a thread, without a clock;
//! and cards typed into forms.

use chaodipi::cards::Card;
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Answer, Outcome, SandboxOptions, SeenForm, SeenMessage, UserId};
use serde_json::json;

use crate::support::crash::play_until;
use crate::support::en;
use crate::support::outcome::{check_clean, says};
use crate::support::world::World;

const CHANNEL: chaodipi::sandbox::ChannelId = SandboxOptions::CHANNEL;

/// A thread is a table's place like any other; archived, the next post wakes it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_a_thread() {
    let mut world = World::new(41).await;
    let host = world.users[0];
    let thread = world.sandbox.open_thread(host, CHANNEL, "a quiet place");
    let thread = thread.expect("the channel is seen");
    let mut script = Script::new(&world.sandbox, thread, &world.users, Habit::Mixed, 4);
    script.begin(&[]).await.expect("a game that begins");
    for (trick, archived) in [(2, true), (4, false)] {
        let heading = format!("**Deal 1 · trick {trick}**");
        play_until(&world, &mut script, |s| {
            s.channel(thread)
                .iter()
                .any(|m| m.content.contains(&heading))
        })
        .await;
        if archived {
            world.sandbox.archive_thread(thread, false);
        }
    }
    let elsewhere = world.sandbox.channel(CHANNEL);
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    // Archived in the middle of it, some calls may have been refused first.
    check_clean(&mut world).await;
}

/// What an ephemeral answer says.
fn answer(outcome: &Outcome) -> &SeenMessage {
    let message = outcome.message();
    message.unwrap_or_else(|| panic!("no message: {outcome:?}"))
}

/// Without a clock nobody is played for until three seats want it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_clock() {
    let mut world = World::new(42).await;
    let mut script = world.script(Habit::Clicks, 6);
    let options = [("clock", json!("none"))];
    script.begin(&options).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    let sandbox = &world.sandbox;
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    let before = story_end(&world);
    sandbox.advance(day);
    world.settle().await;
    assert_eq!(story_end(&world), before, "time alone moves nothing");
    let mut last = String::new();
    // The first user manages the server: her word would be enough.
    for &user in &world.users[1..] {
        let status = sandbox
            .slash(user, CHANNEL, &["table", "status"], &[])
            .await
            .expect("offered");
        let status = answer(&status).clone();
        let close = status.button("v1.close.").expect("a vote is offered");
        let voted = sandbox.click(user, status.id, &close.custom_id).await;
        last = answer(&voted.expect("a button")).content.clone();
        let counted = en("voted-close", Vec::new());
        world.settle().await;
        // The last vote closes the phase, and what is shown follows.
        if user != world.users[3] {
            assert_eq!(last, counted);
            assert_eq!(story_end(&world), before, "one vote closes nothing");
        }
    }
    assert_eq!(last, en("done-close", Vec::new()));
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 4**")).await;
    check_clean(&mut world).await;
}

/// The newest public message without the votes' pings.
fn story_end(world: &World) -> Option<String> {
    crate::support::outcome::story(&world.sandbox).pop()
}

/// Somebody whose panel in private messages has such a button.
fn who_has(world: &World, button: &str) -> Option<(UserId, SeenMessage)> {
    world.users.iter().find_map(|&user| {
        let mut panels = world.sandbox.dms(user).into_iter();
        Some((user, panels.rfind(|m| m.button(button).is_some())?))
    })
}

/// Moves time on until somebody's panel has such a button.
async fn panel_with(world: &World, button: &str) -> (UserId, SeenMessage) {
    for _ in 0..50 {
        world.settle().await;
        if let Some(found) = who_has(world, button) {
            return found;
        }
        world.sandbox.advance_to_next().await.expect("at rest");
    }
    panic!("nobody has {button}\n{}", world.log());
}

async fn form(world: &World, user: UserId, panel: &SeenMessage) -> SeenForm {
    let button = panel.button("v1.type.").expect("cards can be typed");
    let opened = world.sandbox.click(user, panel.id, &button.custom_id).await;
    match opened.expect("a button").answer {
        Answer::Form(form) => form,
        other => panic!("no form but {other:?}"),
    }
}

/// Sends a form with that text; what the panel says then.
async fn send(world: &World, user: UserId, form: &SeenForm, typed: &str) -> SeenMessage {
    let field = form.fields[0].custom_id.clone();
    let sent = world
        .sandbox
        .submit_modal(user, form, &[(&field, typed)])
        .await
        .expect("it can be sent");
    assert!(!sent.failed());
    world.settle().await;
    let mut panels = world.sandbox.dms(user).into_iter();
    let panel = panels.rfind(|m| m.files.iter().any(|f| f.name == "hand.png"));
    panel.expect("a panel")
}

fn hand(panel: &SeenMessage) -> Vec<Card> {
    let alts = panel.files.iter().flat_map(|f| f.alt.split_whitespace());
    alts.flat_map(crate::leak_support::cards_in).collect()
}

fn symbols(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|c| c.symbol()).collect();
    names.join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_typed_into_forms() {
    let mut world = World::new(43).await;
    let mut script = world.script(Habit::Clicks, 2);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, " is burying")).await;
    let (user, panel) = panel_with(&world, "v1.bury").await;
    let mut cards = hand(&panel);
    assert_eq!(cards.len(), 33, "{}", panel.content);
    cards.sort_by_key(|c| std::cmp::Reverse(c.points()));

    // What cannot be read or is too few loses nothing.
    for wrong in ["xyz", &symbols(&cards[..7])] {
        let opened = form(&world, user, &panel_with(&world, "v1.bury").await.1).await;
        let told = send(&world, user, &opened, wrong).await;
        assert!(told.content.contains('❗'), "{wrong}: {}", told.content);
        assert_eq!(hand(&told).len(), 33, "{wrong}");
    }
    // Points are asked about once; they stand in the form when it opens again.
    let eight = symbols(&cards[..8]);
    let opened = form(&world, user, &panel_with(&world, "v1.bury").await.1).await;
    assert_eq!(opened.fields[0].value, "");
    let asked = send(&world, user, &opened, &eight).await;
    assert!(
        asked.content.contains("nothing is buried yet"),
        "{}",
        asked.content
    );
    let opened = form(&world, user, &asked).await;
    let field = &opened.fields[0];
    let mut kept = crate::leak_support::cards_in(&field.value);
    kept.retain(|c| !cards[..8].contains(c));
    assert!(kept.is_empty() && !field.value.is_empty(), "{field:?}");
    let value = field.value.clone();
    let buried = send(&world, user, &opened, &value).await;
    assert_eq!(hand(&buried).len(), 25, "{}", buried.content);

    // An old form is of an earlier step.
    let stale = send(&world, user, &opened, &value).await;
    assert!(
        stale.content.contains(&en("refused-stale", Vec::new())),
        "{}",
        stale.content
    );

    // The first lead, typed in full width.
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 1**")).await;
    let (user, panel) = panel_with(&world, "v1.type.").await;
    let lead = *hand(&panel).last().expect("a card");
    let wide: String = lead
        .name()
        .chars()
        .map(|c| char::from_u32(c as u32 + 0xfee0).expect("full width"))
        .collect();
    let opened = form(&world, user, &panel).await;
    let played = send(&world, user, &opened, &wide).await;
    assert!(
        played.content.contains(&lead.symbol()),
        "{}",
        played.content
    );
    assert_eq!(hand(&played).len(), 24);
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    check_clean(&mut world).await;
}
