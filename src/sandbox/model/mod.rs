//! What the stand-in knows: people, servers, channels, messages, interactions, commands, and what was recorded.

mod changes;
mod channel;
mod forget;
mod interaction;
mod json;
mod message;
mod people;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::json;

pub(crate) use changes::Changes;
pub(crate) use channel::{Channel, ChannelKind};
pub(crate) use interaction::{Answered, Interaction, InteractionKind, answered_by};
pub(crate) use json::png_size;
pub(crate) use message::{File, Message, StoredFile};
pub(crate) use people::{Guild, User};

use super::api::{Call, Notification};
use super::gateway::{Sessions, intents};
use super::ids::{ChannelId, CommandId, GuildId, Ids, InteractionId, MessageId, UserId};
use super::limits::Buckets;
use super::options::{GuildSpec, Limits, SandboxOptions};
use super::refusal::Refusal;
use super::wire::CommandBody;
use crate::clock::Millis;

/// A registered command.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Command {
    pub(crate) id: CommandId,
    pub(crate) version: u64,
    pub(crate) body: CommandBody,
}

/// Everything, behind one lock.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) ids: Ids,
    pub(crate) now: Millis,
    pub(crate) base_url: String,
    pub(crate) limits: Limits,
    pub(crate) bot: User,
    pub(crate) users: BTreeMap<UserId, User>,
    pub(crate) guilds: BTreeMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: BTreeMap<MessageId, Message>,
    /// The messages of each channel, oldest first.
    by_channel: HashMap<ChannelId, BTreeSet<MessageId>>,
    /// Which messages changed when.
    pub(crate) changes: Changes,
    pub(crate) interactions: BTreeMap<InteractionId, Interaction>,
    pub(crate) tokens: HashMap<String, InteractionId>,
    /// Interactions without an answer whose time is not over.
    pub(crate) waiting: BTreeSet<InteractionId>,
    /// By server; `None` holds the global ones.
    pub(crate) commands: BTreeMap<Option<GuildId>, Vec<Command>>,
    pub(crate) nonces: HashMap<(ChannelId, String), (MessageId, Millis)>,
    pub(crate) buckets: Buckets,
    pub(crate) sessions: Sessions,
    pub(crate) calls: Vec<Call>,
    /// How many calls there were, those forgotten among them.
    pub(crate) call_count: u64,
    pub(crate) errors: Vec<String>,
    pub(crate) notifications: Vec<Notification>,
    /// Grows with everything that happens.
    pub(crate) activity: u64,
    /// Calls that wait for their answer, by number.
    pub(crate) in_flight: BTreeMap<u64, String>,
}

impl World {
    /// The bot's user and application id.
    pub(crate) const BOT: UserId = UserId(999);

    pub(crate) fn new(options: &SandboxOptions, now: Millis, base_url: String) -> Self {
        let mut world = Self {
            ids: Ids::new(),
            now,
            base_url,
            limits: options.limits,
            bot: User::bot(Self::BOT),
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            by_channel: HashMap::new(),
            changes: Changes::default(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            waiting: BTreeSet::new(),
            commands: BTreeMap::new(),
            nonces: HashMap::new(),
            buckets: Buckets::default(),
            sessions: Sessions::default(),
            calls: Vec::new(),
            call_count: 0,
            errors: Vec::new(),
            notifications: Vec::new(),
            activity: 0,
            in_flight: BTreeMap::new(),
        };
        for spec in &options.users {
            world.users.insert(spec.id, User::person(spec));
        }
        for spec in &options.guilds {
            world.add_guild(spec);
        }
        world
    }

    /// A server with its channels.
    pub(crate) fn add_guild(&mut self, spec: &GuildSpec) {
        self.guilds.insert(spec.id, Guild::new(spec));
        for (id, name) in &spec.channels {
            let channel = Channel::text(*id, spec.id, name, spec.permissions);
            self.channels.insert(*id, channel);
        }
    }

    /// The channel whose permissions hold in a place: that of a thread is its parent.
    pub(crate) fn root_channel(&self, id: ChannelId) -> ChannelId {
        match self.channels.get(&id).map(|channel| &channel.kind) {
            Some(ChannelKind::Thread { parent, .. }) => *parent,
            Some(ChannelKind::Text { .. } | ChannelKind::Private { .. }) | None => id,
        }
    }

    /// The version of each registered command: others when anything about them is.
    pub(crate) fn command_versions(&self) -> Vec<u64> {
        let commands = self.commands.values().flatten();
        commands.map(|command| command.version).collect()
    }

    pub(crate) fn error(&mut self, text: String) {
        self.errors.push(text);
    }

    pub(crate) fn channel(&self, id: ChannelId) -> Result<&Channel, Refusal> {
        self.channels.get(&id).ok_or_else(Refusal::unknown_channel)
    }

    /// A message the bot's token can reach: there, in this channel, and not ephemeral.
    pub(crate) fn message(&self, channel: ChannelId, id: MessageId) -> Result<&Message, Refusal> {
        self.messages
            .get(&id)
            .filter(|m| m.channel == channel && !m.deleted && m.ephemeral_to.is_none())
            .ok_or_else(Refusal::unknown_message)
    }

    /// Keeps a message, new or changed.
    pub(crate) fn put_message(&mut self, message: Message) {
        self.changes.touch(message.id);
        self.take_up(message);
    }

    /// Keeps a message as it was known before: nobody is told of it.
    pub(crate) fn take_up(&mut self, message: Message) {
        let here = self.by_channel.entry(message.channel).or_default();
        here.insert(message.id);
        self.messages.insert(message.id, message);
    }

    /// The messages of a channel, oldest first, those deleted among them.
    pub(crate) fn messages_in(&self, channel: ChannelId) -> impl Iterator<Item = &Message> {
        let ids = self.by_channel.get(&channel).into_iter().flatten();
        ids.filter_map(|id| self.messages.get(id))
    }

    /// Whether a person sees a channel: a member of its server, or the recipient of a private one.
    pub(crate) fn sees_channel(&self, user: UserId, id: ChannelId) -> bool {
        match self.channels.get(&id).map(|channel| &channel.kind) {
            Some(ChannelKind::Private { recipient }) => *recipient == user,
            Some(ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. }) => self
                .guilds
                .get(guild)
                .is_some_and(|guild| guild.members.contains(&user)),
            None => false,
        }
    }

    /// Whether a person sees a message now.
    pub(crate) fn sees(&self, user: UserId, message: &Message) -> bool {
        !message.deleted
            && self.sees_channel(user, message.channel)
            && message
                .ephemeral_to
                .is_none_or(|only| only == user && !message.dismissed)
    }

    /// Whether a person has seen a message that is out of its sight now: deleted, or dismissed.
    pub(crate) fn hides(&self, user: UserId, message: &Message) -> bool {
        let own = message.ephemeral_to.is_none_or(|only| only == user);
        own && (message.deleted || message.dismissed) && self.sees_channel(user, message.channel)
    }

    pub(crate) fn guild_of(&self, channel: ChannelId) -> Option<GuildId> {
        self.channels.get(&channel).and_then(Channel::guild)
    }

    /// Whether bot and person share a server.
    pub(crate) fn shares_guild(&self, user: UserId) -> bool {
        self.guilds
            .values()
            .any(|guild| guild.members.contains(&user))
    }

    /// The private channel with a person, made when first asked for.
    pub(crate) fn private_channel(&mut self, recipient: UserId) -> ChannelId {
        let open = self.channels.values().find(
            |c| matches!(c.kind, ChannelKind::Private { recipient: with } if with == recipient),
        );
        if let Some(channel) = open {
            return channel.id;
        }
        let id = ChannelId(self.ids.next());
        self.channels.insert(id, Channel::private(id, recipient));
        id
    }

    /// An ephemeral message goes out of its reader's sight; whether it did.
    pub(crate) fn dismiss(&mut self, user: UserId, id: MessageId) -> bool {
        let own = |m: &&mut Message| m.ephemeral_to == Some(user) && !m.dismissed;
        let Some(message) = self.messages.get_mut(&id).filter(own) else {
            return false;
        };
        message.dismissed = true;
        self.changes.touch(id);
        true
    }

    /// Marks a message as deleted; tells the bot if it asked for such news (an intent beyond GUILDS).
    pub(crate) fn delete_message(&mut self, id: MessageId) {
        let Some(message) = self.messages.get_mut(&id).filter(|m| !m.deleted) else {
            return;
        };
        message.deleted = true;
        let (channel, ephemeral) = (message.channel, message.ephemeral_to.is_some());
        self.changes.touch(id);
        self.activity += 1;
        if ephemeral {
            return;
        }
        let guild = self.guild_of(channel);
        let intent = if guild.is_some() {
            intents::GUILD_MESSAGES
        } else {
            intents::DIRECT_MESSAGES
        };
        let mut event = json!({ "id": id, "channel_id": channel });
        if let Some(guild) = guild {
            event["guild_id"] = json!(guild);
        }
        self.sessions
            .dispatch(guild, intent, "MESSAGE_DELETE", event);
    }
}
