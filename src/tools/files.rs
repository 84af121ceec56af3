//! The files that subcommands read and write: an error names which it was.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::error::AppError;

/// Opens a file that is to be read.
///
/// # Errors
/// What the system reports, with the file's name.
pub(crate) fn open(path: &Path) -> io::Result<BufReader<File>> {
    let file = File::open(path).map_err(|e| named(path, &e))?;
    // A folder opens like a file and is refused only when it is read.
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        let folder = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(named(path, &folder));
    }
    Ok(BufReader::new(file))
}

/// Makes a file that is to be written; what is there is not overwritten.
///
/// # Errors
/// What the system reports, with the file's name.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    File::create_new(path).map_err(|e| named(path, &e))
}

/// The error with the name of the file it is about.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Refuses to work on a database that is not there; the sentence says how to name another.
///
/// # Errors
/// When there is none.
pub(crate) fn database_there(path: &Path) -> Result<(), AppError> {
    if path.exists() {
        return Ok(());
    }
    let mut why = format!(
        "there is no database {}; CHAODIPI_DATABASE_PATH, or `path` under [database] in the configuration, names another",
        path.display()
    );
    let local = local_database(path);
    if local.exists() {
        why.push_str(&format!(
            " (local play keeps its own in {})",
            local.display()
        ));
    }
    Err(AppError::Usage(why))
}

/// The database that the bot has in local play, beside the one it has on Discord: other people and other tables are in it.
pub(crate) fn local_database(database: &Path) -> PathBuf {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy();
    database.with_file_name(format!("{stem}-local.db"))
}

/// Makes the folder for what a subcommand writes, and removes what an earlier
/// run left there under these names; its full path.
///
/// # Errors
/// Which file or folder cannot be made or removed, and why.
pub(crate) fn out_folder(folder: &Path, old: &[&str]) -> Result<PathBuf, AppError> {
    let failed = |path: &Path, source: io::Error| AppError::Io {
        what: path.display().to_string(),
        source,
    };
    fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let out = folder.canonicalize().map_err(|e| failed(folder, e))?;
    for name in old {
        let path = out.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(&path, e)),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(out)
}
