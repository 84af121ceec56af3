//! How a game went, in a form in which two runs can be compared.

use std::collections::HashMap;
use std::process::Output;

use chaodipi::sandbox::{Call, Outcome, Sandbox, SandboxOptions, SeenMessage, UserId};
use chaodipi::store::Store;

use super::openapi::check_calls;
use super::world::{World, tail};

/// The public messages of a channel as they stand, oldest first: text and alt
/// texts, with the times left masked and without the pings, which come and go.
pub fn story(sandbox: &Sandbox) -> Vec<String> {
    sandbox
        .channel(SandboxOptions::CHANNEL)
        .iter()
        .filter(|m| m.command.is_none() && !is_ping(m))
        .map(|m| {
            let alts: Vec<&str> = m.files.iter().map(|f| f.alt.as_str()).collect();
            mask(&format!("{}\n[{}]", m.content, alts.join("; ")))
        })
        .collect()
}

/// The part of a story that does not change any more: up to the message that
/// holds `last`.
pub fn story_until(sandbox: &Sandbox, last: &str) -> Vec<String> {
    let mut story = story(sandbox);
    let end = story.iter().position(|m| m.contains(last));
    let end = end.unwrap_or_else(|| panic!("nothing says {last:?} in {story:#?}"));
    story.truncate(end + 1);
    story
}

/// Panics with the first difference and both stories when they differ.
pub fn same_story(told: &[String], expected: &[String], log: &str) {
    let at = (0..told.len().max(expected.len())).find(|&i| told.get(i) != expected.get(i));
    if let Some(at) = at {
        panic!(
            "the stories differ at {at}:\n{:#?}\ninstead of\n{:#?}\n\ntold: {told:#?}\nexpected: {expected:#?}\n{}",
            told.get(at),
            expected.get(at),
            tail(log)
        );
    }
}

/// A ping is a mention and little else.
fn is_ping(message: &SeenMessage) -> bool {
    message.content.starts_with("<@") && message.files.is_empty()
}

/// Blanks what a time stamp says.
fn mask(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("<t:") {
        let (before, stamp) = rest.split_at(at);
        masked.push_str(before);
        masked.push_str("<t>");
        rest = stamp.split_once('>').map_or("", |(_, after)| after);
    }
    masked.push_str(rest);
    masked
}

/// What an answer says; nothing where there is none.
pub fn said(outcome: &Outcome) -> String {
    outcome
        .message()
        .map_or(String::new(), |m| m.content.clone())
}

/// What the answer says that there must be.
pub fn answer(outcome: &Outcome) -> String {
    outcome.message().expect("an answer").content.clone()
}

/// Whether the channel says so anywhere.
pub fn says(sandbox: &Sandbox, text: &str) -> bool {
    sandbox
        .channel(SandboxOptions::CHANNEL)
        .iter()
        .any(|m| m.content.contains(text))
}

/// Panics when two public messages are about the same (each trick and each
/// result has its heading once), or two private messages show a hand to act on.
pub fn nothing_twice(sandbox: &Sandbox, users: &[UserId]) {
    for &user in users {
        let hands: Vec<SeenMessage> = sandbox
            .dms(user)
            .into_iter()
            .filter(|m| m.files.iter().any(|f| f.name == "hand.png"))
            .collect();
        assert!(hands.len() <= 1, "{user} has two hands: {hands:#?}");
    }
    let twice = headings_twice(&sandbox.channel(SandboxOptions::CHANNEL));
    assert!(twice.is_empty(), "posted twice: {twice:?}");
}

/// The headings that several of the messages have.
pub fn headings_twice(messages: &[SeenMessage]) -> Vec<String> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for message in messages {
        let heading = message.content.lines().next().unwrap_or_default();
        if heading.starts_with("**") {
            *seen.entry(heading).or_default() += 1;
        }
    }
    let twice = seen.iter().filter(|(_, n)| **n > 1);
    twice.map(|(heading, _)| (*heading).to_owned()).collect()
}

/// A first answer to an interaction.
pub fn is_answer(call: &Call) -> bool {
    call.path.starts_with("/interactions/")
}

/// A new public message.
pub fn is_public_post(call: &Call) -> bool {
    call.method == "POST" && call.path == format!("/channels/{}/messages", SandboxOptions::CHANNEL)
}

/// Any call that writes a message, public or private.
pub fn is_write(call: &Call) -> bool {
    call.method != "GET" && call.path.contains("/messages")
}

/// What must hold after every game: nothing posted twice, calls that fit
/// Discord's description, standings that equal the log. Ends the bot.
pub async fn check(world: &mut World) {
    nothing_twice(&world.sandbox, &world.users);
    world.terminate().await;
    check_calls(&world.sandbox.calls());
    let store = Store::open(&world.database()).await.expect("the database");
    let live = store.all_standings().await.expect("standings");
    store.rebuild_standings().await.expect("rebuilt");
    let again = store.all_standings().await.expect("standings");
    store.close().await;
    assert_eq!(live, again, "the standings do not follow from the log");
    if says(&world.sandbox, " is over**") && world.users.len() == 4 {
        assert!(!live.is_empty(), "a finished deal was not counted");
    }
}

/// [`check`], and the stand-in understood everything.
pub async fn check_clean(world: &mut World) {
    let errors = world.sandbox.errors();
    assert!(errors.is_empty(), "{errors:#?}");
    check(world).await;
}

/// A subcommand was refused with exit code 2 and one line that says all of this.
pub fn one_line(output: &Output, reasons: &[&str]) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with("chaodipi: "), "{error}");
    for reason in reasons {
        assert!(error.contains(reason), "{error}");
    }
}
