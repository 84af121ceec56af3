//! The lock that keeps a second process off a database.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::AppError;

/// Held as long as this process works on the database; the operating system
/// lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Locks the database at `path`, and creates its file for the owner only.
///
/// # Errors
/// `SecondProcess` when another process holds the lock, `Database` when the
/// files cannot be opened.
pub(super) fn lock(path: &Path) -> Result<Lock, AppError> {
    let file = open_private(&beside(path)).map_err(|e| AppError::database(path, e))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(AppError::SecondProcess(path.to_owned())),
        Err(TryLockError::Error(e)) => return Err(AppError::database(path, e)),
    }
    open_private(path).map_err(|e| AppError::database(path, e))?;
    Ok(Lock { _file: file })
}

/// Whether a process holds the lock of the database at `path`.
pub(super) fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(beside(path)) else {
        return false;
    };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// SQLite gives its other files the mode of the first.
fn open_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_may_hold_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.db");
        assert!(!is_held(&path));
        let first = lock(&path).expect("free");
        assert!(is_held(&path));
        assert!(matches!(lock(&path), Err(AppError::SecondProcess(_))));
        drop(first);
        assert!(!is_held(&path));
        assert!(lock(&path).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn the_files_are_their_owners_only() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.db");
        let _lock = lock(&path).expect("free");
        let mode = std::fs::metadata(&path)
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
