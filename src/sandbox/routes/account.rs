//! The bot's account, application, gateway address and private channels.

use serde_json::{Value, json};

use super::{Answer, Reply, Request, unknown_route};
use crate::sandbox::model::{ChannelKind, World};
use crate::sandbox::options::PrivateMessages;
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{OpenPrivate, read};

pub(super) fn route(world: &mut World, request: &Request, parts: &[&str]) -> Answer {
    match (request.method.as_str(), parts) {
        ("GET", ["gateway"]) => Ok(Reply::ok(json!({ "url": gateway(world) }))),
        ("GET", ["gateway", "bot"]) => Ok(Reply::ok(json!({
            "url": gateway(world),
            "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1 },
        }))),
        ("GET", ["users", "@me"]) => Ok(Reply::ok(world.bot.own_json())),
        ("GET", ["users", "@me", "guilds"]) => Ok(Reply::ok(servers(world))),
        ("GET", ["users", id]) => {
            let user = world
                .users
                .get(&super::parse(id)?)
                .ok_or_else(|| Refusal::new(404, 10013, "Unknown User"))?;
            Ok(Reply::ok(user.json()))
        }
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            Ok(Reply::ok(application(world)))
        }
        ("POST", ["users", "@me", "channels"]) => open_private(world, request),
        _ => Err(unknown_route()),
    }
}

/// The bot's servers, each with what its roles allow it there.
fn servers(world: &World) -> Value {
    let allowed = |id| {
        let channels = world.channels.values();
        let own = channels.filter(|c| matches!(c.kind, ChannelKind::Text { guild } if guild == id));
        own.fold(0, |bits, channel| bits | channel.permissions)
    };
    let server = |guild: &crate::sandbox::model::Guild| {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "owner": false,
            "permissions": allowed(guild.id).to_string(), "features": [],
        })
    };
    world.guilds.values().map(server).collect()
}

fn gateway(world: &World) -> String {
    world.base_url.replacen("http", "ws", 1)
}

fn application(world: &World) -> Value {
    let owner = world
        .users
        .values()
        .next()
        .map_or_else(|| world.bot.json(), |user| user.json());
    json!({
        "id": World::BOT, "name": world.bot.username, "icon": null, "description": "", "type": null,
        "bot": world.bot.json(), "bot_public": true, "bot_require_code_grant": false,
        "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0", "redirect_uris": [],
        "interactions_endpoint_url": null, "role_connections_verification_url": null, "owner": owner,
        "approximate_guild_count": world.guilds.len(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
        "eligible_oauth2_scopes": [], "tags": [], "integration_types_config": {},
    })
}

fn open_private(world: &mut World, request: &Request) -> Answer {
    let body: OpenPrivate = read(&request.body)?;
    let Some(user) = world.users.get(&body.recipient_id) else {
        return Err(Refusal::new(400, 50033, "Invalid Recipient(s)"));
    };
    if user.private_messages == PrivateMessages::OpeningRefused {
        return Err(Refusal::new(
            400,
            40003,
            "You are opening direct messages too fast",
        ));
    }
    let id = world.private_channel(body.recipient_id);
    let channel = world.channel(id)?;
    Ok(Reply::ok(world.channel_json(channel)))
}
