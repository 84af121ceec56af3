//! How Discord is reached: the HTTP client, and a gateway client that goes
//! where it was told and nowhere else.

use std::net::IpAddr;
use std::sync::Arc;

use serenity::client::{Client, ClientBuilder, EventHandler};
use serenity::http::{Http, HttpBuilder};
use serenity::model::gateway::{BotGateway, GatewayIntents};

use crate::discord::failure::SendError;

/// The only intent asked for: it tells of channels, threads and servers that
/// go away. Interactions come without any (P26).
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS;

/// Why Discord cannot be reached; one line for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The token is refused, or has characters no token has.
    #[error("DISCORD_TOKEN is not valid: Discord refuses it")]
    Token,
    /// `discord.api_url` is no base address, or plain http to another machine.
    #[error(
        "discord.api_url {0:?} is not usable: it must be https, or http on a loopback address, without a path"
    )]
    Address(String),
    /// The API does not answer, or not as expected.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
}

/// The HTTP client. With `api_url` (a base without `/api/v10`) every call
/// goes there: serenity ignores a proxy while its own limiter is on and would
/// send the token to Discord instead, so both are set here and nowhere else.
///
/// # Errors
/// The token cannot be sent in a header, or the address is refused.
pub fn http(token: &str, api_url: Option<&str>) -> Result<Http, ConnectError> {
    let token = token.trim();
    if token.is_empty() || !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(ConnectError::Token);
    }
    let builder = HttpBuilder::new(token);
    Ok(match api_url {
        None | Some("") => builder.build(),
        Some(base) => {
            check_base(base)?;
            builder
                .proxy(base.trim_end_matches('/'))
                .ratelimiter_disabled(true)
                .build()
        }
    })
}

/// Whether the address of an API may be used: a token is never sent in plain
/// text to another machine.
fn check_base(base: &str) -> Result<(), ConnectError> {
    let refused = || ConnectError::Address(base.to_owned());
    let (plain, rest) = match base.split_once("://") {
        Some(("https", rest)) => (false, rest),
        Some(("http", rest)) => (true, rest),
        Some(_) | None => return Err(refused()),
    };
    let authority = rest.strip_suffix('/').unwrap_or(rest);
    if authority.is_empty() || authority.contains(['/', '?', '#', '@']) {
        return Err(refused());
    }
    if plain && !is_loopback(authority) {
        return Err(refused());
    }
    Ok(())
}

fn is_loopback(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => authority.split(':').next().unwrap_or(authority),
    };
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// What a refusal at the start means for the operator.
#[must_use]
pub fn explain(error: SendError) -> ConnectError {
    if error == SendError::Unauthorized {
        ConnectError::Token
    } else {
        ConnectError::Unreachable(error.to_string())
    }
}

/// A gateway client that connects to the address in `gateway`, whatever
/// serenity makes of its own question for it: when that one fails, serenity
/// takes Discord's address, which must never see the token of another API.
///
/// # Errors
/// serenity cannot set up its client.
pub async fn client<H: EventHandler + 'static>(
    http: Http,
    gateway: &BotGateway,
    handler: Arc<H>,
) -> Result<Client, ConnectError> {
    let client = ClientBuilder::new_with_http(http, INTENTS)
        .event_handler_arc(handler)
        .await
        .map_err(|error| explain(SendError::sort(&error)))?;
    // Nothing connects before `start`, and every shard reads this cell.
    gateway.url.clone_into(&mut *client.ws_url.lock().await);
    Ok(client)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxy_and_limiter_go_together() {
        let own = http("token.of.test", None).expect("a good token");
        assert!(own.proxy.is_none() && own.ratelimiter.is_some());
        let other = http("token.of.test", Some("http://127.0.0.1:9/")).expect("loopback");
        assert_eq!(other.proxy.as_deref(), Some("http://127.0.0.1:9"));
        assert!(other.ratelimiter.is_none());
    }

    #[test]
    fn no_privileged_intent_is_asked_for() {
        assert!(!INTENTS.intersects(GatewayIntents::privileged()));
    }

    #[test]
    fn only_safe_addresses_are_taken() {
        for good in [
            "http://127.0.0.1:8080",
            "http://[::1]:8080/",
            "http://localhost:1",
            "https://proxy.example",
        ] {
            assert_eq!(check_base(good), Ok(()), "{good}");
        }
        for bad in [
            "http://proxy.example",
            "http://127.0.0.1.example:80",
            "https://proxy.example/api/v10",
            "https://user@proxy.example",
            "ftp://127.0.0.1",
            "127.0.0.1:80",
            "http://",
        ] {
            assert!(check_base(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_must_fit_into_a_header() {
        for bad in ["", "  ", "two words", "带中文"] {
            assert_eq!(http(bad, None).err(), Some(ConnectError::Token), "{bad}");
        }
    }
}
