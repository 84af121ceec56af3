//! The lock that keeps a second process off a database.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::error::AppError;

/// How every SQLite database begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Held as long as this process works on the database; the operating system
/// lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that is just being started
        // has a copy of its handle, and would hold the lock with it.
        let _ = self.file.unlock();
    }
}

/// Locks the database at `path`, and creates its file for the owner only.
///
/// # Errors
/// `SecondProcess` when another process holds the lock, `Database` when the
/// files cannot be opened or something else than a database is there.
pub(super) fn lock(path: &Path) -> Result<Lock, AppError> {
    // Before a lock is laid beside it.
    if !may_be_database(path).map_err(|e| AppError::database(path, e))? {
        return Err(AppError::database(path, "file is not a database"));
    }
    let file = open_private(&beside(path)).map_err(|e| AppError::database(path, e))?;
    let lock = match file.try_lock() {
        Ok(()) => Lock { file },
        Err(TryLockError::WouldBlock) => return Err(AppError::SecondProcess(path.to_owned())),
        Err(TryLockError::Error(e)) => return Err(AppError::database(path, e)),
    };
    open_private(path).map_err(|e| AppError::database(path, e))?;
    Ok(lock)
}

/// Whether a process holds the lock of the database at `path`.
pub(super) fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(beside(path)) else {
        return false;
    };
    match file.try_lock_shared() {
        Ok(()) => {
            drop(Lock { file });
            false
        }
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
    }
}

/// Whether nothing is there, or what SQLite takes for a database: an empty
/// file, or one that begins as all of them do.
fn may_be_database(path: &Path) -> std::io::Result<bool> {
    let about = match path.metadata() {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(true),
        about => about?,
    };
    if !about.is_file() {
        return Ok(false);
    }
    let mut first = Vec::new();
    let mut file = File::open(path)?;
    Read::by_ref(&mut file)
        .take(MAGIC.len() as u64)
        .read_to_end(&mut first)?;
    Ok(first.is_empty() || first == MAGIC)
}

/// The lock stands beside the file itself, so that all names of it share one.
fn beside(path: &Path) -> PathBuf {
    let mut name = resolved(path).into_os_string();
    name.push(".lock");
    PathBuf::from(name)
}

/// The path of the file without symbolic links, as far as it is there.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(there) = path.canonicalize() {
        return there;
    }
    if let Ok(target) = path.read_link() {
        let folder = path.parent().unwrap_or(Path::new(""));
        return folder.join(target);
    }
    path.to_owned()
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

    /// A process that is being started has all handles of this one until it
    /// runs its own program.
    #[test]
    fn a_copy_of_the_handle_does_not_hold_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.db");
        let first = lock(&path).expect("free");
        let copy = first.file.try_clone().expect("a copy");
        assert!(is_held(&path));
        drop(first);
        assert!(!is_held(&path));
        assert!(lock(&path).is_ok());
        drop(copy);
    }

    #[cfg(unix)]
    #[test]
    fn another_name_of_the_file_is_the_same_lock() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().expect("a folder");
        let (path, other) = (dir.path().join("a.db"), dir.path().join("other.db"));
        symlink("a.db", &other).expect("a link");
        let second = |at: &Path| matches!(lock(at), Err(AppError::SecondProcess(_)));
        // The first time through the link the file is not there yet.
        for first in [&other, &path] {
            let held = lock(first).expect("free");
            assert!(is_held(&path) && is_held(&other));
            assert!(second(&path) && second(&other));
            drop(held);
        }
    }

    #[test]
    fn beside_something_else_no_lock_is_laid() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("notes");
        std::fs::write(&path, "SQL").expect("written");
        for foreign in [path.as_path(), dir.path()] {
            let refused = lock(foreign).expect_err("no database");
            assert!(refused.to_string().contains("not a database"), "{refused}");
            assert!(!beside(foreign).exists());
        }
        assert_eq!(std::fs::read(&path).expect("there"), b"SQL");
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
