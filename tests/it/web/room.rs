//! A stand-in with its page and the bot, whose time the test moves; and people who play in the browser.

use std::time::Duration;

use chaodipi::sandbox::web::{Door, Served};
use chaodipi::sandbox::{Sandbox, SandboxOptions, SeenMessage, UserId};
use serde_json::{Value, json};

use super::chrome::Chrome;
use crate::support::world::World;

/// Time never jumps further than this while a person may be thinking: deadlines are longer.
const LEAP: Duration = Duration::from_secs(9);
/// What of a person's places must be in the page before it is looked at.
const NEWEST: usize = 6;

/// The stand-in, the bot, the page.
pub struct Room {
    /// The stand-in and the bot.
    pub world: World,
    page: Served,
}

impl Room {
    /// Starts all three; the first person has opened a table.
    pub async fn open(seed: u64) -> Room {
        let world = World::new(seed).await;
        let page = world
            .sandbox
            .serve_page(([127, 0, 0, 1], 0).into(), Door::Open);
        let page = page.await.expect("a page");
        let opened =
            world
                .sandbox
                .slash(UserId(1), SandboxOptions::CHANNEL, &["table", "new"], &[]);
        assert!(!opened.await.expect("offered").failed());
        world.settle().await;
        Room { world, page }
    }

    /// The address of the page for a person.
    pub fn address(&self, user: UserId) -> String {
        format!("http://{}/?user={user}", self.page.addr())
    }

    /// The stand-in.
    pub fn sandbox(&self) -> &Sandbox {
        &self.world.sandbox
    }

    /// Lets the bot do what it does at the next moment it waits for, if that is near.
    pub async fn step(&self) -> bool {
        self.world.settle().await;
        let next = self.sandbox().next_timer().await.expect("comes to rest");
        let near = next.filter(|next| next.since(self.sandbox().now()) <= LEAP);
        if let Some(next) = near {
            self.sandbox().advance_to(next);
            self.world.settle().await;
        }
        near.is_some()
    }

    /// Waits until a person's page shows what that person sees.
    pub async fn shown(&self, chrome: &Chrome, user: UserId) {
        self.world.settle().await;
        let private = self.sandbox().private_channel(user);
        let newest = |channel| {
            let mut seen = self.sandbox().visible_to(user);
            seen.retain(|m: &SeenMessage| m.channel == channel);
            seen.split_off(seen.len().saturating_sub(NEWEST))
        };
        let table = newest(SandboxOptions::CHANNEL);
        let hand = private.map(newest).unwrap_or_default();
        for (pane, messages) in [("table", table), ("hand", hand)] {
            for message in messages {
                chrome
                    .find(&format!(
                        "#{pane}-{}[data-edits='{}']:not(.loading)",
                        message.id, message.edits
                    ))
                    .await;
            }
        }
    }

    /// Whether the public channel says something.
    pub fn says(&self, text: &str) -> bool {
        let all = self.sandbox().channel(SandboxOptions::CHANNEL);
        all.iter().any(|m| m.content.contains(text))
    }
}

/// A control of a person's panel as the page shows it: its verb, and the selector that finds it.
#[derive(Clone, Debug)]
pub struct Control {
    /// The verb of its custom id.
    pub verb: String,
    /// Its selector.
    pub css: String,
}

/// The controls that can be used in the newest message that has any, in the private messages.
pub async fn controls(chrome: &Chrome) -> Vec<Control> {
    const SCRIPT: &str = "
        const all = [...document.querySelectorAll('.pane.hand .message')].reverse();
        const panel = all.find((m) => m.querySelector('.controls [data-key]'));
        const found = panel ? [...panel.querySelectorAll('.controls [data-key]')] : [];
        return found.filter((e) => !e.disabled).map((e) => ({ key: e.dataset.key, id: panel.id }));
    ";
    let found = chrome.run(SCRIPT, &[]).await;
    let control = |one: &Value| {
        let key = one["key"].as_str()?;
        let mut parts = key.split('.').skip(1);
        let verb = parts.next()?.to_owned();
        let panel = one["id"].as_str()?;
        let css = format!("#{panel} [data-key='{key}']");
        Some(Control { verb, css })
    };
    found
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(control)
        .collect()
}

/// How a person works the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By clicks.
    Mouse,
    /// By keys.
    Keyboard,
}

/// One person at the page.
pub struct Player<'a> {
    /// The browser.
    pub chrome: &'a Chrome,
    /// How it is worked.
    pub means: Means,
    /// The panel acted on last, and how often in a row.
    tries: (String, u32),
    /// Cards placed.
    pub declared: bool,
    /// Cards buried by hand.
    pub buried: bool,
    /// Plays made.
    pub plays: u32,
}

impl<'a> Player<'a> {
    /// Somebody who has not done anything yet.
    pub fn new(chrome: &'a Chrome, means: Means) -> Player<'a> {
        Player {
            chrome,
            means,
            tries: (String::new(), 0),
            declared: false,
            buried: false,
            plays: 0,
        }
    }

    /// Does what the panel asks for; whether it asked for anything.
    pub async fn act(&mut self) -> bool {
        let controls = controls(self.chrome).await;
        let of = |verb: &str| controls.iter().find(|c| c.verb == verb).cloned();
        let step: String = controls.iter().map(|c| c.css.as_str()).collect();
        let again = if self.tries.0 == step {
            self.tries.1 + 1
        } else {
            0
        };
        self.tries = (step, again);
        if let Some(place) = of("declare").filter(|_| again == 0) {
            self.press(&place).await;
            self.declared = true;
            return true;
        }
        if let Some(one) = of("sure").or_else(|| of("pass")) {
            self.press(&one).await;
            return true;
        }
        if let Some(one) = of("bury").or_else(|| of("burypoints")) {
            self.press(&one).await;
            self.buried = true;
            return true;
        }
        let picks: Vec<_> = controls
            .iter()
            .filter(|c| c.verb == "pick")
            .cloned()
            .collect();
        // The hand of who buries is too long for one select.
        if let [_, .., last] = picks.as_slice() {
            self.choose(last, 8).await;
            return true;
        }
        if let Some(forced) = of("forced") {
            self.press(&forced).await;
            self.plays += 1;
            return true;
        }
        if let Some(play) = of("play").or_else(|| of("throw")) {
            self.press(&play).await;
            self.plays += 1;
            return true;
        }
        if let Some(follow) = of("follow").filter(|_| again == 0) {
            // The cards that stand first may not be legal; then a suggestion helps.
            self.choose(&follow, usize::MAX).await;
            self.plays += 1;
            return true;
        }
        if of("follow").is_some() || again > 1 {
            if let Some(help) = of("suggest") {
                self.press(&help).await;
                return true;
            }
        }
        if let Some(pick) = picks.first() {
            self.choose(pick, 1).await;
            return true;
        }
        false
    }

    /// Presses a control.
    pub async fn press(&self, control: &Control) {
        match self.means {
            Means::Mouse => self.chrome.click(&control.css).await,
            Means::Keyboard => {
                self.reach(&control.css).await;
                self.chrome.keys(ENTER).await;
            }
        }
        self.answered().await;
    }

    /// Chooses that many entries of a select (as many as must be, where it is more), the first ones.
    async fn choose(&self, control: &Control, count: usize) {
        match self.means {
            Means::Mouse => self.chrome.click(&control.css).await,
            Means::Keyboard => {
                self.reach(&control.css).await;
                self.chrome.keys(ENTER).await;
            }
        }
        self.chrome.find(".pane.hand [role=listbox]").await;
        let least = self.chrome.text(".pane.hand .list .counter").await;
        let needed = least
            .rsplit("choose ")
            .next()
            .and_then(|n| n.split(' ').next())
            .and_then(|n| n.parse().ok())
            .unwrap_or(1_usize);
        let count = if count == usize::MAX { needed } else { count };
        let several = self
            .chrome
            .run(
                "return document.querySelector('.pane.hand [role=listbox]').hasAttribute('aria-multiselectable')",
                &[],
            )
            .await
            == json!(true);
        match self.means {
            Means::Mouse => {
                for n in 1..=count {
                    self.chrome
                        .click(&format!(
                            ".pane.hand [role=listbox] [role=option]:nth-child({n})"
                        ))
                        .await;
                }
                if several {
                    self.chrome
                        .click(".pane.hand .list .foot .control.good")
                        .await;
                }
            }
            Means::Keyboard => {
                self.chrome
                    .until("document.activeElement.matches('[role=option]')")
                    .await;
                for n in 0..count {
                    if n > 0 {
                        self.chrome.keys(RIGHT).await;
                    }
                    self.chrome.keys(" ").await;
                }
                if several {
                    self.chrome.keys(ENTER).await;
                }
            }
        }
        self.answered().await;
    }

    /// Moves the focus to something by the Tab key alone, from the panel on.
    pub async fn reach(&self, css: &str) {
        let there = "return document.activeElement === document.querySelector(arguments[0])";
        for n in 0..120 {
            if self.chrome.run(there, &[json!(css)]).await == json!(true) {
                return;
            }
            if n == 0 {
                // Away from any field first: letters there would be typed.
                let typing = self
                    .chrome
                    .run(
                        "return document.activeElement.matches('input, textarea')",
                        &[],
                    )
                    .await;
                if typing == json!(false) {
                    self.chrome.keys("h").await;
                    continue;
                }
            }
            self.chrome.keys(TAB).await;
        }
        panic!("{css} cannot be reached by Tab");
    }

    /// Waits until nothing in the page waits for an answer.
    async fn answered(&self) {
        self.chrome
            .until("!document.querySelector('[aria-busy=true]')")
            .await;
    }
}

/// WebDriver's names of keys.
pub const ENTER: &str = "\u{e007}";
/// The Tab key.
pub const TAB: &str = "\u{e004}";
/// The right arrow key.
pub const RIGHT: &str = "\u{e014}";
