//! How long a bot with open tables takes from its start until Discord shows
//! the present state everywhere.

use std::time::{Duration, Instant};

use super::measure::{Memory, calls_by_kind, quiet};
use super::{PATIENCE, QUIET, io, stuck};
use crate::error::AppError;
use crate::sandbox::{Bot, BotOptions, ClockMode, Sandbox};

/// So long the bot stays down: rests of its calls' windows run out, and the
/// deadlines it shows have to move.
const DOWN: Duration = Duration::from_secs(6);

/// Kills the bot, starts it again, and prints the times.
pub(super) async fn measure(
    sandbox: &Sandbox,
    bot: &mut Bot,
    options: &BotOptions,
) -> Result<(), AppError> {
    bot.kill().map_err(|e| io("the bot", e))?;
    sandbox.wait_disconnected().await.map_err(stuck)?;
    tokio::time::sleep(DOWN).await;
    let before = sandbox.call_count();
    let began = Instant::now();
    *bot = Bot::start(sandbox, ClockMode::Real, options).map_err(|e| io("the bot", e))?;
    sandbox.wait_connected().await.map_err(stuck)?;
    let connected = began.elapsed();
    let memory = Memory::watch(bot.id());
    let settled = quiet(sandbox, QUIET, PATIENCE).await;
    println!(
        "after kill -9 and start: connected in {:.2} s",
        connected.as_secs_f64()
    );
    match settled {
        Some(after) => println!(
            "everything shown {:.1} s after the start",
            (connected + after).as_secs_f64()
        ),
        None => println!("NOT everything shown after {} s", PATIENCE.as_secs()),
    }
    println!("calls: {}", calls_by_kind(&sandbox.calls_after(before)));
    println!("memory: {}", memory.report());
    Ok(())
}
