//! Somebody who knows nothing but what `/help` says in their language plays
//! from an empty channel to a finished deal.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use chaodipi::i18n::{Lang, text};
use chaodipi::sandbox::script::{Habit, Known, Trouble, Used};
use chaodipi::sandbox::{SandboxOptions, SeenMessage};
use serde_json::Value;

use crate::support::crash::play_until;
use crate::support::outcome::check_clean;
use crate::support::world::World;

/// Most characters of a page: about two screens of a phone.
const PAGE: usize = 1_300;
/// Most of one paragraph: seven lines of a phone.
const PARAGRAPH: usize = 350;

/// What the help says in a language, and how its reader sees commands.
#[derive(Clone)]
struct Help {
    lang: Lang,
    locale: &'static str,
    pages: Vec<String>,
    commands: Vec<Value>,
}

impl Help {
    /// Reads all its pages.
    async fn read(world: &World, lang: Lang, locale: &'static str) -> Help {
        let (sandbox, user) = (&world.sandbox, world.users[0]);
        let private = sandbox.open_private_channel(user);
        let opened = sandbox.slash(user, private, &["help"], &[]).await;
        let first = opened.expect("offered").message().expect("a page").clone();
        let now = |first: &SeenMessage| sandbox.message(user, first.id).expect("it is open");
        let select = &now(&first).selects[0];
        let values: Vec<String> = select.options.iter().map(|o| o.value.clone()).collect();
        let mut pages = Vec::new();
        for value in &values {
            let id = now(&first).selects[0].custom_id.clone();
            let chosen = sandbox.select(user, first.id, &id, &[value]).await;
            assert!(!chosen.expect("a select").failed());
            world.settle().await;
            pages.push(now(&first).content);
        }
        assert_eq!(pages[0], first.content, "it opens with the first page");
        let distinct: BTreeSet<&String> = pages.iter().collect();
        assert_eq!(distinct.len(), pages.len());
        Help {
            lang,
            locale,
            pages,
            commands: sandbox.commands(None),
        }
    }

    fn says(&self, words: &str, ends: impl Fn(char) -> bool) -> bool {
        self.pages.iter().any(|page| {
            page.match_indices(words).any(|(at, _)| {
                let next = page[at + words.len()..].chars().next();
                next.is_none_or(&ends)
            })
        })
    }

    /// Whether these words stand there in bold, as what can be pressed does.
    fn names(&self, label: &str) -> bool {
        let words = self.words(label);
        // Cards alone: what they do is said where they are.
        let ends = |c: char| "* :：（(".contains(c);
        words.is_empty() || self.says(&format!("**{words}"), ends)
    }

    /// A label without the cards and numbers that change.
    fn words(&self, label: &str) -> String {
        let jokers = ["big-joker", "little-joker"].map(|key| text(self.lang, key, Vec::new()));
        let mut end = label
            .find(|c: char| "♠♥♦♣:：（(,，".contains(c) || c.is_ascii_digit())
            .unwrap_or(label.len());
        for joker in &jokers {
            end = end.min(label.find(joker.as_str()).unwrap_or(end));
        }
        label[..end].trim().to_owned()
    }

    /// A command as this reader's client shows it: `/牌桌 坐下`.
    fn shown(&self, path: &[&str]) -> String {
        let mut level = &self.commands;
        let mut shown = Vec::new();
        for name in path {
            let one = level.iter().find(|c| c["name"] == *name);
            let one = one.unwrap_or_else(|| panic!("no command {path:?}"));
            let own = one["name_localizations"][self.locale].as_str();
            shown.push(own.unwrap_or(name).to_owned());
            static NONE: Vec<Value> = Vec::new();
            level = one["options"].as_array().unwrap_or(&NONE);
        }
        format!("/{}", shown.join(" "))
    }

    fn tells(&self, path: &[&str]) -> bool {
        self.says(&self.shown(path), |c| !c.is_alphanumeric())
    }

    fn knows(&self, used: &Used<'_>) -> bool {
        match used {
            Used::Button(label) => self.names(label),
            Used::Select(placeholder) => self.names(placeholder),
            Used::Command(path) => self.tells(path),
        }
    }

    /// Every command there is, subcommand by subcommand.
    fn all(&self) -> Vec<Vec<String>> {
        let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
        let mut all = Vec::new();
        for command in &self.commands {
            let below = command["options"].as_array().into_iter().flatten();
            let subs: Vec<String> = below.filter(|o| o["type"] == 1).map(name).collect();
            if subs.is_empty() {
                all.push(vec![name(command)]);
            }
            all.extend(subs.into_iter().map(|sub| vec![name(command), sub]));
        }
        all
    }

    /// It names everything that can be typed, and reads well on a phone.
    fn check(&self) {
        let all = self.all();
        assert!(all.len() > 50, "{}", all.len());
        for path in all {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            assert!(
                self.tells(&path),
                "{}: nothing of {}",
                self.locale,
                self.shown(&path)
            );
        }
        for page in &self.pages {
            assert!(
                page.chars().count() <= PAGE,
                "{}: {page}",
                page.chars().count()
            );
            for line in page.lines() {
                assert!(line.chars().count() <= PARAGRAPH, "{line}");
            }
        }
    }
}

async fn plays_by_help_alone(lang: Lang, locale: &'static str, seed: u64) {
    let mut options = SandboxOptions::default();
    for user in &mut options.users {
        locale.clone_into(&mut user.locale);
    }
    let mut world = World::with(options, seed, Vec::new()).await;
    let help = Help::read(&world, lang, locale).await;
    help.check();
    // Without a word of what it needs the driver gets nowhere.
    let ready = text(lang, "button-ready", Vec::new());
    for (without, with) in [(ready, "#"), (help.shown(&["table", "new"]), "#")] {
        let mut ignorant = help.clone();
        for page in &mut ignorant.pages {
            *page = page.replace(&without, with);
        }
        let button = text(lang, "button-ready", Vec::new());
        let needs = Used::Button(&button);
        let command = Used::Command(&["table", "new"]);
        assert!(
            !(ignorant.knows(&needs) && ignorant.knows(&command)),
            "{without}"
        );
        assert!(help.knows(&needs) && help.knows(&command));
        if !ignorant.knows(&command) {
            let mut script = world.script(Habit::Clicks, 1);
            script.known = Known::only(move |used| ignorant.knows(used));
            let stuck = script.begin(&[]).await.expect_err("it cannot begin");
            assert!(matches!(stuck, Trouble::Unknown { .. }), "{stuck}");
        }
    }
    let used = Arc::new(Mutex::new(BTreeSet::new()));
    let (note, reader) = (Arc::clone(&used), help.clone());
    let mut script = world.script(Habit::Mixed, seed);
    script.known = Known::only(move |used| {
        let what = match used {
            Used::Button(words) | Used::Select(words) => reader.words(words),
            Used::Command(path) => reader.shown(path),
        };
        note.lock().expect("nobody panics with it").insert(what);
        reader.knows(used)
    });
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| {
        let all = s.channel(SandboxOptions::CHANNEL);
        all.iter()
            .any(|m| m.files.iter().any(|f| f.name == "deal.png"))
    })
    .await;
    let used = used.lock().expect("nobody panics with it").clone();
    for (key, command) in [
        ("button-ready", &["table", "new"][..]),
        ("button-start", &["play"]),
        ("button-pass", &["pass"]),
        ("button-play", &["play"]),
    ] {
        assert!(
            used.contains(&text(lang, key, Vec::new())),
            "{key}: {used:?}"
        );
        assert!(used.contains(&help.shown(command)), "{command:?}: {used:?}");
    }
    check_clean(&mut world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_the_english_help_can_play() {
    plays_by_help_alone(Lang::En, "en-US", 21).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_the_simplified_chinese_help_can_play() {
    plays_by_help_alone(Lang::ZhCn, "zh-CN", 22).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_the_traditional_chinese_help_can_play() {
    plays_by_help_alone(Lang::ZhTw, "zh-TW", 23).await;
}
