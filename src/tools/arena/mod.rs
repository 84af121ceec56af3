//! `chaodipi arena`: matches between computer players over mirrored deals.
//!
//! Each pair of deals has the same cards and the same starter; in the second the
//! teams have changed places. So the luck of the cards cancels out.

mod kinds;
mod pair;
mod quality;
mod report;
mod stats;

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use serde::{Deserialize, Serialize};

pub use kinds::{Kind, Thinking};
pub use pair::{PairResult, SideResult, play_pair};
pub use quality::Quality;
pub use report::{Report, Share, TeamReport};

use super::simulate::SimulateError;
use crate::cards::Rank;
use crate::rules::{RuleSet, preset};

/// What `chaodipi arena` is given.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct ArenaArgs {
    /// The one kind of player.
    #[arg(long, value_enum)]
    pub a: Kind,
    /// The other.
    #[arg(long, value_enum)]
    pub b: Kind,
    /// How many mirrored pairs of deals.
    #[arg(long, default_value_t = 100)]
    pub pairs: u64,
    /// The ruleset, by its id.
    #[arg(long, default_value = "tournament")]
    pub rules: String,
    /// The seed of the cards; players draw from seeds of their own.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Whether the players speak in the auction, or the contract is made for them.
    #[arg(long, value_enum, default_value_t = Design::Whole)]
    pub design: Design,
    /// The rung on which both sides start [default: another one each pair].
    #[arg(long, value_parser = rung)]
    pub level: Option<Rank>,
    /// Worlds that `search` compares its choices in.
    #[arg(long, default_value_t = 12)]
    pub worlds: u32,
    /// Let `search` of side A think so many milliseconds a move instead.
    #[arg(long)]
    pub budget_a: Option<u64>,
    /// How many pairs are played at once [default: one a core].
    #[arg(long)]
    pub threads: Option<usize>,
    /// Keep finished pairs in this file, and go on from it.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write the report as one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn rung(text: &str) -> Result<Rank, String> {
    let mut letters = text.chars();
    match (letters.next().and_then(Rank::from_letter), letters.next()) {
        (Some(rank), None) => Ok(rank),
        (Some(_) | None, _) => Err("a rank is one of 2-9 T J Q K A".into()),
    }
}

/// How much of a deal the players decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// All of it.
    Whole,
    /// Burying and the tricks; trump and dealer come about without them.
    Contract,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// As in a simulation.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The file to go on from belongs to another match.
    #[error("{0} holds pairs of another match")]
    OtherMatch(PathBuf),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

/// What must be the same for pairs to belong to one match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    a: Kind,
    b: Kind,
    rules: String,
    seed: u64,
    design: Design,
    level: Option<Rank>,
    worlds: u32,
    budget_a: Option<u64>,
}

impl Header {
    fn of(args: &ArenaArgs) -> Header {
        Header {
            a: args.a,
            b: args.b,
            rules: args.rules.clone(),
            seed: args.seed,
            design: args.design,
            level: args.level,
            worlds: args.worlds,
            budget_a: args.budget_a,
        }
    }
}

/// Plays what is missing of a match; progress goes to `progress`.
///
/// # Errors
/// When there is no such ruleset, a table stands still, or the file of finished
/// pairs cannot be used.
pub fn play(args: &ArenaArgs, progress: &mut dyn Write) -> Result<Report, ArenaError> {
    let rules =
        preset(&args.rules).ok_or_else(|| SimulateError::UnknownRules(args.rules.clone()))?;
    let header = Header::of(args);
    let (mut done, mut file) = match &args.resume {
        Some(path) => take_up(path, &header)?,
        None => (Vec::new(), None),
    };
    let missing: Vec<u64> = (0..args.pairs)
        .filter(|n| done.iter().all(|d: &PairResult| d.pair != *n))
        .collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores).max(1);
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, missing, rules) = (&next, &missing, &rules);
            scope.spawn(move || work(args, rules, missing, next, &sender));
        }
        drop(sender);
        for result in results {
            let result = result?;
            keep(file.as_mut(), &result)?;
            done.push(result);
            if done.len().is_multiple_of(20) {
                writeln!(progress, "{} of {} pairs", done.len(), args.pairs)?;
            }
        }
        Ok::<(), ArenaError>(())
    })?;
    done.retain(|d| d.pair < args.pairs);
    done.sort_by_key(|d| d.pair);
    Ok(Report::new(args, &done))
}

fn work(
    args: &ArenaArgs,
    rules: &RuleSet,
    missing: &[u64],
    next: &AtomicU64,
    sender: &mpsc::Sender<Result<PairResult, SimulateError>>,
) {
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed) as usize;
        let Some(&pair) = missing.get(at) else {
            return;
        };
        // Nobody listens any more once something went wrong.
        if sender.send(play_pair(args, rules, pair)).is_err() {
            return;
        }
    }
}

/// The pairs of a file, and the file opened to go on.
fn take_up(path: &Path, header: &Header) -> Result<(Vec<PairResult>, Option<File>), ArenaError> {
    let mut done = Vec::new();
    let fresh = !path.exists();
    if !fresh {
        let mut lines = BufReader::new(File::open(path)?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        if serde_json::from_str::<Header>(&first).ok().as_ref() != Some(header) {
            return Err(ArenaError::OtherMatch(path.into()));
        }
        for line in lines {
            // The last line may have been cut off; its pair is played again.
            if let Ok(result) = serde_json::from_str(&line?) {
                done.push(result);
            }
        }
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if fresh {
        let text = serde_json::to_string(header).map_err(std::io::Error::from)?;
        writeln!(file, "{text}")?;
    } else {
        // Whatever was cut off ends here.
        writeln!(file)?;
    }
    Ok((done, Some(file)))
}

fn keep(file: Option<&mut File>, result: &PairResult) -> Result<(), ArenaError> {
    if let Some(file) = file {
        let text = serde_json::to_string(result).map_err(std::io::Error::from)?;
        writeln!(file, "{text}")?;
    }
    Ok(())
}

/// Runs the subcommand.
///
/// # Errors
/// As [`play`], or when `out` cannot be written.
pub fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<Report, ArenaError> {
    let report = play(args, &mut std::io::stderr())?;
    if args.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report.write(out)?;
    }
    Ok(report)
}
