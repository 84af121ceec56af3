//! What a game leaves behind when it is over: nothing that waits, nothing that
//! calls, no control that does nothing; and whoever presses an old one is told.

use std::collections::BTreeMap;

use chaodipi::i18n::{Lang, text};
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{ChannelId, MessageId, SandboxOptions, SeenMessage, UserId};
use serde_json::json;

use crate::support::outcome::{check_clean, says, story};
use crate::support::world::{World, tail};

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;

/// Every control that anybody ever saw: who and its id; on which message, and for
/// a select what can be chosen.
#[derive(Default)]
struct Controls(BTreeMap<(UserId, String), (MessageId, Option<String>)>);

impl Controls {
    fn note(&mut self, user: UserId, messages: &[SeenMessage]) {
        for message in messages {
            for button in message.buttons.iter().filter(|b| !b.disabled) {
                let key = (user, button.custom_id.clone());
                self.0.insert(key, (message.id, None));
            }
            for select in &message.selects {
                let key = (user, select.custom_id.clone());
                let option = select.options.first().map(|o| o.value.clone());
                self.0.insert(key, (message.id, option));
            }
        }
    }

    fn look(&mut self, world: &World) {
        for &user in &world.users {
            self.note(user, &world.sandbox.visible_to(user));
        }
    }
}

/// A table and all that was ever to be pressed there.
struct Game {
    world: World,
    script: Script,
    controls: Controls,
}

impl Game {
    async fn new(seed: u64) -> Game {
        let world = World::new(seed).await;
        let script = world.script(Habit::Clicks, seed);
        Game {
            world,
            script,
            controls: Controls::default(),
        }
    }

    /// Opens a table for one deal.
    async fn begin(&mut self) {
        let options = [("length", json!("deals")), ("count", json!(1))];
        let begun = self.script.begin(&options).await;
        begun.expect("a game that begins");
    }

    async fn types(&self, user: UserId, path: &[&str]) {
        let done = self.world.sandbox.slash(user, CHANNEL, path, &[]).await;
        assert!(!done.expect("offered").failed());
        self.world.settle().await;
    }

    /// Plays on; now and then somebody opens what can be opened beside it.
    async fn play(&mut self, until: &str) {
        for step in 0..4_000 {
            self.controls.look(&self.world);
            if says(&self.world.sandbox, until) {
                return;
            }
            if step % 60 == 30 {
                let user = self.world.users[step / 60 % 4];
                self.types(user, &["table", "status"]).await;
                self.types(user, &["watch"]).await;
                self.types(user, &["hand"]).await;
            }
            match self.script.play_until(1, |s| says(s, until)).await {
                Ok(()) | Err(chaodipi::sandbox::script::Trouble::TooLong(_)) => {}
                Err(trouble) => panic!("{trouble}\n{}", tail(&self.world.log())),
            }
        }
        panic!("{until} never comes: {:#?}", story(&self.world.sandbox));
    }

    /// Ends the table as its manager does.
    async fn end(&self) {
        let manager = self.world.users[0];
        self.types(manager, &["table", "end"]).await;
        let ends = |m: &SeenMessage| m.button("v1.end.").is_some();
        let sandbox = &self.world.sandbox;
        let asked = sandbox.newest(manager, CHANNEL, ends).expect("asked once");
        let id = asked.button("v1.end.").expect("seen").custom_id.clone();
        let done = sandbox.click(manager, asked.id, &id).await;
        assert!(!done.expect("a button").failed());
        self.world.settle().await;
    }

    /// Everything is as it must be left; `looks_back`: a deal was finished.
    async fn ends_tidily(mut self, looks_back: bool) {
        self.world.pass(60).await;
        let public = self.world.sandbox.channel(CHANNEL);
        let (end, before) = public.split_last().expect("messages");
        for message in before {
            is_done(message);
            assert!(!is_live(message), "{message:#?}");
        }
        is_done(end);
        let live: Vec<&str> = end
            .buttons
            .iter()
            .map(|b| b.custom_id.split('.').nth(1).expect("a verb"))
            .collect();
        let expected: &[&str] = if looks_back {
            &["again", "game"]
        } else {
            &["again"]
        };
        assert_eq!(live, expected, "{end:#?}");
        for &user in &self.world.users {
            for message in self.world.sandbox.dms(user) {
                is_done(&message);
                assert!(!is_live(&message), "{message:#?}");
            }
            for message in self.world.sandbox.ephemerals(user) {
                assert!(!message.loading, "{message:#?}");
                let hand = message.files.iter().any(|f| f.name == "hand.png");
                assert!(!hand, "{message:#?}");
                let over = text(Lang::En, "wait-over", Vec::new());
                let panel = message.content.contains("you sit");
                assert!(!panel || message.content.contains(&over), "{message:#?}");
            }
        }
        if looks_back {
            let id = end.button("v1.game.").expect("seen").custom_id.clone();
            let user = self.world.users[3];
            let looked = self.world.sandbox.click(user, end.id, &id).await;
            let panel = looked.expect("a button").message().expect("deals").clone();
            assert!(panel.files.iter().any(|f| f.name == "summary.png"));
        }
        self.old_controls_answer(end.id).await;
        assert_eq!(
            self.world.sandbox.channel(CHANNEL),
            public,
            "nothing has changed"
        );
        check_clean(&mut self.world).await;
    }

    /// Whoever presses what once was there is told, and nothing happens.
    async fn old_controls_answer(&mut self, end: MessageId) {
        let mut pressed = 0;
        for ((user, id), (message, value)) in std::mem::take(&mut self.controls.0) {
            if message == end {
                continue;
            }
            let values = value.as_deref().map(|v| [v]);
            let values = values.as_ref().map(|v| v.as_slice());
            let done = self
                .world
                .sandbox
                .forge_click(user, message, &id, values)
                .await;
            let done = done.expect("a message that once was there");
            assert!(!done.failed(), "{id}: {}", tail(&self.world.log()));
            self.world.settle().await;
            let said = done.message().map(|m| (m.ephemeral, m.content.clone()));
            let said = said.or_else(|| {
                let answers = self.world.sandbox.answers(&done);
                answers.last().map(|m| (m.ephemeral, m.content.clone()))
            });
            let (ephemeral, text) = said.unwrap_or_else(|| panic!("{id}: {done:?}"));
            assert!(ephemeral && !text.is_empty(), "{id}: {text}");
            pressed += 1;
            // Not all in one moment.
            self.world.pass(1).await;
        }
        assert!(pressed > 8, "{pressed}");
    }
}

/// Whether there is something to press or to choose.
fn is_live(message: &SeenMessage) -> bool {
    let buttons = message.buttons.iter().any(|b| !b.disabled);
    buttons || message.selects.iter().any(|s| !s.disabled)
}

/// Nothing in it waits for anybody.
fn is_done(message: &SeenMessage) {
    assert!(!message.loading, "{message:#?}");
    assert!(!message.content.starts_with("<@"), "a ping: {message:#?}");
    for sign in ['⏳', '▶', '⏸', '…'] {
        assert!(
            !message.content.contains(sign),
            "{sign}: {}",
            message.content
        );
    }
    for key in [
        "ask-ready",
        "wait-lobby",
        "wait-shuffling",
        "wait-drawing",
        "wait-overturning",
        "wait-frying",
        "wait-between",
        "ask-lead",
        "ask-place",
        "lobby-how",
        "lobby-all-there",
    ] {
        let waits = text(Lang::En, key, Vec::new());
        let waits = waits.split('(').next().expect("text").trim_end();
        assert!(
            !message.content.contains(waits),
            "{waits}: {}",
            message.content
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_behind_by_a_whole_game() {
    let mut game = Game::new(81).await;
    game.begin().await;
    game.play("win the match!").await;
    game.ends_tidily(true).await;
}

/// The process ends as soon as the result is there.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_behind_by_a_game_whose_bot_was_killed_at_its_end() {
    let mut game = Game::new(82).await;
    game.begin().await;
    game.play("**Deal 1 is over**").await;
    game.world.kill().await;
    game.world.restart().await;
    game.ends_tidily(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_behind_by_a_table_that_is_ended() {
    for (seed, moment) in [
        (83, "Drawing cards: "),
        (84, " is burying"),
        (85, "Does anyone fry?"),
        (86, "**Deal 1 · trick 1**"),
        (87, "**Deal 1 · trick 3**"),
    ] {
        let mut game = Game::new(seed).await;
        game.begin().await;
        game.play(moment).await;
        game.end().await;
        game.ends_tidily(false).await;
    }
}

/// Nobody comes for half an hour.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_behind_by_a_lobby_that_closes() {
    let mut game = Game::new(88).await;
    game.types(game.world.users[0], &["table", "new"]).await;
    for user in &game.world.users[..2] {
        game.types(*user, &["table", "sit"]).await;
    }
    game.controls.look(&game.world);
    game.world.pass(31 * 60).await;
    game.ends_tidily(false).await;
}
