//! Messages of a channel, with the bot's token.

use serde_json::Value;

use super::compose::{self, Place};
use super::{Answer, Reply, Request, parse, take, unknown_route};
use crate::sandbox::ids::{ChannelId, MessageId};
use crate::sandbox::limits::Window;
use crate::sandbox::model::{ChannelKind, Message, World};
use crate::sandbox::options::{
    ATTACH_FILES, EMBED_LINKS, PrivateMessages, READ_MESSAGE_HISTORY, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{MessageBody, read};

/// A message older than this is slow to edit (30046), in milliseconds.
const OLD: u64 = 60 * 60 * 1000;

pub(super) fn route(world: &mut World, request: &Request, id: ChannelId, rest: &[&str]) -> Answer {
    let channel = world.channel(id)?;
    if !channel.allows(VIEW_CHANNEL) {
        return Err(Refusal::missing_access());
    }
    match (request.method.as_str(), rest) {
        ("POST", []) => post(world, request, id),
        ("GET", []) => list(world, request, id),
        ("GET", [message]) => {
            let message = world.message(id, parse(message)?)?;
            Ok(Reply::ok(world.message_json(message)))
        }
        ("PATCH", [message]) => patch(world, request, id, parse(message)?),
        ("DELETE", [message]) => delete(world, id, parse(message)?),
        _ => Err(unknown_route()),
    }
}

fn post(world: &mut World, request: &Request, id: ChannelId) -> Answer {
    let bucket = world.limits.posts;
    let standing = take(world, Window::Posts(id), bucket)?;
    let body: MessageBody = read(&request.body)?;
    may_post(world, id, &body, !request.files.is_empty())?;
    let nonce = nonce_text(&body)?;
    let enforced = nonce.filter(|_| body.enforce_nonce == Some(true));
    if let Some(nonce) = &enforced
        && let Some((message, at)) = world.nonces.get(&(id, nonce.clone()))
        && world.now.0 < at.0 + world.limits.nonce_life
        && let Some(message) = world.messages.get(message)
    {
        return Ok(Reply::ok(world.message_json(message)).standing(standing));
    }
    let place = Place {
        channel: id,
        author: World::BOT,
        ephemeral_to: None,
        interaction: None,
    };
    let made = compose::create(world, body, &request.files, place)?;
    if let Some(nonce) = enforced {
        let now = world.now;
        world.nonces.insert((id, nonce), (made, now));
    }
    wake_thread(world, id);
    let message = world.message(id, made)?;
    Ok(Reply::ok(world.message_json(message)).standing(standing))
}

fn nonce_text(body: &MessageBody) -> Result<Option<String>, Refusal> {
    match &body.nonce {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= 25 => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(Value::String(_) | Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
            Err(Refusal::form("nonce", "Must be 25 or fewer in length."))
        }
    }
}

fn may_post(world: &World, id: ChannelId, body: &MessageBody, files: bool) -> Result<(), Refusal> {
    let channel = world.channel(id)?;
    let write = match &channel.kind {
        ChannelKind::Private { recipient } => {
            if !world.shares_guild(*recipient) {
                return Err(Refusal::new(
                    403,
                    50278,
                    "Cannot send messages to this user due to having no mutual guilds",
                ));
            }
            let user = world.users.get(recipient);
            if user.is_none_or(|user| user.private_messages != PrivateMessages::Open) {
                return Err(Refusal::closed());
            }
            return Ok(());
        }
        ChannelKind::Thread {
            locked: true,
            archived: true,
            ..
        } => {
            return Err(Refusal::archived());
        }
        ChannelKind::Thread { .. } => SEND_MESSAGES_IN_THREADS,
        ChannelKind::Text { .. } => SEND_MESSAGES,
    };
    let embeds = matches!(&body.embeds, Some(Some(embeds)) if !embeds.is_empty());
    let allowed = channel.allows(write)
        && (!embeds || channel.allows(EMBED_LINKS))
        && (!files || channel.allows(ATTACH_FILES));
    if allowed {
        Ok(())
    } else {
        Err(Refusal::missing_permissions())
    }
}

/// Neither a message to somebody who does not want any more of them can be
/// edited, nor one in a thread that sleeps.
fn can_edit(world: &World, id: ChannelId) -> Result<(), Refusal> {
    match &world.channel(id)?.kind {
        ChannelKind::Private { recipient } => {
            let user = world.users.get(recipient);
            let closed = user.is_none_or(|u| u.private_messages == PrivateMessages::Closed);
            if closed {
                return Err(Refusal::closed());
            }
            Ok(())
        }
        ChannelKind::Thread { archived: true, .. } => Err(Refusal::archived()),
        ChannelKind::Thread { .. } | ChannelKind::Text { .. } => Ok(()),
    }
}

/// A message opens an archived thread again.
fn wake_thread(world: &mut World, id: ChannelId) {
    if let Some(ChannelKind::Thread { archived, .. }) =
        world.channels.get_mut(&id).map(|channel| &mut channel.kind)
    {
        *archived = false;
    }
}

fn list(world: &World, request: &Request, id: ChannelId) -> Answer {
    let limit = request.number("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Refusal::form(
            "limit",
            "int value should be between 1 and 100.",
        ));
    }
    let limit = usize::try_from(limit).unwrap_or(100);
    if !world.channel(id)?.allows(READ_MESSAGE_HISTORY) {
        return Ok(Reply::ok(Value::Array(Vec::new())));
    }
    let here = |message: &&Message| !message.deleted && message.ephemeral_to.is_none();
    let all: Vec<&Message> = world.messages_in(id).filter(here).collect();
    let split = |at: u64| all.partition_point(|message| message.id.0 < at);
    let (from, to) = if let Some(after) = request.number("after") {
        let from = split(after + 1);
        (from, (from + limit).min(all.len()))
    } else if let Some(before) = request.number("before") {
        let to = split(before);
        (to.saturating_sub(limit), to)
    } else if let Some(around) = request.number("around") {
        let middle = split(around);
        (
            middle.saturating_sub(limit / 2),
            (middle + limit.div_ceil(2)).min(all.len()),
        )
    } else {
        (all.len().saturating_sub(limit), all.len())
    };
    let found: Vec<Value> = all[from..to]
        .iter()
        .rev()
        .map(|message| world.message_json(message))
        .collect();
    Ok(Reply::ok(found.into()))
}

fn patch(world: &mut World, request: &Request, channel: ChannelId, id: MessageId) -> Answer {
    let bucket = world.limits.edits;
    let standing = take(world, Window::Edits(channel), bucket)?;
    let message = world.message(channel, id)?;
    if message.author != World::BOT {
        return Err(Refusal::new(
            403,
            50005,
            "Cannot edit a message authored by another user",
        ));
    }
    can_edit(world, channel)?;
    if message.created.0 + OLD < world.now.0
        && let Some(bucket) = world.limits.old_edits
    {
        let now = world.now;
        if let Err(wait) = world.buckets.take(Window::OldEdits(channel), bucket, now) {
            let mut refusal = Refusal::too_many(wait, false);
            refusal.code = 30046;
            "Maximum number of edits to messages older than 1 hour reached. Try again later"
                .clone_into(&mut refusal.message);
            return Err(refusal);
        }
    }
    let body: MessageBody = read(&request.body)?;
    compose::edit(world, id, body, &request.files)?;
    let message = world.message(channel, id)?;
    Ok(Reply::ok(world.message_json(message)).standing(standing))
}

fn delete(world: &mut World, channel: ChannelId, id: MessageId) -> Answer {
    if world.message(channel, id)?.author != World::BOT {
        return Err(Refusal::missing_permissions());
    }
    world.delete_message(id);
    Ok(Reply::empty())
}
