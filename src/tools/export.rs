//! `chaodipi export`: the record of a table's finished deals, out of the database.

use std::io::Write;
use std::path::PathBuf;

use crate::error::AppError;
use crate::game::{RecordError, TableId, up_to_game, write_record};
use crate::store::read_log;

/// What `chaodipi export` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportArgs {
    /// The database; the bot may be running on it.
    #[arg(long, value_name = "FILE")]
    pub database: PathBuf,
    /// The number of the table.
    #[arg(long, value_name = "NUMBER")]
    pub table: i64,
    /// Stop at the end of this game of the table, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    pub game: Option<u32>,
}

/// Writes the record to `out`; `chaodipi replay` reads it.
///
/// # Errors
/// When the database cannot be read, there is no such table or nothing is
/// finished there, or `out` cannot be written.
pub async fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), AppError> {
    let table = TableId(args.table);
    let (log, void) = read_log(&args.database, table).await?;
    if log.is_empty() {
        let usage = format!("there is no table {}", table.0);
        return Err(AppError::Usage(usage));
    }
    let usage = |e: RecordError| AppError::Usage(e.to_string());
    let part = match args.game {
        Some(game) => up_to_game(&log, game).map_err(usage)?,
        None => &log[..],
    };
    let record = write_record(table, part, void).map_err(usage)?;
    out.write_all(record.as_bytes())
        .map_err(|source| AppError::Io {
            what: "the record".to_owned(),
            source,
        })
}
