//! Channels, threads and private channels.

use serde::{Deserialize, Serialize};

use crate::sandbox::ids::{ChannelId, GuildId, UserId};
use crate::sandbox::options::BOT_PERMISSIONS;

/// A place for messages.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    /// What the bot may do here.
    pub(crate) permissions: u64,
}

/// What kind of place.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) enum ChannelKind {
    Text {
        guild: GuildId,
    },
    Thread {
        guild: GuildId,
        parent: ChannelId,
        archived: bool,
        locked: bool,
        private: bool,
    },
    Private {
        recipient: UserId,
    },
}

impl Channel {
    pub(crate) fn text(id: ChannelId, guild: GuildId, name: &str, permissions: u64) -> Self {
        let kind = ChannelKind::Text { guild };
        Self {
            id,
            name: name.to_owned(),
            kind,
            permissions,
        }
    }

    pub(crate) fn private(id: ChannelId, recipient: UserId) -> Self {
        let kind = ChannelKind::Private { recipient };
        Self {
            id,
            name: String::new(),
            kind,
            permissions: BOT_PERMISSIONS,
        }
    }

    /// The server it belongs to; none for a private channel.
    pub(crate) fn guild(&self) -> Option<GuildId> {
        match self.kind {
            ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. } => Some(guild),
            ChannelKind::Private { .. } => None,
        }
    }

    pub(crate) fn allows(&self, permission: u64) -> bool {
        self.permissions & permission == permission
    }
}
