//! The connection to Discord: starts it, hands on what comes, stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use serenity::async_trait;
use serenity::client::{Context, EventHandler};
use serenity::gateway::{
    CollectorCallback, ConnectionStage, GatewayError, ShardMessenger, ShardStageUpdateEvent,
};
use serenity::model::application::Interaction;
use serenity::model::channel::{GuildChannel, Message, PartialGuildChannel};
use serenity::model::event::{Event, GuildMemberUpdateEvent};
use serenity::model::gateway::Ready;
use serenity::model::guild::{Guild, Member, Role, UnavailableGuild};
use serenity::model::id::{GuildId, RoleId};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, RwLock};

use crate::clock::{Busy, Clock};
use crate::commands;
use crate::config::{DiscordConfig, Token};
use crate::discord::board::Board;
use crate::discord::connect::{self, ConnectError};
use crate::discord::interactions::Desk;
use crate::discord::sender::Sender;
use crate::discord::turns::Turns;
use crate::error::AppError;
use crate::metrics::Health;
use crate::shutdown::Shutdown;
use crate::store::Store;
use crate::table::Registry;

/// How long answers under way may take when the program stops.
const LAST: Duration = Duration::from_secs(3);
/// The scope under which commands for all servers are remembered.
const GLOBAL: &str = "global";
/// What is remembered where no command is registered.
const NONE: &str = "none";

/// Plays in Discord until the program is to stop.
///
/// # Errors
/// The token is refused or Discord cannot be reached; one line for the operator.
pub async fn serve(
    config: &DiscordConfig,
    token: &Token,
    health: Health,
    registry: Registry,
    store: Store,
    clock: Clock,
    mut shutdown: Shutdown,
) -> Result<(), AppError> {
    let api_url = config.api_url.as_deref();
    let calls = connect::http(token.reveal(), api_url)?;
    let sender = Sender::new(Arc::new(calls), clock.clone());
    let busy = clock.busy();
    let gateway = sender.gateway(&busy).await.map_err(connect::explain)?;
    drop(busy);
    let buttons_only = config.dev_guild.is_some();
    let board = Board::new(
        sender.clone(),
        store.clone(),
        registry.clone(),
        clock.clone(),
        shutdown.clone(),
        buttons_only,
    );
    let running = Arc::new(RwLock::new(()));
    let handler = Arc::new(Handler {
        desk: Desk {
            registry,
            store,
            clock: clock.clone(),
            sender,
            board,
            permissions: Arc::default(),
            surveys: Arc::default(),
            buttons_only,
            turns: Turns::default(),
        },
        dev_guild: config.dev_guild,
        health: health.clone(),
        started: AtomicBool::new(false),
        registering: Mutex::new(()),
        running: running.clone(),
    });
    let http = connect::http(token.reveal(), api_url)?;
    let mut client = connect::client(http, &gateway, handler).await?;
    let shards = client.shard_manager.clone();
    let ended = tokio::select! {
        ended = client.start_shards(gateway.shards.max(1)) => ended,
        () = shutdown.wait() => Ok(()),
    };
    health.connected(false);
    // Answers under way are finished, as far as they can be in a moment.
    let _finished = tokio::time::timeout(LAST, async {
        shards.shutdown_all().await;
        drop(running.write().await);
    })
    .await;
    if shutdown.wanted() {
        return Ok(());
    }
    Err(match ended {
        Ok(()) => AppError::Discord("the gateway connection ended".to_owned()),
        Err(error) => refused(&error),
    })
}

/// What the end of the connection means for the operator.
fn refused(error: &serenity::Error) -> AppError {
    if let serenity::Error::Gateway(
        GatewayError::InvalidAuthentication | GatewayError::NoAuthentication,
    ) = error
    {
        return ConnectError::Token.into();
    }
    AppError::Discord(error.to_string())
}

impl From<ConnectError> for AppError {
    fn from(error: ConnectError) -> AppError {
        match error {
            // The operator has to change something: exit code 2.
            ConnectError::Token | ConnectError::Address(_) => AppError::Config(error.to_string()),
            ConnectError::Unreachable(_) => AppError::Discord(error.to_string()),
        }
    }
}

/// Hands on what comes from Discord.
struct Handler {
    desk: Desk,
    dev_guild: Option<u64>,
    health: Health,
    started: AtomicBool,
    /// Held while commands are registered: READY comes again after each new
    /// session and from each shard.
    registering: Mutex<()>,
    /// Read while something is handled.
    running: Arc<RwLock<()>>,
}

impl Handler {
    /// From now on what comes over this connection stands in line in the
    /// order in which it comes.
    fn keep_order(&self, shard: &ShardMessenger) {
        let turns = self.desk.turns.clone();
        let listens = move |event: &Event| {
            if let Event::InteractionCreate(event) = event {
                turns.keep(&event.interaction);
            }
            true
        };
        shard.add_collector(CollectorCallback(Box::new(listens)));
    }

    async fn permissions_changed(&self, guild: u64) {
        let busy = self.desk.clock.busy();
        self.look_soon(guild, busy).await;
    }

    /// Holds no other guard meanwhile: until the look is due, nothing works.
    async fn look_soon(&self, guild: u64, busy: Busy) {
        let _running = self.running.read().await;
        self.desk.board.permissions_changed(guild, &busy).await;
    }

    async fn register(&self, busy: &Busy) {
        let _turn = self.registering.lock().await;
        let specs = commands::specs();
        let hash = hash_of(&specs);
        match self.dev_guild {
            Some(guild) => {
                self.put_if_changed(busy, Some(guild), &guild.to_string(), &specs, &hash)
                    .await;
                self.put_if_changed(busy, None, GLOBAL, &[], NONE).await;
            }
            None => {
                self.put_if_changed(busy, None, GLOBAL, &specs, &hash).await;
            }
        }
    }

    async fn put_if_changed(
        &self,
        busy: &Busy,
        guild: Option<u64>,
        scope: &str,
        specs: &[Value],
        hash: &str,
    ) {
        let store = &self.desk.store;
        match store.commands_hash(scope).await {
            Ok(Some(known)) if known == hash => return,
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "cannot read which commands are registered"),
        }
        if let Err(error) = self.desk.sender.put_commands(busy, guild, specs).await {
            tracing::error!(%error, scope, "commands could not be registered");
            return;
        }
        tracing::info!(scope, count = specs.len(), "commands registered");
        if let Err(error) = store.set_commands_hash(scope, hash).await {
            tracing::error!(%error, "cannot remember which commands are registered");
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, ready: Ready) {
        self.keep_order(&context.shard);
        let busy = self.desk.clock.busy();
        let _running = self.running.read().await;
        let (user, application) = (ready.user.id.get(), ready.application.id.get());
        self.desk.sender.set_me(user, application);
        self.health.connected(true);
        let first = !self.started.swap(true, Ordering::SeqCst);
        tracing::info!(first, "connected to Discord");
        self.desk.board.sync(first);
        self.register(&busy).await;
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        match event.new {
            ConnectionStage::Connected => self.health.connected(true),
            ConnectionStage::Disconnected => self.health.connected(false),
            ConnectionStage::Connecting
            | ConnectionStage::Handshake
            | ConnectionStage::Identifying
            | ConnectionStage::Resuming => {}
            // A later version of the library may know more.
            _ => {}
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let busy = self.desk.clock.busy();
        let _running = self.running.read().await;
        self.desk.handle(interaction, busy).await;
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        let _busy = self.desk.clock.busy();
        self.desk.board.channel_gone(channel.id.get());
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        self.permissions_changed(channel.guild_id.get()).await;
    }

    /// A thread may have been opened again that was locked.
    async fn thread_update(&self, _: Context, _: Option<GuildChannel>, thread: GuildChannel) {
        self.permissions_changed(thread.guild_id.get()).await;
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, role: Role) {
        self.permissions_changed(role.guild_id.get()).await;
    }

    async fn guild_role_delete(&self, _: Context, guild: GuildId, _: RoleId, _: Option<Role>) {
        self.permissions_changed(guild.get()).await;
    }

    /// Without the privileged intent these are about the bot itself.
    async fn guild_member_update(
        &self,
        _: Context,
        _: Option<Member>,
        _: Option<Member>,
        event: GuildMemberUpdateEvent,
    ) {
        self.permissions_changed(event.guild_id.get()).await;
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        let busy = self.desk.clock.busy();
        let guild = guild.id.get();
        // After each start every server is told of.
        if self.desk.registry.waits_unshown(guild) {
            self.look_soon(guild, busy).await;
        }
    }

    async fn thread_delete(
        &self,
        _: Context,
        thread: PartialGuildChannel,
        _: Option<GuildChannel>,
    ) {
        let _busy = self.desk.clock.busy();
        self.desk.board.channel_gone(thread.id.get());
    }

    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        let _busy = self.desk.clock.busy();
        // An outage of Discord's says `unavailable`: the tables go on after it.
        if !guild.unavailable {
            self.desk.board.guild_gone(guild.id.get());
        }
    }
}

/// Changes whenever any command changes.
fn hash_of(specs: &[Value]) -> String {
    let text = Value::from(specs).to_string();
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().map(|b| format!("{b:02x}")).collect()
}
