//! The compiled bot and the stand-in, with four users: what end-to-end tests start from.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use chaodipi::i18n::{Lang, text};
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Bot, BotOptions, Sandbox, SandboxOptions, UserId};
use tempfile::TempDir;

/// A stand-in, a bot that runs on it, and a database that outlives the bot.
pub struct World {
    /// The stand-in.
    pub sandbox: Sandbox,
    /// The four users.
    pub users: Vec<UserId>,
    bot: Option<Bot>,
    options: BotOptions,
    start: SandboxOptions,
    folder: TempDir,
}

impl World {
    /// Starts both with the default users; the seed fixes cards and delays.
    pub async fn new(seed: u64) -> World {
        World::with(SandboxOptions::default(), seed, Vec::new()).await
    }

    /// Starts both with these options and more environment for the bot.
    pub async fn with(mut start: SandboxOptions, seed: u64, more: Vec<(String, String)>) -> World {
        start.patience = Duration::from_secs(60);
        let folder = tempfile::tempdir().expect("a folder");
        let options = BotOptions {
            program: PathBuf::from(env!("CARGO_BIN_EXE_chaodipi")),
            database: folder.path().join("bot.db"),
            log: folder.path().join("bot.log"),
            seed: Some(seed),
            more,
        };
        let users = start.users.iter().map(|u| u.id).collect();
        let sandbox = Sandbox::start(start.clone()).await.expect("a stand-in");
        let mut world = World {
            sandbox,
            users,
            bot: None,
            options,
            start,
            folder,
        };
        world.restart().await;
        world
    }

    /// Starts the bot (again) and waits until it is connected and at rest.
    pub async fn restart(&mut self) {
        self.launch();
        self.sandbox
            .wait_connected()
            .await
            .expect("a bot that connects");
        self.settle().await;
    }

    /// Starts the bot without waiting for anything.
    pub fn launch(&mut self) {
        assert!(self.bot.is_none(), "the bot is running");
        // Starting takes a while; without it a bot that was killed in a busy
        // second would be told that it calls too often before it is connected.
        self.sandbox.advance(Duration::from_millis(1100));
        let bot = Bot::start(&self.sandbox, self.start.clock, &self.options);
        self.bot = Some(bot.expect("a bot that starts"));
    }

    /// Kills the bot as `kill -9` does.
    pub async fn kill(&mut self) {
        let mut bot = self.bot.take().expect("a running bot");
        bot.kill().expect("a bot that can be killed");
        self.sandbox
            .wait_disconnected()
            .await
            .expect("a bot that is gone");
    }

    /// Ends the bot by SIGTERM; it must end well.
    pub async fn terminate(&mut self) {
        let mut bot = self.bot.take().expect("a running bot");
        let status = bot.terminate().expect("a bot that can be ended");
        assert!(status.success(), "{status}\n{}", self.log());
        self.sandbox
            .wait_disconnected()
            .await
            .expect("a bot that is gone");
    }

    /// Lets the stand-in end as if its process was killed; the bot and its folder.
    pub fn abandon(mut self) -> (Bot, TempDir) {
        let bot = self.bot.take().expect("a running bot");
        (bot, self.folder)
    }

    /// Waits until everything is at rest.
    pub async fn settle(&self) {
        if let Err(stuck) = self.sandbox.settle().await {
            panic!("{stuck}\n{}", self.log());
        }
    }

    /// Lets time pass, until everything is at rest again.
    pub async fn pass(&self, seconds: u64) {
        let passed = self.sandbox.run_for(Duration::from_secs(seconds)).await;
        if let Err(stuck) = passed {
            panic!("{stuck}\n{}", self.log());
        }
    }

    /// What the bot has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.options.log).unwrap_or_default()
    }

    /// Where the bot's database is.
    pub fn database(&self) -> PathBuf {
        self.options.database.clone()
    }

    /// People who will play in the first channel.
    pub fn script(&self, habit: Habit, seed: u64) -> Script {
        Script::new(
            &self.sandbox,
            SandboxOptions::CHANNEL,
            &self.users,
            habit,
            seed,
        )
    }
}

/// Whether the public channel says that the game is over.
pub fn game_over(sandbox: &Sandbox) -> bool {
    let over = text(Lang::En, "end-next", Vec::new());
    sandbox
        .channel(SandboxOptions::CHANNEL)
        .iter()
        .any(|m| m.content.contains(&over))
}

/// The end of a log.
pub fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(60)..].join("\n")
}
