//! `chaodipi check`: whether the bot could start and play, a line for each thing
//! it needs. Changes nothing and may run beside the bot.

use std::io::{self, Write};
use std::path::Path;

use serenity::http::Http;

use crate::config::{Config, TOKEN_VARIABLE, Token};
use crate::discord::connect;
use crate::discord::permissions;
use crate::error::AppError;
use crate::i18n::Lang;
use crate::store;

/// What a look at one thing came to: what is so, or what is wrong with it.
type Found = Result<String, Wrong>;

/// What is wrong, and the exit code for it.
struct Wrong {
    why: String,
    code: u8,
}

impl From<String> for Wrong {
    fn from(why: String) -> Wrong {
        Wrong { why, code: 1 }
    }
}

impl From<AppError> for Wrong {
    /// The line that names its subject tells the error without it.
    fn from(error: AppError) -> Wrong {
        let code = error.exit_code();
        let why = if let AppError::Config(why) = error {
            why
        } else {
            error.line()
        };
        Wrong { why, code }
    }
}

/// So many servers are asked for.
const SERVERS: u64 = 200;

/// Looks at configuration, token, permissions and database, and writes a line
/// for each. The exit code: 0 where all is well; 2 where `run` would end with it;
/// else 1.
///
/// # Errors
/// `out` cannot be written.
pub async fn run(
    file: Option<&Path>,
    environment: Vec<(String, String)>,
    token: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let config = match Config::load(file, environment) {
        Ok(config) => config,
        Err(error) => {
            let wrong = Wrong::from(error);
            let code = wrong.code;
            line(out, "configuration", &Err(wrong))?;
            for what in ["token", "permissions", "database"] {
                let unseen = "not looked at, because the configuration cannot be used";
                line(out, what, &Err(unseen.to_owned().into()))?;
            }
            return Ok(code);
        }
    };
    let read = match file {
        Some(file) => file.display().to_string(),
        None => "the defaults, config.toml and the environment".to_owned(),
    };
    line(out, "configuration", &Ok(format!("read from {read}")))?;
    let (called, allowed) = discord(&config, token).await;
    line(out, "token", &called)?;
    line(out, "permissions", &allowed)?;
    let database = database(&config.database.path).await;
    line(out, "database", &database)?;
    let codes = [called, allowed, database].map(|found| found.err().map_or(0, |w| w.code));
    Ok(codes.into_iter().max().unwrap_or(0))
}

fn line(out: &mut dyn Write, what: &str, found: &Found) -> io::Result<()> {
    match found {
        Ok(text) => writeln!(out, "{what}: ok, {text}"),
        Err(wrong) => {
            let text: Vec<&str> = wrong.why.split_whitespace().collect();
            writeln!(out, "{what}: FAILED, {}", text.join(" "))
        }
    }
}

/// Token and permissions: both are asked of Discord.
async fn discord(config: &Config, token: Option<&str>) -> (Found, Found) {
    let unasked = || {
        Err("not asked for, because the token is not good"
            .to_owned()
            .into())
    };
    let token = match Token::parse(token, &config.discord) {
        Ok(token) => token,
        Err(error) => return (Err(error.into()), unasked()),
    };
    let http = connect::http(token.reveal(), config.discord.api_url.as_deref());
    let http = match http {
        Ok(http) => http,
        Err(error) => return (Err(error.to_string().into()), unasked()),
    };
    match http.get_current_user().await {
        Ok(user) => (
            Ok(format!("{TOKEN_VARIABLE} is that of {:?}", user.name)),
            servers(&http).await,
        ),
        Err(error) => (Err(refused(&error).into()), unasked()),
    }
}

/// What Discord refuses, without what serenity puts into its texts.
fn refused(error: &serenity::Error) -> String {
    connect::explain(crate::discord::failure::SendError::sort(error)).to_string()
}

/// The permissions of the bot's roles in each server; those that a channel
/// takes away are told by `/server permissions` there.
async fn servers(http: &Http) -> Found {
    let servers = http.get_guilds(None, Some(SERVERS)).await;
    let servers = servers.map_err(|error| refused(&error))?;
    let mut wrong = Vec::new();
    for server in &servers {
        let missing = permissions::lacking(server.permissions.bits());
        if !missing.is_empty() {
            let names = permissions::named(Lang::En, &missing);
            wrong.push(format!(
                "server {} ({:?}) lacks {names}",
                server.id, server.name
            ));
        }
    }
    match (servers.len(), wrong.is_empty()) {
        (0, _) => Err("the bot is in no server; invite it (see the README)"
            .to_owned()
            .into()),
        (count, true) => Ok(format!("all that is needed in {count} server(s)")),
        (_, false) => Err(wrong.join("; ").into()),
    }
}

async fn database(path: &Path) -> Found {
    if !path.exists() {
        return match path.parent().filter(|p| !p.as_os_str().is_empty()) {
            Some(folder) if !folder.is_dir() => {
                Err(format!("the folder {} is not there", folder.display()).into())
            }
            Some(_) | None => Ok(format!("{} will be created at the start", path.display())),
        };
    }
    let seen = store::inspect(path).await?;
    if let Some(mode) = open_to_others(path) {
        return Err(format!(
            "{} can be read by others (mode {mode:o}); it holds the cards of running deals: chmod 600",
            path.display()
        )
        .into());
    }
    let used = if seen.in_use {
        "in use by a running bot"
    } else {
        "not in use"
    };
    Ok(format!(
        "{} is sound, {} open table(s), schema {}, {used}",
        path.display(),
        seen.tables,
        seen.schema
    ))
}

/// The mode of a file that others may read or write.
#[cfg(unix)]
fn open_to_others(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> Option<u32> {
    None
}
