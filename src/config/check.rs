//! What values must be besides being well formed.

use std::net::IpAddr;

use tracing_subscriber::EnvFilter;

use super::Config;
use super::source::Origins;
use crate::error::AppError;

/// The configuration, if all of it can be used.
pub(super) fn checked(mut config: Config, origins: &Origins<'_>) -> Result<Config, AppError> {
    let wrong = |key, why: &str| Err(origins.wrong(key, why));
    let discord = &mut config.discord;
    let mut loopback = false;
    if let Some(url) = &mut discord.api_url {
        while url.ends_with('/') {
            url.pop();
        }
        loopback = check_url(url).map_err(|why| origins.wrong("discord.api_url", why))?;
    }
    match discord.sandbox_clock {
        Some(_) if !loopback => {
            return wrong(
                "discord.sandbox_clock",
                "it needs a discord.api_url on loopback",
            );
        }
        Some(clock) if !clock.ip().is_loopback() => {
            return wrong("discord.sandbox_clock", "must be an address on loopback");
        }
        None if discord.sandbox_seed.is_some() => {
            return wrong(
                "discord.sandbox_seed",
                "it needs discord.sandbox_clock: real cards are never fixed",
            );
        }
        Some(_) | None => {}
    }
    if discord.sandbox_cards.is_some() && discord.sandbox_seed.is_none() {
        return wrong(
            "discord.sandbox_cards",
            "it needs discord.sandbox_seed: real cards are never fixed",
        );
    }
    if config.metrics.listen.is_some_and(|a| !a.ip().is_loopback()) {
        return wrong(
            "metrics.listen",
            "must be an address on loopback: the pages are for this machine",
        );
    }
    let path = config.database.path.to_string_lossy();
    if path.is_empty() {
        return wrong("database.path", "it is empty");
    }
    // What SQLite would take for an address: several connections would each
    // see a database of their own, or none.
    if path == ":memory:" || path.starts_with("file:") {
        return wrong("database.path", "must be the path of a file on the disk");
    }
    if let Err(why) = EnvFilter::try_new(&config.log.filter) {
        return wrong("log.filter", &why.to_string());
    }
    Ok(config)
}

/// Whether the URL is on loopback; why it cannot be used at all.
fn check_url(url: &str) -> Result<bool, &'static str> {
    const SCHEME: &str = "must begin with https:// (or http:// on loopback)";
    let (scheme, authority) = url.split_once("://").ok_or(SCHEME)?;
    if authority.contains('@') {
        return Err("must not hold a user name");
    }
    if authority.contains(['/', '?', '#']) {
        return Err("must be a base address, without a path");
    }
    if !authority.chars().all(|c| c.is_ascii_graphic()) {
        return Err("holds a character that no address has");
    }
    let (host, port) = host_and_port(authority).ok_or("names no host")?;
    if port.is_some_and(|port| !port.parse::<u16>().is_ok_and(|port| port > 0)) {
        return Err("has a port that is none: a whole number from 1 to 65535");
    }
    let loopback = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    match scheme {
        "https" => Ok(loopback),
        "http" if loopback => Ok(true),
        "http" => Err("may use plain http on loopback only"),
        _ => Err(SCHEME),
    }
}

/// The host, and what stands where the port would.
fn host_and_port(authority: &str) -> Option<(&str, Option<&str>)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            match after {
                "" => (host, None),
                _ => (host, Some(after.strip_prefix(':')?)),
            }
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    (!host.is_empty()).then_some((host, port))
}
