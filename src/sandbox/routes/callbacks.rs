//! The first answer to an interaction.

use std::time::Instant;

use serde_json::json;

use super::compose::{self, Place};
use super::{Answer, Reply, Request};
use crate::sandbox::check;
use crate::sandbox::ids::{InteractionId, MessageId};
use crate::sandbox::model::{Answered, InteractionKind, Message, World};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{Callback, MessageBody, read};

/// Callback types by Discord's numbers.
pub(crate) const MESSAGE: u8 = 4;
/// A message to come.
pub(crate) const DEFERRED: u8 = 5;
/// A change of the clicked message to come, or none.
pub(crate) const DEFERRED_UPDATE: u8 = 6;
/// A change of the clicked message.
pub(crate) const UPDATE: u8 = 7;
/// Suggestions.
pub(crate) const CHOICES: u8 = 8;
/// A form.
pub(crate) const MODAL: u8 = 9;

pub(super) fn answer(
    world: &mut World,
    request: &Request,
    id: InteractionId,
    token: &str,
) -> Answer {
    let now = world.now;
    let interaction = world
        .interactions
        .get(&id)
        .filter(|i| i.token == token)
        .ok_or_else(Refusal::unknown_interaction)?;
    if interaction.answered.is_some() {
        return Err(Refusal::already_answered());
    }
    if interaction.failed || now.0 > interaction.created.0 + world.limits.first_answer {
        return Err(Refusal::unknown_interaction());
    }
    let callback: Callback = read(&request.body)?;
    fits(callback.kind, interaction.kind, interaction.source)?;
    let source = interaction.source;
    let kind = callback.kind;
    let original = act(world, request, id, callback)?;
    let Some(interaction) = world.interactions.get_mut(&id) else {
        return Err(Refusal::unknown_interaction());
    };
    interaction.original = original;
    interaction
        .made
        .extend(original.filter(|id| Some(*id) != source));
    let data = request.body.get("data").cloned().unwrap_or_default();
    interaction.answered = Some(Answered {
        kind,
        at: now,
        real: Instant::now(),
        data,
    });
    if let Some(waiter) = interaction.waiter.take() {
        // Whoever waited may have given up.
        let _ = waiter.send(());
    }
    world.waiting.remove(&id);
    world.activity += 1;
    if request.query.get("with_response").map(String::as_str) == Some("true") {
        return Ok(Reply::ok(described(world, id, kind)));
    }
    Ok(Reply::empty())
}

/// Which answers which interactions may have.
fn fits(kind: u8, to: InteractionKind, source: Option<MessageId>) -> Result<(), Refusal> {
    let fits = match kind {
        MESSAGE | DEFERRED => to != InteractionKind::Autocomplete,
        DEFERRED_UPDATE | UPDATE => {
            to == InteractionKind::Component || to == InteractionKind::Modal && source.is_some()
        }
        CHOICES => to == InteractionKind::Autocomplete,
        MODAL => matches!(to, InteractionKind::Command | InteractionKind::Component),
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        Err(Refusal::form(
            "type",
            "This type of answer is not for this interaction.",
        ))
    }
}

/// Carries the answer out; what `@original` means from now on.
fn act(
    world: &mut World,
    request: &Request,
    id: InteractionId,
    callback: Callback,
) -> Result<Option<MessageId>, Refusal> {
    let Some(interaction) = world.interactions.get(&id) else {
        return Err(Refusal::unknown_interaction());
    };
    let (user, channel, source) = (interaction.user, interaction.channel, interaction.source);
    let body = callback.data.unwrap_or_default();
    no_strangers(callback.kind, &body)?;
    let ephemeral = body.flags.unwrap_or(0) & Message::EPHEMERAL != 0;
    let place = Place {
        channel,
        author: World::BOT,
        ephemeral_to: ephemeral.then_some(user),
        interaction: Some(id),
    };
    match callback.kind {
        MESSAGE => compose::create(world, body, &request.files, place).map(Some),
        DEFERRED => {
            if body.flags.unwrap_or(0) & !Message::EPHEMERAL != 0 {
                return Err(Refusal::form(
                    "data.flags",
                    "Only the flag for ephemeral may be set.",
                ));
            }
            Ok(Some(compose::create_loading(world, place)))
        }
        DEFERRED_UPDATE => Ok(source),
        UPDATE => {
            let source = source.ok_or_else(Refusal::unknown_message)?;
            compose::edit(world, source, body, &request.files)?;
            Ok(Some(source))
        }
        CHOICES => {
            check::choices(body.choices.as_deref().unwrap_or_default())?;
            Ok(None)
        }
        _ => {
            check::length(
                "data.title",
                body.title.as_deref().unwrap_or_default(),
                1,
                45,
            )?;
            check::length(
                "data.custom_id",
                body.custom_id.as_deref().unwrap_or_default(),
                1,
                100,
            )?;
            let rows = body.components.flatten().unwrap_or_default();
            check::modal_rows(&rows)?;
            Ok(None)
        }
    }
}

/// Refuses fields of another type of answer.
fn no_strangers(kind: u8, body: &MessageBody) -> Result<(), Refusal> {
    let strange = (body.choices.is_some() && kind != CHOICES)
        || ((body.title.is_some() || body.custom_id.is_some()) && kind != MODAL)
        || body.nonce.is_some()
        || body.enforce_nonce.is_some();
    if strange {
        let mut refusal = Refusal::form("data", "A field of another type of answer.");
        refusal.misuse = true;
        return Err(refusal);
    }
    Ok(())
}

fn described(world: &World, id: InteractionId, kind: u8) -> serde_json::Value {
    let Some(interaction) = world.interactions.get(&id) else {
        return serde_json::Value::Null;
    };
    let message = interaction.original.and_then(|id| world.messages.get(&id));
    let mut json = json!({ "interaction": { "id": id, "type": interaction.kind.number() } });
    if let Some(message) = message {
        json["interaction"]["response_message_id"] = json!(message.id);
        json["interaction"]["response_message_loading"] =
            json!(message.flags & Message::LOADING != 0);
        json["interaction"]["response_message_ephemeral"] = json!(message.ephemeral_to.is_some());
        if matches!(kind, MESSAGE | UPDATE) {
            json["resource"] = json!({ "type": kind, "message": world.message_json(message) });
        }
    }
    json
}
