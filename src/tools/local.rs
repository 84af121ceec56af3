//! Local play: the stand-in for Discord with its page, and the real bot, in one process.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;

use serde_json::Value;

use super::files::local_database;
use crate::config::{Config, DatabaseConfig, DiscordConfig, Token};
use crate::error::AppError;
use crate::sandbox::web::{Door, Served, language};
use crate::sandbox::{
    BOT_PERMISSIONS, ClockMode, Outcome, Sandbox, SandboxOptions, UserId, UserSpec,
};
use crate::shutdown;

/// Where the page is at first, unless somebody else is there.
const PORT: u16 = 4242;
/// Where the bot finds the stand-in is nobody's business, so it takes any free port.
const ANY_PORT: u16 = 0;
/// So long is waited for the bot's commands before the first table is opened.
const COMMANDS: Duration = Duration::from_secs(20);
/// So long is waited for the message of the first table.
const POSTED: Duration = Duration::from_secs(5);
/// How many may be told apart by name.
const NAMES: [&str; 8] = ["Ann", "小明", "Ben", "美玲", "Cleo", "阿强", "Dan", "小芳"];

/// How many times as fast time runs under `--fast`.
const SPEED: u32 = 100;
/// How far it runs at once.
const STEP: Duration = Duration::from_secs(1);

/// How local play is set up.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct LocalArgs {
    /// The page's port [default: that of the last time, else 4242, else a free one].
    #[arg(long)]
    port: Option<u16>,
    /// How many people you can be, 1 to 16 [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    players: Option<u8>,
    /// The language of everybody and of the first table: en, zh-CN or zh-TW [default: that of each browser].
    #[arg(long, value_name = "LANGUAGE", value_parser = spoken)]
    language: Option<&'static str>,
    /// How fast one must play at the first table: none, relaxed or preset (the ruleset's own) [default: none].
    #[arg(long, value_parser = ["none", "relaxed", "preset"])]
    clock: Option<String>,
    /// Let people in from other machines at this address; each gets a link of their own.
    #[arg(long, value_name = "ADDRESS[:PORT]", value_parser = bind_address)]
    bind: Option<SocketAddr>,
    /// Let time run a hundred times as fast. For measuring.
    #[arg(long, hide = true)]
    fast: bool,
}

/// The Discord locale of a language that can be played in.
fn spoken(text: &str) -> Result<&'static str, String> {
    match text.to_lowercase().as_str() {
        "en" => Ok("en-US"),
        "zh-cn" => Ok("zh-CN"),
        "zh-tw" => Ok("zh-TW"),
        _ => Err("the languages are en, zh-CN and zh-TW".to_owned()),
    }
}

fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.parse::<SocketAddr>();
    let without = || text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, 0));
    with_port
        .or_else(|_| without())
        .map_err(|_| "an address such as 192.0.2.7 or 192.0.2.7:4243".to_owned())
}

/// Plays until the operating system asks to end. `table` are options of `/table new` for the table in the first channel.
///
/// # Errors
/// What keeps the stand-in, the page or the bot from starting, or the bot from going on.
pub async fn run(
    args: &LocalArgs,
    table: &[(&str, Value)],
    seed: Option<u64>,
    config: &Config,
) -> Result<(), AppError> {
    let (database, kept) = files(&config.database.path);
    let mut options = options(args.players.unwrap_or(4), args.language);
    options.keep = Some(kept.clone());
    if args.fast {
        options.clock = ClockMode::Manual(SandboxOptions::START);
    }
    let sandbox = Sandbox::start(options).await.map_err(|e| {
        if e.kind() == io::ErrorKind::ResourceBusy {
            already_played(&kept)
        } else {
            failed("the stand-in", e)
        }
    })?;
    let page = serve(&sandbox, args.port).await?;
    let told = address_file(&kept);
    if let Err(error) = std::fs::write(&told, format!("http://{}/\n", page.addr())) {
        tracing::warn!(%error, "who starts the program again is not told the address");
    }
    let guests = match args.bind {
        Some(addr) => Some(serve_guests(&sandbox, addr).await?),
        None => None,
    };
    let bot = Config {
        discord: DiscordConfig {
            api_url: Some(sandbox.api_url()),
            sandbox_clock: args.fast.then(|| sandbox.clock_addr()),
            sandbox_seed: seed,
            ..DiscordConfig::default()
        },
        database: DatabaseConfig { path: database },
        thinking: config.thinking.clone(),
        metrics: config.metrics.clone(),
        log: config.log.clone(),
    };
    let token = Token::parse(Some(&sandbox.token()), &bot.discord)?;
    let (stopper, shutdown) = shutdown::channel();
    let mut running = pin!(crate::run_until(bot, token, shutdown));
    let first = sandbox.is_new();
    let play = async {
        ready(&sandbox).await;
        if let Some(locale) = args.language {
            for person in sandbox.people() {
                sandbox.set_locale(person.id, locale).await;
            }
        }
        tell(&sandbox, &page, guests.as_ref()).map_err(|e| failed("standard output", e))?;
        if first && args.language.is_none() {
            let visitor = visitor(&page, guests.as_ref()).await;
            for person in sandbox.people() {
                let locale = language::asked(&visitor);
                sandbox.offer_locale(person.id, locale).await;
            }
        }
        if first {
            stay_in_channels(&sandbox).await;
        }
        if first || !table.is_empty() || args.clock.is_some() {
            let clock = args.clock.as_deref().unwrap_or("none");
            open_table(&sandbox, table, clock).await?;
        }
        if args.fast {
            rush(&sandbox).await;
        }
        std::future::pending().await
    };
    let played = tokio::select! {
        ended = &mut running => return ended,
        failed = play => failed,
        () = shutdown::signal() => Ok(()),
    };
    stopper.stop();
    running.await?;
    // Who could not write it has been told so.
    let _ = std::fs::remove_file(&told);
    played
}

/// Where the address of the page stands while it is served: the files with all else are locked.
fn address_file(kept: &Path) -> PathBuf {
    kept.with_extension("address")
}

/// Why there is no second page for the same files, and where the first one is.
fn already_played(kept: &Path) -> AppError {
    let at = std::fs::read_to_string(address_file(kept)).unwrap_or_default();
    let at = at.trim();
    if !at.starts_with("http://") || at.len() > 100 {
        return AppError::SecondProcess(kept.to_owned());
    }
    AppError::Usage(format!(
        "it is running already: open {at} (another process is using {}; only one may)",
        kept.display()
    ))
}

fn failed(what: &str, source: io::Error) -> AppError {
    AppError::Io {
        what: what.to_owned(),
        source,
    }
}

/// The bot's database and the stand-in's file beside it.
fn files(database: &Path) -> (PathBuf, PathBuf) {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy();
    let kept = database.with_file_name(format!("{stem}-local-discord.db"));
    (local_database(database), kept)
}

fn options(players: u8, locale: Option<&'static str>) -> SandboxOptions {
    let locale = locale.unwrap_or_else(language::of_system);
    let users: Vec<UserSpec> = (1..=u64::from(players))
        .map(|id| {
            let name = usize::try_from(id - 1).ok().and_then(|n| NAMES.get(n));
            let name = name.map_or_else(|| format!("Player {id}"), |n| (*n).to_owned());
            UserSpec::new(id, &name).locale(locale).following_browser()
        })
        .collect();
    let mut options = SandboxOptions::with_users(&[]);
    options.clock = ClockMode::Real;
    options.port = ANY_PORT;
    for guild in &mut options.guilds {
        guild.members = users.iter().map(|user| user.id).collect();
        guild.managers = users.iter().map(|user| user.id).take(1).collect();
        guild.permissions = BOT_PERMISSIONS;
    }
    options.users = users;
    options
}

/// Waits for whoever opens either page first; the languages their browser asks for.
async fn visitor(page: &Served, guests: Option<&Served>) -> String {
    match guests {
        None => page.first_visitor().await,
        Some(guests) => tokio::select! {
            visitor = page.first_visitor() => visitor,
            visitor = guests.first_visitor() => visitor,
        },
    }
}

/// Serves the page on loopback: on the port asked for; else on that of the last time, the usual one, or any.
async fn serve(sandbox: &Sandbox, port: Option<u16>) -> Result<Served, AppError> {
    let ports = match port {
        Some(port) => vec![port],
        None => {
            let last = sandbox.last_port(Door::Open).await;
            last.into_iter().chain([PORT, ANY_PORT]).collect()
        }
    };
    let at = ports.iter().map(|&port| (Ipv4Addr::LOCALHOST, port).into());
    serve_first(sandbox, Door::Open, at.collect())
        .await
        .map_err(|(addr, error)| not_served(addr, error, "--port (0: any that is free)"))
}

/// Serves the page for other machines: where no port is named on that of the last time, or on any.
async fn serve_guests(sandbox: &Sandbox, addr: SocketAddr) -> Result<Served, AppError> {
    let last = sandbox.last_port(Door::Keyed).await;
    let last = last.filter(|_| addr.port() == ANY_PORT);
    let last = last.map(|port| SocketAddr::new(addr.ip(), port));
    let at = last.into_iter().chain([addr]).collect();
    serve_first(sandbox, Door::Keyed, at)
        .await
        .map_err(|(addr, error)| not_served(addr, error, "--bind ADDRESS:PORT"))
}

/// Why there is no page, and what to do about it.
fn not_served(addr: SocketAddr, error: io::Error, option: &str) -> AppError {
    let kind = error.kind();
    if kind == io::ErrorKind::AddrInUse {
        let port = addr.port();
        AppError::Usage(format!(
            "port {port} is taken by another program; name another one with {option}"
        ))
    } else if kind == io::ErrorKind::PermissionDenied {
        let port = addr.port();
        AppError::Usage(format!(
            "port {port} is not for everybody; name one from 1024 on with {option}"
        ))
    } else if kind == io::ErrorKind::AddrNotAvailable {
        AppError::Usage(format!(
            "this machine has no address {}; 0.0.0.0 stands for all it has",
            addr.ip()
        ))
    } else {
        failed(&format!("the page at {addr}"), error)
    }
}

/// Serves the page at the first of these addresses that nobody else has, and remembers its port; else the last and why.
async fn serve_first(
    sandbox: &Sandbox,
    door: Door,
    at: Vec<SocketAddr>,
) -> Result<Served, (SocketAddr, io::Error)> {
    let mut taken = None;
    for addr in at {
        match sandbox.serve_page(addr, door).await {
            Ok(served) => {
                if let Err(error) = sandbox.keep_port(door, served.addr().port()).await {
                    tracing::warn!(%error, "the page may be elsewhere the next time");
                }
                return Ok(served);
            }
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = Some((addr, error)),
            Err(error) => return Err((addr, error)),
        }
    }
    let nowhere = || {
        (
            SocketAddr::from((Ipv4Addr::LOCALHOST, ANY_PORT)),
            io::ErrorKind::InvalidInput.into(),
        )
    };
    Err(taken.unwrap_or_else(nowhere))
}

/// Returns when the bot is connected and has registered its commands, or has had the time for it.
async fn ready(sandbox: &Sandbox) {
    let ready = || sandbox.connected() > 0 && !sandbox.commands(None).is_empty();
    // A bot that is late is no reason to keep the page from anybody.
    let _ = tokio::time::timeout(COMMANDS, sandbox.until(ready)).await;
}

/// One line with the address and how to go live; with other machines let in, one more for each person.
fn tell(sandbox: &Sandbox, page: &Served, guests: Option<&Served>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Playing on this machine: http://{}/ (to play on Discord, set DISCORD_TOKEN: see the README)",
        page.addr()
    )?;
    let Some(guests) = guests else {
        return out.flush();
    };
    let people = sandbox.people();
    for (user, key) in sandbox.keys() {
        let name = people.iter().find(|p| p.id == user);
        let name = name.map_or("", |p| p.name.as_str());
        writeln!(out, "{name}: http://{}/p/{key}", guests.addr())?;
    }
    out.flush()
}

/// New tables stay in their channels, where they are looked at, though threads may be opened. Managers can change that.
async fn stay_in_channels(sandbox: &Sandbox) {
    let (path, off) = (["server", "set"], [("threads", Value::from("off"))]);
    let said = sandbox.slash(UserId(1), SandboxOptions::CHANNEL, &path, &off);
    match said.await {
        Ok(outcome) => put_away(sandbox, &outcome).await,
        Err(why) => tracing::warn!(%why, "new tables will be in threads"),
    }
}

/// Nobody asked for that answer.
async fn put_away(sandbox: &Sandbox, outcome: &Outcome) {
    if let Some(answer) = outcome.message() {
        sandbox.dismiss(UserId(1), answer.id).await;
    }
}

/// The first person opens a table in the first channel, in the language of their client.
async fn open_table(
    sandbox: &Sandbox,
    options: &[(&str, Value)],
    clock: &str,
) -> Result<(), AppError> {
    let (channel, path) = (SandboxOptions::CHANNEL, ["table", "new"]);
    let mut given = options.to_vec();
    given.push(("clock", Value::from(clock)));
    match sandbox.slash(UserId(1), channel, &path, &given).await {
        Ok(outcome) => {
            // The table's own message says more than that it was opened; a refusal stays.
            let opened = || !sandbox.channel(SandboxOptions::CHANNEL).is_empty();
            let opened = tokio::time::timeout(POSTED, sandbox.until(opened)).await;
            if opened.is_ok() {
                put_away(sandbox, &outcome).await;
            }
            Ok(())
        }
        Err(why) if !options.is_empty() => Err(AppError::Usage(format!(
            "no such table can be opened: {why}; `/table new` on the page shows what there is"
        ))),
        Err(why) => {
            tracing::warn!(%why, "no table could be opened");
            Ok(())
        }
    }
}

/// Lets time run [`SPEED`] times as fast while nothing is left to do; faster, and a table that waits
/// for somebody to sit down would be closed before anybody could.
async fn rush(sandbox: &Sandbox) {
    loop {
        let timer = sandbox.next_timer().await.unwrap_or_else(|stuck| {
            tracing::warn!(%stuck, "the bot did not come to rest");
            None
        });
        tokio::time::sleep(STEP / SPEED).await;
        if let Some(next) = timer {
            sandbox.advance_to(next.min(sandbox.now() + STEP));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_play_has_files_of_its_own() {
        let (bot, kept) = files(Path::new("/data/chaodipi.db"));
        assert_eq!(bot, Path::new("/data/chaodipi-local.db"));
        assert_eq!(kept, Path::new("/data/chaodipi-local-discord.db"));
    }

    #[test]
    fn a_language_is_named_as_people_write_it() {
        assert_eq!(spoken("zh-tw"), Ok("zh-TW"));
        assert!(spoken("fr").is_err());
    }

    #[test]
    fn an_address_to_bind_may_leave_the_port_open() {
        let with = bind_address("192.0.2.7:80").map(|a| a.to_string());
        assert_eq!(with.as_deref(), Ok("192.0.2.7:80"));
        let without = bind_address("0.0.0.0").map(|a| a.port());
        assert_eq!(without, Ok(0));
        assert!(bind_address("here").is_err());
    }
}
