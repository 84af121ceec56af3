//! What a person's client shows and does beside acting: places, people, history, settings.

use std::collections::BTreeSet;

use super::SeenMessage;
use super::see::seen;
use crate::sandbox::Sandbox;
use crate::sandbox::ids::{ChannelId, MessageId, UserId};
use crate::sandbox::model::{Channel, ChannelKind, World};

/// The longest name of a person, in characters.
const NAME: usize = 32;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPerson {
    /// The id.
    pub id: UserId,
    /// The name shown.
    pub name: String,
    /// The Discord locale of the person's client.
    pub locale: String,
    /// Whether the person has chosen it; else it is the one their browser asked for.
    pub chosen: bool,
}

/// A channel, thread or private channel a person sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPlace {
    /// The id.
    pub id: ChannelId,
    /// Its name; empty for a private channel.
    pub name: String,
    /// What it is.
    pub kind: PlaceKind,
}

/// What kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A channel of a server.
    Text,
    /// A thread of that channel.
    Thread(ChannelId),
    /// The private messages with the bot.
    Private,
}

/// A part of what a person sees, oldest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The messages.
    pub messages: Vec<SeenMessage>,
    /// There are older ones.
    pub more: bool,
}

impl Sandbox {
    /// Everybody, by id.
    #[must_use]
    pub fn people(&self) -> Vec<SeenPerson> {
        let world = self.shared.world();
        let person = |user: &crate::sandbox::model::User| SeenPerson {
            id: user.id,
            name: user
                .global_name
                .clone()
                .unwrap_or_else(|| user.username.clone()),
            locale: user.locale.clone(),
            chosen: user.chose_locale,
        };
        world.users.values().map(person).collect()
    }

    /// The places a person sees, by id.
    #[must_use]
    pub fn places(&self, user: UserId) -> Vec<SeenPlace> {
        let world = self.shared.world();
        let visible = |channel: &&Channel| world.sees_channel(user, channel.id);
        let place = |channel: &Channel| SeenPlace {
            id: channel.id,
            name: channel.name.clone(),
            kind: match channel.kind {
                ChannelKind::Text { .. } => PlaceKind::Text,
                ChannelKind::Thread { parent, .. } => PlaceKind::Thread(parent),
                ChannelKind::Private { .. } => PlaceKind::Private,
            },
        };
        world.channels.values().filter(visible).map(place).collect()
    }

    /// The newest `count` messages a person sees in some channels (in all it sees, where none is named) from before
    /// `before`, those kept on the disk among them.
    pub async fn history(
        &self,
        user: UserId,
        channels: &[ChannelId],
        before: Option<MessageId>,
        count: usize,
    ) -> Page {
        let channels: BTreeSet<ChannelId> = {
            let world = self.shared.world();
            let named = |id: &ChannelId| channels.is_empty() || channels.contains(id);
            let visible = world.channels.keys().copied();
            visible
                .filter(|id| named(id) && world.sees_channel(user, *id))
                .collect()
        };
        let mut found = in_memory(&self.shared.world(), user, &channels, before, count + 1);
        if found.len() <= count {
            let list: Vec<ChannelId> = channels.into_iter().collect();
            self.add_older(user, &list, before, count + 1, &mut found)
                .await;
        }
        found.sort_by_key(|m| m.id);
        let old = found.len().saturating_sub(count);
        let more = old > 0;
        found.drain(..old);
        Page {
            messages: found,
            more,
        }
    }

    /// Adds what is kept on the disk only, until there are `count`.
    async fn add_older(
        &self,
        user: UserId,
        channels: &[ChannelId],
        before: Option<MessageId>,
        count: usize,
        found: &mut Vec<SeenMessage>,
    ) {
        let Some(keeper) = &self.shared.keeper else {
            return;
        };
        let known: BTreeSet<MessageId> = found.iter().map(|m| m.id).collect();
        let mut before = before;
        while found.len() < count {
            let page = match keeper.page(channels, before, count).await {
                Ok(page) => page,
                Err(error) => {
                    tracing::error!(%error, "the stand-in cannot read its file");
                    return;
                }
            };
            let Some(first) = page.first() else {
                return;
            };
            before = Some(first.id);
            let world = self.shared.world();
            // What memory knows is newer than what the file says.
            let only_there = page
                .iter()
                .filter(|m| !known.contains(&m.id) && !world.messages.contains_key(&m.id))
                .filter(|m| world.sees(user, m));
            found.extend(only_there.map(seen));
        }
    }

    /// Puts an ephemeral message out of its reader's sight; whether it was there.
    pub async fn dismiss(&self, user: UserId, message: MessageId) -> bool {
        self.shared.recall(message).await;
        let done = self.shared.world().dismiss(user, message);
        self.told().await;
        done
    }

    /// A person takes another name of 1 to 32 characters; whether it may be had.
    pub async fn rename(&self, user: UserId, name: &str) -> bool {
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        let name = name.trim();
        if name.is_empty() || name.chars().count() > NAME {
            return false;
        }
        if let Some(user) = self.shared.world().users.get_mut(&user) {
            user.global_name = Some(name.to_owned());
        }
        self.told().await;
        true
    }

    /// A person chooses the language of their client.
    pub async fn set_locale(&self, user: UserId, locale: &str) {
        if let Some(user) = self.shared.world().users.get_mut(&user) {
            locale.clone_into(&mut user.locale);
            user.chose_locale = true;
        }
        self.told().await;
    }

    /// A person's client comes in a language; it stays what the person has chosen.
    pub async fn offer_locale(&self, user: UserId, locale: &str) {
        let new = match self.shared.world().users.get_mut(&user) {
            Some(user) if !user.chose_locale && user.locale != locale => {
                locale.clone_into(&mut user.locale);
                true
            }
            Some(_) | None => false,
        };
        if new {
            self.told().await;
        }
    }

    /// Whether nobody has ever written anything here.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.shared.world().messages.is_empty()
    }

    /// Keeps what happened, and wakes who waits for it.
    pub(crate) async fn told(&self) {
        self.shared.keep().await;
        self.shared.changed();
    }
}

fn in_memory(
    world: &World,
    user: UserId,
    channels: &BTreeSet<ChannelId>,
    before: Option<MessageId>,
    count: usize,
) -> Vec<SeenMessage> {
    let earlier = |id: MessageId| before.is_none_or(|before| id < before);
    let visible = world
        .messages
        .values()
        .rev()
        .filter(|m| channels.contains(&m.channel) && earlier(m.id) && world.sees(user, m));
    visible.take(count).map(seen).collect()
}
