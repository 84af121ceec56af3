//! What an interaction's token opens after the first answer: the answer itself and follow-ups.

use super::compose::{self, Place};
use super::{Answer, Reply, Request, parse, take, unknown_route};
use crate::sandbox::ids::{InteractionId, MessageId, UserId};
use crate::sandbox::limits::Window;
use crate::sandbox::model::{Message, World};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{MessageBody, read};

pub(super) fn route(
    world: &mut World,
    request: &Request,
    app: &str,
    token: &str,
    rest: &[&str],
) -> Answer {
    if parse::<UserId>(app)? != World::BOT {
        return Err(Refusal::unknown_webhook());
    }
    let id = *world.tokens.get(token).ok_or_else(Refusal::dead_token)?;
    let interaction = world
        .interactions
        .get(&id)
        .ok_or_else(Refusal::dead_token)?;
    if world.now.0 > interaction.created.0 + world.limits.token_life {
        return Err(Refusal::dead_token());
    }
    if interaction.answered.is_none() {
        return Err(Refusal::unknown_webhook());
    }
    let standing = match request.method.as_str() {
        "GET" => None,
        _ => {
            let bucket = world.limits.token;
            take(world, Window::Token(token.to_owned()), bucket)?
        }
    };
    let reply = match (request.method.as_str(), rest) {
        ("POST", []) => follow_up(world, request, id),
        ("GET", ["messages", which]) => {
            let message = find(world, id, which)?;
            answer_with(world, message)
        }
        ("PATCH", ["messages", which]) => {
            let message = find(world, id, which)?;
            let body: MessageBody = read(&request.body)?;
            compose::edit(world, message, body, &request.files)?;
            answer_with(world, message)
        }
        ("DELETE", ["messages", which]) => {
            let message = find(world, id, which)?;
            world.delete_message(message);
            Ok(Reply::empty())
        }
        _ => Err(unknown_route()),
    }?;
    Ok(reply.standing(standing))
}

/// The first follow-up to a deferral fills it, and so takes its ephemeral state; later ones bring their own.
fn follow_up(world: &mut World, request: &Request, id: InteractionId) -> Answer {
    let body: MessageBody = read(&request.body)?;
    let interaction = world
        .interactions
        .get(&id)
        .ok_or_else(Refusal::dead_token)?;
    let loading = interaction.original.filter(|id| {
        world
            .messages
            .get(id)
            .is_some_and(|m| m.flags & Message::LOADING != 0 && !m.deleted)
    });
    if let Some(original) = loading {
        compose::edit(world, original, body, &request.files)?;
        return answer_with(world, original);
    }
    let ephemeral = body.flags.unwrap_or(0) & Message::EPHEMERAL != 0;
    let place = Place {
        channel: interaction.channel,
        author: World::BOT,
        ephemeral_to: ephemeral.then_some(interaction.user),
        interaction: Some(id),
    };
    let made = compose::create(world, body, &request.files, place)?;
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.made.push(made);
    }
    answer_with(world, made)
}

fn answer_with(world: &World, id: MessageId) -> Answer {
    let message = world
        .messages
        .get(&id)
        .ok_or_else(Refusal::unknown_message)?;
    Ok(Reply::ok(world.message_json(message)))
}

/// A message this token may touch: the original, one made through it, or the one clicked on.
fn find(world: &World, id: InteractionId, which: &str) -> Result<MessageId, Refusal> {
    let interaction = world
        .interactions
        .get(&id)
        .ok_or_else(Refusal::dead_token)?;
    let message = if which == "@original" {
        interaction.original
    } else {
        let asked: MessageId = parse(which)?;
        let own = interaction.made.contains(&asked) || interaction.source == Some(asked);
        own.then_some(asked)
    };
    message
        .filter(|id| {
            world
                .messages
                .get(id)
                .is_some_and(|message| !message.deleted)
        })
        .ok_or_else(Refusal::unknown_message)
}
