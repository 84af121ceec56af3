//! Calls about a server: what the bot may do in its channels, and threads.

use serenity::model::channel::GuildChannel;
use serenity::model::guild::{Member, PartialGuild};
use serenity::model::id::{ChannelId, GuildId, UserId};

use super::{Sender, Toll};
use crate::clock::Busy;
use crate::discord::budget::Priority;
use crate::discord::build;
use crate::discord::failure::SendError;

impl Sender {
    /// Opens a public thread in a channel; its id. Tried once: a second one
    /// would stay empty.
    ///
    /// # Errors
    /// What Discord refuses, or that nobody knows whether it was done.
    pub async fn start_thread(
        &self,
        busy: &Busy,
        channel: u64,
        name: &str,
    ) -> Result<u64, SendError> {
        self.0.budget.take(busy, Priority::Turn).await;
        let asked = build::thread(name);
        let http = &self.0.http;
        let call = http.create_thread(ChannelId::new(channel), &asked, None);
        Ok(self.once(call).await?.id.get())
    }

    /// What the bot may do in a channel or thread, as Discord's bits.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn permissions(
        &self,
        busy: &Busy,
        guild: u64,
        channel: u64,
    ) -> Result<u64, SendError> {
        let found = self.with_permissions(busy, channel).await?;
        let (server, member) = self.own_member(busy, guild).await?;
        Ok(server.user_permissions_in(&found, &member).bits())
    }

    /// The same for several channels of a server; `None` where it is not known.
    pub async fn permissions_in(
        &self,
        busy: &Busy,
        guild: u64,
        channels: &[u64],
    ) -> Vec<Option<u64>> {
        let Ok((server, member)) = self.own_member(busy, guild).await else {
            return vec![None; channels.len()];
        };
        let mut all = Vec::with_capacity(channels.len());
        for &channel in channels {
            all.push(match self.with_permissions(busy, channel).await {
                Ok(found) => Some(server.user_permissions_in(&found, &member).bits()),
                // What is not seen cannot be written in either.
                Err(SendError::Forbidden) => Some(0),
                Err(_) => None,
            });
        }
        all
    }

    /// The server, and the bot as its member.
    async fn own_member(
        &self,
        busy: &Busy,
        guild: u64,
    ) -> Result<(PartialGuild, Member), SendError> {
        let http = &self.0.http;
        let toll = || Some(Toll::only(Priority::Rest));
        let me = UserId::new(self.0.me.get().copied().unwrap_or(1));
        let server = self
            .tried(busy, toll(), || http.get_guild(GuildId::new(guild)))
            .await?;
        let member = self
            .tried(busy, toll(), || http.get_member(GuildId::new(guild), me))
            .await?;
        Ok((server, member))
    }

    /// The channel that says what may be done in a channel or thread: a thread
    /// has the permissions of the channel it belongs to.
    async fn with_permissions(&self, busy: &Busy, channel: u64) -> Result<GuildChannel, SendError> {
        let found = self.guild_channel(busy, channel).await?;
        let parent = found.parent_id.filter(|_| found.thread_metadata.is_some());
        match parent {
            Some(parent) => self.guild_channel(busy, parent.get()).await,
            None => Ok(found),
        }
    }

    async fn guild_channel(&self, busy: &Busy, channel: u64) -> Result<GuildChannel, SendError> {
        let http = &self.0.http;
        let found = self
            .tried(busy, Some(Toll::only(Priority::Rest)), || {
                http.get_channel(ChannelId::new(channel))
            })
            .await?;
        found.guild().ok_or(SendError::ChannelGone)
    }

    /// Whether a user is a member of a server.
    ///
    /// # Errors
    /// As [`Sender::edit`]; an error says nothing about the member.
    pub async fn is_member(&self, busy: &Busy, guild: u64, user: u64) -> Result<bool, SendError> {
        let http = &self.0.http;
        let found = self
            .tried(busy, Some(Toll::only(Priority::Rest)), || {
                http.get_member(GuildId::new(guild), UserId::new(user))
            })
            .await;
        match found {
            Ok(_) => Ok(true),
            Err(SendError::NoMember) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
