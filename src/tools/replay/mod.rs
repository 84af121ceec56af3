//! `chaodipi replay`: plays exported records again, step by step, and tells
//! what came of them or which line does not fit.

mod check;
mod round;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use self::check::{Checked, Entry};
use super::files;
use super::lines::{self, LineRead};
use crate::game::{DealResult, RECORD_FORMAT, RecordLine, TableId, record_sum};
use crate::rules::Side;

/// The seats as they are called here; the texts of the bot, in three languages,
/// are not part of what reads records.
const SEATS: [&str; 4] = ["East", "South", "West", "North"];

/// What `chaodipi replay` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct ReplayArgs {
    /// The record, or several one after the other; `-` for standard input.
    pub file: PathBuf,
}

/// What a record came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The table it is of.
    pub table: TableId,
    /// Its lines.
    pub lines: usize,
    /// The finished deals.
    pub results: Vec<DealResult>,
    /// Deals drawn again because nobody declared.
    pub redealt: u32,
    /// Deals whose cards are those that were bound before they were drawn:
    /// all that were dealt.
    pub commitments: u32,
    /// Who won the game.
    pub winner: Option<Side>,
    /// Whether the table was made void: none of its deals counts.
    pub void: bool,
}

/// The line of a record that does not fit, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} does not fit: {why}")]
pub struct Misfit {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

/// Why records could not be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A line was changed, left out or put in.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// Why a line does not fit whose sum is another.
const CHANGED: &str = "it was changed, or a line before it is missing or was put in";

/// Why a record does not fit that is cut off.
const STOPS: &str = "the record stops before its end";

/// A record as it was read: up to its end, or to the first line that is none.
#[derive(Default)]
struct Record {
    table: Option<TableId>,
    entries: Vec<Entry>,
    lines: usize,
    /// How many deals it says it holds, and the line that says so.
    deals: Option<(u32, usize)>,
    /// Whether that line says that the table is void.
    void: bool,
    /// The first line that is none, or whose sum is another.
    broken: Option<Misfit>,
}

/// Plays the records again, one after the other.
///
/// # Errors
/// The first line that does not fit, or what reading reports.
pub fn replay(input: impl BufRead) -> Result<Vec<Outcome>, ReplayError> {
    let mut lines = Lines { input, number: 0 };
    let mut outcomes = Vec::new();
    while let Some(record) = read(&mut lines)? {
        outcomes.push(play(record)?);
    }
    if outcomes.is_empty() {
        return Err(ReplayError::Misfit(Misfit {
            line: 1,
            why: "there is no record".to_owned(),
        }));
    }
    Ok(outcomes)
}

/// The lines of the input that are not blank, with their numbers.
struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            match lines::read_line(&mut self.input, &mut line)? {
                LineRead::None => {
                    self.number -= 1;
                    return Ok(None);
                }
                LineRead::Whole => {}
                LineRead::TooLong => {
                    let why = lines::too_long(self.number);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

/// Reads one record; `None` when there is none any more.
fn read<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Record>> {
    let mut record = Record::default();
    let mut sum = String::new();
    while let Some(line) = lines.next()? {
        record.lines += 1;
        let number = lines.number;
        match record.add(&line, number, &mut sum) {
            Ok(true) => {}
            // The rules may say better what is wrong with it, and see what follows.
            Ok(false) => record.break_at(number, CHANGED),
            Err(why) => {
                record.break_at(number, &why);
                return Ok(Some(record));
            }
        }
        if record.deals.is_some() {
            return Ok(Some(record));
        }
    }
    if record.lines == 0 {
        return Ok(None);
    }
    record.break_at(lines.number + 1, STOPS);
    Ok(Some(record))
}

impl Record {
    /// Keeps the first line at which it breaks.
    fn break_at(&mut self, line: usize, why: &str) {
        let why = why.to_owned();
        self.broken.get_or_insert(Misfit { line, why });
    }

    /// Adds a line; whether its sum holds.
    fn add(&mut self, line: &[u8], number: usize, sum: &mut String) -> Result<bool, String> {
        let text = std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())?;
        let (line, body, given) = RecordLine::read(text)?;
        *sum = record_sum(sum, body);
        let holds = *sum == given;
        match line {
            RecordLine::Head { format, table } => {
                if self.table.is_some() {
                    return Err("another record begins before the end of this one".to_owned());
                }
                if format != RECORD_FORMAT {
                    return Err(format!(
                        "the format is {format}; this program reads {RECORD_FORMAT}"
                    ));
                }
                self.table = Some(table);
            }
            RecordLine::Event { event, commitment } => {
                if self.table.is_none() {
                    return Err("a record begins with its head".to_owned());
                }
                self.entries.push(Entry {
                    line: number,
                    event: *event,
                    commitment,
                });
            }
            RecordLine::End { deals, void } => {
                self.deals = Some((deals, number));
                self.void = void;
            }
        }
        Ok(holds)
    }
}

/// Plays a record again. Where a line is broken, the rules are asked whether
/// they know better why.
fn play(record: Record) -> Result<Outcome, Misfit> {
    let checked = check::check(&record.entries);
    if let Some(broken) = record.broken {
        return Err(match checked {
            Err(misfit) if misfit.line == broken.line => misfit,
            Ok(_) | Err(_) => broken,
        });
    }
    let Checked {
        results,
        redealt,
        commitments,
        winner,
    } = checked?;
    let (deals, line) = record.deals.unwrap_or_default();
    if deals as usize != results.len() {
        let why = format!("{} deals stand before it, not {deals}", results.len());
        return Err(Misfit { line, why });
    }
    let table = record.table.ok_or_else(|| Misfit {
        line,
        why: "a record begins with its head".to_owned(),
    })?;
    Ok(Outcome {
        table,
        lines: record.lines,
        results,
        redealt,
        commitments,
        winner,
        void: record.void,
    })
}

impl Outcome {
    /// Writes it for people.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "table {}: {} lines, every step follows from the rules",
            self.table.0, self.lines
        )?;
        for result in &self.results {
            write_deal(result, out)?;
        }
        writeln!(
            out,
            "{} deals, {} drawn again; {} commitments bind their cards",
            self.results.len(),
            self.redealt,
            self.commitments
        )?;
        match self.winner {
            Some(side) => writeln!(out, "the game is won by {}", seats(side))?,
            None => writeln!(out, "the game is not won yet")?,
        }
        if self.void {
            writeln!(out, "the table was made void: none of its deals counts")?;
        }
        Ok(())
    }
}

fn write_deal(result: &DealResult, out: &mut dyn Write) -> io::Result<()> {
    let sum = &result.sum;
    let stage = match (result.change, result.seize) {
        (_, true) => "is to be seized",
        (true, false) => "changes",
        (false, false) => "stays",
    };
    let trump = result
        .trump
        .suit
        .map_or("NT".to_owned(), |s| s.symbol().to_string());
    let level = |side| result.after[side].level.label();
    writeln!(
        out,
        "deal {}: level {}, trump {trump}, dealer {}, the attackers' score {} \
         (tricks {} + bottom {} × {} + dealers' penalties {} - their own {}), \
         the stage {stage}, levels {} : {}",
        result.deal.0,
        result.level.label(),
        SEATS[result.dealer.index()],
        sum.score,
        sum.tricks,
        sum.bottom,
        sum.multiplier,
        sum.dealers_penalty,
        sum.attackers_penalty,
        level(Side::EastWest),
        level(Side::SouthNorth),
    )
}

fn seats(side: Side) -> &'static str {
    match side {
        Side::EastWest => "East and West (seats 0 and 2)",
        Side::SouthNorth => "South and North (seats 1 and 3)",
    }
}

/// Runs the subcommand; `false` when a line does not fit, which it names.
///
/// # Errors
/// When the file cannot be read or `out` cannot be written.
pub fn run(args: &ReplayArgs, out: &mut dyn Write) -> io::Result<bool> {
    let played = if args.file == Path::new("-") {
        replay(io::stdin().lock())
    } else {
        replay(files::open(&args.file)?)
    };
    match played {
        Ok(outcomes) => {
            for outcome in outcomes {
                outcome.write(out)?;
            }
            Ok(true)
        }
        Err(ReplayError::Misfit(misfit)) => {
            writeln!(out, "{misfit}")?;
            Ok(false)
        }
        Err(ReplayError::Read(error)) => Err(files::named(&args.file, &error)),
    }
}
