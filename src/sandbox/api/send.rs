//! Sending an interaction to the bot and waiting for its first answer.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::see::seen;
use super::{Answer, Choice, Outcome, SeenForm, SeenFormField};
use crate::clock::Millis;
use crate::sandbox::Sandbox;
use crate::sandbox::gateway::intents;
use crate::sandbox::ids::{ChannelId, InteractionId, MessageId, UserId};
use crate::sandbox::model::{Interaction, InteractionKind, World};
use crate::sandbox::wire::{Callback, Component};

/// What a person does, ready to be sent.
#[derive(Debug)]
pub(super) struct Act {
    pub(super) kind: InteractionKind,
    pub(super) user: UserId,
    pub(super) channel: ChannelId,
    pub(super) source: Option<MessageId>,
    pub(super) command: Option<String>,
    pub(super) data: Value,
}

impl Sandbox {
    /// Sends and waits for the first answer, at most as long as Discord would.
    pub(super) async fn send(&self, act: Act) -> Outcome {
        let (waiter, answered) = oneshot::channel();
        let (id, created) = {
            let mut world = self.shared.world();
            world.now = self.shared.clock.now();
            (begin(&mut world, act, waiter), world.now)
        };
        self.shared.changed();
        let limit = created.0 + self.shared.world().limits.first_answer;
        // A moment later than the last that still counts.
        let late = Millis(limit + 1);
        tokio::select! {
            biased;
            _ = answered => {}
            () = self.shared.clock.until(late) => {}
            () = self.wait_out(id, late) => {}
            () = tokio::time::sleep(self.shared.patience) => {}
            () = self.shared.clock.abandoned() => {}
        }
        let outcome = end(&mut self.shared.world(), id);
        self.shared.changed();
        outcome
    }
}

impl Sandbox {
    /// Lets time pass, at most until `late`, while the bot waits to try again
    /// an answer that was refused or lost. Only what the bot has tried to
    /// answer has surely reached it: before that no time passes.
    async fn wait_out(&self, id: InteractionId, late: Millis) {
        if !self.shared.clock.is_manual() {
            return std::future::pending().await;
        }
        let tried = || {
            let world = self.shared.world();
            world.interactions.get(&id).is_some_and(|i| i.tried)
        };
        while self.now() < late {
            self.until(tried).await;
            let idle = self.quiet(true).await;
            if idle.is_empty() {
                // No bot is left that could answer.
                return std::future::pending().await;
            }
            let next = idle.iter().filter_map(|idle| idle.next).min();
            self.advance_to(next.map_or(late, |next| next.min(late)));
        }
    }
}

fn begin(world: &mut World, act: Act, waiter: oneshot::Sender<()>) -> InteractionId {
    let id = InteractionId(world.ids.next());
    let token = format!("token-{id}");
    let interaction = Interaction {
        id,
        token: token.clone(),
        kind: act.kind,
        user: act.user,
        channel: act.channel,
        source: act.source,
        command: act.command,
        created: world.now,
        sent: Instant::now(),
        answered: None,
        tried: false,
        failed: false,
        original: None,
        made: Vec::new(),
        waiter: Some(waiter),
    };
    let event = event_json(world, &interaction, act.data);
    let guild = world.guild_of(act.channel);
    world.tokens.insert(token, id);
    world.interactions.insert(id, interaction);
    world.waiting.insert(id);
    world.activity += 1;
    world
        .sessions
        .dispatch(guild, intents::NONE, "INTERACTION_CREATE", event);
    id
}

fn event_json(world: &World, interaction: &Interaction, data: Value) -> Value {
    let channel = world.channels.get(&interaction.channel);
    let user = world.users.get(&interaction.user);
    let mut event = json!({
        "id": interaction.id,
        "application_id": World::BOT,
        "type": interaction.kind.number(),
        "data": data,
        "channel": channel.map(|channel| world.channel_json(channel)),
        "channel_id": interaction.channel,
        "token": interaction.token,
        "version": 1,
        "locale": user.map_or("en-US", |user| user.locale.as_str()),
        "app_permissions": channel.map(|channel| channel.permissions.to_string()),
        "entitlements": [],
        "authorizing_integration_owners": world.owners_json(interaction),
        "context": 1,
        "attachment_size_limit": world.limits.file_bytes,
    });
    if let Some(source) = interaction.source.and_then(|id| world.messages.get(&id)) {
        event["message"] = world.message_json(source);
    }
    match world
        .guild_of(interaction.channel)
        .and_then(|id| world.guilds.get(&id))
    {
        Some(guild) => {
            event["context"] = json!(0);
            event["guild_id"] = json!(guild.id);
            event["guild_locale"] = json!(guild.locale);
            event["guild"] = json!({ "id": guild.id, "locale": guild.locale, "features": [] });
            let mut member = world.member_json(guild.id, interaction.user);
            member["permissions"] = json!(guild.permissions(interaction.user).to_string());
            event["member"] = member;
        }
        None => event["user"] = world.user_json(interaction.user),
    }
    event
}

fn end(world: &mut World, id: InteractionId) -> Outcome {
    world.waiting.remove(&id);
    world.activity += 1;
    let failed = Outcome {
        interaction: id,
        answer: Answer::Failed,
        real: std::time::Duration::ZERO,
        arrived: None,
        time: std::time::Duration::ZERO,
    };
    let Some(interaction) = world.interactions.get_mut(&id) else {
        return failed;
    };
    let Some(answered) = interaction.answered.clone() else {
        interaction.failed = true;
        return failed;
    };
    let message = interaction.original;
    let message = message.and_then(|id| world.messages.get(&id)).map(seen);
    let interaction = &world.interactions[&id];
    let answer = match (answered.kind, message) {
        (4, Some(message)) => Answer::Message(message),
        (5, Some(message)) => Answer::Deferred(message),
        (7, Some(message)) => Answer::Updated(message),
        (8, _) => Answer::Choices(choices(&answered.data)),
        (9, _) => Answer::Form(form(id, &answered.data)),
        _ => Answer::Acknowledged,
    };
    Outcome {
        interaction: id,
        answer,
        real: answered.real.saturating_duration_since(interaction.sent),
        arrived: Some(answered.real),
        time: answered.at.since(interaction.created),
    }
}

fn choices(data: &Value) -> Vec<Choice> {
    let list = data["choices"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    list.iter()
        .map(|choice| Choice {
            name: choice["name"].as_str().unwrap_or_default().to_owned(),
            value: choice["value"].clone(),
        })
        .collect()
}

fn form(interaction: InteractionId, data: &Value) -> SeenForm {
    let callback: Option<Callback> =
        serde_json::from_value(json!({ "type": 9, "data": data })).ok();
    let body = callback
        .and_then(|callback| callback.data)
        .unwrap_or_default();
    let rows = body.components.flatten().unwrap_or_default();
    let fields = rows
        .iter()
        .flat_map(|row| row.components.iter().flatten())
        .map(form_field)
        .collect();
    SeenForm {
        interaction,
        custom_id: body.custom_id.unwrap_or_default(),
        title: body.title.unwrap_or_default(),
        fields,
    }
}

fn form_field(part: &Component) -> SeenFormField {
    let number =
        |n: Option<u64>, default| n.and_then(|n| usize::try_from(n).ok()).unwrap_or(default);
    SeenFormField {
        custom_id: part.custom_id.clone().unwrap_or_default(),
        label: part.label.clone().unwrap_or_default(),
        value: part.value.clone().unwrap_or_default(),
        required: part.required != Some(false),
        length: (number(part.min_length, 0), number(part.max_length, 4000)),
    }
}
