//! The people of a scripted evening, and what they do and read.

use std::collections::BTreeSet;
use std::time::Duration;

use chaodipi::clock::Millis;
use chaodipi::i18n::{Lang, Value, text};
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{
    ChannelId, ClockMode, MessageId, Outcome, Sandbox, SandboxOptions, SeenMessage, UserId,
};
use serde_json::Value as Json;

use crate::leak_record::Record;
use crate::support::outcome::story;
use crate::support::world::{World, tail};

pub const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
pub const ALICE: UserId = UserId(1);
pub const BOB: UserId = UserId(2);
pub const CAROL: UserId = UserId(3);
pub const DAVE: UserId = UserId(4);
pub const ALL: [UserId; 4] = [ALICE, BOB, CAROL, DAVE];
/// 2026-11-29 19:00 UTC: two days later it is another season.
const START: Millis = Millis(1_795_978_800_000);
pub const TWO_DAYS: Duration = Duration::from_secs(2 * 24 * 60 * 60);
/// Everything visible is noted at every so manieth look; what only its reader
/// sees, at each.
const LOOKS: u32 = 40;

type Args = Vec<(&'static str, Value)>;

/// A text as that person reads it in private.
pub fn own(user: UserId, key: &str, args: Args) -> String {
    let lang = if user == BOB { Lang::ZhCn } else { Lang::En };
    text(lang, key, args)
}

pub fn no(user: UserId, key: &str, args: Args) -> String {
    format!("❗ {}", own(user, key, args))
}

pub struct Evening {
    pub world: World,
    pub seen: Record,
    looks: u32,
    /// The table that is played at has its messages behind this one.
    pub since: MessageId,
}

impl Evening {
    pub async fn new() -> Evening {
        let mut options = SandboxOptions::with_users(&["Alice", "Bob", "Carol", "Dave", "Eve"]);
        options.clock = ClockMode::Manual(START);
        "zh-CN".clone_into(&mut options.users[1].locale);
        let world = World::with(options, 71, Vec::new()).await;
        Evening {
            seen: Record::new(&world.users),
            looks: 0,
            since: MessageId(0),
            world,
        }
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.world.sandbox
    }

    /// The public messages of the table that is played at.
    pub fn public(&self) -> Vec<SeenMessage> {
        let mut all = self.sandbox().channel(CHANNEL);
        all.retain(|m| m.id > self.since);
        all
    }

    /// The newest public message that says so.
    pub fn says(&self, phrase: &str) -> SeenMessage {
        let found = self
            .public()
            .into_iter()
            .rfind(|m| m.content.contains(phrase));
        found.unwrap_or_else(|| {
            let story = story(self.sandbox());
            panic!(
                "nothing says {phrase:?}: {story:#?}\n{}",
                tail(&self.world.log())
            )
        })
    }

    /// The newest private message of somebody.
    pub fn told(&self, user: UserId) -> String {
        let last = self.sandbox().dms(user).pop();
        last.expect("a private message").content
    }

    /// Whom posts in the channel call just now.
    pub fn called(&self) -> BTreeSet<String> {
        let calls = self.public().into_iter().map(|m| m.content);
        let calls = calls.filter(|text| text.starts_with("<@"));
        calls
            .map(|text| text.split('>').next().expect("a mention").to_owned())
            .collect()
    }

    pub async fn types(&mut self, user: UserId, path: &[&str], options: &[(&str, Json)]) -> String {
        let done = self.sandbox().slash(user, CHANNEL, path, options).await;
        self.answer(done.expect("offered")).await
    }

    /// Presses the newest button that the person sees in the channel.
    pub async fn presses(&mut self, user: UserId, button: &str) -> String {
        let can = |m: &SeenMessage| m.buttons_of(button).any(|b| !b.disabled);
        let message = self.sandbox().newest(user, CHANNEL, can);
        let message = message
            .unwrap_or_else(|| panic!("{user} sees no {button}: {:#?}", story(self.sandbox())));
        let id = message.button(button).expect("seen").custom_id.clone();
        let done = self.sandbox().click(user, message.id, &id).await;
        self.answer(done.expect("a button")).await
    }

    /// What an answer says, to its reader alone.
    pub async fn answer(&mut self, done: Outcome) -> String {
        assert!(!done.failed(), "{}", tail(&self.world.log()));
        self.world.settle().await;
        self.seen.look(&self.world.sandbox);
        let Some(message) = done.message() else {
            return String::new();
        };
        assert!(message.ephemeral, "{message:#?}");
        message.content.clone()
    }

    pub async fn pass(&mut self, seconds: u64) {
        self.world.pass(seconds).await;
        self.seen.look(&self.world.sandbox);
    }

    /// These people play until the table says so.
    pub async fn play(&mut self, people: &[UserId], until: &str) {
        self.play_to(people, |m| m.content.contains(until)).await;
    }

    pub async fn play_to(&mut self, people: &[UserId], until: impl Fn(&SeenMessage) -> bool) {
        let mut script = Script::new(self.sandbox(), CHANNEL, people, Habit::Clicks, 3);
        let (seen, looks, since) = (&mut self.seen, &mut self.looks, self.since);
        let played = script.play_until(5_000, |sandbox| {
            *looks += 1;
            if looks.is_multiple_of(LOOKS) {
                seen.look(sandbox);
            } else {
                seen.look_at_own(sandbox);
            }
            let all = sandbox.channel(CHANNEL);
            all.iter().any(|m| m.id > since && until(m))
        });
        if let Err(trouble) = played.await {
            panic!(
                "{trouble}\n{:#?}\n{}",
                story(self.sandbox()),
                tail(&self.world.log())
            );
        }
        self.seen.look(&self.world.sandbox);
    }

    /// All press Next deal.
    pub async fn next_deal(&mut self) {
        for user in ALL {
            assert_eq!(self.presses(user, "v1.ready.").await, "");
        }
    }
}
