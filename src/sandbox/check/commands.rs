//! Limits of registered commands.

use std::collections::{BTreeMap, HashSet};

use super::{count, ensure, length};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{CommandBody, CommandOption, OptionChoice};

/// The locales Discord knows.
const LOCALES: [&str; 34] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
];

type Localized = Option<BTreeMap<String, String>>;

/// A whole list of commands for one place.
pub(crate) fn commands(list: &[CommandBody]) -> Result<(), Refusal> {
    count("", list.len(), 0, 100)?;
    let mut names = HashSet::new();
    for (c, command) in list.iter().enumerate() {
        let path = c.to_string();
        ensure(
            matches!(command.kind, None | Some(1)),
            &format!("{path}.type"),
            "Only slash commands are supported here.",
        )?;
        name(&path, &command.name, &command.name_localizations)?;
        described(
            &path,
            &command.description,
            &command.description_localizations,
        )?;
        ensure(
            names.insert(&command.name),
            &path,
            "Application command names must be unique",
        )?;
        options(&path, &command.options, 0)?;
        let size = command.name.chars().count()
            + command.description.chars().count()
            + command.options.iter().map(size).sum::<usize>();
        ensure(size <= 8000, &path, "Command exceeds maximum size (8000)")?;
    }
    Ok(())
}

fn size(option: &CommandOption) -> usize {
    let choices: usize = option
        .choices
        .iter()
        .map(|choice| {
            choice.name.chars().count() + choice.value.as_str().map_or(0, |v| v.chars().count())
        })
        .sum();
    let inner: usize = option.options.iter().map(size).sum();
    option.name.chars().count() + option.description.chars().count() + choices + inner
}

fn options(path: &str, list: &[CommandOption], depth: usize) -> Result<(), Refusal> {
    let path = format!("{path}.options");
    count(&path, list.len(), 0, 25)?;
    let mut names = HashSet::new();
    let mut optional = false;
    for (o, option) in list.iter().enumerate() {
        let path = format!("{path}.{o}");
        name(&path, &option.name, &option.name_localizations)?;
        described(
            &path,
            &option.description,
            &option.description_localizations,
        )?;
        ensure(
            names.insert(&option.name),
            &path,
            "Option names must be unique",
        )?;
        match option.kind {
            1 | 2 => {
                ensure(
                    depth + usize::from(option.kind == 2) < 2,
                    &path,
                    "Nested too deep.",
                )?;
                options(
                    &path,
                    &option.options,
                    depth + if option.kind == 1 { 2 } else { 1 },
                )?;
            }
            3..=11 => {
                ensure(
                    option.options.is_empty(),
                    &path,
                    "Only subcommands have options.",
                )?;
                ensure(
                    !(optional && option.required),
                    &path,
                    "Required options come first.",
                )?;
                optional |= !option.required;
                choices(&path, option)?;
            }
            _ => {
                return Err(Refusal::form(
                    &format!("{path}.type"),
                    "Not a type of option.",
                ));
            }
        }
    }
    let nested = list.iter().filter(|option| option.kind <= 2).count();
    ensure(
        nested == 0 || nested == list.len(),
        &path,
        "Subcommands and options do not mix.",
    )
}

fn choices(path: &str, option: &CommandOption) -> Result<(), Refusal> {
    count(&format!("{path}.choices"), option.choices.len(), 0, 25)?;
    let clash = option.autocomplete && !option.choices.is_empty();
    ensure(!clash, path, "Autocomplete and choices exclude each other.")?;
    let typed = matches!(option.kind, 3 | 4 | 10);
    ensure(
        typed || !option.autocomplete,
        path,
        "This type has no autocomplete.",
    )?;
    for (c, choice) in option.choices.iter().enumerate() {
        let OptionChoice {
            name,
            name_localizations,
            value,
        } = choice;
        let path = format!("{path}.choices.{c}");
        length(&format!("{path}.name"), name, 1, 100)?;
        localized(&path, name_localizations, 100)?;
        if let Some(text) = value.as_str() {
            length(&format!("{path}.value"), text, 0, 100)?;
        }
    }
    Ok(())
}

fn name(path: &str, name: &str, localizations: &Localized) -> Result<(), Refusal> {
    lawful(&format!("{path}.name"), name)?;
    localized(path, localizations, 32)?;
    for text in localizations.iter().flat_map(BTreeMap::values) {
        lawful(&format!("{path}.name_localizations"), text)?;
    }
    Ok(())
}

/// Letters of any script, digits, `-`, `_` and `'`; nothing that has a lower-case form.
fn lawful(path: &str, name: &str) -> Result<(), Refusal> {
    length(path, name, 1, 32)?;
    let signs = name
        .chars()
        .all(|c| c.is_alphanumeric() || "-_'".contains(c));
    let lower = name.to_lowercase() == name;
    ensure(signs && lower, path, "Command name is invalid")
}

fn described(path: &str, text: &str, localizations: &Localized) -> Result<(), Refusal> {
    length(&format!("{path}.description"), text, 1, 100)?;
    localized(path, localizations, 100)
}

fn localized(path: &str, localizations: &Localized, max: usize) -> Result<(), Refusal> {
    for (locale, text) in localizations.iter().flatten() {
        ensure(LOCALES.contains(&locale.as_str()), path, "Not a locale.")?;
        length(&format!("{path}.localizations.{locale}"), text, 1, max)?;
    }
    Ok(())
}
