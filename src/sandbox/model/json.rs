//! The stand-in's own answers, written field by field.

use serde_json::{Value, json};

use super::{
    Channel, ChannelKind, Command, Guild, Interaction, InteractionKind, Message, StoredFile, User,
    World,
};
use crate::sandbox::ids::{GuildId, UserId};
use crate::sandbox::options::{BOT_PERMISSIONS, MANAGE_GUILD};
use crate::sandbox::time::iso;

/// A member without rights to manage: what the bot may plus slash commands.
const MEMBER_PERMISSIONS: u64 = BOT_PERMISSIONS | 1 << 31;

impl User {
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "avatar": null,
            "discriminator": if self.bot { "0001" } else { "0" },
            "public_flags": 0,
            "flags": 0,
            "bot": self.bot,
            "primary_guild": null,
        })
    }

    /// With what only the account itself sees.
    pub(crate) fn own_json(&self) -> Value {
        let mut own = self.json();
        own["mfa_enabled"] = json!(true);
        own["locale"] = json!(self.locale);
        own["verified"] = json!(true);
        own["email"] = Value::Null;
        own
    }
}

impl Guild {
    /// The fields of a server that REST and gateway share.
    pub(crate) fn json(&self) -> Value {
        let owner = self.managers.first().copied().unwrap_or(UserId(1));
        let mut guild = json!({
            "id": self.id, "name": self.name, "owner_id": owner,
            "icon": null, "description": null, "home_header": null, "splash": null,
            "discovery_splash": null, "features": [], "banner": null,
            "application_id": null, "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300,
            "system_channel_id": null, "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null,
        });
        let settings = json!({
            "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
            "explicit_content_filter": 0, "max_presences": null, "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
            "vanity_url_code": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": self.locale, "rules_channel_id": null,
            "safety_alerts_channel_id": null, "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
            "emojis": [], "stickers": [], "incidents_data": null,
            "roles": [{
                "id": self.id.0.to_string(), "name": "@everyone", "description": null,
                "permissions": MEMBER_PERMISSIONS.to_string(), "position": 0, "color": 0,
                "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
                "hoist": false, "managed": false, "mentionable": false, "icon": null,
                "unicode_emoji": null, "flags": 0,
            }],
        });
        if let (Some(guild), Value::Object(settings)) = (guild.as_object_mut(), settings) {
            guild.extend(settings);
        }
        guild
    }

    /// What a member may do.
    pub(crate) fn permissions(&self, user: UserId) -> u64 {
        if self.managers.contains(&user) {
            MEMBER_PERMISSIONS | MANAGE_GUILD
        } else {
            MEMBER_PERMISSIONS
        }
    }
}

impl StoredFile {
    fn json(&self, message: &Message, base_url: &str) -> Value {
        let url = self.url(message, base_url);
        let mut file = json!({
            "id": self.id,
            "filename": self.name,
            "size": self.length,
            "url": url,
            "proxy_url": url,
            "ephemeral": message.ephemeral_to.is_some(),
        });
        if let Some(text) = &self.description {
            file["description"] = json!(text);
        }
        if let Some(kind) = &self.content_type {
            file["content_type"] = json!(kind);
        }
        if let Some((width, height)) = self.size {
            file["width"] = json!(width);
            file["height"] = json!(height);
        }
        file
    }

    fn url(&self, message: &Message, base_url: &str) -> String {
        format!(
            "{base_url}/attachments/{}/{}/{}",
            message.channel, self.id, self.name
        )
    }
}

/// Width and height of a PNG file.
pub(crate) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    let number = |at: usize| {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    };
    Some((number(16)?, number(20)?))
}

impl World {
    /// The user's JSON; a person who is gone from the model is an error of the test.
    pub(crate) fn user_json(&self, id: UserId) -> Value {
        if id == Self::BOT {
            return self.bot.json();
        }
        self.users.get(&id).map_or(Value::Null, User::json)
    }

    pub(crate) fn member_json(&self, guild: GuildId, user: UserId) -> Value {
        let _ = guild;
        json!({
            "user": self.user_json(user),
            "nick": null, "avatar": null, "banner": null, "roles": [],
            "joined_at": "2025-01-01T00:00:00.000000+00:00", "premium_since": null,
            "deaf": false, "mute": false, "flags": 0, "pending": false,
            "communication_disabled_until": null,
        })
    }

    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        match &channel.kind {
            ChannelKind::Text { guild } => json!({
                "id": channel.id, "type": 0, "flags": 0, "guild_id": guild, "name": channel.name,
                "position": 0, "nsfw": false, "parent_id": null,
                "permission_overwrites": [{
                    "id": Self::BOT, "type": 1,
                    "allow": channel.permissions.to_string(),
                    "deny": (MEMBER_PERMISSIONS & !channel.permissions).to_string(),
                }],
                "topic": null, "rate_limit_per_user": 0, "last_message_id": null,
            }),
            ChannelKind::Thread {
                guild,
                parent,
                archived,
                locked,
                private,
            } => json!({
                "id": channel.id, "type": if *private { 12 } else { 11 }, "flags": 0, "guild_id": guild,
                "name": channel.name, "parent_id": parent, "owner_id": Self::BOT,
                "rate_limit_per_user": 0, "last_message_id": null,
                "message_count": 0, "member_count": 1, "total_message_sent": 0,
                "thread_metadata": {
                    "archived": archived, "auto_archive_duration": 1440,
                    "archive_timestamp": "2026-01-01T00:00:00.000000+00:00", "locked": locked,
                },
            }),
            ChannelKind::Private { recipient } => json!({
                "id": channel.id, "type": 1, "flags": 0, "last_message_id": null,
                "recipients": [self.user_json(*recipient)],
            }),
        }
    }

    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let mut number = 0;
        let components: Vec<Value> = message
            .components
            .iter()
            .map(|row| component_json(row, &mut number))
            .collect();
        let files: Vec<Value> = message
            .files
            .iter()
            .filter(|file| !file.embedded)
            .map(|file| file.json(message, &self.base_url))
            .collect();
        let mentions: Vec<Value> = message
            .mentions
            .iter()
            .map(|id| self.user_json(*id))
            .collect();
        let mut json = json!({
            "id": message.id,
            "type": self.message_type(message),
            "channel_id": message.channel,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": iso(message.created),
            "edited_timestamp": message.edited.map(iso),
            "tts": false,
            "mention_everyone": false,
            "mentions": mentions,
            "mention_roles": [],
            "attachments": files,
            "embeds": self.embeds_json(message),
            "pinned": false,
            "flags": message.flags,
            "components": components,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(reply) = message.reply_to {
            json["message_reference"] =
                json!({ "type": 0, "channel_id": message.channel, "message_id": reply });
        }
        if let Some(made_by) = message
            .interaction
            .and_then(|id| self.interactions.get(&id))
        {
            json["application_id"] = json!(Self::BOT);
            json["webhook_id"] = json!(Self::BOT);
            json["interaction_metadata"] = self.metadata_json(made_by);
        }
        json
    }

    fn message_type(&self, message: &Message) -> u8 {
        let by = message
            .interaction
            .and_then(|id| self.interactions.get(&id));
        match by {
            Some(i) if i.kind == InteractionKind::Command && i.original == Some(message.id) => 20,
            Some(_) => 19,
            None if message.reply_to.is_some() => 19,
            None => 0,
        }
    }

    fn metadata_json(&self, by: &Interaction) -> Value {
        let mut metadata = json!({
            "id": by.id,
            "type": by.kind.number(),
            "user": self.user_json(by.user),
            "authorizing_integration_owners": self.owners_json(by),
        });
        match by.kind {
            InteractionKind::Component => {
                metadata["interacted_message_id"] = json!(by.source);
            }
            InteractionKind::Modal => {
                metadata["triggering_interaction_metadata"] = json!({
                    "id": by.id, "type": 2, "user": self.user_json(by.user),
                    "authorizing_integration_owners": self.owners_json(by),
                });
            }
            InteractionKind::Command | InteractionKind::Autocomplete => {}
        }
        metadata
    }

    pub(crate) fn owners_json(&self, by: &Interaction) -> Value {
        let guild = self
            .guild_of(by.channel)
            .map_or_else(|| "0".to_owned(), |guild| guild.to_string());
        json!({ "0": guild })
    }

    fn embeds_json(&self, message: &Message) -> Vec<Value> {
        message
            .embeds
            .iter()
            .map(|embed| {
                let mut json = serde_json::to_value(embed).unwrap_or_default();
                json["type"] = json!("rich");
                for place in ["image", "thumbnail"] {
                    let name = json[place]["url"]
                        .as_str()
                        .and_then(|url| url.strip_prefix("attachment://"));
                    let file =
                        name.and_then(|name| message.files.iter().find(|file| file.name == name));
                    if let Some(file) = file {
                        json[place]["url"] = json!(file.url(message, &self.base_url));
                    }
                }
                json
            })
            .collect()
    }

    /// The commands registered globally (`None`) or in a server.
    pub(crate) fn commands_json(&self, guild: Option<GuildId>) -> Vec<Value> {
        let commands = self.commands.get(&guild).into_iter().flatten();
        commands
            .map(|command| World::command_json(guild, command))
            .collect()
    }

    pub(crate) fn command_json(guild: Option<GuildId>, command: &Command) -> Value {
        let mut json = serde_json::to_value(&command.body).unwrap_or_default();
        json["id"] = json!(command.id);
        json["application_id"] = json!(Self::BOT);
        json["version"] = json!(command.version.to_string());
        if json.get("type").is_none() {
            json["type"] = json!(1);
        }
        if let Some(guild) = guild {
            json["guild_id"] = json!(guild);
        }
        json
    }
}

/// A component with the numbers and defaults Discord adds.
fn component_json(part: &crate::sandbox::wire::Component, number: &mut u32) -> Value {
    *number += 1;
    let own = part.id.unwrap_or(*number);
    let mut json = serde_json::to_value(part).unwrap_or_default();
    json["id"] = json!(own);
    match part.kind {
        1 => {
            let inner: Vec<Value> = part
                .components
                .iter()
                .flatten()
                .map(|inner| component_json(inner, number))
                .collect();
            json["components"] = json!(inner);
        }
        3 => {
            json["min_values"] = json!(part.min_values.unwrap_or(1));
            json["max_values"] = json!(part.max_values.unwrap_or(1));
        }
        _ => {}
    }
    json
}
