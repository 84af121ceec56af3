//! Discord's limits on what a bot sends; each break is a 50035 that names the field.

mod commands;
mod components;
mod message;

pub(crate) use commands::commands;
pub(crate) use components::modal_rows;
pub(crate) use message::{choices, message};

use super::refusal::Refusal;

/// Refuses a text outside `min..=max` characters.
pub(crate) fn length(path: &str, text: &str, min: usize, max: usize) -> Result<(), Refusal> {
    let count = text.chars().count();
    if (min..=max).contains(&count) {
        Ok(())
    } else {
        Err(Refusal::form(
            path,
            format!("Must be between {min} and {max} in length."),
        ))
    }
}

/// Refuses a text that is present and outside `min..=max` characters.
fn maybe(path: &str, text: Option<&str>, min: usize, max: usize) -> Result<(), Refusal> {
    text.map_or(Ok(()), |text| length(path, text, min, max))
}

/// Refuses a number of things outside `min..=max`.
fn count(path: &str, count: usize, min: usize, max: usize) -> Result<(), Refusal> {
    if (min..=max).contains(&count) {
        Ok(())
    } else {
        Err(Refusal::form(
            path,
            format!("Must be between {min} and {max} in length."),
        ))
    }
}

/// Refuses with `reason` unless `holds`.
fn ensure(holds: bool, path: &str, reason: &str) -> Result<(), Refusal> {
    if holds {
        Ok(())
    } else {
        Err(Refusal::form(path, reason))
    }
}
