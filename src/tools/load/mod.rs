//! `chaodipi load`: the real bot under an open-loop load, measured at the
//! stand-in's socket.

mod crowd;
mod measure;
mod restart;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::AppError;
use crate::sandbox::{Bot, BotOptions, ClockMode, Sandbox, Stuck};
use crate::tools::files::out_folder;
use crowd::Crowd;
use measure::{Done, Memory, Tally, calls_by_kind, load_average};

/// So long no call may come for the bot to count as done.
const QUIET: Duration = Duration::from_secs(3);
/// So long is waited for that.
const PATIENCE: Duration = Duration::from_secs(180);

/// Measure how soon the bot answers when many tables play at once (for developers).
///
/// Starts the stand-in for Discord on the machine's clock and with Discord's
/// limits, and the bot as a process of its own with a new database in a folder.
/// Four users sit down at each table. Then actions are sent at a fixed rate,
/// whether or not earlier ones have been answered. Of 100 actions 55 are what
/// the panel of somebody at a random table asks for (placing, overturning,
/// frying or passing, choosing cards into the draft, confirming, playing; a
/// fifth of them typed), 25 open a hand, 10 ask for the table's state or the
/// last trick, 10 are clicks on somebody else's buttons, which are refused.
/// Where nobody has anything to do, a hand is opened instead. Time counts from
/// the moment the action should have been sent to the arrival of its first
/// answer at the stand-in's socket.
#[derive(clap::Args, Clone, Debug)]
pub struct LoadArgs {
    /// How many tables, each in a channel of its own.
    #[arg(long, default_value_t = 50)]
    tables: usize,
    /// Actions a second, over all tables.
    #[arg(long, default_value_t = 100)]
    rate: u32,
    /// How long to measure, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Seconds of the same load before, which are not counted.
    #[arg(long, default_value_t = 15)]
    warm_up: u32,
    /// Afterwards kill the bot, start it again and measure until every message is up to date.
    #[arg(long)]
    restart: bool,
    /// Fixes what the users choose.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the database and the log.
    #[arg(long, default_value = "out", value_name = "FOLDER")]
    out: PathBuf,
}

/// The most tables: four users each are more than any server the bot is in.
const MOST_TABLES: usize = 1_000;
/// The most actions a second; Discord itself lets a bot answer fewer.
const MOST_RATE: u32 = 10_000;
/// The longest load, a day, in seconds.
const LONGEST: u32 = 24 * 60 * 60;

impl LoadArgs {
    /// Refuses what no load can be made of, before anything is started.
    fn check(&self) -> Result<(), AppError> {
        let within = |name: &str, given: u64, least: u64, most: u64| {
            if (least..=most).contains(&given) {
                return Ok(());
            }
            let refusal = format!("--{name} must be from {least} to {most}, not {given}");
            Err(AppError::Usage(refusal))
        };
        within("tables", self.tables as u64, 1, MOST_TABLES as u64)?;
        within("rate", self.rate.into(), 1, MOST_RATE.into())?;
        within("seconds", self.seconds.into(), 1, LONGEST.into())?;
        within("warm-up", self.warm_up.into(), 0, LONGEST.into())
    }
}

/// Runs the load and prints what was measured; whether every action was answered.
///
/// # Errors
/// When the stand-in or the bot cannot be started, or a table cannot be opened.
pub async fn run(args: &LoadArgs) -> Result<bool, AppError> {
    args.check()?;
    let (sandbox, options) = prepare(args).await?;
    let mut bot = Bot::start(&sandbox, ClockMode::Real, &options).map_err(|e| io("the bot", e))?;
    sandbox.wait_connected().await.map_err(stuck)?;
    println!("machine: {}", load_average());
    println!("binary: {:.1} MB", megabytes(&options.program));
    let crowd = Arc::new(Crowd::new(&sandbox, args.tables, args.seed));
    let began = Instant::now();
    crowd.sit_down().await?;
    println!(
        "{} tables opened and cards drawn in {:.1} s, {} calls",
        args.tables,
        began.elapsed().as_secs_f64(),
        sandbox.call_count()
    );
    let memory = Memory::watch(bot.id());
    generate(&crowd, args.rate, args.warm_up).await;
    let first_call = sandbox.call_count();
    let done = generate(&crowd, args.rate, args.seconds).await;
    let last_call = sandbox.call_count();
    println!("machine at the end: {}", load_average());
    let answered = report(&sandbox, args, &done, first_call, last_call);
    let drained = measure::quiet(&sandbox, QUIET, PATIENCE).await;
    match drained {
        Some(after) => println!(
            "all shown {:.1} s after the last action",
            after.as_secs_f64()
        ),
        None => println!(
            "NOT all shown {} s after the last action",
            PATIENCE.as_secs()
        ),
    }
    println!("memory of the bot: {}", memory.report());
    if args.restart {
        restart::measure(&sandbox, &mut bot, &options).await?;
    }
    let ended = bot.terminate().map_err(|e| io("the bot", e))?;
    for error in sandbox.errors() {
        println!("the stand-in refused: {error}");
    }
    Ok(answered && ended.success() && sandbox.errors().is_empty())
}

async fn prepare(args: &LoadArgs) -> Result<(Sandbox, BotOptions), AppError> {
    let out = out_folder(
        &args.out,
        &["load.db", "load.db-wal", "load.db-shm", "load.log"],
    )?;
    let sandbox = Sandbox::start(crowd::options(args.tables, args.seed))
        .await
        .map_err(|e| io("the stand-in", e))?;
    let options = BotOptions {
        program: std::env::current_exe().map_err(|e| io("this program", e))?,
        database: out.join("load.db"),
        log: out.join("load.log"),
        seed: None,
        more: vec![("CHAODIPI_LOG_FILTER".to_owned(), "info".to_owned())],
    };
    Ok((sandbox, options))
}

/// Sends actions at that rate for so many seconds, and waits for the last answer.
async fn generate(crowd: &Arc<Crowd>, rate: u32, seconds: u32) -> Vec<Done> {
    let done = Arc::new(Mutex::new(Vec::new()));
    let began = Instant::now();
    let mut running = tokio::task::JoinSet::new();
    for number in 0..u64::from(rate) * u64::from(seconds) {
        let due = began + Duration::from_nanos(number * 1_000_000_000 / u64::from(rate));
        tokio::time::sleep_until(due.into()).await;
        let (crowd, done) = (Arc::clone(crowd), Arc::clone(&done));
        running.spawn(async move {
            let one = crowd.act(due).await;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(one);
        });
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *done)
}

/// Prints the measured time; whether every action was answered.
fn report(sandbox: &Sandbox, args: &LoadArgs, done: &[Done], from: usize, to: usize) -> bool {
    let mut all = Tally::default();
    let mut kinds: std::collections::BTreeMap<&str, Tally> = Default::default();
    for one in done {
        all.add(one.took);
        kinds.entry(one.kind).or_default().add(one.took);
    }
    println!(
        "{} actions, {} a second over {} s; milliseconds from when each was due to the answer:",
        done.len(),
        args.rate,
        args.seconds
    );
    println!("  {}", all.line("all"));
    for (kind, tally) in &kinds {
        println!("  {}", tally.line(kind));
    }
    let cannot = done.iter().filter(|d| d.changed).count();
    println!("panels changed while they were being clicked: {cannot}");
    let calls = sandbox.calls_after(from);
    let calls = &calls[..(to - from).min(calls.len())];
    println!("calls of the bot: {}", calls_by_kind(calls));
    let all_calls = sandbox.calls_after(from);
    let mut lag = Tally::default();
    for one in done {
        if let Some((channel, at)) = one.public {
            lag.add(measure::next_public(&all_calls, channel, at));
        }
    }
    println!("public messages, from the answer to a play to the channel's next change:");
    println!("  {}", lag.line("lag"));
    all.failed() == 0
}

fn megabytes(file: &Path) -> f64 {
    fs::metadata(file).map_or(0.0, |m| m.len() as f64 / 1e6)
}

fn io(what: &str, source: io::Error) -> AppError {
    AppError::Io {
        what: what.to_owned(),
        source,
    }
}

fn stuck(why: Stuck) -> AppError {
    AppError::Usage(why.to_string())
}
