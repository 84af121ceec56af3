//! The configuration: a TOML file, environment variables above it, and the token.

mod check;
mod source;
mod thinking;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::AppError;

pub use source::environment;
pub use thinking::ThinkingConfig;

/// The file that is read when none is named, if it is there.
pub const DEFAULT_FILE: &str = "config.toml";
/// The environment variable that names another file.
pub const FILE_VARIABLE: &str = "CHAODIPI_CONFIG";
/// The environment variable that holds the token; it stands in no file.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";
/// Every key, as `section.name`. The variable that overrides `discord.api_url`
/// is `CHAODIPI_DISCORD_API_URL`.
pub const KEYS: [&str; 11] = [
    "discord.api_url",
    "discord.dev_guild",
    "discord.sandbox_clock",
    "discord.sandbox_seed",
    "discord.sandbox_cards",
    "database.path",
    "thinking.cores",
    "thinking.budget",
    "metrics.listen",
    "log.filter",
    "log.format",
];

/// All that the operator decides, checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How Discord is reached.
    pub discord: DiscordConfig,
    /// Where things are stored.
    pub database: DatabaseConfig,
    /// How much computer players think.
    pub thinking: ThinkingConfig,
    /// What may be watched from outside.
    pub metrics: MetricsConfig,
    /// What is logged, and how.
    pub log: LogConfig,
}

/// How Discord is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiscordConfig {
    /// Base of the API without `/api/v10` and without a slash at the end;
    /// `None`: Discord itself. Plain http on loopback only.
    #[serde(deserialize_with = "empty_is_none")]
    pub api_url: Option<String>,
    /// The only server in which commands are registered, for development.
    #[serde(deserialize_with = "zero_is_none")]
    pub dev_guild: Option<u64>,
    /// Where the clock of the Discord stand-in listens. With a loopback
    /// `api_url` only.
    #[serde(deserialize_with = "address_or_none")]
    pub sandbox_clock: Option<SocketAddr>,
    /// Fixes the cards and the delays of computer players. With
    /// `sandbox_clock` only.
    #[serde(deserialize_with = "number")]
    pub sandbox_seed: Option<u64>,
    /// A file with the 108 cards of each table's first deal in drawing order,
    /// named as in RULES.md §1, between blanks. With `sandbox_seed` only.
    #[serde(deserialize_with = "path_or_none")]
    pub sandbox_cards: Option<PathBuf>,
}

/// Where things are stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// The SQLite file.
    pub path: PathBuf,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            path: PathBuf::from("chaodipi.db"),
        }
    }
}

/// What may be watched from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsConfig {
    /// Where the pages with metrics and health are served; `None`: nowhere. On
    /// loopback only.
    #[serde(deserialize_with = "listen_or_none")]
    pub listen: Option<SocketAddr>,
}

/// What is logged, and how.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// A filter such as `info` or `warn,chaodipi=debug`.
    pub filter: String,
    /// How lines look.
    pub format: LogFormat,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self {
            filter: "info".to_owned(),
            format: LogFormat::Text,
        }
    }
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl Config {
    /// Reads the file and lays the environment over it. `file` is the one
    /// named on the command line; otherwise `CHAODIPI_CONFIG` names it, and
    /// otherwise `config.toml` is read where it exists.
    ///
    /// # Errors
    /// One clear line for a file that cannot be read, an unknown key or
    /// variable, and a value that cannot be used: it names the file or the
    /// variable, and the key.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, AppError> {
        let overrides = source::overrides(environment);
        let (text, file) = source::file(file, &overrides)?;
        Config::of(&text, file, &overrides)
    }

    /// The configuration in `text` with `overrides` (variable, value) above it.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(text: &str, overrides: &[(String, String)]) -> Result<Config, AppError> {
        Config::of(text, None, overrides)
    }

    fn of(
        text: &str,
        file: Option<PathBuf>,
        overrides: &[(String, String)],
    ) -> Result<Config, AppError> {
        let (config, origins) = source::values(text, file, overrides)?;
        check::checked(config, &origins)
    }
}

/// The bot's token. Neither `Debug` nor `Display` shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Checks the form of a token: against Discord itself three parts of
    /// letters, digits, `-` and `_`, joined by dots; behind an `api_url`
    /// anything without blanks.
    ///
    /// # Errors
    /// One line that does not repeat the token.
    pub fn parse(value: Option<&str>, config: &DiscordConfig) -> Result<Token, AppError> {
        let value = value.map_or("", str::trim);
        let value = value.strip_prefix("Bot ").unwrap_or(value);
        if value.is_empty() {
            return Err(AppError::Config(format!(
                "{TOKEN_VARIABLE} is not set; it holds the bot's token"
            )));
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let parts: Vec<&str> = value.split('.').collect();
        let well_formed = if config.api_url.is_some() {
            value.chars().all(|c| c.is_ascii_graphic())
        } else {
            parts.len() == 3 && parts.iter().all(|p| !p.is_empty() && p.chars().all(plain))
        };
        if !well_formed {
            return Err(AppError::Config(format!(
                "{TOKEN_VARIABLE} does not look like a bot token (three parts joined by dots)"
            )));
        }
        Ok(Token(value.to_owned()))
    }

    /// The token itself, for the one place that sends it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

fn empty_is_none<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(d)?;
    Ok((!text.is_empty()).then_some(text))
}

fn path_or_none<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<PathBuf>, D::Error> {
    Ok(empty_is_none(d)?.map(PathBuf::from))
}

fn address_or_none<'de, D>(d: D) -> Result<Option<SocketAddr>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    address(d, "must be an address such as 127.0.0.1:4000")
}

fn listen_or_none<'de, D>(d: D) -> Result<Option<SocketAddr>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    address(d, "must be an address such as 127.0.0.1:9464")
}

fn address<'de, D>(d: D, wrong: &str) -> Result<Option<SocketAddr>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    let Some(text) = empty_is_none(d)? else {
        return Ok(None);
    };
    let refuse = |_| serde::de::Error::custom(wrong);
    text.parse().map(Some).map_err(refuse)
}

/// What is wrong with a number that no value can be.
const TOO_LARGE: &str = "the number is too large";

/// A whole number, which the environment can only give as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Number(u64),
    Text(String),
}

fn number<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
    let refuse = || serde::de::Error::custom("must be a whole number, 0 or more");
    match Number::deserialize(d).map_err(|_| refuse())? {
        Number::Number(n) => Ok(Some(n)),
        Number::Text(text) if text.is_empty() => Ok(None),
        Number::Text(text) => match text.parse() {
            Ok(n) => Ok(Some(n)),
            Err(_) if source::is_number(&text) => Err(serde::de::Error::custom(TOO_LARGE)),
            Err(_) => Err(refuse()),
        },
    }
}

fn zero_is_none<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
    Ok(number(d)?.filter(|&id| id != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../config.example.toml");

    fn error(text: &str, overrides: &[(&str, &str)]) -> String {
        let overrides: Vec<_> = overrides
            .iter()
            .map(|&(k, v)| (k.to_owned(), v.to_owned()))
            .collect();
        let error = Config::parse(text, &overrides).expect_err("refused");
        assert_eq!(error.exit_code(), 2);
        error.line()
    }

    fn parsed(text: &str, overrides: &[(&str, &str)]) -> Config {
        let overrides: Vec<_> = overrides
            .iter()
            .map(|&(k, v)| (k.to_owned(), v.to_owned()))
            .collect();
        Config::parse(text, &overrides).expect("accepted")
    }

    #[test]
    fn the_example_holds_the_defaults_and_names_every_key() {
        assert_eq!(parsed(EXAMPLE, &[]), parsed("", &[]));
        let table: toml::Table = toml::from_str(EXAMPLE).expect("toml");
        let mut named: Vec<String> = Vec::new();
        for (section, keys) in &table {
            for key in keys.as_table().expect("sections only").keys() {
                named.push(format!("{section}.{key}"));
            }
        }
        named.sort();
        let mut keys = KEYS.map(str::to_owned).to_vec();
        keys.sort();
        assert_eq!(named, keys);
        for key in KEYS {
            assert!(
                EXAMPLE.contains(&source::variable_of(key)),
                "{key} has a variable"
            );
        }
    }

    #[test]
    fn unknown_keys_and_variables_are_refused_in_one_line() {
        let text = "[discord]\napi_url = \"\"\ncolour = 1\n";
        let line = error(text, &[]);
        assert!(line.contains("line 3") && line.contains("colour"), "{line}");
        assert!(error("[web]\n", &[]).contains("web"));
        let line = error("", &[("CHAODIPI_DISCORD_URL", "x")]);
        assert!(line.contains("CHAODIPI_DISCORD_URL"), "{line}");
        // Where a token does not belong, it is told where it does.
        for text in ["token = \"x\"\n", "[discord]\ntoken = \"x\"\n"] {
            let line = error(text, &[]);
            assert!(
                line.contains(TOKEN_VARIABLE) && !line.contains('x'),
                "{line}"
            );
        }
        let line = error("", &[("CHAODIPI_DISCORD_TOKEN", "x")]);
        assert!(line.contains("read from DISCORD_TOKEN"), "{line}");
    }

    #[test]
    fn every_error_names_where_the_value_stands_and_its_key() {
        let here = Some(PathBuf::from("here.toml"));
        for (text, line, key) in [
            ("[database]\npath = 5\n", 2, "database.path"),
            ("\n[log]\nformat = \"xml\"\n", 3, "log.format"),
            ("[log]\n\nfilter = \"a=b=c\"\n", 3, "log.filter"),
            ("discord.dev_guild = -1\n", 1, "discord.dev_guild"),
            (
                "[discord]\ndev_guild = 99999999999999999999\n",
                2,
                "discord.dev_guild",
            ),
            (
                "discord.dev_guild = 9223372036854775808\n",
                1,
                "discord.dev_guild",
            ),
            ("[discord]\n dev_guild = 1.5\n", 2, "discord.dev_guild"),
            ("[metrics]\nlisten = \"9464\"\n", 2, "metrics.listen"),
            (
                "[discord]\napi_url = \"http://example.com\"\n",
                2,
                "discord.api_url",
            ),
            ("[discord]\nsandbox_seed = 1\n", 2, "discord.sandbox_seed"),
            (
                "[discord]\nsandbox_cards = \"c\"\n",
                2,
                "discord.sandbox_cards",
            ),
            ("[database]\npath = \"\"\n", 2, "database.path"),
        ] {
            let error = Config::of(text, here.clone(), &[]).expect_err("refused");
            let said = error.line();
            let place = format!("configuration: here.toml, line {line}: {key}: ");
            assert!(said.starts_with(&place), "{said}");
        }
        let broken = Config::of("[log\n", here, &[]).expect_err("refused").line();
        assert!(
            broken.starts_with("configuration: here.toml, line 1: "),
            "{broken}"
        );
        let large = "99999999999999999999";
        for said in [
            error(&format!("[discord]\ndev_guild = {large} # ours\n"), &[]),
            error("", &[("CHAODIPI_DISCORD_DEV_GUILD", large)]),
        ] {
            assert!(
                said.ends_with("discord.dev_guild: the number is too large"),
                "{said}"
            );
        }
        for (variable, value) in [
            ("CHAODIPI_DISCORD_API_URL", "http://127.0.0.1:0"),
            ("CHAODIPI_DISCORD_DEV_GUILD", "many"),
            ("CHAODIPI_DISCORD_DEV_GUILD", "99999999999999999999"),
            ("CHAODIPI_DISCORD_SANDBOX_CLOCK", "4000"),
            ("CHAODIPI_DISCORD_SANDBOX_SEED", "-1"),
            ("CHAODIPI_DISCORD_SANDBOX_CARDS", "cards.txt"),
            ("CHAODIPI_DATABASE_PATH", "file:x.db?mode=memory"),
            ("CHAODIPI_METRICS_LISTEN", "0.0.0.0:1"),
            ("CHAODIPI_LOG_FILTER", "chaodipi=loud"),
            ("CHAODIPI_LOG_FORMAT", "xml"),
        ] {
            let key = KEYS
                .into_iter()
                .find(|k| source::variable_of(k) == variable);
            let place = format!("configuration: {variable}: {}: ", key.expect("a key"));
            let said = error("", &[(variable, value)]);
            assert!(said.starts_with(&place), "{said}");
        }
    }

    #[test]
    fn the_database_is_a_file_on_the_disk() {
        for wrong in ["", ":memory:", "file:x.db", "file::memory:?cache=shared"] {
            let said = error("", &[("CHAODIPI_DATABASE_PATH", wrong)]);
            assert!(said.contains("database.path"), "{said}");
        }
    }

    #[test]
    fn the_environment_stands_above_the_file() {
        let config = parsed(
            "[database]\npath = \"a.db\"\n[discord]\ndev_guild = 7\n",
            &[
                ("CHAODIPI_DATABASE_PATH", "b.db"),
                ("CHAODIPI_DISCORD_DEV_GUILD", "0"),
                ("CHAODIPI_LOG_FORMAT", "json"),
            ],
        );
        assert_eq!(config.database.path, PathBuf::from("b.db"));
        assert_eq!(config.discord.dev_guild, None);
        assert_eq!(config.log.format, LogFormat::Json);
    }

    #[test]
    fn plain_http_stays_on_loopback() {
        for url in [
            "http://127.0.0.1:8080/",
            "http://[::1]:8080",
            "http://localhost",
            "https://proxy.example",
        ] {
            let config = parsed("", &[("CHAODIPI_DISCORD_API_URL", url)]);
            let expected = url.trim_end_matches('/');
            assert_eq!(config.discord.api_url.as_deref(), Some(expected));
        }
        for url in [
            "http://example.com",
            "http://127.0.0.1.example.com",
            "http://127.0.0.1@example.com",
            "ftp://127.0.0.1",
            "127.0.0.1",
            "http://",
            "https://example.com:99999",
            "https://example.com:x",
            "https://example.com:",
            "https://example.com:0",
            "https://example.com:1:2",
            "http://[::1",
            "http://[::1]1",
            "https://example.com/api/v10",
            "https://example.com?x",
            "https://exa mple.com",
        ] {
            error("", &[("CHAODIPI_DISCORD_API_URL", url)]);
        }
    }

    #[test]
    fn the_sandbox_stays_on_loopback() {
        let clock = ("CHAODIPI_DISCORD_SANDBOX_CLOCK", "127.0.0.1:4000");
        let seed = ("CHAODIPI_DISCORD_SANDBOX_SEED", "1");
        let url = ("CHAODIPI_DISCORD_API_URL", "http://127.0.0.1:4001");
        error("", &[clock]);
        error(
            "",
            &[clock, ("CHAODIPI_DISCORD_API_URL", "https://example.com")],
        );
        error("", &[url, seed]);
        error(
            "",
            &[url, ("CHAODIPI_DISCORD_SANDBOX_CLOCK", "192.0.2.1:1")],
        );
        let cards = ("CHAODIPI_DISCORD_SANDBOX_CARDS", "cards.txt");
        error("", &[url, clock, cards]);
        error("", &[url, cards]);
        error("", &[cards]);
        let config = parsed("", &[url, clock, seed, cards]);
        assert_eq!(config.discord.sandbox_seed, Some(1));
        let file = config.discord.sandbox_cards.as_deref();
        assert_eq!(file, Some(Path::new("cards.txt")));
    }

    #[test]
    fn at_least_one_core_may_think() {
        let cores = |value| ("CHAODIPI_THINKING_CORES", value);
        assert_eq!(parsed("", &[]).thinking.cores, 1);
        assert_eq!(parsed("", &[cores("3")]).thinking.cores, 3);
        let file = parsed("[thinking]\ncores = 256\n", &[]);
        assert_eq!(file.thinking.cores, 256);
        for wrong in ["0", "257", "-1", "all", ""] {
            let line = error("", &[cores(wrong)]);
            assert!(
                line.contains("thinking.cores") && line.contains("1 to 256"),
                "{line}"
            );
        }
        let line = error("[thinking]\ncores = 0\n", &[]);
        assert!(
            line.contains("line 2") && line.contains("1 to 256"),
            "{line}"
        );
    }

    #[test]
    fn thinking_takes_no_longer_than_a_computer_player_waits() {
        let budget = |value| ("CHAODIPI_THINKING_BUDGET", value);
        assert_eq!(parsed("", &[]).thinking.budget, 500);
        assert_eq!(parsed("", &[budget("100")]).thinking.budget, 100);
        let file = parsed("[thinking]\nbudget = 1000\n", &[]);
        assert_eq!(file.thinking.budget, 1000);
        for wrong in ["99", "1001", "0.5", ""] {
            let line = error("", &[budget(wrong)]);
            assert!(
                line.contains("thinking.budget") && line.contains("100 to 1000"),
                "{line}"
            );
        }
    }

    #[test]
    fn metrics_stay_on_loopback() {
        let listen = |address| ("CHAODIPI_METRICS_LISTEN", address);
        let config = parsed("", &[listen("127.0.0.1:9464")]);
        let address = config.metrics.listen.map(|a| a.to_string());
        assert_eq!(address.as_deref(), Some("127.0.0.1:9464"));
        assert_eq!(parsed("", &[listen("")]).metrics.listen, None);
        for wrong in ["0.0.0.0:9464", "[::]:1", "9464", "localhost:1"] {
            let line = error("", &[listen(wrong)]);
            assert!(line.contains("metrics.listen"), "{line}");
        }
    }

    #[test]
    fn a_token_has_three_parts_and_is_never_shown() {
        let discord = DiscordConfig::default();
        let token = Token::parse(Some("Bot abc.de-f.g_h"), &discord).expect("well formed");
        assert_eq!(token.reveal(), "abc.de-f.g_h");
        assert!(!format!("{token:?}").contains("abc"));
        for bad in [None, Some(""), Some("abc"), Some("a.b."), Some("a.b c.d")] {
            let error = Token::parse(bad, &discord).expect_err("refused");
            assert_eq!(error.exit_code(), 2);
            assert!(!error.line().contains("b c"));
        }
        let sandbox = DiscordConfig {
            api_url: Some("http://127.0.0.1:1".to_owned()),
            ..DiscordConfig::default()
        };
        assert!(Token::parse(Some("sandbox"), &sandbox).is_ok());
    }
}
