//! The files of the subcommands, as far as they are named where it is fuzzed:
//! no target opens one.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// Opens a file that is to be read.
///
/// # Errors
/// What the system reports.
pub(crate) fn open(path: &Path) -> io::Result<BufReader<File>> {
    File::open(path).map(BufReader::new)
}

/// The error with the name of the file it is about.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
