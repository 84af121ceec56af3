//! The bot as a process of its own, told to talk to a stand-in.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};

use super::{ClockMode, Sandbox};

/// How the bot is started.
#[derive(Clone, Debug)]
pub struct BotOptions {
    /// The program.
    pub program: PathBuf,
    /// Its database.
    pub database: PathBuf,
    /// Where its log goes; each start adds to it.
    pub log: PathBuf,
    /// Feeds its cards and the delays of its computer players.
    pub seed: Option<u64>,
    /// More environment variables.
    pub more: Vec<(String, String)>,
}

/// A running bot. It is killed when this is dropped.
#[derive(Debug)]
pub struct Bot {
    child: Child,
    /// Ends with this process, however it ends; the bot stops then.
    life: Option<ChildStdin>,
}

impl Bot {
    /// Starts the bot in the folder of its database, with an environment that
    /// names nothing but the stand-in.
    ///
    /// # Errors
    /// When the program or its log cannot be opened.
    pub fn start(sandbox: &Sandbox, mode: ClockMode, options: &BotOptions) -> io::Result<Bot> {
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&options.log)?;
        let folder = options.database.parent().unwrap_or(Path::new("."));
        let mut command = Command::new(&options.program);
        for (name, _) in std::env::vars() {
            if name.starts_with("CHAODIPI_") {
                command.env_remove(name);
            }
        }
        command
            .args(["run", "--while-stdin"])
            .current_dir(folder)
            .env("DISCORD_TOKEN", sandbox.token())
            .env("CHAODIPI_DISCORD_API_URL", sandbox.api_url())
            .env("CHAODIPI_DATABASE_PATH", &options.database)
            .env("CHAODIPI_LOG_FILTER", "info,chaodipi=debug")
            .envs(options.more.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(log.try_clone()?)
            .stderr(log);
        if matches!(mode, ClockMode::Manual(_)) {
            command.env(
                "CHAODIPI_DISCORD_SANDBOX_CLOCK",
                sandbox.clock_addr().to_string(),
            );
            if let Some(seed) = options.seed {
                command.env("CHAODIPI_DISCORD_SANDBOX_SEED", seed.to_string());
            }
        }
        let mut child = command.spawn()?;
        // Taken out, so that waiting for the bot does not end it.
        let life = child.stdin.take();
        Ok(Bot { child, life })
    }

    /// The process's number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it at once, as `kill -9` does, and waits until it is gone.
    ///
    /// # Errors
    /// What the system reports.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        self.child.kill()?;
        self.child.wait()
    }

    /// Asks it to end (SIGTERM) and waits until it has.
    ///
    /// # Errors
    /// What the system reports.
    pub fn terminate(&mut self) -> io::Result<ExitStatus> {
        Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()?;
        self.child.wait()
    }

    /// Leaves it alone as the end of this process would, even by `kill -9`.
    pub fn orphan(&mut self) {
        self.life = None;
    }

    /// Waits until it ends by itself.
    ///
    /// # Errors
    /// What the system reports.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Whether it has ended by itself, and how.
    ///
    /// # Errors
    /// What the system reports.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may be gone already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
