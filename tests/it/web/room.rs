//! A stand-in with its page and the bot, whose time the test moves; and people who play in the browser.

use std::time::Duration;

use chaodipi::sandbox::web::{Door, Served};
use chaodipi::sandbox::{Sandbox, SandboxOptions, SeenMessage, UserId};
use serde_json::{Value, json};

use super::chrome::{Chrome, ENTER, RIGHT, TAB};
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
        Room::with(SandboxOptions::default(), seed).await
    }

    /// The same with those people.
    pub async fn with(options: SandboxOptions, seed: u64) -> Room {
        let world = World::with(options, seed, Vec::new()).await;
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

    /// Goes to a person's page, until it shows what that person sees.
    pub async fn enter(&self, chrome: &Chrome, user: UserId) {
        chrome.visit(&self.address(user)).await;
        self.shown(chrome, user).await;
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
        const THERE: &str = "return arguments[0].every((css) => document.querySelector(css))";
        for _ in 0..2000 {
            self.world.settle().await;
            let there = chrome.run(THERE, &[json!(self.wanted(user))]).await;
            if there == json!(true) {
                return;
            }
        }
        panic!("the page of {user} is behind: {:?}", self.wanted(user));
    }

    /// Selectors of the newest messages of a person's places, as they are now.
    fn wanted(&self, user: UserId) -> Vec<String> {
        let private = self.sandbox().private_channel(user);
        let newest = |pane: &str, channel| {
            let mut seen = self.sandbox().visible_to(user);
            seen.retain(|m: &SeenMessage| m.channel == channel);
            let newest = seen.split_off(seen.len().saturating_sub(NEWEST));
            let css = newest.into_iter().map(|m| {
                let (id, edits) = (m.id, m.edits);
                format!("#{pane}-{id}[data-edits='{edits}']:not(.loading)")
            });
            css.collect::<Vec<_>>()
        };
        let mut wanted = newest("table", SandboxOptions::CHANNEL);
        wanted.extend(private.map(|id| newest("hand", id)).unwrap_or_default());
        wanted
    }

    /// Whether the public channel says something.
    pub fn says(&self, text: &str) -> bool {
        let all = self.sandbox().channel(SandboxOptions::CHANNEL);
        all.iter().any(|m| m.content.contains(text))
    }
}

/// A wide browser at the first person's page of a new room; `None` where there is no browser.
pub async fn entered(seed: u64) -> Option<(Chrome, Room)> {
    let chrome = Chrome::start(1280, 900).await?;
    let room = Room::open(seed).await;
    room.enter(&chrome, UserId(1)).await;
    Some((chrome, room))
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
    /// By what assistive programs do: nothing is scrolled to.
    Script,
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
            self.choose(last, Some(8)).await;
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
            self.choose(&follow, None).await;
            self.plays += 1;
            return true;
        }
        let stuck = of("follow").is_some() || again > 1;
        if let Some(help) = of("suggest").filter(|_| stuck) {
            self.press(&help).await;
            return true;
        }
        if let Some(pick) = picks.first() {
            self.choose(pick, Some(1)).await;
            return true;
        }
        false
    }

    /// Presses a control; one that has gone meanwhile is not missed.
    pub async fn press(&self, control: &Control) {
        self.go(&control.css).await;
        self.answered().await;
    }

    /// Presses something that is there; whether it was.
    async fn go(&self, css: &str) -> bool {
        match self.means {
            Means::Mouse => self.chrome.try_click(css).await,
            Means::Script => self.chrome.press(css).await,
            Means::Keyboard => {
                let reached = self.reach(css).await;
                if reached {
                    self.chrome.keys(ENTER).await;
                }
                reached
            }
        }
    }

    /// Chooses the first entries of a select: so many, or as many as must be.
    async fn choose(&self, control: &Control, count: Option<usize>) {
        const OPEN: &str = "
            const box = document.querySelector('.pane.hand [role=listbox]');
            if (!box) return null;
            const needed = document.querySelector('.pane.hand .list .counter')?.innerText.match(/choose (\\d+)/);
            return [box.hasAttribute('aria-multiselectable'), Number(needed?.[1] ?? 1)];
        ";
        if !self.go(&control.css).await {
            return;
        }
        let open = self.chrome.run(OPEN, &[]).await;
        let Some(several) = open[0].as_bool() else {
            return;
        };
        let needed = open[1].as_u64().and_then(|n| usize::try_from(n).ok());
        let count = count.or(needed).unwrap_or(1);
        for n in 1..=count {
            match self.means {
                Means::Mouse => {
                    let css = format!(".pane.hand [role=listbox] [role=option]:nth-child({n})");
                    self.chrome.try_click(&css).await;
                }
                Means::Script => {
                    let css = format!(".pane.hand [role=listbox] [role=option]:nth-child({n})");
                    self.chrome.press(&css).await;
                }
                Means::Keyboard => {
                    if n > 1 {
                        self.chrome.keys(RIGHT).await;
                    }
                    self.chrome.keys(" ").await;
                }
            }
        }
        if several {
            match self.means {
                Means::Mouse => {
                    self.chrome
                        .try_click(".pane.hand .list .foot .control.good")
                        .await;
                }
                Means::Script => {
                    self.chrome
                        .press(".pane.hand .list .foot .control.good")
                        .await;
                }
                Means::Keyboard => self.chrome.keys(ENTER).await,
            }
        }
        self.answered().await;
    }

    /// Moves the focus to something by the Tab key alone, from the panel on; whether it is there.
    pub async fn reach(&self, css: &str) -> bool {
        const WHERE: &str = "
            const [there, at] = [document.querySelector(arguments[0]), document.activeElement];
            return [there !== null, at === there, at.matches('input, textarea')];
        ";
        for n in 0..120 {
            let place = self.chrome.run(WHERE, &[json!(css)]).await;
            if place[0] == json!(false) {
                return false;
            }
            if place[1] == json!(true) {
                return true;
            }
            // A letter where one writes would be written.
            let jump = n == 0 && place[2] == json!(false);
            self.chrome.keys(if jump { "h" } else { TAB }).await;
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
