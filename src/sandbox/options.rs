//! What a stand-in starts with: people, servers, channels, limits and whose clock runs.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ids::{ChannelId, GuildId, UserId};
use crate::clock::Millis;

/// The rights an invite of this bot grants: view, send, send in threads, embed, attach, read history, outside emoji,
/// open threads.
pub const BOT_PERMISSIONS: u64 = 309_238_025_216;
/// All of them but to open threads: what opens one asks for the right.
pub const WITHOUT_THREADS: u64 = BOT_PERMISSIONS & !CREATE_PUBLIC_THREADS;
/// See a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write in a channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Embeds in a message.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Files in a message.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read older messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Open a public thread.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Archive and delete threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Write in a thread.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Manage the server: what this project calls a manager.
pub const MANAGE_GUILD: u64 = 1 << 5;

/// Whether the bot's private messages reach a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum PrivateMessages {
    /// They do.
    Open,
    /// The channel opens, each message and each edit is refused with 50007.
    Closed,
    /// Opening the channel is refused with 40003.
    OpeningRefused,
}

/// A person.
#[derive(Clone, Debug)]
pub struct UserSpec {
    /// The id; small numbers are fine.
    pub id: UserId,
    /// The account's name.
    pub username: String,
    /// The name shown.
    pub global_name: Option<String>,
    /// A Discord locale such as `zh-CN`.
    pub locale: String,
    /// Whether that is only until a browser of theirs asks for another.
    pub follows_browser: bool,
    /// Whether private messages reach this person.
    pub private_messages: PrivateMessages,
}

impl UserSpec {
    /// A person with open private messages and locale `en-US`.
    #[must_use]
    pub fn new(id: u64, name: &str) -> Self {
        Self {
            id: UserId(id),
            username: name.to_lowercase(),
            global_name: Some(name.to_owned()),
            locale: "en-US".to_owned(),
            follows_browser: false,
            private_messages: PrivateMessages::Open,
        }
    }

    /// The same person with another locale.
    #[must_use]
    pub fn locale(mut self, locale: &str) -> Self {
        locale.clone_into(&mut self.locale);
        self
    }

    /// The same person, spoken to in the language of their browser.
    #[must_use]
    pub fn following_browser(mut self) -> Self {
        self.follows_browser = true;
        self
    }
}

/// A server.
#[derive(Clone, Debug)]
pub struct GuildSpec {
    /// The id.
    pub id: GuildId,
    /// The name.
    pub name: String,
    /// A Discord locale.
    pub locale: String,
    /// Text channels: id and name.
    pub channels: Vec<(ChannelId, String)>,
    /// Who is in it.
    pub members: Vec<UserId>,
    /// Which members may manage the server.
    pub managers: Vec<UserId>,
    /// What the bot may do in its channels.
    pub permissions: u64,
}

/// Whose time the stand-in and the bot live in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockMode {
    /// Time stands still at the start given and moves only on demand.
    Manual(Millis),
    /// The machine's time.
    Real,
}

/// So many requests in so much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// How many requests.
    pub requests: usize,
    /// In how many milliseconds.
    pub window: u64,
}

impl Bucket {
    /// `requests` in `window` milliseconds.
    #[must_use]
    pub const fn new(requests: usize, window: u64) -> Self {
        Self { requests, window }
    }
}

/// Limits on the bot's pace; `None` switches one off.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// All calls with the bot's token.
    pub global: Option<Bucket>,
    /// Posts in one channel.
    pub posts: Option<Bucket>,
    /// Edits in one channel.
    pub edits: Option<Bucket>,
    /// Edits in one channel of messages older than an hour (30046 beyond it).
    pub old_edits: Option<Bucket>,
    /// Calls with one interaction's token after the first answer.
    pub token: Option<Bucket>,
    /// Milliseconds to the first answer.
    pub first_answer: u64,
    /// Milliseconds an interaction's token lives.
    pub token_life: u64,
    /// Milliseconds a nonce is remembered.
    pub nonce_life: u64,
    /// Bytes a file may have; also told in each interaction.
    pub file_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            global: Some(Bucket::new(50, 1000)),
            posts: Some(Bucket::new(5, 5000)),
            edits: Some(Bucket::new(5, 5000)),
            old_edits: Some(Bucket::new(3, 6000)),
            token: Some(Bucket::new(5, 2000)),
            first_answer: 3000,
            token_life: 15 * 60 * 1000,
            nonce_life: 5 * 60 * 1000,
            file_bytes: 10 * 1024 * 1024,
        }
    }
}

/// What a stand-in starts with.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// People.
    pub users: Vec<UserSpec>,
    /// Servers.
    pub guilds: Vec<GuildSpec>,
    /// Whose clock runs.
    pub clock: ClockMode,
    /// Limits on the bot's pace.
    pub limits: Limits,
    /// Feeds the choice of which calls a fault hits.
    pub seed: u64,
    /// Real time after which a hanging bot is given up.
    pub patience: Duration,
    /// The file that people, channels and messages are kept in and taken up from; without one they are gone with the
    /// process. With one, only what is recent stays in memory.
    pub keep: Option<PathBuf>,
}

impl SandboxOptions {
    /// The server every default stand-in has.
    pub const GUILD: GuildId = GuildId(1000);
    /// Its first channel.
    pub const CHANNEL: ChannelId = ChannelId(2001);
    /// Its second channel.
    pub const OTHER_CHANNEL: ChannelId = ChannelId(2002);
    /// When a manual clock starts: 2026-01-01 00:00 UTC.
    pub const START: Millis = Millis(1_767_225_600_000);

    /// People 1, 2, … with the names given, in one server with two channels; the first manages it. A manual clock.
    #[must_use]
    pub fn with_users(names: &[&str]) -> Self {
        let users: Vec<_> = (1..)
            .zip(names)
            .map(|(id, name)| UserSpec::new(id, name))
            .collect();
        let members: Vec<_> = users.iter().map(|user| user.id).collect();
        let guild = GuildSpec {
            id: Self::GUILD,
            name: "Teahouse".to_owned(),
            locale: "en-US".to_owned(),
            channels: vec![
                (Self::CHANNEL, "table".to_owned()),
                (Self::OTHER_CHANNEL, "lounge".to_owned()),
            ],
            managers: members.iter().copied().take(1).collect(),
            members,
            permissions: WITHOUT_THREADS,
        };
        Self {
            port: 0,
            users,
            guilds: vec![guild],
            clock: ClockMode::Manual(Self::START),
            limits: Limits::default(),
            seed: 1,
            patience: Duration::from_secs(20),
            keep: None,
        }
    }
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self::with_users(&["Alice", "Bob", "Carol", "Dave"])
    }
}
