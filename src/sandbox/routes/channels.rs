//! Channels and threads.

use serde_json::json;

use super::{Answer, Reply, Request, unknown_route};
use crate::sandbox::check;
use crate::sandbox::gateway::intents;
use crate::sandbox::ids::ChannelId;
use crate::sandbox::model::{Channel, ChannelKind, World};
use crate::sandbox::options::{CREATE_PUBLIC_THREADS, MANAGE_THREADS, VIEW_CHANNEL};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{EditThread, StartThread, read};

pub(super) fn route(world: &mut World, request: &Request, id: ChannelId, rest: &[&str]) -> Answer {
    let channel = world.channel(id)?;
    if !channel.allows(VIEW_CHANNEL) {
        return Err(Refusal::missing_access());
    }
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(world.channel_json(channel))),
        ("PATCH", []) => edit_thread(world, request, id),
        ("DELETE", []) => delete_thread(world, id),
        ("POST", ["threads"]) => start_thread(world, request, id),
        // "The bot is typing": nothing to keep.
        ("POST", ["typing"]) => Ok(Reply::empty()),
        _ => Err(unknown_route()),
    }
}

fn start_thread(world: &mut World, request: &Request, parent: ChannelId) -> Answer {
    let body: StartThread = read(&request.body)?;
    check::length("name", &body.name, 1, 100)?;
    let channel = world.channel(parent)?;
    let ChannelKind::Text { guild } = channel.kind else {
        return Err(Refusal::new(
            400,
            50024,
            "Cannot execute action on this channel type",
        ));
    };
    if !channel.allows(CREATE_PUBLIC_THREADS) {
        return Err(Refusal::missing_permissions());
    }
    let private = match body.kind {
        None | Some(12) => true,
        Some(11) => false,
        Some(_) => return Err(Refusal::form("type", "Not a type of thread.")),
    };
    let permissions = channel.permissions;
    let id = ChannelId(world.ids.next());
    let kind = ChannelKind::Thread {
        guild,
        parent,
        archived: false,
        locked: false,
        private,
    };
    let thread = Channel {
        id,
        name: body.name,
        kind,
        permissions,
    };
    let json = world.channel_json(&thread);
    world.channels.insert(id, thread);
    let mut event = json.clone();
    event["newly_created"] = json!(true);
    world
        .sessions
        .dispatch(Some(guild), intents::GUILDS, "THREAD_CREATE", event);
    Ok(Reply {
        status: 201,
        body: json,
        standing: None,
    })
}

fn delete_thread(world: &mut World, id: ChannelId) -> Answer {
    let channel = world.channel(id)?;
    let thread = matches!(channel.kind, ChannelKind::Thread { .. });
    // Not even the thread's own bot may without it.
    if !thread || !channel.allows(MANAGE_THREADS) {
        return Err(Refusal::missing_permissions());
    }
    let gone = world.delete_channel(id);
    gone.map(Reply::ok).ok_or_else(Refusal::unknown_channel)
}

fn edit_thread(world: &mut World, request: &Request, id: ChannelId) -> Answer {
    let body: EditThread = read(&request.body)?;
    let channel = world
        .channels
        .get_mut(&id)
        .ok_or_else(Refusal::unknown_channel)?;
    let ChannelKind::Thread {
        archived, locked, ..
    } = &mut channel.kind
    else {
        return Err(Refusal::missing_permissions());
    };
    if *archived && body.archived != Some(false) {
        return Err(Refusal::archived());
    }
    *archived = body.archived.unwrap_or(*archived);
    *locked = body.locked.unwrap_or(*locked);
    if let Some(name) = body.name {
        check::length("name", &name, 1, 100)?;
        channel.name = name;
    }
    let channel = world.channel(id)?;
    Ok(Reply::ok(world.channel_json(channel)))
}
