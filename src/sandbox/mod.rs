//! A stand-in for Discord on loopback: its HTTP API and gateway, people who act on it, faults on demand, and the clock.
//!
//! The bot under test is another process (or task) that is told the stand-in's address. Whoever holds the [`Sandbox`]
//! acts for the people, sees what they would see, reads every call of the bot, makes trouble, and moves time.

mod api;
mod check;
mod clock;
mod faults;
mod files;
mod gateway;
mod http;
mod ids;
mod keep;
mod limits;
mod model;
mod options;
mod process;
mod refusal;
mod routes;
pub mod script;
mod time;
pub mod web;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::AbortHandle;

pub use api::{
    Answer, Call, CallFile, Cannot, Choice, Notification, Outcome, Page, PlaceKind, SeenButton,
    SeenEmbed, SeenFile, SeenForm, SeenFormField, SeenMessage, SeenOption, SeenPerson, SeenPlace,
    SeenSelect, Stuck,
};
pub use faults::{Fault, Hold, When};
pub use files::Handed;
pub use ids::{AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, UserId};
pub use options::{
    ATTACH_FILES, BOT_PERMISSIONS, Bucket, CREATE_PUBLIC_THREADS, ClockMode, EMBED_LINKS,
    GuildSpec, Limits, MANAGE_GUILD, MANAGE_THREADS, PrivateMessages, READ_MESSAGE_HISTORY,
    SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, SandboxOptions, UserSpec, VIEW_CHANNEL,
    WITHOUT_THREADS,
};
pub use process::{Bot, BotOptions};

use faults::Faults;
use keep::Keeper;
use model::World;

/// The token every stand-in accepts; it has the shape of a real one and opens nothing.
const TOKEN: &str = "OTk5.sandbox.sandbox-token-for-loopback-only";

/// What the server's tasks and the handles share.
#[derive(Debug)]
pub(crate) struct Shared {
    world: Mutex<World>,
    faults: Mutex<Faults>,
    clock: Arc<clock::Owner>,
    token: String,
    seed: u64,
    patience: Duration,
    changed: watch::Sender<u64>,
    keeper: Option<Keeper>,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes who waits for something to happen.
    fn changed(&self) {
        self.changed.send_modify(|n| *n += 1);
    }
}

/// A running stand-in; clones are handles to the same one. It ends when the last handle is dropped.
#[derive(Clone, Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    running: Arc<Running>,
}

#[derive(Debug)]
struct Running {
    api: SocketAddr,
    clock: SocketAddr,
    tasks: Vec<AbortHandle>,
}

impl Drop for Running {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Sandbox {
    /// Starts a stand-in on loopback.
    ///
    /// # Errors
    /// What binding the port reports; `ResourceBusy` where another process uses the file to keep.
    pub async fn start(options: SandboxOptions) -> io::Result<Self> {
        let listener = http::bind(options.port).await?;
        let api = listener.addr()?;
        let owner = Arc::new(clock::Owner::new(options.clock));
        let (clock, clock_task) = clock::serve(Arc::clone(&owner)).await?;
        let mut world = World::new(&options, owner.now(), format!("http://{api}"));
        let keeper = match &options.keep {
            Some(path) => Some(Keeper::open(path, &mut world).await?),
            None => None,
        };
        let shared = Arc::new(Shared {
            world: Mutex::new(world),
            faults: Mutex::default(),
            clock: owner,
            token: TOKEN.to_owned(),
            seed: options.seed,
            patience: options.patience,
            changed: watch::Sender::new(0),
            keeper,
        });
        shared.keep().await;
        let server = Arc::clone(&shared);
        let http_task = tokio::spawn(async move {
            if let Err(error) = http::serve(listener, server).await {
                tracing::error!(%error, "the stand-in's server ended");
            }
        });
        let tasks = vec![http_task.abort_handle(), clock_task.abort_handle()];
        Ok(Self {
            shared,
            running: Arc::new(Running { api, clock, tasks }),
        })
    }

    /// The base address for the bot's `discord.api_url`, without `/api/v10`.
    #[must_use]
    pub fn api_url(&self) -> String {
        format!("http://{}", self.running.api)
    }

    /// Where the bot's clock connects ([`crate::clock::Clock::connect`]); for a manual clock only.
    #[must_use]
    pub fn clock_addr(&self) -> SocketAddr {
        self.running.clock
    }

    /// The bot's token.
    #[must_use]
    pub fn token(&self) -> String {
        self.shared.token.clone()
    }

    /// The bot's user and application id.
    #[must_use]
    pub fn bot(&self) -> UserId {
        World::BOT
    }
}
