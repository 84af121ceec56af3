//! Lines that others wrote, of any length: no longer one is read than can be meant.

use std::io::{self, BufRead, Read as _};

/// The longest line that is read, in bytes. A whole deal takes some thousands; a
/// device or a wrong file may have no end of line at all.
pub const LONGEST_LINE: usize = 1 << 20;
/// So much of a longer line is passed over to come to the next one.
const PASSED_OVER: u64 = 1 << 30;

/// What came of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// There is none any more.
    None,
    /// It is whole.
    Whole,
    /// It is longer than [`LONGEST_LINE`]; the rest of it has not been read.
    TooLong,
}

/// Reads a line with its end into `line`, which is emptied before.
///
/// # Errors
/// What reading reports.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    let most = LONGEST_LINE as u64 + 1;
    let read = input.by_ref().take(most).read_until(b'\n', line)?;
    Ok(match read {
        0 => LineRead::None,
        _ if read as u64 == most && !line.ends_with(b"\n") => LineRead::TooLong,
        _ => LineRead::Whole,
    })
}

/// Takes away the byte order mark with which some editors begin a file.
pub fn pass_over_mark(line: &mut Vec<u8>) {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if line.starts_with(MARK) {
        line.drain(..MARK.len());
    }
}

/// Passes over the rest of a line that is too long.
///
/// # Errors
/// What reading reports, and a line that does not end within a gigabyte.
pub fn pass_over(input: &mut impl BufRead, number: usize) -> io::Result<()> {
    if input.by_ref().take(PASSED_OVER).skip_until(b'\n')? as u64 == PASSED_OVER {
        let why = format!("line {number} does not end within a gigabyte");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(())
}

/// The sentence about such a line.
pub fn too_long(number: usize) -> String {
    format!("line {number} is longer than {LONGEST_LINE} bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_whole_up_to_its_longest() {
        for (length, expected) in [
            (LONGEST_LINE - 1, LineRead::Whole),
            (LONGEST_LINE, LineRead::Whole),
            (LONGEST_LINE + 1, LineRead::TooLong),
        ] {
            let mut text = "x".repeat(length);
            let mut line = Vec::new();
            let unended = read_line(&mut text.as_bytes(), &mut line);
            assert_eq!(unended.expect("memory"), expected, "{length}");
            text.push_str("\nnext\n");
            let mut input = text.as_bytes();
            assert_eq!(read_line(&mut input, &mut line).expect("memory"), expected);
            if expected == LineRead::TooLong {
                pass_over(&mut input, 1).expect("memory");
            }
            assert_eq!(
                read_line(&mut input, &mut line).expect("memory"),
                LineRead::Whole
            );
            assert_eq!(line, b"next\n");
            assert_eq!(
                read_line(&mut input, &mut line).expect("memory"),
                LineRead::None
            );
        }
    }
}
