//! Where values come from: the file, and the environment above it. Every error
//! names which of them, and the key.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{Config, DEFAULT_FILE, FILE_VARIABLE, KEYS, TOKEN_VARIABLE};
use crate::error::AppError;

/// How the names of overriding variables begin.
const PREFIX: &str = "CHAODIPI_";
/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The variables of this program.
///
/// # Errors
/// One that is not UTF-8 text.
pub fn environment() -> Result<Vec<(String, String)>, AppError> {
    let named = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        name.starts_with(PREFIX).then_some((name, value))
    });
    named
        .map(|(name, value)| match value.into_string() {
            Ok(value) => Ok((name, value)),
            Err(_) => Err(AppError::Config(format!("{name}: it is not UTF-8 text"))),
        })
        .collect()
}

/// Those of the variables that are this program's.
pub(super) fn overrides(
    environment: impl IntoIterator<Item = (String, String)>,
) -> Vec<(String, String)> {
    let environment = environment.into_iter();
    environment
        .filter(|(name, _)| name.starts_with(PREFIX))
        .collect()
}

/// The text of the file, and which it is; empty where there is none.
pub(super) fn file(
    named: Option<&Path>,
    overrides: &[(String, String)],
) -> Result<(String, Option<PathBuf>), AppError> {
    let by_variable = || {
        let found = overrides.iter().find(|(name, _)| name == FILE_VARIABLE);
        found.map(|(_, path)| PathBuf::from(path))
    };
    let default = || Some(PathBuf::from(DEFAULT_FILE)).filter(|path| path.exists());
    let path = named.map(Path::to_owned).or_else(by_variable);
    match path.or_else(default) {
        Some(path) => Ok((read(&path)?, Some(path))),
        None => Ok((String::new(), None)),
    }
}

fn read(path: &Path) -> Result<String, AppError> {
    let wrong = |why: String| AppError::Config(format!("cannot read {}: {why}", path.display()));
    let file = std::fs::File::open(path).map_err(|e| wrong(e.to_string()))?;
    let mut text = String::new();
    let read = file.take(LONGEST + 1).read_to_string(&mut text);
    match read.map_err(|e| wrong(e.to_string()))? as u64 {
        length if length > LONGEST => Err(wrong(format!("it is longer than {LONGEST} bytes"))),
        _ => Ok(text),
    }
}

/// Which value stands where.
pub(super) struct Origins<'a> {
    file: String,
    text: &'a str,
    /// Keys that the environment overrides.
    overridden: Vec<&'static str>,
}

impl Origins<'_> {
    /// The error that a key's value is wrong.
    pub(super) fn wrong(&self, key: &str, why: &str) -> AppError {
        let place = if self.overridden.contains(&key) {
            variable_of(key)
        } else {
            self.in_file(line_of(self.text, key))
        };
        AppError::Config(format!("{place}: {key}: {why}"))
    }

    fn in_file(&self, line: Option<usize>) -> String {
        match line {
            Some(line) => format!("{}, line {line}", self.file),
            None => self.file.clone(),
        }
    }
}

/// The values of the file with those of the environment above them.
pub(super) fn values<'a>(
    text: &'a str,
    file: Option<PathBuf>,
    overrides: &[(String, String)],
) -> Result<(Config, Origins<'a>), AppError> {
    let mut origins = Origins {
        file: file.map_or("the file".to_owned(), |f| f.display().to_string()),
        text,
        overridden: Vec::new(),
    };
    let mut table: toml::Table = toml::from_str(text).map_err(|e| {
        let before = e.span().and_then(|span| text.get(..span.start));
        let line = before.map(|before| before.matches('\n').count() + 1);
        // What TOML cannot hold is no value of any key.
        let large = KEYS.into_iter().find(|key| {
            let at = line_of(text, key).filter(|&at| Some(at) == line);
            let given = at.and_then(|at| text.lines().nth(at - 1));
            let value = given
                .and_then(|l| l.split_once('='))
                .map(|(_, value)| value);
            value.is_some_and(|v| is_number(v.split('#').next().unwrap_or(v).trim()))
        });
        match large {
            Some(key) => origins.wrong(key, super::TOO_LARGE),
            None => AppError::Config(format!("{}: {}", origins.in_file(line), e.message())),
        }
    })?;
    // One by one, because only so it is known which of them is wrong.
    for (section, value) in &table {
        for (key, alone) in one_by_one(section, value) {
            if key == "token" || key.ends_with(".token") {
                let why = format!("the token stands in no file; set the variable {TOKEN_VARIABLE}");
                return Err(origins.wrong(&key, &why));
            }
            if let Err(why) = alone.try_into::<Config>() {
                return Err(origins.wrong(&key, why.message()));
            }
        }
    }
    for (variable, value) in overrides {
        if variable == FILE_VARIABLE {
            continue;
        }
        let key = KEYS.into_iter().find(|key| variable_of(key) == *variable);
        let Some((key, (section, name))) = key.and_then(|key| Some((key, key.split_once('.')?)))
        else {
            let mut why = format!("unknown environment variable {variable}");
            if variable.ends_with("TOKEN") {
                why.push_str(&format!("; the token is read from {TOKEN_VARIABLE}"));
            }
            return Err(AppError::Config(why));
        };
        origins.overridden.push(key);
        let value = toml::Value::String(value.clone());
        if let Err(why) = alone(section, name, &value).try_into::<Config>() {
            return Err(origins.wrong(key, why.message()));
        }
        let section = table
            .entry(section)
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if let Some(section) = section.as_table_mut() {
            section.insert(name.to_owned(), value);
        }
    }
    let config: Config = table
        .try_into()
        .map_err(|e: toml::de::Error| AppError::Config(e.message().to_owned()))?;
    Ok((config, origins))
}

/// Whether it is digits and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Each key of a section as a file of its own.
fn one_by_one(section: &str, value: &toml::Value) -> Vec<(String, toml::Table)> {
    match value.as_table() {
        Some(keys) if !keys.is_empty() => keys
            .iter()
            .map(|(name, value)| (format!("{section}.{name}"), alone(section, name, value)))
            .collect(),
        Some(_) | None => {
            let whole = toml::Table::from_iter([(section.to_owned(), value.clone())]);
            vec![(section.to_owned(), whole)]
        }
    }
}

fn alone(section: &str, name: &str, value: &toml::Value) -> toml::Table {
    let inner = toml::Table::from_iter([(name.to_owned(), value.clone())]);
    toml::Table::from_iter([(section.to_owned(), toml::Value::Table(inner))])
}

/// The line on which a key, or a section, stands.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let (section, name) = key.split_once('.').unwrap_or((key, ""));
    let mut inside = "";
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            inside = header.split(']').next().unwrap_or_default().trim();
            if name.is_empty() && inside == section {
                return Some(number);
            }
        } else if let Some((given, _)) = line.split_once('=') {
            let given: String = given.split_whitespace().collect();
            let own = inside == section && given == name;
            if own || (inside.is_empty() && given == key) {
                return Some(number);
            }
        }
    }
    None
}

pub(super) fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "_").to_uppercase())
}
