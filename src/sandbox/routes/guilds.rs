//! Servers, their members and channels.

use serde_json::Value;

use super::{Answer, Reply, Request, parse, unknown_route};
use crate::sandbox::ids::{GuildId, UserId};
use crate::sandbox::model::{ChannelKind, World};
use crate::sandbox::refusal::Refusal;

pub(super) fn route(world: &mut World, request: &Request, id: GuildId, rest: &[&str]) -> Answer {
    let guild = world.guilds.get(&id).ok_or_else(Refusal::unknown_guild)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(guild.json())),
        ("GET", ["channels"]) => {
            let channels = world.channels.values().filter(
                |channel| matches!(channel.kind, ChannelKind::Text { guild } if guild == id),
            );
            let list: Vec<Value> = channels
                .map(|channel| world.channel_json(channel))
                .collect();
            Ok(Reply::ok(list.into()))
        }
        ("GET", ["members", user]) => {
            let user: UserId = parse(user)?;
            if user != World::BOT && !world.users.contains_key(&user) {
                return Err(Refusal::new(404, 10013, "Unknown User"));
            }
            if user != World::BOT && !guild.members.contains(&user) {
                return Err(Refusal::unknown_member());
            }
            Ok(Reply::ok(world.member_json(id, user)))
        }
        _ => Err(unknown_route()),
    }
}
