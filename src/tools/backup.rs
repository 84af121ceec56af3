//! `chaodipi backup`: a whole, consistent copy of the database while the bot runs.

use std::path::{Path, PathBuf};

use super::files;
use crate::config::Config;
use crate::error::AppError;
use crate::store;

/// What `chaodipi backup` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArgs {
    /// Where the copy goes; there must be no such file yet.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Writes the copy; how many bytes it has. It is readable by its owner only,
/// and there only once it is whole.
///
/// # Errors
/// There is such a file, the database cannot be read, or the copy cannot be
/// written or is not sound; nothing is left behind then.
pub async fn run(args: &BackupArgs, config: &Config) -> Result<u64, AppError> {
    if args.file.exists() {
        return Err(AppError::Usage(format!(
            "{} is there already; a backup overwrites nothing",
            args.file.display()
        )));
    }
    files::database_there(&config.database.path)?;
    let mut part = args.file.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let copied = copy(&config.database.path, &part, &args.file).await;
    if copied.is_err() {
        // It may not even have been begun.
        let _ = std::fs::remove_file(&part);
    }
    copied
}

async fn copy(database: &Path, part: &Path, file: &Path) -> Result<u64, AppError> {
    let failed = |source| AppError::Io {
        what: format!("the backup {}", file.display()),
        source,
    };
    create_private(part).map_err(failed)?;
    store::copy_database(database, part).await?;
    let written = std::fs::File::open(part).map_err(failed)?;
    written.sync_all().map_err(failed)?;
    let bytes = written.metadata().map_err(failed)?.len();
    // Fails where the file has come to be there meanwhile.
    std::fs::hard_link(part, file).map_err(failed)?;
    std::fs::remove_file(part).map_err(failed)?;
    Ok(bytes)
}

/// An empty file for its owner only; refused where there is one.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}
