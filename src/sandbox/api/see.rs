//! What people see, and what was recorded.

use serde_json::Value;

use super::{
    Call, Notification, Outcome, SeenButton, SeenEmbed, SeenFile, SeenMessage, SeenOption,
    SeenSelect,
};
use crate::sandbox::Sandbox;
use crate::sandbox::ids::{ChannelId, GuildId, MessageId, UserId};
use crate::sandbox::model::{ChannelKind, Message};
use crate::sandbox::wire::{Component, Embed, Emoji};

impl Sandbox {
    /// All messages a person sees now, in every channel, oldest first.
    #[must_use]
    pub fn visible_to(&self, user: UserId) -> Vec<SeenMessage> {
        let world = self.shared.world();
        world
            .messages
            .values()
            .filter(|message| world.sees(user, message))
            .map(seen)
            .collect()
    }

    /// One message, if the person sees it now.
    #[must_use]
    pub fn message(&self, user: UserId, id: MessageId) -> Option<SeenMessage> {
        let world = self.shared.world();
        world
            .messages
            .get(&id)
            .filter(|message| world.sees(user, message))
            .map(seen)
    }

    /// What everybody in a channel sees now, oldest first.
    #[must_use]
    pub fn channel(&self, channel: ChannelId) -> Vec<SeenMessage> {
        let world = self.shared.world();
        let here = |m: &&Message| !m.deleted && m.ephemeral_to.is_none();
        world.messages_in(channel).filter(here).map(seen).collect()
    }

    /// A person's private messages with the bot, oldest first.
    #[must_use]
    pub fn dms(&self, user: UserId) -> Vec<SeenMessage> {
        self.private_channel(user)
            .map(|channel| self.channel(channel))
            .unwrap_or_default()
    }

    /// The ephemeral messages a person has open, oldest first.
    #[must_use]
    pub fn ephemerals(&self, user: UserId) -> Vec<SeenMessage> {
        let world = self.shared.world();
        let own = |m: &&Message| m.ephemeral_to == Some(user) && world.sees(user, m);
        world.messages.values().filter(own).map(seen).collect()
    }

    /// The newest of the messages a person sees in a channel for which `wanted` holds, those only it sees among them.
    #[must_use]
    pub fn newest(
        &self,
        user: UserId,
        channel: ChannelId,
        wanted: impl Fn(&SeenMessage) -> bool,
    ) -> Option<SeenMessage> {
        let world = self.shared.world();
        let here: Vec<&Message> = world.messages_in(channel).collect();
        let sees = here.into_iter().rev().filter(|m| world.sees(user, m));
        sees.map(seen).find(wanted)
    }

    /// What the answers to an action have become: the message clicked on (after an acknowledgement or update), the
    /// first answer, and follow-ups. Deleted ones are missing.
    #[must_use]
    pub fn answers(&self, outcome: &Outcome) -> Vec<SeenMessage> {
        let world = self.shared.world();
        let Some(interaction) = world.interactions.get(&outcome.interaction) else {
            return Vec::new();
        };
        let mut ids: Vec<MessageId> = interaction.made.clone();
        ids.extend(interaction.original);
        ids.sort();
        ids.dedup();
        let messages = ids.iter().filter_map(|id| world.messages.get(id));
        messages
            .filter(|message| !message.deleted)
            .map(seen)
            .collect()
    }

    /// The private channel of a person, once opened.
    #[must_use]
    pub fn private_channel(&self, user: UserId) -> Option<ChannelId> {
        let world = self.shared.world();
        let with = |kind: &ChannelKind| matches!(kind, ChannelKind::Private { recipient } if *recipient == user);
        world
            .channels
            .values()
            .find(|channel| with(&channel.kind))
            .map(|channel| channel.id)
    }

    /// The threads of a channel, oldest first.
    #[must_use]
    pub fn threads(&self, channel: ChannelId) -> Vec<ChannelId> {
        let world = self.shared.world();
        let of = |kind: &ChannelKind| matches!(kind, ChannelKind::Thread { parent, .. } if *parent == channel);
        world
            .channels
            .values()
            .filter(|channel| of(&channel.kind))
            .map(|channel| channel.id)
            .collect()
    }

    /// Who was called by which message, oldest first.
    #[must_use]
    pub fn notifications(&self, user: UserId) -> Vec<Notification> {
        let world = self.shared.world();
        world
            .notifications
            .iter()
            .filter(|notification| notification.user == user)
            .cloned()
            .collect()
    }

    /// The commands registered globally (`None`) or in a server, as Discord would list them.
    #[must_use]
    pub fn commands(&self, guild: Option<GuildId>) -> Vec<Value> {
        self.shared.world().commands_json(guild)
    }

    /// Every request of the bot so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.shared.world().calls.clone()
    }

    /// The requests of the bot after the first `count`.
    #[must_use]
    pub fn calls_after(&self, count: usize) -> Vec<Call> {
        let world = self.shared.world();
        world.calls.get(count..).unwrap_or_default().to_vec()
    }

    /// How many requests the bot has made.
    #[must_use]
    pub fn call_count(&self) -> usize {
        self.shared.world().calls.len()
    }

    /// What the bot did that Discord does not understand: unknown routes and fields, bad packets. Empty for a good bot.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        self.shared.world().errors.clone()
    }

    /// How often bots identified and resumed.
    #[must_use]
    pub fn gateway_starts(&self) -> (usize, usize) {
        self.shared.world().sessions.starts()
    }

    /// How many gateway sessions are connected now.
    #[must_use]
    pub fn connected(&self) -> usize {
        self.shared.world().sessions.connected()
    }
}

/// A message as its readers see it.
pub(crate) fn seen(message: &Message) -> SeenMessage {
    let rows = || message.components.iter().enumerate();
    let parts = |kind: u8| {
        rows().flat_map(move |(row, top)| {
            top.components
                .iter()
                .flatten()
                .filter(move |part| part.kind == kind)
                .map(move |part| (row, part))
        })
    };
    SeenMessage {
        id: message.id,
        channel: message.channel,
        author: message.author,
        content: message.content.clone(),
        embeds: message.embeds.iter().map(seen_embed).collect(),
        buttons: parts(2).map(|(row, part)| seen_button(row, part)).collect(),
        selects: parts(3)
            .chain(parts(5))
            .map(|(row, part)| seen_select(row, part))
            .collect(),
        files: message
            .files
            .iter()
            .map(|file| SeenFile {
                id: file.id,
                name: file.name.clone(),
                alt: file.description.clone().unwrap_or_default(),
                bytes: std::sync::Arc::clone(&file.bytes),
                length: file.length,
                size: file.size,
            })
            .collect(),
        ephemeral: message.ephemeral_to.is_some(),
        command: message.command.clone(),
        by: message.by,
        loading: message.flags & Message::LOADING != 0,
        created: message.created,
        edited: message.edited,
        edits: message.edits,
    }
}

fn seen_embed(embed: &Embed) -> SeenEmbed {
    SeenEmbed {
        title: embed.title.clone().unwrap_or_default(),
        description: embed.description.clone().unwrap_or_default(),
        fields: embed
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.value.clone()))
            .collect(),
        footer: embed
            .footer
            .as_ref()
            .map(|footer| footer.text.clone())
            .unwrap_or_default(),
        author: embed
            .author
            .as_ref()
            .map(|author| author.name.clone())
            .unwrap_or_default(),
        color: embed.color,
    }
}

fn seen_button(row: usize, part: &Component) -> SeenButton {
    let emoji = |emoji: &Emoji| emoji.name.clone().unwrap_or_default();
    SeenButton {
        row,
        custom_id: part.custom_id.clone().unwrap_or_default(),
        label: part.label.clone().unwrap_or_default(),
        emoji: part.emoji.as_ref().map(emoji).unwrap_or_default(),
        style: part.style.unwrap_or(1),
        disabled: part.disabled == Some(true),
        url: part.url.clone(),
    }
}

fn seen_select(row: usize, part: &Component) -> SeenSelect {
    let number = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
    let options = part.options.iter().flatten();
    SeenSelect {
        row,
        custom_id: part.custom_id.clone().unwrap_or_default(),
        placeholder: part.placeholder.clone().unwrap_or_default(),
        min: number(part.min_values),
        max: number(part.max_values),
        disabled: part.disabled == Some(true),
        people: part.kind == 5,
        options: options
            .map(|option| SeenOption {
                label: option.label.clone(),
                value: option.value.clone(),
                description: option.description.clone().unwrap_or_default(),
                default: option.default == Some(true),
            })
            .collect(),
    }
}
