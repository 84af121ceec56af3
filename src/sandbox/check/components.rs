//! Limits of rows, buttons, selects and form fields.

use std::collections::HashSet;

use super::{count, ensure, length, maybe};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{Component, SelectOption};

const ROW: u8 = 1;
const BUTTON: u8 = 2;
const SELECT: u8 = 3;
const TEXT: u8 = 4;
/// A select of users.
const PEOPLE: u8 = 5;

/// The rows of a message.
pub(crate) fn rows(rows: &[Component]) -> Result<(), Refusal> {
    count("components", rows.len(), 0, 5)?;
    let mut ids = HashSet::new();
    for (r, row) in rows.iter().enumerate() {
        let path = format!("components.{r}");
        ensure(
            row.kind == ROW,
            &path,
            "Only rows stand at the top of a message.",
        )?;
        let parts = row.components.as_deref().unwrap_or_default();
        count(&format!("{path}.components"), parts.len(), 1, 5)?;
        let buttons = parts.iter().all(|part| part.kind == BUTTON);
        ensure(
            buttons || parts.len() == 1,
            &path,
            "A row holds five buttons or one select.",
        )?;
        for (p, part) in parts.iter().enumerate() {
            let path = format!("{path}.components.{p}");
            match part.kind {
                BUTTON => button(&path, part)?,
                SELECT => select(&path, part)?,
                PEOPLE => people(&path, part)?,
                6..=8 => {
                    custom_id(&path, part)?;
                }
                _ => return Err(Refusal::form(&path, "Not a component of a message.")),
            }
            if let Some(id) = &part.custom_id {
                ensure(
                    ids.insert(id.clone()),
                    &path,
                    "Component custom id cannot be duplicated",
                )?;
            }
        }
    }
    Ok(())
}

/// The rows of a form.
pub(crate) fn modal_rows(rows: &[Component]) -> Result<(), Refusal> {
    count("components", rows.len(), 1, 5)?;
    let mut ids = HashSet::new();
    for (r, row) in rows.iter().enumerate() {
        let path = format!("components.{r}");
        ensure(
            row.kind == ROW,
            &path,
            "Only rows stand at the top of a form.",
        )?;
        let parts = row.components.as_deref().unwrap_or_default();
        count(&format!("{path}.components"), parts.len(), 1, 1)?;
        for part in parts {
            ensure(part.kind == TEXT, &path, "A form holds text fields.")?;
            text_field(&path, part)?;
            let id = custom_id(&path, part)?;
            ensure(
                ids.insert(id.to_owned()),
                &path,
                "Component custom id cannot be duplicated",
            )?;
        }
    }
    Ok(())
}

fn custom_id<'a>(path: &str, part: &'a Component) -> Result<&'a str, Refusal> {
    let path = format!("{path}.custom_id");
    let Some(id) = &part.custom_id else {
        return Err(Refusal::form(&path, "A custom id is required."));
    };
    length(&path, id, 1, 100)?;
    Ok(id)
}

fn button(path: &str, part: &Component) -> Result<(), Refusal> {
    maybe(&format!("{path}.label"), part.label.as_deref(), 0, 80)?;
    let named = part.label.as_ref().is_some_and(|label| !label.is_empty()) || part.emoji.is_some();
    ensure(named, path, "A button needs a label or an emoji.")?;
    match part.style {
        Some(1..=4) => {
            custom_id(path, part)?;
            ensure(part.url.is_none(), path, "Only a link has a url.")
        }
        Some(5) => {
            ensure(part.custom_id.is_none(), path, "A link has no custom id.")?;
            maybe(&format!("{path}.url"), part.url.as_deref(), 1, 512)?;
            ensure(part.url.is_some(), path, "A url is required.")
        }
        Some(_) | None => Err(Refusal::form(&format!("{path}.style"), "Not a style.")),
    }
}

/// A select whose entries are the server's members.
fn people(path: &str, part: &Component) -> Result<(), Refusal> {
    ensure(
        part.options.is_none(),
        &format!("{path}.options"),
        "Only a select of strings has options.",
    )?;
    bounds(path, part)?;
    Ok(())
}

/// What every select has: an id, a placeholder, and how many are chosen.
fn bounds(path: &str, part: &Component) -> Result<(u64, u64), Refusal> {
    custom_id(path, part)?;
    maybe(
        &format!("{path}.placeholder"),
        part.placeholder.as_deref(),
        0,
        150,
    )?;
    let (min, max) = (part.min_values.unwrap_or(1), part.max_values.unwrap_or(1));
    ensure(
        min <= 25,
        &format!("{path}.min_values"),
        "Must be between 0 and 25.",
    )?;
    ensure(
        (1..=25).contains(&max),
        &format!("{path}.max_values"),
        "Must be between 1 and 25.",
    )?;
    ensure(
        min <= max,
        &format!("{path}.min_values"),
        "Must be at most max_values.",
    )?;
    Ok((min, max))
}

fn select(path: &str, part: &Component) -> Result<(), Refusal> {
    let options = part.options.as_deref().unwrap_or_default();
    count(&format!("{path}.options"), options.len(), 1, 25)?;
    let (_, max) = bounds(path, part)?;
    let fits = usize::try_from(max).is_ok_and(|max| max <= options.len());
    ensure(
        fits,
        &format!("{path}.max_values"),
        "Must be at most the number of options.",
    )?;
    let mut values = HashSet::new();
    for (o, option) in options.iter().enumerate() {
        let path = format!("{path}.options.{o}");
        select_option(&path, option)?;
        let new = values.insert(&option.value);
        ensure(
            new,
            &format!("{path}.value"),
            "The specified option value is already used",
        )?;
    }
    let chosen = options
        .iter()
        .filter(|option| option.default == Some(true))
        .count();
    let fits = u64::try_from(chosen).is_ok_and(|chosen| chosen <= max);
    ensure(fits, path, "More defaults than max_values.")
}

fn select_option(path: &str, option: &SelectOption) -> Result<(), Refusal> {
    length(&format!("{path}.label"), &option.label, 1, 100)?;
    length(&format!("{path}.value"), &option.value, 1, 100)?;
    maybe(
        &format!("{path}.description"),
        option.description.as_deref(),
        1,
        100,
    )
}

fn text_field(path: &str, part: &Component) -> Result<(), Refusal> {
    let Some(label) = &part.label else {
        return Err(Refusal::form(
            &format!("{path}.label"),
            "A label is required.",
        ));
    };
    length(&format!("{path}.label"), label, 1, 45)?;
    ensure(
        matches!(part.style, Some(1 | 2)),
        &format!("{path}.style"),
        "Not a style.",
    )?;
    maybe(
        &format!("{path}.placeholder"),
        part.placeholder.as_deref(),
        0,
        100,
    )?;
    maybe(&format!("{path}.value"), part.value.as_deref(), 0, 4000)?;
    let (min, max) = (
        part.min_length.unwrap_or(0),
        part.max_length.unwrap_or(4000),
    );
    ensure(
        min <= 4000,
        &format!("{path}.min_length"),
        "Must be between 0 and 4000.",
    )?;
    ensure(
        (1..=4000).contains(&max),
        &format!("{path}.max_length"),
        "Must be between 1 and 4000.",
    )?;
    ensure(
        min <= max,
        &format!("{path}.min_length"),
        "Must be at most max_length.",
    )
}
