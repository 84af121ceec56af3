//! People and servers.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::sandbox::ids::{GuildId, UserId};
use crate::sandbox::options::{GuildSpec, PrivateMessages, UserSpec};

/// A person or the bot.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct User {
    pub(crate) id: UserId,
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    pub(crate) locale: String,
    /// Whether that is the person's own choice.
    #[serde(default)]
    pub(crate) chose_locale: bool,
    pub(crate) private_messages: PrivateMessages,
    pub(crate) bot: bool,
    /// What the person's link to the page holds, once made.
    #[serde(default)]
    pub(crate) key: Option<String>,
}

impl User {
    pub(crate) fn bot(id: UserId) -> Self {
        Self {
            id,
            username: "chaodipi".to_owned(),
            global_name: None,
            locale: "en-US".to_owned(),
            chose_locale: false,
            private_messages: PrivateMessages::Closed,
            bot: true,
            key: None,
        }
    }

    pub(crate) fn person(spec: &UserSpec) -> Self {
        Self {
            id: spec.id,
            username: spec.username.clone(),
            global_name: spec.global_name.clone(),
            locale: spec.locale.clone(),
            chose_locale: !spec.follows_browser,
            private_messages: spec.private_messages,
            bot: false,
            key: None,
        }
    }
}

/// A server.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Guild {
    pub(crate) id: GuildId,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) members: BTreeSet<UserId>,
    pub(crate) managers: BTreeSet<UserId>,
}

impl Guild {
    pub(crate) fn new(spec: &GuildSpec) -> Self {
        Self {
            id: spec.id,
            name: spec.name.clone(),
            locale: spec.locale.clone(),
            members: spec.members.iter().copied().collect(),
            managers: spec.managers.iter().copied().collect(),
        }
    }
}
