//! Play 炒地皮 (Chao Di Pi) in a Discord server.

pub mod cards;
pub mod clock;
pub mod commands;
pub mod config;
pub mod discord;
pub mod error;
pub mod game;
pub mod i18n;
pub mod metrics;
pub mod players;
pub mod render;
pub mod rulebook;
pub mod rules;
pub mod sandbox;
pub mod shutdown;
pub mod standings;
pub mod store;
pub mod table;
pub mod tools;

use std::time::Duration;

use clock::Clock;
use config::{Config, DiscordConfig, Token};
use error::AppError;
use metrics::Health;
use shutdown::Shutdown;
use store::Store;
use table::{Chance, Registry, Thinking};

/// Runs the bot until the operating system asks it to end: opens the store,
/// takes up every table, serves Discord; then finishes every commit. With
/// `while_stdin` the end of standard input ends it, too.
///
/// # Errors
/// What keeps the bot from starting, or from going on.
pub async fn run(config: Config, token: Token, while_stdin: bool) -> Result<(), AppError> {
    let (stopper, shutdown) = shutdown::channel();
    tokio::spawn(async move {
        tokio::select! {
            () = shutdown::signal() => {}
            () = shutdown::stdin_ends(), if while_stdin => {}
        }
        tracing::info!("asked to stop");
        stopper.stop();
    });
    run_until(config, token, shutdown).await
}

/// As [`run`], until `shutdown` is wanted.
///
/// # Errors
/// As [`run`].
pub async fn run_until(
    config: Config,
    token: Token,
    shutdown: shutdown::Shutdown,
) -> Result<(), AppError> {
    let store = Store::open(&config.database.path).await?;
    let clock = match config.discord.sandbox_clock {
        Some(address) => Clock::connect(address)
            .await
            .map_err(|source| AppError::Io {
                what: format!("the stand-in's clock at {address}"),
                source,
            })?,
        None => Clock::real(),
    };
    // A bot that a test has started ends with it, however the test ends.
    let gone = clock.gone();
    let gone = async {
        gone.await;
        Err(AppError::Discord("the stand-in is gone".to_owned()))
    };
    tokio::select! {
        ended = play(&config, &token, store, clock.clone(), shutdown) => ended,
        ended = gone => ended,
    }
}

/// Takes up every table and serves Discord until the program is to stop.
async fn play(
    config: &Config,
    token: &Token,
    store: Store,
    clock: Clock,
    shutdown: Shutdown,
) -> Result<(), AppError> {
    let chance = match config.discord.sandbox_seed {
        Some(seed) => sandbox_chance(seed, &config.discord)?,
        None => Chance::system(store.secret(Chance::new_secret()?).await?),
    };
    let thinking = Thinking {
        threads: usize::try_from(config.thinking.cores).unwrap_or(1),
        budget: Duration::from_millis(config.thinking.budget),
    };
    let registry = Registry::restore(store.clone(), clock.clone(), chance, thinking).await?;
    tracing::info!(tables = registry.all().len(), "tables taken up");
    let health = Health::default();
    if let Some(address) = config.metrics.listen {
        let (registry, store) = (registry.clone(), store.clone());
        metrics::serve(address, registry, store, health.clone(), shutdown.clone()).await?;
    }
    let served = discord::serve(
        &config.discord,
        token,
        health,
        registry.clone(),
        store.clone(),
        clock,
        shutdown,
    )
    .await;
    registry.stop().await;
    store.close().await;
    tracing::info!("stopped");
    served
}

/// Fixed chance for the sandbox, with the cards of a file where one is named.
fn sandbox_chance(seed: u64, config: &DiscordConfig) -> Result<Chance, AppError> {
    let chance = Chance::fixed(seed);
    let Some(file) = &config.sandbox_cards else {
        return Ok(chance);
    };
    let names = std::fs::read_to_string(file)
        .map_err(|e| AppError::Config(format!("discord.sandbox_cards: {}: {e}", file.display())))?;
    chance.with_first_deal(&names)
}

/// Counts every finished deal of the log anew; how many there are. No other
/// process may use the database meanwhile.
///
/// # Errors
/// What the store reports.
pub async fn rebuild_standings(config: &Config) -> Result<u64, AppError> {
    let store = Store::open(&config.database.path).await?;
    let deals = store.rebuild_standings().await;
    store.close().await;
    deals
}
