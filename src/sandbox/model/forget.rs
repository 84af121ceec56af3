//! What a long-lived stand-in lets go of: what is old and kept elsewhere, or of use to nobody.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{ChannelKind, Message, World};
use crate::sandbox::gateway::intents;
use crate::sandbox::ids::{ChannelId, InteractionId, MessageId};

impl World {
    /// The messages of a channel before its newest `count`.
    pub(crate) fn beyond(&self, channel: ChannelId, count: usize) -> Vec<MessageId> {
        let ids = self.by_channel.get(&channel);
        let old = ids.map_or(0, |ids| ids.len().saturating_sub(count));
        ids.into_iter().flatten().take(old).copied().collect()
    }

    /// Takes a message out of memory.
    pub(crate) fn remove(&mut self, id: MessageId) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        if let Some(here) = self.by_channel.get_mut(&message.channel) {
            here.remove(&id);
        }
        self.changes.forget(id);
        Some(message)
    }

    /// Deletes a channel or thread with its messages, and tells the bot; what it was.
    pub(crate) fn delete_channel(&mut self, id: ChannelId) -> Option<Value> {
        let channel = self.channels.remove(&id)?;
        let event = self.channel_json(&channel);
        let name = match channel.kind {
            ChannelKind::Text { .. } | ChannelKind::Private { .. } => "CHANNEL_DELETE",
            ChannelKind::Thread { .. } => "THREAD_DELETE",
        };
        let gone = self.messages.values().filter(|m| m.channel == id);
        let gone: Vec<MessageId> = gone.map(|m| m.id).collect();
        for id in gone {
            if let Some(message) = self.messages.get_mut(&id) {
                message.deleted = true;
                self.changes.touch(id);
            }
        }
        self.activity += 1;
        self.sessions
            .dispatch(channel.guild(), intents::GUILDS, name, event.clone());
        Some(event)
    }

    /// A message taken up with a nonce that is still remembered makes its repetition harmless.
    pub(crate) fn remember_nonce(&mut self, message: &Message) {
        let nonce = match &message.nonce {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(_) | None => return,
        };
        let made = (message.id, message.created);
        self.nonces.insert((message.channel, nonce), made);
    }

    /// Of the bot's calls, notifications and errors the newest `count` stay.
    pub(crate) fn forget_calls(&mut self, count: usize) {
        fn shorten<T>(list: &mut Vec<T>, count: usize) {
            // Not at every turn: moving the rest costs.
            if list.len() > 2 * count {
                list.drain(..list.len() - count);
                list.shrink_to(2 * count);
            }
        }
        shorten(&mut self.calls, count);
        shorten(&mut self.notifications, count);
        shorten(&mut self.errors, count);
        self.sessions.forget(count);
    }

    /// Interactions whose token is dead, nonces that are over, and windows nobody has called in go.
    pub(crate) fn forget_interactions(&mut self) {
        let (now, life) = (self.now.0, self.limits.token_life);
        let waiting: &BTreeSet<InteractionId> = &self.waiting;
        self.interactions
            .retain(|id, i| waiting.contains(id) || i.created.0 + life >= now);
        let interactions = &self.interactions;
        self.tokens.retain(|_, id| interactions.contains_key(id));
        let nonce_life = self.limits.nonce_life;
        self.nonces.retain(|_, (_, at)| at.0 + nonce_life >= now);
        self.buckets.forget(self.now);
    }
}
