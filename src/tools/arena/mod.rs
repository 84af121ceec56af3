//! `chaodipi arena`: matches between computer players over mirrored deals.
//!
//! Each pair of deals has the same cards and the same starter; in the second the
//! teams have changed places. So the luck of the cards cancels out.

mod kinds;
mod pair;
mod quality;
mod report;
mod stats;
mod usable;
mod worst;

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use serde::{Deserialize, Serialize};

pub use kinds::{Kind, Thinking};
pub use pair::{PairResult, SideResult, play_pair};
pub use quality::Quality;
pub use report::{Report, Share, TeamReport};
pub use worst::{Worst, WorstReport, worst};

use super::simulate::SimulateError;
use crate::cards::Rank;

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
    /// Instead of the result, list so many moves of A that lose most against a long
    /// search.
    #[arg(long, value_name = "MOVES", conflicts_with = "resume")]
    pub worst: Option<usize>,
    /// Worlds of that long search.
    #[arg(long, default_value_t = 120)]
    pub long_worlds: u32,
    /// Write the report as one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn rung(text: &str) -> Result<Rank, String> {
    let named = |r: &Rank| r.label() == text || r.letter().to_string() == text;
    let rank = Rank::ALL.into_iter().find(named);
    rank.ok_or_else(|| "a level is one of 2-10 J Q K A".into())
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
    /// A number that no match can be played with.
    #[error("--{name} must be between 1 and {most}, not {given}")]
    Number {
        /// The option.
        name: &'static str,
        /// The greatest that is taken.
        most: u64,
        /// What was given.
        given: u64,
    },
    /// A rung that the ladder of the ruleset does not have.
    #[error("`{rules}` has no level `{}`; it has {rungs}", .level.label())]
    Level {
        /// The ruleset.
        rules: String,
        /// What was given.
        level: Rank,
        /// The rungs there are.
        rungs: String,
    },
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
/// When there is no such ruleset or level, a number is absurd, a table stands
/// still, or the file of finished pairs cannot be used.
pub fn play(args: &ArenaArgs, progress: &mut dyn Write) -> Result<Report, ArenaError> {
    let rules = usable::rules(args)?;
    let header = Header::of(args);
    let (mut done, mut file) = match &args.resume {
        Some(path) => take_up(path, &header)?,
        None => (Vec::new(), None),
    };
    done.retain(|d| d.pair < args.pairs);
    if !done.is_empty() {
        tell(progress, &done, args)?;
    }
    let missing: Vec<u64> = (0..args.pairs)
        .filter(|n| done.iter().all(|d: &PairResult| d.pair != *n))
        .collect();
    let one = |pair| play_pair(args, &rules, pair);
    spread(args, &missing, one, |result: PairResult| {
        keep(file.as_mut(), &result)?;
        done.push(result);
        let all = done.len() as u64 == args.pairs;
        if all || done.len().is_multiple_of(20) {
            tell(progress, &done, args)?;
        }
        Ok(())
    })?;
    done.sort_by_key(|d| d.pair);
    Ok(Report::new(args, &done))
}

fn tell(progress: &mut dyn Write, done: &[PairResult], args: &ArenaArgs) -> std::io::Result<()> {
    writeln!(progress, "{} of {} pairs", done.len(), args.pairs)
}

/// Plays pairs on all threads and takes what comes of each as it is finished.
fn spread<T: Send>(
    args: &ArenaArgs,
    pairs: &[u64],
    play: impl Fn(u64) -> Result<T, SimulateError> + Sync,
    mut take: impl FnMut(T) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::channel();
    let work = |sender: mpsc::Sender<Result<T, SimulateError>>| {
        while let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            // Nobody listens any more once something went wrong.
            if sender.send(play(pair)).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..args.threads.unwrap_or(cores) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        for result in results {
            take(result?)?;
        }
        Ok(())
    })
}

/// The pairs of a file, and the file opened to go on.
fn take_up(path: &Path, header: &Header) -> Result<(Vec<PairResult>, Option<File>), ArenaError> {
    let first = line(header)?;
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    if text.len() < first.len() && first.starts_with(&text) {
        // Not even the first line was written to its end.
        let mut file = File::create(path)?;
        file.write_all(first.as_bytes())?;
        return Ok((Vec::new(), Some(file)));
    }
    let mut lines = text.lines();
    let named = lines.next().unwrap_or_default();
    if serde_json::from_str::<Header>(named).ok().as_ref() != Some(header) {
        return Err(ArenaError::OtherMatch(path.into()));
    }
    // The last line may have been cut off; its pair is played again.
    let mut done: Vec<PairResult> = lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    done.sort_by_key(|d| d.pair);
    done.dedup_by_key(|d| d.pair);
    let mut file = OpenOptions::new().append(true).open(path)?;
    // Whatever was cut off ends here.
    writeln!(file)?;
    Ok((done, Some(file)))
}

fn keep(file: Option<&mut File>, result: &PairResult) -> Result<(), ArenaError> {
    if let Some(file) = file {
        file.write_all(line(result)?.as_bytes())?;
    }
    Ok(())
}

fn line(value: &impl Serialize) -> std::io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Runs the subcommand; whether no move was illegal.
///
/// # Errors
/// As [`play`], or when `out` cannot be written.
pub fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<bool, ArenaError> {
    let progress = &mut std::io::stderr();
    if let Some(moves) = args.worst {
        let report = worst(args, moves, progress)?;
        if args.json {
            write_json(&report, out)?;
        } else {
            report.write(out)?;
        }
        return Ok(true);
    }
    let report = play(args, progress)?;
    if args.json {
        write_json(&report, out)?;
    } else {
        report.write(out)?;
    }
    Ok(report.illegal == 0)
}

fn write_json(report: &impl Serialize, out: &mut dyn Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, report)?;
    writeln!(out)
}
