//! Which request does what: from method and path to a change of the model and an answer.

mod account;
mod callbacks;
mod channels;
mod commands;
mod compose;
mod guilds;
mod messages;
mod webhooks;

use std::collections::HashMap;

use serde_json::Value;

use super::limits::{Standing, Window};
use super::model::{File, World};
use super::options::Bucket;
use super::refusal::Refusal;

/// A request, taken apart.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path behind `/api/v10`, without leading slash.
    pub(crate) path: String,
    pub(crate) query: HashMap<String, String>,
    pub(crate) body: Value,
    pub(crate) files: Vec<File>,
    /// Whether the bot's token was sent and right.
    pub(crate) authorized: bool,
}

impl Request {
    /// A number in the query.
    fn number(&self, name: &str) -> Option<u64> {
        self.query.get(name).and_then(|text| text.parse().ok())
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Null means no body.
    pub(crate) body: Value,
    pub(crate) standing: Option<Standing>,
}

impl Reply {
    fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body,
            standing: None,
        }
    }

    fn empty() -> Self {
        Self {
            status: 204,
            body: Value::Null,
            standing: None,
        }
    }

    fn standing(mut self, standing: Option<Standing>) -> Self {
        self.standing = standing;
        self
    }
}

type Answer = Result<Reply, Refusal>;

/// Does what a request asks.
pub(crate) fn dispatch(world: &mut World, request: &Request) -> Answer {
    let parts: Vec<&str> = request
        .path
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    if let ["interactions", id, token, "callback"] = parts[..] {
        return match request.method.as_str() {
            "POST" => callbacks::answer(world, request, parse(id)?, token),
            _ => Err(unknown_route()),
        };
    }
    if let ["webhooks", app, token, rest @ ..] = &parts[..] {
        return webhooks::route(world, request, app, token, rest);
    }
    if !request.authorized {
        return Err(Refusal::misuse(401, 0, "401: Unauthorized"));
    }
    if let Some(bucket) = world.limits.global {
        let now = world.now;
        if let Err(wait) = world.buckets.take(Window::Global, bucket, now) {
            return Err(Refusal::too_many(wait, true));
        }
    }
    match &parts[..] {
        ["applications", app, "commands", ..] => {
            commands::route(world, request, app, None, &parts[3..])
        }
        ["applications", app, "guilds", guild, "commands", ..] => {
            commands::route(world, request, app, Some(parse(guild)?), &parts[5..])
        }
        ["gateway", ..] | ["users", ..] | ["applications", ..] | ["oauth2", ..] => {
            account::route(world, request, &parts)
        }
        ["channels", channel, "messages", rest @ ..] => {
            messages::route(world, request, parse(channel)?, rest)
        }
        ["channels", channel, rest @ ..] => channels::route(world, request, parse(channel)?, rest),
        ["guilds", guild, rest @ ..] => guilds::route(world, request, parse(guild)?, rest),
        _ => Err(unknown_route()),
    }
}

fn unknown_route() -> Refusal {
    Refusal::misuse(404, 0, "404: Not Found")
}

/// Reads an id in a path.
fn parse<T: std::str::FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse()
        .map_err(|_| Refusal::form("", format!("Value \"{text}\" is not snowflake.")))
}

/// Counts a call in its window, if that limit is on.
fn take(
    world: &mut World,
    window: Window,
    bucket: Option<Bucket>,
) -> Result<Option<Standing>, Refusal> {
    let Some(bucket) = bucket else {
        return Ok(None);
    };
    let now = world.now;
    world
        .buckets
        .take(window, bucket, now)
        .map(Some)
        .map_err(|wait| Refusal::too_many(wait, false))
}
