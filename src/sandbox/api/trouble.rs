//! What goes wrong on demand, and what other people and the server's owners do.

use serde_json::json;

use super::{Call, Cannot};
use crate::sandbox::Sandbox;
use crate::sandbox::faults::{Fault, Hold, When};
use crate::sandbox::gateway::{guild_created, intents};
use crate::sandbox::ids::{ChannelId, GuildId, MessageId, UserId};
use crate::sandbox::model::{Channel, ChannelKind, Message};
use crate::sandbox::options::{GuildSpec, PrivateMessages};

impl Sandbox {
    /// Lets `fault` strike a share (0.0 to 1.0) of the calls that fit; which ones follows from the seed.
    pub fn inject(&self, fault: Fault, share: f64, fits: impl Fn(&Call) -> bool + Send + 'static) {
        self.shared
            .faults()
            .inject(fault, share, self.shared.seed, Box::new(fits));
    }

    /// Ends all faults and refusals of the gateway; holds stay.
    pub fn clear_faults(&self) {
        self.shared.faults().clear();
    }

    /// Holds the `nth` call (from 1) that fits from now on, before or after it is carried out, until released.
    #[must_use]
    pub fn hold(
        &self,
        when: When,
        nth: usize,
        fits: impl Fn(&Call) -> bool + Send + 'static,
    ) -> Hold {
        self.shared.faults().hold(when, nth, Box::new(fits))
    }

    /// Cuts all gateway connections. If `resumable`, sessions can be resumed; otherwise the bot must identify anew.
    pub fn drop_gateway(&self, resumable: bool) {
        self.shared.world().sessions.cut(resumable);
        self.shared.changed();
    }

    /// An event of the gateway's gets lost, so that the number of the next one is one too high.
    pub fn lose_gateway_event(&self) {
        self.shared.world().sessions.skip();
    }

    /// The gateway sends text that is no event.
    pub fn send_garbage(&self, text: &str) {
        self.shared.world().sessions.garbage(text);
        self.shared.changed();
    }

    /// Refuses the next `times` connections to the gateway.
    pub fn refuse_gateway(&self, times: usize) {
        self.shared.faults().refuse_gateway(times);
    }

    /// Sets whether the bot's private messages reach a person.
    pub fn set_private_messages(&self, user: UserId, to: PrivateMessages) {
        if let Some(user) = self.shared.world().users.get_mut(&user) {
            user.private_messages = to;
        }
    }

    /// Closes a person's private messages (50007).
    pub fn close_dms(&self, user: UserId) {
        self.set_private_messages(user, PrivateMessages::Closed);
    }

    /// Opens a person's private messages.
    pub fn open_dms(&self, user: UserId) {
        self.set_private_messages(user, PrivateMessages::Open);
    }

    /// A person leaves a server. A bot without the privileged intent is not told.
    pub fn leave_guild(&self, user: UserId, guild: GuildId) {
        let mut world = self.shared.world();
        let Some(place) = world.guilds.get_mut(&guild) else {
            return;
        };
        place.members.remove(&user);
        place.managers.remove(&user);
        let event = json!({ "guild_id": guild, "user": world.user_json(user) });
        world.sessions.dispatch(
            Some(guild),
            intents::GUILD_MEMBERS,
            "GUILD_MEMBER_REMOVE",
            event,
        );
    }

    /// A person joins a server.
    pub fn join_guild(&self, user: UserId, guild: GuildId) {
        if let Some(place) = self.shared.world().guilds.get_mut(&guild) {
            place.members.insert(user);
        }
    }

    /// Somebody deletes a message.
    pub fn delete_message(&self, id: MessageId) {
        self.shared.world().delete_message(id);
    }

    /// Somebody deletes a channel or thread with all its messages.
    pub fn delete_channel(&self, id: ChannelId) {
        let gone = self.shared.world().delete_channel(id);
        // Of a private channel no library tells its bot.
        if gone.is_some_and(|event| event.get("guild_id").is_some()) {
            self.shared.clock.news();
        }
    }

    /// The bot is thrown out of a server.
    pub fn delete_guild(&self, id: GuildId) {
        let mut world = self.shared.world();
        if world.guilds.remove(&id).is_none() {
            return;
        }
        world
            .channels
            .retain(|_, channel| channel.guild() != Some(id));
        world.activity += 1;
        world.sessions.dispatch(
            Some(id),
            intents::GUILDS,
            "GUILD_DELETE",
            json!({ "id": id, "unavailable": false }),
        );
        self.shared.clock.news();
    }

    /// Sets what the bot may do in a channel and its threads
    /// ([`super::super::BOT_PERMISSIONS`] at first). The bot is told that the
    /// channel has changed.
    pub fn set_permissions(&self, channel: ChannelId, permissions: u64) {
        self.set_permissions_unseen(channel, permissions);
        let mut world = self.shared.world();
        let root = world.root_channel(channel);
        let Some(changed) = world.channels.get(&root).cloned() else {
            return;
        };
        let event = world.channel_json(&changed);
        world.activity += 1;
        world
            .sessions
            .dispatch(changed.guild(), intents::GUILDS, "CHANNEL_UPDATE", event);
        self.shared.clock.news();
        drop(world);
        self.shared.changed();
    }

    /// The same while the bot hears nothing of it.
    pub fn set_permissions_unseen(&self, channel: ChannelId, permissions: u64) {
        let mut world = self.shared.world();
        let root = world.root_channel(channel);
        for channel in world.channels.values_mut() {
            let parent = match channel.kind {
                ChannelKind::Thread { parent, .. } => Some(parent),
                ChannelKind::Text { .. } | ChannelKind::Private { .. } => None,
            };
            if channel.id == root || parent == Some(root) {
                channel.permissions = permissions;
            }
        }
    }

    /// The bot is a member of a server again that threw it out.
    pub fn restore_guild(&self, spec: &GuildSpec) {
        let mut world = self.shared.world();
        world.add_guild(spec);
        let Some(guild) = world.guilds.get(&spec.id) else {
            return;
        };
        let event = guild_created(&world, guild);
        world.activity += 1;
        world
            .sessions
            .dispatch(Some(spec.id), intents::GUILDS, "GUILD_CREATE", event);
        self.shared.clock.news();
        drop(world);
        self.shared.changed();
    }

    /// A person opens a public thread in a text channel.
    ///
    /// # Errors
    /// If the person does not see such a channel, or the name is empty or longer than 100 characters.
    pub fn open_thread(
        &self,
        user: UserId,
        parent: ChannelId,
        name: &str,
    ) -> Result<ChannelId, Cannot> {
        let mut world = self.shared.world();
        if !world.sees_channel(user, parent) {
            return Err(Cannot::NoSuchChannel);
        }
        let kind = world.channels.get(&parent).map(|channel| &channel.kind);
        let Some(&ChannelKind::Text { guild }) = kind else {
            return Err(Cannot::NoSuchChannel);
        };
        if !(1..=100).contains(&name.chars().count()) {
            return Err(Cannot::BadField("name".to_owned()));
        }
        let id = ChannelId(world.ids.next());
        let kind = ChannelKind::Thread {
            guild,
            parent,
            archived: false,
            locked: false,
            private: false,
        };
        let thread = Channel {
            id,
            name: name.to_owned(),
            kind,
            permissions: world.channels.get(&parent).map_or(0, |c| c.permissions),
        };
        let mut event = world.channel_json(&thread);
        event["newly_created"] = json!(true);
        world.channels.insert(id, thread);
        world.activity += 1;
        world
            .sessions
            .dispatch(Some(guild), intents::GUILDS, "THREAD_CREATE", event);
        Ok(id)
    }

    /// Archives a thread, locked or not.
    pub fn archive_thread(&self, thread: ChannelId, lock: bool) {
        if let Some(ChannelKind::Thread {
            archived, locked, ..
        }) = self
            .shared
            .world()
            .channels
            .get_mut(&thread)
            .map(|channel| &mut channel.kind)
        {
            *archived = true;
            *locked = lock;
        }
    }

    /// Opens a thread again that was archived or locked; the bot is told.
    pub fn reopen_thread(&self, thread: ChannelId) {
        let mut world = self.shared.world();
        let Some(channel) = world.channels.get_mut(&thread) else {
            return;
        };
        if let ChannelKind::Thread {
            archived, locked, ..
        } = &mut channel.kind
        {
            (*archived, *locked) = (false, false);
        }
        let changed = channel.clone();
        let event = world.channel_json(&changed);
        world.activity += 1;
        world
            .sessions
            .dispatch(changed.guild(), intents::GUILDS, "THREAD_UPDATE", event);
        self.shared.clock.news();
        drop(world);
        self.shared.changed();
    }

    /// A person writes in a channel; the bot, without the intent for it, is not told.
    ///
    /// # Errors
    /// If the person does not see the channel.
    pub fn say(&self, user: UserId, channel: ChannelId, text: &str) -> Result<MessageId, Cannot> {
        let mut world = self.shared.world();
        if !world.sees_channel(user, channel) {
            return Err(Cannot::NoSuchChannel);
        }
        world.now = self.shared.clock.now();
        let id = MessageId(world.ids.next());
        let message = Message {
            id,
            channel,
            author: user,
            content: text.to_owned(),
            embeds: Vec::new(),
            components: Vec::new(),
            files: Vec::new(),
            flags: 0,
            mentions: Vec::new(),
            created: world.now,
            edited: None,
            edits: 0,
            ephemeral_to: None,
            dismissed: false,
            deleted: false,
            nonce: None,
            command: None,
            by: None,
            interaction: None,
            reply_to: None,
        };
        world.put_message(message);
        drop(world);
        self.shared.changed();
        Ok(id)
    }

    /// A person's client restarts: it forgets all ephemeral messages.
    pub fn forget_ephemerals(&self, user: UserId) {
        let mut world = self.shared.world();
        let own: Vec<MessageId> = world
            .messages
            .values()
            .filter(|m| m.ephemeral_to == Some(user))
            .map(|m| m.id)
            .collect();
        for id in own {
            world.dismiss(user, id);
        }
    }

    /// A person opens the private channel with the bot.
    #[must_use]
    pub fn open_private_channel(&self, user: UserId) -> ChannelId {
        self.shared.world().private_channel(user)
    }
}
